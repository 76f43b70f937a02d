"""Which face is seen in a card's place, told by its picture and not by its name."""

import math
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageStat

from pnp.export.image_files import draw_page
from pnp.model.curves import distance_to_edge, is_inside
from pnp.model.face import FacePages
from pnp.model.geometry import QUARTER_TURNS, Outline, Point, Polygon, Rect, edges_of, is_convex, placed
from pnp.units import MM_PER_PT
from pnp.verify.pdf_reader import PdfPage, PlacedCard

GREY_STEPS = 12
"""Of 255, within which two pictures are the same; a black hairline of 0.1 mm makes 20."""

FOREIGN_GREY_STEPS = 40
"""Mean difference beyond which a picture is like none of the faces."""

EDGE_PIXELS = 2
"""Along the trim that are not looked at: neighbours and crop marks blur into them."""

VIEWS = ((0.0, 0.0), (0.37, 0.61), (0.71, 0.23))
"""How many pixels, in x and y, the pictures lie apart in which a place is compared."""

KEPT = 300
"""Pictures kept at a time, about 40 MB of poker cards."""


PAGES_KEPT = 16
"""Faces of which the page is kept: copies of a card lie side by side, each elsewhere between the pixels."""


@dataclass(frozen=True, slots=True)
class PixelBox:
    """The pixels in which a trim lies: first column and row, and how many; sizes are in points."""

    left: int
    top: int
    width: int
    height: int

    @property
    def inside(self) -> tuple[int, int, int, int]:
        """The part that is looked at, within the window."""
        return (EDGE_PIXELS, EDGE_PIXELS, self.width - EDGE_PIXELS, self.height - EDGE_PIXELS)


def window(trim: Rect) -> PixelBox:
    """Return the whole pixels around a trim."""
    left, top = math.floor(trim.x / MM_PER_PT), math.floor(trim.y / MM_PER_PT)
    right, bottom = math.ceil(trim.right / MM_PER_PT), math.ceil(trim.bottom / MM_PER_PT)
    return PixelBox(left, top, max(right - left, 2 * EDGE_PIXELS + 1), max(bottom - top, 2 * EDGE_PIXELS + 1))


def difference(one: Image.Image, other: Image.Image) -> int:
    """Return the largest difference, 0 to 255, of any colour in any spot three pixels wide."""
    red, green, blue = ImageChops.difference(one, other).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    return int(most.filter(ImageFilter.BoxBlur(1)).getextrema()[1])  # type: ignore[arg-type]  # one band, one pair


def distance(one: Image.Image, other: Image.Image) -> float:
    """Return the mean difference of two pictures, 0 to 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


class Faces:
    """Fresh pictures of converted faces, each drawn once per way it lies between the pixels."""

    def __init__(self, pages: FacePages, chunks: Sequence[pypdfium2.PdfDocument]) -> None:
        self._where = pages.where
        self._chunks = chunks
        self._page = lru_cache(maxsize=PAGES_KEPT)(self._read_page)
        self._drawn: dict[Any, Image.Image] = {}

    def picture(self, face: str, card: PlacedCard, aside: tuple[float, float] = VIEWS[0]) -> Image.Image:
        """Return what the card's window should show if the card were `face`."""
        frame = window(card.in_view)
        matrix = self._matrix(card, frame, aside)
        key = (face, frame.width, frame.height, *(round(value, 3) for value in matrix))
        if len(self._drawn) >= KEPT:
            self._drawn.clear()
        if key not in self._drawn:
            self._drawn[key] = draw_page(self._page(face), frame.width, frame.height, matrix)
        return self._drawn[key].crop(frame.inside)

    def _read_page(self, face: str) -> pypdfium2.PdfPage:
        chunk, page = self._where[face]
        return self._chunks[chunk][page]

    def _matrix(self, card: PlacedCard, frame: PixelBox, aside: tuple[float, float]) -> tuple[float, ...]:
        cosine, sine = QUARTER_TURNS[card.rotation]
        across, down = card.scale[0], abs(card.scale[1])
        x = (card.trim.x + card.trim.width / 2) / MM_PER_PT - frame.left + aside[0]
        y = (card.trim.y + card.trim.height / 2) / MM_PER_PT - frame.top + aside[1]
        dx, dy = card.form.width / MM_PER_PT / 2 * across, card.form.height / MM_PER_PT / 2 * down
        left, top = x - cosine * dx + sine * dy, y - sine * dx - cosine * dy
        return (cosine * across, sine * across, -sine * down, cosine * down, left, top)


@contextmanager
def open_faces(pages: FacePages) -> Iterator[Faces]:
    """Give the pictures of freshly converted faces."""
    chunks = [pypdfium2.PdfDocument(chunk) for chunk in pages.chunks]
    try:
        yield Faces(pages, chunks)
    finally:
        for chunk in chunks:
            chunk.close()


# Pieces that are no rectangles: where their outline lies on a page, and which pixels are theirs.

POSITION_MM = 0.01
"""Of edges and sizes; a hundredth is what a good plotter repeats, and two hundred times what rounding does here."""

SINK = 2 * (EDGE_PIXELS + 1) + 1
"""Pixels of the square that eats the rim of a mask: cut lines and neighbours blur into what it eats."""


def outline_of(card: PlacedCard, outline: Outline) -> tuple[Point, ...]:
    """Return the outline where a card lies, in mm on the page."""
    return placed(outline.points, outline.size, card.trim, card.rotation)


def edge_covers(card: PlacedCard, outline: Outline) -> bool:
    """Say whether all of an outline is to be seen within the line that bounds what a card shows."""
    return _covers(_from_corner(card.edge, card), _from_corner(outline_of(card, outline), card))


def _from_corner(points: Polygon, card: PlacedCard) -> tuple[Point, ...]:
    """Return points measured from the corner of a card's trim, where they are the same for every card of a sheet."""
    return tuple((round(x - card.trim.x, 3), round(y - card.trim.y, 3)) for x, y in points)


@lru_cache(maxsize=64)
def _covers(edge: Polygon, outline: Polygon) -> bool:
    return covers(edge, outline, slack=POSITION_MM)


def covers(edge: Polygon, points: Polygon, *, slack: float) -> bool:
    """Say whether all points lie within a clockwise polygon, or less than `slack` mm outside.

    >>> covers([(0, 0), (9, 0), (9, 9), (0, 9)], [(0, 0), (9.1, 4)], slack=0.2)
    True
    """
    sides = edges_of(edge)
    middle = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    radius = max(math.dist(middle, point) for point in points)
    if all(outside(side, middle) + radius <= slack for side in sides):  # a circle around them lies within
        return True
    if all(outside(side, point) <= slack for side in sides for point in points):
        return True
    if is_convex(edge):
        return False
    return all(
        is_inside(point, edge) or min(distance_to_edge(point, *side) for side in sides) <= slack
        for point in points
    )


def mask(card: PlacedCard, outline: Outline) -> Image.Image | None:
    """Return the pixels of a card's window that are the piece's own, its rim left out; None for all of them."""
    if outline.kind == "rectangle":
        return _without_corners(card, outline.radius) if outline.radius and not card.part else None
    frame = window(card.trim)
    outline_points = outline_of(card, outline)
    corners = [(x / MM_PER_PT - frame.left, y / MM_PER_PT - frame.top) for x, y in outline_points]
    picture = Image.new("L", (frame.width, frame.height), 0)
    ImageDraw.Draw(picture).polygon(corners, fill=255)
    return picture.filter(ImageFilter.MinFilter(SINK)).crop(frame.inside)


def _without_corners(card: PlacedCard, radius: float) -> Image.Image:
    """Return the pixels of a card but those outside its round corners, and as many inside as a cut line blurs into."""
    frame = window(card.trim)
    left, top = card.trim.x / MM_PER_PT - frame.left, card.trim.y / MM_PER_PT - frame.top
    right, bottom = (side / MM_PER_PT for side in (card.trim.width, card.trim.height))
    picture = Image.new("L", (frame.width, frame.height), 255)
    pen, across = ImageDraw.Draw(picture), radius / MM_PER_PT
    for x in (left + across, left + right - across):
        for y in (top + across, top + bottom - across):
            outer = [
                math.copysign(across + 1, x - left - right / 2),
                math.copysign(across + 1, y - top - bottom / 2),
            ]
            xs, ys = sorted((x, x + outer[0])), sorted((y, y + outer[1]))
            pen.rectangle((xs[0], ys[0], xs[1], ys[1]), fill=0)
            inner = max(0.0, across - SINK / 2)
            pen.ellipse((x - inner, y - inner, x + inner, y + inner), fill=255)
    return picture.crop(frame.inside)


def outside(side: tuple[Point, Point], point: Point) -> float:
    """Return how far a point lies on the outer side of a clockwise polygon's side, in mm; negative inside."""
    (x1, y1), (x2, y2) = side
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    return ((point[0] - x1) * (y2 - y1) - (point[1] - y1) * (x2 - x1)) / length if length else -1.0


CANDIDATES = 4


@dataclass(frozen=True, slots=True)
class RecognisedCard:
    """A card and the face it is most like (None: like none); `whole` says that nothing else is to be seen there."""

    card: PlacedCard
    face: str | None
    whole: bool


@dataclass(frozen=True, slots=True)
class _CardView:
    """A card's place on its page, and what a face would look like there; both without what is not the card's own."""

    card: PlacedCard
    page: pypdfium2.PdfPage
    faces: Faces
    own: Image.Image | None

    def due(self, face: str, aside: tuple[float, float] = VIEWS[0]) -> Image.Image:
        """Return what is to be seen there if the card is `face`."""
        return self.cut_out(self.faces.picture(face, self.card, aside))

    def cut_out(self, picture: Image.Image) -> Image.Image:
        """Return the picture with white where other cards may lie."""
        if self.own is None:
            return picture
        return Image.composite(picture, Image.new("RGB", picture.size, "white"), self.own)

    def is_face(self, face: str, found: Image.Image) -> bool:
        """Say whether the place shows `face` and nothing else: in the picture at hand, or in another one."""
        if difference(found, self.due(face)) <= GREY_STEPS:
            return True
        frame = window(self.card.in_view)
        for aside in VIEWS[1:]:
            moved = (1, 0, 0, 1, aside[0] - frame.left, aside[1] - frame.top)
            again = draw_page(self.page, frame.width, frame.height, moved).crop(frame.inside)
            if difference(self.cut_out(again), self.due(face, aside)) <= GREY_STEPS:
                return True
        return False

    def nearest(self, found: Image.Image, known: Sequence[str]) -> str | None:
        """Return the face most like what is seen: a few by thumbnail, one of them by the pixel."""
        small = (24, 32)
        thumbnail = found.resize(small, Image.Resampling.BOX)
        likely = sorted(
            known, key=lambda face: distance(thumbnail, self.due(face).resize(small, Image.Resampling.BOX))
        )[:CANDIDATES]
        measured = [(distance(found, self.due(face)), face) for face in likely]
        nearest = min(measured, default=None)
        return None if nearest is None or nearest[0] > FOREIGN_GREY_STEPS else nearest[1]


def recognise_cards(
    sheet: PdfPage,
    document: pypdfium2.PdfDocument,
    faces: Faces,
    known: Sequence[str],
    *,
    cut_of: Callable[[PlacedCard], Outline],
    proved: Container[int] = (),
) -> tuple[RecognisedCard, ...]:
    """Return what is seen in the place of each card of a sheet, among the faces `known`; `cut_of` gives its outline.

    Those whose number is in `proved` show what they say they do.
    """
    page, whole, found = None, None, []
    for number, card in enumerate(sheet.cards):
        if number in proved:
            found.append(RecognisedCard(card, card.named_face, whole=True))
            continue
        if page is None or whole is None:
            page = document[sheet.page - 1]
            width, height = (round(length / MM_PER_PT) for length in (sheet.size.width, sheet.size.height))
            whole = draw_page(page, width, height, (1, 0, 0, 1, 0, 0))
        found.append(_seen(_CardView(card, page, faces, mask(card, cut_of(card))), whole, known))
    return tuple(found)


def _seen(place: _CardView, whole: Image.Image, known: Sequence[str]) -> RecognisedCard:
    card = place.card
    frame = window(card.in_view)
    right, bottom = frame.left + frame.width, frame.top + frame.height
    found = place.cut_out(whole.crop((frame.left, frame.top, right, bottom)).crop(frame.inside))
    if card.named_face in known and place.is_face(card.named_face, found):
        return RecognisedCard(card, card.named_face, whole=True)
    nearest = place.nearest(found, known)
    return RecognisedCard(card, nearest, nearest is not None and place.is_face(nearest, found))

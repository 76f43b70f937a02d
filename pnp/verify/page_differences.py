"""Where a page looks otherwise than the clean one, held against each other as pictures.

Two tolerances: a spot as sharp as a letter may differ by a few steps of colour, and an area by hardly any, on average.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import pypdfium2
from PIL import Image, ImageChops, ImageDraw

from pnp.export.image_files import draw_page
from pnp.model.geometry import Point, Polygon, Rect
from pnp.units import MM_PER_PT

DPI = 150
MOST_PIXELS = 40_000_000
"""Of a page that is looked at; larger ones are drawn smaller."""

SHARP_STEPS = 8
"""Of 255, by which a spot may differ: as much as rounding moves the edge of a black letter."""

AREA = 8
"""Pixels along the side of the squares that are averaged, 1.4 mm."""

AREA_STEPS = 2
"""Of 255, by which a square differs that is not the same; a veil of 1 % on white makes 3."""

NEAR = 2
"""Squares so near belong to one spot."""

MOST_SQUARES = 4_000
"""More of them are one large spot."""

Happened = Literal["is missing", "should not be there", "differs"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a page, in mm from its top-left corner, and what happened to it."""

    box: Rect
    happened: Happened

    def __str__(self) -> str:
        """Return it in words: "something at 12.0, 30.5 mm (8.0 x 3.0 mm) is missing"."""
        box = self.box
        return f"something at {box.x:.1f}, {box.y:.1f} mm ({box.width:.1f} x {box.height:.1f} mm) {self.happened}"


@dataclass(frozen=True, slots=True)
class PageDifference:
    """How a page looks and how it should; `mask` is white where that is not the same; `scale` is pixels per mm."""

    found: Image.Image
    clean: Image.Image
    mask: Image.Image
    scale: float

    def within(self, polygon: Polygon) -> bool:
        """Say whether there is a difference within a polygon, in mm on the page."""
        part, inside = self._part(polygon)
        return ImageChops.multiply(self.mask.crop(part), inside).getbbox() is not None

    def without(self, polygons: Iterable[Polygon]) -> "PageDifference":
        """Return the difference but for what lies within these polygons."""
        left = self.mask.copy()
        pen = ImageDraw.Draw(left)
        for polygon in polygons:
            pen.polygon([(x * self.scale, y * self.scale) for x, y in polygon], fill=0)
        return PageDifference(self.found, self.clean, left, self.scale)

    def _part(self, polygon: Polygon) -> tuple[tuple[int, int, int, int], Image.Image]:
        """Return the pixels around a polygon, and a picture of them that is white within it."""
        corners = [(x * self.scale, y * self.scale) for x, y in polygon]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, top = int(min(xs)), int(min(ys))
        right, bottom = max(left + 1, int(max(xs)) + 1), max(top + 1, int(max(ys)) + 1)
        inside = Image.new("L", (right - left, bottom - top), 0)
        ImageDraw.Draw(inside).polygon([(x - left, y - top) for x, y in corners], fill=255)
        return (left, top, right, bottom), inside

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Where the page differs, the largest first."""
        boxes = sorted(_boxes(self.mask), key=lambda box: -(box[2] - box[0]) * (box[3] - box[1]))
        return tuple(Spot(self._in_mm(box), self._happened(box)) for box in boxes)

    def _in_mm(self, box: tuple[int, int, int, int]) -> Rect:
        left, top, right, bottom = (edge / self.scale for edge in box)
        return Rect(left, top, right - left, bottom - top)

    def _happened(self, box: tuple[int, int, int, int]) -> Happened:
        if _is_white(self.clean.crop(box)):
            return "should not be there"
        return "is missing" if _is_white(self.found.crop(box)) else "differs"


def compare(found: pypdfium2.PdfPage, clean: pypdfium2.PdfPage) -> PageDifference | None:
    """Return how a page differs from the clean one, on the screen or when it is printed; None when it does not."""
    width, height = clean.get_size()
    scale = min(DPI / 72, (MOST_PIXELS / (width * height)) ** 0.5)
    size, matrix = (round(width * scale), round(height * scale)), (scale, 0, 0, scale, 0, 0)
    due = draw_page(clean, *size, matrix)
    for printing in (False, True):
        seen = draw_page(found, *size, matrix, printing=printing)
        mask = mask_of(seen, due)
        if mask is not None:
            return PageDifference(seen, due, mask, scale / MM_PER_PT)
    return None


def mask_of(one: Image.Image, other: Image.Image) -> Image.Image | None:
    """Return a picture that is white where two pictures are not the same; None where they are all over."""
    apart = ImageChops.difference(one, other)
    if apart.getbbox() is None:
        return None
    red, green, blue = apart.split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    sharp = most.point(lambda step: 255 if step > SHARP_STEPS else 0)
    faint = most.point(lambda step: 0 if step > SHARP_STEPS else step)
    squares = faint.reduce(AREA).point(lambda step: 255 if step >= AREA_STEPS else 0)
    areas = squares.resize((squares.width * AREA, squares.height * AREA), Image.Resampling.NEAREST)
    veiled = ImageChops.multiply(
        areas.crop((0, 0, *sharp.size)), faint.point(lambda step: 255 if step else 0)
    )
    mask = ImageChops.lighter(sharp, veiled)
    return None if mask.getbbox() is None else mask


def corners(rect: Rect, inset: float = 0.0) -> tuple[Point, ...]:
    """Return the corners of a rectangle that is smaller by `inset` mm on every side."""
    inner = rect.grown(*[-inset] * 4)
    return (inner.x, inner.y), (inner.right, inner.y), (inner.right, inner.bottom), (inner.x, inner.bottom)


def _is_white(picture: Image.Image) -> bool:
    return all(least >= 255 - SHARP_STEPS for least, _ in picture.getextrema())  # type: ignore[misc]  # three bands


def _boxes(mask: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes around what is white, each spot by itself."""
    squares = mask.reduce(AREA)
    wide = squares.width
    left = {divmod(number, wide) for number, step in enumerate(squares.tobytes()) if step}
    if len(left) > MOST_SQUARES:
        whole = mask.getbbox()
        yield from [whole] if whole else []
        return
    while left:
        spot = _taken_together(left)
        rows, columns = [row for row, _ in spot], [column for _, column in spot]
        box = (min(columns) * AREA, min(rows) * AREA, (max(columns) + 1) * AREA, (max(rows) + 1) * AREA)
        inner = mask.crop(box).getbbox() or (0, 0, 0, 0)
        yield (box[0] + inner[0], box[1] + inner[1], box[0] + inner[2], box[1] + inner[3])


def _taken_together(left: set[tuple[int, int]]) -> Sequence[tuple[int, int]]:
    """Take a square out of those `left`, with all that are near to it or to one that is."""
    spot = [left.pop()]
    for row, column in spot:  # grows as it is read
        steps = range(-NEAR, NEAR + 1)
        for near in [(row + down, column + across) for down in steps for across in steps]:
            if near in left:
                left.remove(near)
                spot.append(near)
    return spot

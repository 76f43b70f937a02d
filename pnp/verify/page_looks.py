"""Compare the look of a page with the fresh one: render both, read their letters, and draw the difference.

Two tolerances: a spot as sharp as a letter may differ by a few steps of colour, and an area by hardly any, on average.
"""

import ctypes
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageOps
from pypdfium2 import raw

from pnp.convert.trial_pages import PDFIUM
from pnp.export.image_files import draw_page, png
from pnp.export.marks_layer import font_file
from pnp.files import remove, remove_if_empty, write
from pnp.model.geometry import MM_PER_PT, Polygon, Rect

DPI = 300
MOST_PIXELS = 40_000_000  # Of a page that is looked at; larger ones are drawn smaller.
SHARP_STEPS = 8  # Of 255, by which a spot may differ: as much as rounding moves the edge of a black letter.
AREA = 16  # Pixels along the side of the squares that are averaged, 1.4 mm.
AREA_STEPS = 2  # Of 255, by which a square differs that is not the same; a veil of 1 % on white makes 3.
LETTER_MM = 0.1  # By which a letter may lie elsewhere, or be wider: half the width of its thinnest lines.


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a page, in mm from its top-left corner, what is there, and what happened to it."""

    box: Rect
    happened: str
    what: str = "something"

    def __str__(self) -> str:
        """Return it in words: "something at 12.0, 30.5 mm (8.0 x 3.0 mm) is missing"."""
        box = self.box
        return f"{self.what} at {box.x:.1f}, {box.y:.1f} mm ({box.width:.1f} x {box.height:.1f} mm) {self.happened}"


@dataclass(frozen=True, slots=True)
class PageLook:
    """How a page looks and how it should; `mask` is white where that is not the same; `scale` is pixels per mm.

    `letters` are those that differ, whether that is seen or not.
    """

    found: Image.Image
    clean: Image.Image
    mask: Image.Image
    scale: float
    letters: tuple[Spot, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the pictures packed: another process is told of several pages, 60 MB each."""
        pictures = [png(picture, dpi=DPI) for picture in (self.found, self.clean, self.mask)]
        return _unpacked, (pictures, self.scale, self.letters)

    def within(self, polygon: Polygon) -> bool:
        """Say whether there is a difference within a polygon, in mm on the page."""
        corners = [(x * self.scale, y * self.scale) for x, y in polygon]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        left, top = int(min(xs)), int(min(ys))
        right, bottom = max(left + 1, int(max(xs)) + 1), max(top + 1, int(max(ys)) + 1)
        inside = Image.new("L", (right - left, bottom - top), 0)
        ImageDraw.Draw(inside).polygon([(x - left, y - top) for x, y in corners], fill=255)
        part = self.mask.crop((left, top, right, bottom))
        return ImageChops.multiply(part, inside).getbbox() is not None

    def without(self, polygons: Iterable[Polygon]) -> "PageLook":
        """Return the difference of the pictures but for what lies within these polygons."""
        rest = self.mask.copy()
        pen = ImageDraw.Draw(rest)
        for polygon in polygons:
            pen.polygon([(x * self.scale, y * self.scale) for x, y in polygon], fill=0)
        return PageLook(self.found, self.clean, rest, self.scale)

    @property
    def spot(self) -> Spot | None:
        """Where the pictures differ; where they do not, the first letters that do."""
        box = self.mask.getbbox()
        if box is None:
            return next(iter(self.letters), None)
        left, top, right, bottom = (edge / self.scale for edge in box)
        happened = "is missing" if _is_white(self.found.crop(box)) else "differs"
        if _is_white(self.clean.crop(box)):
            happened = "should not be there"
        return Spot(Rect(left, top, right - left, bottom - top), happened)


def _unpacked(pictures: Sequence[bytes], scale: float, letters: tuple[Spot, ...]) -> PageLook:
    found, clean, mask = (Image.open(io.BytesIO(picture)) for picture in pictures)
    return PageLook(found, clean, mask, scale, letters)


def compare(found: pypdfium2.PdfPage, clean: pypdfium2.PdfPage) -> PageLook | None:
    """Return how a page differs from the clean one, on the screen or when it is printed; None when it does not."""
    width, height = clean.get_size()
    scale = min(DPI / 72, (MOST_PIXELS / (width * height)) ** 0.5)
    size, matrix = (round(width * scale), round(height * scale)), (scale, 0, 0, scale, 0, 0)
    due = draw_page(clean, *size, matrix)
    letters = tuple(_other_letters(_letters(found, height), _letters(clean, height)))
    for printing in (False, True):
        seen = draw_page(found, *size, matrix, printing=printing)
        mask = mask_of(seen, due)
        if mask is not None or (letters and printing):
            mask = mask or Image.new("L", size, 0)
            return PageLook(seen, due, mask, scale / MM_PER_PT, letters)
    return None


Letter = tuple[str, Rect]


def _letters(page: pypdfium2.PdfPage, height: float) -> list[Letter]:
    letters: list[Letter] = []
    text = page.get_textpage()
    box, across, up = raw.FS_RECTF(), ctypes.c_double(), ctypes.c_double()
    for number in range(text.count_chars()):
        letter = chr(raw.FPDFText_GetUnicode(text.raw, number))
        if letter.isspace() or raw.FPDFText_IsGenerated(text.raw, number) == 1:
            continue
        raw.FPDFText_GetLooseCharBox(text.raw, number, ctypes.byref(box))
        raw.FPDFText_GetCharOrigin(text.raw, number, ctypes.byref(across), ctypes.byref(up))
        wide, high = box.right - box.left, box.top - box.bottom
        corner = (box.left, height - up.value - high)
        letters.append((letter, Rect(*(length * MM_PER_PT for length in (*corner, wide, high)))))
    return letters


def _other_letters(found: Sequence[Letter], clean: Sequence[Letter]) -> Iterator[Spot]:
    word, due = ("".join(letter for letter, _ in letters) for letters in (found, clean))
    parts = SequenceMatcher(None, word, due, autojunk=False).get_opcodes() if word != due else ()
    for kind, one, end, other, last in parts or [("equal", 0, len(found), 0, len(clean))]:
        if kind == "equal":
            pairs = zip(found[one:end], clean[other:last], strict=True)
            moved = [mine for mine, its in pairs if not _same_place(mine[1], its[1])]
            if moved:
                yield _letter_spot(moved, "are not where they should be, or not as wide")
            continue
        if other < last:
            yield _letter_spot(clean[other:last], "are missing")
        if one < end:
            yield _letter_spot(found[one:end], "should not be there")


def _same_place(one: Rect, other: Rect) -> bool:
    """Say whether two letters stand on the same baseline and are as wide; the height is that of a font, cut down or not."""
    edges = ((one.x, other.x), (one.right, other.right), (one.bottom, other.bottom))
    return all(abs(mine - its) <= LETTER_MM for mine, its in edges)


def _letter_spot(letters: Sequence[Letter], happened: str) -> Spot:
    boxes = [box for _, box in letters]
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    whole = Rect(x, y, max(box.right for box in boxes) - x, max(box.bottom for box in boxes) - y)
    word = "".join(letter for letter, _ in letters)
    shown = word if len(word) <= 20 else f"{word[:20]}..."
    return Spot(whole, happened, f'the letters "{shown if shown.isprintable() else "?"}"')


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


def _is_white(picture: Image.Image) -> bool:
    return all(least >= 255 - SHARP_STEPS for least, _ in picture.getextrema())  # type: ignore[misc]  # three bands


# A page that differs, as a picture: where on the page it is, what was expected, what was found, what differs.


PANEL = 420  # Pixels of the longer side of what is enlarged.
PAGE = 300  # Pixels of the height of the small page that shows where it is.
AROUND_MM = 4.0  # Shown around what differs.
GAP, LINE = 14, 24
LETTERS, FRAME, MARKED = "#202020", "#909090", (230, 0, 180)
"""The colour that marks differences is none that games are printed in."""

FOLDER = "verify"  # Of the pictures, below a game's output folder.


def draw_differences(pdf: Path, looks: Mapping[int, PageLook], title: str, folder: Path) -> Iterator[str]:
    """Draw differing pages into `folder` in the game's output; yield what is said. Raises CannotWrite."""
    name = "-".join(pdf.relative_to(folder.parent).with_suffix("").parts)
    for page, look in looks.items():
        path = folder / f"{name}-page-{page}.png"
        write(path, difference_picture(look, f"{title}, page {page}: {look.spot}"), root=folder.parent)
        yield f"page {page} is drawn beside the expected page in {folder.name}/{path.name}"


def remove_pictures(folder: Path) -> None:
    """Remove the pictures that were drawn before, and nothing else. Raises CannotWrite."""
    for path in sorted(folder.glob("*.png")):
        if re.fullmatch(r"[A-Za-z0-9_.+-]+-page-\d+\.png", path.name):
            remove(path, root=folder.parent)
    remove_if_empty(folder)


def difference_picture(difference: PageLook, title: str) -> bytes:
    """Return a PNG of how a page differs, under a title."""
    width, height = difference.clean.size
    left, top, right, bottom = difference.mask.getbbox() or (0, 0, width, height)
    around = round(AROUND_MM * difference.scale)
    box = (
        max(0, left - around),
        max(0, top - around),
        min(width, right + around),
        min(height, bottom + around),
    )
    sides = box[2] - box[0], box[3] - box[1]
    wide, high = (max(1, round(side * PANEL / max(sides))) for side in sides)
    font = ImageFont.truetype(str(font_file()), 15)
    factor = PAGE / difference.found.height
    page = difference.found.resize((max(1, round(difference.found.width * factor)), PAGE))
    frame = [round(edge * factor) for edge in box]
    ImageDraw.Draw(page).rectangle(
        (frame[0] - 2, frame[1] - 2, frame[2] + 2, frame[3] + 2), outline=MARKED, width=2
    )
    panels = [
        ("on the page", page),
        ("expected", difference.clean.crop(box).resize((wide, high), Image.Resampling.LANCZOS)),
        ("found", difference.found.crop(box).resize((wide, high), Image.Resampling.LANCZOS)),
        ("difference", _marked(difference).crop(box).resize((wide, high), Image.Resampling.NEAREST)),
    ]
    width = GAP + sum(panel.width + GAP for _, panel in panels)
    height = GAP + 2 * LINE + max(panel.height for _, panel in panels) + GAP
    whole = Image.new("RGB", (max(width, 640), height), "white")
    pen = ImageDraw.Draw(whole)
    pen.text((GAP, GAP), title, LETTERS, font)
    x, y = GAP, GAP + 2 * LINE
    for label, panel in panels:
        pen.text((x, y - LINE), label, LETTERS, font)
        whole.paste(panel, (x, y))
        pen.rectangle((x - 1, y - 1, x + panel.width, y + panel.height), outline=FRAME)
        x += panel.width + GAP
    return png(whole, dpi=DPI)


def _marked(difference: PageLook) -> Image.Image:
    pale = ImageOps.grayscale(difference.clean).point(lambda grey: 200 + grey // 5).convert("RGB")
    return Image.composite(Image.new("RGB", pale.size, MARKED), pale, difference.mask)


# What lies near the trim of a page: bleed without art, letters that a cut may hit.


Box = tuple[float, float, float, float]  # Left, bottom, right and top, in pt.
EDGE_DPI = 100
MOST_PIXELS_OF_EDGES = 20_000_000  # Of the picture of a page; larger pages are drawn coarser.
NEAR_MM = 0.5  # How far from the trim the art is looked at on both sides: a line along the cut lies between.
WHITE = 250  # From this grey on a place counts as paper.
LEAST_MM = 4.0  # Art shorter than this along an edge may end there on purpose.
SIDES = ("left", "top", "right", "bottom")


def drawn_page(page: pypdfium2.PdfPage, dpi: float, *, least: int = 1) -> tuple[Image.Image, float]:
    """Return the picture of a page, and its pixels to a pt: fewer of a large page, and `least` at each side of a small one."""
    width, height = page.get_size()
    scale = min(dpi / 72, (MOST_PIXELS_OF_EDGES / max(width * height, 1)) ** 0.5)
    size = (max(least, round(width * scale)), max(least, round(height * scale)))
    return draw_page(page, *size, (scale, 0, 0, scale, 0, 0)), scale


def sides_without_bleed(
    document: pypdfium2.PdfDocument, index: int, media: Box, trim: Box, bleed: float
) -> list[str]:
    """Return the sides of a page where art stops at the trim, though `bleed` pt lie beyond it. Raises PdfiumError."""
    near = NEAR_MM / MM_PER_PT
    if bleed <= near:
        return []
    with PDFIUM:
        page = document[index]
        page.set_rotation(0)
        page.set_cropbox(*media)
        drawn, scale = drawn_page(page, EDGE_DPI)
        page.close()
    picture = drawn.convert("L")
    left, bottom, right, top = (
        (trim[0] - media[0]) * scale,
        (media[3] - trim[1]) * scale,
        (trim[2] - media[0]) * scale,
        (media[3] - trim[3]) * scale,
    )
    step, least = near * scale, LEAST_MM / MM_PER_PT * scale
    lines = (
        (_column(picture, left + step, top, bottom), _column(picture, left - step, top, bottom)),
        (_row(picture, top + step, left, right), _row(picture, top - step, left, right)),
        (_column(picture, right - step, top, bottom), _column(picture, right + step, top, bottom)),
        (_row(picture, bottom - step, left, right), _row(picture, bottom + step, left, right)),
    )
    return [
        side for side, (inside, outside) in zip(SIDES, lines, strict=True) if _stops(inside, outside, least)
    ]


def nearest_text(document: pypdfium2.PdfDocument, index: int, trim: Box) -> float | None:
    """Return pt from the trim to the nearest letters, below 0 if cut, None without any. Raises PdfiumError."""
    with PDFIUM:
        page = document[index]
        text = page.get_textpage()
        boxes = [text.get_rect(number) for number in range(text.count_rects())]
        text.close()
        page.close()
    return min((min(margins(trim, box)) for box in boxes if meets(box, trim)), default=None)


def _stops(inside: Sequence[int], outside: Sequence[int], least: float) -> bool:
    inked = [beyond for grey, beyond in zip(inside, outside, strict=False) if grey < WHITE]
    bare = sum(1 for beyond in inked if beyond >= WHITE)
    return bare >= least and bare > len(inked) / 2


def _column(picture: Image.Image, x: float, top: float, bottom: float) -> bytes:
    return picture.crop((int(x), round(top) + 1, int(x) + 1, round(bottom) - 1)).tobytes()


def _row(picture: Image.Image, y: float, left: float, right: float) -> bytes:
    return picture.crop((round(left) + 1, int(y), round(right) - 1, int(y) + 1)).tobytes()


def meets(box: Box, other: Box) -> bool:
    """Say whether two boxes share more than an edge."""
    return box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]


def margins(outer: Box, inner: Box) -> Box:
    """Return how far a box lies inside another on each side, below 0 where it reaches beyond it."""
    return inner[0] - outer[0], inner[1] - outer[1], outer[2] - inner[2], outer[3] - inner[3]

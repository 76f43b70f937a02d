"""Each converted page drawn once, small, to find pages that hang or crash a viewer, and texts lost by the renderer."""

import math
import re
import unicodedata
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from ctypes import byref, c_double
from functools import cache
from html import unescape
from threading import Lock

import pypdfium2
from PIL import Image, ImageChops
from pypdfium2 import raw

from pnp.checks.visibility import is_meant
from pnp.model.diagnostics import CannotRender
from pnp.model.face import Face
from pnp.model.geometry import MM_PER_PT, MM_PER_UNIT, Size
from pnp.model.limits import USUAL_LIMITS, WALL_SECONDS
from pnp.svg.shapes import FaceShapes
from pnp.workers.worker import TaskLimits, begins

PDFIUM = Lock()  # pdfium is for one thread at a time: sheets are drawn while rules are typeset.

PICTURE_LIMITS = TaskLimits(60.0, 3 * USUAL_LIMITS.memory, WALL_SECONDS)
"""For drawing pages that were drawn small before: as many pixels as somebody asks for."""

HINT = "choose another font or colour; if the text is meant to be invisible, say so with data-on-purpose"
INK_STEPS = 2  # Of 255: a ground of one colour differs by no more, the palest text on it does.
_COUNTED = frozenset({"Lu", "Ll", "Lt", "Lo", "Nd", "Nl", "No", "Sc", "Sm"})
LAST = "\uffff"  # Beyond are old scripts, of which a PDF names groups of glyphs by some letters only.
LEAST_PX = 8  # The longer side of a text that is looked at: the middle of a small letter has one colour, too.
_WORDS = re.compile(r"<text\b[^>]*>(.*?)</text>", re.DOTALL)
_TAG = re.compile(r"<[^>]*>")
LARGEST_PX = 1000  # Of the longer side of a page that is looked at again, drawn with at most 72 dpi.
MOST_SHOWN = 1_000  # Thumbnails of a component or game: more would be too small, and take too long.
THUMBNAIL_DPI = 48  # A card is 166 pixels high then: enough to recognise it and to see what is amiss.
LARGEST_THUMBNAIL = 620  # The longer side, in pixels.


def draw_once(pdf: bytes, faces: Sequence[Face], shown: int, new: Sequence[int]) -> list[bytes]:
    """Draw the pages of the `new` faces; return thumbnails of those below `shown`. Raises CannotRender for a lost text."""
    thumbnails = []
    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        for number in new:
            face = faces[number]
            begins(face.key)
            page = document[number]
            picture = _small(page, grey=number >= shown)
            if lost := lost_text(page, face.svg, picture):
                raise CannotRender(f"the drawing {face.key} cannot be rendered: {lost}", HINT, face=face.key)
            if number < shown:
                thumbnails.append(_thumbnail(picture, face.page))
            page.close()
    return thumbnails


def draw_thumbnails(pdf: bytes, pages: Sequence[tuple[int, Size]]) -> list[bytes]:
    """Return the thumbnails of pages of a PDF, given by number and size; each is packed, and is for `unpacked`."""
    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        return [_thumbnail(_small(document[number]), size) for number, size in pages]


def unpacked(thumbnail: bytes, page: Size) -> Image.Image:
    """Return a packed thumbnail as a picture."""
    return Image.frombytes("RGB", pixels(page, THUMBNAIL_DPI), zlib.decompress(thumbnail))


def _thumbnail(picture: Image.Image, page: Size) -> bytes:
    small = picture.crop((0, 0, *pixels(page, THUMBNAIL_DPI)))  # pdfium has a pixel for part of one
    return zlib.compress(small.tobytes(), 1)  # PNG files take three times as long to make


def pixels(page: Size, dpi: float) -> tuple[int, int]:
    """Return how large the thumbnail of a page is at so many dpi."""
    per_mm = min(dpi / MM_PER_UNIT["in"], LARGEST_THUMBNAIL / max(page.width, page.height))
    return max(1, round(page.width * per_mm)), max(1, round(page.height * per_mm))


def _small(page: pypdfium2.PdfPage, *, grey: bool = False) -> Image.Image:
    scale = min(THUMBNAIL_DPI * MM_PER_PT / MM_PER_UNIT["in"], LARGEST_THUMBNAIL / max(page.get_size()))
    picture: Image.Image = page.render(scale=scale, grayscale=grey).to_pil()
    return picture


def lost_text(page: pypdfium2.PdfPage, svg: str, picture: Image.Image) -> str:
    """Return what is said of a text of a drawing without letters or ink on its page, of which there is a picture; "" for none."""
    written = "\0".join(_WORDS.findall(svg))
    if not written:
        return ""
    words = {*unescape(_TAG.sub("", written)).split("\0")}  # pdfium takes outlined letters once
    text_page = page.get_textpage()
    missing = letters_in("".join(words)) - letters_in(text_page.get_text_range())
    blank = letters_in("".join(_blank_texts(page, text_page, picture)))
    if not (missing or blank):
        return ""
    for drawn in FaceShapes(svg).drawn:
        text = "".join(drawn.element.itertext()) if drawn.kind == "text" else ""
        if not text or is_meant(drawn) or not drawn.leaves_ink or drawn.setting.clip is not None:
            continue
        shown = " ".join(text.split())
        letters = letters_in(text)
        if letters & missing:
            return f'"{shown}" has no letters on its page'
        if letters and letters <= blank:
            return f'"{shown}" leaves no ink on its page'
    return ""


def letters_in(text: str) -> Counter[str]:
    """Count the letters, digits and symbols of a text; blanks, hyphens, accents and forms are for each reader to choose."""
    plain = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return Counter({letter: count for letter, count in Counter(plain).items() if _is_counted(letter)})


@cache
def _is_counted(letter: str) -> bool:
    return letter <= LAST and unicodedata.category(letter) in _COUNTED


def _blank_texts(
    page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, picture: Image.Image
) -> Iterator[str]:
    """Yield the texts on a page in whose places one of 72 dpi has one colour only; its picture shows most at once."""
    width, height = picture.size
    page_size = page.get_size()
    across, down = width / page_size[0], height / page_size[1]
    scale = min(1.0, LARGEST_PX / max(page_size))
    wide, high = (math.ceil(side * scale) for side in page_size)  # as pdfium draws it
    more_across, more_down = wide / page_size[0], high / page_size[1]
    grey = picture.convert("L")
    change = ImageChops.difference(grey, ImageChops.offset(grey, -1, 0))
    edges, floor = change.tobytes().translate(_IS_EDGE), math.floor
    sides = (c_double * 4)()
    pointers = [byref(c_double.from_buffer(sides, at)) for at in (0, 8, 16, 24)]
    larger: Image.Image | None = None
    for number in range(text_page.count_rects()):  # one for nearly every letter
        raw.FPDFText_GetRect(text_page.raw, number, *pointers)
        left, top, right, bottom = sides[:]
        x1, x2 = floor(left * across) - 1, 1 - floor(-right * across)
        middle = floor(height - (top + bottom) / 2 * down)
        start = middle * width
        is_inside = x1 >= 0 and x2 <= width and 0 <= middle < height
        if is_inside and edges.find(_EDGE, start + x1, start + x2 - 1) >= 0:
            continue
        x1, x2 = floor(left * more_across) - 1, 1 - floor(-right * more_across)
        y1, y2 = floor(high - top * more_down) - 1, 1 - floor(bottom * more_down - high)
        if max(x2 - x1, y2 - y1) < LEAST_PX:  # a dot: half of all cards have one that would be missed
            continue
        if larger is None:
            larger = page.render(scale=scale).to_pil()
        if _is_blank(larger, (max(x1, 0), max(y1, 0), min(x2, wide), min(y2, high))):
            yield text_page.get_text_bounded(left, bottom, right, top)


def _is_blank(picture: Image.Image, box: tuple[int, int, int, int]) -> bool:
    """Say whether a picture has one colour in a box, which may lie beside it."""
    if box[0] >= box[2] or box[1] >= box[3]:
        return True
    bands = (band.getextrema() for band in picture.crop(box).split())
    return all(most - least <= INK_STEPS for least, most in bands)  # type: ignore[operator]  # pairs of numbers


_EDGE = b"\xff"
_IS_EDGE = bytes([0] * (INK_STEPS + 2)) + _EDGE * (254 - INK_STEPS)

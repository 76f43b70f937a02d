"""What lies near the trim of a page, seen on a picture of it: bleed without art, letters that a cut may hit."""

from collections.abc import Sequence

import pypdfium2
from PIL import Image

from pnp.convert.trial_pages import PDFIUM
from pnp.export.image_files import draw_page
from pnp.units import MM_PER_PT

Box = tuple[float, float, float, float]
"""Left, bottom, right and top, in pt."""

DPI = 100
MOST_PIXELS = 20_000_000
"""Of the picture of a page; larger pages are drawn coarser."""

NEAR_MM = 0.5
"""How far from the trim the art is looked at on both sides: a line along the cut lies between."""

WHITE = 250
"""From this grey on a place counts as paper."""

LEAST_MM = 4.0
"""Art shorter than this along an edge may end there on purpose."""

SIDES = ("left", "top", "right", "bottom")


def drawn_page(page: pypdfium2.PdfPage, dpi: float, *, least: int = 1) -> tuple[Image.Image, float]:
    """Return the picture of a page, and its pixels to a pt: fewer of a large page, and `least` at each side of a small one."""
    width, height = page.get_size()
    scale = min(dpi / 72, (MOST_PIXELS / max(width * height, 1)) ** 0.5)
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
        drawn, scale = drawn_page(page, DPI)
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
    """Return how far from the trim the nearest letters lie that are on the page, in pt; below 0 if it cuts them.

    None where there are none. Raises PdfiumError.
    """
    with PDFIUM:
        page = document[index]
        text = page.get_textpage()
        boxes = [text.get_rect(number) for number in range(text.count_rects())]
        text.close()
        page.close()
    return min((_inside(box, trim) for box in boxes if _meets(box, trim)), default=None)


def _stops(inside: Sequence[int], outside: Sequence[int], least: float) -> bool:
    """Say whether along most of the art at an edge, and of at least so many pixels, there is none beyond it."""
    inked = [beyond for grey, beyond in zip(inside, outside, strict=False) if grey < WHITE]
    bare = sum(1 for beyond in inked if beyond >= WHITE)
    return bare >= least and bare > len(inked) / 2


def _column(picture: Image.Image, x: float, top: float, bottom: float) -> bytes:
    return picture.crop((int(x), round(top) + 1, int(x) + 1, round(bottom) - 1)).tobytes()


def _row(picture: Image.Image, y: float, left: float, right: float) -> bytes:
    return picture.crop((round(left) + 1, int(y), round(right) - 1, int(y) + 1)).tobytes()


def _meets(box: Box, trim: Box) -> bool:
    return box[0] < trim[2] and trim[0] < box[2] and box[1] < trim[3] and trim[1] < box[3]


def _inside(box: Box, trim: Box) -> float:
    return min(box[0] - trim[0], box[1] - trim[1], trim[2] - box[2], trim[3] - box[3])

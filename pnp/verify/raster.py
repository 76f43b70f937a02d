"""Pictures of pages and of the places on them, at 72 dpi: one pixel is one point.

Two renderings of the same drawing differ by a few grey steps, except that a line of text may fall on one pixel row
or on the next when it lies between two; so what differs is looked at again, a fraction of a pixel aside.
"""

import ctypes
import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageStat
from pypdfium2 import raw

from pnp.model.geometry import Rect
from pnp.model.length import MM_PER_PT
from pnp.model.pages import FacePages
from pnp.verify.found import Found

ASIDE = ((0.0, 0.0), (0.37, 0.61), (0.71, 0.23))
"""How many pixels the looks lie apart, in x and y."""

EDGE = 2
"""Pixels along the trim that are not looked at: neighbours and crop marks blur into them."""

KEPT = 300
"""Pictures kept at a time, about 40 MB of poker cards."""

_QUARTERS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}


@dataclass(frozen=True, slots=True)
class Window:
    """The pixels in which a trim lies: first column and row, and how many; sizes are in points."""

    left: int
    top: int
    width: int
    height: int

    @property
    def inside(self) -> tuple[int, int, int, int]:
        """The part that is looked at, within the window."""
        return (EDGE, EDGE, self.width - EDGE, self.height - EDGE)


def window(trim: Rect) -> Window:
    """Return the whole pixels around a trim."""
    left, top = math.floor(trim.x / MM_PER_PT), math.floor(trim.y / MM_PER_PT)
    right, bottom = math.ceil(trim.right / MM_PER_PT), math.ceil(trim.bottom / MM_PER_PT)
    return Window(left, top, max(right - left, 2 * EDGE + 1), max(bottom - top, 2 * EDGE + 1))


def draw(page: pypdfium2.PdfPage, width: int, height: int, matrix: Sequence[float]) -> Image.Image:
    """Return so many pixels of a page on white; `matrix` leads from its points, y downwards, to pixels."""
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    where, clip = raw.FS_MATRIX(*matrix), raw.FS_RECTF(0, 0, width, height)
    raw.FPDF_RenderPageBitmapWithMatrix(
        bitmap.raw, page.raw, ctypes.byref(where), ctypes.byref(clip), raw.FPDF_ANNOT
    )
    picture = bitmap.to_pil()
    assert isinstance(picture, Image.Image)
    return picture.convert("RGB")


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
        self._drawn: dict[Any, Image.Image] = {}

    def __contains__(self, face: object) -> bool:
        return face in self._where

    def picture(self, face: str, card: Found, aside: tuple[float, float] = ASIDE[0]) -> Image.Image:
        """Return what the card's window should show if the card were `face`."""
        frame = window(card.in_view)
        matrix = self._matrix(card, frame, aside)
        key = (face, frame.width, frame.height, *(round(value, 3) for value in matrix))
        if len(self._drawn) >= KEPT:
            self._drawn.clear()
        if key not in self._drawn:
            chunk, page = self._where[face]
            self._drawn[key] = draw(self._chunks[chunk][page], frame.width, frame.height, matrix)
        return self._drawn[key].crop(frame.inside)

    def _matrix(self, card: Found, frame: Window, aside: tuple[float, float]) -> tuple[float, ...]:
        cosine, sine = _QUARTERS[card.rotation]
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

"""Faces as pictures of an exact number of pixels, at true size: nothing is scaled, what is missing at the edge is continued."""

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

import pypdfium2
from PIL import Image, ImageDraw

from pnp.convert.trial_pages import PDFIUM
from pnp.export.image_files import draw_page, flat_png, png
from pnp.model.face import FacePages
from pnp.model.geometry import Point, Size
from pnp.units import MM_PER_UNIT

PictureForm = Literal["png", "jpeg"]

QUALITY = 90
"""Of a JPEG: flat colours and letters show no fringes when they are enlarged."""

FINER = 4
"""A cut line is drawn so many times as fine, then made smaller: its edge is smooth."""

COVERED = 0.99
"""Of a pixel: one at the edge that the drawing covers less is taken from its neighbour."""


@dataclass(frozen=True, slots=True)
class Canvas:
    """So many pixels at so many to the inch.

    `middle` is what of the face lies in the middle of the picture, in mm from the middle of the face; `turn` turns the
    picture clockwise by 0, 90, 180 or 270 degrees. What lies outside `outline`, in mm from the middle of the picture
    before it is turned, is transparent; without an outline nothing is.
    """

    width: int
    height: int
    dpi: float
    middle: Point = (0.0, 0.0)
    turn: int = 0
    outline: tuple[Point, ...] = ()

    @property
    def size(self) -> Size:
        """Its size in mm."""
        return Size(*(pixels / self.dpi * MM_PER_UNIT["in"] for pixels in (self.width, self.height)))


def canvas_of(size: Size, dpi: float) -> Canvas:
    """Return the canvas of a size in mm, to the nearest pixel.

    >>> canvas_of(Size(69, 94), 300).width, canvas_of(Size(69, 94), 300).height
    (815, 1110)
    """
    width, height = (max(1, round(side / MM_PER_UNIT["in"] * dpi)) for side in (size.width, size.height))
    return Canvas(width, height, dpi)


@dataclass(frozen=True, slots=True)
class FacePicture:
    """A picture to make: one face, or several of one size in rows of so many `columns`, each on its own canvas."""

    faces: tuple[str, ...]
    canvas: Canvas
    columns: int = 1
    form: PictureForm = "png"

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height of the whole picture."""
        rows = math.ceil(len(self.faces) / self.columns)
        return self.canvas.width * self.columns, self.canvas.height * rows


def picture_files(pages: FacePages, wanted: Sequence[FacePicture]) -> list[bytes]:
    """Return the files of some pictures: a task for any process."""
    with OpenPages(pages) as opened:
        return [_file(opened, each) for each in wanted]


class OpenPages:
    """Converted faces whose PDFs are opened when they are needed, and closed at the end of the block."""

    def __init__(self, pages: FacePages) -> None:
        self._pages = pages
        self._documents: dict[int, pypdfium2.PdfDocument] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with PDFIUM:
            for document in self._documents.values():
                document.close()

    def drawn(self, face: str, canvas: Canvas) -> Image.Image:
        """Return a face on a canvas."""
        chunk, index = self._pages.where[face]
        with PDFIUM:
            if chunk not in self._documents:
                self._documents[chunk] = pypdfium2.PdfDocument(self._pages.chunks[chunk])
            page = self._documents[chunk][index]
            picture = _on_canvas(page, canvas)
            page.close()
        if canvas.outline:
            picture.putalpha(_inside(picture.size, canvas))
        return picture.transpose(_TURNS[canvas.turn]) if canvas.turn else picture


def _file(opened: OpenPages, wanted: FacePicture) -> bytes:
    canvas = wanted.canvas
    shown = [opened.drawn(face, canvas) for face in wanted.faces]
    picture = shown[0]
    if wanted.pixels != picture.size:
        picture = Image.new("RGB", wanted.pixels, "white")
        for number, each in enumerate(shown):
            row, column = divmod(number, wanted.columns)
            picture.paste(each, (column * canvas.width, row * canvas.height))
    if wanted.form == "jpeg":
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=QUALITY, subsampling=0, dpi=(round(canvas.dpi),) * 2)
        return out.getvalue()
    return png(picture, dpi=canvas.dpi) if picture.mode == "RGBA" else flat_png(picture, dpi=canvas.dpi)


_TURNS = {
    90: Image.Transpose.ROTATE_270,
    180: Image.Transpose.ROTATE_180,
    270: Image.Transpose.ROTATE_90,
}
"""Pillow turns the other way round."""


def _on_canvas(page: pypdfium2.PdfPage, canvas: Canvas) -> Image.Image:
    """Return what the canvas shows of a page before it is turned."""
    width, height = canvas.width, canvas.height
    if canvas.turn in (90, 270):
        width, height = height, width
    scale, inch = canvas.dpi / 72, MM_PER_UNIT["in"]
    wide, high = (side * scale for side in page.get_size())
    left = (width - wide) / 2 - canvas.middle[0] / inch * canvas.dpi
    top = (height - high) / 2 - canvas.middle[1] / inch * canvas.dpi
    picture = draw_page(page, width, height, (scale, 0, 0, scale, left, top))
    _continue_edges(picture, _covered(left, wide, width), _covered(top, high, height))
    return picture


def _covered(start: float, length: float, pixels: int) -> tuple[int, int]:
    """Return the first pixel that a drawing covers, and the one after the last.

    >>> _covered(-2.5, 20, 10), _covered(0.2, 9.795, 10)
    ((0, 10), (1, 10))
    """
    slack = 1 - COVERED
    return max(0, math.ceil(start - slack)), min(pixels, math.floor(start + length + slack))


def _continue_edges(picture: Image.Image, across: tuple[int, int], down: tuple[int, int]) -> None:
    """Fill what a drawing does not cover with the pixels at its edge."""
    (left, right), (top, bottom) = across, down
    if right <= left or bottom <= top:
        return
    for x, start, end in ((left, 0, left), (right - 1, right, picture.width)):
        if end > start:
            edge = picture.crop((x, 0, x + 1, picture.height))
            picture.paste(edge.resize((end - start, picture.height)), (start, 0))
    for y, start, end in ((top, 0, top), (bottom - 1, bottom, picture.height)):
        if end > start:
            edge = picture.crop((0, y, picture.width, y + 1))
            picture.paste(edge.resize((picture.width, end - start)), (0, start))


def _inside(size: tuple[int, int], canvas: Canvas) -> Image.Image:
    """Return how much of each pixel lies inside the outline, from 0 to 255."""
    scale = canvas.dpi / MM_PER_UNIT["in"] * FINER
    width, height = (side * FINER for side in size)
    mask = Image.new("L", (width, height))
    line = [(x * scale + width / 2, y * scale + height / 2) for x, y in canvas.outline]
    ImageDraw.Draw(mask).polygon(line, fill=255)
    return mask.resize(size, Image.Resampling.BOX)

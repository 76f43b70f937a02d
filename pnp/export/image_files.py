"""Faces as pictures of an exact number of pixels, rendered from the PDF that will be printed; pictures as files."""

import ctypes
import io
import math
import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pypdfium2
from PIL import Image, ImageDraw
from PIL.PngImagePlugin import putchunk
from pypdfium2 import raw

from pnp.convert.trial_pages import PDFIUM
from pnp.load.cutting_machines import CuttingMachine
from pnp.model.face import FRONT, FacePages, Side
from pnp.model.game import Component
from pnp.model.geometry import MM_PER_UNIT, Point, Size, rounded
from pnp.svg.images import pixels_for


def page_picture(pdf: Path | bytes, index: int, *, dpi: float = 96) -> Image.Image:
    """Return page `index` (from 0) of a PDF as an RGB picture on white, rounded to whole pixels."""
    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        return _raster(document[index], dpi / 72)


def face_picture(pages: FacePages, face: str, *, dpi: float = 96) -> Image.Image:
    """Return the picture of a converted face, bleed included."""
    return next(face_pictures(pages, [face], dpi=dpi))


def face_pictures(pages: FacePages, faces: Iterable[str], *, dpi: float) -> Iterator[Image.Image]:
    """Yield the pictures of converted faces, bleed included."""
    with OpenPages(pages) as opened:
        for face in faces:
            yield opened.picture(face, lambda page: _raster(page, dpi / 72))


def png(picture: Image.Image, *, dpi: float) -> bytes:
    """Return a picture as a PNG file that states its resolution, which print-on-demand sites read."""
    out = io.BytesIO()
    # Level 2 takes half the time of level 6 and 6 % more room.
    picture.save(out, "PNG", dpi=(dpi, dpi), compress_level=2)
    return out.getvalue()


BAND = 128  # Rows of a picture that are packed at a time, so that it is never held twice.


def flat_png(picture: Image.Image, *, dpi: float) -> bytes:
    """Return an RGB picture as a PNG file without filters: drawings need none, and choosing them takes most of the time."""
    return png_of_bands(picture.size, (png_band(picture, top) for top in range(0, picture.height, BAND)), dpi)


def png_band(picture: Image.Image, top: int) -> bytes:
    """Return BAND rows of a picture, or those that are left, as they are in a PNG file; before them stands their sum."""
    line = 3 * picture.width
    shown = picture.crop((0, top, picture.width, min(top + BAND, picture.height))).tobytes()
    band = b"".join(b"\0" + shown[start : start + line] for start in range(0, len(shown), line))
    packer = zlib.compressobj(1, wbits=-zlib.MAX_WBITS)
    packed = packer.compress(band) + packer.flush(zlib.Z_SYNC_FLUSH)
    return zlib.adler32(band).to_bytes(_SUM_BYTES, "big") + packed


def png_of_bands(size: tuple[int, int], bands: Iterable[bytes], dpi: float) -> bytes:
    """Return the PNG file of a picture of that size in pixels from its bands, as `png_band` makes them."""
    width, height = size
    out = io.BytesIO(b"\x89PNG\r\n\x1a\n")
    out.seek(0, io.SEEK_END)
    per_metre = int(dpi / MM_PER_UNIT["in"] * 1000 + 0.5)
    putchunk(out, b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    putchunk(out, b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))
    check = zlib.adler32(b"")
    putchunk(out, b"IDAT", b"\x78\x01")  # the head of a zlib stream
    for top, band in zip(range(0, height, BAND), bands, strict=True):
        putchunk(out, b"IDAT", band[_SUM_BYTES:])
        length = min(BAND, height - top) * (1 + 3 * width)
        check = _sum_of_both(check, int.from_bytes(band[:_SUM_BYTES], "big"), length)
    end = b"\x03\0" + check.to_bytes(_SUM_BYTES, "big")  # nothing more, and the sum over all
    putchunk(out, b"IDAT", end)
    putchunk(out, b"IEND")
    return out.getvalue()


_SUM_BYTES = 4


def _sum_of_both(first: int, second: int, length: int) -> int:
    """Return the Adler-32 sum over two parts, from that of each and the length of the second.

    >>> _sum_of_both(zlib.adler32(b"one"), zlib.adler32(b"other"), 5) == zlib.adler32(b"oneother")
    True
    """
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length * ((first & 0xFFFF) - 1)
    return high % _ADLER << 16 | low % _ADLER


_ADLER = 65_521


def _raster(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    # pypdfium2's own render() rounds sizes up, which makes a 94 mm page at 300 dpi 1111 pixels high instead of 1110.
    width, height = (round(length * scale) for length in page.get_size())
    return draw_page(page, width, height, (scale, 0, 0, scale, 0, 0))


def draw_page(
    page: pypdfium2.PdfPage, width: int, height: int, matrix: Sequence[float], *, printing: bool = False
) -> Image.Image:
    """Return so many pixels of a page on white; `matrix` leads from its points, y downwards, to pixels.

    When it is printing, the picture has what a printer prints, which need not be what a screen shows.
    """
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=False)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    where, clip = raw.FS_MATRIX(*matrix), raw.FS_RECTF(0, 0, width, height)
    flags = raw.FPDF_ANNOT | (raw.FPDF_PRINTING if printing else 0)
    raw.FPDF_RenderPageBitmapWithMatrix(bitmap.raw, page.raw, ctypes.byref(where), ctypes.byref(clip), flags)
    size = (width, height)
    return Image.frombuffer("RGB", size, bitmap.buffer, "raw", "BGR", bitmap.stride, 1)  # a copy


# Faces on a canvas, at actual size: nothing is scaled, what is missing at the edge is continued.

PictureForm = Literal["png", "jpeg"]
QUALITY = 90  # Of a JPEG: flat colours and letters show no fringes when they are enlarged.
FINER = 4  # A cut line is drawn so many times as fine, then made smaller: its edge is smooth.
COVERED = 0.99  # Of a pixel: one at the edge that the drawing covers less is taken from its neighbour.


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
        return Size(*(pixels / self.dpi * MM_PER_UNIT["in"] for pixels in (self.width, self.height)))


def canvas_of(size: Size, dpi: float) -> Canvas:
    """Return the canvas of a size in mm, to the nearest pixel.

    >>> canvas_of(Size(69, 94), 300).width, canvas_of(Size(69, 94), 300).height
    (815, 1110)
    """
    return Canvas(*pixels_for(size, dpi), dpi)


@dataclass(frozen=True, slots=True)
class FacePicture:
    """A picture to make: one face, or several of one size in rows of so many `columns`, each on its own canvas."""

    faces: tuple[str, ...]
    canvas: Canvas
    columns: int = 1
    form: PictureForm = "png"

    @property
    def pixels(self) -> tuple[int, int]:
        rows = math.ceil(len(self.faces) / self.columns)
        return self.canvas.width * self.columns, self.canvas.height * rows


def picture_files(pages: FacePages, wanted: Sequence[FacePicture]) -> list[bytes]:
    """Return the files of some pictures: a task for any process."""
    with OpenPages(pages) as opened:
        return [_file(opened, picture) for picture in wanted]


class OpenPages(AbstractContextManager["OpenPages"]):
    """Converted faces whose PDFs are opened when they are needed, and closed at the end of the block."""

    def __init__(self, pages: FacePages) -> None:
        self._pages = pages
        self._documents: dict[int, pypdfium2.PdfDocument] = {}

    def __exit__(self, *_: object) -> None:
        with PDFIUM:
            for document in self._documents.values():
                document.close()

    def drawn(self, face: str, canvas: Canvas) -> Image.Image:
        """Return a face on a canvas."""
        picture = self.picture(face, lambda page: _on_canvas(page, canvas))
        if canvas.outline:
            scale = canvas.dpi / MM_PER_UNIT["in"] * FINER
            width, height = (side * FINER for side in picture.size)
            mask = Image.new("L", (width, height))
            line = [(x * scale + width / 2, y * scale + height / 2) for x, y in canvas.outline]
            ImageDraw.Draw(mask).polygon(line, fill=255)
            picture.putalpha(mask.resize(picture.size, Image.Resampling.BOX))
        return picture.transpose(_TURNS[canvas.turn]) if canvas.turn else picture

    def picture(self, face: str, draw: Callable[[pypdfium2.PdfPage], Image.Image]) -> Image.Image:
        """Return what `draw` makes of the page of a face."""
        chunk, index = self._pages.where[face]
        with PDFIUM:
            if chunk not in self._documents:
                self._documents[chunk] = pypdfium2.PdfDocument(self._pages.pdf(chunk))
            page = self._documents[chunk][index]
            picture = draw(page)
            page.close()
        return picture


def _file(opened: OpenPages, wanted: FacePicture) -> bytes:
    canvas = wanted.canvas
    shown = [opened.drawn(face, canvas) for face in wanted.faces]
    picture = shown[0]
    if wanted.pixels != picture.size:
        picture = Image.new("RGB", wanted.pixels, "white")
        for number, face in enumerate(shown):
            row, column = divmod(number, wanted.columns)
            picture.paste(face, (column * canvas.width, row * canvas.height))
    if wanted.form == "jpeg":
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=QUALITY, subsampling=0, dpi=(round(canvas.dpi),) * 2)
        return out.getvalue()
    return png(picture, dpi=canvas.dpi) if picture.mode == "RGBA" else flat_png(picture, dpi=canvas.dpi)


_TURNS = {90: Image.Transpose.ROTATE_270, 180: Image.Transpose.ROTATE_180, 270: Image.Transpose.ROTATE_90}
"""Pillow turns the other way round."""


def _on_canvas(page: pypdfium2.PdfPage, canvas: Canvas) -> Image.Image:
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
    slack = 1 - COVERED
    return max(0, math.ceil(start - slack)), min(pixels, math.floor(start + length + slack))


def _continue_edges(picture: Image.Image, across: tuple[int, int], down: tuple[int, int]) -> None:
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


# For a machine that cuts along the edge of what is not transparent: pieces in rows, each cut out already.

HALF = 128  # A pixel of which half lies on the piece is a pixel of the piece: the edge is sharp.


@dataclass(frozen=True, slots=True)
class PieceRows:
    """How the pieces of a component lie on a picture, each on a canvas, with `gap` pixels between neighbours."""

    canvas: Canvas
    columns: int
    rows: int
    gap: int

    @property
    def places(self) -> int:
        return self.columns * self.rows

    def corner(self, number: int) -> tuple[int, int]:
        """Return the top-left pixel of a place, counted from 0."""
        row, column = divmod(number, self.columns)
        return column * (self.canvas.width + self.gap), row * (self.canvas.height + self.gap)

    def pixels(self, count: int) -> tuple[int, int]:
        """Return width and height of a picture of so many pieces, which ends with them on all sides."""
        right = self.corner(min(count, self.columns) - 1)[0]
        return right + self.canvas.width, self.corner(count - 1)[1] + self.canvas.height

    def size(self, count: int) -> Size:
        """Return the size in mm of a picture of so many pieces."""
        width, height = self.pixels(count)
        return replace(self.canvas, width=width, height=height).size


def rows_within(component: Component, area: Size, machine: CuttingMachine) -> PieceRows | None:
    """Return the rows of most pieces, upright or all turned, that an area has room for; None where not one fits."""
    wide, high = (int(side / MM_PER_UNIT["in"] * machine.dpi) for side in (area.width, area.height))
    gap = round(machine.gap / MM_PER_UNIT["in"] * machine.dpi)
    ways = []
    for turn, size in zip((0, 90), component.size.either_way, strict=True):
        canvas = replace(canvas_of(size, machine.dpi), turn=turn)
        columns, rows = (wide + gap) // (canvas.width + gap), (high + gap) // (canvas.height + gap)
        if columns and rows:
            ways.append(PieceRows(canvas, columns, rows, gap))
    return max(ways, key=lambda rows: rows.places, default=None)


def cut_picture(
    opened: OpenPages, component: Component, side: Side, faces: Sequence[str], rows: PieceRows
) -> bytes:
    """Return the PNG file of these faces, one in each place of the rows, transparent around them."""
    canvas = replace(rows.canvas, outline=outline_of(component, side))
    drawn = {face: opened.drawn(face, canvas) for face in dict.fromkeys(faces)}
    alphas = {face: shown.getchannel("A") for face, shown in drawn.items()}
    masks = {face: alpha.point(lambda part: 255 * (part >= HALF)) for face, alpha in alphas.items()}
    picture = Image.new("RGBA", rows.pixels(len(faces)))
    for number, face in enumerate(faces):
        drawn[face].putalpha(masks[face])
        picture.paste(drawn[face], rows.corner(number), masks[face])
    return png(picture, dpi=canvas.dpi)


def outline_of(component: Component, side: Side) -> tuple[Point, ...]:
    """Return the cut line of a piece as that side shows it, in mm from its middle."""
    size, way = component.size, 1 if side == FRONT else -1
    return tuple((way * (x - size.width / 2), y - size.height / 2) for x, y in rounded(component.cut))

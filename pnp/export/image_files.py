"""Faces as files of pictures: PNG from the very PDF that will be printed, SVG with the right fonts for a browser."""

import ctypes
import io
import struct
import zlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import pypdfium2
from PIL import Image
from PIL.PngImagePlugin import putchunk
from pypdfium2 import raw

from pnp.convert.trial_pages import PDFIUM
from pnp.export.declared_fonts import DeclaredFont, read, style, with_style_sheet
from pnp.export.manifest import svg_address
from pnp.files import read_bytes, write
from pnp.model.face import Deck, FacePages, Side
from pnp.model.limits import USUAL_LIMITS
from pnp.svg.writer import attribute_value
from pnp.units import MM_PER_UNIT


def page_picture(pdf: Path | bytes, index: int, *, dpi: float = 96) -> Image.Image:
    """Return page `index` (from 0) of a PDF as an RGB picture on white, rounded to whole pixels."""
    with PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        return _raster(document[index], dpi / 72)


def face_picture(pages: FacePages, face: str, *, dpi: float = 96) -> Image.Image:
    """Return the picture of a converted face, bleed included."""
    chunk, index = pages.where[face]
    return page_picture(pages.chunks[chunk], index, dpi=dpi)


def face_pictures(pages: FacePages, faces: Iterable[str], *, dpi: float) -> Iterator[Image.Image]:
    """Yield the pictures of converted faces, bleed included; faces in order of conversion open each PDF once."""
    for chunk, group in groupby(faces, key=lambda face: pages.where[face][0]):
        with PDFIUM:
            document = pypdfium2.PdfDocument(pages.chunks[chunk])
        try:
            for face in group:
                with PDFIUM:
                    page = document[pages.where[face][1]]
                    picture = _raster(page, dpi / 72)
                    page.close()
                yield picture
        finally:
            with PDFIUM:
                document.close()


def png(picture: Image.Image, *, dpi: float) -> bytes:
    """Return a picture as a PNG file that states its resolution, which print-on-demand sites read."""
    out = io.BytesIO()
    # Level 2 takes half the time of level 6 and 6 % more room.
    picture.save(out, "PNG", dpi=(dpi, dpi), compress_level=2)
    return out.getvalue()


BAND = 128
"""Rows of a picture that are packed together: where one card has changed, the other bands are what they were."""


def packed_band(band: bytes) -> bytes:
    """Return a part of a zlib stream that needs nothing of those before."""
    packer = zlib.compressobj(1, wbits=-zlib.MAX_WBITS)
    return packer.compress(band) + packer.flush(zlib.Z_SYNC_FLUSH)


def flat_png(picture: Image.Image, *, dpi: float, pack: Callable[[bytes], bytes] = packed_band) -> bytes:
    """Return an RGB picture as a PNG file without filters: drawings need none, and choosing them takes most of the time.

    `pack` is something that knows what comes of `packed_band`.
    """
    out = io.BytesIO(b"\x89PNG\r\n\x1a\n")
    out.seek(0, io.SEEK_END)
    per_metre = int(dpi / MM_PER_UNIT["in"] * 1000 + 0.5)
    putchunk(out, b"IHDR", struct.pack(">IIBBBBB", *picture.size, 8, 2, 0, 0, 0))
    putchunk(out, b"pHYs", struct.pack(">IIB", per_metre, per_metre, 1))
    line, check = 3 * picture.width, zlib.adler32(b"")
    putchunk(out, b"IDAT", b"\x78\x01")  # the head of a zlib stream
    for top in range(0, picture.height, BAND):
        shown = picture.crop((0, top, picture.width, min(top + BAND, picture.height))).tobytes()
        band = b"".join(b"\0" + shown[start : start + line] for start in range(0, len(shown), line))
        check = zlib.adler32(band, check)
        putchunk(out, b"IDAT", pack(band))
    putchunk(out, b"IDAT", b"\x03\0" + check.to_bytes(4, "big"))  # nothing more, and the sum over all
    putchunk(out, b"IEND")
    return out.getvalue()


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


# One SVG file per piece and side, which opens in a browser with the right fonts and in Inkscape as it is.


def write_svgs(
    folder: Path, deck: Deck, fonts: Sequence[Path], *, left: Container[str] = frozenset()
) -> None:
    """Write every face of the deck below `folder`, the game's output folder, and the fonts it uses to svg/fonts/.

    Files that hold what they should are left alone, those that are `left`, by address, unread. Raises CannotWrite.
    """
    for path in sorted(set(fonts)):
        content = read_bytes(path, limit=USUAL_LIMITS.font_bytes)
        write(folder / "svg" / "fonts" / path.name, content, root=folder, durable=False)
    for address, svg in svg_files(deck, fonts, left=left):
        write(folder / address, svg, root=folder, durable=False)


def svg_files(
    deck: Deck, fonts: Sequence[Path], *, left: Container[str] = frozenset()
) -> Iterator[tuple[str, bytes]]:
    """Yield the address below a game's output folder and the content of the file of every face, but for those `left`."""
    known = [read(path) for path in sorted(set(fonts))]
    sides: tuple[tuple[Side, Mapping[str, str]], ...] = (("front", deck.fronts), ("back", deck.backs))
    for side, shown in sides:
        svg, last = b"", ""
        for piece, key in sorted(shown.items(), key=itemgetter(1)):  # the same back is declared once
            address = svg_address(deck.component, piece, side)
            if address in left:
                continue
            if key != last:
                svg, last = with_fonts(deck.faces[key].svg, known).encode(), key
            yield address, svg


def with_fonts(svg: str, fonts: Sequence[DeclaredFont]) -> str:
    """Return the drawing with a style sheet that declares those of `fonts` whose family it names."""
    used = [font for font in fonts if attribute_value(font.family) in svg]
    return with_style_sheet(svg, style(used, "../fonts"))

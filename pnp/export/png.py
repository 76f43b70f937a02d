"""Pictures of a PDF's pages, from the very file that will be printed."""

import ctypes
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from threading import Lock

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from pnp.model.face import FacePages

_PDFIUM = Lock()
"""pdfium is for one thread at a time: a contact sheet may be drawn while a single face is looked at."""


def page_picture(pdf: Path | bytes, index: int, *, dpi: float = 96) -> Image.Image:
    """Return page `index` (from 0) of a PDF as an RGB picture on white, rounded to whole pixels."""
    with _PDFIUM, pypdfium2.PdfDocument(pdf) as document:
        return _raster(document[index], dpi / 72)


def face_picture(pages: FacePages, face: str, *, dpi: float = 96) -> Image.Image:
    """Return the picture of a converted face, bleed included."""
    chunk, index = pages.where[face]
    return page_picture(pages.chunks[chunk], index, dpi=dpi)


def face_pictures(pages: FacePages, faces: Iterable[str], *, dpi: float) -> Iterator[Image.Image]:
    """Yield the pictures of converted faces, bleed included; faces in order of conversion open each PDF once."""
    for chunk, group in groupby(faces, key=lambda face: pages.where[face][0]):
        with _PDFIUM:
            document = pypdfium2.PdfDocument(pages.chunks[chunk])
        try:
            for face in group:
                with _PDFIUM:
                    page = document[pages.where[face][1]]
                    picture = _raster(page, dpi / 72)
                    page.close()
                yield picture
        finally:
            with _PDFIUM:
                document.close()


def png(picture: Image.Image, *, dpi: float) -> bytes:
    """Return a picture as a PNG file that states its resolution, which print-on-demand sites read."""
    out = io.BytesIO()
    # Level 2 takes half the time of level 6 and 6 % more room.
    picture.save(out, "PNG", dpi=(dpi, dpi), compress_level=2)
    return out.getvalue()


def _raster(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    # pypdfium2's own render() rounds sizes up, which makes a 94 mm page at 300 dpi 1111 pixels high instead of 1110.
    width, height = (round(length * scale) for length in page.get_size())
    return draw_page(page, width, height, (scale, 0, 0, scale, 0, 0))


def draw_page(page: pypdfium2.PdfPage, width: int, height: int, matrix: Sequence[float]) -> Image.Image:
    """Return so many pixels of a page on white; `matrix` leads from its points, y downwards, to pixels."""
    bitmap = pypdfium2.PdfBitmap.new_native(width, height, raw.FPDFBitmap_BGR, rev_byteorder=False)
    bitmap.fill_rect((255, 255, 255, 255), 0, 0, width, height)
    where, clip = raw.FS_MATRIX(*matrix), raw.FS_RECTF(0, 0, width, height)
    raw.FPDF_RenderPageBitmapWithMatrix(
        bitmap.raw, page.raw, ctypes.byref(where), ctypes.byref(clip), raw.FPDF_ANNOT
    )
    picture = bitmap.to_pil()
    assert isinstance(picture, Image.Image)
    return picture.convert("RGB")

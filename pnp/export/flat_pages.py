"""PDF/X-1a for shops that take neither RGB nor transparency: each page is one picture in the inks of a press.

No place has more ink than the paper takes; what is gray is printed in black ink alone, so that small text stays sharp.
"""

import io
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, BinaryIO

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf
from PIL import Image, ImageChops, ImageCms, ImageMath

from pnp.export.image_files import page_picture
from pnp.export.pdf_metadata import PdfMetadata, add_labels
from pnp.export.pdf_objects import page_boxes, save_pdf
from pnp.export.press_colours import PrintingCondition, add_output_intent, inks_of_srgb
from pnp.export.press_pages import say_it_is, write_card_pages
from pnp.model.face import FacePages
from pnp.model.geometry import Rect
from pnp.model.sheet import Placement, Sheet
from pnp.units import MM_PER_PT

VERSION = "PDF/X-1a:2003"
PDF_VERSION = "1.4"
"""Of which PDF/X-1a:2003 is a part."""

DPI = 600
"""So fine that letters of 5 pt have smooth edges."""


@dataclass(frozen=True, slots=True)
class FlatFile:
    """Pages with one placement each, the condition they are printed under, and the percent of ink that a place may have."""

    sheets: Sequence[Sheet]
    condition: PrintingCondition
    ink: float
    dpi: int = DPI


def write_flat_pages(stream: BinaryIO, file: FlatFile, pages: FacePages, meta: PdfMetadata) -> None:
    """Write the PDF. Raises OSError when the stream cannot be written."""
    drawn = io.BytesIO()
    write_card_pages(drawn, file.sheets, pages, meta)
    inks = inks_of_srgb(file.condition.profile)
    pictures: dict[tuple[float, float, Placement], Object] = {}
    with Pdf.new() as pdf:
        for index, sheet in enumerate(file.sheets):
            look = (sheet.size.width, sheet.size.height, replace(sheet.placements[0], piece=""))
            if look not in pictures:
                pictures[look] = _picture(
                    pdf, in_inks(page_picture(drawn.getvalue(), index, dpi=file.dpi), inks, file.ink)
                )
            _add_page(pdf, sheet, pictures[look])
        add_output_intent(pdf, file.condition)
        add_labels(pdf, (f"{sheet.placements[0].piece} {sheet.side}" for sheet in file.sheets))
        say_it_is(VERSION, pdf, meta, (sheet.placements[0].face for sheet in file.sheets))
        save_pdf(pdf, stream, force_version=PDF_VERSION)


def in_inks(picture: Image.Image, inks: ImageCms.ImageCmsTransform, most: float) -> Image.Image:
    """Return a picture in CMYK: gray in black alone, all else by the transform, with at most so many percent of ink.

    Where there is more, cyan, magenta and yellow give way in equal parts.
    """
    converted = ImageCms.applyTransform(picture, inks)
    assert converted is not None
    cyan, magenta, yellow, black = converted.split()
    room = ImageMath.lambda_eval(lambda of: round(most * 2.55) - of["k"], k=black)
    coloured = ImageMath.lambda_eval(
        lambda of: of["max"](of["float"](of["c"]) + of["m"] + of["y"], 1), c=cyan, m=magenta, y=yellow
    )
    inked = [_within(band, room, coloured) for band in (cyan, magenta, yellow)]
    red, green, blue = picture.split()
    tinted = ImageChops.lighter(ImageChops.difference(red, green), ImageChops.difference(green, blue))
    is_gray = tinted.point(lambda difference: 255 * (difference == 0))
    nothing = Image.new("L", picture.size, 0)
    gray = Image.merge("CMYK", (nothing, nothing, nothing, ImageChops.invert(red)))
    return Image.composite(gray, Image.merge("CMYK", (*inked, black)), is_gray)


def _within(band: Image.Image, room: Any, coloured: Any) -> Image.Image:
    """Return the ink of one colour, less of it where the `coloured` inks together have more than there is `room` for."""
    less = ImageMath.lambda_eval(
        lambda of: of["convert"](
            of["min"](of["float"](of["ink"]), of["ink"] * of["room"] / of["coloured"]), "L"
        ),
        ink=band,
        room=room,
        coloured=coloured,
    )
    assert isinstance(less, Image.Image)
    return less


def _picture(pdf: Pdf, picture: Image.Image) -> Object:
    stream = pdf.make_stream(
        b"",
        Type=Name.XObject,
        Subtype=Name.Image,
        Width=picture.width,
        Height=picture.height,
        BitsPerComponent=8,
        ColorSpace=Name.DeviceCMYK,
    )
    stream.write(zlib.compress(picture.tobytes()), filter=Name.FlateDecode)
    return stream


def _add_page(pdf: Pdf, sheet: Sheet, picture: Object) -> None:
    boxes = page_boxes(sheet, Rect(0, 0, sheet.size.width, sheet.size.height), sheet.placements[0].trim)
    width, height = (side / MM_PER_PT for side in (sheet.size.width, sheet.size.height))
    page = {
        "/Type": Name.Page,
        "/Resources": Dictionary(XObject=Dictionary(P=picture)),
        "/Contents": pdf.make_stream(f"q {width:.4f} 0 0 {height:.4f} 0 0 cm /P Do Q".encode()),
        **{name: Array(edges) for name, edges in boxes.items()},
    }
    pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))

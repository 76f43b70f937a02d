"""Mistakes in PDF files: in their bytes, and in their objects, after which the file is whole again."""

import io
import random
import re

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf

from tests.fuzz.font_files import anywhere
from tests.fuzz.svg_files import NUMBER, NUMBERS

KEYS = (
    *(
        "/MediaBox",
        "/TrimBox",
        "/BleedBox",
        "/CropBox",
        "/Contents",
        "/Resources",
        "/Annots",
        "/Rotate",
        "/UserUnit",
        "/Group",
        "/Parent",
        "/Type",
    ),
    *(
        "/Kids",
        "/Count",
        "/Pages",
        "/PageLabels",
        "/OCProperties",
        "/OpenAction",
        "/AA",
        "/Names",
        "/Outlines",
        "/Metadata",
        "/ViewerPreferences",
    ),
    *(
        "/Length",
        "/Filter",
        "/DecodeParms",
        "/Width",
        "/Height",
        "/BitsPerComponent",
        "/ColorSpace",
        "/SMask",
        "/BBox",
        "/Matrix",
        "/FormType",
    ),
    *(
        "/Font",
        "/XObject",
        "/ExtGState",
        "/FontFile3",
        "/FontDescriptor",
        "/DescendantFonts",
        "/ToUnicode",
        "/W",
        "/Encoding",
        "/Widths",
        "/Nums",
    ),
)
CONTENTS = (
    *(
        b"q " * 5000,
        b"Q " * 50,
        b"BT ET EMC",
        b"/X0 Do " * 50,
        b"1e38 0 0 1e38 0 0 cm",
        b"0 0 0 0 0 0 cm",
        b"nan 0 m",
        b"[[[[[",
        b"BI /W 9 ID x EI",
    ),
    *(
        b"/P << /MCID 0 >> BDC",
        b"0 0 1e9 1e9 re f",
        b"/F0 1e9 Tf (x) Tj",
        b"(",
        b"\xff\xfe",
        b"/GS0 gs " * 100,
        b"sh",
        b"1 2 3",
        b"",
    ),
)


def with_a_mistake(data: bytes, chance: random.Random) -> bytes:
    """Return the PDF with a mistake in it."""
    if chance.random() < 0.4:
        return anywhere(data, chance)
    try:
        with Pdf.open(io.BytesIO(data)) as pdf:
            _change(pdf, chance)
            out = io.BytesIO()
            pdf.save(out)
    except (
        pikepdf.PdfError,
        ValueError,
        TypeError,
        KeyError,
        AttributeError,
        IndexError,
        NotImplementedError,
        RuntimeError,
    ):
        return anywhere(data, chance)
    return out.getvalue()


def _change(pdf: Pdf, chance: random.Random) -> None:
    objects = [
        each
        for each in pdf.objects
        if isinstance(each, pikepdf.Object) and each._type_name in ("dictionary", "stream")
    ]
    holder, other = (
        chance.choice([pdf.Root, *(page.obj for page in pdf.pages), *objects]),
        chance.choice(objects),
    )
    values = (
        *(
            0,
            -1,
            2**31,
            True,
            Name("/X"),
            Name("/Pages"),
            Array([]),
            Array([0, 0, 0, 0]),
            Array([0, 0, 10**9, 10**9]),
            Dictionary(),
        ),
        *(pikepdf.String("x" * 1000), other, holder, Array([other] * 5), Array([1, Array([1, Array([1])])])),
    )
    match chance.randrange(6):
        case 0:
            key = chance.choice(sorted(holder.keys()) or ["/X"])
            holder[key] = chance.choice(values)
        case 1:
            del holder[chance.choice(sorted(holder.keys()))]
        case 2:
            holder[chance.choice(KEYS)] = chance.choice(values)
        case 3:
            page = chance.choice(list(pdf.pages))
            chance.choice(
                (lambda: pdf.pages.append(page), lambda: pdf.pages.remove(page), pdf.pages.reverse)
            )()
        case 4:
            page = chance.choice(list(pdf.pages))
            page.contents_add(pdf.make_stream(chance.choice(CONTENTS)), prepend=chance.random() < 0.5)
        case _:
            streams = [each for each in objects if each._type_name == "stream"]
            stream = chance.choice(streams)
            content = stream.read_bytes()
            stream.write(_numbers(content, chance) if chance.random() < 0.5 else anywhere(content, chance))


def _numbers(content: bytes, chance: random.Random) -> bytes:
    found = list(re.finditer(NUMBER.pattern.encode(), content[:20_000]))
    if not found:
        return content
    one = chance.choice(found)
    return content[: one.start()] + chance.choice(NUMBERS).encode() + content[one.end() :]

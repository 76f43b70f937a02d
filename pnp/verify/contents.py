"""Fonts are embedded, cut down and there once; no drawing asks for a font or a picture the file does not hold."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pikepdf import Dictionary, Name, Object, Pdf, Stream

from pnp.model.diagnostics import Diagnostic
from pnp.verify.names import Names

_SUBSET = re.compile(r"/[A-Z]{6}\+(.+)")
_FONT_USE = re.compile(rb"/([^\s/<>\[\]()]+)\s+-?[\d.]+\s+Tf\b")
_PICTURE_USE = re.compile(rb"/([^\s/<>\[\]()]+)\s+Do\b")


def check_contents(pdf: Pdf, names: Names, *, chunks: int) -> Iterator[Diagnostic]:
    """Yield what is wrong with fonts and pictures; a deck converted in several `chunks` has each font so often."""
    fonts: dict[tuple[int, int], Object] = {}
    for stream, resources in _drawings(pdf):
        held = resources.get(Name.Font, Dictionary())
        fonts |= {font.objgen: font for font in held.values()}
        yield from _missing(stream, resources, names)
    families = Counter[str]()
    for font in fonts.values():
        if font.get(Name.Subtype) == "/Type3":  # its glyphs are drawings within the file
            continue
        name = str(font.get(Name.BaseFont, "/(a font without a name)"))
        subset = _SUBSET.fullmatch(name)
        families[subset[1] if subset else name[1:]] += 1
        if not _is_embedded(font):
            yield names.finding("PNP559", f"the font {name[1:]} is not embedded", "build again")
        elif not subset:
            yield names.finding("PNP559", f"the font {name[1:]} is embedded whole", "build again")
    for family, count in sorted(families.items()):
        if count > chunks:
            yield names.finding("PNP559", f"the font {family} is embedded {count} times", "build again")


def _missing(stream: bytes, resources: Object, names: Names) -> Iterator[Diagnostic]:
    for kind, use, where in (("font", _FONT_USE, Name.Font), ("picture", _PICTURE_USE, Name.XObject)):
        held = {str(name)[1:] for name in resources.get(where, Dictionary()).keys()}  # noqa: SIM118 - not a dict
        for name in sorted({found.decode("latin-1") for found in use.findall(stream)} - held):
            fact = f"a drawing asks for the {kind} {name}, which is not in the file"
            yield names.finding("PNP560", fact, "build again")


def _is_embedded(font: Object) -> bool:
    inner = font.get(Name.DescendantFonts, [font])[0]
    descriptor = inner.get(Name.FontDescriptor, Dictionary())
    return any(name in descriptor for name in ("/FontFile", "/FontFile2", "/FontFile3"))


def _drawings(pdf: Pdf) -> Iterator[tuple[bytes, Object]]:
    """Yield every content stream of the file with its resources: pages, and the forms, masks and patterns in them."""
    for page in pdf.pages:
        contents: Any = page.obj.get(Name.Contents, [])
        streams = [contents] if isinstance(contents, Stream) else list(contents)
        yield b"\n".join(stream.read_bytes() for stream in streams), page.resources
    for each in pdf.objects:
        if isinstance(each, Stream) and (each.get(Name.Subtype) == "/Form" or Name.PatternType in each):
            yield each.read_bytes(), each.get(Name.Resources, Dictionary())

"""What is checked of any PDF: order and labels, fonts, page boxes, and how its cards lie and look."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from pikepdf import Dictionary, Name, Object, Pdf, Stream

from pnp.model.diagnostics import Diagnostic
from pnp.model.geometry import Outline, Rect, Size, around
from pnp.verify.checked_file import CheckedFile, ReadPage, same_rect
from pnp.verify.face_match import covers, outline_of, overlap
from pnp.verify.pdf_reader import PdfPage, PlacedCard
from pnp.verify.tolerances import POSITION_MM, TURN_DEGREES


def check_order(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield the pages that are not labelled "1 front", "1 back", "2 front" and so on.

    One-sided files have fronts only; in two-sided ones every front but the last has a back behind it.
    """
    number, side = 1, "front"
    for sheet in checked.sheets.pages:
        due = f"{number} {side}"
        if sheet.label != due:
            said = f'labelled "{sheet.label}"' if sheet.label else "not labelled"
            yield checked.finding("PNP552", f'page {sheet.page} is {said}, it should be "{due}"')
        if checked.sheets.flip != "none" and side == "front":
            side = "back"
        else:
            number, side = number + 1, "front"


# Fonts are embedded, cut down and there once; no drawing asks for a font or a picture the file does not hold.

_SUBSET = re.compile(r"/[A-Z]{6}\+(.+)")
_FONT_USE = re.compile(rb"/([^\s/<>\[\]()]+)\s+-?[\d.]+\s+Tf\b")
_PICTURE_USE = re.compile(rb"/([^\s/<>\[\]()]+)\s+Do\b")


def check_contents(pdf: Pdf, checked: CheckedFile, *, chunks: int) -> Iterator[Diagnostic]:
    """Yield what is wrong with fonts and pictures; a deck converted in several `chunks` has each font so often."""
    fonts: dict[tuple[int, int], Object] = {}
    for stream, resources in _drawings(pdf):
        held = resources.get(Name.Font, Dictionary())
        fonts |= {font.objgen: font for font in held.values()}
        yield from _missing(stream, resources, checked)
    families = Counter[str]()
    for font in fonts.values():
        if font.get(Name.Subtype) == "/Type3":  # its glyphs are drawings within the file
            continue
        name = str(font.get(Name.BaseFont, "/(a font without a name)"))
        subset = _SUBSET.fullmatch(name)
        families[subset[1] if subset else name[1:]] += 1
        if not _is_embedded(font):
            yield checked.finding("PNP559", f"the font {name[1:]} is not embedded")
        elif not subset:
            yield checked.finding("PNP559", f"the font {name[1:]} is embedded whole")
    for family, count in sorted(families.items()):
        if count > chunks:
            yield checked.finding("PNP559", f"the font {family} is embedded {count} times")


def _missing(stream: bytes, resources: Object, checked: CheckedFile) -> Iterator[Diagnostic]:
    for kind, use, where in (("font", _FONT_USE, Name.Font), ("picture", _PICTURE_USE, Name.XObject)):
        held = {str(name)[1:] for name in resources.get(where, Dictionary()).keys()}  # noqa: SIM118 - not a dict
        for name in sorted({found.decode("latin-1") for found in use.findall(stream)} - held):
            fact = f"a drawing asks for the {kind} {name}, which is not in the file"
            yield checked.finding("PNP560", fact)


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


# Pages have the size of their paper, and their boxes hold what lies on them.

TRUE_SIZE = 'print at "actual size" or 100 %, and build again to get a file that asks for it'


def check_boxes(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield what is wrong with the pages' boxes and with what the file asks of the printer."""
    paper = checked.paper
    if checked.sheets.scaling != "/None":
        yield checked.finding("PNP553", "nothing tells the printer to keep true size", TRUE_SIZE)
    for sheet in checked.sheets.pages:
        page = Rect(0, 0, sheet.size.width, sheet.size.height)
        if not any(sheet.size.is_like(size, within=POSITION_MM) for size in paper.size.either_way):
            fact = f"{sheet} is {_text(sheet.size)}, {paper.title} is {_text(paper.size)}"
            yield checked.finding("PNP551", fact)
        if sheet.turned:
            yield checked.finding("PNP551", f"{sheet} is turned or scaled as a whole page")
        for name, said, due in (
            ("crop box", sheet.boxes.crop, page),
            ("bleed box", sheet.boxes.bleed, around((card.clip for card in sheet.cards), sheet.size)),
            ("trim box", sheet.boxes.trim, around((card.in_view for card in sheet.cards), sheet.size)),
        ):
            if not same_rect(said, due):
                fact = f"{sheet}: the {name} is {_rect(said)}, it should be {_rect(due)}"
                yield checked.finding("PNP551", fact)


def _text(size: Size) -> str:
    return f"{size.width:.2f} x {size.height:.2f} mm"


def _rect(rect: Rect) -> str:
    return f"{_text(rect.size)} at {rect.x:.2f}, {rect.y:.2f}"


# Every place shows one card and nothing else, at true size, straight, whole, apart from others and on the paper.


def check_visibility(checked: CheckedFile, page: ReadPage) -> Iterator[Diagnostic]:
    """Yield the places of a page that show no card of the component, or one with something else upon it."""
    sheet, seen = page
    for each in seen:
        fact = f"{sheet.place(each.card)} shows {checked.face(each.face)}"
        if each.face is None:
            yield checked.finding("PNP556", fact)
        elif not each.whole:
            hint = "something lies over it, or it is an older drawing: build again"
            yield checked.finding("PNP556", f"{fact}, but not as the data has it now", hint)


def check_placing(checked: CheckedFile, sheet: PdfPage) -> Iterator[Diagnostic]:
    """Yield what is wrong with where and how the cards of a sheet lie."""
    paper, cut = Rect(0, 0, sheet.size.width, sheet.size.height), checked.component.cut
    for card in sheet.cards:
        where = sheet.place(card)
        for fault in _faults(card, checked.component.size, cut):
            yield checked.finding("PNP554", f"{where} {fault}")
        if not paper.contains(card.in_view, slack=POSITION_MM):
            yield checked.finding("PNP555", f"{where} hangs over the edge of the paper")
    for one, other in combinations(sheet.cards, 2):
        if one.trim.overlaps(other.trim, slack=POSITION_MM) and (
            cut.kind == "rectangle"
            or overlap(outline_of(one, cut), outline_of(other, cut), slack=POSITION_MM)
        ):
            yield checked.finding("PNP555", f"{sheet.place(one)} overlaps {sheet.place(other)}")


def _faults(card: PlacedCard, size: Size, cut: Outline) -> Iterator[str]:
    across, down = card.scale
    due = size if card.rotation % 180 == 0 else size.turned
    if down < 0:
        yield "is mirrored"
    if not card.trim.size.is_like(due, within=POSITION_MM):
        yield f"is {_text(card.trim.size)} ({min(across, abs(down)):.1%}), it should be {_text(due)}"
    if min(abs(card.turn - turn) for turn in (0, 90, 180, 270, 360)) > TURN_DEGREES:
        yield f"is turned by {card.turn:.2f} degrees"
    if card.part:
        return
    whole = card.clip.contains(card.trim, slack=POSITION_MM)
    if not whole or (card.edge and not covers(card.edge, outline_of(card, cut), slack=POSITION_MM)):
        yield "is cut short: not all of it is shown"

"""Stage 7: read a finished PDF back and say what on it is not as the data promises.

The file is taken at its pages' word: what is seen, where it lies, what lies behind it. The manifest is only compared.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pypdfium2
from pikepdf import Dictionary, Name, Object, Pdf, PdfError, Stream

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.geometry import Outline, Rect, Size, around, depth
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Backs
from pnp.verify.backs import check_backs, flip_of
from pnp.verify.checked_file import POSITION_MM, CheckedFile, ReadPage, same_rect
from pnp.verify.face_match import covers, open_faces, outline_of, recognise_cards
from pnp.verify.manifest import check_manifest
from pnp.verify.pdf_reader import PdfPage, PdfSheets, PlacedCard, read_file
from pnp.verify.tiled_boards import check_parts, in_parts, is_in_parts

TURN_DEGREES = 0.01


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
            cut.kind == "rectangle" or depth(outline_of(one, cut), outline_of(other, cut)) > POSITION_MM
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


# All that is checked of one file, in order.

UNREADABLE = (PdfError, pypdfium2.PdfiumError, OSError, ValueError, TypeError, AttributeError, LookupError)
"""What the PDF libraries raise on files that are damaged or are something else."""


def verify_component(
    pdf: Path,
    component: Component,
    deck: Deck,
    pages: FacePages,
    *,
    paper: Paper,
    game: str,
    manifest: Mapping[str, Any] | None = None,
    option: str = "",
) -> Iterator[Diagnostic]:
    """Yield everything that is wrong with the PDF of one component on one paper.

    `deck` and `pages` are rendered and converted afresh from the data. `option` is what a build needs to make this
    file, where that is more than the name of the game. Nothing is raised for a file that is
    damaged, foreign or missing.
    """
    checked = CheckedFile(component, deck, paper, game, f"{paper.name}/{pdf.name}", PdfSheets((), "none", ""))
    again = f"run: pnp build {game}" + (f" --paper {paper.name}" if paper.name != FULL_SIZE else "")
    again += f" {option}" if option else ""
    if not pdf.is_file():
        yield checked.finding("PNP550", "the file is not there", again)
        return
    try:
        yield from _findings(pdf, checked, pages, manifest)
    except UNREADABLE as error:
        hint = again if option else f"{again} --component {component.id}"
        fact = f"this is not a whole PDF of ours ({' '.join(str(error).split())[:120]})"
        yield checked.finding("PNP550", fact, hint)


def _findings(
    path: Path, checked: CheckedFile, faces: FacePages, manifest: Mapping[str, Any] | None
) -> Iterator[Diagnostic]:
    with Pdf.open(path, attempt_recovery=False) as pdf:
        sheets = read_file(pdf, checked.component.bleed)
        yield from check_contents(pdf, checked, chunks=len(faces.chunks))
    parted = is_in_parts(sheets, checked.component, checked.paper)
    checked = replace(checked, sheets=in_parts(sheets) if parted else sheets)
    yield from check_boxes(checked)
    known = [face for face in checked.deck.faces if face in faces.where]
    with pypdfium2.PdfDocument(path) as document, open_faces(faces) as drawn:
        pages = tuple(
            (sheet, recognise_cards(sheet, document[sheet.page - 1], drawn, known, cut=checked.component.cut))
            for sheet in checked.sheets.pages
        )
    checked = replace(checked, pages=pages)
    for page in checked.pages:
        yield from check_placing(checked, page[0])
        yield from check_visibility(checked, page)
    flip: Backs = "none"
    if parted:
        yield from check_parts(checked)
    else:
        yield from check_order(checked)
        flip = flip_of(checked)
        yield from check_backs(checked, flip)
    if manifest is not None:
        yield from check_manifest(manifest, checked, flip)

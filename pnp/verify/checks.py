"""Stage 7: read a finished PDF back and say what on it is not as the data promises.

The file is taken at its pages' word: what is seen, where it lies, what lies behind it. The manifest is only compared.
"""

import io
import re
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pypdfium2
from pikepdf import Array, Dictionary, Name, Object, Pdf, Stream

from pnp.export.pdf_metadata import PdfMetadata
from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.model.calibration import MOST_MM
from pnp.model.curves import overlap
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, FacePages
from pnp.model.game import Component
from pnp.model.geometry import Outline, Rect, Size, around
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Backs, Sheet
from pnp.units import MM_PER_PT
from pnp.verify.backs import check_backs, flip_of, is_glued
from pnp.verify.checked_file import CheckedFile, ReadPage, in_mm, same_rect
from pnp.verify.difference_picture import draw_differences
from pnp.verify.document_metadata import wrong_document
from pnp.verify.exported_pages import PlainPages
from pnp.verify.face_match import (
    POSITION_MM,
    RecognisedCard,
    edge_covers,
    open_faces,
    outline_of,
    recognise_cards,
)
from pnp.verify.file_structure import wrong_bytes
from pnp.verify.manifest import HINT as MANIFEST_HINT
from pnp.verify.manifest import check_left_out, check_manifest
from pnp.verify.object_digests import FaceDigests, ObjectDigests, face_digests
from pnp.verify.page_comparison import check_whole_pages, judged, page_differences, pages_as_clean
from pnp.verify.pdf_reader import PdfPage, PdfSheets, PlacedCard, read_file
from pnp.verify.tiled_boards import check_parts, in_parts, is_in_parts

TURN_DEGREES = 0.01


def check_placing(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield what is wrong with where and how the cards lie; pages of one layout are looked at once if all is well."""
    sound: set[int | None] = set()
    for sheet in checked.sheets.pages:
        if sheet.layout not in sound:
            found = [checked.finding(code, fact) for code, fact in _misplaced(checked, sheet)]
            yield from found
            if not found and sheet.layout is not None:
                sound.add(sheet.layout)


def _misplaced(checked: CheckedFile, sheet: PdfPage) -> Iterator[tuple[str, str]]:
    forms = [checked.forms.of(card) for card in sheet.cards]
    cuts = [checked.forms.cut_of(card) for card in sheet.cards]
    for card, form, cut in zip(sheet.cards, forms, cuts, strict=True):
        where = sheet.place(card)
        for fault in faults(card, form.size, cut):
            yield "PNP554", f"{where} {fault}"
        if not is_on_paper(card, sheet):
            yield "PNP555", f"{where} hangs over the edge of the paper"
    for (one, cut), (other, its_cut) in combinations(zip(sheet.cards, cuts, strict=True), 2):
        if one.trim.overlaps(other.trim, slack=POSITION_MM) and (
            cut.kind == its_cut.kind == "rectangle"
            or overlap(outline_of(one, cut), outline_of(other, its_cut), slack=POSITION_MM)
        ):
            yield "PNP555", f"{sheet.place(one)} overlaps {sheet.place(other)}"


def is_on_paper(card: PlacedCard, sheet: PdfPage) -> bool:
    """Say whether all that is to be seen of a card lies on its page."""
    return Rect(0, 0, sheet.size.width, sheet.size.height).contains(card.in_view, slack=POSITION_MM)


def faults(card: PlacedCard, size: Size, cut: Outline) -> Iterator[str]:
    """Yield what is wrong with how a card of that size and outline is placed."""
    across, down = card.scale
    due = size if card.rotation % 180 == 0 else size.turned
    if down < 0:
        yield "is mirrored"
    if not card.trim.size.is_like(due, within=POSITION_MM):
        yield f"is {in_mm(card.trim.size)} ({min(across, abs(down)):.1%}), it should be {in_mm(due)}"
    if min(abs(card.turn - turn) for turn in (0, 90, 180, 270, 360)) > TURN_DEGREES:
        yield f"is turned by {card.turn:.2f} degrees"
    if not (card.part or _shows_whole(card, cut)):
        yield "is cut short: not all of it is shown"


def _shows_whole(card: PlacedCard, cut: Outline) -> bool:
    if not card.clip.contains(card.trim, slack=POSITION_MM):
        return False
    return not card.edge or edge_covers(card, cut)


FURNITURE_FONT = "Lato-Regular"
"""What footers and rulers are set in: a subset of its own."""


def check_order(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield the pages that are not labelled "1 front", "1 back", "2 front" and so on.

    One-sided files have fronts only; in two-sided ones every front but the last has a back behind it. Of what is glued on
    board the back is the next sheet: "1 front", "2 back".
    """
    number, side, glued = 1, "front", checked.sheets.flip == "none" and is_glued(checked)
    for sheet in checked.sheets.pages:
        side = sheet.side if glued else side
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


Drawing = tuple[bytes, Object]
"""A content stream and its resources."""


def check_contents(
    drawings: Iterable[Drawing], known: Mapping[int, Object], checked: CheckedFile, *, chunks: int
) -> Iterator[Diagnostic]:
    """Yield what is wrong with the fonts and pictures of drawings, and with `known` fonts, which go by number.

    A deck converted in several `chunks` has each font so often.
    """
    fonts = dict(known)
    for stream, resources in drawings:
        held = resources.get(Name.Font, Dictionary())
        fonts |= {font.objgen[0]: font for font in held.values()}
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
        if count > chunks + (family == FURNITURE_FONT):  # a game may be set in it as well
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


def _drawings(pdf: Pdf) -> Iterator[Drawing]:
    """Yield every content stream of the file with its resources: pages, and the forms, masks and patterns in them."""
    for page in pdf.pages:
        contents: Any = page.obj.get(Name.Contents, [])
        streams = [contents] if isinstance(contents, Stream) else list(contents)
        yield b"\n".join(stream.read_bytes() for stream in streams), page.resources
    for each in pdf.objects:
        if isinstance(each, Stream) and (each.get(Name.Subtype) == "/Form" or Name.PatternType in each):
            yield each.read_bytes(), each.get(Name.Resources, Dictionary())


def _marks(sheets: Sequence[PdfPage]) -> Iterator[Drawing]:
    """Yield the drawings of plain pages but the cards: what pages have in common, and what each has of its own."""
    seen = set()
    for plain in (sheet.plain for sheet in sheets if sheet.plain):
        stream = plain.shared
        shared, own = stream.objgen, (plain.own, plain.fonts.unparse())
        if shared not in seen:
            yield stream.read_bytes(), stream.get(Name.Resources, Dictionary())
        if own not in seen:
            yield plain.own, Dictionary(Font=plain.fonts)
        seen |= {shared, own}


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
            fact = f"{sheet} is {in_mm(sheet.size)}, {paper.title} is {in_mm(paper.size)}"
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


def _rect(rect: Rect) -> str:
    return f"{in_mm(rect.size)} at {rect.x:.2f}, {rect.y:.2f}"


# Every place shows one card and nothing else.


def check_visibility(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield the places that show no card of the component, or one with something else upon it."""
    for sheet, seen in checked.pages:
        for each in seen:
            if each.face is not None and each.whole:
                continue
            fact = f"{sheet.place(each.card)} shows {checked.face(each.face)}"
            if each.face is None:
                yield checked.finding("PNP556", fact)
            else:
                hint = "something lies over it, or it is an older drawing: build again"
                yield checked.finding("PNP556", f"{fact}, but not as the data has it now", hint)


# All that is checked of one file, in order.


class InDoubtError(Exception):
    """What a file shows is not proved by what is written in it, and there are no faces to compare pictures with."""


def verify_component(
    pdf: Path,
    component: Component,
    deck: Deck,
    pages: FacePages | None,
    *,
    paper: Paper,
    game: str,
    digests: FaceDigests | None = None,
    manifest: Mapping[str, Any] | None = None,
    option: str = "",
    words: PdfMetadata | None = None,
    clean: Sequence[Sheet] | None = None,
    drawn_in: Path | None = None,
) -> Iterator[Diagnostic]:
    """Yield everything that is wrong with the PDF of one component on one paper.

    `deck` and `pages` are rendered and converted afresh from the data, `digests` are those of the pages, and `clean` are
    the sheets laid out afresh: without them, no page is compared as a whole. `words` are what the file should say of itself,
    `option` is what a build needs to make this file, where that is more than the name of the game; pages that differ are
    `drawn_in` a folder. Nothing is raised for a file that is damaged, foreign or missing; without pages, InDoubtError is
    raised for one that has to be looked at.
    """
    name = f"{paper.name}/{pdf.name}"
    due_sheets = None if clean is None else tuple(sorted(clean, key=lambda sheet: sheet.page))
    checked = CheckedFile(
        component, deck, paper, game, name, PdfSheets((), "none", ""), words=words, clean=due_sheets
    )
    again = f"run: pnp build {game}" + (f" --paper {paper.name}" if paper.name != FULL_SIZE else "")
    again += f" {option}" if option else ""
    if not pdf.is_file():
        if manifest is not None and checked.name in manifest.get("left_out", ()):
            yield from check_left_out(manifest, checked)
        else:
            yield checked.finding("PNP550", "the file is not there", again)
        return
    if digests is None:
        digests = face_digests(pages) if pages else FaceDigests({}, 0, {})
    try:
        due = corrections_in(manifest, component.id, paper.name)
        checked, found = _read(pdf, checked, pages, digests, due)
        yield from found
        yield from _findings(checked, manifest)
        if drawn_in is not None:
            yield from draw_differences(checked, pdf, drawn_in)
    except UNREADABLE_PDF as error:
        hint = again if option else f"{again} --component {component.id}"
        fact = f"this is not a whole PDF of ours ({' '.join(str(error).split())[:120]})"
        yield checked.finding("PNP550", fact, hint)


def _read(
    path: Path,
    checked: CheckedFile,
    pages: FacePages | None,
    digests: FaceDigests,
    corrections: Mapping[int, str],
) -> tuple[CheckedFile, list[Diagnostic]]:
    """Return a file with what is on its pages as printed, and what is wrong with its corrections, fonts and pictures."""
    component, forms = checked.component, checked.forms
    with Pdf.open(path, attempt_recovery=False) as pdf:
        wrong = [
            checked.finding("PNP561", fact, MANIFEST_HINT) for fact in undo_corrections(pdf, corrections)
        ]
        objects = ObjectDigests(pdf)
        sheets = read_file(pdf, forms.bleed, PlainPages(pdf, objects))
        parted = is_in_parts(sheets, component)
        sheets = in_parts(sheets) if parted else sheets
        same = pages_as_clean(pdf, objects, checked.clean or (), digests)
        if pdf.get_warnings():  # another reader may mend the file otherwise
            same = frozenset()
        complete = len(same) == len(sheets.pages)
        drawings = _marks(sheets.pages) if complete else _drawings(pdf)
        known = objects.fonts if complete else {}
        found = [*wrong, *check_contents(drawings, known, checked, chunks=digests.chunks)]
        found += (checked.finding("PNP535", fact) for fact in wrong_bytes(path))
        if checked.words is not None:
            faces = {face: digest for face, digest in digests.forms.items() if face in checked.deck.faces}
            strange = wrong_document(pdf, sheets, checked.words, objects, faces)
            found += (checked.finding(code, fact) for code, fact in strange)
        shown = in_memory(pdf) if corrections and not complete else path
    checked = replace(checked, sheets=sheets, parted=parted)
    if complete:
        named = (
            tuple(RecognisedCard(card, card.named_face, whole=True) for card in sheet.cards)
            for sheet in sheets.pages
        )
        return replace(checked, pages=tuple(zip(sheets.pages, named, strict=True))), found
    if pages is None:
        raise InDoubtError(checked.name)
    differences = dict(page_differences(shown, checked.clean or (), pages, same))
    seen = replace(checked, pages=tuple(_recognised(shown, checked, pages, same)), differences=differences)
    return replace(seen, pages=tuple(judged(seen))), found


def _recognised(
    pdf: Path | bytes, checked: CheckedFile, pages: FacePages, same: Container[int]
) -> Iterator[ReadPage]:
    """Yield the pages with what is seen on each; those that are the `same` as clean ones show what their forms say."""
    known = [face for face in checked.deck.faces if face in pages.where]
    forms = checked.forms
    with pypdfium2.PdfDocument(pdf) as document, open_faces(pages) as drawn:
        for sheet in checked.sheets.pages:
            proved = range(len(sheet.cards)) if sheet.page in same else ()
            yield (
                sheet,
                recognise_cards(sheet, document, drawn, known, cut_of=forms.cut_of, proved=proved),
            )


def _findings(checked: CheckedFile, manifest: Mapping[str, Any] | None) -> Iterator[Diagnostic]:
    yield from check_boxes(checked)
    yield from check_placing(checked)
    yield from check_visibility(checked)
    yield from check_whole_pages(checked)
    flip: Backs = "none"
    if checked.parted:
        yield from check_parts(checked)
    else:
        yield from check_order(checked)
        flip = flip_of(checked)
        yield from check_backs(checked, flip)
    if manifest is not None:
        yield from check_manifest(manifest, checked, flip)


_NUMBER = r"-?\d{1,5}(?:\.\d{1,12})?"
_MATRIX = re.compile(rf"{_NUMBER}(?: {_NUMBER}){{5}}")


def corrections_in(manifest: Mapping[str, Any] | None, component: str, paper: str) -> dict[int, str]:
    """Return the corrections that a manifest lists for the pages of a file, by page from 1."""
    try:
        return {
            entry["page"]: entry["correction"]
            for entry in (manifest or {}).get("sheets", ())
            if (entry["component"], entry["paper"]) == (component, paper)
            if isinstance(entry.get("correction"), str)
        }
    except (KeyError, TypeError, AttributeError):  # somebody edited it
        return {}


def undo_corrections(pdf: Pdf, due: Mapping[int, str]) -> Iterator[str]:
    """Take the corrections that are `due` off the pages; yield what is wrong with those that are not there or too large.

    What else moves a page stays, and is found as what it does to the cards.
    """
    for number, matrix in sorted(due.items()):
        page = pdf.pages[number - 1].obj if 0 < number <= len(pdf.pages) else None
        if page is None or not _MATRIX.fullmatch(matrix) or _first(page) != f"{matrix} cm".encode():
            yield f"page {number} is not corrected for the printer as the manifest says"
        elif (most := _most_moved(page, matrix)) > 2 * MOST_MM:
            yield f"page {number} is moved by {most:.1f} mm, more than any printer needs"
        else:
            page.Contents = Array(list(page.Contents)[1:])


def in_memory(pdf: Pdf) -> bytes:
    """Return the PDF as it is now."""
    out = io.BytesIO()
    pdf.save(out)
    return out.getvalue()


def _first(page: Object) -> bytes:
    contents = page.get(Name.Contents)
    stream = contents[0] if isinstance(contents, Array) and len(contents) > 1 else None
    return stream.read_bytes() if isinstance(stream, Stream) else b""


def _most_moved(page: Object, matrix: str) -> float:
    """Return by how many mm a corner of the page is moved at the most, across or down."""
    a, b, c, d, e, f = map(float, matrix.split())
    left, bottom, right, top = (float(edge) for edge in page.MediaBox.as_list())
    corners = ((x, y) for x in (left, right) for y in (bottom, top))
    moves = (max(abs(a * x + c * y + e - x), abs(b * x + d * y + f - y)) for x, y in corners)
    return max(moves) * MM_PER_PT

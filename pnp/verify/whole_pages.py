"""Every page is, as a whole, what laying the game out afresh gives: its cards to the edge of their bleed, its marks, its white."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

import pypdfium2
from pikepdf import Pdf

from pnp.export.pdf import write_pdf
from pnp.export.pdf_metadata import PdfMetadata
from pnp.files.temporary import temporary_folder
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import FacePages
from pnp.model.geometry import Polygon
from pnp.model.sheet import Placement, Sheet
from pnp.verify.checked_file import CheckedFile, ReadPage, same_rect
from pnp.verify.clean_pages import FoundPages, clean_pages
from pnp.verify.face_match import RecognisedCard, outline_of
from pnp.verify.object_digests import FaceDigests, ObjectDigests
from pnp.verify.page_differences import PageDifference, compare, corners
from pnp.verify.pdf_reader import PdfPage, PlacedCard

SAME_PLACE_MM = 1.0
"""Two cards nearer than that are meant for the same place."""

EDGE_MM = 0.3
"""Along the trim that counts as bleed: crop marks and neighbours blur into it."""

NAMED = 3
"""Spots of a page that are named; of the others it is said how many there are."""

HINT = "build again; pnp verify --explain draws what differs"


def pages_as_clean(
    pdf: Pdf, objects: ObjectDigests, sheets: Sequence[Sheet], digests: FaceDigests
) -> frozenset[int]:
    """Return the pages, from 1, that are made of just what exporting the sheets gives."""
    if not sheets or any(each.face not in digests.sizes for sheet in sheets for each in sheet.placements):
        return frozenset()
    found = FoundPages(pdf, objects)
    pairs = zip(pdf.pages, clean_pages(sheets, digests.sizes, digests.forms), strict=False)
    return frozenset(number for number, (page, clean) in enumerate(pairs, 1) if found.is_as(page, clean))


def page_differences(
    pdf: Path | bytes, sheets: Sequence[Sheet], pages: FacePages, left: Collection[int]
) -> Iterator[tuple[int, PageDifference]]:
    """Yield the pages, from 1, that do not look as a clean export, but for those `left` out, and how they look."""
    looked_at = [sheet for sheet in sheets if sheet.page not in left]
    if not looked_at:
        return
    with temporary_folder("verify") as folder:
        path = Path(folder, "clean.pdf")
        write_pdf(path, looked_at, pages, meta=PdfMetadata("", ""))
        with pypdfium2.PdfDocument(pdf) as found, pypdfium2.PdfDocument(path) as clean:
            for index, sheet in enumerate(looked_at):
                if sheet.page <= len(found):
                    difference = compare(found[sheet.page - 1], clean[index])
                    if difference is not None:
                        yield sheet.page, difference


def judged(checked: CheckedFile) -> Iterator[ReadPage]:
    """Yield the pages with what is seen on them, where a card that differs in any spot is not whole."""
    for sheet, seen in checked.pages:
        difference, due = checked.differences.get(sheet.page), _sheet(checked, sheet)
        if difference is None or due is None:
            yield sheet, seen
            continue
        yield (
            sheet,
            tuple(
                RecognisedCard(each.card, each.face, whole=False)
                if _is_in_place(each, due) and difference.within(_inside(checked, each.card))
                else each
                for each in seen
            ),
        )


def check_whole_pages(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield where a page differs beside its cards, in their bleed, or in which card lies where."""
    if checked.clean is None:
        return
    count, due_count = len(checked.pages), len(checked.clean)
    if count != due_count:
        yield checked.finding("PNP530", f"the file has {count} pages, building it gives {due_count}")
    for sheet, seen in checked.pages:
        difference, due = checked.differences.get(sheet.page), _sheet(checked, sheet)
        if difference is not None and due is not None:
            yield from _beside_the_cards(checked, (sheet, seen), due, difference)


def _beside_the_cards(
    checked: CheckedFile, page: ReadPage, due: Sheet, difference: PageDifference
) -> Iterator[Diagnostic]:
    sheet, seen = page
    inner = [_outline(checked, each.card) for each in seen]
    rest = difference.without(inner)
    for each in seen:
        place, fact = sheet.place(each.card), ""
        placement = _placement(each.card, due)
        if each.face is None or not each.whole:
            continue  # said where what is seen is checked
        if placement is None:
            fact = f"{place} shows {checked.face(each.face)}, where building again puts nothing"
        elif placement.face != each.face:
            fact = f"{place} shows {checked.face(each.face)}, where building again puts {checked.face(placement.face)}"
        if placement is None or fact:
            yield checked.finding("PNP530", fact, HINT)
        elif rest.within(_bleed(placement)):
            fact = f"{place} shows {checked.face(each.face)}, but its bleed or its very edge is not as the data has it"
            yield checked.finding("PNP531", fact, HINT)
    shown = (*(each.card for each in seen), *(_placement(each.card, due) for each in seen))
    spots = rest.without(_bleed(each) for each in shown if each is not None).spots
    if spots:
        more = f" (and in {len(spots) - NAMED} more places)" if len(spots) > NAMED else ""
        said = "; ".join(map(str, spots[:NAMED]))
        yield checked.finding("PNP530", f"{sheet}: {said}{more}", HINT)


def _sheet(checked: CheckedFile, sheet: PdfPage) -> Sheet | None:
    return next((each for each in checked.clean or () if each.page == sheet.page), None)


def _placement(card: PlacedCard, due: Sheet) -> Placement | None:
    """Return what should lie where a card lies."""
    near = (each for each in due.placements if same_rect(each.trim, card.trim, within=SAME_PLACE_MM))
    return next(near, None)


def _is_in_place(each: RecognisedCard, due: Sheet) -> bool:
    placement = _placement(each.card, due)
    return placement is not None and placement.face == each.face


def _inside(checked: CheckedFile, card: PlacedCard) -> Polygon:
    cut = checked.forms.cut_of(card)
    return corners(card.in_view, EDGE_MM) if cut.kind == "rectangle" else outline_of(card, cut)


def _outline(checked: CheckedFile, card: PlacedCard) -> Polygon:
    cut = checked.forms.cut_of(card)
    return corners(card.in_view) if cut.kind == "rectangle" else outline_of(card, cut)


def _bleed(place: PlacedCard | Placement) -> Polygon:
    return place.edge or corners(place.clip)

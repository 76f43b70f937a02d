"""Pages compared as a whole with a fresh export: cards to the edge of their bleed, marks, blank paper."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream

from pnp.export.marks_layer import placed_marks
from pnp.export.page_content import page_contents, slots
from pnp.export.pdf import write_pdf
from pnp.export.pdf_metadata import PdfMetadata
from pnp.export.pdf_objects import SHARED_MARKS
from pnp.files import temporary_folder
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import FacePages
from pnp.model.geometry import Polygon, Size
from pnp.model.sheet import Placement, Sheet
from pnp.verify.checked_file import CheckedFile, ReadPage, same_rect
from pnp.verify.exported_pages import PAGE_KEYS, RESOURCE_KEYS, ROOT_KEYS, TREE_KEYS, digests_of_layers
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


BOX_PT = 0.001
"""Within which two edges of a box are the same: others write their numbers with fewer digits."""


@dataclass(frozen=True, slots=True)
class CleanPage:
    """What a page is made of: operators, boxes, and the digests of its forms, by name, and of its fonts."""

    content: bytes
    boxes: Mapping[str, tuple[float, ...]]
    forms: Mapping[str, bytes]
    fonts: bytes


def clean_pages(
    sheets: Sequence[Sheet], sizes: Mapping[str, Size], faces: Mapping[str, bytes]
) -> Iterator[CleanPage]:
    """Yield the page of each sheet; `sizes` and `faces` are the sizes of the faces and the digests of their forms."""
    with Pdf.new() as pdf, placed_marks(pdf, sheets) as marks:
        digests = ObjectDigests(pdf, unpacked=True)
        fonts = digests.of(marks.fonts)
        for sheet, look, own in zip(sheets, page_contents(sheets, sizes), marks.pages, strict=True):
            forms = {slot: faces.get(placement.face, b"") for slot, placement in slots(sheet)}
            yield CleanPage(
                b"\n".join((*look.content, *own.content)),
                {name: tuple(float(edge) for edge in edges) for name, edges in look.boxes.items()},
                forms | {SHARED_MARKS: digests.of(own.form)},
                fonts,
            )


class FoundPages:
    """Tells the pages of a PDF that are as clean ones."""

    def __init__(self, pdf: Pdf, faces: ObjectDigests) -> None:
        self._faces, self._marks = faces, ObjectDigests(pdf, unpacked=True)
        self._streams: dict[tuple[int, int], bytes] = {}
        root = pdf.Root
        self._tree = root.Pages.objgen
        self._sound = (
            root.keys() <= ROOT_KEYS and root.Pages.keys() <= TREE_KEYS and Name.OCProperties in root
        )
        self._sound = self._sound and faces.of(root.OCProperties) == digests_of_layers()[0]

    def is_as(self, page: Page, clean: CleanPage) -> bool:
        """Say whether a page is made of what the clean one is made of, and inherits nothing."""
        whole, parent = page.obj, page.obj.get(Name.Parent)
        resources = whole.get(Name.Resources)
        if not (self._sound and isinstance(resources, Dictionary) and resources.keys() <= RESOURCE_KEYS):
            return False
        return (
            whole.keys() == PAGE_KEYS
            and whole.Type == Name.Page
            and parent is not None
            and parent.objgen == self._tree
            and self._content(whole.Contents) == clean.content
            and all(_is_box(whole[name], edges) for name, edges in clean.boxes.items())
            and self._faces.of(resources.get(Name.Properties, Dictionary())) == digests_of_layers()[1]
            and self._marks.of(resources.get(Name.Font, Dictionary())) == clean.fonts
            and self._shows(resources.get(Name.XObject, Dictionary()), clean.forms)
        )

    def _shows(self, forms: Object, due: Mapping[str, bytes]) -> bool:
        return (
            forms.keys() == due.keys()
            and self._marks.of(forms[SHARED_MARKS]) == due[SHARED_MARKS]
            and all(self._faces.of(forms[name]) == due[name] for name in due if name != SHARED_MARKS)
            and not (self._faces.endless or self._marks.endless)
        )

    def _content(self, contents: Any) -> bytes:
        streams = [contents] if isinstance(contents, Stream) else list(contents)
        return b"\n".join(map(self._bytes, streams))

    def _bytes(self, stream: Object) -> bytes:
        if stream.objgen not in self._streams:
            self._streams[stream.objgen] = stream.read_bytes()
        return self._streams[stream.objgen]


def _is_box(box: object, edges: Sequence[float]) -> bool:
    if not isinstance(box, Array) or len(box) != len(edges):
        return False
    return all(abs(float(one) - other) <= BOX_PT for one, other in zip(box.as_list(), edges, strict=True))

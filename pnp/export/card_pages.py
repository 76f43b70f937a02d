"""One side of one card on each page of a PDF, the page as large as the card with its bleed: what shops cut cards from."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Page, Pdf

from pnp.export.form_xobjects import FaceForm, face_forms
from pnp.export.page_content import box, matrix, numbers
from pnp.export.pdf import deferred_errors
from pnp.export.pdf_metadata import PdfMetadata, describe
from pnp.model.face import FRONT, FacePages, Side
from pnp.model.geometry import SLACK, Rect, Size
from pnp.model.sheet import Placement, Sheet
from pnp.text import decimal


@dataclass(frozen=True, slots=True)
class CardSide:
    """A side of a card: the face it shows, turned clockwise by 0, 90, 180 or 270 degrees; "" shows nothing."""

    piece: str
    face: str
    rotation: int = 0
    side: Side = FRONT


def card_pages(component: str, sides: Sequence[CardSide], page: Size, trim: Size) -> tuple[Sheet, ...]:
    """Return a page for each side, each cut to `trim` about its middle."""
    whole = Rect(0, 0, page.width, page.height)
    cut = Rect((page.width - trim.width) / 2, (page.height - trim.height) / 2, trim.width, trim.height)
    return tuple(
        Sheet(
            component=component,
            paper="card",
            size=page,
            side=side.side,
            flip="none",
            number=number,
            count=len(sides),
            page=number,
            placements=(Placement(side.piece, 1, side.face, cut, whole, side.rotation),),
        )
        for number, side in enumerate(sides, 1)
    )


def write_card_pages(stream: BinaryIO, sheets: Sequence[Sheet], pages: FacePages, meta: PdfMetadata) -> None:
    """Write the PDF of pages with one placement each. Raises OSError when the stream cannot be written."""
    keys = dict.fromkeys(each.placements[0].face for each in sheets if each.placements[0].face)
    with Pdf.new() as pdf, face_forms(pdf, pages, list(keys)) as forms, deferred_errors(stream) as deferring:
        looks: dict[tuple[Size, Placement], tuple[Object, dict[str, Array]]] = {}
        for sheet in sheets:
            (placement,) = sheet.placements
            look = (sheet.size, replace(placement, piece=""))
            if look not in looks:
                looks[look] = (
                    pdf.make_stream(face_content(sheet, forms.get(placement.face))),
                    page_boxes(sheet),
                )
            content, boxes = looks[look]
            shown = {"/F": forms[placement.face].form} if placement.face else {}
            resources = Dictionary(XObject=Dictionary(shown))
            page = {"/Type": Name.Page, "/Resources": resources, "/Contents": content, **boxes}
            pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))
        describe(pdf, sheets, meta)
        packed = ObjectStreamMode.generate
        pdf.save(deferring, min_version="1.7", object_stream_mode=packed, deterministic_id=True)


def page_boxes(sheet: Sheet) -> dict[str, Array]:
    """Return the boxes of a page: all of it may carry ink, the trim is what is cut out."""
    whole, cut = Rect(0, 0, sheet.size.width, sheet.size.height), sheet.placements[0].trim
    boxes = {"/MediaBox": whole, "/CropBox": whole, "/BleedBox": whole, "/TrimBox": cut}
    return {
        name: Array([Decimal(decimal(edge)) for edge in box(rect, sheet.size)])
        for name, rect in boxes.items()
    }


def face_content(sheet: Sheet, face: FaceForm | None, *, continued: bool = True) -> bytes:
    """Return the operators that show a face; one that ends before the page is `continued` with what is at its edge."""
    if face is None:
        return b""
    (placement,) = sheet.placements
    shown = (*(_beyond(placement, face.size, sheet.size) if continued else ()), placement)
    return "\n".join(
        f"q {numbers(matrix(each, face.size, sheet.size))} cm /F Do Q" for each in shown
    ).encode()


def _beyond(placement: Placement, face: Size, page: Size) -> Iterator[Placement]:
    """Yield the places that a face is drawn at below itself: moved outwards by as much as the page is larger."""
    size = face.turned if placement.rotation in (90, 270) else face
    missing = [max(0.0, (page.width - size.width) / 2), max(0.0, (page.height - size.height) / 2)]
    if max(missing) <= SLACK:
        return
    trim = placement.trim
    for x, y in ((-1, -1), (1, -1), (-1, 1), (1, 1), (-1, 0), (1, 0), (0, -1), (0, 1)):
        yield replace(
            placement, trim=Rect(trim.x + x * missing[0], trim.y + y * missing[1], trim.width, trim.height)
        )

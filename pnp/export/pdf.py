"""Sheets to one PDF: each face once as a form, placed as often as there are copies, marks on a layer above.

The same sheets and faces give the same bytes.
"""

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, ObjectStreamMode, Page, Pdf

from pnp.export.form_xobjects import (
    MANY,
    SHARED_MARKS,
    FaceForm,
    face_forms,
    placed_marks,
    stand_ins,
    write_long,
)
from pnp.export.pdf_metadata import CARDS, MARKS, PdfMetadata, add_layers, describe
from pnp.files import sweep, writing
from pnp.model.face import FacePages
from pnp.model.geometry import QUARTER_TURNS, Rect, Size, around
from pnp.model.sheet import Placement, Sheet
from pnp.text import decimal
from pnp.units import MM_PER_PT

# From mm, y downwards, to PDF points, y upwards: boxes, matrices and how their numbers are printed.


def numbers(values: Iterable[float]) -> str:
    """Return several numbers with spaces between."""
    return " ".join(decimal(value) for value in values)


def box(rect: Rect, sheet: Size) -> tuple[float, float, float, float]:
    """Return (left, bottom, right, top) in points of a rectangle on a sheet.

    >>> numbers(box(Rect(0, 0, 210, 297), Size(210, 297)))
    '0 0 595.2756 841.8898'
    """
    return (
        rect.x / MM_PER_PT,
        (sheet.height - rect.bottom) / MM_PER_PT,
        rect.right / MM_PER_PT,
        (sheet.height - rect.y) / MM_PER_PT,
    )


def point(x: float, y: float, sheet: Size) -> tuple[float, float]:
    """Return a point of a sheet in points.

    >>> numbers(point(0, 0, Size(210, 297)))
    '0 841.8898'
    """
    return (x / MM_PER_PT, (sheet.height - y) / MM_PER_PT)


def matrix(placement: Placement, face: Size, sheet: Size) -> tuple[float, float, float, float, float, float]:
    """Return the PDF matrix that lays a face page of size `face` (bleed included) where `placement` says.

    The face turns clockwise about its centre, which comes to lie on the centre of the trim.
    """
    cosine, sine = QUARTER_TURNS[placement.rotation]
    trim = placement.trim
    x, y = trim.x + trim.width / 2, sheet.height - trim.y - trim.height / 2
    dx, dy = face.width / 2, face.height / 2
    left, bottom = x - cosine * dx - sine * dy, y + sine * dx - cosine * dy
    return (cosine, -sine, sine, cosine, left / MM_PER_PT, bottom / MM_PER_PT)


def write_pdf(
    path: Path, sheets: Sequence[Sheet], pages: FacePages, *, meta: PdfMetadata, root: Path | None = None
) -> None:
    """Write the sheets of one component on one paper, one page each, in the order of `Sheet.page`.

    Only the faces the sheets show get into the file. Without sheets none is written: a PDF has at least one page.
    `root` is the output folder (default: the file's own folder).
    Raises CannotWrite when the file cannot be written; the old one is whole then.
    """
    if not sheets:
        return
    sheets = sorted(sheets, key=lambda sheet: sheet.page)
    sweep(path.parent)
    keys = list(dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements))
    many = len(keys) > MANY
    with (
        Pdf.new() as pdf,
        placed_marks(pdf, sheets) as placed,
        (stand_ins if many else face_forms)(pdf, pages, keys) as faces,
    ):
        layers = add_layers(pdf)
        looks = _page_looks(sheets, faces)
        streams = {look.content: pdf.make_stream(look.content) for look in looks}
        for sheet, look, marks in zip(sheets, looks, placed, strict=True):
            shown = {slot: faces[placement.face].form for slot, placement in _slots(sheet)}
            xobjects = Dictionary(shown | marks.forms)
            page = {
                "/Type": Name.Page,
                "/Resources": Dictionary(XObject=xobjects, Font=marks.fonts, Properties=layers),
                "/Contents": Array([streams[look.content], *marks.content]),
                **{name: Array(edges) for name, edges in look.boxes.items()},
            }
            pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))
        describe(pdf, sheets, meta)
        with writing(path, root=root) as stream, deferred_errors(stream) as deferring:
            if many:
                write_long(pdf, faces, pages, deferring)
            else:
                packed = ObjectStreamMode.generate
                pdf.save(deferring, min_version="1.7", object_stream_mode=packed, deterministic_id=True)


def _slots(sheet: Sheet) -> Iterator[tuple[str, Placement]]:
    """Yield each placement with its name on the page.

    Names go by place, not by face, so that sheets that differ in nothing but the faces share their content.
    """
    return ((f"/C{number}", placement) for number, placement in enumerate(sheet.placements, 1))


@dataclass(frozen=True, slots=True)
class _PageLook:
    """What pages have in common whose faces lie in the same places: the operators that show them, and the boxes."""

    content: bytes
    boxes: Mapping[str, Sequence[Decimal]]


def _page_looks(sheets: Sequence[Sheet], faces: Mapping[str, FaceForm]) -> list[_PageLook]:
    """Return the look of every page, each worked out once."""
    known: dict[object, _PageLook] = {}
    looks = []
    for sheet in sheets:
        places = tuple(
            (each.trim, each.clip, each.rotation, each.edge, faces[each.face].size)
            for each in sheet.placements
        )
        if (look := known.get((sheet.size, places))) is None:
            look = known[sheet.size, places] = _PageLook(_shared_content(sheet, faces), _boxes(sheet))
        looks.append(look)
    return looks


def _shared_content(sheet: Sheet, faces: Mapping[str, FaceForm]) -> bytes:
    """Return the operators that show the faces of a sheet: clip to what may be seen, turn and move, draw.

    The marks that sheets share comes last, over the cards.
    """
    lines = [f"/OC /{CARDS} BDC"]
    for slot, placement in _slots(sheet):
        clip = _outline(placement, sheet)
        place = numbers(matrix(placement, faces[placement.face].size, sheet.size))
        lines.append(f"q {clip} W n {place} cm {slot} Do Q")
    lines.append(f"EMC\n/OC /{MARKS} BDC {SHARED_MARKS} Do EMC")
    return "\n".join(lines).encode()


def _outline(placement: Placement, sheet: Sheet) -> str:
    """Return the path around what may be seen of a face."""
    if placement.edge:
        corners = [numbers(point(x, y, sheet.size)) for x, y in placement.edge]
        return f"{corners[0]} m {' l '.join(corners[1:])} l h"
    left, bottom, right, top = box(placement.clip, sheet.size)
    return f"{numbers((left, bottom, right - left, top - bottom))} re"


def _boxes(sheet: Sheet) -> dict[str, list[Decimal]]:
    """Return the page boxes: paper, paper, what may carry ink, what is cut out."""
    paper = Rect(0, 0, sheet.size.width, sheet.size.height)
    bleed = around((placement.clip for placement in sheet.placements), sheet.size)
    trim = around((each.trim.common(each.clip) for each in sheet.placements), sheet.size)
    boxes = {"/MediaBox": paper, "/CropBox": paper, "/BleedBox": bleed, "/TrimBox": trim}
    return {name: [Decimal(decimal(edge)) for edge in box(rect, sheet.size)] for name, rect in boxes.items()}


# A stream for libraries that cannot bear a full disk: QPDF ends the whole program when a write fails.


class _DeferringStream(io.BufferedIOBase):
    """Writes to `stream` until that fails, and then says yes to everything."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.failed: OSError | None = None

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # QPDF hands over bytes
        if self.failed is None:
            try:
                self._stream.write(data)
            except OSError as error:
                self.failed = error
        return len(data)


@contextmanager
def deferred_errors(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Give a stream on which no write fails; the OSError of the first that did is raised at the end of the block."""
    deferring = _DeferringStream(stream)
    yield deferring  # type: ignore[misc]  # a BinaryIO is what has its methods
    if deferring.failed is not None:
        raise deferring.failed

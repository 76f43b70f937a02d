"""PDF reading and writing: pages as forms placed for each copy, metadata, bookmarks and layers."""

import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from typing import BinaryIO

import pypdfium2
from pikepdf import (
    AccessMode,
    Array,
    Dictionary,
    Name,
    Object,
    ObjectStreamMode,
    OutlineItem,
    Page,
    PasswordError,
    Pdf,
    PdfError,
    String,
)

from pnp.escaping import in_a_line, visible_words
from pnp.files import temporary_file
from pnp.model.diagnostics import PnpError
from pnp.model.face import FacePages
from pnp.model.game import Component, Game
from pnp.model.geometry import MM_PER_PT, QUARTER_TURNS, Rect, Size, around
from pnp.model.papers import Paper
from pnp.model.sheet import Backs, Placement, Sheet
from pnp.text import decimal

UNREADABLE_PDF = (
    *(PdfError, PasswordError, pypdfium2.PdfiumError, OSError),
    *(ValueError, TypeError, AttributeError, LookupError, ArithmeticError, RuntimeError),
)
"""What the PDF libraries raise on files that are damaged, locked or something else."""

FACE_KEY = "/PnpFace"  # The entry of a form that says which face it draws.
SHARED_MARKS = "/M"  # The name, on every page, of the form that draws what sheets have in common.


def open_pdf(content: bytes) -> Pdf:
    """Open a PDF by way of a temporary file, which QPDF maps into memory. Raises PdfError."""
    try:
        with temporary_file("pdf") as file:
            file.write(content)
            file.flush()
            return Pdf.open(file, access_mode=AccessMode.mmap)
    except OSError:  # there is no room for it
        return Pdf.open(io.BytesIO(content))


def save_pdf(pdf: Pdf, stream: BinaryIO, *, force_version: str = "") -> None:
    """Write a PDF, of version 1.7 or later unless one is forced. The same objects give the same bytes. Raises OSError."""
    deferring = _DeferringStream(stream)
    pdf.save(
        deferring,  # type: ignore[arg-type]  # a BinaryIO is what has its methods
        min_version="" if force_version else "1.7",
        force_version=force_version,
        object_stream_mode=ObjectStreamMode.disable if force_version == "1.4" else ObjectStreamMode.generate,
        deterministic_id=True,
    )
    if deferring.failed is not None:
        raise deferring.failed


class _DeferringStream(io.BufferedIOBase):
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


@dataclass(frozen=True, slots=True)
class FaceForm:
    """A face in the target PDF, and its size in mm with bleed."""

    form: Object
    size: Size


@contextmanager
def face_forms(target: Pdf, pages: FacePages, keys: Sequence[str]) -> Iterator[dict[str, FaceForm]]:
    """Give the forms of the faces `keys` in `target`, by key; `target` must be saved inside the block.

    Streams are carried over compressed as they are: unpacking and packing them again takes five times as long.
    """
    with ExitStack() as opened:
        chunks: dict[int, Pdf] = {}
        forms = {}
        for key in keys:
            chunk, page = pages.where[key]
            if chunk not in chunks:
                chunks[chunk] = opened.enter_context(open_pdf(pages.pdf(chunk)))
            form = target.copy_foreign(face_form(chunks[chunk].pages[page], key))
            forms[key] = FaceForm(form, size_of(form.BBox))
        yield forms


def face_form(page: Page, key: str) -> Object:
    """Return the form that shows the page of the face `key`, in the document of the page."""
    form = form_of(page)
    form[FACE_KEY] = String(key)
    return form


def size_of(box: Object) -> Size:
    """Return the size in mm of a PDF box whose lower left corner is the origin."""
    _, _, width, height = (float(edge) * MM_PER_PT for edge in box.as_list())
    return Size(width, height)


def form_of(page: Page) -> Object:
    """Turn a page's content stream into a Form XObject that draws the same picture; the page is used up."""
    content = page.obj.Contents
    content.Type = Name.XObject
    content.Subtype = Name.Form
    content.BBox = page.mediabox
    content.Resources = page.resources
    states = page.resources.get(Name.ExtGState, Dictionary())
    if any(state.get(Name.SMask, Name("/None")) != Name("/None") for state in states.values()):
        # Apple Preview applies the matrix twice to soft masks in a form that is not a transparency group.
        group = Dictionary(Type=Name.Group, S=Name.Transparency)
        for space in page.resources.get(Name.ColorSpace, Dictionary()).values():
            if isinstance(space, Array) and space[0] == Name.ICCBased and space[1].N == 3:
                group.CS = space
                break
        content.Group = group
    return content


# The content of pages: where faces lie, turned and clipped, and the page boxes.
#
# From mm, y downwards, to PDF points, y upwards: boxes, matrices and how their numbers are printed.


def numbers(values: Iterable[float]) -> str:
    """Return numbers as a PDF has them."""
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


def correction_in_points(sheet: Sheet) -> str:
    """Return the PDF matrix that corrects a sheet for a printer, "" for none; the last digit is far below 0.001 mm.

    >>> from dataclasses import replace
    >>> sheet = Sheet("food", "a4", Size(210, 297), "back", "long-edge", 1, 1, 2, ())
    >>> correction_in_points(replace(sheet, correction=(1, 0, 0, 0.99, 0.5, 1)))
    '1 0 0 0.99 1.417322835 5.584251969'
    """
    if sheet.correction is None:
        return ""
    a, b, c, d, e, f = sheet.correction
    height = sheet.size.height
    moved = ((c * height + e) / MM_PER_PT, (height - d * height - f) / MM_PER_PT)
    digits = (f"{value + 0.0:.9f}".rstrip("0").rstrip(".") for value in (a, -b, -c, d, *moved))
    return " ".join("0" if digit == "-0" else digit for digit in digits)


def slots(sheet: Sheet) -> Iterator[tuple[str, Placement]]:
    """Yield each placement with its name on the page, by its place: sheets that differ in faces alone share their content."""
    return ((f"/C{number}", placement) for number, placement in enumerate(sheet.placements, 1))


PageContent = tuple[tuple[bytes, ...], Mapping[str, Sequence[Decimal]]]
"""The operators that show the faces of a page, and its boxes, which a correction for a printer does not move."""


def page_contents(sheets: Sequence[Sheet], faces: Mapping[str, Size]) -> list[PageContent]:
    """Return the look of every page, each worked out once; `faces` are the sizes of the faces with their bleed."""
    known: dict[object, PageContent] = {}
    looks = []
    for sheet in sheets:
        places = tuple(
            (placement.trim, placement.clip, placement.rotation, placement.edge, faces[placement.face])
            for placement in sheet.placements
        )
        key = (sheet.size, sheet.correction, places)
        if (look := known.get(key)) is None:
            moved = (f"{correction_in_points(sheet)} cm".encode(),) if sheet.correction else ()
            lines = [f"/OC /{CARDS} BDC"]
            for slot, placement in slots(sheet):
                clip = _outline(placement, sheet)
                place = numbers(matrix(placement, faces[placement.face], sheet.size))
                lines.append(f"q {clip} W n {place} cm {slot} Do Q")
            lines.append(f"EMC\n/OC /{MARKS} BDC {SHARED_MARKS} Do EMC")
            look = known[key] = ((*moved, "\n".join(lines).encode()), _boxes(sheet))
        looks.append(look)
    return looks


def _outline(placement: Placement, sheet: Sheet) -> str:
    if placement.edge:
        corners = [numbers(point(x, y, sheet.size)) for x, y in placement.edge]
        return f"{corners[0]} m {' l '.join(corners[1:])} l h"
    left, bottom, right, top = box(placement.clip, sheet.size)
    return f"{numbers((left, bottom, right - left, top - bottom))} re"


def _boxes(sheet: Sheet) -> dict[str, list[Decimal]]:
    bleed = around((placement.clip for placement in sheet.placements), sheet.size)
    trim = around((placement.trim.common(placement.clip) for placement in sheet.placements), sheet.size)
    return page_boxes(sheet, bleed, trim)


def page_boxes(sheet: Sheet, bleed: Rect, trim: Rect) -> dict[str, list[Decimal]]:
    """Return the boxes of a page: the paper twice, what may carry ink, what is cut out."""
    paper = Rect(0, 0, sheet.size.width, sheet.size.height)
    boxes = {"/MediaBox": paper, "/CropBox": paper, "/BleedBox": bleed, "/TrimBox": trim}
    return {name: [Decimal(decimal(edge)) for edge in box(rect, sheet.size)] for name, rect in boxes.items()}


# What a PDF says about itself: title, rights, how it wants to be printed, page labels, bookmarks, layers.


DUPLEX: Mapping[Backs, str] = {
    "long-edge": "/DuplexFlipLongEdge",
    "short-edge": "/DuplexFlipShortEdge",
    "gutterfold": "/Simplex",
    "glued": "/Simplex",
    "none": "/Simplex",
}
"""How the sheets are turned -> the value of ViewerPreferences /Duplex (ISO 32000-1, table 150)."""

CARDS, MARKS = "Cards", "Marks"
"""The layers, which a print shop can switch off: what is cut out, and what is printed around it."""

_STAMP = "D:%Y%m%d%H%M%SZ"


@dataclass(frozen=True, slots=True)
class PdfMetadata:
    """The words a PDF carries. `heading` is the first bookmark; `date` is in UTC, None writes no date at all."""

    title: str
    heading: str
    credits: str = ""
    rights: str = ""
    licence_url: str = ""
    language: str = "en"
    date: datetime | None = None


def metadata_of(game: Game, component: Component, paper: Paper) -> PdfMetadata:
    """Return the words for the PDF of one component on one paper; dated only by SOURCE_DATE_EPOCH."""
    title = f"{game.title} – {component.title} ({paper.title})"
    return replace(words_of(game, title, heading=component.title), date=source_date(os.environ))


def words_of(game: Game, title: str, *, heading: str) -> PdfMetadata:
    """Return the words for a PDF of the game, with its credits and rights and without a date."""
    return PdfMetadata(
        title=in_a_line(title),
        heading=in_a_line(heading),
        credits=visible_words(game.credits),
        rights=visible_words(" ".join(filter(None, (game.licence, game.notice)))),
        licence_url=in_a_line(game.licence_url),
        language=game.language,
    )


def source_date(environment: Mapping[str, str]) -> datetime | None:
    """Return the moment SOURCE_DATE_EPOCH names (reproducible-builds.org), None when it is not set.

    Raises PnpError when it is set to something else than seconds since 1970.

    >>> source_date({"SOURCE_DATE_EPOCH": "86400"}).isoformat()
    '1970-01-02T00:00:00+00:00'
    """
    seconds = environment.get("SOURCE_DATE_EPOCH", "").strip()
    if not seconds:
        return None
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError) as error:
        hint = "unset it, or set it to seconds since 1970 such as 1735689600"
        raise PnpError(f'SOURCE_DATE_EPOCH is not a number of seconds: "{seconds}"', hint) from error


def describe(pdf: Pdf, sheets: Sequence[Sheet], meta: PdfMetadata) -> None:
    """Write words, page labels such as "3 back", a bookmark for each sheet, and the flip for the print dialogue."""
    add_labels(pdf, (f"{sheet.number} {sheet.side}" for sheet in sheets))
    pages = [page.obj for page in pdf.pages]  # looking a page up by its number goes through all of them
    first = sorted({sheet.number: index for index, sheet in reversed(list(enumerate(sheets)))}.items())
    add_bookmarks(pdf, [(meta.heading, [(f"Sheet {number}", pages[index]) for number, index in first])])
    add_words(pdf, meta, flip=sheets[0].flip)


def add_words(pdf: Pdf, meta: PdfMetadata, *, flip: Backs | None = None) -> None:
    """Write the words into the XMP packet and the document information; ask the print dialogue for 100 %, the paper and the flip."""
    pdf.Root.Lang = String(meta.language)
    with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as xmp:
        words: dict[str, str | list[str]] = {
            "dc:title": meta.title,
            "dc:creator": [meta.credits] if meta.credits else [],
            "dc:rights": meta.rights,
            "dc:language": [meta.language],
            "dc:format": "application/pdf",
            "pdf:Producer": "pnp",
            "xmpRights:WebStatement": meta.licence_url,
        }
        if meta.date:
            moment = meta.date.strftime("%Y-%m-%dT%H:%M:%SZ")
            words |= {"xmp:CreateDate": moment, "xmp:ModifyDate": moment}
        for key, value in words.items():
            if value:
                xmp[key] = value
    information = {"/Title": meta.title, "/Author": meta.credits, "/Producer": "pnp"}
    if meta.date:
        stamp = meta.date.strftime(_STAMP)
        information |= {"/CreationDate": stamp, "/ModDate": stamp}
    for key, value in information.items():
        if value:
            pdf.docinfo[key] = String(value)
    pdf.Root.ViewerPreferences = Dictionary(
        PrintScaling=Name("/None"), PickTrayByPDFSize=True, DisplayDocTitle=True
    )
    if flip:
        pdf.Root.ViewerPreferences.Duplex = Name(DUPLEX[flip])


def moment_in(pdf: Pdf) -> datetime | None:
    """Return the date that a file of ours gives, None for none."""
    try:
        return datetime.strptime(str(pdf.docinfo["/CreationDate"]), _STAMP).replace(tzinfo=UTC)
    except (KeyError, ValueError):
        return None


def add_labels(pdf: Pdf, labels: Iterable[str]) -> None:
    """Label the pages in order."""
    entries: list[Object | int] = []
    for index, label in enumerate(labels):
        entries += [index, Dictionary(P=String(label))]
    pdf.Root.PageLabels = Dictionary(Nums=Array(entries))


Bookmark = tuple[str, Object]  # A title and the page it leads to.


def add_bookmarks(pdf: Pdf, groups: Iterable[tuple[str, Sequence[Bookmark]]]) -> None:
    """Add a bookmark for each group, given with its title, and below it one for each of its pages."""
    with pdf.open_outline() as outline:
        for title, bookmarks in groups:
            heading = OutlineItem(title, Array([bookmarks[0][1], Name.Fit]))
            heading.children.extend(OutlineItem(name, Array([page, Name.Fit])) for name, page in bookmarks)
            outline.root.append(heading)


SHEET_LAYERS: Mapping[str, str] = {CARDS: CARDS, MARKS: MARKS}


def add_layers(
    pdf: Pdf, names: Mapping[str, str] = SHEET_LAYERS, title: str = "Cards and marks"
) -> Dictionary:
    """Declare layers, given by the resources that stand for them; return the Properties under which content refers to them."""
    layers = {
        key: pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for key, name in names.items()
    }
    every = Array(list(layers.values()))
    pdf.Root.OCProperties = Dictionary(
        OCGs=every, D=Dictionary(Name=String(title), BaseState=Name.ON, Order=every)
    )
    return Dictionary({f"/{key}": layer for key, layer in layers.items()})

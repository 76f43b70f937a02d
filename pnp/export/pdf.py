"""Sheets to one PDF: each face once as a form, placed as often as there are copies, marks on a layer above.

The same sheets and faces give the same bytes.
"""

import io
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, Page, Pdf, String

from pnp.cache import digest_of
from pnp.export.form_xobjects import SHARED_MARKS, FaceForm, face_forms
from pnp.export.page_content import PageContent, page_contents, slots
from pnp.export.pdf_metadata import PdfMetadata, add_layers, describe, first_pages, labels
from pnp.export.pdf_segments import (
    ENTRY,
    NO_SEGMENTS,
    Faces,
    Segment,
    SegmentCache,
    SegmentPlace,
    SegmentWriter,
    face_segment,
    moved,
    renumbered,
    written_out,
)
from pnp.export.placed_marks import PageMarks, PlacedMarks, placed_marks
from pnp.files import writing
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.model.sheet import Sheet

MANY = 500
"""So many faces take 50 MB all at once; a PDF with more is written part by part."""


MANY_PAGES = 2000
"""pikepdf holds some 10 KB for each page."""


def write_pdf(
    path: Path,
    sheets: Sequence[Sheet],
    pages: FacePages,
    *,
    meta: PdfMetadata,
    root: Path | None = None,
    segments: SegmentCache = NO_SEGMENTS,
) -> None:
    """Write the sheets of one component on one paper, one page each, in the order of `Sheet.page`.

    Only the faces the sheets show get into the file. Without sheets none is written: a PDF has at least one page.
    `root` is the output folder (default: the file's own folder); `segments` tells where parts of long PDFs lie.
    Raises CannotWrite when the file cannot be written; the old one is whole then.
    """
    if not sheets:
        return
    sheets = sorted(sheets, key=lambda sheet: sheet.page)
    keys = list(dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements))
    with Pdf.new() as pdf, placed_marks(pdf, sheets) as marks:
        if len(keys) > MANY or len(sheets) > MANY_PAGES:
            long, layers = LongFaces(pages, keys, segments), add_layers(pdf)
            pages_from, pdf.Root.Pages.Count = len(pdf.objects) + 1, len(sheets)
            pdf.Root.PageLabels, pdf.Root.Outlines = (pdf.make_indirect(Dictionary()) for _ in range(2))
            describe(pdf, sheets, meta)
            with writing(path, root=root) as stream:
                places = write_long(
                    stream,
                    pdf,
                    sheets,
                    long,
                    heading=meta.heading,
                    marks=marks,
                    layers=layers,
                    pages=range(pages_from, pages_from + len(sheets)),
                )
            segments.note(path, places)
            return
        parts = dict.fromkeys(part for each in marks.pages for part in each.content)
        streams: dict[bytes, Object] = {part: pdf.make_stream(part) for part in parts}
        with face_forms(pdf, pages, keys) as faces:
            _add_pages(pdf, sheets, faces, marks, streams)
            describe(pdf, sheets, meta)
            with writing(path, root=root) as stream, deferred_errors(stream) as deferring:
                packed = ObjectStreamMode.generate
                pdf.save(deferring, min_version="1.7", object_stream_mode=packed, deterministic_id=True)


def _add_pages(
    pdf: Pdf,
    sheets: Sequence[Sheet],
    faces: Mapping[str, FaceForm],
    marks: PlacedMarks,
    streams: dict[bytes, Object],
) -> None:
    """Add a page for each of the sheets; `streams` are those of the marks."""
    layers = add_layers(pdf)
    looks = page_contents(sheets, {key: face.size for key, face in faces.items()})
    streams |= {
        part: pdf.make_stream(part) for part in dict.fromkeys(part for each in looks for part in each.content)
    }
    for sheet, look, own in zip(sheets, looks, marks.pages, strict=True):
        shown = {slot: faces[placement.face].form for slot, placement in slots(sheet)}
        xobjects = Dictionary(shown | {SHARED_MARKS: own.form})
        page = {
            "/Type": Name.Page,
            "/Resources": Dictionary(XObject=xobjects, Font=marks.fonts, Properties=layers),
            "/Contents": Array([streams[part] for part in (*look.content, *own.content)]),
            **{name: Array(edges) for name, edges in look.boxes.items()},
        }
        pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))


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


ROUNDED_TO = 1000
"""Each segment has thousands of object numbers, so that one object more in a face does not renumber all other faces."""

SEGMENTS_AT_A_TIME = 6
"""Made before the first of them is written: 2 MB each, for decks of rich cards."""

_HEADER = b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n"


@dataclass(frozen=True, slots=True)
class SegmentRequest:
    """The faces of one converted PDF that a long PDF shows: their objects have the numbers from `first` on."""

    chunk: int
    faces: Faces
    first: int


class LongFaces:
    """The faces of a long PDF: the object number and the size of each, and which segments they come in.

    Their numbers end before `end`.
    """

    def __init__(self, pages: FacePages, keys: Sequence[str], segments: SegmentCache) -> None:
        self._pages, self._cache = pages, segments
        self._requests: list[SegmentRequest] = []
        self.sizes: dict[str, Size] = {}
        self.numbers: dict[str, int] = {}
        self.end = 1
        for group in pages.by_chunk(keys):
            chunk = pages.where[group[0]][0]
            faces = tuple((key, pages.where[key][1]) for key in group)
            shape = segments.shape(chunk, pages)
            self.sizes |= {key: shape.sizes[page] for key, page in faces}
            self.numbers |= {key: number for number, (key, _) in enumerate(faces, self.end)}
            self._requests.append(SegmentRequest(chunk, faces, self.end))
            self.end += -(-shape.numbers // ROUNDED_TO) * ROUNDED_TO

    def segments(self) -> Iterator[tuple[str, Segment]]:
        """Yield every segment, and what stands for it to be found again."""
        for start in range(0, len(self._requests), SEGMENTS_AT_A_TIME):
            some = self._requests[start : start + SEGMENTS_AT_A_TIME]
            made = self._cache.workers.share_out(some, self._made_elsewhere)
            yield from zip(map(self._key, some), made, strict=True)

    def _key(self, wanted: SegmentRequest) -> str:
        return self._cache.key(wanted.chunk, wanted.faces, wanted.first)

    def _made_elsewhere(self, wanted: SegmentRequest) -> Segment:
        if (kept := self._cache.find(self._key(wanted))) is not None:
            return kept
        pdf = self._pages.chunks[wanted.chunk]
        return self._cache.workers.run(face_segment, pdf, wanted.faces, wanted.first)


def write_long(
    stream: BinaryIO,
    pdf: Pdf,
    sheets: Sequence[Sheet],
    faces: LongFaces,
    *,
    heading: str,
    marks: PlacedMarks,
    layers: Dictionary,
    pages: range,
) -> list[SegmentPlace]:
    """Write `pdf`, which has no page, but empty labels and bookmarks, with a page for each of the sheets.

    The pages take the numbers of `pages`, and all objects from its start on move beyond them. Returns where the segments
    lie. Raises OSError.
    """
    start, places = stream.write(_HEADER), []
    rest_of_file = PagesSegment(pdf, faces, marks=marks, layers=layers, pages=pages)
    rest = rest_of_file.of(sheets, heading)
    for key, segment in chain(faces.segments(), [("", rest)]):
        stream.write(segment.content)
        length, content = len(segment.content), digest_of(segment.content)
        places.append(SegmentPlace(key, segment.first, start, length, content, segment.table))
        start += length
    root, info = (rest_of_file.number(each.objgen[0]) for each in (pdf.Root, pdf.docinfo))
    _write_table(stream, start, places, b"/Root %d 0 R /Info %d 0 R" % (root, info))
    return places


class PagesSegment:
    """The segment of all that is no face: the objects of `pdf`, and pages that are worked out one by one."""

    def __init__(
        self, pdf: Pdf, faces: LongFaces, *, marks: PlacedMarks, layers: Dictionary, pages: range
    ) -> None:
        self._pdf, self._faces, self._marks, self._pages = pdf, faces, marks, pages
        self._writer = SegmentWriter(faces.end, len(pdf.objects) + len(pages))
        self._streams: dict[bytes, int] = {}
        fonts, properties = (renumbered(each.unparse(), self.number) for each in (marks.fonts, layers))
        self._resources = b"/Font %b /Properties %b" % (fonts, properties)

    def of(self, sheets: Sequence[Sheet], heading: str) -> Segment:
        """Return the segment with the sheets on its pages and a bookmark for each below the heading."""
        root = self._pdf.Root
        labelled, marked, parent = (each.objgen[0] for each in (root.PageLabels, root.Outlines, root.Pages))
        self._writer.add(self.number(labelled), labels(sheets))
        numbers = [self._in_file(number) for number in self._pages]
        self._bookmarks(self.number(marked), heading, {n: numbers[i] for n, i in first_pages(sheets).items()})
        for each in self._pdf.objects:
            if (number := each.objgen[0]) not in {labelled, marked}:
                value, content = written_out(each)
                value = renumbered(value, self.number)
                if number == parent:
                    listed = "".join(f"{page} 0 R " for page in numbers)
                    value = value.replace(b"/Kids [ ]", f"/Kids [ {listed}]".encode())
                self._writer.add(self.number(number), value, content)
        looks = page_contents(sheets, self._faces.sizes)
        for number, sheet, look, own in zip(numbers, sheets, looks, self._marks.pages, strict=True):
            self._writer.add(number, self._page(sheet, look, own))
        return self._writer.segment()

    def _bookmarks(self, root: int, heading: str, pages: Mapping[int, int]) -> None:
        """Write a bookmark for the heading and one below it for each sheet, whose first page is given."""
        top, *below = (self._writer.new_number() for _ in range(1 + len(pages)))
        ends = f"/First {below[0]} 0 R /Last {below[-1]} 0 R /Count {len(below)}"
        whole = f"<< /Type /Outlines /First {top} 0 R /Last {top} 0 R /Count {len(below) + 1} >>"
        self._writer.add(root, whole.encode())
        self._writer.add(top, self._bookmark(heading, root, next(iter(pages.values())), ends))
        for at, (sheet, page) in enumerate(pages.items()):
            before = f"/Prev {below[at - 1]} 0 R " if at else ""
            after = f"/Next {below[at + 1]} 0 R " if at + 1 < len(below) else ""
            self._writer.add(
                below[at], self._bookmark(f"Sheet {sheet}", top, page, f"{before}{after}/Count 0")
            )

    def _bookmark(self, title: str, parent: int, page: int, others: str) -> bytes:
        about = f"/Parent {parent} 0 R /Dest [ {page} 0 R /Fit ] {others}"
        return b"<< /Title %b %b >>" % (String(title).unparse(), about.encode())

    def number(self, number: int) -> int:
        """Return the number that an object of the PDF has in the file."""
        return self._in_file(number if number < self._pages.start else number + len(self._pages))

    def _in_file(self, number: int) -> int:
        return number + self._faces.end - 1

    def _page(self, sheet: Sheet, look: PageContent, own: PageMarks) -> bytes:
        """Return the page of a sheet."""
        shown = {slot: self._faces.numbers[placement.face] for slot, placement in slots(sheet)}
        forms = {**shown, SHARED_MARKS: self.number(own.form.objgen[0])}
        xobjects = "".join(f"{name} {number} 0 R " for name, number in forms.items())
        contents = "".join(f"{self._stream(part)} 0 R " for part in (*look.content, *own.content))
        boxes = "".join(f"{name} [ {' '.join(map(str, edges))} ] " for name, edges in look.boxes.items())
        parent = self.number(self._pdf.Root.Pages.objgen[0])
        head = f"<< /Type /Page /Parent {parent} 0 R {boxes}/Contents [ {contents}] "
        return head.encode() + b"/Resources << /XObject << %b>> %b >> >>" % (
            xobjects.encode(),
            self._resources,
        )

    def _stream(self, content: bytes) -> int:
        """Return the number of a stream of operators; the same ones are written once."""
        if content not in self._streams:
            self._streams[content] = self._writer.new_number()
            packed = zlib.compress(content)
            self._writer.add(self._streams[content], b"<< /Filter /FlateDecode >>", packed)
        return self._streams[content]


def _write_table(stream: BinaryIO, start: int, places: Sequence[SegmentPlace], about: bytes) -> None:
    """Write the table of where all objects are, and the end of the file."""
    last = places[-1]
    number = last.first + len(last.table) // ENTRY.size
    index = b"".join(b"%d %d " % (each.first, len(each.table) // ENTRY.size) for each in places)
    table = ENTRY.pack(0, 0, 65535) + b"".join(moved(each.table, each.start) for each in places)
    table = zlib.compress(table + ENTRY.pack(1, start, 0))
    name = digest_of("".join(each.content for each in places).encode())[:32].encode()
    head = b"/Type /XRef /W [ 1 8 2 ] /Index [ 0 1 %b%d 1 ] /Size %d" % (index, number, number + 1)
    head += b" %b /ID [ <%b> <%b> ] /Filter /FlateDecode /Length %d" % (about, name, name, len(table))
    stream.write(b"%d 0 obj\n<< %b >>\nstream\n%b\nendstream\nendobj\n" % (number, head, table))
    stream.write(b"startxref\n%d\n%%%%EOF\n" % start)

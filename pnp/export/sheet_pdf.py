"""Sheets as one PDF: each face once as a form, placed for each copy, with marks above; and PDFs joined into one.

The same sheets and faces give the same bytes. pikepdf holds every object until it saves, 100 KB for a face: of a long PDF the
faces are written part by part. A segment is a run of objects ready to be written, made from one PDF of converted faces. It
depends on its faces and its first object number alone, so that any process can make it.
"""

import io
import re
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, groupby
from pathlib import Path
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream, String

from pnp.cache import NullStore, Store, digest, digest_of
from pnp.export import pdf_objects
from pnp.export.marks_layer import PageMarks, placed_marks
from pnp.files import read_bytes, writing
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.model.sheet import Sheet
from pnp.workers.tasks import Workers
from pnp.workers.worker import begins

STREAM_OBJECTS = 100  # Objects packed together; readers unpack so many to get at one.

ENTRY = struct.Struct(">BQH")
"""Of the table of objects: at an offset (kind 1), or the how many-th in another object (kind 2); or nowhere (kind 0)."""

IN_FILE, PACKED = 1, 2

_REFERENCE = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9a-fA-F]*>|\b(\d+) 0 R\b", re.DOTALL)
"""A reference, or a string, in which something may look like one; qpdf leaves no bracket in a string unescaped."""

Faces = Sequence[tuple[str, int]]  # Keys of faces, and their pages in a PDF.


@dataclass(frozen=True, slots=True)
class Segment:
    """Objects one after the other, and the table of those from number `first` on, with offsets in `content`."""

    first: int
    content: bytes
    table: bytes


class _SegmentWriter:
    """Collects the objects of a segment, packing those that are no streams; the `given` numbers from `first` on are the caller's."""

    def __init__(self, first: int, given: int) -> None:
        self._first = first
        self._size = first + given
        self._table = bytearray(given * ENTRY.size)
        self._written = io.BytesIO()
        self._waiting: list[tuple[int, bytes]] = []

    def new_number(self) -> int:
        self._size += 1
        self._table.extend(bytes(ENTRY.size))
        return self._size - 1

    def add(self, number: int, value: bytes, content: bytes | None = None) -> None:
        """Write a stream, or let another object wait for more to be packed with."""
        if content is not None:
            self._enter(number, IN_FILE, self._written.tell(), 0)
            head = value.removesuffix(b">>") + b"/Length %d >>" % len(content)
            self._written.write(b"%d 0 obj\n%b\nstream\n%b\nendstream\nendobj\n" % (number, head, content))
            return
        self._waiting.append((number, value))
        if len(self._waiting) == STREAM_OBJECTS:
            self._pack()

    def segment(self) -> Segment:
        if self._waiting:
            self._pack()
        return Segment(self._first, self._written.getvalue(), bytes(self._table))

    def _enter(self, number: int, kind: int, at: int, more: int) -> None:
        ENTRY.pack_into(self._table, (number - self._first) * ENTRY.size, kind, at, more)

    def _pack(self) -> None:
        places, at, number = b"", 0, self.new_number()
        for index, (packed_number, value) in enumerate(self._waiting):
            self._enter(packed_number, PACKED, number, index)
            places += b"%d %d " % (packed_number, at)
            at += len(value) + 1
        about = b"<< /Type /ObjStm /N %d /First %d" % (len(self._waiting), len(places))
        packed = zlib.compress(places + b"\n".join(value for _, value in self._waiting))
        self._waiting = []
        self.add(number, about + b" /Filter /FlateDecode >>", packed)


def _written_out(obj: Object) -> tuple[bytes, bytes | None]:
    """Return an object as a PDF has it, without the length of a stream, and the content of one, compressed."""
    if not isinstance(obj, Stream):
        return obj.unparse(resolved=True), None
    value, content = obj.stream_dict.unparse(resolved=True), obj.read_raw_bytes()
    if "/Filter" not in obj:
        value, content = value.removesuffix(b">>") + b"/Filter /FlateDecode >>", zlib.compress(content)
    return re.sub(rb"/Length \d+( 0 R)?(?=\s)", b"", value), content


def renumbered(value: bytes, number: Callable[[int], int]) -> bytes:
    """Return an object with every reference changed to what `number` says."""
    return _REFERENCE.sub(lambda found: b"%d 0 R" % number(int(found[1])) if found[1] else found[0], value)


def face_segment(pdf: bytes, faces: Faces, first: int) -> Segment:
    """Return the forms of these faces of a PDF, numbered from `first` on in this order, and all that they need."""
    writer = _SegmentWriter(first, len(faces))
    with pdf_objects.open_pdf(pdf) as drawn:
        forms = (pdf_objects.face_form(drawn.pages[page], key) for key, page in faces)
        numbers = {form.objgen[0]: number for number, form in enumerate(forms, first)}
        waiting = deque(numbers)

        def number(before: int) -> int:
            if before not in numbers:
                numbers[before] = writer.new_number()
                waiting.append(before)
            return numbers[before]

        while waiting:
            before = waiting.popleft()
            value, content = _written_out(drawn.get_object(before, 0))
            writer.add(numbers[before], renumbered(value, number), content)
    return writer.segment()


def _shape_of(pdf: bytes) -> tuple[int, tuple[Size, ...]]:
    with pdf_objects.open_pdf(pdf) as drawn:
        objects = int(drawn.trailer.Size) + len(drawn.pages)
        return objects + objects // STREAM_OBJECTS + 1, tuple(
            pdf_objects.size_of(page.mediabox) for page in drawn.pages
        )


@dataclass(frozen=True, slots=True)
class SegmentMakers:
    """Who makes the segments of a long PDF, and the store of those made before; `program` stands for what makes them."""

    workers: Workers = field(default_factory=Workers)
    store: Store = field(default_factory=NullStore)
    program: str = ""

    def segment(self, pdf: bytes, faces: Faces, first: int) -> Segment:
        """Return what face_segment does."""
        key = f"segments {digest(self.program, digest_of(pdf), faces, first)}"
        if (kept := self.store.get(key)) is not None:
            start = _LENGTH + int.from_bytes(kept[:_LENGTH], "big")
            return Segment(first, kept[start:], kept[_LENGTH:start])
        made = self.workers.run(face_segment, pdf, faces, first)
        self.store.put(key, len(made.table).to_bytes(_LENGTH, "big") + made.table + made.content)
        return made


_LENGTH = 4
SEGMENTS_AT_A_TIME = 6  # Made before the first of them is written: 2 MB each, for decks of rich cards.
_HEADER = b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n"


class LongFaces:
    """The faces of a long PDF: the object number and the size of each by key. Their numbers end before `end`."""

    def __init__(self, pages: FacePages, keys: Sequence[str], makers: SegmentMakers) -> None:
        self._pages, self._makers = pages, makers
        self._segments: list[tuple[int, Faces, int]] = []  # a converted PDF, its faces, their first number
        self.sizes: dict[str, Size] = {}
        self.numbers: dict[str, int] = {}
        self.end = 1
        for group in pages.by_chunk(keys):
            chunk = pages.where[group[0]][0]
            faces = tuple((key, pages.where[key][1]) for key in group)
            count, sizes = _shape_of(pages.pdf(chunk))
            self.sizes |= {key: sizes[page] for key, page in faces}
            self.numbers |= {key: number for number, (key, _) in enumerate(faces, self.end)}
            self._segments.append((chunk, faces, self.end))
            self.end += count

    def stand_ins(self, pdf: Pdf) -> dict[str, pdf_objects.FaceForm]:
        """Return for each face an empty form of a PDF that stands for it."""
        return {
            key: pdf_objects.FaceForm(pdf.make_stream(b"", {pdf_objects.FACE_KEY: String(key)}), size)
            for key, size in self.sizes.items()
        }

    def segments(self) -> Iterator[Segment]:
        """Yield every segment, a few made at a time by the workers."""
        for start in range(0, len(self._segments), SEGMENTS_AT_A_TIME):
            yield from self._makers.workers.share_out(
                self._segments[start : start + SEGMENTS_AT_A_TIME],
                lambda one: self._makers.segment(self._pages.pdf(one[0]), *one[1:]),
            )


def write_long_pdf(stream: BinaryIO, pdf: Pdf, faces: LongFaces) -> None:
    """Write a PDF whose pages show the `stand_in` of each face; the faces come in their place. Raises OSError."""
    start, places, contents = stream.write(_HEADER), [], sha256()
    for segment in chain(faces.segments(), [_segment_of(pdf, faces)]):
        stream.write(segment.content)
        contents.update(segment.content)
        places.append((segment.first, start, segment.table))
        start += len(segment.content)
    root, info = (obj.objgen[0] + faces.end - 1 for obj in (pdf.Root, pdf.docinfo))
    name = contents.hexdigest()[:32].encode()
    about = b"/Root %d 0 R /Info %d 0 R /ID [ <%b> <%b> ]" % (root, info, name, name)
    # The table of all objects.
    first, _, last = places[-1]
    number = first + len(last) // ENTRY.size
    index = b"".join(b"%d %d " % (first, len(entries) // ENTRY.size) for first, _, entries in places)
    table = bytearray(ENTRY.pack(0, 0, 65535))
    for _, begin, entries in places:
        for kind, at, more in ENTRY.iter_unpack(entries):
            table += ENTRY.pack(kind, at + begin if kind == IN_FILE else at, more)
    packed = zlib.compress(table + ENTRY.pack(1, start, 0))
    head = b"/Type /XRef /W [ 1 8 2 ] /Index [ 0 1 %b%d 1 ] /Size %d" % (index, number, number + 1)
    head += b" %b /Filter /FlateDecode /Length %d" % (about, len(packed))
    stream.write(b"%d 0 obj\n<< %b >>\nstream\n%b\nendstream\nendobj\n" % (number, head, packed))
    stream.write(b"startxref\n%d\n%%%%EOF\n" % start)


def _segment_of(pdf: Pdf, faces: LongFaces) -> Segment:
    objects = {obj.objgen[0]: obj for obj in pdf.objects if obj.objgen[0]}
    shown = {
        number: faces.numbers[str(obj[pdf_objects.FACE_KEY])]
        for number, obj in objects.items()
        if isinstance(obj, Stream) and pdf_objects.FACE_KEY in obj
    }
    writer = _SegmentWriter(faces.end, max(objects))

    def number(before: int) -> int:
        return shown.get(before) or before + faces.end - 1

    for before, obj in objects.items():
        if before not in shown:
            value, content = _written_out(obj)
            writer.add(number(before), renumbered(value, number), content)
    return writer.segment()


MANY = 500  # So many faces take 50 MB all at once; a PDF with more is written part by part.


def write_pdf(
    path: Path,
    sheets: Sequence[Sheet],
    pages: FacePages,
    *,
    meta: pdf_objects.PdfMetadata,
    root: Path | None = None,
    makers: SegmentMakers | None = None,
) -> None:
    """Write the sheets of one component on one paper, one page each, in the order of `Sheet.page`.

    Only the faces the sheets show get into the file. Without sheets none is written: a PDF has at least one page.
    `root` is the output folder, None for a temporary file in any; `makers` make the parts of a long PDF.
    Raises CannotWrite when the file cannot be written; the old one is whole then.
    """
    if not sheets:
        return
    sheets = sorted(sheets, key=lambda sheet: sheet.page)
    keys = list(dict.fromkeys(placement.face for sheet in sheets for placement in sheet.placements))
    with Pdf.new() as pdf, placed_marks(pdf, sheets) as (marks, fonts):
        if len(keys) > MANY:
            faces = LongFaces(pages, keys, makers or SegmentMakers())
            _add_pages(pdf, sheets, faces.stand_ins(pdf), marks, fonts)
            pdf_objects.describe(pdf, sheets, meta)
            with writing(path, root=root, durable=root is not None) as stream:
                write_long_pdf(stream, pdf, faces)
            return
        with pdf_objects.face_forms(pdf, pages, keys) as forms:
            _add_pages(pdf, sheets, forms, marks, fonts)
            pdf_objects.describe(pdf, sheets, meta)
            with writing(path, root=root, durable=root is not None) as stream:
                pdf_objects.save_pdf(pdf, stream)


def _add_pages(
    pdf: Pdf,
    sheets: Sequence[Sheet],
    faces: Mapping[str, pdf_objects.FaceForm],
    marks: Sequence[PageMarks],
    fonts: Dictionary,
) -> None:
    layers = pdf_objects.add_layers(pdf)
    looks = pdf_objects.page_contents(sheets, {key: face.size for key, face in faces.items()})
    contents = [mark for mark, _ in marks] + [content for content, _ in looks]
    parts = dict.fromkeys(chain.from_iterable(contents))
    streams: dict[bytes, Object] = {part: pdf.make_stream(part) for part in parts}
    # Thousands of pages with the same cards share the objects that say so.
    edges = {id(boxes): boxes for _, boxes in looks}
    arrays = {key: {name: Array(box) for name, box in boxes.items()} for key, boxes in edges.items()}
    resources: dict[object, Dictionary] = {}
    for sheet, (content, boxes), (mark, shared) in zip(sheets, looks, marks, strict=True):
        shown = *(placement.face for placement in sheet.placements), id(shared)
        if shown not in resources:
            forms = {slot: faces[placement.face].form for slot, placement in pdf_objects.slots(sheet)}
            drawn = Dictionary(forms | {pdf_objects.SHARED_MARKS: shared})
            resources[shown] = Dictionary(XObject=drawn, Font=fonts, Properties=layers)
        page = {
            "/Type": Name.Page,
            "/Resources": resources[shown],
            "/Contents": Array([streams[part] for part in (*content, *mark)]),
            **arrays[id(boxes)],
        }
        pdf.pages.append(Page(pdf.make_indirect(Dictionary(page))))


# Finished PDFs one after the other in one file, with a bookmark for each.


LARGEST = 1_000_000_000  # Bytes of a PDF that is taken in, and of all together.


@dataclass(frozen=True, slots=True)
class Part:
    """One of the PDFs: its bookmark, and the bookmark of the group it is in.

    `backless` are its pages, from 1, with nothing on the other side: an empty page follows each, and a last one to a front
    at the end, so that the next part begins on a sheet of its own. With None, every page is printed on one side.
    """

    path: Path
    title: str
    group: str
    backless: frozenset[int] | None = frozenset()


def pages_in_print(part: Part, count: int) -> tuple[int | None, ...]:
    """Return the `count` pages of a part as they are printed: their numbers from 1, and None for an empty back.

    >>> pages_in_print(Part(Path(), "", "", frozenset({1})), 4)
    (1, None, 2, 3, 4, None)
    """
    pages: list[int | None] = []
    for number in range(1, count + 1):
        pages.append(number)
        if number in (part.backless or ()):
            pages.append(None)
    if part.backless is not None and len(pages) % 2:
        pages.append(None)
    return tuple(pages)


def merged(
    parts: Sequence[Part], meta: pdf_objects.PdfMetadata
) -> tuple[bytes, list[tuple[Part, int | None]]]:
    """Return a PDF of all parts in their order, and of each page its part and number there, None for an empty back.

    The same files give the same bytes. Pages go by their numbers, so that a range of them can be typed into a print window. Raises OSError and PdfError for a
    part that cannot be read.
    """
    with ExitStack() as opened, Pdf.new() as pdf:
        firsts: list[int] = []
        printed: list[tuple[Part, int | None]] = []
        for part in parts:
            begins(part.path.name)
            firsts.append(len(printed))
            source = opened.enter_context(pdf_objects.open_pdf(read_bytes(part.path, limit=LARGEST)))
            # What leads from page to page of a file to read is of no use on paper.
            for page in source.pages:
                if Name.Annots in page:
                    del page.Annots
            for name in (Name.Names, Name.Dests):
                if name in source.Root:
                    del source.Root[name]
            for number in pages_in_print(part, page_count(source)):
                if number is None:
                    left, bottom, right, top = map(float, pdf.pages[-1].mediabox)
                    pdf.add_blank_page(page_size=(right - left, top - bottom))
                else:
                    pdf.pages.append(source.pages[number - 1])
                printed.append((part, number))
        pages = list(pdf.pages)
        layers = pdf_objects.add_layers(pdf)
        for number, page in enumerate(pages, 1):
            if Name.Properties in page.resources:
                page.resources.Properties = layers
            _number(page, b"page %d of %d" % (number, len(pages)))
        bookmarks = [(part.title, pages[first].obj) for part, first in zip(parts, firsts, strict=True)]
        groups = groupby(zip(parts, bookmarks, strict=True), key=lambda entry: entry[0].group)
        pdf_objects.add_bookmarks(
            pdf, ((group, [bookmark for _, bookmark in inside]) for group, inside in groups)
        )
        pdf_objects.add_words(pdf, meta)
        out = io.BytesIO()
        pdf_objects.save_pdf(pdf, out)
    return out.getvalue(), printed


def _number(page: Page, words: bytes) -> None:
    """Write the number of a page of the whole file where the margin of a sheet has that of its component's sheet."""
    drawn = page.resources.get(Name.XObject, Dictionary())
    if pdf_objects.SHARED_MARKS in drawn:
        for stream in (drawn[pdf_objects.SHARED_MARKS], *page.Contents):
            if _SHEET_NUMBER.search(content := stream.read_bytes()):
                stream.write(_SHEET_NUMBER.sub(words, content))


_SHEET_NUMBER = re.compile(rb"(?<=[( ])sheet \d+ of \d+(?= \\\d|\) Tj)")
MANY_PAGES = 2000  # A component on more sides of sheets is printed from its own file.


def page_count(pdf: Pdf) -> int:
    """Return how many pages a file has that is part of what is printed. Raises ValueError for one with too many."""
    if (count := len(pdf.pages)) > MANY_PAGES:
        raise ValueError(f"it has {count} pages, more than {MANY_PAGES}")
    return count

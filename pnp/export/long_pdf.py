"""A long PDF, written part by part: pikepdf holds every object until it saves, 100 KB for a face.

A segment is a run of objects ready to be written, made from one PDF of converted faces. It depends on its faces and its
first object number alone, so that any process can make it.
"""

import io
import re
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from typing import BinaryIO

from pikepdf import Object, Pdf, Stream, String

from pnp.export.pdf_objects import FACE_KEY, FaceForm, face_form, open_pdf, size_of
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.workers.tasks import Workers

STREAM_OBJECTS = 100
"""Objects packed together; readers unpack so many to get at one."""

ENTRY = struct.Struct(">BQH")
"""Of the table of objects: at an offset (kind 1), or the how many-th in another object (kind 2); or nowhere (kind 0)."""

IN_FILE, PACKED = 1, 2

_REFERENCE = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9a-fA-F]*>|\b(\d+) 0 R\b", re.DOTALL)
"""A reference, or a string, in which something may look like one; qpdf leaves no bracket in a string unescaped."""

_LENGTH = re.compile(rb"/Length \d+( 0 R)?(?=\s)")

Faces = Sequence[tuple[str, int]]
"""Keys of faces, and their pages in a PDF."""


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
    return _LENGTH.sub(b"", value), content


def renumbered(value: bytes, number: Callable[[int], int]) -> bytes:
    """Return an object with every reference changed to what `number` says."""

    def changed(reference: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % number(int(reference[1])) if reference[1] else reference[0]

    return _REFERENCE.sub(changed, value)


def face_segment(pdf: bytes, faces: Faces, first: int) -> Segment:
    """Return the forms of these faces of a PDF, numbered from `first` on in this order, and all that they need."""
    writer = _SegmentWriter(first, len(faces))
    with open_pdf(pdf) as drawn:
        forms = (face_form(drawn.pages[page], key) for key, page in faces)
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


@dataclass(frozen=True, slots=True)
class _ChunkShape:
    """How many object numbers a PDF of converted faces needs at most in another file, and the size of each face in mm."""

    numbers: int
    sizes: tuple[Size, ...]


def _shape_of(pdf: bytes) -> _ChunkShape:
    with open_pdf(pdf) as drawn:
        objects = int(drawn.trailer.Size) + len(drawn.pages)
        return _ChunkShape(
            objects + objects // STREAM_OBJECTS + 1, tuple(size_of(page.mediabox) for page in drawn.pages)
        )


@dataclass(frozen=True, slots=True)
class _SegmentPlace:
    """Where a segment begins in the file, and the table of its objects."""

    first: int
    start: int
    table: bytes


SEGMENTS_AT_A_TIME = 6
"""Made before the first of them is written: 2 MB each, for decks of rich cards."""

_HEADER = b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n"


@dataclass(frozen=True, slots=True)
class _SegmentRequest:
    """The faces of one converted PDF that a long PDF shows: their objects have the numbers from `first` on."""

    chunk: int
    faces: Faces
    first: int


class LongFaces:
    """The faces of a long PDF: the object number and the size of each by key. Their numbers end before `end`."""

    def __init__(self, pages: FacePages, keys: Sequence[str], workers: Workers) -> None:
        self._pages, self._workers = pages, workers
        self._requests: list[_SegmentRequest] = []
        self.sizes: dict[str, Size] = {}
        self.numbers: dict[str, int] = {}
        self.end = 1
        for group in pages.by_chunk(keys):
            chunk = pages.where[group[0]][0]
            faces = tuple((key, pages.where[key][1]) for key in group)
            shape = _shape_of(pages.chunks[chunk])
            self.sizes |= {key: shape.sizes[page] for key, page in faces}
            self.numbers |= {key: number for number, (key, _) in enumerate(faces, self.end)}
            self._requests.append(_SegmentRequest(chunk, faces, self.end))
            self.end += shape.numbers

    def stand_ins(self, pdf: Pdf) -> dict[str, FaceForm]:
        """Return for each face an empty form of a PDF that stands for it."""
        return {
            key: FaceForm(pdf.make_stream(b"", {FACE_KEY: String(key)}), size)
            for key, size in self.sizes.items()
        }

    def segments(self) -> Iterator[Segment]:
        """Yield every segment, a few made at a time by the workers."""
        for start in range(0, len(self._requests), SEGMENTS_AT_A_TIME):
            yield from self._workers.share_out(self._requests[start : start + SEGMENTS_AT_A_TIME], self._made)

    def _made(self, request: _SegmentRequest) -> Segment:
        return self._workers.run(
            face_segment, self._pages.chunks[request.chunk], request.faces, request.first
        )


def write_long_pdf(stream: BinaryIO, pdf: Pdf, faces: LongFaces) -> None:
    """Write a PDF whose pages show the `stand_in` of each face; the faces come in their place. Raises OSError."""
    start, places, contents = stream.write(_HEADER), [], sha256()
    for segment in chain(faces.segments(), [_segment_of(pdf, faces)]):
        stream.write(segment.content)
        contents.update(segment.content)
        places.append(_SegmentPlace(segment.first, start, segment.table))
        start += len(segment.content)
    root, info = (obj.objgen[0] + faces.end - 1 for obj in (pdf.Root, pdf.docinfo))
    name = contents.hexdigest()[:32].encode()
    about = b"/Root %d 0 R /Info %d 0 R /ID [ <%b> <%b> ]" % (root, info, name, name)
    _write_table(stream, start, places, about)


def _segment_of(pdf: Pdf, faces: LongFaces) -> Segment:
    """Return all that a PDF holds but the stand-ins of faces; what refers to these refers to the faces."""
    objects = {obj.objgen[0]: obj for obj in pdf.objects if obj.objgen[0]}
    shown = {
        number: faces.numbers[str(obj[FACE_KEY])]
        for number, obj in objects.items()
        if isinstance(obj, Stream) and FACE_KEY in obj
    }
    writer = _SegmentWriter(faces.end, max(objects))

    def number(before: int) -> int:
        return shown.get(before) or before + faces.end - 1

    for before, obj in objects.items():
        if before not in shown:
            value, content = _written_out(obj)
            writer.add(number(before), renumbered(value, number), content)
    return writer.segment()


def _moved(place: _SegmentPlace) -> bytes:
    """Return the table of a segment with offsets in the file."""
    return b"".join(
        ENTRY.pack(kind, at + place.start if kind == IN_FILE else at, more)
        for kind, at, more in ENTRY.iter_unpack(place.table)
    )


def _write_table(stream: BinaryIO, start: int, places: Sequence[_SegmentPlace], about: bytes) -> None:
    last = places[-1]
    number = last.first + len(last.table) // ENTRY.size
    index = b"".join(b"%d %d " % (place.first, len(place.table) // ENTRY.size) for place in places)
    table = ENTRY.pack(0, 0, 65535) + b"".join(map(_moved, places)) + ENTRY.pack(1, start, 0)
    table = zlib.compress(table)
    head = b"/Type /XRef /W [ 1 8 2 ] /Index [ 0 1 %b%d 1 ] /Size %d" % (index, number, number + 1)
    head += b" %b /Filter /FlateDecode /Length %d" % (about, len(table))
    stream.write(b"%d 0 obj\n<< %b >>\nstream\n%b\nendstream\nendobj\n" % (number, head, table))
    stream.write(b"startxref\n%d\n%%%%EOF\n" % start)

"""Segments of a long PDF: objects ready to be written, made from one PDF of converted faces at a time.

pikepdf holds every object of a document until it is saved, which for a face comes to some 100 KB; so what is made of
a few hundred faces is written and forgotten. A segment depends on its faces and its first object number alone: it can
be made by any process, and taken over from a file in which it was written before.
"""

import io
import json
import re
import struct
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pikepdf import Object, Stream

from pnp.cache import NullStore, Store, digest, digest_of
from pnp.export.form_xobjects import face_form, size_of
from pnp.export.pdf_in_memory import open_pdf
from pnp.files import read_part
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.workers import Workers

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


def moved(table: bytes, start: int) -> bytes:
    """Return the table of a segment as a file has it in which the segment lies from there on."""
    return b"".join(
        ENTRY.pack(kind, at + start if kind == IN_FILE else at, more)
        for kind, at, more in ENTRY.iter_unpack(table)
    )


class SegmentWriter:
    """A segment growing object by object. Those that are no streams are packed, a hundred together.

    The `given` numbers from `first` on are the caller's to use.
    """

    def __init__(self, first: int, given: int) -> None:
        self._first = first
        self._size = first + given
        self._table = bytearray(given * ENTRY.size)
        self._written = io.BytesIO()
        self._waiting: list[tuple[int, bytes]] = []

    def new_number(self) -> int:
        """Return a number nothing has yet."""
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
        """Return what was added."""
        if self._waiting:
            self._pack()
        return Segment(self._first, self._written.getvalue(), bytes(self._table))

    def _enter(self, number: int, kind: int, at: int, more: int) -> None:
        ENTRY.pack_into(self._table, (number - self._first) * ENTRY.size, kind, at, more)

    def _pack(self) -> None:
        places, at, number = b"", 0, self.new_number()
        for index, (each, value) in enumerate(self._waiting):
            self._enter(each, PACKED, number, index)
            places += b"%d %d " % (each, at)
            at += len(value) + 1
        about = b"<< /Type /ObjStm /N %d /First %d" % (len(self._waiting), len(places))
        packed = zlib.compress(places + b"\n".join(value for _, value in self._waiting))
        self._waiting = []
        self.add(number, about + b" /Filter /FlateDecode >>", packed)


def written_out(each: Object) -> tuple[bytes, bytes | None]:
    """Return an object as a PDF has it, without the length of a stream, and the content of one, compressed."""
    if not isinstance(each, Stream):
        return each.unparse(resolved=True), None
    value, content = each.stream_dict.unparse(resolved=True), each.read_raw_bytes()
    if "/Filter" not in each:
        value, content = value.removesuffix(b">>") + b"/Filter /FlateDecode >>", zlib.compress(content)
    return _LENGTH.sub(b"", value), content


def renumbered(value: bytes, number: Callable[[int], int]) -> bytes:
    """Return an object with every reference changed to what `number` says."""

    def changed(found: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % number(int(found[1])) if found[1] else found[0]

    return _REFERENCE.sub(changed, value)


def face_segment(pdf: bytes, faces: Faces, first: int) -> Segment:
    """Return the forms of these faces of a PDF, numbered from `first` on in this order, and all that they need."""
    writer = SegmentWriter(first, len(faces))
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
            each = waiting.popleft()
            value, content = written_out(drawn.get_object(each, 0))
            writer.add(numbers[each], renumbered(value, number), content)
    return writer.segment()


@dataclass(frozen=True, slots=True)
class ChunkShape:
    """How many object numbers a PDF of converted faces needs at most in another file, and the size of each face in mm."""

    numbers: int
    sizes: tuple[Size, ...]


def shape_of(pdf: bytes) -> ChunkShape:
    """Return the shape of a PDF of converted faces."""
    with open_pdf(pdf) as drawn:
        objects = int(drawn.trailer.Size) + len(drawn.pages)
        return ChunkShape(
            objects + objects // STREAM_OBJECTS + 1, tuple(size_of(page.mediabox) for page in drawn.pages)
        )


@dataclass(frozen=True, slots=True)
class SegmentPlace:
    """Where a segment lies in a file, and what it was made of (`key`); its content is known by its SHA-256."""

    key: str
    first: int
    start: int
    length: int
    content: str
    table: bytes


@dataclass(frozen=True, slots=True)
class SegmentCache:
    """Remembers shapes of PDFs and in which files segments lie; `digests` are those of the PDFs of converted faces.

    A segment is taken from its file only while that has the very bytes. Without digests nothing is remembered. Segments
    that no file has are made by `workers`.
    """

    store: Store = field(default_factory=NullStore)
    program: str = ""
    digests: Sequence[str] = ()
    workers: Workers = field(default_factory=Workers)

    def shape(self, chunk: int, pages: FacePages) -> ChunkShape:
        """Return the shape of one PDF of the pages."""
        if not self.digests:
            return shape_of(pages.chunks[chunk])
        key = f"segments {digest(self.program, self.digests[chunk])}"
        if (kept := self.store.get(key)) is not None:
            numbers, sizes = json.loads(kept)
            return ChunkShape(numbers, tuple(Size(*size) for size in sizes))
        shape = shape_of(pages.chunks[chunk])
        sizes = [(size.width, size.height) for size in shape.sizes]
        self.store.put(key, json.dumps((shape.numbers, sizes)).encode())
        return shape

    def key(self, chunk: int, faces: Faces, first: int) -> str:
        """Return what stands for the segment of these faces of a PDF; nothing where it is not to be remembered."""
        return f"segments {digest(self.program, self.digests[chunk], faces, first)}" if self.digests else ""

    def find(self, key: str) -> Segment | None:
        """Return the segment, if a file still has it."""
        if not key or (kept := self.store.get(key)) is None:
            return None
        about, _, table = kept.partition(b"\n")
        path, first, start, length, expected = json.loads(about)
        try:
            content = read_part(Path(path), start, length)
        except OSError:
            return None
        return Segment(first, content, zlib.decompress(table)) if digest_of(content) == expected else None

    def note(self, path: Path, places: Iterable[SegmentPlace]) -> None:
        """Remember which segments a file has that was just written."""
        for each in places:
            if each.key:
                about = (str(path.absolute()), each.first, each.start, each.length, each.content)
                self.store.put(each.key, json.dumps(about).encode() + b"\n" + zlib.compress(each.table, 1))


NO_SEGMENTS = SegmentCache()

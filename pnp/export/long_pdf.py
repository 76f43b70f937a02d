"""A PDF with thousands of faces, written a few hundred at a time.

pikepdf holds every object of a document until it is saved, which for a face comes to some 100 KB. So the sheets are
put together with a stand-in for each face; then the faces of one chunk after the other go into the file, each under
the number of its stand-in, and are forgotten.
"""

import io
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import BinaryIO

from pikepdf import Array, ObjectStreamMode, Pdf, String

from pnp.export.form_xobjects import FaceForm, copied_form, size_of
from pnp.model.face import FacePages

# The objects of a PDF in the form qpdf gives them, to be put into another file under other numbers.

_REFERENCE = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9a-fA-F]*>|\b(\d+) 0 R\b", re.DOTALL)
"""A reference, or a string, in which something may look like one; qpdf leaves no bracket in a string unescaped."""

_STREAM = b"\nstream\n"


@dataclass(frozen=True, slots=True)
class Body:
    """What stands between "obj" and "endobj": a dictionary or another value, and the rest where it is a stream."""

    value: bytes
    stream: bytes = b""

    def renumbered(self, numbers: dict[int, int]) -> "Body":
        """Return the object with every reference to a number changed to what `numbers` says."""

        def changed(found: re.Match[bytes]) -> bytes:
            return b"%d 0 R" % numbers[int(found[1])] if found[1] else found[0]

        return Body(_REFERENCE.sub(changed, self.value), self.stream)


@dataclass(frozen=True, slots=True)
class Written:
    """A whole PDF: what comes before the first object, the objects by number, and the trailer's dictionary."""

    header: bytes
    bodies: dict[int, Body]
    trailer: bytes


def written(pdf: Pdf) -> Written:
    """Return the PDF as qpdf writes it."""
    out = io.BytesIO()
    pdf.save(out, min_version="1.7", object_stream_mode=ObjectStreamMode.disable, deterministic_id=True)
    data = out.getvalue()
    table = int(data[data.rindex(b"startxref") :].split()[1])
    lines = data[table : data.index(b"trailer", table)].splitlines()
    offsets = {
        number: int(line[:10]) for number, line in enumerate(lines[3:], 1)
    }  # the first is that of number 0
    ordered = sorted(offsets, key=offsets.__getitem__)
    ends = [*(offsets[number] for number in ordered[1:]), table]
    bodies = {number: _body(data[offsets[number] : end]) for number, end in zip(ordered, ends, strict=True)}
    trailer = data[data.index(b"<<", table) : data.rindex(b">>") + 2]
    return Written(data[: offsets[ordered[0]]], bodies, trailer)


def _body(written_object: bytes) -> Body:
    inner = written_object[written_object.index(b"obj\n") + 4 : written_object.rindex(b"\nendobj")]
    value, mark, stream = inner.partition(_STREAM)
    return Body(value, mark + stream)


MANY = 500
"""So many faces take 50 MB all at once."""

STREAM_OBJECTS = 100
"""Objects packed together; readers unpack so many to get at one."""

_ENTRY_BYTES = 8

_STAND_IN = re.compile(rb"\(PnpLater (\d+) .*\)", re.DOTALL)
_FORMS = re.compile(rb"/Forms \[([^\]]*)\]")
_KEPT = re.compile(rb"/(?:Root|Info) \d+ 0 R|/ID ?\[[^\]]*\]")


@contextmanager
def stand_ins(target: Pdf, pages: FacePages, keys: Sequence[str]) -> Iterator[dict[str, FaceForm]]:
    """Give in `target`, by key, what stands for the forms of the faces `keys` until `write_long` puts them there."""
    found = {}
    for chunk, group in _by_chunk(pages, keys):
        with Pdf.open(io.BytesIO(pages.chunks[chunk])) as drawn:
            for number, key in group:
                form = target.make_indirect(String(f"PnpLater {number} {key}"))
                found[key] = FaceForm(form, size_of(drawn.pages[pages.where[key][1]].mediabox))
    yield found


def write_long(frame: Written, pages: FacePages, keys: Sequence[str], stream: BinaryIO) -> None:
    """Write `frame`, which is used up, with the faces `keys` in place of their stand-ins."""
    places: dict[int, int] = {}
    file = _File(stream, frame)
    for number in list(frame.bodies):
        body = frame.bodies.pop(number)
        stand_in = _STAND_IN.fullmatch(body.value)
        if stand_in:
            places[int(stand_in[1])] = number
        else:
            file.add(number, body)
    for chunk, group in _by_chunk(pages, keys):
        wanted = dict(group)
        part = _part(pages, chunk, list(wanted.values()))
        at = [places[number] for number in wanted if number in places]
        _add_part(file, part, at)
    file.close()


def _by_chunk(pages: FacePages, keys: Sequence[str]) -> Iterator[tuple[int, list[tuple[int, str]]]]:
    """Yield for each chunk the faces of it that are wanted, with their number among `keys`."""
    ordered = sorted(enumerate(keys), key=lambda each: pages.where[each[1]])
    for chunk, group in groupby(ordered, key=lambda each: pages.where[each[1]][0]):
        yield chunk, list(group)


def _part(pages: FacePages, chunk: int, keys: Sequence[str]) -> Written:
    """Return the forms of some faces of one chunk in a PDF of their own, listed under /Forms."""
    with Pdf.open(io.BytesIO(pages.chunks[chunk])) as drawn, Pdf.new() as part:
        forms = [copied_form(part, drawn.pages[pages.where[key][1]], key) for key in keys]
        part.Root.Forms = Array(forms)
        return written(part)


def _add_part(file: "_File", part: Written, places: Sequence[int]) -> None:
    """Add a part's forms at these numbers, and all they need at new ones."""
    (root,) = (number for number, body in part.bodies.items() if b"/Type /Catalog" in body.value)
    listed = _FORMS.search(part.bodies[root].value)
    assert listed is not None
    forms = [int(number) for number in listed[1].split()[::3]]
    numbers: Mapping[int, int] = dict(zip(forms, places, strict=True))
    own = {number: body for number, body in part.bodies.items() if not _is_frame(body)}
    numbers = {number: numbers.get(number) or file.new_number() for number in own}
    for number, body in own.items():
        file.add(numbers[number], body.renumbered(numbers))


def _is_frame(body: Body) -> bool:
    """Say whether an object only holds the part together: its catalogue, or its list of no pages."""
    return body.value.endswith((b"/Type /Catalog >>", b"/Type /Pages >>"))


class _File:
    """A PDF growing object by object. Those that are no streams are packed, a hundred together."""

    def __init__(self, stream: BinaryIO, frame: Written) -> None:
        self._stream = stream
        self._trailer = b" ".join(_KEPT.findall(frame.trailer))
        self._size = max(frame.bodies) + 1
        self._table = bytearray()
        self._enter(0, 0, 0, 65535)
        self._waiting: list[tuple[int, bytes]] = []
        self._offset = stream.write(frame.header)

    def new_number(self) -> int:
        """Return a number nothing has yet."""
        self._size += 1
        return self._size - 1

    def add(self, number: int, body: Body) -> None:
        """Write an object, or let it wait for others to be packed with."""
        if body.stream:
            self._write(number, body.value + body.stream)
        else:
            self._waiting.append((number, body.value))
            if len(self._waiting) == STREAM_OBJECTS:
                self._pack()

    def close(self) -> None:
        """Write what waits, and the table of where everything is."""
        if self._waiting:
            self._pack()
        number, start = self.new_number(), self._offset
        self._enter(number, 1, start, 0)
        about = b"/Type /XRef /W [ 1 5 2 ] /Size %d %b" % (self._size, self._trailer)
        self._write(number, _packed(about, bytes(self._table)))
        self._stream.write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _enter(self, number: int, kind: int, at: int, more: int) -> None:
        """Note where an object is: at an offset (kind 1), or in another object, the how many-th (kind 2)."""
        start = number * _ENTRY_BYTES
        missing = start + _ENTRY_BYTES - len(self._table)
        self._table.extend(bytes(max(0, missing)))
        entry = bytes((kind,)) + at.to_bytes(5, "big") + more.to_bytes(2, "big")
        self._table[start : start + _ENTRY_BYTES] = entry

    def _pack(self) -> None:
        places, at = [], 0
        number = self.new_number()
        for index, (each, value) in enumerate(self._waiting):
            self._enter(each, 2, number, index)
            places.append(b"%d %d" % (each, at))
            at += len(value) + 1
        head = b" ".join(places) + b"\n"
        about = b"/Type /ObjStm /N %d /First %d" % (len(self._waiting), len(head))
        self._write(number, _packed(about, head + b"\n".join(value for _, value in self._waiting)))
        self._waiting = []

    def _write(self, number: int, content: bytes) -> None:
        self._enter(number, 1, self._offset, 0)
        self._offset += self._stream.write(b"%d 0 obj\n%b\nendobj\n" % (number, content))


def _packed(about: bytes, content: bytes) -> bytes:
    """Return a compressed stream."""
    small = zlib.compress(content)
    head = b"<< %b /Filter /FlateDecode /Length %d >>" % (about, len(small))
    return head + b"\nstream\n" + small + b"\nendstream"


# A stream for libraries that cannot bear a full disk: QPDF ends the whole program when a write fails.


class _DeferringStream(io.BufferedIOBase):
    """Writes to `stream` until that fails, and then pretends."""

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

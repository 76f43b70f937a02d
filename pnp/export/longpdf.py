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
from itertools import groupby
from typing import BinaryIO

from pikepdf import Array, Pdf, String

from pnp.export.forms import FaceForm, copied_form, size_of
from pnp.export.objects import Body, Written, written
from pnp.model.pages import FacePages

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

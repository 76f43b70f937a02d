"""A PDF with thousands of faces, written a few hundred at a time.

pikepdf holds every object of a document until it is saved, which for a face comes to some 100 KB. So the sheets are
put together with a stand-in for each face; then the faces of one chunk after the other go into the file, each under
the number of its stand-in, and are forgotten.
"""

import hashlib
import io
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from typing import BinaryIO

from pikepdf import Object, Pdf, Stream, String

from pnp.export.form_xobjects import FaceForm, copied_form, size_of
from pnp.model.face import FacePages

MANY = 500
"""So many faces take 50 MB all at once."""

STREAM_OBJECTS = 100
"""Objects packed together; readers unpack so many to get at one."""

_HEADER = b"%PDF-1.7\n%\xbf\xf7\xa2\xfe\n"

_ENTRY = struct.Struct(">BQH")
"""Of the table of objects: at an offset (kind 1), or the how many-th in another object (kind 2)."""

_REFERENCE = re.compile(rb"\((?:[^()\\]|\\.)*\)|<[0-9a-fA-F]*>|\b(\d+) 0 R\b", re.DOTALL)
"""A reference, or a string, in which something may look like one; qpdf leaves no bracket in a string unescaped."""


@contextmanager
def stand_ins(target: Pdf, pages: FacePages, keys: Sequence[str]) -> Iterator[dict[str, FaceForm]]:
    """Give in `target`, by key, what stands for the forms of the faces `keys` until `write_long` puts them there."""
    found = {}
    for chunk, wanted in _by_chunk(pages, keys):
        with Pdf.open(io.BytesIO(pages.chunks[chunk])) as drawn:
            for key in wanted:
                page = drawn.pages[pages.where[key][1]]
                found[key] = FaceForm(target.make_indirect(String(key)), size_of(page.mediabox))
    yield found


def write_long(target: Pdf, forms: Mapping[str, FaceForm], pages: FacePages, stream: BinaryIO) -> None:
    """Write `target` with the faces in place of their stand-ins `forms`, which are given by key."""
    numbers = {key: each.form.objgen[0] for key, each in forms.items()}
    later = set(numbers.values())
    writer = _PdfWriter(stream, len(target.objects) + 1)
    for each in target.objects:
        if each.objgen[0] not in later:
            writer.add(each.objgen[0], each)
    for chunk, keys in _by_chunk(pages, list(forms)):
        with Pdf.open(io.BytesIO(pages.chunks[chunk])) as drawn, Pdf.new() as part:
            new = {
                copied_form(part, drawn.pages[pages.where[key][1]], key).objgen[0]: numbers[key]
                for key in keys
            }
            frame = {part.Root.objgen, part.Root.Pages.objgen}
            copied = [each for each in part.objects if each.objgen not in frame]
            for each in copied:
                new.setdefault(each.objgen[0], 0)
            new = {number: known or writer.new_number() for number, known in new.items()}
            for each in copied:
                writer.add(new[each.objgen[0]], each, new)
    writer.close(b"/Root %d 0 R /Info %d 0 R" % (target.Root.objgen[0], target.docinfo.objgen[0]))


def _by_chunk(pages: FacePages, keys: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield for each chunk the faces of it that are wanted."""
    ordered = sorted(keys, key=pages.where.__getitem__)
    for chunk, group in groupby(ordered, key=lambda key: pages.where[key][0]):
        yield chunk, list(group)


def renumbered(value: bytes, numbers: Mapping[int, int]) -> bytes:
    """Return an object with every reference to a number changed to what `numbers` says."""

    def changed(found: re.Match[bytes]) -> bytes:
        return b"%d 0 R" % numbers[int(found[1])] if found[1] else found[0]

    return _REFERENCE.sub(changed, value)


class _PdfWriter:
    """A PDF growing object by object. Those that are no streams are packed, a hundred together."""

    def __init__(self, stream: BinaryIO, size: int) -> None:
        self._stream = stream
        self._size = size
        self._table = bytearray()
        self._enter(0, 0, 0, 65535)
        self._waiting: list[tuple[int, bytes]] = []
        self._digest = hashlib.sha256()
        self._offset = stream.write(_HEADER)

    def new_number(self) -> int:
        """Return a number nothing has yet."""
        self._size += 1
        return self._size - 1

    def add(self, number: int, each: Object, numbers: Mapping[int, int] | None = None) -> None:
        """Write an object, or let it wait for others to be packed with; `numbers` are the new ones of all it needs."""
        if isinstance(each, Stream):
            value, content = each.stream_dict.unparse(resolved=True), each.read_raw_bytes()
            if "/Filter" not in each:
                value, content = (
                    value.removesuffix(b">>") + b"/Filter /FlateDecode >>",
                    zlib.compress(content),
                )
            value = re.sub(rb"/Length \d+( 0 R)?(?=\s)", b"", value)
            self._write(number, renumbered(value, numbers) if numbers else value, content)
            return
        value = each.unparse(resolved=True)
        self._waiting.append((number, renumbered(value, numbers) if numbers else value))
        if len(self._waiting) == STREAM_OBJECTS:
            self._pack()

    def close(self, about: bytes) -> None:
        """Write what waits, and the table of where everything is."""
        if self._waiting:
            self._pack()
        number, start = self.new_number(), self._offset
        self._enter(number, 1, start, 0)
        name = self._digest.hexdigest()[:32].encode()
        about = b"<< /Type /XRef /W [ 1 8 2 ] /Size %d %b /ID [ <%b> <%b> ]" % (self._size, about, name, name)
        self._write(number, about + b" /Filter /FlateDecode >>", zlib.compress(self._table))
        self._stream.write(b"startxref\n%d\n%%%%EOF\n" % start)

    def _enter(self, number: int, kind: int, at: int, more: int) -> None:
        start = number * _ENTRY.size
        self._table.extend(bytes(max(0, start + _ENTRY.size - len(self._table))))
        _ENTRY.pack_into(self._table, start, kind, at, more)

    def _pack(self) -> None:
        places, at = b"", 0
        number = self.new_number()
        for index, (each, value) in enumerate(self._waiting):
            self._enter(each, 2, number, index)
            places += b"%d %d " % (each, at)
            at += len(value) + 1
        about = b"<< /Type /ObjStm /N %d /First %d" % (len(self._waiting), len(places))
        packed = zlib.compress(places + b"\n".join(value for _, value in self._waiting))
        self._write(number, about + b" /Filter /FlateDecode >>", packed)
        self._waiting = []

    def _write(self, number: int, value: bytes, content: bytes) -> None:
        """Write a stream."""
        self._enter(number, 1, self._offset, 0)
        head = value.removesuffix(b">>") + b"/Length %d >>" % len(content)
        written = b"%d 0 obj\n%b\nstream\n%b\nendstream\nendobj\n" % (number, head, content)
        self._digest.update(written)
        self._offset += self._stream.write(written)

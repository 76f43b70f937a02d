"""Converted pages become Form XObjects: drawn once, shown as often as there are copies."""

import hashlib
import io
import re
import struct
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import BinaryIO

from pikepdf import Array, Dictionary, Name, Object, Page, Pdf, Stream, String

from pnp.export.marks_layer import draw, marks_of
from pnp.export.pdf_metadata import MARKS
from pnp.model.face import FacePages
from pnp.model.geometry import Size
from pnp.model.sheet import Sheet
from pnp.units import MM_PER_PT

FACE_KEY = "/PnpFace"
"""The entry of a form that says which face it draws."""

_WORDS = re.compile(rb"(\(.*\) Tj)", re.DOTALL)
"""What a content stream writes, from the first text to the last."""

SHARED_MARKS = "/M"
"""The name, on every page, of the form that draws what sheets have in common."""


@dataclass(frozen=True, slots=True)
class FaceForm:
    """A face in the target PDF, and its size in mm with bleed."""

    form: Object
    size: Size


@dataclass(frozen=True, slots=True)
class PlacedMarks:
    """The marks of one sheet: the content streams of its own part, the form of the rest, the fonts."""

    content: tuple[Object, ...]
    forms: dict[str, Object]
    fonts: Dictionary


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
                chunks[chunk] = opened.enter_context(Pdf.open(io.BytesIO(pages.chunks[chunk])))
            form = copied_form(target, chunks[chunk].pages[page], key)
            forms[key] = FaceForm(form, size_of(form.BBox))
        yield forms


def copied_form(target: Pdf, page: Page, key: str) -> Object:
    """Return a form in `target` that shows the page of the face `key`."""
    form = target.copy_foreign(form_of(page))
    form[FACE_KEY] = String(key)
    return form


def size_of(corners: Object) -> Size:
    """Return the size in mm of a box whose lower left corner is the origin, given as PDF has it."""
    _, _, width, height = (float(edge) * MM_PER_PT for edge in corners.as_list())
    return Size(width, height)


@contextmanager
def placed_marks(target: Pdf, sheets: Sequence[Sheet]) -> Iterator[tuple[PlacedMarks, ...]]:
    """Give the marks of each sheet, on their layer; `target` must be saved inside the block.

    What sheets share becomes a form, what is a sheet's own goes into its page, and all of it shares one font.
    """
    shared, marks = marks_of(sheets)
    drawing, written = draw(shared, (each.own for each in marks))
    with Pdf.open(io.BytesIO(drawing)) as drawn:
        used = {
            name: font
            for page in drawn.pages
            for name, font in page.resources.get(Name.Font, Dictionary()).items()
        }
        fonts = Dictionary({name: target.copy_foreign(font) for name, font in used.items()})
        forms = [target.copy_foreign(form_of(page)) for page in drawn.pages]
        streams: dict[bytes, Object] = {}
        yield tuple(
            PlacedMarks(_own_marks(target, own.encode(), streams), {SHARED_MARKS: forms[each.shared]}, fonts)
            for each, own in zip(marks, written, strict=True)
        )


def _own_marks(target: Pdf, own: bytes, streams: dict[bytes, Object]) -> tuple[Object, ...]:
    """Return a page's own marks as content streams, which a reader joins.

    Only the words differ from page to page; what stands around them is the same stream on all, kept in `streams`.
    """
    content = f"/OC /{MARKS} BDC\nq ".encode() + own + b" Q\nEMC"
    parts = [part.strip() for part in _WORDS.split(content)]
    for part in parts:
        if part not in streams:
            streams[part] = target.make_stream(part)
    return tuple(streams[part] for part in parts)


def form_of(page: Page) -> Object:
    """Turn a page's content stream into a Form XObject that draws the same picture; the page is used up."""
    content = page.obj.Contents
    if not isinstance(content, Stream):  # several streams in a row; no renderer of ours writes that today
        return page.as_form_xobject()
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


# A PDF with thousands of faces, written a few hundred at a time.
#
# pikepdf holds every object of a document until it is saved, which for a face comes to some 100 KB. So the sheets are
# put together with a stand-in for each face; then the faces of one chunk after the other go into the file, each under
# the number of its stand-in, and are forgotten.

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

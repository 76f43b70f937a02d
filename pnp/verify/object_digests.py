"""What an object of a PDF says, as a digest: its value, its stream, and all that it refers to, however it is numbered."""

import hashlib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby

from pikepdf import Name, Object, Pdf, String

from pnp.export.pdf_objects import FACE_KEY, form_of, open_pdf, size_of
from pnp.model.face import FacePages
from pnp.model.geometry import Size

DEEPEST = 40
"""References in a row that are followed; a form of ours has less than ten."""

_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")

_STRING = re.compile(rb"\((?:[^()\\]|\\.)*\)", re.DOTALL)
"""In which something may look like a reference; qpdf leaves no bracket in a string unescaped."""

_LENGTH = re.compile(rb" /Length \d+(?: 0 R)?(?= )")

_PACKED = re.compile(rb" /Filter(?: /FlateDecode| \[ /FlateDecode \])(?= )")

_ENDLESS = b"refers to itself"


class ObjectDigests:
    """The digests of the objects of one PDF. Two objects with one digest draw the same.

    Where streams count `unpacked`, it does not matter how they were packed.
    """

    def __init__(self, pdf: Pdf, *, unpacked: bool = False) -> None:
        self._pdf, self._unpacked = pdf, unpacked
        self._known: dict[bytes, bytes] = {}
        self.fonts: dict[int, Object] = {}
        """The fonts among what was looked at, by number."""
        self.endless = False
        """Whether something refers to itself, so that its digest says nothing."""

    def of(self, each: Object, depth: int = 0) -> bytes:
        """Return the digest of an object."""
        number, generation = each.objgen
        if number == 0 or generation:
            return self._made(each, depth)
        return self._numbered(b"%d" % number, each, depth)

    def _numbered(self, number: bytes, each: Object | None, depth: int) -> bytes:
        """Return the digest of the object of that number, which is found unless it is given."""
        known = self._known.get(number)
        if known is None:
            self._known[number] = _ENDLESS  # until it is made
            found = self._pdf.get_object(int(number), 0) if each is None else each
            known = self._known[number] = self._made(found, depth)
        self.endless = self.endless or known is _ENDLESS
        return known

    def _made(self, each: Object, depth: int) -> bytes:
        if depth > DEEPEST:
            self.endless = True
            return _ENDLESS
        value, content = each.unparse(resolved=True), b""
        if value.endswith(b" R"):  # nothing but a stream is written as a reference to itself
            value = _LENGTH.sub(b"", each.stream_dict.unparse(resolved=True))
            if self._unpacked:
                value, content = _PACKED.sub(b"", value), each.read_bytes()
            else:
                content = each.read_raw_bytes()
        if b"/Type /Font " in value and b"/CIDFont" not in value and Name.BaseFont in each:
            self.fonts[each.objgen[0]] = each
        if b" R" in value:
            value = self._resolved(value, depth + 1)
        return hashlib.sha256(b"%d %b %b" % (len(value), value, content)).hexdigest().encode()

    def _resolved(self, value: bytes, depth: int) -> bytes:
        """Return an object as it is written, with digests instead of the numbers of what it refers to."""
        if b"(" not in value:
            return self._without_numbers(value, depth)
        strings = [*_STRING.findall(value), b""]
        around = (self._without_numbers(text, depth) for text in _STRING.split(value))
        return b"".join(text + string for text, string in zip(around, strings, strict=True))

    def _without_numbers(self, text: bytes, depth: int) -> bytes:
        parts = _REFERENCE.split(text)
        for at in range(1, len(parts), 2):
            known = self._known.get(parts[at])
            if known is None or known is _ENDLESS:
                known = self._numbered(parts[at], None, depth)
            parts[at] = known
        return b"@".join(parts)


@dataclass(frozen=True, slots=True)
class FaceDigests:
    """The digests of the forms that converted faces make in a file, by face, and their sizes with bleed in mm.

    They were converted in so many PDFs, `chunks`.
    """

    forms: Mapping[str, bytes]
    chunks: int
    sizes: Mapping[str, Size]


def face_digests(pages: FacePages) -> FaceDigests:
    """Return the digests of the forms of converted faces."""
    forms: dict[str, bytes] = {}
    sizes: dict[str, Size] = {}
    ordered = sorted(pages.where.items(), key=lambda item: item[1])
    for chunk, faces in groupby(ordered, key=lambda item: item[1][0]):
        with open_pdf(pages.chunks[chunk]) as drawn:
            digests, drawn_pages = ObjectDigests(drawn), list(drawn.pages)
            made = {}
            for face, (_, page) in faces:
                form = form_of(drawn_pages[page])
                form[FACE_KEY] = String(face)
                made[face] = digests.of(form)
                sizes[face] = size_of(form.BBox)
            if not digests.endless:
                forms |= made
    return FaceDigests(forms, len(pages.chunks), sizes)


def joined(parts: Iterable[FaceDigests]) -> FaceDigests:
    """Return the digests of several components that share a file; a face that two of them show is the first one's."""
    forms: dict[str, bytes] = {}
    sizes: dict[str, Size] = {}
    chunks = 0
    for part in parts:
        forms = {**part.forms, **forms}
        sizes = {**part.sizes, **sizes}
        chunks += part.chunks
    return FaceDigests(forms, chunks, sizes)

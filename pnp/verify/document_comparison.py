"""Two PDFs compared object by object; how they are packed and numbered makes no difference."""

import io
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree.ElementTree import ParseError, canonicalize, tostring

from pikepdf import Array, Dictionary, Name, Object, Pdf, PdfError, Stream

from pnp.xml_reader import read_xml

_PACKING = {"/Length", "/Filter", "/DecodeParms"}
_TREE = {"/Type", "/Kids", "/Count"}

Pair = tuple[Any, Any]


def first_difference(found: bytes, due: bytes) -> int | None:
    """Return the first page, from 1, on which a PDF is not as it should be; 0 for what is beside its pages, None for nothing.

    Raises PdfError for what is no whole PDF.
    """
    if found == due:
        return None
    with Pdf.open(io.BytesIO(found), attempt_recovery=False) as one, Pdf.open(io.BytesIO(due)) as other:
        seen: set[tuple[Any, Any]] = set()
        for number, pair in enumerate(zip(one.pages, other.pages, strict=False), 1):
            if _differ((pair[0].obj, pair[1].obj), seen):
                return number
        if len(one.pages) != len(other.pages):
            return min(len(one.pages), len(other.pages)) + 1
        strange = one.is_encrypted or one.trailer.keys() & {"/Encrypt", "/XRefStm"}
        info = (one.trailer.get("/Info"), other.trailer.get("/Info"))
        rest = any(_differ(pair, seen) for pair in (*_entries(one.Root, other.Root), info))
        return 0 if strange or rest or one.Root.Pages.keys() - _TREE else None


def _entries(one: Object, other: Object) -> Iterator[Pair]:
    """Yield what two catalogues have under the same keys, None for nothing; their pages are looked at by themselves."""
    for key in sorted({*one.keys(), *other.keys()} - {"/Pages"}):
        yield one.get(key), other.get(key)


def _differ(pair: Pair, seen: set[tuple[Any, Any]]) -> bool:
    """Say whether two objects differ, or anything that they refer to."""
    left = [pair]
    while left:
        one, other = left.pop()
        if isinstance(one, Object) and isinstance(other, Object) and (one.is_indirect or other.is_indirect):
            if (numbers := (one.objgen, other.objgen)) in seen:
                continue
            seen.add(numbers)
        below = _below(one, other)
        if below is None:
            return True
        left += below
    return False


def _below(one: Any, other: Any) -> list[Pair] | None:
    """Return what two objects have in the same places, None where they differ themselves."""
    if isinstance(one, Array) and isinstance(other, Array):
        return list(zip(list(one), list(other), strict=True)) if len(one) == len(other) else None
    if isinstance(one, Stream) and isinstance(other, Stream):
        if _content(one) != _content(other) and not _same_metadata(one, other):
            return None
    elif not (isinstance(one, Dictionary) and isinstance(other, Dictionary)):
        return [] if one == other else None
    mine, its = _without_packing(one), _without_packing(other)
    return [(mine[key], its[key]) for key in mine] if mine.keys() == its.keys() else None


def _without_packing(each: Object) -> Mapping[str, Any]:
    """Return what an object says but for how its stream is packed, and of a page but for what it lies in."""
    hidden = _PACKING if isinstance(each, Stream) else {"/Parent"} if each.get(Name.Type) == Name.Page else ()
    return {key: value for key, value in each.items() if key not in hidden}


def _same_metadata(one: Stream, other: Stream) -> bool:
    """Say whether two packets of metadata hold the same elements: other programs write them with other blanks."""
    if one.get(Name.Type) != Name.Metadata:
        return False
    try:
        texts = (each.read_bytes().strip(b"\0 \n\r\t\xef\xbb\xbf") for each in (one, other))
        first, second = (canonicalize(tostring(read_xml(text)), strip_text=True) for text in texts)
    except (PdfError, ValueError, ParseError):
        return False
    return first == second


def _content(stream: Stream) -> bytes:
    try:
        return stream.read_bytes()
    except PdfError:  # packed in a way that is part of what it says, as photographs are
        return stream.get(Name.Filter, Name.None_).unparse() + stream.read_raw_bytes()

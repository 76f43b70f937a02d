"""PDF streams of unknown origin, decoded up to a limit."""

import re
import warnings
import zlib
from collections.abc import Iterator
from typing import Any

from pikepdf import Array, Dictionary, Name, Object, Stream, parse_content_stream

from pnp.export.pdf_objects import UNREADABLE_PDF

LARGEST_CONTENT = 32_000_000
"""Bytes of one content stream, unpacked: a page with a map on it has a tenth."""

MOST_WORDS = 1_000_000
"""Of one content stream; each is kept in some 450 bytes while it is followed."""

MOST_PACKED = 1_100
"""Times that a filter other than Flate packs at most."""


class Unreadable(Exception):
    """A stream, or a part of a file, that cannot be read or is too large to be; str() says which."""


def content_of(stream: Object) -> bytes:
    """Return what is in a stream, unpacked. Raises Unreadable."""
    try:
        raw = stream.read_raw_bytes()
        filters = stream.get(Name.Filter)
        names = (
            list(filters.as_list()) if isinstance(filters, Array) else [] if filters is None else [filters]
        )
        if names == [Name.FlateDecode] and Name.DecodeParms not in stream:
            unpacking = zlib.decompressobj()
            content = unpacking.decompress(raw, LARGEST_CONTENT)
            if unpacking.unconsumed_tail:
                raise Unreadable("a stream is too large to be read")
            return content
        if len(raw) * (MOST_PACKED if names else 1) > LARGEST_CONTENT:
            raise Unreadable("a stream is too large to be read")
        return stream.read_bytes()
    except zlib.error as error:
        raise Unreadable("a stream is damaged") from error
    except UNREADABLE_PDF as error:
        raise Unreadable("a stream cannot be read") from error


def page_content(page: Any) -> bytes:
    """Return the content of a page, which may be in several streams. Raises Unreadable."""
    contents = page.get(Name.Contents)
    parts = list(contents.as_list()) if isinstance(contents, Array) else [contents]
    return b"\n".join(content_of(part) for part in parts if isinstance(part, Stream))


def operations(pdf: Any, content: bytes, wanted: str) -> Iterator[Any]:
    """Yield the instructions with the wanted operators, others perhaps too. Raises Unreadable."""
    if sum(1 for _ in _WORD.finditer(content)) > MOST_WORDS:
        raise Unreadable("there is too much in a stream to be read")
    inline = b"BI" in content and b"ID" in content  # a filter would lose what such a picture says of itself
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = parse_content_stream(Stream(pdf, content), "" if inline else wanted)
    except UNREADABLE_PDF as error:
        raise Unreadable("the content cannot be read") from error
    yield from found


_WORD = re.compile(rb"[A-Za-z'\"*]+")


def dictionary(holder: Any, *keys: str) -> Any:
    """Return the dictionary that several keys lead to, an empty one where there is none."""
    for key in keys:
        holder = holder.get(key) if isinstance(holder, Dictionary | Stream) else None
    return holder if isinstance(holder, Dictionary | Stream) else Dictionary()

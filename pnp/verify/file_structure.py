"""The bytes of a PDF file: one revision, nothing before, between or after its objects."""

import mmap
import re
from collections.abc import Iterator
from pathlib import Path

from pnp.files import opened

HEADER = re.compile(rb"%PDF-1\.[4-7]\s")
_END = re.compile(rb"startxref\s+(\d+)\s+%%EOF\s*\Z")
_NUMBERED = re.compile(rb"\s*(\d+) (\d+) obj\b")
_TABLE = re.compile(rb"\s*(?:xref\b|startxref\b|trailer\b)")
_LINEARISED = re.compile(rb"/Linearized 1 .{0,200}?/L (\d+)\b", re.DOTALL)

_TAIL = 64
"""Bytes at the end of a file in which it says where its table is."""

_HEAD = 1024
"""Bytes at the beginning in which a file says that its first page comes first."""


def wrong_bytes(path: Path) -> Iterator[str]:
    """Yield what is wrong with how a PDF is put together. Raises OSError, and ValueError for an empty file."""
    if path.is_symlink():
        yield "it is a link to another file"
    with opened(path) as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        yield from _wrong(content)


def _wrong(content: mmap.mmap) -> Iterator[str]:
    if not HEADER.match(content):
        yield "it does not begin as a PDF does"
    if not _END.search(content, max(0, len(content) - _TAIL)):
        yield "something stands after its end"
    first = _LINEARISED.search(content, 0, min(_HEAD, len(content)))
    ends = _count(content, b"startxref")
    if first is None and ends != 1:
        yield "it was changed after it was written: it has another revision at its end"
    elif first is not None and (ends > 2 or int(first[1]) != len(content)):
        yield "it was changed after it was written: it is longer than it says"
    yield from _wrong_objects(content)


def _wrong_objects(content: mmap.mmap) -> Iterator[str]:
    numbers: set[bytes] = set()
    at = content.find(b"endobj")
    while at >= 0:
        at += len(b"endobj")
        if (found := _NUMBERED.match(content, at)) is not None:
            if found[1] in numbers:
                yield f"object {int(found[1])} is there twice"
            numbers.add(found[1])
        elif not _TABLE.match(content, at):
            yield "something stands between its objects"
            return
        at = content.find(b"endobj", at)


def _count(content: mmap.mmap, word: bytes) -> int:
    count, at = 0, content.find(word)
    while at >= 0:
        count, at = count + 1, content.find(word, at + len(word))
    return count

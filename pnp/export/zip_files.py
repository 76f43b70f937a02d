"""ZIP files with the same bytes on every system at any time."""

import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, cast

from pnp.files import opened

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time a ZIP file knows: none says when it was made."""

READ_AT_ONCE = 1 << 16

_PACKED = (".png", ".jpg", ".pdf", ".zip")
"""Endings of files that packing makes no smaller."""


def write_zip(stream: IO[bytes], contents: Iterable[tuple[str, bytes]]) -> None:
    """Write a ZIP of files, given by name, that everybody may read."""
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in contents:
            archive.writestr(_entry(name), content, compresslevel=9)


def zip_in_parts(files: Iterable[tuple[str, Path]]) -> Iterator[bytes]:
    """Yield a ZIP of files, given by name, in parts as they are read: none is held whole. Raises OSError."""
    sink = _Sink()
    with zipfile.ZipFile(cast("IO[bytes]", sink), "w") as archive:
        for name, path in files:
            entry = _entry(name)
            entry.file_size = path.stat().st_size
            with opened(path) as source, archive.open(entry, "w") as stream:
                while part := source.read(READ_AT_ONCE):
                    stream.write(part)
                    yield sink.taken()
    yield sink.taken()


def _entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, EARLIEST)
    info.create_system = 3  # as Unix writes it
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
    return info


class _Sink:
    """Takes what is written, which cannot be gone back to, until somebody takes it away."""

    def __init__(self) -> None:
        self._written = bytearray()

    def write(self, content: bytes) -> int:
        self._written += content
        return len(content)

    def flush(self) -> None:
        """Do nothing: all is there."""

    def taken(self) -> bytes:
        content = bytes(self._written)
        self._written.clear()
        return content

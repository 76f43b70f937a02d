"""ZIP files with the same bytes on every system at any time."""

import zipfile
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from shutil import copyfileobj
from typing import IO

from pnp.files import opened, temporary_file

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
    """Yield a ZIP of files, given by name, in parts; it waits on the disk, and none of them is held whole. Raises OSError."""
    with temporary_file("zip") as packed:
        with zipfile.ZipFile(packed, "w") as archive:
            for name, path in files:
                entry = _entry(name)
                entry.file_size = path.stat().st_size
                with opened(path) as source, archive.open(entry, "w") as stream:
                    copyfileobj(source, stream)
        packed.seek(0)
        yield from iter(partial(packed.read, READ_AT_ONCE), b"")


def _entry(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, EARLIEST)
    info.create_system = 3  # as Unix writes it
    info.external_attr = 0o644 << 16
    info.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
    return info

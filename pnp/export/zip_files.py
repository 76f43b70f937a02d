"""ZIP files that are the same on every system and at any time."""

import zipfile
from collections.abc import Iterable
from typing import IO

EARLIEST = (1980, 1, 1, 0, 0, 0)
"""The earliest time a ZIP file knows: none says when it was made."""

_PACKED = (".png", ".jpg")
"""Endings of files that packing makes no smaller."""


def write_zip(stream: IO[bytes], contents: Iterable[tuple[str, bytes]]) -> None:
    """Write a ZIP of files, given by name, that everybody may read."""
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in contents:
            info = zipfile.ZipInfo(name, EARLIEST)
            info.create_system = 3  # as Unix writes it
            info.external_attr = 0o644 << 16
            info.compress_type = zipfile.ZIP_STORED if name.endswith(_PACKED) else zipfile.ZIP_DEFLATED
            archive.writestr(info, content, compresslevel=9)

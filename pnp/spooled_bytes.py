"""Bytes spooled to a temporary file until they are needed, so that memory stays flat."""

import os
from collections.abc import Callable
from threading import Lock
from weakref import finalize

from pnp.files import temporary_file


class BytesOnDisk:
    """A temporary file for any thread; it goes when nothing that waits in it is used any more."""

    def __init__(self, purpose: str) -> None:
        file = temporary_file(purpose)
        finalize(self, file.close)
        self._file = file
        self._lock = Lock()

    def keep(self, content: bytes) -> "WaitingBytes":
        """Write `content` and return what reads it again. Raises OSError when the disk is full."""
        with self._lock:
            start = self._file.seek(0, os.SEEK_END)
            self._file.write(content)
        return WaitingBytes(self, start, len(content))

    def read(self, start: int, size: int) -> bytes:
        """Return what was kept there."""
        with self._lock:
            self._file.seek(start)
            return self._file.read(size)


class WaitingBytes:
    """Some bytes in a temporary file: `bytes()` reads them, and another process is sent the bytes themselves."""

    __slots__ = ("_disk", "_size", "_start")

    def __init__(self, disk: BytesOnDisk, start: int, size: int) -> None:
        self._disk, self._start, self._size = disk, start, size

    def __bytes__(self) -> bytes:
        return self._disk.read(self._start, self._size)

    def __reduce__(self) -> tuple[Callable[[bytes], bytes], tuple[bytes]]:
        return bytes, (bytes(self),)

"""A stream for libraries that cannot bear a full disk: QPDF ends the whole program when a write fails."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO


class _Patient(io.BufferedIOBase):
    """Writes to `stream` until that fails, and then pretends."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.failed: OSError | None = None

    def writable(self) -> bool:
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]  # QPDF hands over bytes
        if self.failed is None:
            try:
                self._stream.write(data)
            except OSError as error:
                self.failed = error
        return len(data)


@contextmanager
def patient(stream: BinaryIO) -> Iterator[BinaryIO]:
    """Give a stream on which no write fails; the OSError of the first that did is raised at the end of the block."""
    told = _Patient(stream)
    yield told  # type: ignore[misc]  # a BinaryIO is what has its methods
    if told.failed is not None:
        raise told.failed

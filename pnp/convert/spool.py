"""The PDFs of a very large deck wait in a temporary file, not in memory."""

import tempfile
from collections.abc import Sequence
from threading import Lock
from typing import overload
from weakref import finalize


class Spool(Sequence[bytes]):
    """A row of contents that is read from the disk piece by piece, by any thread; the file goes when the spool does."""

    def __init__(self) -> None:
        file = tempfile.TemporaryFile(prefix="pnp-pages-")  # noqa: SIM115 - as long as the spool is there
        finalize(self, file.close)
        self._file = file
        self._lock = Lock()
        self._ends = [0]

    def append(self, content: bytes) -> None:
        """Add a piece. Raises OSError when the disk is full."""
        with self._lock:
            self._file.seek(self._ends[-1])
            self._file.write(content)
            self._ends.append(self._file.tell())

    def __len__(self) -> int:
        """Count the pieces."""
        return len(self._ends) - 1

    @overload
    def __getitem__(self, index: int) -> bytes: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[bytes, ...]: ...

    def __getitem__(self, index: int | slice) -> bytes | tuple[bytes, ...]:
        """Read a piece, or several."""
        number = range(len(self))[index]
        if isinstance(number, range):
            return tuple(self[each] for each in number)
        with self._lock:
            self._file.seek(self._ends[number])
            return self._file.read(self._ends[number + 1] - self._ends[number])

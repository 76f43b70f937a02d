"""Files that a page has sent and nobody has put into a game yet: kept aside for a while, under names of the studio's own."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

from pnp.files import read_bytes, remove, temporary_folder, write
from pnp.model.errors import UnknownName
from pnp.text import one_line

MOST_KEPT = 300
MOST_BYTES = 1_000_000_000
"""What is kept at once; of more, the oldest is forgotten."""

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class Upload:
    """A file under its number; `name` is what it is called where it comes from, to be shown and never to be a path."""

    number: str
    name: str
    size: int
    path: Path

    @property
    def data(self) -> bytes:
        """What is in it."""
        return read_bytes(self.path, limit=max(self.size, 1))


class Uploads:
    """The files that were sent; several threads may use it."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._folder: TemporaryDirectory[str] | None = None
        self._kept: dict[str, Upload] = {}

    def keep(self, name: str, data: bytes) -> Upload:
        """Keep a file."""
        number = secrets.token_hex(8)
        with self._lock:
            if self._folder is None:
                self._folder = temporary_folder("studio")
            path = Path(self._folder.name) / number
            write(path, data, durable=False)
            plain = one_line(name.replace("\\", "/").rpartition("/")[2])[-LONGEST_NAME:] or "picture"
            self._kept[number] = Upload(number, plain, len(data), path)
            while len(self._kept) > MOST_KEPT or sum(each.size for each in self._kept.values()) > MOST_BYTES:
                self._forget(next(iter(self._kept)))
            return Upload(number, plain, len(data), path)

    def find(self, number: str) -> Upload:
        """Return a file. Raises UnknownName for one that was forgotten."""
        with self._lock:
            if number not in self._kept:
                raise UnknownName("that file is no longer here", "drop it once more")
            return self._kept[number]

    def forget(self, number: str) -> None:
        """Drop a file, if it is there."""
        with self._lock:
            if number in self._kept:
                self._forget(number)

    def close(self) -> None:
        """Drop all."""
        with self._lock:
            self._kept.clear()
            if self._folder is not None:
                self._folder.cleanup()
                self._folder = None

    def _forget(self, number: str) -> None:
        path = self._kept.pop(number).path
        remove(path, root=path.parent)

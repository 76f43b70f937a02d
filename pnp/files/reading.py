"""Reading of regular files up to a limit."""

import errno
import hashlib
import os
import stat
import time
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import BinaryIO

from pnp.files.paths import is_within
from pnp.model.limits import USUAL_LIMITS

MAX_TEXT_BYTES = USUAL_LIMITS.text_bytes

READ_AT_ONCE = 1 << 16

SETTLED_S = 10
"""Disks note times of change in steps of two seconds at the most, and clocks of servers differ."""


class TooLarge(OSError):
    """A file with more bytes than its reader takes; `size` says how many."""

    def __init__(self, size: int) -> None:
        super().__init__(errno.EFBIG, "too large")
        self.size = size


def opened(path: Path) -> BinaryIO:
    """Return a stream of what is in a regular file; raises OSError for any other, without opening it."""
    size_of_file(path)
    return open(path, "rb", opener=_at_once)


def _at_once(path: str, flags: int) -> int:
    """Open a file that was a regular one a moment ago: what has become a pipe since then does not stop the program."""
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    raise OSError(errno.EINVAL, "not a file")


def size_of_file(path: Path) -> int:
    """Return the size of a regular file; raises OSError for any other."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a file")
    return status.st_size


def read_bytes(path: Path, *, limit: int) -> bytes:
    """Return what is in a regular file of at most `limit` bytes; raises OSError for any other, without opening it."""
    if (size := size_of_file(path)) > limit:
        raise TooLarge(size)
    with open(path, "rb", opener=_at_once) as stream:
        return stream.read(limit)


def read_brought(path: Path, *, limit: int) -> bytes:
    """Return up to `limit` bytes of what somebody brings from anywhere, even through a pipe: nothing of a project."""
    with path.open("rb") as stream:
        return stream.read(limit)


def read_part(path: Path, start: int, length: int) -> bytes:
    """Return so many bytes of a regular file, fewer at its end; raises OSError for any other, without opening it."""
    with opened(path) as stream:
        stream.seek(start)
        return stream.read(length)


def parts_of(path: Path) -> Iterator[bytes]:
    """Yield what is in a regular file in parts, as it was when the first was asked for; raises OSError for any other."""
    with opened(path) as stream:
        while part := stream.read(READ_AT_ONCE):
            yield part


def read_text(path: Path, *, limit: int = MAX_TEXT_BYTES, errors: str = "strict") -> str:
    """Return the text of a regular file, UTF-8 with or without a byte order mark; raises OSError, UnicodeDecodeError."""
    return read_bytes(path, limit=limit).decode("utf-8-sig", errors)


def package_names(package: str, folder: str = "") -> list[str]:
    """Return the names of the files that lie in a package of the program, or in a folder of it, sorted."""
    return sorted(entry.name for entry in files(package).joinpath(folder).iterdir())


def read_package(package: str, name: str) -> bytes:
    """Return what is in a file that lies in a package of the program, or in a folder of it."""
    return files(package).joinpath(name).read_bytes()


def walk(folder: Path, *, follow_links: bool = False) -> Iterator[tuple[str, list[str], list[str]]]:
    """Yield what os.walk yields, however deep the folders are: Python 3.11 stops at its recursion limit.

    Folders that the caller takes off the list are not entered.
    """
    waiting = [str(folder)]
    while waiting:
        top = waiting.pop()
        folders: list[str] = []
        files: list[str] = []
        try:
            with os.scandir(top) as entries:
                for entry in entries:
                    (folders if entry.is_dir() else files).append(entry.name)
        except OSError:  # gone meanwhile, or a path too long for the system
            continue
        yield top, folders, files
        below = (os.path.join(top, name) for name in reversed(folders))  # noqa: PTH118 - a path object each is slow
        waiting += (path for path in below if follow_links or not os.path.islink(path))  # noqa: PTH114


def folders_out(folder: Path, root: Path) -> Iterator[Path]:
    """Yield the folders that lead out of `root`, since they are links: the folder itself, or those below it."""
    if not is_within(folder, root):
        yield folder
        return
    for top, folders, _ in walk(folder):
        for path in (os.path.join(top, name) for name in folders):  # noqa: PTH118 - as above
            if os.path.islink(path) and not is_within(Path(path), root):  # noqa: PTH114
                yield Path(path)


def digest_of_file(path: Path | str) -> str:
    """Return the SHA-256 of what is in a file, in hex; it may have hundreds of megabytes. Raises OSError.

    A file is read once as long as the disk shows no change to it; of one changed a moment ago it might not.
    """
    now = os.stat(path)  # noqa: PTH116 - a path object for each of thousands is slow
    if not stat.S_ISREG(now.st_mode):
        raise OSError(errno.EINVAL, "not a file")
    state = (now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino, now.st_dev)
    if time.time() - max(now.st_mtime, now.st_ctime) < SETTLED_S:
        return _digest_of_file(path, state)
    return _digest_in_state(os.fspath(path), state)


def _digest_of_file(path: Path | str, state: tuple[int, ...]) -> str:
    del state  # it tells digests of the same file apart
    seen = hashlib.sha256()
    with open(path, "rb", buffering=0) as stream:  # noqa: PTH123 - as above
        while part := stream.read(READ_AT_ONCE):  # hashlib.file_digest clears 256 KB for each file
            seen.update(part)
    return seen.hexdigest()


_digest_in_state = lru_cache(maxsize=8_000)(_digest_of_file)

"""The door to the file system: links followed, reads of a known size, files and folders that are whole or not there.

A file is written under a temporary name in the same folder, then renamed: a build that is killed leaves the old files
as they were, and what it leaves lying about is swept up by the next one.
"""

import errno
import hashlib
import os
import re
import shutil
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import lru_cache
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

from pnp.model.errors import CannotWrite

SUFFIX = ".pnp-tmp"
MAX_TEXT_BYTES = 5_000_000
"""Of one text file: the largest of a game are some tens of kilobytes, and ten times a novel is a mistake."""


class TooLarge(OSError):
    """A file with more bytes than its reader takes; `size` says how many."""

    def __init__(self, size: int) -> None:
        super().__init__(errno.EFBIG, "too large")
        self.size = size


def real_path(path: Path) -> Path:
    """Return the path with its links followed; of a ring of links, as far as that goes."""
    return Path(os.path.realpath(path))


def is_within(path: Path, folder: Path) -> bool:
    """Say whether a path lies in a folder once the links of both are followed."""
    try:
        return real_path(path).is_relative_to(real_path(folder))
    except ValueError:  # no path can have a null byte
        return False


def is_file(path: Path) -> bool:
    """Say whether there is a file of that name; one too long for the system names none."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for such a name


def is_device(name: str) -> bool:
    """Say whether Windows has a device of that name, so that no file or folder may be called so on every system."""
    return bool(_DEVICES.fullmatch(name))


_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)


def read_bytes(path: Path, *, limit: int) -> bytes:
    """Return what is in a regular file of at most `limit` bytes; raises OSError for any other, without opening it."""
    if (size := _size(path)) > limit:
        raise TooLarge(size)
    with path.open("rb") as stream:
        return stream.read(limit)


def read_part(path: Path, start: int, length: int) -> bytes:
    """Return so many bytes of a regular file, fewer at its end; raises OSError for any other, without opening it."""
    _size(path)
    with path.open("rb") as stream:
        stream.seek(start)
        return stream.read(length)


def parts_of(path: Path) -> Iterator[bytes]:
    """Yield what is in a regular file in parts, as it was when the first was asked for; raises OSError for any other."""
    _size(path)
    with path.open("rb") as stream:
        while part := stream.read(READ_AT_ONCE):
            yield part


def _size(path: Path) -> int:
    """Return the size of a regular file; raises OSError for any other."""
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a file")
    return status.st_size


def read_text(path: Path, *, limit: int = MAX_TEXT_BYTES, errors: str = "strict") -> str:
    """Return the text of a regular file, UTF-8 with or without a byte order mark; raises OSError, UnicodeDecodeError."""
    return read_bytes(path, limit=limit).decode("utf-8-sig", errors)


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


@contextmanager
def writing(path: Path, *, root: Path | None = None, durable: bool = True) -> Iterator[BinaryIO]:
    """Open a stream whose content becomes the file `path` when the block ends well, and leaves no trace otherwise.

    Folders are made as needed. `root` is the output folder: a link that leads out of it is not followed.
    Not `durable` skips waiting for the disk, which many small files cannot afford: they outlive a killed build all
    the same, not a power cut. Raises CannotWrite, with the way out.
    """
    temporary = _temporary(path)
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        _make_folder(path.parent, root or path.parent)
        if path.exists() and not (path.is_file() or path.is_dir()):
            raise CannotWrite(f"{path} is a device or a pipe", "choose another name with --out")
        with temporary.open("xb") as stream:  # a link that somebody put there is not opened
            try:
                yield stream
                stream.flush()
                if durable:
                    os.fsync(stream.fileno())
                stream.close()
                temporary.replace(path)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}", _way_out(path)) from error


@contextmanager
def writing_folder(path: Path, *, root: Path, mark: str) -> Iterator[Path]:
    """Give an empty folder that becomes the folder `path` when the block ends well, and leaves no trace otherwise.

    A folder of that name is replaced whole if it has a file `mark` in it, as what is written so must have. `root` is the
    output folder: a link that leads out of it is not followed. Raises CannotWrite.
    """
    new, old = _temporary(path), _temporary(path)
    try:
        _make_folder(path.parent, root)
        sweep(path.parent)
        if path.is_symlink() or (path.exists() and not (path / mark).is_file()):
            raise CannotWrite(
                f"{path} is there and has no {mark} in it: it may be yours",
                "move it away, or choose another folder with --out",
            )
        try:
            new.mkdir()
            yield new
            if path.exists():
                path.rename(old)
            new.rename(path)
        finally:
            for left in (new, old):
                shutil.rmtree(left, ignore_errors=True)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be written: {error.strerror or error}", _way_out(path)) from error


def _temporary(path: Path) -> Path:
    """Return a name beside `path` that nothing has."""
    return path.parent / f".{path.name}.{token_hex(8)}.{os.getpid()}{SUFFIX}"


def write(path: Path, content: bytes, *, root: Path | None = None, durable: bool = True) -> None:
    """Make `path` hold `content`; a file that already does is left alone. Raises as `writing` does."""
    if path.is_file() and not path.is_symlink() and path.read_bytes() == content:
        return
    with writing(path, root=root, durable=durable) as stream:
        stream.write(content)


def rewrite(path: Path, content: bytes, *, root: Path) -> None:
    """Make a file that somebody wrote hold `content`, with the permissions it has; a link stays one. Raises CannotWrite."""
    target = real_path(path)
    mode = stat.S_IMODE(target.stat().st_mode) if target.is_file() else None
    write(target, content, root=root)
    if mode is not None:
        with suppress(OSError):  # some disks have none
            target.chmod(mode)


def write_parts(path: Path, parts: Iterable[bytes], *, root: Path | None = None) -> None:
    """Make `path` hold the parts one after the other, each worked out once; raises and leaves as `write` does."""
    waiting = iter(parts)
    if not path.is_file() or path.is_symlink():
        with writing(path, root=root) as stream:
            stream.writelines(waiting)
        return
    with path.open("rb") as old:
        same, other = _agreement(old, waiting)
        if other is None:
            return
        old.seek(0)
        with writing(path, root=root) as stream:
            for start in range(0, same, READ_AT_ONCE):
                stream.write(old.read(min(READ_AT_ONCE, same - start)))
            old.close()  # on Windows an open file is not replaced
            stream.write(other)
            stream.writelines(waiting)


def _agreement(stream: BinaryIO, parts: Iterator[bytes]) -> tuple[int, bytes | None]:
    """Return how many bytes of the stream are as in the parts, and the first part that is not; None when all is the same."""
    same = 0
    for part in parts:
        if stream.read(len(part)) != part:
            return same, part
        same += len(part)
    return same, b"" if stream.read(1) else None


def remove(
    path: Path, *, root: Path, hint: str = "close the file in other programs, then build again"
) -> None:
    """Remove a file, if it is there; a folder, and what lies behind a link out of `root`, stays. Raises CannotWrite."""
    if not is_within(path.parent, root) or (path.is_dir() and not path.is_symlink()):
        return
    try:
        path.unlink(missing_ok=True)
    except NotADirectoryError:
        return
    except OSError as error:
        raise CannotWrite(f"{path} cannot be removed: {error.strerror or error}", hint) from error


def remove_if_empty(folder: Path) -> None:
    """Remove a folder in which nothing is left; a link to one stays."""
    with suppress(OSError):
        if not folder.is_symlink():
            folder.rmdir()


READ_AT_ONCE = 1 << 16


def move(path: Path, target: Path) -> Path:
    """Give a file, or a link, another name and return it; the folder is made if need be. Raises OSError."""
    target.parent.mkdir(exist_ok=True)
    return path.replace(target)


def digest_of_file(path: Path | str) -> str:
    """Return the SHA-256 of what is in a file, in hex; it may have hundreds of megabytes. Raises OSError.

    A file is read once as long as the disk shows no change to it; of one changed a moment ago it might not.
    """
    now = os.stat(path)  # noqa: PTH116 - a path object for each of thousands is slow
    state = (now.st_size, now.st_mtime_ns, now.st_ctime_ns, now.st_ino, now.st_dev)
    if time.time() - max(now.st_mtime, now.st_ctime) < SETTLED_S:
        return _digest_of_file(path, state)
    return _digest_in_state(os.fspath(path), state)


SETTLED_S = 10
"""Disks note times of change in steps of two seconds at the most, and clocks of servers differ."""


def _digest_of_file(path: Path | str, state: tuple[int, ...]) -> str:
    del state  # it tells digests of the same file apart
    seen = hashlib.sha256()
    with open(path, "rb", buffering=0) as stream:  # noqa: PTH123 - as above
        while part := stream.read(READ_AT_ONCE):  # hashlib.file_digest clears 256 KB for each file
            seen.update(part)
    return seen.hexdigest()


_digest_in_state = lru_cache(maxsize=8_000)(_digest_of_file)


def sweep(folder: Path) -> None:
    """Remove what killed builds left in `folder`: temporary files and folders whose process is gone."""
    for left in sorted(folder.glob(f".*{SUFFIX}")):
        owner = left.name.removesuffix(SUFFIX).rpartition(".")[2]
        if owner.isdigit() and not _is_running(int(owner)):
            try:
                if left.is_dir() and not left.is_symlink():
                    shutil.rmtree(left)
                else:
                    left.unlink(missing_ok=True)
            except OSError:  # on Windows: another build has it open, so it is not left over
                continue


def _is_running(process: int) -> bool:
    if (
        os.name == "nt"
    ):  # there, asking a process with signal 0 would interrupt it; open files refuse deletion instead
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True


def _make_folder(folder: Path, root: Path) -> None:
    if not is_within(folder, root):
        raise CannotWrite(
            f"{folder} leads out of the output folder to {real_path(folder)}",
            "remove that link, or choose the real folder with --out",
        )
    folder.mkdir(parents=True, exist_ok=True)


def _way_out(path: Path) -> str:
    folder = next((parent for parent in path.parents if parent.exists()), path.parent)
    if not folder.is_dir():
        return f"{folder} is a file; move it away or choose another folder with --out"
    if not os.access(folder, os.W_OK):
        return f"make {folder} writable or choose another folder with --out"
    if path.is_dir():
        return f"{path} is a folder; move it away or choose another folder with --out"
    return (
        "free some space on the disk, close the file in other programs, or choose another folder with --out"
    )

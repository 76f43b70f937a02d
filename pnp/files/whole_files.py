"""Atomic writing of files and folders, in folders that no link leads out of.

A file is written under a temporary name in the same folder, then renamed: a command that is killed leaves the old files
as they were, and what it leaves lying about is swept up by the next one that writes there.
"""

import errno
import os
import shutil
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from pnp.files.paths import is_file, is_folder, is_within, leading_out, not_private, real_path
from pnp.files.reading import READ_AT_ONCE, opened, read_bytes
from pnp.files.temporary import OLD, sweep, sweep_once, temporary_name
from pnp.model.errors import CannotWrite

_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def _folder_in(folder: Path, root: Path) -> Path:
    """Return a folder with its links followed, made if it is not there, and swept. Raises CannotWrite, OSError.

    It must lie in `root`. No other program of this computer is held to attack at the same time: what becomes a link after
    it was looked at is followed.
    """
    real, top = real_path(folder), real_path(root)
    if not real.is_relative_to(top):
        outside = leading_out(folder, real, top)
        raise CannotWrite(outside, "remove that link, or choose the real folder with --out")
    with suppress(FileNotFoundError):
        real.lstat()  # a path too long for the system could be made step by step, and never be removed
    real.mkdir(parents=True, exist_ok=True)
    sweep_once(str(real))
    return real


@contextmanager
def writing(
    path: Path, *, root: Path | None = None, durable: bool = True, mode: int | None = None
) -> Iterator[BinaryIO]:
    """Open a stream whose content becomes the file `path` when the block ends well, and leaves no trace otherwise.

    Folders are made as needed. `root` is the output folder: a link that leads out of it is not followed. Not `durable`
    skips waiting for the disk, which many small files cannot afford: they outlive a killed build all the same, not a
    power cut. `mode` is who may read and write the file, where that is not for the system to say. Raises CannotWrite,
    with the way out.
    """
    try:
        folder = _folder_in(path.parent, root or path.parent)
        target, temporary = folder / path.name, folder / temporary_name(path.name)
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not target.is_file():
            raise CannotWrite(f"{path} is a device or a pipe", "choose another name with --out")
        with os.fdopen(os.open(temporary, _NEW, 0o666 if mode is None else 0o600), "wb") as stream:
            try:
                yield stream
                stream.flush()
                if mode is not None and hasattr(os, "fchmod"):
                    with suppress(OSError):  # some disks have none
                        os.fchmod(stream.fileno(), mode)
                if durable:
                    os.fsync(stream.fileno())
                stream.close()
                temporary.replace(target)
            finally:
                temporary.unlink(missing_ok=True)
    except OSError as error:
        raise _refusal(path, error) from error


@contextmanager
def writing_folder(path: Path, *, root: Path, mark: str) -> Iterator[Path]:
    """Give an empty folder that becomes the folder `path` when the block ends well, and leaves no trace otherwise.

    A folder of that name is replaced whole if it has a file `mark` in it, as what is written so must have. `root` is the
    output folder: a link that leads out of it is not followed. Raises CannotWrite.
    """
    try:
        folder = _folder_in(path.parent, root)
        sweep(folder)
        target = folder / path.name
        if target.is_symlink() or (target.exists() and not (target / mark).is_file()):
            raise CannotWrite(
                f"{path} is there and has no {mark} in it: it may be yours",
                "move it away, or choose another folder with --out",
            )
        new, old = folder / temporary_name(path.name), folder / temporary_name(path.name, OLD)
        try:
            new.mkdir()
            yield new
            if target.exists():
                target.replace(old)
            new.replace(target)
        finally:
            shutil.rmtree(new, ignore_errors=True)
            if old.exists() and not target.exists():
                old.replace(target)
            shutil.rmtree(old, ignore_errors=True)
    except OSError as error:
        raise _refusal(path, error) from error


def make_folder(path: Path, *, root: Path | None = None, private: bool = False) -> None:
    """Make a folder if it is not there, one for this user alone if it is `private`. Raises CannotWrite, OSError.

    What is in a private folder is believed: one that others may write to is refused.
    """
    if root is None:
        path.mkdir(parents=True, exist_ok=True, mode=0o700 if private else 0o777)
        reason, remedy = not_private(path) if private else ("", "")
        if reason:
            raise CannotWrite(reason, remedy)
        return
    _folder_in(path, root)


def write(
    path: Path, content: bytes, *, root: Path | None = None, durable: bool = True, mode: int | None = None
) -> None:
    """Make `path` hold `content`; a file that already does is left alone. Raises as `writing` does."""
    if is_file(path) and not path.is_symlink() and _holds(path, content):
        if is_within(path.parent, root or path.parent):
            sweep_once(str(real_path(path.parent)))
        return
    with writing(path, root=root, durable=durable, mode=mode) as stream:
        stream.write(content)


def _holds(path: Path, content: bytes) -> bool:
    try:
        return path.stat().st_size == len(content) and read_bytes(path, limit=len(content)) == content
    except OSError:  # it may be written and not read
        return False


def rewrite(path: Path, content: bytes, *, root: Path) -> None:
    """Make a file that somebody wrote hold `content`, with the permissions it has; a link stays one. Raises CannotWrite."""
    target = real_path(path)
    mode = stat.S_IMODE(target.stat().st_mode) if is_file(target) else None
    write(target, content, root=root, mode=mode)


def write_parts(path: Path, parts: Iterable[bytes], *, root: Path | None = None) -> None:
    """Make `path` hold the parts one after the other, each worked out once; raises and leaves as `write` does."""
    waiting = iter(parts)
    if not is_file(path) or path.is_symlink():
        with writing(path, root=root) as stream:
            stream.writelines(waiting)
        return
    with opened(path) as old:
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
    if not is_within(path.parent, root) or not is_folder(path.parent) or _is_real_folder(path):
        return
    try:
        (_folder_in(path.parent, root) / path.name).unlink(missing_ok=True)
    except OSError as error:
        raise CannotWrite(f"{path} cannot be removed: {error.strerror or error}", hint) from error


def _is_real_folder(path: Path) -> bool:
    return is_folder(path) and not path.is_symlink()


def remove_folder(path: Path) -> None:
    """Remove a folder of the program's own with all that is in it, as far as the system lets it."""
    shutil.rmtree(path, ignore_errors=True)


def remove_if_empty(folder: Path) -> None:
    """Remove a folder in which nothing is left but what killed processes left; a link to one stays."""
    with suppress(OSError):
        if _is_real_folder(folder):
            sweep(folder)
            folder.rmdir()


def move(path: Path, target: Path, *, root: Path) -> Path:
    """Give a file, or a link, another name and return it; the folder is made if need be. Raises CannotWrite, OSError."""
    (_folder_in(path.parent, root) / path.name).replace(_folder_in(target.parent, root) / target.name)
    return target


def discard_output(descriptor: int) -> None:
    """Have all that is written to an open file from now on go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)


def _refusal(path: Path, error: OSError) -> CannotWrite:
    return CannotWrite(f"{path} cannot be written: {error.strerror or error}", _way_out(path))


def _way_out(path: Path) -> str:
    folder = next((parent for parent in path.parents if is_folder(parent) or is_file(parent)), path.parent)
    if not folder.is_dir():
        return f"{folder} is a file; move it away or choose another folder with --out"
    if not os.access(folder, os.W_OK):
        return f"make {folder} writable or choose another folder with --out"
    if is_folder(path):
        return f"{path} is a folder; move it away or choose another folder with --out"
    return (
        "free some space on the disk, close the file in other programs, or choose another folder with --out"
    )

"""File access: nothing else in pnp opens, writes, renames or removes files.

Reads are of regular files whose size is known; what is written is whole or not there, and no link leads out of its
folder; what a killed process leaves lying about is swept up by the next one.
"""

import atexit
import errno
import os
import platform
import re
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from hashlib import file_digest, sha256
from importlib.resources import files
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from threading import Lock
from typing import BinaryIO
from weakref import finalize
from xml.etree.ElementTree import Element
from xml.etree.ElementTree import fromstring as fromstring_in_c

from pnp.model.diagnostics import CannotWrite
from pnp.model.limits import USUAL_LIMITS


def real_path(path: Path) -> Path:
    """Return the path with its links followed; of a ring of links, as far as that goes."""
    return Path(os.path.realpath(path))


def is_within(path: Path, folder: Path) -> bool:
    """Say whether a path lies in a folder once the links of both are followed."""
    try:
        place, around = (os.path.normcase(os.path.realpath(each)) for each in (path, folder))
    except ValueError:  # no path can have a null byte
        return False
    return place == around or place.startswith(os.path.join(around, ""))  # noqa: PTH118 - many times as fast


def is_link_out(path: Path, folder: Path) -> bool:
    """Say whether a path is written as one in a folder, and a link in it leads out of that."""
    written = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow the link
    return written.is_relative_to(real_path(folder)) and not is_within(written, folder)


def leads_outside(path: Path, root: Path, shown: str = "") -> str:
    """Return "art/leek.png leads to /elsewhere/.netrc, outside of /games/soup"; "" for a path that stays in `root`.

    `shown` is what the path is called, where that is not the path itself.
    """
    if is_within(path, root):
        return ""
    return f"{shown or path} leads to {real_path(path)}, outside of {real_path(root)}"


def is_file(path: Path) -> bool:
    """Say whether there is a file of that name; one too long for the system names none."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for such a name


def is_folder(path: Path) -> bool:
    """Say whether there is a folder of that name, as `is_file` does of a file."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def not_private(folder: Path) -> tuple[str, str]:
    """Return why others may put files into a folder, and the way out; ("", "") when they may not, as on Windows."""
    if os.name == "nt" or not is_folder(folder):
        return "", ""
    state = folder.stat()
    if state.st_uid not in (os.geteuid(), 0):
        return f"{folder} belongs to another user", "name a folder of your own"
    if state.st_mode & stat.S_IWOTH:
        return f"everybody may write to {folder}", f"run: chmod o-w {folder}"
    return "", ""


def is_device(name: str) -> bool:
    """Say whether Windows has a device of that name, so that no file or folder may be called so on every system."""
    return bool(_DEVICES.fullmatch(name))


_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?", re.IGNORECASE)

# Reading of regular files up to a limit.

MAX_TEXT_BYTES = USUAL_LIMITS.text_bytes


class TooLarge(OSError):
    """A file with more bytes than its reader takes; `size` says how many."""

    def __init__(self, size: int) -> None:
        super().__init__(errno.EFBIG, "too large")
        self.size = size


def opened(path: Path) -> BufferedReader:
    """Return a stream of what is in a regular file; raises OSError for any other, without opening it."""
    size_of_file(path)
    return path.open("rb")


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
    # As many bytes as are asked for are set aside; those of the system tell no size.
    with path.open("rb") as stream:
        return stream.read(min(limit, size) or limit)


def read_brought(path: Path, *, limit: int) -> bytes:
    """Return up to `limit` bytes of what somebody brings from anywhere, even through a pipe: nothing of a project."""
    with path.open("rb") as stream:
        return stream.read(limit)


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
    """Yield what os.walk yields, at any depth; folders that the caller takes off the list are not entered."""
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


def digest_of_file(path: Path) -> str:
    """Return the SHA-256 of what is in a regular file, in hex; it may have hundreds of megabytes. Raises OSError."""
    if (digest := _DIGESTS.get(_as_it_lies(path.stat()))) is None:
        with opened(path) as stream:
            known = _as_it_lies(os.fstat(stream.fileno()))
            digest = file_digest(stream, "sha256").hexdigest()
        if time.time_ns() - max(known[-2:]) > _SETTLED_NS:
            _DIGESTS[known] = digest
    return digest


def _as_it_lies(state: os.stat_result) -> tuple[int, ...]:
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns


_SETTLED_NS = 2_000_000_000  # A file changed more recently may change again in the same tick of the clock.
_DIGESTS: dict[tuple[int, ...], str] = {}  # What was in files, by how they lie: a build looks at them often.


# Temporary files and folders with unique names; those of dead processes are removed. A name ends in the machine and the
# number of its process, so that what a killed one left is known for it.


SUFFIX = ".pnp-tmp"  # Of what is being written, and of what is being replaced.
OLD = ".pnp-old"  # Of a folder whose new content is about to take its name.
ABANDONED_S = 86_400  # After so long, what another machine left in a shared folder is nobody's.

_OURS = re.compile(
    r"(?:\.(?P<name>.+)\.|pnp-[a-z]+-)[a-z0-9_]{8}\.(?P<machine>[0-9a-f]{8})-(?P<process>[0-9]{1,10})"
    r"(?:\.pnp-(?P<kind>tmp|old))?",
    re.DOTALL,
)


@cache
def _machine() -> str:
    """Return what stands for this machine: those that share a folder number their processes each on its own."""
    return sha256(platform.node().encode(errors="surrogateescape")).hexdigest()[:8]


def temporary_name(name: str, ending: str = SUFFIX) -> str:
    """Return a name for what becomes, or was, the file or folder of that name beside it."""
    short = name.encode(errors="surrogateescape")[:150].decode(errors="ignore")
    return f".{short}.{token_hex(4)}.{_machine()}-{os.getpid()}{ending}"


def temporary_folder(purpose: str) -> TemporaryDirectory[str]:
    """Return a folder for this user alone in the system's folder for such, which goes with it; `purpose` is a word."""
    sweep_once(_place())
    return TemporaryDirectory(prefix=f"pnp-{purpose}-", suffix=f".{_machine()}-{os.getpid()}", dir=_place())


def _place() -> str:
    """Return the system's folder for temporary things; tempfile itself tries it out with a file that a kill leaves there."""
    for folder in (*map(os.environ.get, ("TMPDIR", "TEMP", "TMP")), "/tmp"):  # noqa: S108 - names there are our own
        if folder and os.access(folder, os.W_OK | os.X_OK) and os.path.isdir(folder):  # noqa: PTH112
            return os.path.abspath(folder)  # noqa: PTH100
    return tempfile.gettempdir()


def lasting_folder(purpose: str) -> Path:
    """Return a temporary folder that goes with this process."""
    folder = temporary_folder(purpose)
    atexit.register(folder.cleanup)
    return Path(folder.name)


def temporary_file(purpose: str) -> BinaryIO:
    """Return a file without a name in the system's folder for such; it is gone when it is closed."""
    return tempfile.TemporaryFile(prefix=f"pnp-{purpose}-", dir=_place())


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

    def __len__(self) -> int:
        return self._size

    def __reduce__(self) -> tuple[Callable[[bytes], bytes], tuple[bytes]]:
        return bytes, (bytes(self),)


def sweep(folder: Path) -> None:
    """Remove what killed processes left in `folder`; a folder that one was replacing gets its name back."""
    left: list[tuple[Path, re.Match[str]]] = []
    with suppress(OSError), os.scandir(folder) as entries:
        left = [(Path(entry.path), match) for entry in entries if (match := _OURS.fullmatch(entry.name))]
    for path, match in sorted(left):
        if not _is_abandoned(path, match):
            continue
        with suppress(OSError):  # on Windows: another process has it open, so it is not left over
            if match["kind"] == "old" and not os.path.lexists(folder / match["name"]):
                path.rename(folder / match["name"])
            elif _is_real_folder(path):
                shutil.rmtree(path)
            else:
                path.unlink(missing_ok=True)


def sweep_below(folder: Path) -> None:
    """Sweep a folder of the program's own, and those in it: what was left there may be in none that is written to again."""
    for top, _, _ in walk(folder):
        sweep(Path(top))


@lru_cache(maxsize=4096)
def sweep_once(folder: str) -> None:
    """Sweep a folder that this process is about to write to for the first time."""
    sweep(Path(folder))


def _is_abandoned(path: Path, owner: re.Match[str]) -> bool:
    """Say whether the process of a temporary file is gone; of one that cannot be asked for, it is after a day."""
    process = int(owner["process"])
    try:
        if owner["machine"] != _machine() or process == os.getpid() or (os.name == "nt" and path.is_dir()):
            return time.time() - path.lstat().st_mtime > ABANDONED_S
        if os.name != "nt":  # there signal 0 would interrupt it; open files refuse deletion instead
            os.kill(process, 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):
        return False
    return os.name == "nt"


# Atomic writing of files and folders, in folders that no link leads out of.
#
# A file is written under a temporary name in the same folder, then renamed: a command that is killed leaves the old files
# as they were, and what it leaves lying about is swept up by the next one that writes there.


_NEW = os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def _folder_in(folder: Path, root: Path) -> Path:
    """Return a folder with its links followed, made if it is not there, and swept; it must lie in `root`. Raises CannotWrite, OSError."""
    real = real_path(folder)
    if not real.is_relative_to(real_path(root)):
        raise CannotWrite(
            leads_outside(folder, root), "remove that link, or choose the real folder with --out"
        )
    if not is_folder(real):
        with suppress(FileNotFoundError):
            real.lstat()  # a path too long for the system could be made step by step, and never be removed
        real.mkdir(parents=True, exist_ok=True)
    sweep_once(str(real))
    sweep_once(_place())
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
        if is_folder(target):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not is_file(target):
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
            except BaseException:
                temporary.unlink(missing_ok=True)
                raise
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
                f"{path} already exists without {mark} in it: it may be yours",
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
    if _holds(path, content):
        if is_within(path.parent, root or path.parent):
            sweep_once(str(real_path(path.parent)))
        return
    with writing(path, root=root, durable=durable, mode=mode) as stream:
        stream.write(content)


def _holds(path: Path, content: bytes) -> bool:
    """Say whether a file, which is no link, has this content."""
    try:
        there = path.lstat()
        same = stat.S_ISREG(there.st_mode) and there.st_size == len(content)
        return same and read_bytes(path, limit=len(content)) == content
    except OSError:  # it may be written and not read
        return False


def rewrite(path: Path, content: bytes, *, root: Path) -> None:
    """Make a file that somebody wrote hold `content`, with the permissions it has; a link stays one. Raises CannotWrite."""
    target = real_path(path)
    mode = stat.S_IMODE(target.stat().st_mode) if is_file(target) else None
    write(target, content, root=root, mode=mode)


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


def read_xml(data: bytes | str) -> Element:
    """Return the outermost element. Raises ParseError, ValueError, LookupError; DefusedXmlException for entities.

    defusedxml reads with handlers written in Python, so only what has a document type, which alone can declare entities,
    goes through it. A document type is "<!DOCTYPE" in all that expat reads but UTF-16, whose letters have null bytes.
    """
    has_type = "<!DOCTYPE" in data if isinstance(data, str) else b"<!DOCTYPE" in data or b"\0" in data
    if has_type:
        from defusedxml.ElementTree import fromstring  # noqa: PLC0415 - few drawings have a document type

        root: Element = fromstring(data, forbid_dtd=False, forbid_entities=True, forbid_external=True)
        return root
    return fromstring_in_c(data)

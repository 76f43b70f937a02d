"""Temporary files and folders with unique names; those of dead processes are removed.

A name ends in the machine and the number of its process, so that what a killed one left is known for it.
"""

import atexit
import os
import platform
import re
import shutil
import stat
import tempfile
import time
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import BinaryIO

from pnp.files.reading import walk

SUFFIX = ".pnp-tmp"
"""Of what is being written, and of what is being replaced."""

OLD = ".pnp-old"
"""Of a folder whose new content is about to take its name."""

ABANDONED_S = 86_400
"""Seconds after which what another machine left unchanged in a shared folder is nobody's."""

_OURS = re.compile(
    r"\.(?P<name>.+)\.[0-9a-f]{16}(?:\.(?P<machine>[0-9a-f]{8})-(?P<life>[0-9a-f]{8}))?"
    r"\.(?P<process>[0-9]{1,10})\.pnp-(?P<kind>tmp|old)",
    re.DOTALL,
)
_FOLDERS = re.compile(
    r"pnp-[a-z]+-.{8}\.(?P<machine>[0-9a-f]{8})-(?P<life>[0-9a-f]{8})\.(?P<process>[0-9]{1,10})"
)


@cache
def _machine() -> str:
    """Return what stands for this machine: containers that share a folder number their processes each on its own."""
    return sha256(platform.node().encode(errors="surrogateescape")).hexdigest()[:8]


@cache
def _life() -> str:
    """Return what stands for this run of the program: in a container each has the same number."""
    return token_hex(4)


def _owner() -> str:
    return f"{_machine()}-{_life()}.{os.getpid()}"


def temporary_name(name: str, ending: str = SUFFIX) -> str:
    """Return a name for what becomes, or was, the file or folder of that name beside it."""
    short = name.encode(errors="surrogateescape")[:150].decode(errors="ignore")
    return f".{short}.{token_hex(8)}.{_owner()}{ending}"


def temporary_folder(purpose: str) -> TemporaryDirectory[str]:
    """Return a folder for this user alone in the system's folder for such, which goes with it; `purpose` is a word."""
    place = _place()
    sweep_temporary_folders(place)
    return TemporaryDirectory(prefix=f"pnp-{purpose}-", suffix=f".{_owner()}", dir=place)


def _place() -> str:
    """Return the system's folder for temporary things; tempfile itself tries it out with a file that a kill leaves there."""
    named = [os.environ.get(variable, "") for variable in ("TMPDIR", "TEMP", "TMP")]
    usual: tuple[str, ...] = () if os.name == "nt" else ("/tmp", "/var/tmp")  # noqa: S108 - what is made there has a name of its own
    for folder in (*named, *usual):
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


def sweep(folder: Path) -> None:
    """Remove what killed processes left in `folder`; a folder that one was replacing gets its name back."""
    for path, owner in _abandoned(folder, _OURS):
        if owner["kind"] == "old" and not os.path.lexists(folder / owner["name"]):
            with suppress(OSError):
                path.rename(folder / owner["name"])
        else:
            _remove(path)


def sweep_below(folder: Path) -> None:
    """Sweep a folder of the program's own, and those in it: what was left there may be in none that is written to again."""
    for top, _, _ in walk(folder):
        sweep(Path(top))


@lru_cache(maxsize=4096)
def sweep_once(folder: str) -> None:
    """Sweep a folder that this process is about to write to for the first time."""
    sweep(Path(folder))
    sweep_temporary_folders(_place())


@lru_cache(maxsize=16)
def sweep_temporary_folders(folder: str) -> None:
    """Remove the temporary folders of this user's dead processes, once."""
    for path, _ in _abandoned(Path(folder), _FOLDERS):
        if _is_own_folder(path):
            _remove(path)


def _is_own_folder(path: Path) -> bool:
    """Say whether a folder, and no link, belongs to this user; Windows has a folder for each user."""
    with suppress(OSError):
        state = path.lstat()
        return stat.S_ISDIR(state.st_mode) and (os.name == "nt" or state.st_uid == os.getuid())
    return False


def _abandoned(folder: Path, names: re.Pattern[str]) -> list[tuple[Path, re.Match[str]]]:
    """Return what is called so in a folder and whose process is gone."""
    found = []
    with suppress(OSError), os.scandir(folder) as entries:
        found = [(Path(entry.path), owner) for entry in entries if (owner := names.fullmatch(entry.name))]
    return [(path, owner) for path, owner in sorted(found) if _is_abandoned(path, owner)]


def _is_abandoned(path: Path, owner: re.Match[str]) -> bool:
    process, here = int(owner["process"]), owner["machine"] in (None, _machine())
    if here and process == os.getpid():
        return owner["life"] != _life()
    if here and (os.name != "nt" or not path.is_dir()):
        return not _is_running(process)
    try:
        return time.time() - path.lstat().st_mtime > ABANDONED_S
    except OSError:
        return False


def _remove(path: Path) -> None:
    with suppress(OSError):  # on Windows: another process has it open, so it is not left over
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)


def _is_running(process: int) -> bool:
    if (
        os.name == "nt"
    ):  # asking a process with signal 0 would interrupt it; open files refuse deletion instead
        return False
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (PermissionError, OverflowError):
        return True
    return True

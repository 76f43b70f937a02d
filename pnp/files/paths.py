"""Paths with links resolved: confinement in a folder, reserved names."""

import os
import re
import stat
from pathlib import Path


def real_path(path: Path) -> Path:
    """Return the path with its links followed; of a ring of links, as far as that goes."""
    return Path(os.path.realpath(path))


def is_within(path: Path, folder: Path) -> bool:
    """Say whether a path lies in a folder once the links of both are followed."""
    try:
        return real_path(path).is_relative_to(real_path(folder))
    except ValueError:  # no path can have a null byte
        return False


def is_link_out(path: Path, folder: Path) -> bool:
    """Say whether a path is written as one in a folder, and a link in it leads out of that."""
    written = Path(os.path.abspath(path))  # noqa: PTH100 - resolve() would follow the link
    return written.is_relative_to(real_path(folder)) and not is_within(written, folder)


def leads_outside(path: Path, root: Path, shown: str = "") -> str:
    """Return "art/leek.png leads to /elsewhere/.netrc, outside of /games/soup"; "" for a path that stays in `root`.

    `shown` is what the path is called, where that is not the path itself.
    """
    return "" if is_within(path, root) else leading_out(shown or path, real_path(path), real_path(root))


def leading_out(shown: Path | str, real: Path, root: Path) -> str:
    """Return the sentence about a path that leads out of a folder; both ends have their links followed."""
    return f"{shown} leads to {real}, outside of {root}"


def is_file(path: Path) -> bool:
    """Say whether there is a file of that name; one too long for the system names none."""
    return os.path.isfile(path)  # noqa: PTH113 - Path.is_file raises for such a name


def is_folder(path: Path) -> bool:
    """Say whether there is a folder of that name, as `is_file` does of a file."""
    return os.path.isdir(path)  # noqa: PTH112 - as above


def not_private(folder: Path) -> tuple[str, str]:
    """Return why others on this computer may put files into a folder, and what to do; ("", "") when they may not.

    Windows keeps the folders of users apart.
    """
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

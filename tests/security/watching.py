"""What Python opens, lists, writes, connects to and starts while a block runs, seen by an audit hook."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    **dict.fromkeys(("os.mkdir", "os.remove", "os.rmdir", "os.truncate", "os.chmod", "os.chown", "shutil.rmtree"), (0,)),
    "os.rename": (0, 1), "os.symlink": (1,), "os.link": (1,),
}  # fmt: skip
"""Event -> which of its arguments are paths that it changes."""
STARTS = {"os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "pty.spawn"}


@dataclass
class Watched:
    """What was seen: events with the paths they are about, addresses, and the names of programs."""

    allowed: tuple[str, ...] | None
    secret: tuple[str, ...]
    written: list[tuple[str, str]] = field(default_factory=list)
    read: list[tuple[str, str]] = field(default_factory=list)
    connections: list[object] = field(default_factory=list)
    programs: list[str] = field(default_factory=list)

    def see(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            flags = arguments[2]
            self._look(event, arguments[0], writing=isinstance(flags, int) and bool(flags & WRITING))
        elif event in ("os.listdir", "os.scandir"):
            self._look(event, arguments[0], writing=False)
        elif event in CHANGES:
            for place in CHANGES[event]:
                self._look(event, arguments[place], writing=True, last=False)
        elif event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
            self.connections.append(arguments[1])
        elif event in STARTS:
            words = arguments[1] if event == "subprocess.Popen" else arguments
            self.programs.append(Path(str(words[0] if isinstance(words, list | tuple) else words)).name)

    def _look(self, event: str, path: Any, *, writing: bool, last: bool = True) -> None:
        if isinstance(path, int) or path is None:
            return
        name = os.fsdecode(path)
        try:  # what removes or renames a link does not follow it
            folder, end = os.path.split(name)
            real = os.path.realpath(name) if last else f"{os.path.realpath(folder)}{os.sep}{end}"
        except (OSError, ValueError):
            return
        # Python's own; a file without a name.
        if "__pycache__" in real or (event == "open" and Path(real).is_dir()):
            return
        if writing and self.allowed is not None and not any(_within(real, each) for each in self.allowed):
            self.written.append((event, real))
        elif not writing and any(_within(real, each) for each in self.secret):
            self.read.append((event, real))


def _within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + os.sep)


_watching: list[Watched] = []
_installed: list[bool] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _watching:
        _watching[-1].see(event, arguments)


@contextmanager
def watched(allowed: Sequence[Path] | None, *secret: Path) -> Iterator[Watched]:
    """Note what this process writes outside the `allowed` folders, reads in `secret` ones, reaches and starts."""
    if not _installed:  # a hook stays for the life of the process
        sys.addaudithook(_hook)
        _installed.append(True)
    real = None if allowed is None else tuple(os.path.realpath(each) for each in allowed)
    seen = Watched(real, tuple(os.path.realpath(each) for each in secret))
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)

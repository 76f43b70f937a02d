"""What Python opens, writes and connects to while a block runs, seen by an audit hook."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = {
    "os.mkdir": (0,),
    "os.rename": (0, 1),
    "os.remove": (0,),
    "os.rmdir": (0,),
    "os.symlink": (1,),
    "os.link": (1,),
    "os.truncate": (0,),
    "os.chmod": (0,),
    "os.chown": (0,),
    "shutil.rmtree": (0,),
}
"""Event -> which of its arguments are paths that it changes."""


@dataclass
class Watched:
    """What was seen: events with the paths they are about."""

    allowed: tuple[str, ...]
    secret: str
    written: list[tuple[str, str]] = field(default_factory=list)
    read: list[tuple[str, str]] = field(default_factory=list)
    connections: list[object] = field(default_factory=list)

    def see(self, event: str, arguments: tuple[object, ...]) -> None:
        """Keep an event that changes what is not allowed, reads what is secret, or reaches the network."""
        if event == "open":
            path, _, flags = arguments
            writing = isinstance(flags, int) and flags & WRITING
            self._look(event, path, writing=bool(writing))
        elif event in CHANGES:
            for place in CHANGES[event]:
                self._look(event, arguments[place], writing=True, last=False)
        elif event == "socket.connect" and isinstance(arguments[1], tuple):
            self.connections.append(arguments[1])

    def _look(self, event: str, path: object, *, writing: bool, last: bool = True) -> None:
        if isinstance(path, int) or path is None:
            return
        name = os.fsdecode(path)  # type: ignore[arg-type]
        try:  # what removes or renames a link does not follow it
            folder, end = os.path.split(name)
            real = os.path.realpath(name) if last else f"{os.path.realpath(folder)}{os.sep}{end}"
        except (OSError, ValueError):
            return
        if "__pycache__" in real or (
            event == "open" and Path(real).is_dir()
        ):  # Python's own, or a file without a name
            return
        if writing and not any(real == each or real.startswith(each + os.sep) for each in self.allowed):
            self.written.append((event, real))
        elif not writing and real.startswith(self.secret):
            self.read.append((event, real))


_watching: list[Watched] = []


def _hook(event: str, arguments: tuple[object, ...]) -> None:
    if _watching and (event == "open" or event in CHANGES or event == "socket.connect"):
        _watching[-1].see(event, arguments)


_installed: list[bool] = []


@contextmanager
def watched(allowed: Sequence[Path], secret: Path) -> Iterator[Watched]:
    """Note what is written outside the `allowed` folders and what is read in `secret`, by this process."""
    if not _installed:  # a hook stays for the life of the process
        sys.addaudithook(_hook)
        _installed.append(True)
    seen = Watched(tuple(os.path.realpath(each) for each in allowed), os.path.realpath(secret))
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)

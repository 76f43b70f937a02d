"""Noticing that something was saved: a thread that waits for the file system to say so.

What it was is not asked: events get lost and come twice. Whoever is woken compares the files with what they were.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Self

from watchfiles import Change, watch
from watchfiles.main import FileChange

from pnp.load.folder import TEMPLATE_SUFFIX
from pnp.load.project import Project

STEP = 15
DEBOUNCE = 60
"""In ms: a save is passed on when nothing has followed it for a STEP, and after DEBOUNCE at the latest."""

IDLE = 100
"""In ms: how long the listener sleeps when nothing is saved."""

RETRY = 0.1
PATIENCE = 1.0
"""In s: how long to wait for folders that are gone, and how often an endless wait looks up, for Ctrl-C on Windows."""


class Saves:
    """Saves in `folders()`, which is asked anew whenever one comes or goes; `with` starts and ends the listening."""

    def __init__(self, folders: Callable[[], frozenset[Path]]) -> None:
        self._folders = folders
        self._noticed = Event()
        self._stop = Event()
        self._listening = Event()
        self._thread = Thread(target=self._listen, name="saves", daemon=True)
        self.at = perf_counter()

    def __enter__(self) -> Self:
        """Listen; whatever is saved from now on will be noticed."""
        self._thread.start()
        self._listening.wait(PATIENCE)
        return self

    def __exit__(self, *_: object) -> None:
        """Listen no more."""
        self._stop.set()
        self._thread.join(PATIENCE)

    @property
    def pending(self) -> bool:
        """Say whether something was saved that nobody has waited for yet."""
        return self._noticed.is_set()

    def wait(self, seconds: float | None) -> bool:
        """Wait for a save, for so long or for ever; say whether there was one. `at` says when it was noticed."""
        while not (noticed := self._noticed.wait(PATIENCE if seconds is None else seconds)):
            if seconds is not None:
                break
        self._noticed.clear()
        return noticed

    def rouse(self) -> None:
        """End the wait without a save."""
        self._noticed.set()

    def _listen(self) -> None:
        polling: bool | None = None  # as WATCHFILES_FORCE_POLLING says
        while not self._stop.is_set():
            folders = self._folders()
            try:
                self._listen_to(folders, polling=polling)
            except FileNotFoundError:  # a folder went between looking and listening
                continue
            except OSError:  # more folders than the system lets a program listen to
                polling = True
            if not folders:
                self._stop.wait(RETRY)

    def _listen_to(self, folders: frozenset[Path], *, polling: bool | None) -> None:
        """Pass on what is saved, until a folder comes or goes."""
        if not folders:
            return
        listening = watch(
            *sorted(folders),
            watch_filter=None,
            debounce=DEBOUNCE,
            step=STEP,
            stop_event=self._stop,
            rust_timeout=IDLE,
            yield_on_timeout=True,
            recursive=False,
            force_polling=polling,
            raise_interrupt=False,
        )
        with closing(listening):
            for number, events in enumerate(listening):
                # The first answer, if only that nothing happened, says that from now on nothing is missed.
                if events or number == 0:
                    self._notice()
                if (number == 0 or _is_about_folders(events, folders)) and self._folders() != folders:
                    return

    def _notice(self) -> None:
        if not self._noticed.is_set():
            self.at = perf_counter()
        self._noticed.set()
        self._listening.set()


def _is_about_folders(events: set[FileChange], folders: frozenset[Path]) -> bool:
    """Say whether a folder may have come or gone; looking through all of them takes time that the save needs."""
    return any(
        Path(path) in folders if change is Change.deleted else os.path.isdir(path)  # noqa: PTH112 - it is a text
        for change, path in events
        if change is not Change.modified
    )


# What is watched: the files that games are made of, as they stand on disk, and what became of them since.

Stamp = tuple[int, int, int, int]
"""When a file was written, when anything about it changed (both in ns), its size, its inode."""

PASSED_OVER = ("~", ".swp", ".swx", ".swo", ".tmp", ".temp", ".bak", ".part", ".crdownload", ".pnp-tmp")
"""How the files end that editors and browsers write beside the real one."""

DRAWINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp", TEMPLATE_SUFFIX)
"""How pictures and templates end: where one was and still is, the data mean the same as before."""

PROBE = "4913"
"""The file by which vim finds out whether it may write in a folder."""


@dataclass(frozen=True, slots=True)
class Trees:
    """The files below some folders, and every folder on the way: events are asked for folder by folder.

    Files are known by their path as a text: there are hundreds, and this is looked up while somebody waits.
    """

    files: Mapping[str, Stamp] = field(default_factory=dict)
    folders: frozenset[Path] = frozenset()

    def since(self, before: "Trees") -> "Changes":
        """Return what became of the files since `before`."""
        new, old = self.files.keys(), before.files.keys()
        differing = {path for path, _ in self.files.items() - before.files.items()}
        return Changes(
            added=frozenset(map(Path, new - old)),
            modified=frozenset(map(Path, differing & old)),
            removed=frozenset(map(Path, old - new)),
        )


@dataclass(frozen=True, slots=True)
class Changes:
    """Files that came, changed and went. A file that a program saves by renaming another one is modified."""

    added: frozenset[Path] = frozenset()
    modified: frozenset[Path] = frozenset()
    removed: frozenset[Path] = frozenset()

    @property
    def paths(self) -> frozenset[Path]:
        """All of them."""
        return self.added | self.modified | self.removed

    @property
    def only_drawings(self) -> bool:
        """Say whether pictures or templates changed and nothing else."""
        still = not self.added and not self.removed
        return still and all(path.name.lower().endswith(DRAWINGS) for path in self.modified)

    def __bool__(self) -> bool:
        """Say whether there is any."""
        return bool(self.paths)


def tops(project: Project) -> tuple[Path, ...]:
    """Return the folders whose files make a difference to what is printed; they need not exist."""
    return (*project.card_data, *project.templates, project.fonts)


def trees(project: Project) -> Trees:
    """Return how the files of a project stand. Its own folder is listened to, or where it will come back.

    Links to folders are followed as far as they stay inside the project. What goes away meanwhile is not there.
    """
    files: dict[str, Stamp] = {}
    folders = {next(folder for folder in (project.root, *project.root.parents) if folder.is_dir())}
    seen: set[str] = set()
    waiting = [str(top) for top in tops(project)]
    while waiting:
        folder = waiting.pop()
        if (real := os.path.realpath(folder)) in seen:
            continue
        seen.add(real)
        try:
            entries = [entry for entry in os.scandir(folder) if not is_passed_over(entry.name)]
        except OSError:
            continue
        folders.add(Path(folder))
        for entry in entries:
            if _is_folder(entry, project.root):
                waiting.append(entry.path)
                continue
            try:
                known = entry.stat()
            except OSError:  # gone, or a link to nowhere
                continue
            files[entry.path] = (known.st_mtime_ns, known.st_ctime_ns, known.st_size, known.st_ino)
    return Trees(files, frozenset(folders))


def is_passed_over(name: str) -> bool:
    """Say whether a file of that name is hidden, or only there while something is being saved.

    >>> [name for name in ("a.png", ".a.swp", "a.png~", "4913", "#a#", "a.yaml.tmp") if not is_passed_over(name)]
    ['a.png']
    """
    return name.startswith((".", "#")) or name.lower().endswith(PASSED_OVER) or name == PROBE


def _is_folder(entry: os.DirEntry[str], root: Path) -> bool:
    try:
        if not entry.is_dir():
            return False
        return not entry.is_symlink() or Path(entry.path).resolve().is_relative_to(root.resolve())
    except OSError:
        return False

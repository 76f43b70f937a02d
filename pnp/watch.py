"""Rebuild games when a file is saved: the file system reports a change, and digests show which file it was.

Events get lost and come twice, and editors save in many ways; the state of the files does not depend on that.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import Self

import watchfiles
from watchfiles import Change

from pnp.build.games import build_games
from pnp.build.options import BuildOptions
from pnp.build.result import Progress
from pnp.files import read_text, real_path, walk
from pnp.load.project import TEMPLATE_SUFFIX, Project, game_ids
from pnp.model.diagnostics import Diagnostic, PnpError, has_errors, tally
from pnp.text import counted

STEP = 15
DEBOUNCE = 60
"""In ms: a save is passed on when nothing has followed it for a STEP, and after DEBOUNCE at the latest."""

SETTLE = 0.3  # In s: a build begins when nothing was saved for so long; a save often comes in two steps.
IDLE = 100  # In ms: how long the listener sleeps when nothing is saved.
LATER = 10  # So many times IDLE after an event new folders are looked for: to look takes some ms where there are many files.
WAIT = 1.0  # In s: how often an endless wait looks up, for Ctrl-C on Windows.

TEMPORARY = ("~", ".swp", ".swx", ".swo", ".tmp", ".temp", ".bak", ".part", ".crdownload", ".pnp-tmp")
"""How the files end that editors and browsers write beside the real one."""

Changes = Mapping[Path, Change]
"""What became of the files that changed. A file that a program saves by renaming another one is modified."""


class FileEvents:
    """File events in `folders()`, which is asked anew after each of them; `with` starts and ends the listening."""

    def __init__(self, folders: Callable[[], frozenset[Path]]) -> None:
        self._folders = folders
        self._noticed, self._stop, self._listening = Event(), Event(), Event()
        self._thread = Thread(target=self._listen, name="file events", daemon=True)
        self.at = perf_counter()

    def __enter__(self) -> Self:
        self._thread.start()
        self._listening.wait(WAIT)
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(WAIT)

    @property
    def pending(self) -> bool:
        return self._noticed.is_set()

    def wait(self, seconds: float | None) -> bool:
        """Wait for an event, for so long or for ever; say whether there was one. `at` says when it was noticed."""
        while not (noticed := self._noticed.wait(WAIT if seconds is None else seconds)) and seconds is None:
            pass
        self._noticed.clear()
        return noticed

    def wake(self) -> None:
        """End the wait, as an event does."""
        self._noticed.set()

    def _listen(self) -> None:
        polling: bool | None = None  # as WATCHFILES_FORCE_POLLING says
        while not self._stop.is_set():
            folders = self._folders()
            listening = watchfiles.watch(
                *sorted(folders),
                watch_filter=lambda _, path: not is_temporary(Path(path).name),
                debounce=DEBOUNCE,
                step=STEP,
                stop_event=self._stop,
                rust_timeout=IDLE,
                yield_on_timeout=True,
                recursive=False,
                force_polling=polling,
                raise_interrupt=False,
            )
            try:
                with closing(listening):
                    quiet = 0
                    for number, events in enumerate(listening):
                        # The first answer, if only that nothing happened, says that from now on nothing is missed.
                        if events or number == 0:
                            quiet = 0
                            if not self.pending:
                                self.at = perf_counter()
                            self._noticed.set()
                            self._listening.set()
                        # Whoever was noticed looks on a thread of its own: new folders are known a little later.
                        quiet += 1
                        if quiet <= LATER and self._folders() != folders:
                            break
            except FileNotFoundError:  # a folder went between looking and listening
                continue
            except OSError:  # more folders than the system lets a program listen to
                polling = True


@dataclass(frozen=True, slots=True)
class FileState:
    """The files that a project's games are made of, and all folders to listen to.

    Each file has its path as a text (there are hundreds, and somebody waits), and when it was written, when anything
    about it changed (both in ns), its size and its inode.
    """

    files: Mapping[str, tuple[int, int, int, int]]
    folders: frozenset[Path]

    def since(self, before: "FileState") -> Changes:
        """Return what became of the files since `before`."""
        changed = sorted({path for path, _ in self.files.items() ^ before.files.items()})
        kept = {path: Change.modified if path in before.files else Change.added for path in self.files}
        return {Path(path): kept.get(path, Change.deleted) for path in changed}


def watched_folders(project: Project) -> tuple[Path, ...]:
    """Return the folders whose files make a difference to what is printed; they need not exist."""
    return (*project.card_data, *project.templates, project.fonts)


def file_state(project: Project) -> FileState:
    """Return how the files of a project are now. Its own folder is listened to, or where it will come back.

    Links to folders are followed as far as they stay inside the project.
    """
    files: dict[str, tuple[int, int, int, int]] = {}
    folders = {next(folder for folder in (project.root, *project.root.parents) if folder.is_dir())}
    seen: set[str] = set()
    for top in watched_folders(project):
        inside = (real_path(top), real_path(project.root))
        for folder, below, names in walk(top, follow_links=True):
            real = os.path.realpath(folder)
            if real in seen or not any(Path(real).is_relative_to(folder) for folder in inside):
                below.clear()
                continue
            seen.add(real)
            folders.add(Path(folder))
            below[:] = [name for name in below if not is_temporary(name)]
            for path in (os.path.join(folder, name) for name in names if not is_temporary(name)):  # noqa: PTH118
                with suppress(OSError):  # gone meanwhile, or a link to nowhere
                    known = os.stat(path)  # noqa: PTH116
                    files[path] = (known.st_mtime_ns, known.st_ctime_ns, known.st_size, known.st_ino)
    return FileState(files, frozenset(folders))


def affected_games(paths: Iterable[Path], project: Project, games: Collection[str]) -> frozenset[str]:
    """Return which of `games` these files may change: fonts and shared templates, all of them."""
    found: set[str] = set()
    for path in paths:
        data, drawn = _folder_in(project.card_data, path), _folder_in(project.templates, path)
        if data:
            found |= {data}
        elif drawn in games:
            found |= {drawn, *(game for game in games if _mentions(project, game, f"{drawn}/"))}
        else:
            found |= set(games)
    return frozenset(found & set(games))


def _folder_in(tops: Iterable[Path], path: Path) -> str:
    return next((path.relative_to(top).parts[0] for top in tops if top in path.parents), "")


def _mentions(project: Project, game: str, words: str) -> bool:
    """Say whether a game's own templates name such a folder: one may include a part of another game's."""
    for top in project.templates:
        for path in sorted((top / game).rglob(f"*{TEMPLATE_SUFFIX}")):
            with suppress(OSError):
                if words in read_text(path, errors="replace"):
                    return True
    return False


def is_temporary(name: str) -> bool:
    """Say whether a file of that name is hidden, or only there while something is being saved.

    >>> [name for name in ("a.png", ".a.swp", "a.png~", "4913", "#a#", "a.yaml.tmp", "~$a.xlsx") if not is_temporary(name)]
    ['a.png']
    """
    # vim finds out by a file "4913" whether it may write in a folder; Excel keeps "~$" beside an open workbook.
    return name.startswith((".", "#", "~$")) or name.lower().endswith(TEMPORARY) or name == "4913"


Bar = Callable[[], AbstractContextManager[Progress]]  # Opens a progress bar for the time of one build.


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a build after a save: the findings that are not those of the build before, an error, and a line."""

    line: str
    findings: tuple[Diagnostic, ...] = ()
    trouble: PnpError | None = None


def watch(
    project: Project, options: BuildOptions, events: FileEvents, bar: Bar, games: Sequence[str] = ()
) -> Iterator[Report]:
    """Yield what came of a build of each game, and then, for ever, of building again what saves may change.

    Without `games` it is all, whichever come and go. What keeps the first build from beginning is raised: UnknownName,
    CannotWrite, CannotRender.
    """
    files, since = file_state(project), perf_counter()
    changes: Changes = {}
    told: dict[str, tuple[Diagnostic, ...]] = {}
    while True:
        there = {name for name in game_ids(project) if not games or name in games}
        due = affected_games(changes, project, there | told.keys()) if changes else there
        for name in sorted(due - there):
            del told[name]
            yield Report(f"{name} is gone")
        for name in sorted(due & there):
            try:
                with bar() as progress:
                    (result,) = build_games(project, (name,), options, progress=progress)
            except (PnpError, OSError) as error:
                if not changes:
                    raise
                yield Report(f"{name}: not built, see above", trouble=as_trouble(error))
                continue
            before, told[name] = told.get(name, ()), result.diagnostics
            took = perf_counter() - since
            built = f"{counted(result.count.written, 'PDF')} after {took:.1f} s"
            if has_errors(result.diagnostics):
                built = f"not built ({tally(result.diagnostics)})"
            fixed = "fixed, " if has_errors(before) and not has_errors(result.diagnostics) else ""
            yield Report(f"{name}: {fixed}{built}", () if told[name] == before else told[name])
        changes = {}
        while not changes:
            events.wait(None)
            since = events.at
            while events.wait(SETTLE):
                pass
            now = file_state(project)
            changes, files = now.since(files), now


def as_trouble(error: PnpError | OSError) -> PnpError:
    """Return what to tell of an error; a file may go between looking and reading, a folder may not be readable."""
    if isinstance(error, PnpError):
        return error
    return PnpError(f"{error.filename}: {error.strerror}" if error.filename else str(error))

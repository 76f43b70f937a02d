"""A watch session: a game is built again once saving its files pauses."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from time import perf_counter

from pnp.build.games import build_games
from pnp.build.options import BuildOptions
from pnp.build.result import Progress
from pnp.load.project import Project, game_ids
from pnp.model.diagnostics import Diagnostic, has_errors, tally
from pnp.model.errors import PnpError
from pnp.text import counted
from pnp.watch.file_events import SETTLE, Changes, FileEvents, affected_games, file_state

Bar = Callable[[], AbstractContextManager[Progress]]
"""Opens a progress bar for the time of one build."""


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
            mended = "mended, " if has_errors(before) and not has_errors(result.diagnostics) else ""
            yield Report(f"{name}: {mended}{built}", () if told[name] == before else told[name])
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

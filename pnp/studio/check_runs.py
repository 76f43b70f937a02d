"""Checks of games run in the background in a process of their own, as `pnp check` runs them."""

import os
import sys
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, replace
from threading import Condition, Thread
from time import monotonic
from typing import Literal

from pnp.build.check import check_games
from pnp.build.result import CheckOptions
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import WorkerLost
from pnp.watch.game_state import in_force
from pnp.workers.pool import LocalProcesses
from pnp.workers.worker import NO_LIMITS, Task

QUIET = 0.8
"""In s: a check begins when nothing was saved for so long."""

YIELDING = 10
"""How much the process of a check is nicer than the studio itself: whoever waits for a face goes first."""

State = Literal["unknown", "waiting", "checking", "done", "failed"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What the last check of a game found, and whether that is so still: only when `done` is it of the present files."""

    state: State = "unknown"
    findings: tuple[Diagnostic, ...] = ()
    trouble: str = ""

    def with_those_of(self, look: tuple[Diagnostic, ...], *, readable: bool) -> tuple[Diagnostic, ...]:
        """Return what is wrong: all that was found of present files, else what a `look` sees and the rest as it was."""
        if self.state == "done":
            return self.findings
        return in_force(self.findings, look, "render" if readable else "load")


class CheckRuns:
    """Checks games in turn; `tell` is called from another thread with each game whose state is another."""

    def __init__(self, project: Project, tell: Callable[[str], None]) -> None:
        self.project, self._tell = project, tell
        self._change = Condition()
        self._known: dict[str, Checked] = {}
        self._saved = 0.0
        self._stopped = False
        self._processes: LocalProcesses | None = None
        self._thread = Thread(target=self._run, name="check games", daemon=True)

    def of(self, game: str) -> Checked:
        """Return what is known of a game."""
        with self._change:
            return self._known.get(game, Checked())

    def ask(self, game: str) -> Checked:
        """Return what is known of a game; from now on it is checked after every save."""
        with self._change:
            if game not in self._known and not self._stopped:
                self._known[game] = Checked("waiting")
                if not self._thread.is_alive():
                    self._thread.start()
                self._change.notify_all()
            return self._known.get(game, Checked())

    def saved(self, games: Iterable[str], present: Collection[str]) -> None:
        """Note that files of games were saved: a check under way is given up, and those `present` are checked anew."""
        with self._change:
            self._saved = monotonic()
            self._known = {game: known for game, known in self._known.items() if game in present}
            for game in games:
                if game in self._known:
                    self._known[game] = replace(self._known[game], state="waiting")
            if self._processes is not None:
                self._processes.stop()
            self._change.notify_all()

    def stop(self) -> None:
        """End at once."""
        with self._change:
            self._stopped = True
            if self._processes is not None:
                self._processes.stop()
            self._change.notify_all()
        if self._thread.is_alive():
            self._thread.join(2)

    def _run(self) -> None:
        while (games := self._wait_for_work()) is not None:
            processes = LocalProcesses(1)
            with self._change:
                self._processes = None if self._stopped else processes
            try:
                for game in games:
                    if not self._begin(game):
                        break
                    findings = processes.do(Task(findings_of, (self.project, game), NO_LIMITS))
                    self._end(game, Checked("done", findings))
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and the studio goes on
                self._break_off(error)
            finally:
                processes.stop()
                self._processes = None

    def _wait_for_work(self) -> tuple[str, ...] | None:
        """Return the games to check as soon as nothing is saved any more, None at the end."""
        with self._change:
            while not self._stopped:
                waiting = tuple(game for game, known in self._known.items() if known.state == "waiting")
                pause = self._saved + QUIET - monotonic()
                if waiting and pause <= 0:
                    return waiting
                self._change.wait(pause if waiting else None)
            return None

    def _begin(self, game: str) -> bool:
        """Note that a game is being checked; say whether nothing was saved meanwhile."""
        with self._change:
            known = self._known.get(game)
            if self._stopped or known is None or self._saved + QUIET > monotonic():
                return False
            self._known[game] = replace(known, state="checking")
        self._tell(game)
        return True

    def _end(self, game: str, checked: Checked) -> None:
        """Keep what was found, unless the game was saved meanwhile."""
        with self._change:
            known = self._known.get(game)
            if known is None or known.state != "checking":
                return
            self._known[game] = checked
        self._tell(game)

    def _break_off(self, error: Exception) -> None:
        """Note that the game being checked is to be checked again after a save, or cannot be."""
        with self._change:
            given_up = self._stopped or self._saved + QUIET > monotonic()
            game = next((game for game, known in self._known.items() if known.state == "checking"), None)
            if game is None:
                return
            if given_up:
                self._known[game] = replace(self._known[game], state="waiting")
                return
            lost = isinstance(error, WorkerLost)
            why = "its process was ended" if lost else str(error) or type(error).__name__
            failed = replace(self._known[game], state="failed", trouble=f"{game} was not checked: {why}")
        self._end(game, failed)


def findings_of(project: Project, game: str) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong with a game; for a process of its own, which makes way for all others."""
    _make_way()
    (result,) = check_games(project, (game,), CheckOptions(legible=True))
    return result.diagnostics


def _make_way() -> None:
    if sys.platform == "win32":
        import ctypes  # noqa: PLC0415

        below_normal = 0x4000
        ctypes.windll.kernel32.SetPriorityClass(ctypes.windll.kernel32.GetCurrentProcess(), below_normal)
    else:
        os.nice(max(0, YIELDING - os.nice(0)))

"""Sitting beside somebody at work: what a save changes is shown at once, and printed files follow when it is quiet."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from pnp.cli.builds.order import Order, refuse_unknown
from pnp.cli.output import game_output
from pnp.cli.pipeline import fonts_of
from pnp.cli.report import tally
from pnp.cli.reuse import NOTHING, Reuse
from pnp.cli.watching.bench import Bench
from pnp.cli.watching.concerned import concerned
from pnp.cli.watching.job import Job, Outcome, as_trouble
from pnp.cli.watching.news import News, in_force, news
from pnp.cli.watching.previews import Previews
from pnp.cli.watching.round import Round, early_line, line
from pnp.cli.watching.trees import Changes, Trees, trees
from pnp.export.preview import forget_all
from pnp.load.project import Project, game_ids
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import PnpError

MOST_INTERRUPTIONS = 3
"""So often in a row a build is given up for a newer save; then it runs to its end, or somebody who saves every second
would never get a PDF."""

Hurry = Callable[[], bool]
"""Says whether something newer was saved."""


@dataclass(frozen=True, slots=True)
class Report:
    """What to tell after a round."""

    findings: tuple[Diagnostic, ...]
    troubles: tuple[PnpError, ...]
    lines: tuple[str, ...]
    line: str


class Session:
    """The games of a project, kept warm between saves."""

    def __init__(
        self,
        project: Project,
        order: Order,
        *,
        games: Sequence[str] = (),
        previews: bool = True,
        reused: Reuse = NOTHING,
    ) -> None:
        """`games` are those asked for; without any, it is all, whichever come and go."""
        self._project, self._order, self._asked = project, order, tuple(games)
        self._wanted, self._reused = previews, reused
        self._known: Trees = trees(project)
        self._fonts = fonts_of(project)
        self._benches: dict[str, Bench] = {}
        self._told: dict[str, list[Diagnostic]] = {}
        self._there: set[str] = set()
        self._round: Round | None = None
        self._early = ""

    @property
    def games(self) -> tuple[str, ...]:
        """The games that are there and wanted."""
        known = game_ids(self._project)
        return tuple(name for name in known if name in self._asked) if self._asked else known

    @property
    def is_served(self) -> bool:
        """Say whether all files are right."""
        return self._round is None

    @property
    def is_patient(self) -> bool:
        """Say whether a build may be given up once more."""
        return self._round is None or self._round.interruptions < MOST_INTERRUPTIONS

    def begin(self) -> None:
        """Draw every game once, so that the next look finds what changed; nothing is shown yet.

        Raises UnknownName for a component or a theme that no game has.
        """
        at = self._round = Round(perf_counter(), opening=True)
        for name in self.games:
            bench = self._bench(name)
            at.concern(name)
            forget_all(self._output(name))
            if bench.open(self._fonts, Changes()):
                unseen = Previews(self._output(name), wanted=False)
                for drawn in bench.redrawn(Changes()):
                    unseen.show(bench, drawn, hurry=lambda: False)
        self._there = set(self.games)
        whole = [bench.game for bench in self._benches.values() if bench.game is not None]
        if len(whole) == len(self._benches):
            refuse_unknown(self._order, whole)

    def is_newer(self) -> bool:
        """Say whether files are otherwise than when they were last looked at."""
        return bool(trees(self._project).since(self._known))

    def look(self, at: float, hurry: Hurry) -> Changes:
        """Show what changed; return which files did. A build is due after that. `at` is when a save was noticed."""
        now = trees(self._project)
        changes = now.since(self._known)
        self._known = now
        if not changes:
            return changes
        if any(path.is_relative_to(self._project.fonts) for path in changes.paths):
            self._fonts = fonts_of(self._project)
        self._round = self._round or Round(at)
        if self._round.in_hand:
            self._early = "" if self._round.opening else early_line(self._subject(self._round), self._round)
            self._round.renew()
        self._round.save(changes, at)
        behind = {name for name, bench in self._benches.items() if bench.behind}
        for name in sorted(concerned(changes.paths, self._project, {*self.games, *self._benches}) | behind):
            self._round.concern(name)
            with self._troubled(name):
                self._show(self._bench(name), self._round, changes, hurry)
        return changes

    def told_early(self) -> str:
        """Return the line of what was shown before a build was given up, once; "" when there is none."""
        said, self._early = self._early, ""
        return said

    def _show(self, bench: Bench, at: Round, changes: Changes, hurry: Hurry) -> None:
        """Show what changed of one game, as far as nothing newer is saved meanwhile."""
        bench.behind = True
        if bench.id not in self.games:
            bench.found, bench.reached, bench.room = (), "all", None
        elif bench.open(self._fonts, changes):
            previews = Previews(self._output(bench.id), wanted=self._wanted)
            for drawn in bench.redrawn(changes):
                shown = previews.show(bench, drawn, hurry=hurry)
                at.show(bench.id, shown)
                if shown and self._wanted:
                    at.seen = perf_counter() - at.since
                if hurry():
                    return
            gone = bench.vanished()
            previews.drop(bench, gone)
            at.show(bench.id, gone)
        bench.behind = False

    def job(self) -> Job:
        """Return what has to be built now."""
        assert self._round is not None
        self._round.anew.clear()
        self._round.in_hand = True
        games = {name: self._bench(name) for name in self._round.games if name not in self._round.built}
        ready = {name: each.game for name, each in games.items() if each.game and each.reached == "all"}
        return Job(self._project, ready, self._fonts, self._order, self._reused)

    def finish(self, job: Job, done: Mapping[str, Outcome]) -> Report | None:
        """Take what came of a job; return what to tell, or None when there is something left or new to build."""
        assert self._round is not None
        at = self._round
        for name, outcome in done.items():
            if name not in at.anew:
                self._bench(name).found = outcome.found
                at.files += outcome.written
                at.built.add(name)
                if outcome.trouble is not None:
                    at.troubles[name] = outcome.trouble
        if at.anew or job.games.keys() - done.keys():
            at.interruptions += 1
            at.in_hand = False
            return None
        self._round = None
        return self._report(at)

    def _report(self, at: Round) -> Report:
        told = [self._news(name) for name in at.games]
        there = set(self.games)
        gone = [f"{name} is gone" for name in at.games if name in self._there - there]
        back = [f"{name} is here" for name in at.games if name in there - self._there]
        self._there = there
        findings = [finding for name in at.games for finding in self._told.get(name, ())]
        errors = "see above" if at.troubles else tally(findings) if has_errors(findings) else ""
        said = line(self._subject(at), at, errors=errors, took=perf_counter() - at.since)
        return Report(
            findings=in_reading_order(finding for each in told for finding in each.findings),
            troubles=tuple(at.troubles.values()),
            lines=(*gone, *back, *(words for each in told for words in each.lines)),
            line=said if set(at.games) & there else "",
        )

    def _subject(self, at: Round) -> str:
        components = {name: self._bench(name).components for name in self.games}
        return at.subject(components, self._project.root)

    def _news(self, name: str) -> News:
        """Return what is new about a game, and remember that it was told."""
        bench, before = self._bench(name), self._told.get(name, [])
        now = in_force(before, in_reading_order(bench.found), bench.reached)
        self._told[name] = now
        return news(before, now)

    def _bench(self, name: str) -> Bench:
        if name not in self._benches:
            self._benches[name] = Bench(self._project, name, self._order, self._reused)
        return self._benches[name]

    def _output(self, name: str) -> Path:
        return game_output(self._project, self._order.out, name)

    @contextmanager
    def _troubled(self, name: str) -> Iterator[None]:
        """Note what stops one game from being shown: it does not stop the watching."""
        assert self._round is not None
        at = self._round
        try:
            yield
        except (PnpError, OSError) as error:
            at.troubles[name] = as_trouble(error)

"""Sitting beside somebody at work: what a save changes is shown at once, and printed files follow when it is quiet."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.games import STEPS, build_game
from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.stages import fonts_of, game_output
from pnp.load.folder import TEMPLATE_SUFFIX
from pnp.load.game import load_game
from pnp.load.project import Project, game_ids
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order, tally
from pnp.model.errors import PnpError
from pnp.model.game import Component, Game
from pnp.model.progress import Step
from pnp.render.fonts import FontBook
from pnp.text import counted
from pnp.watch.file_changes import Changes, Trees, trees
from pnp.watch.game_state import Bench, News, Spot, in_force, in_words, news
from pnp.watch.previews import Previews, forget_all

# Which games a change concerns.


def concerned(paths: Iterable[Path], project: Project, games: Collection[str]) -> frozenset[str]:
    """Return which of `games` these files may change: fonts and shared templates, all of them."""
    found: set[str] = set()
    for path in paths:
        data, drawn = _part(path, project.card_data), _part(path, project.templates)
        if data:
            found |= {data}
        elif drawn in games:
            found |= {drawn, *(game for game in games if _mentions(project, game, f"{drawn}/"))}
        else:
            found |= set(games)
    return frozenset(found & set(games))


def _part(path: Path, tops: Iterable[Path]) -> str:
    """Return the name of the folder right below one of `tops` that the file is in or is, "" when there is none."""
    for top in tops:
        if path.is_relative_to(top) and path != top:
            return path.relative_to(top).parts[0]
    return ""


def _mentions(project: Project, game: str, words: str) -> bool:
    """Say whether a game's own templates name such a folder: one may include a part of another game's."""
    for folder in project.templates:
        for path in sorted((folder / game).glob(f"*{TEMPLATE_SUFFIX}")):
            try:
                if words in path.read_text(encoding="utf-8", errors="replace"):
                    return True
            except OSError:
                continue
    return False


# The PDFs, made on another thread while saves are listened to; given up when something newer is shown.


class Superseded(Exception):
    """Something newer was saved while a game was being built."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of building a game: what was found, how many PDFs were written, and what kept it from being built."""

    found: tuple[Diagnostic, ...] = ()
    written: int = 0
    trouble: PnpError | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """Games to build, as they are found on disk when their turn comes."""

    project: Project
    games: Mapping[str, Game]
    fonts: FontBook
    order: BuildOptions
    reused: BuildCache

    @property
    def steps(self) -> int:
        """How many steps of a progress bar it takes."""
        return STEPS * sum(len(self.order.components_of(game)) for game in self.games.values())

    def run(self, step: Step, superseded: Callable[[], bool]) -> dict[str, Outcome]:
        """Build the games; return what came of those that were finished before it was `superseded`."""

        def watchful(name: str) -> None:
            if superseded():
                raise Superseded
            step(name)

        done: dict[str, Outcome] = {}
        for name in self.games:
            try:
                done[name] = self._built(name, watchful)
            except Superseded:
                break
            except (PnpError, OSError) as error:
                done[name] = Outcome(trouble=as_trouble(error))
        return done

    def _built(self, name: str, step: Step) -> Outcome:
        loaded = load_game(self.project, name)  # anew, for what only the data can tell
        if loaded.game is None:
            return Outcome(loaded.diagnostics)
        made = build_game(self.project, loaded.game, self.fonts, self.order, step, reused=self.reused)
        return Outcome((*loaded.diagnostics, *made.findings), made.count.written)


def as_trouble(error: PnpError | OSError) -> PnpError:
    """Return what to tell of an error; a file may go between looking and reading, a folder may not be readable."""
    if isinstance(error, PnpError):
        return error
    return PnpError(f"{error.filename}: {error.strerror}" if error.filename else str(error))


# One round: from the first save to the files that are right again, and the line that tells of it.


@dataclass(slots=True)
class Round:
    """What was saved since files were last right, and which games have to be built for it.

    `since` is when the last save was noticed, `seen` how long after it the last new picture was written, in s. `files`
    counts the PDFs written for the games that are `built`; `anew` are those saved again since the last job was given
    out, and it is `in_hand` until that is done; `troubles` stop a game from being shown or built.
    """

    since: float
    games: dict[str, None] = field(default_factory=dict)
    spots: dict[str, dict[Spot, None]] = field(default_factory=dict)
    saved: dict[Path, None] = field(default_factory=dict)
    removed: dict[Path, None] = field(default_factory=dict)
    seen: float | None = None
    opening: bool = False
    in_hand: bool = False
    interruptions: int = 0
    anew: set[str] = field(default_factory=set)
    built: set[str] = field(default_factory=set)
    files: int = 0
    troubles: dict[str, PnpError] = field(default_factory=dict)

    def concern(self, game: str) -> None:
        """Add a game that has to be built, again if it was."""
        self.games[game] = None
        self.anew.add(game)
        self.built.discard(game)
        self.troubles.pop(game, None)

    def save(self, changes: Changes, at: float) -> None:
        """Add files that were saved or removed."""
        self.since, self.opening = at, False
        for path in sorted(changes.added | changes.modified):
            self.saved[path] = None
            self.removed.pop(path, None)
        for path in sorted(changes.removed):
            self.removed[path] = None
            self.saved.pop(path, None)

    def renew(self) -> None:
        """Forget what was saved and shown; what has to be built for it stays."""
        self.in_hand = False
        self.seen = None
        for told in (self.spots, self.saved, self.removed):
            told.clear()

    def show(self, game: str, spots: Iterable[Spot]) -> None:
        """Add sides that changed."""
        self.spots.setdefault(game, {}).update(dict.fromkeys(spots))

    def subject(self, components: Mapping[str, Sequence[Component]], root: Path) -> str:
        """Return what the round was about: the faces that changed, or else the files that were saved."""
        if self.opening:
            return next(iter(components)) if len(components) == 1 else f"{len(components)} games"
        said = [
            f"{game} {words}" if len(components) > 1 else words
            for game, spots in self.spots.items()
            if (words := in_words(spots, components.get(game, ())))
        ]
        return "; ".join(said) or self._files(root)

    def _files(self, root: Path) -> str:
        paths = {**dict.fromkeys(self.saved, "saved"), **dict.fromkeys(self.removed, "removed")}
        if len(paths) != 1:
            words = sorted(set(paths.values()), reverse=True)
            return f"{len(paths)} files {' or '.join(words)}"
        [(path, word)] = paths.items()
        return f"{path.relative_to(root).as_posix() if path.is_relative_to(root) else path} {word}"


def early_line(subject: str, at: Round) -> str:
    """Return the line of a round whose build was given up for a newer save."""
    return f"{subject}: {', '.join(_shown(at))}"


def line(subject: str, at: Round, *, errors: str, took: float) -> str:
    """Return the line of a round that `took` so many seconds.

    >>> line("food/leek front", Round(0, spots={"soup": {Spot("food", "leek", "front"): None}}, seen=0.12), errors="1 error", took=0)
    'food/leek front: seen after 0.12 s, not built (1 error)'
    >>> line("food.yaml saved", Round(0, files=2), errors="", took=0.91)
    'food.yaml saved: no face changed, 2 PDFs after 0.9 s'
    """
    said = [] if at.opening or (errors and not any(at.spots.values())) else list(_shown(at))
    if errors:
        said.append(f"not built ({errors})")
    elif at.files:
        said.append(f"{counted(at.files, 'PDF')} after {took:.1f} s")
    else:
        said.append("no PDF changed")
    return f"{subject}: {', '.join(said)}"


def _shown(at: Round) -> Iterator[str]:
    if not any(at.spots.values()):
        yield "no face changed"
    elif at.seen is not None:
        yield f"seen after {at.seen:.2f} s"


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
        order: BuildOptions,
        *,
        games: Sequence[str] = (),
        previews: bool = True,
        reused: BuildCache = NO_CACHE,
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

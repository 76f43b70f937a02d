"""Print jobs, one at a time on a separate thread, with progress, cancellation and the resulting files."""

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from queue import SimpleQueue
from threading import Event, Lock, Thread
from time import monotonic
from typing import Literal

from pnp.build.games import build_games
from pnp.build.result import BuildResult, Progress
from pnp.build.verification import VerifyOptions, verify_games
from pnp.escaping import visible
from pnp.export.cut_files import found_cut_files
from pnp.files import is_file, leads_outside, read_text, walk
from pnp.history.reprint import reprint_games
from pnp.load.project import Project, chosen_games
from pnp.model.diagnostics import (
    CannotUse,
    Diagnostic,
    NothingBuilt,
    PnpError,
    UnknownName,
    WorkerLost,
    in_reading_order,
)
from pnp.model.sheet import TURNED, Backs
from pnp.render.guide_page import ID as GUIDE
from pnp.shops.export_games import ExportResult, export_games
from pnp.studio.print_choice import IN_WORDS, PrintChoice, in_words_of_the_page, version_named
from pnp.studio.print_plan import PrintedItem, ReadingPages, SheetPlanner
from pnp.watch import as_trouble
from pnp.workers.tasks import Workers, workers

Part = Literal["everything", "sheets", "cut", "picture", "list"]
"""What a file is: all there is to print, a part of that, cut lines, a picture for a shop or a machine, a list."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file of a job; `name` is its path below the output folder."""

    name: str
    path: Path
    part: Part
    bytes: int
    sheets: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class MadeGame:
    """What was made of a game; `swap_list` says what to take out of a printed box and what to put in."""

    game: str
    files: tuple[MadeFile, ...] = ()
    notes: tuple[str, ...] = ()
    swap_list: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """How to print a part of a file: its pages from `first` to `last`, what to load, and what to choose in the print window."""

    file: str
    title: str
    first: int
    last: int
    sheets: int
    how: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job; `advice` is how to print what it made, `lines` sum up a verification."""

    games: tuple[MadeGame, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    advice: tuple[Advice, ...] = ()
    lines: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[MadeFile, ...]:
        """All files, by the numbers that they are asked for with."""
        return tuple(file for game in self.games for file in game.files)

    @property
    def wanted(self) -> tuple[MadeFile, ...]:
        """The files that somebody who prints wants: those that hold everything, or else all, and what goes with them."""
        whole = any(file.part == "everything" for file in self.files)
        return tuple(file for file in self.files if not (whole and file.part == "sheets"))


def built(results: Iterable[BuildResult], output: Path, items: Sequence[PrintedItem]) -> Outcome:
    """Return the outcome of a build or a reprint of these items, whose files lie below the folder `output`."""
    results = tuple(results)
    games = tuple(
        MadeGame(
            result.game,
            tuple(_files_of(result, output)),
            tuple(filter(None, (result.note, *result.savings))),
            read_text(result.swap_list, errors="replace") if result.swap_list else "",
        )
        for result in results
    )
    advice = tuple(line for result in results for line in _advice(result, items, output))
    findings = in_reading_order(finding for result in results for finding in result.diagnostics)
    return Outcome(games, findings, advice)


def _advice(result: BuildResult, items: Sequence[PrintedItem], output: Path) -> Iterator[Advice]:
    printed = [item for item in items if item.game == result.game]
    whole = [file for file in result.files if file.everything]
    for file in whole:
        parts = [each for each in printed if each.file.startswith(f"{file.path.parent.name}/")]
        sides = max(1, file.pages // max(1, file.sheets))  # the backs that are empty are pages too
        name, page = _name(file.path, output), file.pages - sum(part.sheets * sides for part in parts)
        turn: Backs = "long-edge" if sides > 1 else "none"
        if sides > 1:
            turn = next((part.flip for part in parts if part.flip in TURNED), turn)
        yield from _to_read(result, name, file.path.parent, page, turn)
        for part in parts:
            last = page + part.sheets * sides
            yield Advice(name, part.title, page + 1, last, part.sheets, part.advice)
            page = last
    for file in () if whole else result.files:
        for each in printed:
            if file.sheets and file.path.as_posix().endswith(f"/{each.file}"):
                name = _name(file.path, output)
                yield Advice(name, each.title, 1, each.pages, each.sheets, each.advice)


def _to_read(result: BuildResult, name: str, folder: Path, pages: int, turn: Backs) -> Iterator[Advice]:
    guide = sum(file.pages for file in result.files if file.path == folder / f"{GUIDE}.pdf")
    begin = guide if turn == "none" else guide + guide % 2
    first = ReadingPages(result.game, folder.name, min(guide, pages), max(0, pages - begin), turn)
    if first.guide:
        sheets = first.sheets - first.rules_sheets
        yield Advice(name, "How to print and build it", 1, first.guide, sheets, first.advice)
    if first.rules:
        yield Advice(name, "Rules", begin + 1, pages, first.rules_sheets, first.advice)


def exported(results: Iterable[ExportResult], output: Path) -> Outcome:
    """Return the outcome of an export."""
    results = tuple(results)
    games = tuple(
        MadeGame(
            result.game,
            tuple(_in_folder(result.folder, output)) if result.folder else (),
            (*result.notes, *(f"left out: {line}" for line in result.left_out)),
        )
        for result in results
    )
    return Outcome(games, in_reading_order(finding for result in results for finding in result.diagnostics))


def _files_of(result: BuildResult, output: Path) -> Iterator[MadeFile]:
    filled = [file for file in result.files if file.sheets]
    for file in filled:
        part: Part = "everything" if file.everything else "sheets"
        yield MadeFile(_name(file.path, output), file.path, part, file.bytes, file.sheets, file.pages)
    for file in filled:
        for path in found_cut_files(file.path.parent, file.path.stem):
            yield _file(path, output, "cut")
    for pictures in result.pictures:
        yield from _in_folder(pictures.path, output)
    if result.swap_list is not None:
        yield _file(result.swap_list, output, "list")


def _in_folder(folder: Path, output: Path) -> Iterator[MadeFile]:
    for top, _, names in walk(folder):
        for name in sorted(names):
            yield _file(Path(top) / name, output, "picture")


def _file(path: Path, output: Path, part: Part) -> MadeFile:
    return MadeFile(_name(path, output), path, part, path.stat().st_size)


def _name(path: Path, output: Path) -> str:
    return path.relative_to(output).as_posix() if path.is_relative_to(output) else path.name


def file_to_send(outcome: Outcome, number: int, output: Path) -> MadeFile:
    """Return the file of that number, which lies below the output folder. Raises UnknownName and CannotUse."""
    if not 0 <= number < len(outcome.files):
        raise UnknownName(f"this job made no file number {number}", "look at the list of its files again")
    return _present(outcome.files[number], output)


def files_to_send(outcome: Outcome, output: Path) -> tuple[MadeFile, ...]:
    """Return the files that go into a ZIP. Raises CannotUse when one is not there any more."""
    return tuple(_present(file, output) for file in outcome.wanted)


def _present(file: MadeFile, output: Path) -> MadeFile:
    if not is_file(file.path):
        raise CannotUse(f"{file.name} is not there any more", "print again")
    if outside := leads_outside(file.path, output, file.name):
        raise CannotUse(outside, "remove it, then print again")
    return file


Kind = Literal["print", "export", "verify"]
Stage = Literal["waiting", "running", "stopping", "done", "failed", "cancelled"]
MOST_WAITING = 10
MOST_REMEMBERED = 30  # So many jobs that have ended are remembered.
EVERY_S = 0.1  # How often it is told how far a job is.
DRAWN_SHARE = 0.3  # Of the time of an export, what drawing takes before the pictures are made.


@dataclass(frozen=True, slots=True)
class JobState:
    """How far a job is: what it is `doing`, and which part of it is `done`, from 0 to 1; 0 where nobody can say.

    `error` and `hint` say why it failed; `outcome` is there when it is done. `revision` is that of the project when it
    began, and `checks` the number of the job whose files it reads back.
    """

    number: int
    kind: Kind
    choice: PrintChoice
    stage: Stage = "waiting"
    doing: str = ""
    done: float = 0.0
    error: str = ""
    hint: str = ""
    outcome: Outcome | None = None
    revision: int = 0
    checks: int = 0

    @property
    def ended(self) -> bool:
        return self.stage in {"done", "failed", "cancelled"}


class _Cancelled(Exception):
    """Nobody wants the job any more."""


@dataclass(slots=True)
class _Job:
    state: JobState
    cancelled: Event = field(default_factory=Event)
    workers: Workers | None = None
    total: int = 0
    start: float = 0.0
    told: float = 0.0


class PrintJobs:
    """The jobs of a project; `tell` is called on a job's thread when its state changed, with `revision`."""

    def __init__(
        self,
        project: Project,
        planner: SheetPlanner,
        tell: Callable[[JobState], None] = lambda _: None,
        revision: Callable[[], int] = lambda: 0,
    ) -> None:
        self._project, self._planner, self._tell, self._revision = project, planner, tell, revision
        self._jobs: dict[int, _Job] = {}
        self._waiting: SimpleQueue[_Job | None] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None

    @property
    def states(self) -> tuple[JobState, ...]:
        """All jobs that are remembered, the newest last."""
        with self._lock:
            return tuple(job.state for job in self._jobs.values())

    def state(self, number: int) -> JobState:
        """Return the state of a job. Raises UnknownName."""
        return self._job(number).state

    def submit(self, choice: PrintChoice, kind: Kind = "print", *, checks: int = 0) -> JobState:
        """Put a job into the queue, and return its state; one of that choice that has not ended is returned instead.

        Raises UnknownName and CannotUse for what does not go together, before anything begins.
        """
        kind = "export" if choice.target and kind == "print" else kind
        choice.build_options()
        with self._lock:
            open_jobs = [job.state for job in self._jobs.values() if not job.state.ended]
            for state in open_jobs:
                same = (state.choice, state.kind, state.checks) == (choice, kind, checks)
                if same and state.stage != "stopping":
                    return state
            if len(open_jobs) >= MOST_WAITING:
                hint = "wait for one to end, or cancel some"
                raise CannotUse(f"{MOST_WAITING} jobs are waiting already", hint)
            job = _Job(JobState(max(self._jobs, default=0) + 1, kind, choice, checks=checks))
            self._jobs[job.state.number] = job
            for number in [each for each, old in self._jobs.items() if old.state.ended][:-MOST_REMEMBERED]:
                del self._jobs[number]
            if self._thread is None:
                self._thread = Thread(target=self._work, name="print jobs", daemon=True)
                self._thread.start()
        waiting = job.state
        self._tell(waiting)
        self._waiting.put(job)
        return waiting

    def cancel(self, number: int) -> JobState:
        """Give up a job; one that has ended stays as it is. What it has written until then is whole. Raises UnknownName."""
        job = self._job(number)
        with self._lock:
            if not job.state.ended:
                job.cancelled.set()
                stage: Stage = "cancelled" if job.state.stage == "waiting" else "stopping"
                job.state = replace(job.state, stage=stage)
            running = job.workers
        if running is not None:
            running.stop()
        self._tell(job.state)
        return job.state

    def close(self, seconds: float = 5.0) -> None:
        """Give up all jobs, and wait so long for the one that runs."""
        for state in self.states:
            self.cancel(state.number)
        self._waiting.put(None)
        if self._thread is not None:
            self._thread.join(seconds)

    def _job(self, number: int) -> _Job:
        with self._lock:
            if number not in self._jobs:
                hint = "the studio may have been restarted since: print again"
                raise UnknownName(f"there is no print job number {number}", hint)
            return self._jobs[number]

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            if not job.cancelled.is_set():
                self._run(job)

    def _run(self, job: _Job) -> None:
        self._set(job, stage="running", revision=self._revision())
        try:
            self._set(job, stage="done", done=1.0, outcome=self._made(job))
        except _Cancelled:
            self._set(job, stage="cancelled")
        except (PnpError, OSError) as error:
            if job.cancelled.is_set() and isinstance(error, WorkerLost):
                self._set(job, stage="cancelled")
                return
            trouble = as_trouble(error)
            self._set(job, stage="failed", error=str(trouble), hint=in_words_of_the_page(trouble.hint))
        except Exception as error:  # noqa: BLE001 - the page would wait for ever
            sys.stderr.write(visible(traceback.format_exc()))
            reason = f"printing stopped with an unexpected error: {type(error).__name__}: {error}"
            self._set(job, stage="failed", error=reason, hint="the terminal says more; please report it")

    def _made(self, job: _Job) -> Outcome:
        choice = job.state.choice
        project = choice.project(self._project)
        if job.state.kind == "verify":
            return self._verified(job, project)
        progress = self._progress(job)
        if choice.target:
            options = choice.export_options()
            return exported(
                export_games(project, choice.target, choice.games, options, progress=progress), project.output
            )
        plan, wanted = self._planner.plan(choice), choice.build_options()
        progress("draw", 0, 1)
        if choice.since:
            results = self._reprinted(project, choice, progress)
        else:
            results = build_games(project, choice.games, wanted, progress=progress)
        return built(results, project.output, plan.items)

    def _reprinted(
        self, project: Project, choice: PrintChoice, progress: Progress
    ) -> tuple[BuildResult, ...]:
        """Print what changed; where that is since the last print, no note has the path of its manifest."""
        results: list[BuildResult] = []
        for game in chosen_games(project, choice.games):
            since, options = version_named(project, choice.since, game), choice.build_options()
            made = reprint_games(project, since, (game,), options, progress=progress)
            words = since if since == choice.since else IN_WORDS
            results += (replace(result, note=result.note.replace(since, words)) for result in made)
        return tuple(results)

    def _verified(self, job: _Job, project: Project) -> Outcome:
        """Read the files back, in another process: reading PDFs takes all of a program's attention."""
        choice = job.state.choice
        with workers(2) as shared:
            job.workers = shared
            if job.cancelled.is_set():
                raise _Cancelled
            try:
                results = shared.run(verify_games, project, choice.games, VerifyOptions(theme=choice.theme))
            except NothingBuilt as error:
                raise NothingBuilt(str(error).partition(" below ")[0], "print it first") from error
            finally:
                job.workers = None
        findings = in_reading_order(finding for result in results for finding in result.diagnostics)
        return Outcome(findings=findings, lines=tuple(line for result in results for line in result.summary))

    def _progress(self, job: _Job) -> Progress:
        def told(doing: str, number: int, total: int) -> None:
            if job.cancelled.is_set():
                raise _Cancelled
            if job.total and total != job.total:  # the steps are counted anew: an export has drawn
                job.start = job.state.done
            first = job.state.kind == "export" and not job.start
            share = DRAWN_SHARE if first else 1.0 - job.start
            job.total = total
            done = max(job.state.done, job.start + share * max(0, number - 1) / max(1, total))
            now = monotonic()
            if now - job.told >= EVERY_S or number <= 1:
                job.told = now
                self._set(job, doing=doing, done=min(done, 1.0))

        return told

    def _set(self, job: _Job, **changed: object) -> None:
        with self._lock:
            if job.state.ended:  # cancelled just before it began
                return
            job.state = replace(job.state, **changed)  # type: ignore[arg-type]  # named as its fields are
        self._tell(job.state)

"""Builds of games for each row of a table of jobs; finished ones are skipped, the rest shared among workers."""

from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from pnp.batch.jobs import Job, Table, read_jobs, read_table
from pnp.build.build_cache import BuildRecords, open_cache
from pnp.build.games import build_games
from pnp.build.options import BuildOptions, game_output
from pnp.build.result import BuildCount, Progress, silent
from pnp.escaping import table_text
from pnp.files import real_path, write
from pnp.load.game import load_game
from pnp.load.nodes import Findings
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotUse, CannotWrite, PnpError, WorkerLost
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers, workers

State = Literal["built", "unchanged", "failed", "not built"]
STATES: tuple[State, ...] = get_args(State)

FOLDER = "batch"
"""The folder of the output that batches go to."""

REPORT = "batch-report.csv"
"""The file of the report; no job can be called so."""

HEADINGS = ("name", "game", "paper", "theme", "result", "sheets", "reason")


@dataclass(frozen=True, slots=True)
class JobResult:
    """What became of a job, into which folder, and what was found."""

    job: Job
    state: State
    folder: Path
    diagnostics: tuple[Diagnostic, ...] = ()
    count: BuildCount = field(default_factory=BuildCount)

    @property
    def name(self) -> str:
        """What the row is called."""
        return self.job.name

    @property
    def reason(self) -> str:
        """Why a job failed, in a line; "" for any other."""
        error = next((finding for finding in self.diagnostics if finding.severity == "error"), None)
        if self.state != "failed" or error is None:
            return ""
        place = f"{error.place.file}:{error.place.line}:{error.place.column}: " if error.place else ""
        return f"{place}{error.message}" + (f"; {error.hint}" if error.hint else "")


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What came of all jobs, in the order of the rows, and the report; nothing was tried when the table has errors.

    `other` is what was found apart from the jobs.
    """

    folder: Path
    jobs: tuple[JobResult, ...]
    other: tuple[Diagnostic, ...] = ()
    report: Path | None = None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that was found."""
        return (*self.other, *(finding for result in self.jobs for finding in result.diagnostics))

    def number(self, state: State) -> int:
        """Return how many jobs are in that state."""
        return sum(result.state == state for result in self.jobs)


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How a table of jobs is built; `build` holds where a row says nothing else.

    So many `workers` build at a time, each a process of its own when there are several.
    """

    build: BuildOptions = field(default_factory=BuildOptions)
    out: Path | None = None
    workers: int = 1
    cache: bool = True


def batch_games(
    project: Project,
    table: Path,
    options: BatchOptions | None = None,
    *,
    progress: Progress = silent,
) -> BatchResult:
    """Return what came of each row of a table; nothing is built when any row has a mistake.

    Each is built into a folder of its own. Those whose row, game and output are as they were are left alone.
    Raises CannotUse and CannotWrite.
    """
    options = options or BatchOptions()
    folder = _folder(project, options)
    findings = Findings()
    read = read_table(project, table, findings)
    jobs = read_jobs(project, read, options.build, findings)
    results = _unchanged(project, folder, jobs, read, cache=options.cache)
    rest = [job for job in jobs if job.name not in results]
    found = [read.named(finding) for finding in findings.ordered()]
    for number, job in enumerate(rest, 1):
        progress(f"read {job.name}", number, len(rest))
        loaded = load_game(project, job.game, job.options.overrides)
        for error in (finding for finding in loaded.diagnostics if finding.severity == "error"):
            in_cell = error.place is not None and error.place.file == read.file
            named = read.named(error) if in_cell else replace(error, message=f"{job.name}: {error.message}")
            found.append(named)
    if has_errors(found):
        return BatchResult(folder, (), in_reading_order(found))
    with _builders(options, len(rest)) as builders:
        done = _build_jobs(project, folder, rest, builders, cache=options.cache)
        try:
            for number, result in enumerate(done, 1):
                diagnostics = tuple(map(read.named, result.diagnostics))
                results[result.name] = replace(result, diagnostics=diagnostics)
                progress(f"{result.state} {result.name}", number, len(rest))
        except BaseException:
            done.close()
            _with_report(folder, jobs, results)
            raise
    return _with_report(folder, jobs, results)


@contextmanager
def _builders(options: BatchOptions, jobs: int) -> Iterator[Workers | None]:
    """Give those who build a job each; None where this process builds one after the other, with the help of others."""
    on = options.build.on if jobs else ""
    with workers(max(1, min(options.workers, jobs)), on) as shared:
        if not shared.shares_files:
            shared.stop()
        yield shared if shared.shares_files and (on or shared.cluster.count > 1) else None


def _folder(project: Project, options: BatchOptions) -> Path:
    """Return the folder of the batch; raises CannotWrite when a link leads it out of the project, or a game has it."""
    if options.out is not None:
        return real_path(options.out)
    folder = game_output(project, None, FOLDER)
    if project.game_folder(FOLDER) is not None:
        raise CannotWrite(f"{folder} is the output of the game {FOLDER}", "choose another folder with --out")
    return folder


def _with_report(folder: Path, jobs: Sequence[Job], results: Mapping[str, JobResult]) -> BatchResult:
    """Return the results in the order of the rows, with a report as CSV; a disk that is full may have no room for it."""
    every = tuple(results.get(job.name) or JobResult(job, "not built", folder / job.name) for job in jobs)
    rows: list[tuple[object, ...]] = [HEADINGS]
    for result in every:
        papers = "+".join(paper.name for paper in result.job.options.papers)
        outcome = (result.state, result.count.sheets or "", result.reason)
        rows.append((result.name, result.job.game, papers, result.job.options.theme, *outcome))
    try:  # Excel needs the byte order mark
        write(folder / REPORT, table_text(rows).encode("utf-8-sig"), root=folder)
    except CannotWrite as error:
        return BatchResult(folder, every, (Diagnostic("PNP503", str(error), hint=error.hint),))
    return BatchResult(folder, every, report=folder / REPORT)


def _unchanged(
    project: Project, folder: Path, jobs: Sequence[Job], table: Table, *, cache: bool
) -> dict[str, JobResult]:
    """Return, by name, the jobs whose output is already what building them would make; its findings are in its row now."""
    results: dict[str, JobResult] = {}
    with open_cache(wanted=cache) as store:
        inputs: dict[str, str | None] = {}
        for job in jobs:
            try:
                options = replace(job.options, out=game_output(project, folder, job.name))
                records = BuildRecords(project, options, store)
                if job.game not in inputs:
                    inputs[job.game] = records.inputs(job.game)
                earlier = records.find(job.game, inputs[job.game])
            except CannotWrite:  # a link that leads out, as will be said when the job is tried
                continue
            if earlier is not None:
                moved = (
                    replace(finding, place=job.place)
                    if finding.place and finding.place.file == table.file
                    else finding
                    for finding in earlier.diagnostics
                )
                diagnostics = tuple(map(table.named, moved))
                results[job.name] = JobResult(job, "unchanged", folder / job.name, diagnostics, earlier.count)
    return results


def build_job(project: Project, folder: Path, job: Job, cache: bool) -> JobResult:  # noqa: FBT001 - a task
    """Build one job below `folder`; what kept it from being built is a finding.

    Raises CannotUse and WorkerLost when those whose help is wanted are gone.
    """
    try:
        options = replace(job.options, out=game_output(project, folder, job.name))
        (result,) = build_games(project, (job.game,), options, cache=cache)
    except (CannotUse, WorkerLost):
        raise
    except PnpError as error:
        return _failed(job, folder, str(error), error.hint)
    except MemoryError:
        return _failed(job, folder, "there is not enough memory", "use fewer --workers")
    except OSError as error:
        return _failed(job, folder, str(error), None)
    state: State = "built" if result.files or not has_errors(result.diagnostics) else "failed"
    return JobResult(job, state, folder / job.name, result.diagnostics, result.count)


def _failed(job: Job, folder: Path, message: str, hint: str | None) -> JobResult:
    finding = Diagnostic("PNP503", message, job.place, hint, game=job.game)
    return JobResult(job, "failed", folder / job.name, (finding,))


def _build_jobs(
    project: Project, folder: Path, jobs: Sequence[Job], builders: Workers | None, *, cache: bool
) -> Generator[JobResult]:
    """Yield what came of each job, in the order in which they end; `builders` do as many at a time as there are.

    Without them this process builds one after the other.
    """
    if builders is None:
        yield from (build_job(project, folder, job, cache) for job in jobs)
        return

    def built(job: Job) -> JobResult:
        alone = replace(job, options=replace(job.options, workers=1, on=""))
        try:
            return replace(builders.run(build_job, project, folder, alone, cache), job=job)
        except WorkerDied:
            message = f"the worker that built {job.name} ended unexpectedly, usually for lack of memory"
            return _failed(job, folder, message, "build with --workers 1")

    with ThreadPoolExecutor(builders.cluster.count) as threads:
        running = [threads.submit(built, job) for job in jobs]
        try:
            yield from (future.result() for future in as_completed(running))
        except BaseException:
            builders.stop()
            threads.shutdown(wait=False, cancel_futures=True)
            raise

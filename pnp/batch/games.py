"""Builds of games for each row of a table of jobs; finished ones are skipped, the rest shared among workers."""

import errno
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from time import sleep
from typing import Generic, ParamSpec, Protocol, TypeVar

from pnp.batch.jobs import Job, read_jobs
from pnp.batch.result import BatchResult, JobResult, State, write_report
from pnp.batch.table import Table, read_table
from pnp.build.build_cache import BuildRecords, open_cache
from pnp.build.games import build_games
from pnp.build.options import BuildOptions, game_output
from pnp.build.result import Progress, silent
from pnp.files import real_path
from pnp.load.game import load_game
from pnp.load.nodes import Findings
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.errors import CannotUse, CannotWrite, PnpError, WorkerLost
from pnp.processes.pool import LocalProcesses
from pnp.text import counted
from pnp.workers import Cluster

FOLDER = "batch"
"""The folder of the output that batches go to."""

PASSING = frozenset(
    getattr(errno, name)
    for name in ("ENOSPC", "EDQUOT", "EBUSY", "EAGAIN", "EIO", "EMFILE", "ENFILE", "ENOMEM")
) | ({errno.EACCES} if os.name == "nt" else frozenset())  # there, what another program has open
"""What a disk says that may be otherwise a moment later."""


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How a table of jobs is built; `build` holds where a row says nothing else.

    So many `workers` build at a time, each a process of its own when there are several. `retries` is how often a job is
    tried again after what may pass: a worker that died, a disk that is full or busy.
    """

    build: BuildOptions = field(default_factory=BuildOptions)
    out: Path | None = None
    workers: int = 1
    retries: int = 2
    cache: bool = True


def batch_games(
    project: Project,
    table: Path,
    options: BatchOptions | None = None,
    *,
    cluster: Cluster | None = None,
    progress: Progress = silent,
) -> BatchResult:
    """Return what came of each row of a table; nothing is built when any row has a mistake.

    Each is built into a folder of its own. Those whose row, game and output are as they were are left alone.
    A `cluster`, whose workers share the files of this machine, takes the place of the workers of the options. Raises
    CannotUse and CannotWrite.
    """
    options = options or BatchOptions()
    folder = _folder(project, options)
    findings = Findings()
    read = read_table(project, table, findings)
    jobs = read_jobs(project, read, options.build, findings)
    results = _unchanged(project, folder, jobs, read, cache=options.cache)
    rest = [job for job in jobs if job.name not in results]
    found = [read.named(each) for each in findings.ordered()]
    for number, job in enumerate(rest, 1):
        progress(f"read {job.name}", number, len(rest))
        loaded = load_game(project, job.game, job.options.overrides)
        errors = (each for each in loaded.diagnostics if each.severity == "error")
        found += [_of_values(each, job, read) for each in errors]
    if has_errors(found):
        return BatchResult(folder, (), in_reading_order(found))
    with nullcontext(cluster) if cluster else _cluster(options, len(rest)) as builders:
        work = partial(build_job, project, folder, cache=options.cache, alone=builders is not None)
        runner = JobRunner(work, partial(_died, folder), builders, options.retries)
        try:
            for number, (job, result, tries) in enumerate(runner.run(rest), 1):
                told = tuple(read.named(each) for each in result.diagnostics)
                results[job.name] = replace(result, diagnostics=told, tries=tries)
                progress(f"{result.state} {job.name}", number, len(rest))
        except BaseException:
            _with_report(folder, jobs, results)
            raise
    return _with_report(folder, jobs, results)


@contextmanager
def _cluster(options: BatchOptions, jobs: int) -> Iterator[Cluster | None]:
    """Give those who build a job each; None where this process builds one after the other, with the help of others."""
    if options.build.on and jobs:
        from pnp.dask_cluster import DaskCluster  # noqa: PLC0415 - an extra

        dask = DaskCluster(options.build.on)
        try:
            if not dask.shares_files:
                dask.stop()
            yield dask if dask.shares_files else None
        finally:
            dask.stop()
    else:
        count = min(options.workers, jobs)
        processes = LocalProcesses(count) if count > 1 else None
        try:
            yield processes
        finally:
            if processes is not None:
                processes.stop()


def _folder(project: Project, options: BatchOptions) -> Path:
    """Return the folder of the batch; raises CannotWrite when a link leads it out of the project, or a game has it."""
    if options.out is not None:
        return real_path(options.out)
    folder = game_output(project, None, FOLDER)
    if project.game_folder(FOLDER) is not None:
        raise CannotWrite(f"{folder} is the output of the game {FOLDER}", "choose another folder with --out")
    return folder


def _of_values(finding: Diagnostic, job: Job, table: Table) -> Diagnostic:
    """Return an error that the values of a job bring about, in a cell or elsewhere, with the name of the cell or the job."""
    if finding.place is not None and finding.place.file == table.file:
        return table.named(finding)
    return replace(finding, message=f"{job.name}: {finding.message}")


def _with_report(folder: Path, jobs: Sequence[Job], results: Mapping[str, JobResult]) -> BatchResult:
    """Return the results in the order of the rows, the report written; a disk that is full may have no room for it."""
    every = tuple(
        results.get(job.name) or JobResult(job, "not built", folder / job.name, tries=0) for job in jobs
    )
    try:
        return BatchResult(folder, every, report=write_report(folder, every))
    except CannotWrite as error:
        return BatchResult(folder, every, (Diagnostic("PNP503", str(error), hint=error.hint),))


def _unchanged(
    project: Project, folder: Path, jobs: Sequence[Job], table: Table, *, cache: bool
) -> dict[str, JobResult]:
    """Return, by name, the jobs whose output is already what building them would make."""
    found: dict[str, JobResult] = {}
    with open_cache(wanted=cache) as store:
        inputs: dict[str, str | None] = {}
        for job in jobs:
            try:
                own = replace(job.options, out=game_output(project, folder, job.name))
                records = BuildRecords(project, own, store)
                if job.game not in inputs:
                    inputs[job.game] = records.inputs(job.game)
                earlier = records.find(job.game, inputs[job.game])
            except CannotWrite:  # a link that leads out, as will be said when the job is tried
                continue
            if earlier is not None:
                told = tuple(table.named(_in_row(each, job)) for each in earlier.diagnostics)
                found[job.name] = JobResult(job, "unchanged", folder / job.name, told, earlier.count, tries=0)
    return found


def _in_row(finding: Diagnostic, job: Job) -> Diagnostic:
    """Return what was found in a cell before as found in the row that the job has now."""
    place = finding.place
    if place is None or place.file != job.place.file:
        return finding
    own = {each.node.place for each in job.options.overrides}
    return finding if place in own else replace(finding, place=job.place)


def build_job(project: Project, folder: Path, job: Job, *, cache: bool, alone: bool) -> JobResult:
    """Build one job below `folder`, `alone` without other workers; what kept it from being built is a finding.

    Raises CannotUse and WorkerLost when those whose help is wanted are gone.
    """
    own = folder / job.name
    try:
        options = replace(job.options, out=game_output(project, folder, job.name))
        options = replace(options, workers=1, on="") if alone else options
        (result,) = build_games(project, (job.game,), options, cache=cache)
    except (CannotUse, WorkerLost):
        raise
    except PnpError as error:
        passing = isinstance(error, CannotWrite) and _passes(error.__cause__)
        return _failed(job, own, str(error), error.hint, may_pass=passing)
    except MemoryError:
        return _failed(job, own, "there is not enough memory", "use fewer --workers", may_pass=True)
    except OSError as error:
        return _failed(job, own, str(error), None, may_pass=_passes(error))
    state: State = "built" if result.files or not has_errors(result.diagnostics) else "failed"
    return JobResult(job, state, own, result.diagnostics, result.count)


def _failed(job: Job, folder: Path, message: str, hint: str | None, *, may_pass: bool) -> JobResult:
    finding = Diagnostic("PNP503", message, job.place, hint, game=job.game)
    return JobResult(job, "failed", folder, (finding,), may_pass=may_pass)


def _died(folder: Path, job: Job, tries: int) -> JobResult:
    """Return the result of a job whose worker died at every try."""
    message = f"the worker that built {job.name} ended {counted(tries, 'time')} without a word, which is most often too little memory"
    return _failed(job, folder / job.name, message, "build with --workers 1", may_pass=True)


def _passes(error: BaseException | None) -> bool:
    return isinstance(error, OSError) and error.errno in PASSING


PAUSE_S = 0.5
"""Seconds until a job is tried again, when there is no other to be done meanwhile; twice as long the time after."""


class Tried(Protocol):
    """What came of a job: whether it failed for what may pass."""

    @property
    def may_pass(self) -> bool:
        """Whether another try may end well."""


_Job = TypeVar("_Job")
_Result = TypeVar("_Result", bound=Tried)
_Given = ParamSpec("_Given")
_Value = TypeVar("_Value")


class InProcess(Executor):
    """An executor that does in this process, and at once, what it is given."""

    def submit(
        self, fn: Callable[_Given, _Value], /, *args: _Given.args, **kwargs: _Given.kwargs
    ) -> Future[_Value]:
        """Return what has been done."""
        future: Future[_Value] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - whoever asks for the result is told
            future.set_exception(error)
        return future


def attempt(work: Callable[[_Job], _Value], job: _Job, number: int) -> _Value:
    """Return what comes of a job; a cluster that remembers what it has done takes another `number` for another task."""
    del number
    return work(job)


@dataclass(slots=True)
class _Try(Generic[_Job]):
    """A job that is being tried, for which time; `alone` with no other that could have ended the worker."""

    job: _Job
    number: int = 1
    alone: bool = False


@dataclass(slots=True)
class JobRunner(Generic[_Job, _Result]):
    """Has the workers of a cluster do `work` for jobs, as many at a time as there are, or without one does it here.

    When a worker dies, each job that was in work then is tried alone, so that only the one that ends it is counted as
    failed. `died` makes the result of a job whose worker died at every try.
    """

    work: Callable[[_Job], _Result]
    died: Callable[[_Job, int], _Result]
    cluster: Cluster | None
    retries: int
    _waiting: deque[_Try[_Job]] = field(default_factory=deque)
    _suspects: deque[_Try[_Job]] = field(default_factory=deque)
    _running: dict[Future[_Result], _Try[_Job]] = field(default_factory=dict)

    def run(self, jobs: Iterable[_Job]) -> Iterator[tuple[_Job, _Result, int]]:
        """Yield each job with its result and the number of tries, in the order in which they end."""
        self._waiting.extend(_Try(job) for job in jobs)
        executor = self._executor()
        try:
            while self._waiting or self._suspects or self._running:
                executor = self._start(executor)
                ended, _ = wait(self._running, return_when=FIRST_COMPLETED)
                for future in [future for future in self._running if future in ended]:
                    yield from self._judge(self._running.pop(future), future)
        except BaseException:
            if self.cluster is not None:
                self.cluster.stop()
            executor.shutdown(wait=False, cancel_futures=True)
            raise
        executor.shutdown()

    def _executor(self) -> Executor:
        return self.cluster.start() if self.cluster is not None else InProcess()

    @property
    def _count(self) -> int:
        return self.cluster.count if self.cluster is not None else 1

    def _start(self, executor: Executor) -> Executor:
        """Give the executor what it can take now; return it, or another one in place of a broken one."""
        while (each := self._next()) is not None:
            try:
                future = executor.submit(attempt, self.work, each.job, each.number)
            except BrokenExecutor:
                executor.shutdown(wait=False)
                executor = self._executor()
                future = executor.submit(attempt, self.work, each.job, each.number)
            self._running[future] = each
        return executor

    def _next(self) -> _Try[_Job] | None:
        """Return the try that can begin now: a suspect when nothing else is in work."""
        if any(each.alone for each in self._running.values()) or (self._suspects and self._running):
            return None
        if self._suspects:
            return self._suspects.popleft()
        if not self._waiting or len(self._running) >= self._count:
            return None
        each = self._waiting.popleft()
        each.alone = self._count == 1
        if each.number > 1 and not self._running:
            sleep(PAUSE_S * 2 ** (each.number - 2))
        return each

    def _judge(self, each: _Try[_Job], future: Future[_Result]) -> Iterator[tuple[_Job, _Result, int]]:
        """Yield the result of a job that is done with; one that is to be tried again waits for it."""
        try:
            result = future.result()
        except Exception as error:
            told = error if self.cluster is None else self.cluster.explained(error)
            if not isinstance(told, BrokenExecutor | CancelledError | WorkerLost) or isinstance(
                error, OSError
            ):
                raise told from error  # OSError: not a worker is gone, but all of them
            if not each.alone:
                self._suspects.append(_Try(each.job, each.number, alone=True))
            elif each.number <= self.retries:
                self._suspects.append(_Try(each.job, each.number + 1, alone=True))
            else:
                yield each.job, self.died(each.job, each.number), each.number
            return
        if result.may_pass and each.number <= self.retries:
            self._waiting.append(_Try(each.job, each.number + 1))
        else:
            yield each.job, result, each.number

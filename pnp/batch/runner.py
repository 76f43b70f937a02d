"""Jobs run through an executor of concurrent.futures, and tried again where what failed may pass."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from time import sleep
from typing import Generic, ParamSpec, Protocol, TypeVar

from pnp.model.errors import WorkerLost
from pnp.workers import Cluster

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

"""Jobs run through an executor of concurrent.futures, and tried again where what failed may pass."""

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Thread
from time import sleep
from typing import Generic, ParamSpec, Protocol, TypeVar

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


@dataclass(frozen=True, slots=True)
class Workers:
    """Who works: `count` jobs at a time, through the executor that `start` makes, also in place of a broken one.

    An executor says with BrokenExecutor that a worker has died, as a process pool does.
    """

    count: int
    start: Callable[[], Executor]


def processes(count: int) -> Workers:
    """Return that many processes, or this one for a single worker."""
    return Workers(count, lambda: Processes(count)) if count > 1 else Workers(1, InProcess)


def processors() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


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


class Processes(ProcessPoolExecutor):
    """A pool of new processes, which end at once when nobody waits for them."""

    def __init__(self, count: int) -> None:
        super().__init__(count, multiprocessing.get_context("spawn"), initializer=_begin_worker)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as in the base
        """Take no more; unless `wait`, end what is being done."""
        workers = list((self._processes or {}).values())
        super().shutdown(wait, cancel_futures=cancel_futures)
        for worker in () if wait else workers:
            worker.terminate()


def _begin_worker() -> None:
    """Let Ctrl-C end a worker without a word, and the end of the program that began it, however it came."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    gc.set_threshold(50_000)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)


@dataclass(slots=True)
class _Try(Generic[_Job]):
    """A job that is being tried, for which time; `alone` with no other that could have ended the worker."""

    job: _Job
    number: int = 1
    alone: bool = False


@dataclass(slots=True)
class JobRunner(Generic[_Job, _Result]):
    """Does `work` for jobs, as many at a time as there are workers.

    When a worker dies, each job that was in work then is tried alone, so that only the one that ends it is counted as
    failed. `died` makes the result of a job whose worker died at every try.
    """

    work: Callable[[_Job], _Result]
    died: Callable[[_Job, int], _Result]
    workers: Workers
    retries: int
    _waiting: deque[_Try[_Job]] = field(default_factory=deque)
    _suspects: deque[_Try[_Job]] = field(default_factory=deque)
    _running: dict[Future[_Result], _Try[_Job]] = field(default_factory=dict)

    def run(self, jobs: Iterable[_Job]) -> Iterator[tuple[_Job, _Result, int]]:
        """Yield each job with its result and the number of tries, in the order in which they end."""
        self._waiting.extend(_Try(job) for job in jobs)
        executor = self.workers.start()
        try:
            while self._waiting or self._suspects or self._running:
                executor = self._start(executor)
                ended, _ = wait(self._running, return_when=FIRST_COMPLETED)
                for future in [future for future in self._running if future in ended]:
                    yield from self._judge(self._running.pop(future), future)
        except BaseException:
            executor.shutdown(wait=False, cancel_futures=True)
            raise
        executor.shutdown()

    def _start(self, executor: Executor) -> Executor:
        """Give the executor what it can take now; return it, or another one in place of a broken one."""
        while (each := self._next()) is not None:
            try:
                future = executor.submit(self.work, each.job)
            except BrokenExecutor:
                executor.shutdown(wait=False)
                executor = self.workers.start()
                future = executor.submit(self.work, each.job)
            self._running[future] = each
        return executor

    def _next(self) -> _Try[_Job] | None:
        """Return the try that can begin now: a suspect when nothing else is in work."""
        if any(each.alone for each in self._running.values()) or (self._suspects and self._running):
            return None
        if self._suspects:
            return self._suspects.popleft()
        if not self._waiting or len(self._running) >= self.workers.count:
            return None
        each = self._waiting.popleft()
        each.alone = self.workers.count == 1
        if each.number > 1 and not self._running:
            sleep(PAUSE_S * 2 ** (each.number - 2))
        return each

    def _judge(self, each: _Try[_Job], future: Future[_Result]) -> Iterator[tuple[_Job, _Result, int]]:
        """Yield the result of a job that is done with; one that is to be tried again waits for it."""
        try:
            result = future.result()
        except BrokenExecutor:
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

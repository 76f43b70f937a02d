"""Tasks shared between this process and others: processes on this machine, or a Dask cluster (pnp.workers.dask_cluster).

A task is a function of the top level of a module with values as arguments, so that any process can be given it. Who
does which task never shows in what comes out: results are returned in the order of the tasks.
"""

import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from pnp.model.diagnostics import WorkerLost
from pnp.workers.pool import LocalProcesses, Told, WorkerDied, no_one
from pnp.workers.worker import NO_LIMITS, Task, TaskLimits

if TYPE_CHECKING:
    from pnp.workers.dask_cluster import DaskCluster

TASKS_AHEAD = 2
"""Tasks given to each worker at a time, so that it need not wait for this process to take a result and give the next."""

_T = TypeVar("_T")
_R = TypeVar("_R")


class Workers:
    """Those who do tasks: processes on this machine, one unless told, or those of a cluster."""

    def __init__(self, cluster: "LocalProcesses | DaskCluster | None" = None) -> None:
        self.cluster = cluster or LocalProcesses(1)
        self._stopped = False
        weakref.finalize(self, self.cluster.stop)

    def share_out(
        self, tasks: Sequence[_T], remote: Callable[[_T], _R], local: Callable[[_T], _R] | None = None
    ) -> list[_R]:
        """Return what each task comes to, in order.

        `remote`, which calls `run`, has one done by a worker, and is called by several threads; `local`, if there is one,
        does one in this thread. Raises what the first task raises that fails, whoever does it, and WorkerLost.
        """
        is_local = isinstance(self.cluster, LocalProcesses)
        count = self.cluster.count if is_local else TASKS_AHEAD * self.cluster.count
        ahead = min(len(tasks), count - (local is not None and is_local))
        if local is None and ahead < 2:
            return [remote(task) for task in tasks]
        self.prepare()
        with ThreadPoolExecutor(max(1, ahead)) as threads:
            outcomes = [threads.submit(remote, task) for task in tasks]
            try:
                for number, task in enumerate(tasks if local else ()):
                    if local and outcomes[number].cancel():  # nobody has begun with it
                        outcome: Future[_R] = Future()
                        try:
                            outcome.set_result(local(task))
                        except Exception as error:  # noqa: BLE001 - raised when its turn comes
                            outcome.set_exception(error)
                        outcomes[number] = outcome
                        if outcomes[number].exception():
                            break
                wait(outcomes, return_when=FIRST_EXCEPTION)
                for outcome in outcomes:
                    outcome.cancel()
                wait(outcomes)
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)
                self.stop()
                raise
        return [outcome.result() for outcome in outcomes]

    def prepare(self) -> None:
        """Be ready to start processes: best before this one has other threads."""
        self.cluster.prepare()

    def run(
        self,
        function: Callable[..., _R],
        *arguments: object,
        limits: TaskLimits = NO_LIMITS,
        told: Told = no_one,
    ) -> _R:
        """Return what a worker makes of a task; `told` is called with each part that it begins.

        Raises what the task raises, WorkerLost, which is WorkerDied when it is known of what, and CannotUse.
        """
        task = Task(function, arguments, limits)
        for last in (False, True):
            if self._stopped:
                break
            try:
                done: _R = self.cluster.do(task, told)
            except WorkerDied as error:
                if last or error.cause != "lost":
                    raise
            else:
                return done
        raise WorkerLost("the workers were ended", "finished work is kept: build again")

    @property
    def shares_files(self) -> bool:
        return self.cluster.shares_files

    def send(self, content: bytes) -> object:
        """Return what stands for a large value among the arguments of several tasks."""
        return self.cluster.send(content)

    def stop(self) -> None:
        """End the workers at once; tasks under way are lost."""
        self._stopped = True
        self.cluster.stop()


@contextmanager
def workers(count: int = 1, on: str = "") -> Iterator[Workers]:
    """Give the workers of a block: `count` processes on this machine, started when there is work, or a Dask cluster.

    `on` is the address of a Dask scheduler, "tcp://host:8786", or "local:N" for one on this machine with N processes.
    Raises CannotUse when there is no such scheduler, or its workers have another program.
    """
    if on:
        from pnp.workers.dask_cluster import DaskCluster  # noqa: PLC0415 - an extra

        shared = Workers(DaskCluster(on))
    else:
        shared = Workers(LocalProcesses(count))
    try:
        yield shared
    finally:
        shared.stop()

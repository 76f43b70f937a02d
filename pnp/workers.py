"""Tasks shared out between this process and others: processes on this machine, or a Dask cluster (pnp.dask_cluster).

A task is a function of the top level of a module with values as arguments, so that any process can be given it. Who
does which task never shows in what comes out: results are returned in the order of the tasks.
"""

import io
import os
import pickle
import signal
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, ThreadPoolExecutor, wait
from contextlib import contextmanager
from hashlib import sha256
from multiprocessing import parent_process
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from types import MappingProxyType
from typing import Any, Generic, Protocol, TypeVar

from pnp.model.errors import WorkerLost

ALONE_S = 0.4
"""Seconds that this process works alone before others are started, which takes each of them as long: most builds end first."""

TASKS_AHEAD = 2
"""Tasks given to each worker at a time, so that it need not wait for this process to take a result and give the next."""

ATTEMPTS = 2
"""How often a task is begun when the worker that has it dies."""

_T = TypeVar("_T")
_R = TypeVar("_R")


class Cluster(Protocol):
    """Where the other workers are: an executor of concurrent.futures, how many there are, and how they get large values."""

    @property
    def count(self) -> int:
        """How many tasks are done at a time."""
        ...

    @property
    def shares_files(self) -> bool:
        """Whether the workers read and write the files of this machine."""
        ...

    def start(self) -> Executor:
        """Return an executor whose workers are ready, or are started as they are needed."""
        ...

    def send(self, content: bytes) -> object:
        """Return what stands for `content` among the arguments of a task: `received` makes it bytes again."""
        ...

    def explained(self, error: Exception) -> Exception:
        """Return what the user is told of an error that a task ended with: the error itself unless it is the cluster's."""
        ...

    def stop(self) -> None:
        """End all tasks at once; raises nothing, also when it is called again."""
        ...


class LocalProcesses:
    """Processes on this machine, started anew (spawn) so that it is the same on every system."""

    shares_files = True

    def __init__(self, count: int) -> None:
        self.count = count
        self._spawning = _Spawning()
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock = threading.Lock()

    @property
    def processes(self) -> list[SpawnProcess]:
        """Every process that was started."""
        return self._spawning.started

    def start(self) -> Executor:
        """Return a pool whose processes are started one by one as there is work for them."""
        from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415 - most builds need no processes

        return ProcessPoolExecutor(self.count, mp_context=self._spawning, initializer=_end_with_parent)

    def send(self, content: bytes) -> object:
        """Return the path of a file that holds `content`, written once."""
        with self._lock:
            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="pnp-workers-")
            path = Path(self._folder.name, sha256(content).hexdigest())
            if not path.exists():
                path.write_bytes(content)
        return path

    def explained(self, error: Exception) -> Exception:
        """Return the error: it is the task's own."""
        return error

    def stop(self) -> None:
        """Kill the processes and remove what was sent to them."""
        alive = [process for process in self.processes if process.is_alive()]
        for process in alive:
            process.kill()
        for process in alive:
            process.join(1)
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None


class _Spawning(SpawnContext):
    """Starts processes, and knows them."""

    def __init__(self) -> None:
        super().__init__()
        self.started: list[SpawnProcess] = []

    def Process(self, *arguments: Any, **named: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Return a new process; multiprocessing has a class under this name."""
        process = SpawnProcess(*arguments, **named)
        self.started.append(process)
        return process


def _end_with_parent() -> None:
    """Let this worker end without a word when it is interrupted, or when the process that started it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    parent = parent_process()
    assert parent is not None

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def received(sent: object) -> bytes:
    """Return, in a worker, the content that was sent."""
    if isinstance(sent, Path):
        return sent.read_bytes()
    assert isinstance(sent, bytes)
    return sent


class _Tasks(Generic[_T, _R]):
    """Tasks that several threads take from one list, and what came of each."""

    def __init__(self, tasks: Sequence[_T]) -> None:
        self._waiting = deque(enumerate(tasks))
        self._done: dict[int, _R] = {}
        self._failed: dict[int, Exception] = {}

    def work(self, do: Callable[[_T], _R]) -> None:
        """Do tasks until there are no more, or one has failed: all before it have been begun then."""
        while self._waiting:
            try:
                number, task = self._waiting.popleft()
            except IndexError:  # another thread was quicker
                return
            try:
                self._done[number] = do(task)
            except Exception as error:  # noqa: BLE001 - raised by `results`
                self._failed[number] = error
                self.give_up()

    def give_up(self) -> None:
        """Begin no more tasks."""
        self._waiting.clear()

    def results(self) -> list[_R]:
        """Return what came of each task, in order; raises what the first raised that failed."""
        if self._failed:
            raise self._failed[min(self._failed)]
        return [self._done[number] for number in sorted(self._done)]


class Workers:
    """This process, and the workers of a cluster when there is more to do than it does in a moment."""

    def __init__(self, cluster: Cluster | None = None) -> None:
        self.cluster = cluster
        self._executor: Executor | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def share_out(self, tasks: Sequence[_T], here: Callable[[_T], _R], there: Callable[[_T], _R]) -> list[_R]:
        """Return what each task comes to, in order.

        `here` does one in this thread; `there`, which calls `run`, has it done by a worker, and is called by other
        threads. Raises what the first task raises that fails, whoever does it, and WorkerLost.
        """
        if self.cluster is None or len(tasks) < 2:
            return [here(task) for task in tasks]
        shared: _Tasks[_T, _R] = _Tasks(tasks)
        finished = threading.Event()

        def help_out() -> None:
            if self._executor is not None or not finished.wait(ALONE_S):
                shared.work(there)

        ahead = TASKS_AHEAD * self.cluster.count
        with ThreadPoolExecutor(ahead) as threads:
            helping = [threads.submit(help_out) for _ in range(ahead)]
            try:
                shared.work(here)
                finished.set()
                for each in helping:
                    each.result()
            except BaseException:
                shared.give_up()
                finished.set()
                self.stop()
                while wait(helping, timeout=0.05).not_done:  # a process may have been started just now
                    self.stop()
                raise
        return shared.results()

    def run(self, function: Callable[..., _R], *arguments: object) -> _R:
        """Return what a worker makes of a task. Raises what the task raises, WorkerLost and CannotUse."""
        for _ in range(ATTEMPTS):
            executor = self._started()
            try:
                return executor.submit(function, *arguments).result()
            except (BrokenExecutor, CancelledError):
                self._forget(executor)
            except Exception as error:
                assert self.cluster is not None
                raise self.cluster.explained(error) from error
        raise WorkerLost(
            "a worker process ended before its work was done, twice",
            "what is finished is kept: build again, with --workers 1 if memory is short",
        )

    @property
    def shares_files(self) -> bool:
        """Whether all workers read and write the files of this machine."""
        return self.cluster is None or self.cluster.shares_files

    def send(self, content: bytes) -> object:
        """Return what stands for a large value among the arguments of several tasks."""
        assert self.cluster is not None
        return self.cluster.send(content)

    def stop(self) -> None:
        """End the workers at once; tasks under way are lost."""
        with self._lock:
            self._stopped = True
            if self._executor is not None and self.cluster is not None:
                self.cluster.stop()
                self._executor.shutdown(wait=False)

    def close(self) -> None:
        """Let the workers go."""
        with self._lock:
            self._stopped = True
            if self._executor is not None:
                self._executor.shutdown()
            if self.cluster is not None:
                self.cluster.stop()

    def _started(self) -> Executor:
        with self._lock:
            if self._stopped or self.cluster is None:
                raise WorkerLost("the workers were ended")
            if self._executor is None:
                self._executor = self.cluster.start()
            return self._executor

    def _forget(self, broken: Executor) -> None:
        with self._lock:
            if self._executor is broken:
                self._executor = None


ALONE = Workers()
"""All work is done in this process."""


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def workers(count: int = 1, on: str = "") -> Iterator[Workers]:
    """Give the workers of a block: this process and, for a `count` above 1, others on this machine, or a Dask cluster.

    `on` is the address of a Dask scheduler, "tcp://host:8786", or "local:N" for one on this machine with N processes.
    Raises CannotUse when there is no such scheduler, or its workers have another program.
    """
    if on:
        from pnp.dask_cluster import DaskCluster  # noqa: PLC0415 - an extra

        shared = Workers(DaskCluster(on))
    else:
        shared = Workers(LocalProcesses(count - 1)) if count > 1 else Workers()
    try:
        yield shared
    except BaseException:
        shared.stop()
        raise
    finally:
        shared.close()


# Values on their way to a worker.


class _Pickler(pickle.Pickler):
    """Also takes the read-only mappings that games are made of."""

    def reducer_override(self, value: object) -> Any:
        if type(value) is MappingProxyType:
            return _read_only, (dict(value),)
        return NotImplemented


def _read_only(content: dict[object, object]) -> MappingProxyType[object, object]:
    return MappingProxyType(content)


def pickled(value: object) -> bytes:
    """Return a value as bytes for another process of the same program; `unpickled` makes it a value again."""
    out = io.BytesIO()
    _Pickler(out, pickle.HIGHEST_PROTOCOL).dump(value)
    return out.getvalue()


def unpickled(sent: object) -> Any:
    """Return the value that was `pickled` and sent by the process that started this one."""
    return pickle.loads(received(sent))  # noqa: S301 - from the same program

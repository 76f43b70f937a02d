"""A pool of worker processes, each with one task at a time, so that the task at which one died is known."""

import pickle
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Literal

from pnp.model.diagnostics import WorkerLost
from pnp.workers.start import ForkServer, ProgramWorker, StartedWorker, fork_server
from pnp.workers.worker import NO_MEMORY, TIME_IS_UP, Begun, Sent, Task, Value, pickled

Cause = Literal["time", "memory", "crash", "lost"]
Told = Callable[[Begun], object]  # Is called with each part of a task that is begun.
MOST_VALUES = 8  # A worker keeps so many: the studio sends a game anew after each change.
_TIMER, _KILL = (getattr(signal, name, 0) for name in ("SIGPROF", "SIGKILL"))


def no_one(_: Begun) -> None:
    """Tell nobody."""


class WorkerDied(WorkerLost):
    """A worker process ended at a task.

    `part` is what it had begun last, `reason` what that did: "takes more than 5 s of CPU time". `cause` is "time",
    "memory", "crash", or "lost" when somebody ended it.
    """

    def __init__(
        self, message: str, hint: str | None, *, part: str = "", cause: Cause = "lost", reason: str = ""
    ) -> None:
        super().__init__(message, hint)
        self.part, self.cause, self.reason = part, cause, reason


class LocalProcesses:
    """Processes on this machine, each of which does one task at a time; they are started when there is work for them."""

    shares_files = True

    def __init__(self, count: int) -> None:
        self.count = count
        self._server: ForkServer | None = None
        self._idle: list[_LocalWorker] = []
        self._all: set[_LocalWorker] = set()
        self._change = threading.Condition()
        self._stopped = False

    @property
    def processes(self) -> list[int]:
        with self._change:
            return [worker.process.pid for worker in self._all]

    def prepare(self) -> None:
        """Be ready to start processes, which is quickest while this one has but one thread."""
        with self._change:
            if self._server is None and sys.platform == "linux":
                self._server = fork_server()

    def do(self, task: Task, told: Told = no_one) -> Any:
        """Return what a process makes of a task; `told` is called with each part that it begins, and may end it by raising.

        Raises what the task raises, and WorkerDied when the process that has it ends.
        """
        worker = self._take()
        try:
            return worker.ask(task, told)
        finally:
            with self._change:
                if worker.is_free and not self._stopped:
                    self._idle.append(worker)
                else:
                    worker.close()
                    self._all.discard(worker)
                self._change.notify()

    def _take(self) -> "_LocalWorker":
        with self._change:
            while not self._stopped:
                if self._idle:
                    return self._idle.pop()
                if len(self._all) < self.count:
                    self.prepare()
                    worker = _LocalWorker(self._server.start() if self._server else ProgramWorker())
                    self._all.add(worker)
                    return worker
                self._change.wait()
            raise WorkerLost("the workers were ended")

    def send(self, content: bytes) -> object:
        """Return what stands for `content`: each process is given it once."""
        return Sent(sha256(content).hexdigest(), content)

    def stop(self) -> None:
        """End all processes at once."""
        with self._change:
            self._stopped = True
            for worker in self._all:
                worker.process.kill()
            for worker in self._idle:
                worker.close()
            self._idle.clear()
            if self._server is not None:
                self._server.close()
                self._server = None
            self._change.notify_all()


class _LocalWorker:
    def __init__(self, process: StartedWorker) -> None:
        self.process = process
        self.is_free = True
        self._knows: dict[str, None] = {}  # Names of values; those used last are last.
        self._is_late = False

    def ask(self, task: Task, told: Told) -> Any:
        self.is_free, part = False, ""
        late = threading.Timer(task.limits.wall, self._end_late) if task.limits.wall else None
        try:
            if late is not None:
                late.start()
            self._give([argument for argument in task.arguments if isinstance(argument, Sent)])
            self.process.requests.write(pickled(task))
            self.process.requests.flush()
            while isinstance(answer := pickle.load(self.process.replies), Begun):  # noqa: S301 - our own process
                part = answer.part
                told(answer)
        except (EOFError, OSError, pickle.UnpicklingError) as error:
            raise self._died(task, part) from error
        finally:
            if late is not None:
                late.cancel()
        if isinstance(answer, MemoryError) and task.limits.bytes:
            raise _died(task, part, "memory")
        self.is_free = True
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _give(self, values: Sequence[Sent]) -> None:
        for sent in values:
            if sent.name not in self._knows:
                self.process.requests.write(pickled(Value(sent.name, sent.content)))
            self._knows.pop(sent.name, None)
            self._knows[sent.name] = None
        for name in [*self._knows][: -max(MOST_VALUES, len(values))]:
            del self._knows[name]
            self.process.requests.write(pickled(Value(name, None)))

    def _end_late(self) -> None:
        self._is_late = True
        self.process.kill()

    def _died(self, task: Task, part: str) -> WorkerDied:
        self.process.kill()
        status = self.process.ended()
        ways: dict[int, Cause] = {TIME_IS_UP: "time", NO_MEMORY: "memory", -_TIMER: "time", -_KILL: "lost"}
        return _died(task, part, "time" if self._is_late else ways.get(status, "crash"))

    def close(self) -> None:
        self.process.kill()
        for pipe in (self.process.requests, self.process.replies):
            with suppress(OSError):
                pipe.close()
        self.process.ended()


def _died(task: Task, part: str, cause: Cause) -> WorkerDied:
    limits = task.limits
    reasons = {
        "time": f"takes more than {limits.seconds:g} s of CPU time",
        "memory": f"takes more than {limits.bytes // 1_000_000} MB of memory",
        "crash": "crashes the drawing process, or takes too much memory",
        "lost": "was being drawn when its process was ended from outside",
    }
    message = f"a worker process ended before its work was done, at {part or task.function.__name__}"
    hint = "finished work is kept: build again, with --workers 1 if memory is short"
    return WorkerDied(message, hint, part=part, cause=cause, reason=reasons[cause])

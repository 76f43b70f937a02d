"""The worker process: tasks come from one pipe, results go into another, within limits of time and memory.

A worker draws what a stranger may have made: when that eats memory, never ends, or brings down a library, it is a worker
that ends, and the process that started it knows at what.
"""

import faulthandler
import io
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from types import MappingProxyType
from typing import Any, BinaryIO, NoReturn

from pnp.files import read_text

TIME_IS_UP, NO_MEMORY = 76, 77
"""What a worker exits with that was stopped by a watching thread: where the system has no such limits."""

ONE_THREAD = {"RAYON_NUM_THREADS": "1"}  # Has typst draw with one thread: each core has a worker.
LOOKS_PER_S = 20  # How often that thread looks.
SLOW_SECONDS = 0.25  # A part of a task that takes longer than that, of a processor, is slow.


@dataclass(frozen=True, slots=True)
class TaskLimits:
    """What a task may take: `seconds` of a processor for each part that it says it begins, `bytes` of memory; 0: as it likes.

    It may take `wall` seconds in all, with whatever it waits for, and `slow` seconds of a processor beyond SLOW_SECONDS for
    each part.
    """

    seconds: float = 0.0
    bytes: int = 0
    wall: float = 0.0
    slow: float = 0.0


NO_LIMITS = TaskLimits()


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The folder and the environment of the process that asks."""

    folder: str
    environment: dict[str, str]

    def take(self) -> None:
        """Have this process be there."""
        os.environ.clear()
        os.environ.update(self.environment | ONE_THREAD)
        with suppress(OSError):  # it may be gone
            os.chdir(self.folder)


@dataclass(frozen=True, slots=True)
class Value:
    """A value for this worker to keep, as several tasks are going to name it; without content, one to forget."""

    name: str
    content: bytes | None


@dataclass(frozen=True, slots=True)
class Sent:
    """Stands for a value that each process is given once; `content` stays with the process that sends it."""

    name: str
    content: bytes = field(default=b"", compare=False, repr=False)

    def __reduce__(self) -> tuple[type["Sent"], tuple[str]]:
        return Sent, (self.name,)


@dataclass(frozen=True, slots=True)
class Task:
    """A function of the top level of a module, and what it is called with."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    limits: TaskLimits


@dataclass(frozen=True, slots=True)
class Begun:
    """A part of the task has begun; all before it took so many `seconds` of a processor."""

    part: str
    seconds: float


class _Worker:
    def __init__(self) -> None:
        self.replies: BinaryIO | None = None
        self.values: dict[str, bytes] = {}
        self.seconds = 0.0
        self.slow = 0.0
        self.begun = 0.0
        self.until = 0.0
        self.bytes = 0
        self.bytes_at_first = 0

    def begins(self, part: str) -> None:
        now = time.process_time()
        if self.seconds:
            seconds = self.seconds
            if self.slow:
                self.slow = max(0.001, self.slow - max(0.0, now - self.begun - SLOW_SECONDS))
                seconds = min(seconds, SLOW_SECONDS + self.slow)
            _allow_seconds(seconds)
            self.until = now + seconds
        self.begun = now
        self.tell(Begun(part, now))

    def tell(self, message: object) -> None:
        """Tell of a part that has begun, and at last what the task came to, or what it raised."""
        if self.replies is not None:
            self.replies.write(pickle.dumps(message, pickle.HIGHEST_PROTOCOL))
            self.replies.flush()

    def do(self, task: Task) -> None:
        self.seconds, self.slow = task.limits.seconds, task.limits.slow
        self.bytes, self.begun = task.limits.bytes, time.process_time()
        _allow_bytes(self.bytes)
        self.begins("")
        try:
            answer = task.function(*task.arguments)
            self.begins("")  # what was begun last has ended, too
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whoever gave the task is told
            answer = error.with_traceback(None)
        finally:
            self.seconds = self.until = self.bytes = 0
            _allow_seconds(0.0)
            _allow_bytes(0)
        try:
            self.tell(answer)
        except (pickle.PicklingError, TypeError, AttributeError) as error:
            self.tell(RuntimeError(f"{task.function.__name__} gave what cannot be sent: {error}"))

    def look(self) -> None:
        while True:
            time.sleep(1 / LOOKS_PER_S)
            if 0 < self.until < time.process_time():
                os._exit(TIME_IS_UP)
            if 0 < self.bytes < _resident_bytes():
                os._exit(NO_MEMORY)


_THIS = _Worker()  # What stands for this process when it is a worker.


def begins(part: str) -> None:
    """Say, in a worker, what part of the task is done from now on; whoever gave the task knows then what a worker ended at."""
    if _THIS.replies is not None:
        _THIS.begins(part)


def received(sent: object) -> bytes:
    """Return, in a worker, the content that was sent."""
    if isinstance(sent, Sent):
        return _THIS.values[sent.name]
    assert isinstance(sent, bytes)
    return sent


def serve(messages: Iterator[Any], replies: BinaryIO) -> NoReturn:
    """Do what is asked for until there is nobody left to ask."""
    worker = _THIS
    worker.replies = replies
    worker.bytes_at_first = _data_bytes()
    if sys.platform != "linux":  # which has limits of its own, and holds to them
        threading.Thread(target=worker.look, daemon=True).start()
    with suppress(OSError):
        for message in messages:
            if isinstance(message, Surroundings):
                message.take()
            elif not isinstance(message, Value):
                worker.do(message)
            elif message.content is None:
                worker.values.pop(message.name)
            else:
                worker.values[message.name] = message.content
    os._exit(0)


def read_messages(stream: BinaryIO) -> Iterator[Any]:
    """Yield what the process that started this one says, until it says no more."""
    with suppress(EOFError, OSError):
        while True:
            yield pickle.load(stream)  # noqa: S301 - from the process that started this one


def be_quiet() -> None:
    """Leave no dump of memory at a crash, say nothing of it, and take one core."""
    os.environ.update(ONE_THREAD)
    faulthandler.disable()
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> NoReturn:
    """Be a worker that was started as a program: it is asked on standard input, and answers on standard output."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nowhere, number)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    be_quiet()
    waiting: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        for message in read_messages(requests):
            waiting.put(message)
        os._exit(0)  # whoever started this is gone

    threading.Thread(target=listen, daemon=True).start()
    serve(iter(waiting.get, None), replies)


def _allow_seconds(seconds: float) -> None:
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_PROF, seconds)  # its signal ends a process, whatever that is doing


def _allow_bytes(count: int) -> None:
    """Have no more memory than that beside what this process was begun with; 0: as much as there is."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_DATA)
        resource.setrlimit(resource.RLIMIT_DATA, (_THIS.bytes_at_first + count if count else most, most))


def _data_bytes() -> int:
    """Return how much memory of this process counts for that limit: a copy has all that its original had."""
    try:
        return int(read_text(Path("/proc/self/statm")).split()[5]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError, ValueError, IndexError):
        return 0


def _resident_bytes() -> int:
    """Return how much memory this process has had at most, 0 where the system does not say."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


# Values pickled for another process of the same program.


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


INHERITED: dict[object, object] = {}
"""What was sent by a process that had it when it was copied, by what stands for it."""


def unpickled(sent: object) -> Any:
    """Return the value that was `pickled` and sent by the process that started this one."""
    if sent in INHERITED:
        return INHERITED[sent]
    return pickle.loads(received(sent))  # noqa: S301 - from the same program

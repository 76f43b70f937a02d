"""Starting worker processes: forked early where the system permits it, otherwise started fresh."""

import atexit
import gc
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, NoReturn

from pnp.workers.worker import Surroundings, be_quiet, pickled, read_messages, serve

WORKER = "from pnp.workers.worker import main; main()"
FORK_SERVER = "import pnp.render.worker_tasks; from pnp.workers.start import main; main()"
"""What a new Python is told to run; the server has all modules, for its copies to have them at once."""

NATIVE_THREADS = Path("/proc/self/task")

# Python looks for modules in the present folder first, before its own, whenever it runs a command or a module (-c, -m), as
# it does for every worker: a file `json.py` in a project would be run.

SAFE_PATH = "PYTHONSAFEPATH"  # The environment variable that keeps Python from looking there.
_starting = threading.Lock()


def safe_environment(**more: str) -> dict[str, str]:
    """Return the environment of this process for one of Python that has the same modules, and none of its folder."""
    modules = os.pathsep.join(filter(None, sys.path))  # "" is the present folder
    return {**os.environ, SAFE_PATH: "1", "PYTHONPATH": modules, **more}


@contextmanager
def safe_starts() -> Iterator[None]:
    """Let processes that are started in a block by others, such as a library, look for no module in their folder."""
    with _starting:
        before = os.environ.get(SAFE_PATH)
        os.environ[SAFE_PATH] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[SAFE_PATH]
            else:
                os.environ[SAFE_PATH] = before


# Copies of this process where it can be copied, programs elsewhere.


def _threads() -> int:
    try:
        return sum(1 for _ in NATIVE_THREADS.iterdir())
    except OSError:
        return 0


_AT_FIRST = _threads()


def _present_folder() -> str:
    try:
        return str(Path.cwd())
    except OSError:  # it is gone
        return ""


def fork_server() -> "ForkServer":
    """Return a copy of this process, or a program where that is not whole, that serves it. Raises OSError."""
    # A copy is whole where this process has the one thread that asks, and libraries began none.
    if threading.active_count() == 1 and 0 < _threads() <= _AT_FIRST:
        return ForkServer(forked=True)
    server = _lasting_server(os.getpid())
    if not server.is_there:
        _lasting_server.cache_clear()
        server = _lasting_server(os.getpid())
    return server


@cache
def _lasting_server(_: int) -> "ForkServer":
    return ForkServer(forked=False)


class ForkServer:
    """A process that makes copies of itself: workers that have all modules already.

    It is a copy of this process as it was, which ends when this process lets go of it, or a program. Both end with this one.
    """

    def __init__(self, *, forked: bool) -> None:
        """Start it. Raises OSError when there is no room for it."""
        self._lock = threading.Lock()
        self._channel, there = socket.socketpair()
        self._program: subprocess.Popen[bytes] | None = None
        with there:
            if not forked:
                self._program = _program(FORK_SERVER, stdin=there.fileno())
                atexit.register(self._program.kill)  # it may be loading modules, and hears of nothing
                return
            self._pid = os.fork()
            if self._pid == 0:
                _die_with_parent()
                _serve_forks(there)

    @property
    def is_there(self) -> bool:
        return self._program is None or self._program.poll() is None

    def start(self) -> "ForkedWorker":
        """Return a new worker. Raises OSError when there is no room for another process."""
        requests, asking = os.pipe()
        replying, replies = os.pipe()
        try:
            with self._lock:
                socket.send_fds(self._channel, [b"start"], [requests, replies])
                pid = int(self._channel.recv(32) or -1)
        finally:
            os.close(requests)
            os.close(replies)
        if pid <= 0:
            os.close(asking)
            os.close(replying)
            raise OSError("no process can be started")
        worker = ForkedWorker(self, pid, os.fdopen(asking, "wb"), os.fdopen(replying, "rb"))
        if self._program is not None:  # which was started when this process may have been elsewhere
            worker.requests.write(pickled(Surroundings(_present_folder(), safe_environment())))
        return worker

    def ended(self, pid: int) -> int:
        """Wait for the end of a worker and return how it ended."""
        with self._lock:
            try:
                self._channel.send(b"%d" % pid)
                return int(self._channel.recv(32) or -signal.SIGKILL)
            except OSError:
                return -signal.SIGKILL

    def close(self) -> None:
        """Let it end, and its workers with it, unless it is a program."""
        if self._program is None:
            self._channel.close()
            with suppress(ChildProcessError):
                os.waitpid(self._pid, 0)


@dataclass(slots=True)
class ForkedWorker:
    """A worker that is a copy of the fork server."""

    _server: ForkServer
    pid: int
    requests: IO[bytes]
    replies: IO[bytes]
    _status: int | None = field(default=None, init=False)

    def kill(self) -> None:
        """End it at once."""
        if self._status is None:  # else its number may be another's by now
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def ended(self) -> int:
        """Wait for its end and return how it ended."""
        if self._status is None:
            self._status = self._server.ended(self.pid)
        return self._status


def _serve_forks(channel: socket.socket) -> NoReturn:
    try:
        with suppress(PermissionError):  # one that was started as a program has done so
            os.setsid()  # away from the terminal and its Ctrl-C
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        gc.freeze()  # what is there already is looked through no more
        be_quiet()
        _let_go_of_files(channel.fileno())
        while True:
            asked, files, _, _ = socket.recv_fds(channel, 32, 2)
            if not asked:
                break
            if files:
                answer = _forked(files)
            else:
                _, status = os.waitpid(int(asked), 0)
                answer = os.waitstatus_to_exitcode(status)
            channel.send(b"%d" % answer)
    finally:
        os._exit(0)


def _forked(files: list[int]) -> int:
    parent = os.getpid()
    try:
        pid = os.fork()
    except OSError:
        pid = -1
    if pid == 0:
        _die_with_parent()
        if os.getppid() != parent:
            os._exit(0)
        _let_go_of_files(*files)
        serve(read_messages(os.fdopen(files[0], "rb")), os.fdopen(files[1], "wb"))
    for file in files:
        os.close(file)
    return pid


def _let_go_of_files(*kept: int) -> None:
    """Have all open files but these lead nowhere; their numbers stay taken, for what believes that it has them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
        with suppress(OSError):
            if descriptor not in (*kept, nowhere):
                os.fstat(descriptor)  # the list of files is no file any more
                os.dup2(nowhere, descriptor, inheritable=False)


def _die_with_parent() -> None:
    """Ask the system to end this process when its parent ends, and to give it no more rights than it has."""
    import ctypes  # noqa: PLC0415

    die_with_parent, no_new_rights = 1, 38  # PR_SET_PDEATHSIG, PR_SET_NO_NEW_PRIVS
    with suppress(OSError, AttributeError):
        system = ctypes.CDLL(None)
        system.prctl(die_with_parent, signal.SIGKILL, 0, 0, 0)
        system.prctl(no_new_rights, 1, 0, 0, 0)


def main() -> NoReturn:
    """Be a fork server that was started as a program; its channel is the standard input."""
    _serve_forks(socket.socket(fileno=os.dup(0)))


class ProgramWorker:
    """A worker that is a program of its own, where a process cannot be forked."""

    def __init__(self) -> None:
        """Start it. Raises OSError when there is no room for another process."""
        self._process = _program(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.pid = self._process.pid
        self.requests: IO[bytes] = self._process.stdin
        self.replies: IO[bytes] = self._process.stdout

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()

    def ended(self) -> int:
        """Wait for its end and return how it ended."""
        return self._process.wait()


def _program(code: str, *, stdin: int, stdout: int = subprocess.DEVNULL) -> "subprocess.Popen[bytes]":
    """Start a Python that runs `code` with the modules of this one, and none of the folder it is started in."""
    return subprocess.Popen(  # noqa: S603 - this very Python
        [sys.executable, "-c", code],
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.DEVNULL,
        env=safe_environment(),
        start_new_session=True,
    )


StartedWorker = ForkedWorker | ProgramWorker
"""A worker process, asked through one pipe and answering through another."""

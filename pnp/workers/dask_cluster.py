"""Workers of a Dask cluster, on other machines or on this one (extra `dask`)."""

import logging
import re
import sys
import warnings
from concurrent.futures import CancelledError
from contextlib import suppress
from hashlib import sha256
from threading import Lock
from typing import Any

from pnp.cache import LIBRARIES, program
from pnp.model.diagnostics import CannotUse, WorkerLost
from pnp.workers.pool import Told, WorkerDied, no_one
from pnp.workers.start import safe_starts
from pnp.workers.worker import Task

PATIENCE_S = 10  # Seconds to wait for a scheduler to answer, and for its first worker.
INSTALL = 'pip install "pnp-cards[dask]"'


class DaskCluster:
    """A scheduler and its workers: "tcp://host:8786", or "local:N" for N processes on this machine.

    Raises CannotUse when it is not there, or its workers would make other bytes than this process.
    """

    def __init__(self, where: str) -> None:
        self.where = where
        self._own: Any = None
        self._client: Any = None
        self._lock = Lock()
        self._sent: dict[str, object] = {}
        local = re.fullmatch(r"local:([1-9]\d{0,3})", where)
        if local is None and re.fullmatch(r"(tcp|tls)://[^\s/]+:\d+", where) is None:
            hint = "write --on tcp://host:8786, or --on local:4"
            raise CannotUse(f'"{where}" is not an address of workers', hint)
        self.shares_files = local is not None
        try:
            import distributed  # noqa: PLC0415 - an extra
        except ImportError:
            raise CannotUse("Dask is not installed", INSTALL) from None
        for name in ("distributed", "distributed.client"):  # what goes wrong is said in a line
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._connect(distributed, int(local[1]) if local else 0)
            self._refuse_other_programs()
        except BaseException:
            self.stop()
            raise

    def _connect(self, distributed: Any, processes: int) -> None:
        try:
            if processes:
                with safe_starts():
                    self._own = distributed.LocalCluster(
                        n_workers=processes, threads_per_worker=1, dashboard_address="127.0.0.1:0"
                    )
            self._client = distributed.Client(self._own or self.where, timeout=PATIENCE_S)
            self._client.wait_for_workers(1, timeout=PATIENCE_S)
            self.count = max(1, sum(self._client.nthreads().values()))
        except Exception as error:  # whatever a connection that breaks off trips over
            answers = isinstance(error, TimeoutError) and self._client is not None
            fact = "has no workers" if answers else "does not answer"
            command = f"dask worker {self.where}" if answers else "dask scheduler"
            fact = f"the Dask scheduler at {self.where} {fact}"
            raise CannotUse(fact, f"start it with: {command}") from error

    def _refuse_other_programs(self) -> None:
        own = identity()
        try:
            found = self._client.run(identity)
        except OSError as error:
            raise self._explained(error) from error
        except Exception as error:  # whatever a process without pnp trips over
            fact = f"the workers at {self.where} cannot run pnp: {error}"
            raise CannotUse(fact, "install the same pnp there") from error
        for worker, other in found.items():
            unlike = [name for name in own if other.get(name) != own[name]]
            if unlike:
                name = unlike[0]
                has, here = other.get(name, "missing"), own[name]
                fact = f"the worker {worker} has another {name}: {has[:12]}, here it is {here[:12]}"
                hint = "install the same versions there and here; otherwise the same cards may look different"
                raise CannotUse(fact, hint)

    def prepare(self) -> None:
        """Be ready: it is."""

    def do(self, task: Task, told: Told = no_one) -> Any:
        """Return what a worker makes of a task, whose limits are this machine's alone; nobody is `told` of its parts.

        Raises what the task raises, WorkerDied when the workers that had it ended, WorkerLost when the scheduler is gone.
        """
        del told
        try:
            return self._client.submit(task.function, *task.arguments, pure=False).result()
        except Exception as error:
            raise self._explained(error) from error

    def send(self, content: bytes) -> object:
        """Send a value to the scheduler, once: workers fetch it, and it stays as long as somebody here holds what stands for it.

        It is the result of a task, not scattered: a worker that ends takes scattered values with it, of which Dask keeps
        one copy, and tasks that need them wait for ever.
        """
        digest = sha256(content).hexdigest()
        with self._lock:
            if digest not in self._sent:
                try:
                    with warnings.catch_warnings(action="ignore"):  # that it is large
                        self._sent[digest] = self._client.submit(bytes, content, key=f"pnp-{digest}")
                except Exception as error:
                    raise self._explained(error) from error
            return self._sent[digest]

    def _explained(self, error: Exception) -> Exception:
        from distributed import KilledWorker  # noqa: PLC0415

        if isinstance(error, KilledWorker):
            return WorkerDied(
                f"workers at {self.where} kept ending at the same task, most likely for lack of memory",
                "finished work is kept; start workers with more memory: dask worker --memory-limit 4GB",
                cause="memory",
            )
        connected = self._client is not None and self._client.status == "running"
        if isinstance(error, CancelledError) and connected:
            return WorkerDied(
                f"a worker at {self.where} ended before its work was done",
                "finished work is kept: build again",
            )
        # What Dask raises when a connection is lost is an OSError, or that all tasks are cancelled.
        if isinstance(error, OSError | CancelledError):
            hint = "finished work is kept: start it, and build again"
            return WorkerLost(f"the Dask scheduler at {self.where} is gone", hint)
        return error

    def stop(self) -> None:
        """Give up what is under way, and leave the cluster; one that was started here ends."""
        self._sent.clear()
        for client in (self._client, self._own):
            if client is not None:
                with suppress(Exception):  # the scheduler may be gone
                    client.close(timeout=2)
        self._client = self._own = None


def identity() -> dict[str, str]:
    """Return what the bytes of the output depend on in this process: Python, the libraries, pnp itself."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    found = {"Python": ".".join(map(str, sys.version_info[:3]))}
    for name in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[name] = version(name)
    return {**found, "pnp": program()}

"""`pnp studio` in a process of its own, started and ended as somebody does it in a terminal."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from threading import Thread, Timer

from small_game import INTERRUPTIBLE

ROOT = Path(__file__).parents[2]
ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/[\w-]+/")
SLOWEST_START_S = 120


class RunningStudio:
    def __init__(self, project: Path, environment: dict[str, str], *, code: str = "") -> None:
        self.project, self.code = project, code
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
        self.printed: list[str] = []
        self.address = ""
        self.start()

    def start(self, *more: str) -> None:
        """Start it and wait until it has printed its address; `code` are statements of Python that go before."""
        program = f"{INTERRUPTIBLE}{self.code}\nimport sys\nfrom pnp.__main__ import run\nsys.exit(run())"
        self._process = subprocess.Popen(
            [sys.executable, "-c", program, "studio", "--no-open", *(more or ("--port", "0"))],
            cwd=self.project,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
        )
        too_slow = Timer(SLOWEST_START_S, self._process.kill)
        too_slow.start()
        for line in self._process.stdout:
            self.printed.append(line)
            if found := ADDRESS.search(line):
                self.address = found[0]
                break
        too_slow.cancel()
        if self.address == "":
            self.end()
            raise RuntimeError("the studio has not started:\n" + "".join(self.printed))
        Thread(target=self._read_on, args=(self._process.stdout,), daemon=True).start()

    def _read_on(self, stream) -> None:
        with stream:
            self.printed.extend(stream)

    @property
    def port(self) -> int:
        return int(ADDRESS.match(self.address)[1])

    @property
    def process(self) -> int:
        return self._process.pid

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    def end(self) -> int:
        """End it as Ctrl-C does; return its exit code."""
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGTERM if os.name == "nt" else signal.SIGINT)
        try:
            return self._process.wait(20)
        except subprocess.TimeoutExpired:
            self.kill()
            raise

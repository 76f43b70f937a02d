"""`pnp watch` as a program of its own, and the lines it says."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time

from small_game import INTERRUPTIBLE, ROOT

PATIENCE = 60
"""In s, for a machine that has other things to do; a tenth of a second is usual."""


class Watch:
    def __init__(self, cwd, *arguments, **environment):
        self._process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                f"{INTERRUPTIBLE}import sys\nfrom pnp.__main__ import run\nsys.exit(run())",
                "watch",
                *arguments,
            ],
            cwd=cwd,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.said = []

    def _read(self):
        for line in self._process.stdout:
            self._lines.put(line.rstrip("\n"))

    def until(self, words: str) -> str:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                line = self._lines.get(timeout=0.2)
            except queue.Empty:
                assert self._process.poll() is None, "\n".join(self.said)
                continue
            self.said.append(line)
            if words in line:
                return line
        raise AssertionError(f"nothing about {words} in\n" + "\n".join(self.said))

    def stop(self) -> int:
        self._process.send_signal(signal.SIGINT)
        status = self._process.wait(PATIENCE)
        while not self._lines.empty():
            self.said.append(self._lines.get())
        return status

    def kill(self):
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

"""One run of a program in a fresh process: how long it took, its CPU time, and the most memory it held."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
"""getrusage counts bytes on macOS and KiB elsewhere."""


@dataclass(frozen=True, slots=True)
class Run:
    """Wall time from start to end, CPU time of the process and those it waited for, peak memory of the largest."""

    seconds: float
    cpu: float
    peak_mb: float


class Failed(Exception):
    """A program under test ended badly; the message is the end of what it said."""


def surroundings(more: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a program under test."""
    known = {**os.environ, "PYTHONPATH": str(ROOT), **more}
    known.pop("PYTHONDONTWRITEBYTECODE", None)  # nobody runs Python without its byte code
    return known


def run(
    arguments: Sequence[str],
    *,
    folder: Path,
    program: str = sys.executable,
    environment: Mapping[str, str] | None = None,
    log: Path | None = None,
) -> Run:
    """Run Python, or another program, in `folder`, with this checkout on Python's path. Raises Failed.

    What it says goes to `log`, run.log in the folder unless said otherwise.
    """
    with (log or folder / "run.log").open("w+b") as said:
        started = perf_counter()
        process = subprocess.Popen(
            [program, *arguments], cwd=folder, env=surroundings(environment or {}), stdout=said, stderr=said
        )
        _, status, usage = os.wait4(process.pid, 0)
        seconds = perf_counter() - started
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise Failed(said.read()[-800:].decode(errors="replace"))
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * MAXRSS_UNIT / 1e6)

"""Cases run in child processes, many in each: what ends, stops or fills one of them costs that one case."""

import contextlib
import json
import os
import resource
import select
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path

from tests.fuzz.cases import Case
from tests.fuzz.oracle import Bench
from tests.without_processes import do_tasks_here

SECONDS = 10
"""Of CPU that a case may take."""

BYTES = 1_000_000_000
"""Of memory that a case may take at its most."""

STILL = 90
"""Seconds after which a case counts as waiting for ever, when it takes no CPU."""

PER_CHILD = 300

WITH_WORKERS = 10
"""One of so many cases is run with worker processes, as users have it; so is each that is slow or has a complaint."""

SLOW = 2.0
"""Seconds of CPU; a worker has limits of its own."""


@dataclass(frozen=True)
class Verdict:
    """What is said against a case, and what it took."""

    number: int
    said: tuple[str, ...]
    cpu: float = 0
    megabytes: float = 0


def run_cases(cases: Callable[[int], Case], numbers: Sequence[int]) -> Iterator[Verdict]:
    """Yield a verdict on each case, in order; most cases draw in the process that runs them."""
    waiting = list(numbers)
    while waiting:
        block, alone = waiting[:PER_CHILD], waiting[0] % WITH_WORKERS == 0
        if not alone:
            block = list(takewhile(lambda number: number % WITH_WORKERS, block))
        for verdict in _in_a_child(cases, block[:1] if alone else block, workers=alone):
            waiting.remove(verdict.number)
            if alone or not (verdict.said or verdict.cpu > SLOW):
                yield verdict
            else:
                yield from _in_a_child(cases, [verdict.number], workers=True)


def _in_a_child(cases: Callable[[int], Case], numbers: Iterable[int], *, workers: bool) -> Iterator[Verdict]:
    with tempfile.TemporaryDirectory(prefix="fuzz-", ignore_cleanup_errors=True) as folder:
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            if not workers:
                do_tasks_here(setattr)
            _child(cases, numbers, Path(folder), writer)
        os.close(writer)
        try:
            yield from _watch(child, reader, Path(folder))
        finally:
            os.close(reader)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(child, 0)


def _child(cases: Callable[[int], Case], numbers: Iterable[int], folder: Path, writer: int) -> None:
    """Run cases one after the other, and end the process."""
    os.setsid()
    status, sys.dont_write_bytecode = 1, True
    try:
        log = os.open(folder / "stderr.txt", os.O_CREAT | os.O_RDWR | os.O_APPEND)
        os.dup2(log, 2)
        os.environ |= {
            "PNP_CACHE_DIR": str(folder / "cache"),
            "TMPDIR": str(folder / "tmp"),
            "HOME": str(folder / "outside"),
        }
        tempfile.tempdir = str(folder / "tmp")
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (6 * BYTES, 6 * BYTES))
        bench = Bench(folder)
        for number in numbers:
            os.write(writer, f"{number}\n".encode())
            os.ftruncate(log, 0)
            _forget_peak()
            before = _cpu_here()
            said = bench.complaints(cases(number))
            told = (folder / "stderr.txt").read_text(errors="replace")
            if "panicked" in told and not said:
                said.append(f"a library panicked: {told[-800:]}")
            cpu, peak = _cpu_here() - before, _peak()
            if cpu > SECONDS:
                said.append(f"{cpu:.0f} s of CPU")
            if peak > BYTES:
                said.append(f"{peak // 1_000_000} MB of memory")
            os.write(writer, (json.dumps([number, said, cpu, peak / 1e6]) + "\n").encode())
        status = 0
    finally:
        os._exit(status)


def _watch(child: int, reader: int, folder: Path) -> Iterator[Verdict]:
    """Yield the verdicts that a child sends; the last is about how it ended if it ended in a case."""
    text, current, since, used = "", None, time.monotonic(), 0.0
    while True:
        if not select.select([reader], [], [], 1.0)[0]:
            if current is None:
                continue
            cpu = _cpu_of_group(child)
            if cpu - used > 1.5 * SECONDS:
                yield Verdict(current, (f"over {SECONDS} s of CPU: ended",), cpu - used)
                return
            if time.monotonic() - since > STILL and cpu - used < 1:
                yield Verdict(current, (f"waits for ever, after {cpu - used:.1f} s of CPU",), cpu - used)
                return
            continue
        received = os.read(reader, 1 << 16).decode()
        if not received:
            break
        *lines, text = (text + received).split("\n")
        for line in lines:
            if line.startswith("["):
                number, said, cpu, megabytes = json.loads(line)
                yield Verdict(number, tuple(said), cpu, megabytes)
                current = None
            else:
                current, since, used = int(line), time.monotonic(), _cpu_of_group(child)
    if current is not None:
        _, status = os.waitpid(child, 0)
        told = (folder / "stderr.txt").read_text(errors="replace")[-1500:]
        how = (
            f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else f"status {os.WEXITSTATUS(status)}"
        )
        yield Verdict(current, (f"the process ended by {how}: {told}",))


def _cpu_here() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def _cpu_of_group(root: int) -> float:
    """Return the seconds of CPU of a child and of all processes that it and they started."""
    ticks, children = dict[int, int](), dict[int, list[int]]()
    for entry in os.scandir("/proc"):
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = Path(entry.path, "stat").read_text().rpartition(")")[2].split()
                ticks[int(entry.name)] = sum(map(int, fields[11:15]))
                children.setdefault(int(fields[1]), []).append(int(entry.name))
    found = [root]
    for each in found:
        found += children.get(each, [])
    return sum(ticks.get(each, 0) for each in found) / os.sysconf("SC_CLK_TCK")


def _forget_peak() -> None:
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def _peak() -> int:
    """Return the most memory that this process had since it was forgotten, in bytes."""
    if sys.platform != "linux":
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) * 1024

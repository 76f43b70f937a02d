"""A command of Python and where its CPU time goes: every few milliseconds each thread's time goes to what it is at.

    python -m benchmarks.sampler SAMPLES MODULE [ARGUMENT]...

SAMPLES gets a line per stack, outermost function first: `module:function;module:function MICROSECONDS`. A thread's
time is its own CPU clock, so that waiting counts nothing and native code counts for the function that called it.
What threads that are not Python's used counts for those who are in typst, which has threads of its own.
"""

import runpy
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from types import CodeType, FrameType

INTERVAL = 0.002
SWITCH = 0.00005
"""In s: how long Python lets a thread run on before another that asks; shorter, so that the sampler has its turn at
once: else whoever waits for the disk, and lets go of Python for it, is seen five times too often."""

CALL_TYPST = frozenset({"pnp.convert.typst_pages:_made", "pnp.convert.typst_pages:document_pages"})
UNKNOWN = ("threads:of libraries",)


class Sampler:
    """The CPU time by stack of all threads but the one that samples."""

    def __init__(self) -> None:
        self.stacks: Counter[tuple[str, ...]] = Counter()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._clocks: dict[int, float] = {}
        self._labels: dict[CodeType, str] = {}

    def start(self) -> None:
        """Begin; what has been used so far is the start of Python."""
        self.stacks["start:Python",] = time.process_time()
        self._clocks[threading.get_ident()] = time.thread_time()
        self._thread.start()

    def stop(self) -> None:
        """End, after a last look."""
        self._stop.set()
        self._thread.join()

    def _sample(self) -> None:
        own = threading.get_ident()
        process = time.process_time()
        sampling = 0.0
        while not self._stop.wait(INTERVAL):
            frames = sys._current_frames()  # noqa: SLF001 - it is there for this
            frames.pop(own)
            clocks = {ident: clock for ident in frames if (clock := _clock(ident)) is not None}
            process_now, sampling_now = time.process_time(), time.thread_time()
            spent = {ident: clock - self._before(ident, clock) for ident, clock in clocks.items()}
            stacks = {ident: self._stack(frames[ident]) for ident in clocks}
            for ident, seconds in spent.items():
                self.stacks[stacks[ident]] += seconds
            native = process_now - process - (sampling_now - sampling) - sum(spent.values())
            callers = [stack for stack in stacks.values() if stack[-1] in CALL_TYPST] or [UNKNOWN]
            for stack in callers:
                self.stacks[stack] += native / len(callers)
            process, sampling, self._clocks = process_now, sampling_now, clocks

    def _before(self, ident: int, clock: float) -> float:
        """Return what a thread had used at the last look. Another may have had its number."""
        before = self._clocks.get(ident, 0.0)
        return before if before <= clock else 0.0

    def _stack(self, frame: FrameType | None) -> tuple[str, ...]:
        found = []
        while frame is not None:
            label = self._labels.get(frame.f_code)
            if label is None:
                module = frame.f_globals.get("__name__", "template")
                label = self._labels[frame.f_code] = f"{module}:{frame.f_code.co_qualname}"
            found.append(label)
            frame = frame.f_back
        return tuple(reversed(found))


def _clock(ident: int) -> float | None:
    """Return what a thread has used so far, or None when it is about to end."""
    try:
        return time.clock_gettime(time.pthread_getcpuclockid(ident))
    except ProcessLookupError:
        return None


def main(samples: Path, module: str, arguments: list[str]) -> None:
    """Run the module as a command; write the samples however it ends."""
    sampler = Sampler()
    sys.argv = [module, *arguments]
    sys.setswitchinterval(SWITCH)
    sampler.start()
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    finally:
        sampler.stop()
        lines = (f"{';'.join(stack)} {round(1e6 * seconds)}" for stack, seconds in sampler.stacks.items())
        samples.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], sys.argv[3:])

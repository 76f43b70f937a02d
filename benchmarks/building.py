"""`pnp build` of a generated deck, from nothing or with what an earlier build left and remembers."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from benchmarks.stopwatch import Run, run


def build(folder: Path, *options: str) -> Run:
    """Build on A4 from nothing: what an earlier build left or remembers is removed before the clock starts."""
    shutil.rmtree(folder / "output", ignore_errors=True)
    shutil.rmtree(folder / "cache", ignore_errors=True)
    return rebuild(folder, *options)


def rebuild(folder: Path, *options: str) -> Run:
    """Build on A4 once more."""
    command = ["-m", "pnp", "build", "--paper", "a4", *options]
    return run(command, folder=folder, environment=memory(folder))


def memory(folder: Path) -> Mapping[str, str]:
    """Return the environment in which pnp remembers in `folder` and nowhere else."""
    return {"PNP_CACHE_DIR": str(folder / "cache")}


def write_deck(folder: Path, *, cards: int, copies: int = 1) -> None:
    """Generate a deck."""
    # Not in this process: Linux counts the memory of the parent among that of a child, and a thousand cards weigh.
    folder.mkdir(parents=True)
    run(["-m", "benchmarks.deck", str(folder), str(cards), str(copies)], folder=folder)

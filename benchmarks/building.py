"""`pnp build` of generated decks and of the shipped games, from nothing or with what an earlier build left."""

import shutil
from collections.abc import Mapping
from pathlib import Path

from benchmarks.deck import write_table
from benchmarks.stopwatch import ROOT, Run, run


def deck(folder: Path, *, cards: int, copies: int = 1) -> Path:
    """Return the project of a generated deck below `folder`, made at the first call."""
    project = folder / f"{cards}-cards-{copies}"
    if not project.exists():
        # Not in this process: Linux counts the memory of the parent among that of a child.
        project.mkdir(parents=True)
        run(["-m", "benchmarks.deck", str(project), str(cards), str(copies)], folder=project)
    return project


def table(folder: Path, *, rows: int) -> Path:
    """Return the project of a generated table below `folder`, as `pnp import` makes it, made at the first call."""
    project = folder / f"{rows}-rows"
    if not project.exists():
        project.mkdir(parents=True)
        write_table(project / "cards.csv", rows=rows)
        run(["-m", "pnp", "import", "cards.csv"], folder=project)
    return project


def build(project: Path, *options: str) -> Run:
    """Build a deck on A4 from nothing: what was written or remembered is removed before the clock starts."""
    forget(project)
    return rebuild(project, *options)


def rebuild(project: Path, *options: str) -> Run:
    """Build a deck on A4 once more."""
    return run(["-m", "pnp", "build", "--paper", "a4", *options], folder=project, environment=memory(project))


def build_games(folder: Path, *options: str) -> Run:
    """Build the shipped games from nothing; their files go below `folder`."""
    forget(folder)
    return games(folder, "build", *options)


def games(folder: Path, command: str, *options: str) -> Run:
    """Run a command on the shipped games, whose output is in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    arguments = ["-m", "pnp", command, "--out", str(folder / "output"), *options]
    return run(arguments, folder=ROOT, log=folder / "run.log", environment=memory(folder))


def forget(folder: Path) -> None:
    """Remove what a build has written and what it remembers."""
    for left in (folder / "output", folder / "cache"):
        shutil.rmtree(left, ignore_errors=True)


def memory(folder: Path) -> Mapping[str, str]:
    """Return the environment in which pnp remembers in `folder` and nowhere else."""
    return {"PNP_CACHE_DIR": str(folder / "cache")}

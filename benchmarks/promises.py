"""What pnp promises about copies, memory and its own start, measured."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.contenders import build
from benchmarks.deck import GAME
from benchmarks.stopwatch import run

GROWTH = 3.0  # per cent
MEMORY_MB = 350.0
HELP_MS = 150.0
HELP_RUNS = 10


def promises(folder: Path) -> Iterator[str]:
    """Yield one line of a Markdown table per promise."""
    yield "| promise | measured | aim | |"
    yield "|---|---|---|---|"
    once, tenfold = (_pdf_size(folder / f"copies-{copies}", copies) for copies in (1, 10))
    yield _row("a PDF of 108 cards grows with ten copies of each by", 100 * (tenfold / once - 1), GROWTH, "%")
    yield _row("1,000 distinct cards, peak memory", _memory(folder / "thousand"), MEMORY_MB, "MB")
    runs = [run(["-m", "pnp", "--help"], folder=folder) for _ in range(HELP_RUNS)]
    yield _row("pnp --help, whole process", 1000 * median(each.seconds for each in runs), HELP_MS, "ms")


def _pdf_size(project: Path, copies: int) -> int:
    _write_project(project, cards=108, copies=copies)
    build(project)
    return (project / "output" / GAME / "a4" / "cards.pdf").stat().st_size


def _memory(project: Path) -> float:
    _write_project(project, cards=1000)
    return build(project).peak_mb


def _write_project(folder: Path, *, cards: int, copies: int = 1) -> None:
    # Not in this process: Linux counts the memory of the parent among that of a child, and a thousand cards weigh.
    folder.mkdir()
    run(["-m", "benchmarks.deck", str(folder), str(cards), str(copies)], folder=folder)


def _row(what: str, value: float, aim: float, unit: str) -> str:
    return (
        f"| {what} | {value:.1f} {unit} | under {aim:g} {unit} | {'met' if value < aim else '**not met**'} |"
    )

"""What pnp promises about copies, memory and its own start, measured."""

from collections.abc import Iterator
from pathlib import Path
from statistics import median

from benchmarks.building import build, write_deck
from benchmarks.deck import GAME
from benchmarks.rows import HEAD, at_most
from benchmarks.stopwatch import run

GROWTH = 3.0  # per cent
MEMORY_MB = 350.0
HELP_MS = 150.0
HELP_RUNS = 10


def promises(folder: Path) -> Iterator[str]:
    """Yield one line of a Markdown table per promise."""
    yield from HEAD
    once, tenfold = (_pdf_size(folder / f"copies-{copies}", copies) for copies in (1, 10))
    yield at_most(
        "a PDF of 108 cards grows with ten copies of each by", 100 * (tenfold / once - 1), GROWTH, "%"
    )
    yield at_most("1,000 distinct cards, peak memory", _memory(folder / "thousand"), MEMORY_MB, "MB")
    runs = [run(["-m", "pnp", "--help"], folder=folder) for _ in range(HELP_RUNS)]
    yield at_most("pnp --help, whole process", 1000 * median(each.seconds for each in runs), HELP_MS, "ms")


def _pdf_size(project: Path, copies: int) -> int:
    write_deck(project, cards=108, copies=copies)
    build(project)
    return (project / "output" / GAME / "a4" / "cards.pdf").stat().st_size


def _memory(project: Path) -> float:
    write_deck(project, cards=1000)
    return build(project).peak_mb

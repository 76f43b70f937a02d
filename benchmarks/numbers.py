"""What pnp is to reach: one line each, with the measurement that fills it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from benchmarks.stopwatch import Run

HEAD = ("measured", "CPU", "seconds", "aim", "")


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure and the most, or (`at_least`) the least, that it ought to be."""

    what: str
    limit: float
    unit: str = "x"
    at_least: bool = False


@dataclass(frozen=True, slots=True)
class Measured:
    """A figure as it was found; the CPU time says the same of a machine that has other things to do."""

    value: float
    spread: str = ""
    cpu: str = ""
    seconds: str = ""


Found = Measured | str
"""A figure, or why there is none."""

AIMS: Mapping[str, Aim] = {
    "cairosvg": Aim(
        "five games, A4: CairoSVG on their distinct faces / cold build without rules", 4, at_least=True
    ),
    "pictures": Aim("200 cards as PNG at 300 dpi: cold export / CairoSVG on their distinct faces", 0.5),
    "protograf": Aim("108 cards: protograf / cold build", 80, at_least=True),
    "squib": Aim("108 cards: Squib / cold build", 8, at_least=True),
    "typst": Aim("108 cards: cold build / bare typst and assembly of the same faces", 2.5),
    "verify": Aim("five games: verify / cold build", 0.45),
    "verify-large": Aim("6,598 cards: verify / cold build", 0.35),
    "changed": Aim("2,394 cards: one text changed / cold build", 0.06),
    "workers": Aim("2,394 cards: 2 workers / 1 worker", 0.6),
    "print-file": Aim("five games, one process: print.pdf / everything else of a cold build, CPU time", 0.1),
    "help": Aim("pnp --help", 0.1, "s"),
    "unchanged": Aim("five games: nothing changed, CPU time", 0.4, "s"),
    "check": Aim("five games: check, nothing changed, CPU time", 0.4, "s"),
    "list": Aim("pnp list, five games, CPU time", 0.2, "s"),
    "studio-start": Aim("studio, five games: start to the first card on screen, less 1 s / pnp list", 1.5),
    "studio-save": Aim("studio: from a save to the changed face on screen / converting that face", 5),
    "studio-open": Aim("studio, 2,394 cards: the page is opened, first screen", 1.5, "s"),
    "studio-blank": Aim(
        "studio, 2,394 cards: tiles that are blank while 3,600 pixels a second are scrolled", 10, "%"
    ),
    "studio-cell": Aim("studio, table of 2,394 rows: a cell is typed, until it is saved", 0.5, "s"),
    "studio-memory": Aim("studio, 2,394 cards: peak memory of the server", 300, "MB"),
    "studio-weight": Aim("studio: files of the page", 450, "kB"),
    "memory": Aim("10,000 distinct cards, one process: peak memory", 400, "MB"),
    "copies": Aim("100 cards, 999 copies of each, one process: peak memory", 200, "MB"),
}


def over(one: Sequence[Run], other: Sequence[Run]) -> Measured:
    """Return the ratio of two that ran in the same rounds: the median over the rounds."""
    ratios = [a.seconds / b.seconds for a, b in zip(one, other, strict=True)]
    cpu = median(a.cpu / b.cpu for a, b in zip(one, other, strict=True))
    spread = f" ({min(ratios):.2f}..{max(ratios):.2f})" if len(ratios) > 1 else ""
    seconds = " / ".join(f"{median(run.seconds for run in runs):.2f}" for runs in (one, other))
    return Measured(median(ratios), spread, f"{cpu:.2f} x", seconds)


def number_table(found: Mapping[str, Found]) -> dict[str, list[str | None]]:
    """Return a line for every aim, with its cells None where nothing was measured."""
    return {aim.what: list(_cells(aim, found.get(name))) for name, aim in AIMS.items()}


def _cells(aim: Aim, found: Found | None) -> Iterator[str | None]:
    bound = f"{'at least' if aim.at_least else 'at most'} {aim.limit:g} {aim.unit}"
    if found is None:
        yield from [None] * len(HEAD)
        return
    if isinstance(found, str):
        yield from (f"not measured: {found}", "", "", bound, "")
        return
    digits = 0 if aim.unit in {"MB", "kB"} else 2
    yield from (f"{found.value:.{digits}f} {aim.unit}{found.spread}", found.cpu, found.seconds, bound)
    yield "met" if (found.value >= aim.limit) == aim.at_least or found.value == aim.limit else "**not met**"

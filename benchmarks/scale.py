"""Decks of growing size: what each takes, the straight line through it, and its picture."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from benchmarks.flame_graph import STYLE
from benchmarks.stopwatch import Run

SIZES = (108, 1_000, 10_000, 40_000)
MOST_ALONE = 10_000
"""Cards that one process is given: more take many minutes."""

SCALE_HEAD = ("one process, s", "two processes, s", "two processes, s per 1,000 cards", "peak MB")
MANY = 1_000_000

PANEL, HEIGHT, LEFT, TOP, GAP = 440, 220, 60, 40, 110
COLOURS = ("#4a7fd4", "#d4754a")
Line = Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Scaling:
    """A deck of so many cards, built by one process, unless there are very many, and by two."""

    cards: int
    one: Run | None
    two: Run


def scale_table(decks: Sequence[Scaling]) -> dict[str, list[str]]:
    """Return a line per deck, and one for a million cards by the straight line through the times."""
    lines = {
        f"{each.cards:,} cards": [
            *_times(each.cards, each.one.seconds if each.one else None, each.two.seconds),
            f"{each.two.peak_mb:.0f}",
        ]
        for each in decks
    }
    many = [start + MANY * steep for start, steep in (straight(line) for line in _lines(decks).values())]
    lines[f"{MANY:,} cards, by the model"] = [*_times(MANY, *many), ""]
    return lines


def _times(cards: int, one: float | None, two: float) -> list[str]:
    digits = 1 if two < 100 else 0
    alone = "" if one is None else f"{one:,.{digits}f}"
    return [alone, f"{two:,.{digits}f}", f"{1000 * two / cards:.1f}"]


def _lines(decks: Sequence[Scaling]) -> dict[str, Line]:
    """Return seconds by the number of cards."""
    return {
        "one process, s": [(each.cards, each.one.seconds) for each in decks if each.one],
        "two processes, s": [(each.cards, each.two.seconds) for each in decks],
    }


def straight(points: Line) -> tuple[float, float]:
    """Return where the straight line nearest to the points begins, and how steep it is.

    Distances count in proportion to what was measured: else the largest deck alone would decide.
    """
    weights = [1 / y**2 for _, y in points]
    whole = sum(weights)
    x = sum(w * x for w, (x, _) in zip(weights, points, strict=True)) / whole
    y = sum(w * y for w, (_, y) in zip(weights, points, strict=True)) / whole
    spread = sum(w * (px - x) ** 2 for w, (px, _) in zip(weights, points, strict=True))
    steep = sum(w * (px - x) * (py - y) for w, (px, py) in zip(weights, points, strict=True)) / spread
    return y - steep * x, steep


def scale_picture(decks: Sequence[Scaling]) -> str:
    """Return time and memory over the number of cards as SVG."""
    times = _lines(decks)
    peaks = {"peak memory, MB": [(each.cards, each.two.peak_mb) for each in decks]}
    width, height = 2 * (PANEL + GAP), HEIGHT + TOP + 40
    drawn = "".join((*_panel(times, LEFT), *_panel(peaks, LEFT + PANEL + GAP)))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
        f"<style>{STYLE}\n.axis {{ stroke: #8c959f; fill: none }}</style>\n{drawn}</svg>\n"
    )


def _panel(series: Mapping[str, Line], left: float) -> Iterator[str]:
    """Yield one diagram: axes from zero with four marks each, a line of dots per series."""
    points = [point for line in series.values() for point in line]
    most_x, most_y = _round(max(x for x, _ in points)), _round(max(y for _, y in points))

    def at(x: float, y: float) -> tuple[float, float]:
        return left + PANEL * x / most_x, TOP + HEIGHT * (1 - y / most_y)

    yield f'<path class="axis" d="M{left} {TOP}V{TOP + HEIGHT}H{left + PANEL}"/>\n'
    for quarter in range(1, 5):
        x, _ = at(most_x * quarter / 4, 0)
        _, y = at(0, most_y * quarter / 4)
        yield f'<text class="page" x="{x:.0f}" y="{TOP + HEIGHT + 16}" text-anchor="middle">{most_x * quarter / 4:,.10g}</text>'
        yield f'<text class="page" x="{left - 6:.0f}" y="{y + 4:.0f}" text-anchor="end">{most_y * quarter / 4:,.10g}</text>\n'
    yield f'<text class="page" x="{left + PANEL:.0f}" y="{TOP + HEIGHT + 32}" text-anchor="end">cards</text>\n'
    for number, (name, line) in enumerate(series.items()):
        dots = [at(x, y) for x, y in line]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in dots)
        yield f'<polyline points="{path}" fill="none" stroke="{COLOURS[number]}" stroke-width="2"/>'
        yield "".join(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{COLOURS[number]}"/>' for x, y in dots
        )
        yield f'<rect x="{left + 8 + 130 * number}" y="8" width="12" height="12" fill="{COLOURS[number]}"/>'
        yield f'<text class="page" x="{left + 25 + 130 * number}" y="18">{escape(name)}</text>\n'


def _round(value: float) -> float:
    """Return the next larger figure whose quarters are short: 1, 2, 4 or 8 with noughts."""
    ten = 10 ** floor(log10(value))
    return next(ten * step for step in (1, 2, 4, 8, 10) if ten * step >= value)

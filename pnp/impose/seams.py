"""Where a board too long for the paper is parted, on one axis: as few parts as will do, and through no space if it can be.

Arithmetic only: lengths in mm from the start of the board.
"""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

Span = tuple[float, float]
"""From where to where something reaches."""

MOST_PARTS = 40
CLEAR = 3.0  # mm between a seam and a space that leave neither spoilt by a cut that is a little off
GRAZE = 0.05  # mm that a seam may run inside a space and not part it: a trimmer is no more exact
SLACK = 1e-6  # mm; absorbs float noise
MOST_CANDIDATES = 120
"""Places to try for one seam: more than boards with rows have edges, and few enough for 2,000 scattered spaces."""

Cost = tuple[int, float, float, float]
"""Spaces parted, want of clearance, want of bleed, and distance from equal parts, in this order of weight."""

NOTHING: Cost = (0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Parts:
    """A board parted on one axis. A part begins at a seam and ends `overlap` mm beyond the next one."""

    seams: tuple[float, ...]
    spans: tuple[Span, ...]

    def parted(self, span: Span) -> bool:
        """Say whether a seam runs through a space."""
        return any(_runs_through(seam, span) for seam in self.seams)


def part(length: float, *, room: float, overlap: float, bleed: float, spaces: Sequence[Span]) -> Parts | None:
    """Return the fewest parts of at most `room` mm, or None where there is no room to speak of.

    The outer parts take as much of the bleed along as fits.

    >>> part(300, room=200, overlap=10, bleed=3, spaces=[(120, 160)]).spans
    ((-3, 173.0), (163.0, 303))
    """
    step = room - overlap
    if step <= max(overlap, CLEAR):
        return None
    count = max(1, math.ceil((length - overlap - SLACK) / step))
    if count > MOST_PARTS:
        return None
    seams = _best(length, count, room=room, overlap=overlap, bleed=bleed, spaces=spaces)
    starts, ends = (0.0, *seams), (*(seam + overlap for seam in seams), length)
    sides = 2 if count == 1 else 1
    before = -min(bleed, (room - ends[0]) / sides)
    after = length + min(bleed, (room - (length - starts[-1])) / sides)
    return Parts(seams, tuple(zip((before, *starts[1:]), (*ends[:-1], after), strict=True)))


def _best(
    length: float, count: int, *, room: float, overlap: float, bleed: float, spaces: Sequence[Span]
) -> tuple[float, ...]:
    """Return the cheapest seams of all that leave no part longer than `room`, found from the first to the last."""
    step, edges = room - overlap, _Edges(spaces)
    ways: dict[float, tuple[Cost, tuple[float, ...]]] = {0.0: (NOTHING, ())}
    for number in range(1, count):
        low, high = length - room - (count - 1 - number) * step, number * step
        ideal = number * length / count
        priced = [(seam, edges.price(seam, ideal)) for seam in edges.candidates(low, high, ideal)]
        reached: dict[float, tuple[Cost, tuple[float, ...]]] = {}
        for seam, price in priced:
            found = [
                (
                    _sum(cost, price, _want(seam + overlap, room, bleed) if before == 0 else NOTHING),
                    (*seams, seam),
                )
                for before, (cost, seams) in ways.items()
                if overlap - SLACK <= seam - before <= step + SLACK
            ]
            if found:
                reached[seam] = min(found)
        ways = reached
    ends = ((_sum(cost, _want(length - last, room, bleed)), seams) for last, (cost, seams) in ways.items())
    return min(ends)[1]


class _Edges:
    """Where spaces begin and end."""

    def __init__(self, spaces: Sequence[Span]) -> None:
        self._starts = sorted(start + GRAZE for start, _ in spaces)
        self._ends = sorted(end - GRAZE for _, end in spaces)
        self._both = sorted({edge for span in spaces for edge in span})

    def candidates(self, low: float, high: float, ideal: float) -> tuple[float, ...]:
        """Return the positions worth trying: the ideal one, the limits, beside every space and between any two."""
        edges = sorted({min(max(edge, low), high) for edge in self._both} | {low, high})
        beside = (each for edge in edges for each in (edge, edge - CLEAR, edge + CLEAR))
        between = ((one + other) / 2 for one, other in pairwise(edges))
        found = sorted({each for each in (ideal, *beside, *between) if low - SLACK <= each <= high + SLACK})
        return tuple(sorted({*found[:: len(found) // MOST_CANDIDATES + 1], low, high}))

    def price(self, seam: float, ideal: float) -> Cost:
        """Return what a seam costs by itself."""
        cut = bisect_left(self._starts, seam) - bisect_right(self._ends, seam)
        after = bisect_left(self._both, seam)
        near = min((abs(seam - edge) for edge in self._both[max(0, after - 1) : after + 1]), default=CLEAR)
        return (cut, max(0.0, CLEAR - near), 0.0, abs(seam - ideal))


def _want(length: float, room: float, bleed: float) -> Cost:
    """Return what it costs that an outer part so long has no room for all of the bleed."""
    return (0, 0.0, max(0.0, bleed - (room - length)), 0.0)


def _sum(*costs: Cost) -> Cost:
    cut, near, bleed, away = (sum(values) for values in zip(*costs, strict=True))
    return (int(cut), round(near, 6), round(bleed, 6), round(away, 6))


def _runs_through(seam: float, span: Span) -> bool:
    return span[0] + GRAZE < seam < span[1] - GRAZE


def crossed(parts: Sequence[Parts], spaces: Sequence[Sequence[Span]]) -> Iterator[int]:
    """Yield the number of each space that a seam on any axis runs through; `spaces` holds a span for each axis."""
    for number, spans in enumerate(spaces):
        if any(axis.parted(span) for axis, span in zip(parts, spans, strict=True)):
            yield number

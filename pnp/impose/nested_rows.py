"""Nets in rows that reach into each other: the arms of one row of crosses lie in the gaps of the next.

Rows are shifted against each other, or every second one stands on its head; each then moves up until a piece of it comes
as near to one above as it may.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from pnp.impose.grid import Layout, Position, has_foot
from pnp.impose.loose_grid import loose_layout
from pnp.model.curves import moved_outwards
from pnp.model.geometry import SLACK, Outline, Point, Rect, Size, edges_of, signed_area

STEP = 1.0
"""mm by which rows are shifted. Outlines are measured in strips of that width, each where it reaches furthest."""

FULL = 0.9
"""What fills more of its box than that leaves others no room to reach into it."""

_Place = tuple[float, float, bool]
"""Where the box of a piece begins, in mm from the corner of all, and whether it stands on its head."""


def nested_rows(outline: Outline, paper: Size, *, margin: float, gap: float) -> Layout | None:
    """Return the most pieces that such rows have room for on a page that lies either way; None where nothing is gained.

    Pieces keep `gap` mm apart. No rows of boxes are closer than these, but others may be as good.
    """
    size = outline.size
    if signed_area(outline.points) > FULL * size.width * size.height:
        return None
    pages = [
        (page, _places(outline.points, Size(page.width - 2 * margin, page.height - 2 * margin), gap))
        for page in paper.either_way
    ]
    page, places = max(pages, key=lambda each: len(each[1]))
    if not places:
        return None
    block = _around(places, size)
    x, y = (page.width - block.width) / 2, (page.height - block.height) / 2
    positions = tuple(
        Position(Rect(x + across, y + down, size.width, size.height), 180 if turned else 0)
        for across, down, turned in places
    )
    bounds = Rect(x, y, block.width, block.height)
    return loose_layout(page, outline, positions, bounds, gap / 2)


@lru_cache(maxsize=64)
def _places(points: tuple[Point, ...], room: Size, gap: float) -> tuple[_Place, ...]:
    """Return the places in the fullest rows that leave room for words."""
    size = Outline("curve", points).size
    nearest = _Nearest.of(points, gap)
    best: tuple[_Place, ...] = ()
    for pitch in range(nearest.beside, math.ceil((size.width + gap) / STEP) + 1):
        below = nearest.below(pitch)
        for shift in range(pitch):
            for order in (_in_turn(shift), _in_turn(shift, turned=True), _further(shift, pitch)):
                rows = list(_filled(order, below, pitch, size, room))
                if sum(row.columns for row in rows) > len(best):
                    places = tuple(
                        ((row.shift + column * pitch) * STEP, row.top, row.turned)
                        for row in rows
                        for column in range(row.columns)
                    )
                    best = places if has_foot(_around(places, size), room, margin=0) else best
    return best


def _around(places: Sequence[_Place], size: Size) -> Size:
    return Size(max(x for x, _, _ in places) + size.width, max(y for _, y, _ in places) + size.height)


# How rows follow each other.


@dataclass(frozen=True, slots=True)
class _Row:
    """By how many strips a row is shifted, whether its pieces stand on their heads; where in mm it begins, and how many they are."""

    shift: int
    turned: bool
    top: float = 0.0
    columns: int = 0


def _in_turn(shift: int, *, turned: bool = False) -> Iterator[_Row]:
    """Yield rows of which every second one is shifted."""
    for number in count():
        yield _Row(shift * (number % 2), turned and number % 2 == 1)


def _further(shift: int, pitch: int) -> Iterator[_Row]:
    """Yield rows of which each is shifted further than the last."""
    for number in count():
        yield _Row(shift * number % pitch, turned=False)


def _filled(order: Iterable[_Row], below: "_Below", pitch: int, size: Size, room: Size) -> Iterator[_Row]:
    """Yield as many rows as there is room for."""
    above: list[_Row] = []
    for row in order:
        top = above[-1].top if above else 0.0
        for each in above:
            top = max(top, each.top + below[each.turned, row.turned][(row.shift - each.shift) % pitch])
        if top + size.height > room.height + SLACK:
            return
        free = room.width - size.width - row.shift * STEP
        columns = math.floor((free + SLACK) / (pitch * STEP)) + 1 if free > -SLACK else 0
        met = [each for each in above if each.top + 2 * size.height > top]
        above = [*met, _Row(row.shift, row.turned, top, columns)]
        yield above[-1]


# How near pieces may come.

_Below = Mapping[tuple[bool, bool], Sequence[float]]
"""How many mm a row begins below another one: whether either is turned, and by how many strips the lower is shifted."""

_Profile = Mapping[int, float]
"""How far down, or up, an outline reaches in each strip, in mm."""


@dataclass(frozen=True, slots=True)
class _Nearest:
    """How near two pieces may lie: `beside` each other in strips, and below each other in mm, by how far one is shifted.

    `_below` is by whether the upper and the lower one are turned.
    """

    beside: int
    _below: Mapping[tuple[bool, bool], Mapping[int, float]]

    @classmethod
    def of(cls, points: tuple[Point, ...], gap: float) -> "_Nearest":
        size = Outline("curve", points).size
        ways = {False: points, True: tuple((size.width - x, size.height - y) for x, y in points)}
        under = {turned: _profile(moved_outwards(each, gap)) for turned, each in ways.items()}
        over = {turned: _profile((x, -y) for x, y in each) for turned, each in ways.items()}
        aside = _profile((y, x) for x, y in moved_outwards(points, gap))
        beside = _apart(aside, _profile((y, -x) for x, y in points), 0)
        strips = math.ceil((size.width + 2 * gap) / STEP)
        return cls(
            math.ceil(beside / STEP),
            {
                (one, other): {
                    shift: _apart(under[one], over[other], shift) for shift in range(-strips, strips + 1)
                }
                for one in ways
                for other in ways
            },
        )

    def below(self, pitch: int) -> "_Below":
        """Return how far below a row another one begins where pieces of a row are so many strips apart."""
        return {
            ways: [
                max(known.get(shift + pitch * number, -math.inf) for number in range(-3, 3))
                for shift in range(pitch)
            ]
            for ways, known in self._below.items()
        }


def _profile(points: Iterable[Point]) -> _Profile:
    """Return how far down an outline reaches."""
    lowest: dict[int, float] = defaultdict(lambda: -math.inf)
    for one, other in edges_of(tuple(points)):
        (x1, y1), (x2, y2) = sorted((one, other))
        first, last = math.floor(x1 / STEP + SLACK), math.ceil(x2 / STEP - SLACK)
        for strip in range(first, max(last, first + 1)):
            ends = (min(max(strip * STEP, x1), x2), min(max((strip + 1) * STEP, x1), x2))
            ys = (y1 + (x - x1) / (x2 - x1) * (y2 - y1) for x in ends) if x2 > x1 else (y1, y2)
            lowest[strip] = max(lowest[strip], *ys)
    return lowest


def _apart(upper: _Profile, lower: _Profile, shift: int) -> float:
    """Return how far down the lower outline must lie where it is shifted by so many strips."""
    meeting = (upper[strip] + lower[strip - shift] for strip in upper if strip - shift in lower)
    return max(meeting, default=-math.inf)

"""How blocks of pieces are arranged on one sheet so that straight cuts from edge to edge part them.

Two blocks lie beside or below each other, each a single one or made of two in the same way; a lane runs between them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product

from pnp.impose.grid import Line
from pnp.model.geometry import SLACK, Rect, Size

LARGEST = 40
"""Ways to arrange the same blocks that are kept at a time: the smallest ones."""


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces of one form in rows: how large in mm, how many in a row, and whether they are turned by a quarter.

    `number` says which of the forms they are of.
    """

    size: Size
    number: int
    columns: int
    turned: bool = False


@dataclass(frozen=True)
class Pair:
    """Two arrangements with a lane between them, `beside` each other or one below the other."""

    first: "Arrangement"
    second: "Arrangement"
    lane: float
    beside: bool

    @cached_property
    def size(self) -> Size:
        """How large both are together."""
        one, two = self.first.size, self.second.size
        if self.beside:
            return Size(one.width + self.lane + two.width, max(one.height, two.height))
        return Size(max(one.width, two.width), one.height + self.lane + two.height)


Arrangement = Block | Pair


@dataclass(frozen=True, slots=True)
class PlacedBlock:
    """Where a block lies on a page, and the part of the page that is its own: from lane to lane, or to the edge."""

    block: Block
    place: Rect
    region: Rect


def arrangements(choices: Sequence[Iterable[Block]], room: Size, lane: float) -> list[Arrangement]:
    """Return the arrangements that have one block of each choice and fit into a room, the smallest first."""
    every = (1 << len(choices)) - 1
    found: dict[int, list[Arrangement]] = {
        1 << number: _smallest(blocks, room) for number, blocks in enumerate(choices)
    }
    for count in range(2, len(choices) + 1):
        for chosen in combinations(range(len(choices)), count):
            members = sum(1 << number for number in chosen)
            found[members] = _smallest(_pairs(found, members, lane), room)
    return found[every]


def _pairs(found: Mapping[int, Sequence[Arrangement]], members: int, lane: float) -> Iterator[Arrangement]:
    """Yield the arrangements of some blocks: every way to divide them in two, the one with the first block first."""
    first = members & -members
    part = (members - 1) & members
    while part:
        if part & first:
            for one, two, beside in product(found[part], found[members - part], (False, True)):
                yield Pair(one, two, lane, beside)
        part = (part - 1) & members


def _smallest(made: Iterable[Arrangement], room: Size) -> list[Arrangement]:
    """Return those that fit, without any that are as wide and as high as another one, the smallest first."""
    fitting = [
        each
        for each in made
        if each.size.width <= room.width + SLACK and each.size.height <= room.height + SLACK
    ]
    kept: list[Arrangement] = []
    lowest = float("inf")
    for each in sorted(fitting, key=lambda one: (one.size.width, one.size.height, _turned(one))):
        if each.size.height < lowest - SLACK:
            kept.append(each)
            lowest = each.size.height
    return sorted(kept, key=lambda one: (_turned(one), one.size.width * one.size.height))[:LARGEST]


def _turned(arrangement: Arrangement) -> int:
    if isinstance(arrangement, Block):
        return int(arrangement.turned)
    return _turned(arrangement.first) + _turned(arrangement.second)


def place_blocks(arrangement: Arrangement, place: Rect, region: Rect) -> Iterator[PlacedBlock]:
    """Yield every block in the middle of what it gets of `place`; `region` is the page."""
    if isinstance(arrangement, Block):
        size = arrangement.size
        x, y = place.x + (place.width - size.width) / 2, place.y + (place.height - size.height) / 2
        yield PlacedBlock(arrangement, Rect(x, y, size.width, size.height), region)
        return
    places, cut = _divided(arrangement, place)
    if arrangement.beside:
        regions = (
            Rect(region.x, region.y, cut - region.x, region.height),
            Rect(cut, region.y, region.right - cut, region.height),
        )
    else:
        regions = (
            Rect(region.x, region.y, region.width, cut - region.y),
            Rect(region.x, cut, region.width, region.bottom - cut),
        )
    yield from place_blocks(arrangement.first, places[0], regions[0])
    yield from place_blocks(arrangement.second, places[1], regions[1])


def lanes(arrangement: Arrangement, place: Rect) -> Iterator[Line]:
    """Yield the middle line of every lane, the one to cut first before those that end at it."""
    if isinstance(arrangement, Pair):
        places, cut = _divided(arrangement, place)
        if arrangement.beside:
            yield (cut, place.y), (cut, place.bottom)
        else:
            yield (place.x, cut), (place.right, cut)
        yield from lanes(arrangement.first, places[0])
        yield from lanes(arrangement.second, places[1])


def _divided(pair: Pair, place: Rect) -> tuple[tuple[Rect, Rect], float]:
    """Return what the two of a pair get of a place, what is left over half and half, and where the lane's middle is."""
    if pair.beside:
        spare = (place.width - pair.size.width) / 2
        width = pair.first.size.width + spare
        start = place.x + width + pair.lane
        first = Rect(place.x, place.y, width, place.height)
        return (first, Rect(start, place.y, place.right - start, place.height)), start - pair.lane / 2
    spare = (place.height - pair.size.height) / 2
    height = pair.first.size.height + spare
    start = place.y + height + pair.lane
    first = Rect(place.x, place.y, place.width, height)
    return (first, Rect(place.x, start, place.width, place.bottom - start)), start - pair.lane / 2

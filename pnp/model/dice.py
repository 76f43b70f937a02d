"""Dice of paper: which way the sides of each face, in the order of their numbers, and how its net is laid out.

Opposite sides add up to one more than the die has sides, and so do neighbours on the whole: high and low numbers are
spread evenly around every corner.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

from pnp.model.nets import Net
from pnp.model.solids import Direction, solid_of
from pnp.model.unfolding import Unfolding

G = (1 + math.sqrt(5)) / 2
"""The golden ratio, of which dodecahedra and icosahedra are made."""

TAB_MM = 5.0


@dataclass(frozen=True, slots=True)
class Die:
    """A die: where its sides face, 1 first, as far as they are not opposite one of those; and its net.

    `hinges` are the folds by the numbers of sides: "2-6" lays side 6 beside side 2, and the first one `towards` so many
    degrees, clockwise from the right. `edge` is the usual length in mm of its longest edge; a tab is at most `tab` of an
    edge high.
    """

    facing: tuple[Direction, ...]
    hinges: str
    towards: float
    edge: float
    tab: float
    read_at_corners: bool = False

    @property
    def sides(self) -> int:
        """How many sides it has."""
        return len(self.facing)


def _with_opposites(*half: Direction) -> tuple[Direction, ...]:
    return (*half, *((-x, -y, -z) for x, y, z in reversed(half)))


def _ten_sides() -> tuple[Direction, ...]:
    """Return where the sides of a ten-sided die face: five up at 45 degrees, with the odd numbers, and five down."""
    around = {number: math.radians(72 * place) for place, number in enumerate((1, 5, 9, 3, 7))}
    up = {number: (math.cos(angle), 1.0, math.sin(angle)) for number, angle in around.items()}
    down = {11 - number: (-x, -y, -z) for number, (x, y, z) in up.items()}
    return tuple(side for _, side in sorted((up | down).items()))


DICE: Mapping[str, Die] = MappingProxyType(
    {
        "d4": Die(
            ((-1, -1, 1), (-1, 1, -1), (1, -1, -1), (1, 1, 1)),
            hinges="2-4 4-1 1-3",
            towards=-30,
            edge=25,
            tab=1 / 4,
            read_at_corners=True,
        ),
        "d6": Die(
            _with_opposites((-1, 0, 0), (0, 0, 1), (0, 1, 0)),
            hinges="1-2 2-6 6-5 2-3 2-4",
            towards=0,
            edge=18,
            tab=1 / 3,
        ),
        "d8": Die(
            _with_opposites((1, -1, -1), (-1, 1, -1), (1, 1, 1), (-1, -1, 1)),
            hinges="5-2 2-6 6-4 4-7 7-3 6-1 4-8",
            towards=27,
            edge=24,
            tab=1 / 4,
        ),
        "d10": Die(
            _ten_sides(),
            hinges="9-5 5-1 9-3 3-7 9-4 4-10 10-6 4-8 8-2",
            towards=69,
            edge=24,
            tab=1 / 5,
        ),
        "d12": Die(
            _with_opposites((0, -1, G), (-G, 0, -1), (1, G, 0), (G, 0, -1), (0, -1, -G), (-1, G, 0)),
            hinges="12-2 12-3 12-4 12-5 12-6 2-9 9-1 1-7 1-8 1-10 1-11",
            towards=18,
            edge=14,
            tab=1 / 4,
        ),
        "d20": Die(
            _with_opposites(
                (1, 1, 1),
                (-G, 0, 1 / G),
                (0, 1 / G, -G),
                (-1, -1, 1),
                (0, -1 / G, -G),
                (1 / G, -G, 0),
                (G, 0, 1 / G),
                (1 / G, G, 0),
                (1, -1, -1),
                (-1, 1, -1),
            ),
            hinges="16-18 18-11 11-6 6-9 9-5 5-3 3-10 10-15 15-12 16-1 11-7 9-19 3-17 15-8 18-4 6-13 5-20 10-14 12-2",
            towards=30,
            edge=20,
            tab=1 / 4,
        ),
    }
)
"""Every die by its name."""


@cache
def _unfolding(name: str) -> Unfolding:
    die = DICE[name]
    pairs = (each.split("-") for each in die.hinges.split())
    hinges = tuple((int(one) - 1, int(other) - 1) for one, other in pairs)
    return Unfolding(solid_of(die.facing), hinges, die.towards, read_at_corners=die.read_at_corners)


def die_net(name: str, edge: float | None = None, *, tab_height: float = TAB_MM) -> Net:
    """Return the net of a die by its name, with edges of the usual length or of so many mm."""
    edge = edge or DICE[name].edge
    return _unfolding(name).net(edge, min(tab_height, edge * DICE[name].tab))

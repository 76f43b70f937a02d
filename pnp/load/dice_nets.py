"""Nets of paper dice with 4, 6, 8, 10, 12 and 20 sides, from the table in dice_nets.json.

In the table the longest edge of each die has the length 1; corners are counted from 0, y runs down.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from pnp.files import read_package
from pnp.model.geometry import Point, Segment, Size
from pnp.model.nets import Hinge, Net, Panel, tab

TAB_MM = 5.0
"""How high a glue tab is at most."""

DIGITS = 9
"""Decimals of a coordinate in mm: corners that meet are equal."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die: how many sides it has, the usual length in mm of its longest edge, and the height of a tab for each mm of it."""

    sides: int
    edge: float
    tab: float


@cache
def _table() -> dict[str, Any]:
    return dict(json.loads(read_package("pnp.load", "dice_nets.json")))


DICE: Mapping[str, Die] = MappingProxyType(
    {name: Die(len(row["panels"]), row["edge"], row["tab"]) for name, row in _table().items()}
)
"""Every die by its name."""


def die_net(name: str, edge: float | None = None, *, tab_height: float = TAB_MM) -> Net:
    """Return the net of a die by its name, with edges of the usual length or of so many mm."""
    edge, row = edge or DICE[name].edge, _table()[name]
    height = min(tab_height, edge * DICE[name].tab)
    corners = [(x * edge, y * edge) for x, y in row["points"]]
    tabs = {
        number: tab((corners[one], corners[other]), height, slopes=(first, last))
        for number, (one, other, first, last) in ((n, row["outline"][n]) for n in row["tabs"])
    }
    drawn = (*corners, *(point for shape in tabs.values() for point in shape))
    left, top = min(x for x, _ in drawn), min(y for _, y in drawn)

    def placed(points: Sequence[Point]) -> tuple[Point, ...]:
        return tuple((round(x - left, DIGITS) + 0.0, round(y - top, DIGITS) + 0.0) for x, y in points)

    spots = placed(corners)
    shapes = {number: placed(shape) for number, shape in tabs.items()}

    def segment(ends: Sequence[int]) -> Segment:
        return (spots[ends[0]], spots[ends[1]])

    cut = tuple(
        point for n, edge_row in enumerate(row["outline"]) for point in shapes.get(n, segment(edge_row))[:-1]
    )
    glued = tuple(shapes.values())
    return Net(
        size=Size(max(x for x, _ in cut), max(y for _, y in cut)),
        panels=tuple(_panel(panel, spots, edge) for panel in row["panels"]),
        cut=cut,
        folds=(*map(segment, row["folds"]), *(segment(row["outline"][n]) for n in shapes)),
        tabs=glued,
        joins=tuple((segment(one), segment(other)) for one, other in row["joins"]),
        hinges=tuple(Hinge(*hinge) for hinge in row["hinges"]),
    )


def _panel(row: Mapping[str, Any], spots: Sequence[Point], edge: float) -> Panel:
    width, height = (round(share * edge, DIGITS) for share in row["size"])
    points = tuple(spots[corner] for corner in row["at"])
    return Panel(row["id"], points, row["angle"], width, height, tuple(row.get("names", ())))

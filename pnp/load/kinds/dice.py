"""The kind `dice`: dice of four to twenty sides as nets to cut, fold and glue."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pnp.files import read_package
from pnp.load.component import KEYS, Form, Reader
from pnp.load.game_yaml import Context
from pnp.load.keys import LengthKey, WordKey
from pnp.load.nodes import Findings, ListNode, MapNode, Node, described
from pnp.model.game import Kind
from pnp.model.geometry import Point, Segment, Size
from pnp.model.nets import Net, Panel, tab

# Nets of paper dice with 4, 6, 8, 10, 12 and 20 sides, from the table in dice_nets.json.

DIE_TAB_MM = 5.0  # How high a glue tab is at most.
DIGITS = 9  # Decimals of a coordinate in mm: corners that meet are equal.
DICE: Mapping[str, Mapping[str, Any]] = json.loads(read_package("pnp.load", "dice_nets.json"))
"""The net of every die, by its name, for an edge of 1; the usual length in mm of its longest `edge`, and the height of a `tab` for each mm of it."""


def die_net(name: str, edge: float | None = None) -> Net:
    """Return the net of a die by its name, with edges of the usual length or of so many mm."""
    row = DICE[name]
    edge = edge or float(row["edge"])
    height = min(DIE_TAB_MM, edge * row["tab"])
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

    def panel(side: Mapping[str, Any]) -> Panel:
        width, height = (round(share * edge, DIGITS) for share in side["size"])
        points = tuple(spots[corner] for corner in side["at"])
        return Panel(side["id"], points, side["angle"], width, height, tuple(side.get("names", ())))

    cut = tuple(
        point for n, edge_row in enumerate(row["outline"]) for point in shapes.get(n, segment(edge_row))[:-1]
    )
    return Net(
        size=Size(max(x for x, _ in cut), max(y for _, y in cut)),
        panels=tuple(map(panel, row["panels"])),
        cut=cut,
        folds=(*map(segment, row["folds"]), *(segment(row["outline"][n]) for n in shapes)),
        tabs=tuple(shapes.values()),
        hinges=tuple(map(tuple, row["hinges"])),
    )


SMALLEST_SIDE_MM = 5.0
GAP_MM = 3.0  # Between two nets, so that scissors get around the tabs.
BLEED_MM = 1.0
DIE = WordKey("die", "The kind of die.", DICE, many="dice")
SIDE = LengthKey("side", "The length of one side or edge.", most=60.0)


def _read_dice(section: MapNode, context: Context) -> Form:
    die = DIE.read(section, context.findings) if "die" in section else "d6"
    name = die or "d6"
    count, usual = len(DICE[name]["panels"]), DICE[name]["edge"]
    side = SIDE.read(section, context.findings, usual)

    def inspect(fields: Mapping[str, Node | None], findings: Findings) -> None:
        sides = fields.get("sides")
        if sides is not None and not (isinstance(sides, ListNode) and len(sides.items) == count):
            got = f"{len(sides.items)}" if isinstance(sides, ListNode) else described(sides)
            message = f"a {name} has {count} sides, got {got}"
            findings.error("PNP150", message, sides.place, hint=f"write a list of {count}")

    if die and side < SMALLEST_SIDE_MM:
        place = section.key_place("side")
        message = f"a die below {SMALLEST_SIDE_MM:g} mm cannot be folded"
        context.findings.error("PNP110", message, place, hint=f"write {usual:g}mm")
        die = None
    net = die_net(name, side) if die else None
    return Form(net.size if net else None, bleed=BLEED_MM, net=net, gap=GAP_MM, inspect=inspect)


DICE_KIND = Reader(
    Kind(name="dice", one="die", many="dice", rank=5, stock="card", weights=(160, 200)),
    (DIE, SIDE, *KEYS),
    _read_dice,
)

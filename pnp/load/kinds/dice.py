"""The kind `dice`: dice of four to twenty sides as nets to cut, fold and glue."""

from collections.abc import Mapping

from pnp.load.component import KEYS, Form, Reader
from pnp.load.dice_nets import DICE as SHAPES
from pnp.load.dice_nets import die_net
from pnp.load.header import Context
from pnp.load.keys import LengthKey, WordKey
from pnp.load.nodes import Findings, ListNode, MapNode, Node, described
from pnp.model.kinds import Kind

SMALLEST_SIDE_MM = 5.0
GAP_MM = 3.0
"""Between two nets, so that scissors get around the tabs."""

BLEED_MM = 1.0
DIE = WordKey("die", "How many sides the dice have.", SHAPES, many="dice")
SIDE = LengthKey("side", "The length of one side or edge.", most=60.0)


def read_dice(section: MapNode, context: Context) -> Form:
    """Return what a die is like."""
    die = DIE.read(section, context.findings) if "die" in section else "d6"
    name = die or "d6"
    count, usual = SHAPES[name].sides, SHAPES[name].edge
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


DICE = Reader(
    Kind(
        name="dice",
        one="die",
        many="dice",
        rank=5,
        stock="card",
        stock_text="Card, 160 to 200 g/m².",
        weights=(160, 200),
    ),
    (DIE, SIDE, *KEYS),
    read_dice,
)

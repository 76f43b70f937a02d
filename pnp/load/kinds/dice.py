"""The kind `dice`: four- or six-sided dice as nets to cut, fold and glue."""

from collections.abc import Callable, Mapping

from pnp.load import component
from pnp.load.component import folded, read_contents
from pnp.load.header import Context
from pnp.load.schema import Findings
from pnp.load.sizes import read_length
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.model.game import Component
from pnp.model.nets import Net, cube, tetrahedron
from pnp.text import suggest

KEYS = ("die", "side", *component.KEYS)

NETS: Mapping[str, tuple[int, float, Callable[[float], Net]]] = {
    "d6": (6, 18.0, cube),
    "d4": (4, 25.0, tetrahedron),
}
"""Name of a die -> its number of sides (a d4 is read at its corners), the usual edge in mm, and its net."""

MOST_SIDE_MM = 60.0
GAP_MM = 3.0
"""Between two nets, so that scissors get around the tabs."""

BLEED_MM = 1.0


def read_dice(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    die = _die(section.get("die"), context.findings)
    count, usual, net_of = NETS[die or "d6"]
    side = read_length(section, "side", context.findings, default=usual, most=MOST_SIDE_MM)

    def inspect(fields: Mapping[str, Node | None], findings: Findings) -> None:
        sides = fields.get("sides")
        if sides is not None and not (isinstance(sides, ListNode) and len(sides.items) == count):
            got = f"{len(sides.items)}" if isinstance(sides, ListNode) else described(sides)
            message = f"a {die or 'd6'} has {count} sides, got {got}"
            findings.error("PNP150", message, sides.place, hint=f"write a list of {count}")

    held = read_contents(component_id, section, context, inspect=inspect)
    if die is None or held is None:
        return None
    if side < 5:
        place = section.key_place("side")
        context.findings.error(
            "PNP110", "a die below 5 mm cannot be folded", place, hint=f"write {usual:g}mm"
        )
        return None
    return folded(component_id, section, held, net_of(side), bleed=BLEED_MM, gap=GAP_MM)


def _die(node: Node | None, findings: Findings) -> str | None:
    if node is None:
        return "d6"
    if isinstance(node, ScalarNode) and node.text in NETS:
        return node.text
    message = f"there is no die called {described(node)}"
    hint = suggest(node.text if isinstance(node, ScalarNode) else "", NETS, what="dice")
    findings.error("PNP114", message, node.place, hint=hint)
    return None

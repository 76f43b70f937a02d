"""The kind `discs`: round pieces, a front, and perhaps a back that lies exactly behind it."""

from pnp.load import contents
from pnp.load.contents import read_contents
from pnp.load.context import Context
from pnp.load.nodes import MapNode
from pnp.load.sizes import LARGEST, MOST_BLEED_MM, SMALLEST, read_length, want_length
from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.outline import circle

KEYS = ("diameter", "gap", "bleed", "safe", *contents.KEYS)

GAP_MM = 3.0
"""Between two discs: room for scissors to turn, or for the rim of a punch."""

BLEED_MM = GAP_MM / 2
SAFE_MM = 1.5
"""Round cuts by hand are off by a millimetre more easily than straight ones, but the pieces are small."""


def read_discs(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    findings = context.findings
    diameter = want_length(
        section, "diameter", "the component", findings, least=SMALLEST, most=LARGEST, example="25mm"
    )
    gap = read_length(section, "gap", findings, default=GAP_MM, most=MOST_BLEED_MM)
    bleed = read_length(section, "bleed", findings, default=BLEED_MM, most=MOST_BLEED_MM)
    safe = read_length(section, "safe", findings, default=SAFE_MM, most=(diameter or LARGEST) / 2)
    held = read_contents(component_id, section, context)
    if diameter is None or held is None:
        return None
    return Component(
        id=component_id,
        kind="discs",
        title=held.title,
        size=Size(diameter, diameter),
        corner=diameter / 2,
        bleed=bleed,
        safe=safe,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
        outline=circle(diameter),
        gap=gap,
    )

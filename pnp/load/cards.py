"""The kind `cards`: rectangles with rounded corners, a front, and perhaps a back."""

from pnp.load import contents
from pnp.load.contents import read_contents
from pnp.load.context import Context
from pnp.load.nodes import MapNode
from pnp.load.sizes import MOST_BLEED_MM, NAMED, read_length, read_size
from pnp.model.game import Component

KEYS = ("size", "corner", "bleed", "safe", *contents.KEYS)

CORNER_MM = 3.0
"""The corner radius that card makers cut unless told otherwise (1/8 inch is 3.2 mm)."""

BLEED_MM = SAFE_MM = 3.0
"""What print shops ask for beyond the cut, and keep clear within it: 1/8 inch, in round millimetres."""


def read_cards(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    findings = context.findings
    size_node = section.get("size")
    size = NAMED["standard"] if size_node is None else read_size(size_node, findings)
    half = min(size.width, size.height) / 2 if size else MOST_BLEED_MM
    corner = read_length(section, "corner", findings, default=CORNER_MM, most=half)
    bleed = read_length(section, "bleed", findings, default=BLEED_MM, most=MOST_BLEED_MM)
    safe = read_length(section, "safe", findings, default=SAFE_MM, most=half)
    held = read_contents(component_id, section, context)
    if size is None or held is None:
        return None
    return Component(
        id=component_id,
        kind="cards",
        title=held.title,
        size=size,
        corner=corner,
        bleed=bleed,
        safe=safe,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
    )

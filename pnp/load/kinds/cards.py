"""The kind `cards`: rectangles with rounded corners, a front, and perhaps a back."""

from pnp.load import component
from pnp.load.component import Usual, read_rectangle
from pnp.load.header import Context
from pnp.load.sizes import NAMED, read_size
from pnp.load.yaml_nodes import MapNode
from pnp.model.game import Component

KEYS = component.RECTANGLE_KEYS

USUAL = Usual(corner=3.0, bleed=3.0, safe=3.0)
"""Corners as card makers cut them unless told otherwise (1/8 inch is 3.2 mm); beyond the cut and clear within it what
print shops ask for, 1/8 inch in round millimetres."""


def read_cards(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    node = section.get("size")
    size = NAMED["standard"] if node is None else read_size(node, context.findings)
    return read_rectangle(component_id, section, context, size=size, usual=USUAL)

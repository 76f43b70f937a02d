"""The kind `cards`: rectangles with rounded corners, a front, and perhaps a back."""

from pnp.load.component import RECTANGLE_KEYS, Form, read_rectangle
from pnp.load.header import Context
from pnp.load.nodes import MapNode
from pnp.load.sizes import NAMED, read_size
from pnp.model.kinds import Kind

KIND = Kind(
    name="cards",
    one="card",
    many="cards",
    rank=1,
    stock="Card, 220 to 250 g/m².",
    assembly="Cut along the marks with a knife and a ruler, the long cuts first; round the corners if you like.",
    layout="rows",
    shares="card",
    drawn_from=True,
)
KEYS = RECTANGLE_KEYS

CORNER_MM = 3.0
"""As card makers cut corners unless told otherwise (1/8 inch is 3.2 mm)."""

BLEED_MM = SAFE_MM = 3.0
"""What print shops ask for, 1/8 inch in round millimetres."""


def read_cards(section: MapNode, context: Context) -> Form:
    """Return what a card is like."""
    node = section.get("size")
    size = NAMED["standard"] if node is None else read_size(node, context.findings)
    return read_rectangle(section, context.findings, size, corner=CORNER_MM, bleed=BLEED_MM, safe=SAFE_MM)

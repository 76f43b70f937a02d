"""The kind `discs`: round pieces, a front, and perhaps a back that lies exactly behind it."""

from pnp.load.component import ROUND_KEYS, Form, read_disc
from pnp.load.header import Context
from pnp.load.nodes import MapNode
from pnp.model.kinds import Kind

KIND = Kind(
    name="discs",
    one="disc",
    many="discs",
    rank=4,
    stock="Card, or paper glued to 1.5 mm grey board.",
    assembly="Cut out the circles, or use a punch of that size.",
    shares="card on grey board",
)
KEYS = ROUND_KEYS

GAP_MM = 3.0
"""Between two discs: room for scissors to turn, or for the rim of a punch."""

BLEED_MM = GAP_MM / 2
SAFE_MM = 1.5
"""Round cuts by hand are off by a millimetre more easily than straight ones, but the pieces are small."""


def read_discs(section: MapNode, context: Context) -> Form:
    """Return what a disc is like."""
    return read_disc(section, context.findings, gap=GAP_MM, bleed=BLEED_MM, safe=SAFE_MM, example="25mm")

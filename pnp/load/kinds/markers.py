"""The kind `markers`: flat discs and cards, or little tents that stand on the table."""

from pnp.load.component import KEYS as COMMON_KEYS
from pnp.load.component import Form
from pnp.load.header import Context
from pnp.load.nodes import MapNode
from pnp.load.sizes import read_length, read_size
from pnp.model.geometry import Size, circle
from pnp.model.kinds import Kind
from pnp.model.nets import standee

KIND = Kind(
    name="markers",
    one="marker",
    many="markers",
    rank=6,
    stock="Card, 200 to 250 g/m².",
    assembly="Cut the solid lines; fold the dashed ones and glue the tab.",
    shares="card",
)
KEYS = ("stand", "size", "diameter", "bleed", *COMMON_KEYS)

USUAL = Size(20, 30)
MOST_DIAMETER_MM = 150.0
BLEED_MM = 1.5
SAFE_MM = 1.0
GAP_MM = 3.0


def read_markers(section: MapNode, context: Context) -> Form:
    """Return what a marker is like."""
    findings = context.findings
    stand = findings.want_flag(section.get("stand"), "stand", default=False)
    diameter = read_length(section, "diameter", findings, default=0.0, most=MOST_DIAMETER_MM)
    if diameter and (stand or "size" in section):
        stands = "a marker that stands has a size, not a diameter"
        message = stands if stand else "size and diameter say the same thing"
        findings.error("PNP125", message, section.key_place("diameter"), hint="delete one of the two")
    size_node = section.get("size")
    size = USUAL if size_node is None else read_size(size_node, findings)
    bleed = read_length(section, "bleed", findings, default=BLEED_MM, most=GAP_MM / 2)
    net = standee(size.width, size.height) if stand and size else None
    outline = circle(diameter) if diameter and not stand else None
    whole = net or outline
    size = whole.size if whole and size else size
    return Form(size, bleed=bleed, safe=SAFE_MM, outline=outline, net=net, gap=GAP_MM)

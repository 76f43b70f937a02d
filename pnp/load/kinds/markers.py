"""The kind `markers`: flat discs and cards, or little tents that stand on the table."""

from pnp.load import component
from pnp.load.component import read_contents
from pnp.load.header import Context
from pnp.load.schema import want_flag
from pnp.load.sizes import read_length, read_size
from pnp.load.yaml_nodes import MapNode
from pnp.model.game import Component
from pnp.model.geometry import Outline, Size, circle
from pnp.model.nets import Net, standee

KEYS = ("stand", "size", "diameter", "bleed", *component.KEYS)

USUAL = Size(20, 30)
MOST_DIAMETER_MM = 150.0
BLEED_MM = 1.5
GAP_MM = 3.0


def read_markers(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    findings = context.findings
    stand = want_flag(section.get("stand"), "stand", findings, default=False)
    diameter = read_length(section, "diameter", findings, default=0.0, most=MOST_DIAMETER_MM)
    if diameter and (stand or "size" in section):
        what = (
            "a marker that stands has a size, not a diameter"
            if stand
            else "size and diameter say the same thing"
        )
        findings.error("PNP125", what, section.key_place("diameter"), hint="delete one of the two")
    size_node = section.get("size")
    size = USUAL if size_node is None else read_size(size_node, findings)
    bleed = read_length(section, "bleed", findings, default=BLEED_MM, most=GAP_MM / 2)
    held = read_contents(component_id, section, context)
    if size is None or held is None:
        return None
    net: Net | None = standee(size.width, size.height) if stand else None
    outline: Outline | None = circle(diameter) if diameter and not stand else None
    return Component(
        id=component_id,
        kind="markers",
        title=held.title,
        size=net.size if net else (outline.size if outline else size),
        corner=0.0,
        bleed=bleed,
        safe=1.0,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
        outline=outline,
        net=net,
        gap=GAP_MM,
    )

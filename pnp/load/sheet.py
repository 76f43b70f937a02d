"""The kind `sheet`: player aids, score pads, mats; paper with straight corners, on one side or both."""

from pnp.load import contents
from pnp.load.contents import read_contents
from pnp.load.context import Context
from pnp.load.fields import require
from pnp.load.formats import read_format
from pnp.load.nodes import MapNode
from pnp.load.sizes import MOST_BLEED_MM, read_length
from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.papers import PAPERS

KEYS = ("size", "corner", "bleed", "safe", *contents.KEYS)

BLEED_MM = 3.0
SAFE_MM = 4.0
SAFE_ON_PAPER_MM = 7.0
"""On a sheet that is a whole paper: more than what home printers leave white (6.35 mm)."""


def read_sheet(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    findings = context.findings
    node = require(section, "size", "the component", findings, example="a5")
    size = read_format(node, findings) if node else None
    half = min(size.width, size.height) / 2 if size else MOST_BLEED_MM
    corner = read_length(section, "corner", findings, default=0.0, most=half)
    bleed = read_length(section, "bleed", findings, default=BLEED_MM, most=MOST_BLEED_MM)
    safe = read_length(section, "safe", findings, default=min(_safe(size), half), most=half)
    held = read_contents(component_id, section, context)
    if size is None or held is None:
        return None
    return Component(
        id=component_id,
        kind="sheet",
        title=held.title,
        size=size,
        corner=corner,
        bleed=bleed,
        safe=safe,
        pieces=held.pieces,
        place=section.key_place("kind"),
        note=held.note,
    )


def _safe(size: Size | None) -> float:
    papers = {each for paper in PAPERS.values() for each in (paper.size, paper.size.turned)}
    return SAFE_ON_PAPER_MM if size in papers else SAFE_MM

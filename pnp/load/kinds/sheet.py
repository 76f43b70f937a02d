"""The kind `sheet`: player aids, score pads, mats; paper with straight corners, on one side or both."""

from pnp.load import component
from pnp.load.component import Usual, read_rectangle
from pnp.load.header import Context
from pnp.load.schema import require
from pnp.load.sizes import read_format
from pnp.load.yaml_nodes import MapNode
from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.sheet import PAPERS

KEYS = component.RECTANGLE_KEYS

BLEED_MM = 3.0
SAFE_MM = 4.0
SAFE_ON_PAPER_MM = 7.0
"""On a sheet that is a whole paper: more than what home printers leave white (6.35 mm)."""


def read_sheet(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    node = require(section, "size", "the component", context.findings, example="a5")
    size = read_format(node, context.findings) if node else None
    usual = Usual(corner=0.0, bleed=BLEED_MM, safe=_safe(size))
    return read_rectangle(component_id, section, context, size=size, usual=usual)


def _safe(size: Size | None) -> float:
    papers = {each for paper in PAPERS.values() for each in (paper.size, paper.size.turned)}
    return SAFE_ON_PAPER_MM if size in papers else SAFE_MM

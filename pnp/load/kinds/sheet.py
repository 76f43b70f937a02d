"""The kind `sheet`: player aids, score pads, mats; paper with straight corners, on one side or both."""

from pnp.load.component import RECTANGLE_KEYS, Form, read_rectangle
from pnp.load.header import Context
from pnp.load.nodes import MapNode
from pnp.load.sizes import read_format
from pnp.model.kinds import Kind
from pnp.model.sheet import PAPERS

KIND = Kind(
    name="sheet",
    one="sheet",
    many="sheets",
    rank=8,
    stock="Plain paper; card lasts longer.",
    assembly="Cut to size.",
    layout="page",
    shares="paper",
    tiled=True,
    by_piece=False,
)
KEYS = RECTANGLE_KEYS

BLEED_MM = 3.0
SAFE_MM = 4.0
SAFE_ON_PAPER_MM = 7.0
"""On a sheet that is a whole paper: more than what home printers leave white (6.35 mm)."""


def read_sheet(section: MapNode, context: Context) -> Form:
    """Return what a sheet is like."""
    node = context.findings.require(section, "size", "the component", example="a5")
    size = read_format(node, context.findings) if node else None
    papers = {each for paper in PAPERS.values() for each in (paper.size, paper.size.turned)}
    safe = SAFE_ON_PAPER_MM if size in papers else SAFE_MM
    return read_rectangle(section, context.findings, size, corner=0.0, bleed=BLEED_MM, safe=safe)

"""The kind `board`: one large piece with spaces, which the template draws and the rules read."""

from dataclasses import replace

from pnp.load import component
from pnp.load.board_spaces import check_spaces, read_spaces
from pnp.load.component import Usual, read_rectangle
from pnp.load.header import Context
from pnp.load.schema import Findings, require
from pnp.load.sizes import read_format, read_length
from pnp.load.yaml_nodes import MapNode, Node
from pnp.model.game import Board, Component
from pnp.model.geometry import Size

KEYS = ("overlap", "spaces", *component.RECTANGLE_KEYS)

LARGEST = Size(594, 841)
"""A1: the largest that print shops for plans and posters make on one piece without asking."""

USUAL = Usual(corner=0.0, bleed=3.0, safe=5.0)
OVERLAP_MM = 10.0
"""As wide as a glue stick's stripe."""

MOST_OVERLAP_MM = 30.0


def read_board(component_id: str, section: MapNode, context: Context) -> Component | None:
    """Return the component, or None when something that it cannot do without is wrong."""
    findings = context.findings
    node = require(section, "size", "the component", findings, example="a3 landscape")
    size = _size(node, findings) if node else None
    overlap = read_length(section, "overlap", findings, default=OVERLAP_MM, most=MOST_OVERLAP_MM)
    written = read_spaces(section, context)
    check_spaces(written, size, findings)
    component = read_rectangle(component_id, section, context, size=size, usual=USUAL)
    if component is None:
        return None
    spaces = tuple(each.space for each in written)
    return replace(component, board=Board(component.size, spaces, overlap))


def _size(node: Node, findings: Findings) -> Size | None:
    size = read_format(node, findings)
    if size is None:
        return None
    short, long = sorted((size.width, size.height))
    if short > LARGEST.width or long > LARGEST.height:
        message = f"a board of {size.width:.4g} × {size.height:.4g} mm is larger than A1"
        findings.error("PNP110", message, node.place, hint="A1 is 594 × 841 mm; make it of several boards")
        return None
    return size

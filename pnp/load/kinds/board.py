"""The kind `board`: one large piece with spaces, which the template draws and the rules read."""

from dataclasses import replace

from pnp.load.component import RECTANGLE_KEYS, Form, Reader, read_rectangle
from pnp.load.header import Context
from pnp.load.keys import FileKey, LengthKey, list_of, mapping
from pnp.load.nodes import MapNode, Node, Problem
from pnp.load.sizes import read_format
from pnp.load.spaces import RESERVED as SPACE_KEYS
from pnp.load.spaces import check_spaces, read_spaces
from pnp.model.game import Board
from pnp.model.geometry import Size
from pnp.model.kinds import Kind

LARGEST = Size(594, 841)
"""A1: the largest that print shops for plans and posters make on one piece without asking."""

BLEED_MM, SAFE_MM = 3.0, 5.0
OVERLAP_MM = 10.0
"""As wide as a glue stick's stripe."""

OVERLAP = LengthKey("overlap", "How much two pages of a board share where they are glued.", most=30.0)
SPACES = FileKey("spaces", "The spaces of the board.", list_of(mapping(SPACE_KEYS, more=True)))


def read_board(section: MapNode, context: Context) -> Form:
    """Return what a board is like, its spaces among it."""
    findings = context.findings
    node = findings.require(section, "size", "the component", example="a3 landscape")
    size = findings.attempt(_size, node)
    overlap = OVERLAP.read(section, findings, OVERLAP_MM)
    written = read_spaces(section, context)
    check_spaces(written, size, findings)
    form = read_rectangle(section, findings, size, corner=0.0, bleed=BLEED_MM, safe=SAFE_MM)
    spaces = tuple(each.space for each in written)
    return replace(form, board=Board(size, spaces, overlap) if size else None)


BOARD = Reader(
    Kind(
        name="board",
        one="board",
        many="boards",
        rank=7,
        stock="board",
        stock_text="Plain paper, glued on 2 mm grey board.",
        grey_board=2.0,
        tiled=True,
        full_size=True,
        by_piece=False,
    ),
    (OVERLAP, SPACES, *RECTANGLE_KEYS),
    read_board,
    needs=("size",),
)


def _size(node: Node) -> Size:
    size = read_format(node)
    short, long = sorted((size.width, size.height))
    if short > LARGEST.width or long > LARGEST.height:
        message = f"a board of {size.width:.4g} × {size.height:.4g} mm is larger than A1"
        hint = "A1 is 594 × 841 mm; make it of several boards"
        raise Problem("PNP110", message, node.place, hint)
    return size

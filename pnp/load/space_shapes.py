"""The shape of a board space: a circle, a rectangle, corners, or one triangle of a grid."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pnp.load.keys import CORNERS, LENGTH, FileKey, mapping
from pnp.load.nodes import Findings, ListNode, MapNode, Node, ScalarNode
from pnp.load.sizes import mm_of, read_corners
from pnp.model.diagnostics import Place
from pnp.model.geometry import Point, circle, crosses_itself, middle, signed_area

POINT = tuple(FileKey(name, schema=LENGTH) for name in ("x", "y"))
CIRCLE = (*POINT, FileKey("diameter", schema=LENGTH))
RECTANGLE = (*POINT, FileKey("width", schema=LENGTH), FileKey("height", schema=LENGTH))
SHAPES = (
    FileKey("circle", schema=mapping(CIRCLE, required=CIRCLE)),
    FileKey("rectangle", schema=mapping(RECTANGLE, required=RECTANGLE)),
    FileKey("points", "Its corners, in their order around it.", CORNERS),
)

MOST_CORNERS = 200
EXACT_MM = 0.01
SMALLEST_MM2 = 1.0
"""A space smaller than that is a slip: nothing can stand on it."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Where a space is: its corners clockwise, in mm from the board's top-left corner, and its middle."""

    points: tuple[Point, ...]
    centre: Point
    round: bool = False

    def moved(self, dx: float, dy: float) -> "Shape":
        """Return the shape so many mm further right and down."""
        x, y = self.centre
        return Shape(tuple((px + dx, py + dy) for px, py in self.points), (x + dx, y + dy), self.round)


def read_shape(kind: str, node: Node, findings: Findings) -> Shape | None:
    """Return the shape written as `kind`, one of SHAPES; None with PNP104, PNP105, PNP110 or PNP140.

    A circle is placed by its centre, a rectangle by its top-left corner.
    """
    if kind == "points":
        return _polygon(node, findings)
    keys = CIRCLE if kind == "circle" else RECTANGLE
    section, sides = findings.want_map(node, kind), keys[len(POINT) :]
    given = _lengths(section, keys, f"a {kind}", findings) if section else None
    if section is None or given is None:
        return None
    small = [key for key in sides if given[key] < 1]
    for key in small:
        message = f"{key} must be 1 mm or more, got {given[key]:g} mm"
        findings.error("PNP110", message, section.value_place(key), hint="write 30mm")
    if small:
        return None
    x, y = given["x"], given["y"]
    if kind == "circle":
        radius = given["diameter"] / 2
        around = circle(given["diameter"]).points
        return Shape(tuple((x - radius + px, y - radius + py) for px, py in around), (x, y), round=True)
    width, height = given["width"], given["height"]
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(corners, (x + width / 2, y + height / 2))


def _polygon(node: Node, findings: Findings) -> Shape | None:
    if isinstance(node, ListNode) and not 3 <= len(node.items) <= MOST_CORNERS:
        message = f"a space has 3 to {MOST_CORNERS} corners, got {len(node.items)}"
        hint = "write points: [[0mm, 0mm], [30mm, 0mm], [15mm, 26mm]]"
        findings.error("PNP140", message, node.place, hint=hint)
        return None
    points = read_corners(node, findings, "a corner must be [x, y]")
    if points is None:
        return None
    fault = _fault(points)
    if fault is not None:
        findings.error("PNP140", fault[0], node.place, hint=fault[1])
        return None
    clockwise = points if signed_area(points) > 0 else points[::-1]
    return Shape(clockwise, middle(clockwise))


def _fault(points: tuple[Point, ...]) -> tuple[str, str] | None:
    """Return why corners make no space, and what to do, or None when they make one."""
    if any(math.dist(points[n - 1], points[n]) < EXACT_MM for n in range(len(points))):
        return "two corners of this space are the same", "delete one of them"
    if crosses_itself(points):
        return "the sides of this space cross", "write the corners in their order around it"
    if abs(signed_area(points)) < SMALLEST_MM2:
        return "the corners of this space lie on a line", "move one of them"
    return None


def _lengths(
    section: MapNode,
    keys: tuple[str, ...],
    what: str,
    findings: Findings,
    *,
    example: str = "30mm",
    also: tuple[str, ...] = (),
) -> dict[str, float] | None:
    """Return the lengths under `keys`, all of which must be there; None with findings. Other keys are those in `also`."""
    findings.check_keys(section, (*keys, *also), what)
    nodes = {key: findings.require(section, key, what, example=example) for key in keys}
    given = {key: findings.attempt(mm_of, node, key) for key, node in nodes.items()}
    found = {key: length for key, length in given.items() if length is not None}
    return found if len(found) == len(keys) else None


# Triangle grids drawn with letters: each letter is a triangle, and which ones touch is worked out.
#
# rows:
#   - " abcde"        a, c, e point up; b, d point down
#   - "fghijkl"       g lies below a: they touch along a's base
#   - "mnopqrs"
#   - " tuvwx"

HOLES = " ."
MOST_TRIANGLES = 1000
EXAMPLE_ROWS = '[" ab ", "cdef"]'


@dataclass(frozen=True, slots=True)
class Triangle:
    """One triangle of a grid. `across` names the letters beyond its base, left and right, None at the rim.

    Its shape begins at the corner that the base lies opposite to.
    """

    letter: str
    up: bool
    shape: Shape
    across: Mapping[str, str | None]
    place: Place


def read_triangles(node: Node, findings: Findings) -> tuple[Triangle, ...]:
    """Return the triangles of a grid, row by row; none, with PNP104, PNP105, PNP110 or PNP146, for a broken one."""
    section = findings.want_map(node, "triangles")
    if section is None:
        return ()
    lengths = ("x", "y", "side")
    given = _lengths(section, lengths, "triangles", findings, example="45mm", also=("first", "rows"))
    first = section.get("first")
    word = first.text if isinstance(first, ScalarNode) else ""
    if first is not None and word not in ("up", "down"):
        hint = "write first: up, if the first letter points up"
        findings.wrong_value(first, "first must be up or down", hint=hint, code="PNP114")
    cells = _cells(section, findings)
    if given is None or not cells:
        return ()
    side = given["side"]
    if side < 1:
        message = f"side must be 1 mm or more, got {side:g} mm"
        findings.error("PNP110", message, section.key_place("side"), hint="write 45mm")
        return ()
    origin = (given["x"], given["y"])
    return tuple(_triangle(cells, cell, origin, side, first_up=word != "down") for cell in cells)


Cell = tuple[int, int]
"""Row and column of a letter in the picture."""

Cells = Mapping[Cell, tuple[str, Place]]


def _triangle(cells: Cells, cell: Cell, origin: Point, side: float, *, first_up: bool) -> Triangle:
    (first_row, first_column), (row, column) = next(iter(cells)), cell
    up = ((row + column) % 2 == (first_row + first_column) % 2) == first_up
    letter, place = cells[cell]

    def at(row: int, column: int) -> str | None:
        return cells[row, column][0] if (row, column) in cells else None

    across = {
        "base": at(row + 1 if up else row - 1, column),
        "left": at(row, column - 1),
        "right": at(row, column + 1),
    }
    height = side * math.sqrt(3) / 2
    left, top = origin[0] + column * side / 2, origin[1] + row * height
    if up:
        points = ((left + side / 2, top), (left + side, top + height), (left, top + height))
        centre = (left + side / 2, top + height * 2 / 3)
    else:
        points = ((left + side / 2, top + height), (left, top), (left + side, top))
        centre = (left + side / 2, top + height / 3)
    return Triangle(letter, up, Shape(points, centre), across, place)


def _cells(section: MapNode, findings: Findings) -> Cells:
    """Return the letters by row and column, the leftmost in column 0; none with findings."""
    node = findings.require(section, "rows", "triangles", example=EXAMPLE_ROWS)
    listed = findings.want_list(node, "rows") if node else None
    if listed is None:
        return {}
    cells: dict[Cell, tuple[str, Place]] = {}
    for row, item in enumerate(listed.items):
        text = findings.want_text(item, "a row")
        if text is None:
            return {}
        cells |= {
            (row, column): (letter, item.place) for column, letter in enumerate(text) if letter not in HOLES
        }
    if not 0 < len(cells) <= MOST_TRIANGLES:
        limit = f"; the limit is {MOST_TRIANGLES:,}" if cells else ""
        message = f"rows has {len(cells) or 'no'} letters{limit}"
        hint = f"write rows: {EXAMPLE_ROWS}, a letter for each triangle"
        findings.error("PNP146", message, listed.place, hint=hint)
        return {}
    margin = min(column for _, column in cells)
    return {(row, column - margin): found for (row, column), found in cells.items()}

"""Triangle grids drawn with letters: each letter is a triangle, and which ones touch is worked out.

rows:
  - " abcde"        a, c, e point up; b, d point down
  - "fghijkl"       g lies below a: they touch along a's base
  - "mnopqrs"
  - " tuvwx"
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from pnp.load.polygons import Shape, want_mm
from pnp.load.schema import Findings, check_keys, require, want_list, want_map, want_text
from pnp.load.yaml_nodes import MapNode, Node, ScalarNode, described
from pnp.model.diagnostics import Place
from pnp.model.geometry import Point

KEYS = ("x", "y", "side", "first", "rows")
HOLES = " ."
MOST_TRIANGLES = 1000
EXAMPLE = '[" ab ", "cdef"]'


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
    section = want_map(node, "triangles", findings)
    if section is None:
        return ()
    check_keys(section, KEYS, "triangles", findings)
    lengths = {}
    for key in ("x", "y", "side"):
        given = require(section, key, "triangles", findings, example="45mm")
        lengths[key] = want_mm(given, key, findings) if given else None
    x, y, side = lengths["x"], lengths["y"], lengths["side"]
    first_up = _first_points_up(section.get("first"), findings)
    cells = _cells(section, findings)
    if x is None or y is None or side is None or not cells:
        return ()
    if side < 1:
        findings.error(
            "PNP110",
            f"side must be 1 mm or more, got {side:g} mm",
            section.key_place("side"),
            hint="write 45mm",
        )
        return ()
    return tuple(_triangle(cells, cell, (x, y), side, first_up=first_up) for cell in cells)


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
    left, top, height = origin[0] + column * side / 2, origin[1] + row * _height(side), _height(side)
    if up:
        points = ((left + side / 2, top), (left + side, top + height), (left, top + height))
        centre = (left + side / 2, top + height * 2 / 3)
    else:
        points = ((left + side / 2, top + height), (left, top), (left + side, top))
        centre = (left + side / 2, top + height / 3)
    return Triangle(letter, up, Shape(points, centre), across, place)


def _height(side: float) -> float:
    return side * math.sqrt(3) / 2


def _first_points_up(node: Node | None, findings: Findings) -> bool:
    if node is None:
        return True
    word = node.text if isinstance(node, ScalarNode) else ""
    if word not in ("up", "down"):
        message = f"first must be up or down, got {described(node)}"
        findings.error("PNP114", message, node.place, hint="write first: up, if the first letter points up")
    return word != "down"


def _cells(section: MapNode, findings: Findings) -> Cells:
    """Return the letters by row and column, the leftmost in column 0; none with findings."""
    node = require(section, "rows", "triangles", findings, example=EXAMPLE)
    listed = want_list(node, "rows", findings) if node else None
    if listed is None:
        return {}
    cells: dict[Cell, tuple[str, Place]] = {}
    for row, item in enumerate(listed.items):
        text = want_text(item, "a row", findings)
        if text is None:
            return {}
        cells |= {
            (row, column): (letter, item.place) for column, letter in enumerate(text) if letter not in HOLES
        }
    if not 0 < len(cells) <= MOST_TRIANGLES:
        message = f"rows has {len(cells) or 'no'} letters" + (
            f"; the limit is {MOST_TRIANGLES:,}" if cells else ""
        )
        findings.error(
            "PNP146", message, listed.place, hint=f"write rows: {EXAMPLE}, a letter for each triangle"
        )
        return {}
    margin = min(column for _, column in cells)
    return {(row, column - margin): found for (row, column), found in cells.items()}

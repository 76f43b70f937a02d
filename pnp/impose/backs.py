"""Which place on the back of a sheet lies behind a place on its front.

Arithmetic only: a page, a rectangle and how the paper is turned.
"""

from collections.abc import Sequence
from typing import Literal

from pnp.model.geometry import Rect, Size
from pnp.model.outline import Point
from pnp.model.sheet import Backs

Axis = Literal["vertical", "horizontal"]
"""How the line runs about which the paper turns."""


def turning_axis(page: Size, flip: Backs) -> Axis:
    """Return the axis a page turns about when flipped over its long or its short edge.

    The long edges of an upright page run vertically, those of a page on its side horizontally. A square page
    counts as upright.

    >>> turning_axis(Size(210, 297), "long-edge"), turning_axis(Size(297, 210), "long-edge")
    ('vertical', 'horizontal')
    """
    upright = page.height >= page.width
    return "vertical" if upright == (flip == "long-edge") else "horizontal"


def behind(place: Rect, page: Size, axis: Axis) -> Rect:
    """Return the place on the back that lies behind `place`; its own inverse.

    >>> behind(Rect(10, 20, 63, 88), Size(210, 297), "vertical")
    Rect(x=137, y=20, width=63, height=88)
    """
    if axis == "vertical":
        return Rect(page.width - place.right, place.y, place.width, place.height)
    return Rect(place.x, page.height - place.bottom, place.width, place.height)


def points_behind(points: Sequence[Point], page: Size, axis: Axis) -> tuple[Point, ...]:
    """Return the corners behind those of a polygon, clockwise again.

    >>> points_behind(((0, 0), (10, 0), (0, 10)), Size(210, 297), "vertical")
    ((210, 10), (200, 0), (210, 0))
    """
    if axis == "vertical":
        return tuple((page.width - x, y) for x, y in reversed(points))
    return tuple((x, page.height - y) for x, y in reversed(points))


def cell_behind(cell: tuple[int, int], columns: int, rows: int, axis: Axis) -> tuple[int, int]:
    """Return the (column, row) behind a cell of a centred grid; its own inverse.

    >>> cell_behind((0, 0), 3, 2, "vertical"), cell_behind((0, 0), 3, 2, "horizontal")
    ((2, 0), (0, 1))
    """
    column, row = cell
    return (columns - 1 - column, row) if axis == "vertical" else (column, rows - 1 - row)


def turn_behind(axis: Axis, turn: int = 0) -> int:
    """Return by how many degrees a back is turned so that its top lies behind the top of a front turned by `turn`.

    >>> turn_behind("vertical", 180), turn_behind("horizontal"), turn_behind("horizontal", 180)
    (180, 180, 0)
    """
    return (-turn if axis == "vertical" else 180 - turn) % 360

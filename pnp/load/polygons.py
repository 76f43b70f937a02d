"""Plane geometry of board spaces: which way a polygon runs, its middle, and how deep two areas reach into each other.

Lengths in mm, y down; "clockwise" is as seen on paper.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.load.schema import Findings, check_keys, require, want_list, want_map
from pnp.load.yaml_nodes import ListNode, MapNode, Node, ScalarNode, described
from pnp.model.diagnostics import Place
from pnp.model.geometry import Point, circle
from pnp.units import LengthError, parse_length

Polygon = Sequence[Point]


def signed_area(points: Polygon) -> float:
    """Return the area in mm², positive for a polygon that runs clockwise.

    >>> signed_area([(0, 0), (2, 0), (2, 3), (0, 3)])
    6.0
    """
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(points)) / 2


def middle(points: Polygon) -> Point:
    """Return the centre of gravity of a polygon that has an area.

    >>> middle([(0, 0), (2, 0), (2, 3), (0, 3)])
    (1.0, 1.5)
    """
    six = 6 * signed_area(points)
    x = sum((x1 + x2) * (x1 * y2 - x2 * y1) for (x1, y1), (x2, y2) in _sides(points))
    y = sum((y1 + y2) * (x1 * y2 - x2 * y1) for (x1, y1), (x2, y2) in _sides(points))
    return (x / six, y / six)


def crosses_itself(points: Polygon) -> bool:
    """Say whether two sides that are no neighbours meet; neighbours that fold back on each other meet the next."""
    sides = _sides(points)
    last = len(sides) - 1
    return any(
        _meet(*sides[one], *sides[other])
        for one in range(len(sides))
        for other in range(one + 2, len(sides))
        if (one, other) != (0, last)
    )


def convex_parts(points: Polygon) -> tuple[tuple[Point, ...], ...]:
    """Return a simple clockwise polygon whole when it is convex, and cut into triangles when it is not."""
    left = list(points)
    if all(_turn(*corner) >= 0 for corner in _corners(left)):
        return (tuple(left),)
    parts = []
    while len(left) > 3:
        ear = next((n for n, corner in enumerate(_corners(left)) if _is_ear(corner, left)), 0)
        parts.append(_corners(left)[ear])
        del left[ear]
    return (*parts, (left[0], left[1], left[2]))


def depth(one: Polygon, other: Polygon) -> float:
    """Return how many mm two convex clockwise polygons reach into each other; 0 or less when they do not.

    >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
    >>> depth(square, [(x + 1.5, y) for x, y in square]), depth(square, [(x + 2, y) for x, y in square])
    (0.5, 0.0)
    """
    return min(_reach(one, other), _reach(other, one))


def _reach(one: Polygon, other: Polygon) -> float:
    """Return the least that `other` would have to move, straight away from a side of `one`, to be clear of it."""
    least = math.inf
    for (x1, y1), (x2, y2) in _sides(one):
        length = math.hypot(x2 - x1, y2 - y1)
        nx, ny = (y2 - y1) / length, (x1 - x2) / length  # outwards
        least = min(least, x1 * nx + y1 * ny - min(x * nx + y * ny for x, y in other))
    return least


def _sides(points: Polygon) -> list[tuple[Point, Point]]:
    return list(zip(points, (*points[1:], points[0]), strict=True))


def _corners(points: Polygon) -> list[tuple[Point, Point, Point]]:
    """Return each corner with the one before and the one after it."""
    return [(points[n - 1], points[n], points[(n + 1) % len(points)]) for n in range(len(points))]


def _turn(a: Point, b: Point, c: Point) -> float:
    """Return twice the area of a triangle: positive for a clockwise turn, 0 for none."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])


def _is_ear(corner: tuple[Point, Point, Point], points: Polygon) -> bool:
    if _turn(*corner) <= 0:
        return False
    a, b, c = corner
    return not any(
        point not in corner
        and _turn(a, b, point) >= 0
        and _turn(b, c, point) >= 0
        and _turn(c, a, point) >= 0
        for point in points
    )


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Say whether the segments a-b and c-d have a point in common; two on one line do not count.

    In a polygon with an area, sides on one line meet another side as well.
    """
    ours = (_sign(_turn(a, b, c)), _sign(_turn(a, b, d)))
    theirs = (_sign(_turn(c, d, a)), _sign(_turn(c, d, b)))
    return ours[0] != ours[1] and theirs[0] != theirs[1]


def _sign(value: float) -> int:
    return 0 if abs(value) < 1e-9 else 1 if value > 0 else -1


# The shape of a board space: a circle, a rectangle, or corners.

SHAPES = ("circle", "rectangle", "points")

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
    """Return the shape written as `kind`, one of SHAPES; None with PNP104, PNP105, PNP110 or PNP140."""
    if kind == "points":
        return _polygon(node, findings)
    section = want_map(node, kind, findings)
    if section is None:
        return None
    return _circle(section, findings) if kind == "circle" else _rectangle(section, findings)


def want_mm(node: Node, what: str, findings: Findings, *, example: str = "30mm") -> float | None:
    """Return a length in mm of any sign, or None with PNP110."""
    if not isinstance(node, ScalarNode) or node.value is None or isinstance(node.value, bool):
        message = f"{what} must be a length, got {described(node)}"
        findings.error("PNP110", message, node.place, hint=f"write {example}")
        return None
    try:
        return parse_length(node.text)
    except LengthError as error:
        findings.error("PNP110", str(error), node.place, hint=error.hint)
        return None


def _circle(section: MapNode, findings: Findings) -> Shape | None:
    """Return a circle; x and y are its centre."""
    given = _lengths(section, ("x", "y", "diameter"), "a circle", findings)
    if given is None or not _is_positive(given["diameter"], "diameter", section, findings):
        return None
    radius = given["diameter"] / 2
    x, y = given["x"], given["y"]
    outline = circle(given["diameter"])
    return Shape(tuple((x - radius + px, y - radius + py) for px, py in outline.points), (x, y), round=True)


def _rectangle(section: MapNode, findings: Findings) -> Shape | None:
    """Return a rectangle; x and y are its top-left corner."""
    given = _lengths(section, ("x", "y", "width", "height"), "a rectangle", findings)
    if given is None or not all(
        _is_positive(given[key], key, section, findings) for key in ("width", "height")
    ):
        return None
    x, y, width, height = (given[key] for key in ("x", "y", "width", "height"))
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Shape(corners, (x + width / 2, y + height / 2))


def _polygon(node: Node, findings: Findings) -> Shape | None:
    listed = want_list(node, "points", findings)
    if listed is None:
        return None
    if not 3 <= len(listed.items) <= MOST_CORNERS:
        message = f"a space has 3 to {MOST_CORNERS} corners, got {len(listed.items)}"
        _malformed(message, node.place, findings, "write points: [[0mm, 0mm], [30mm, 0mm], [15mm, 26mm]]")
        return None
    corners = [_corner(item, findings) for item in listed.items]
    points = tuple(corner for corner in corners if corner is not None)
    if len(points) < len(corners):
        return None
    fault = _fault(points)
    if fault is not None:
        _malformed(fault[0], node.place, findings, fault[1])
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


def _corner(item: Node, findings: Findings) -> Point | None:
    if not isinstance(item, ListNode) or len(item.items) != 2:
        message = f"a corner must be [x, y], got {described(item)}"
        findings.error("PNP104", message, item.place, hint="write [30mm, 40mm]")
        return None
    x, y = (want_mm(each, "a corner", findings) for each in item.items)
    return None if x is None or y is None else (x, y)


def _lengths(
    section: MapNode, keys: tuple[str, ...], what: str, findings: Findings
) -> dict[str, float] | None:
    """Return the lengths under `keys`, all of which must be there; None with findings."""
    check_keys(section, keys, what, findings)
    nodes = {key: require(section, key, what, findings, example="30mm") for key in keys}
    given = {key: want_mm(node, key, findings) if node else None for key, node in nodes.items()}
    found = {key: length for key, length in given.items() if length is not None}
    return found if len(found) == len(keys) else None


def _is_positive(length: float, key: str, section: MapNode, findings: Findings) -> bool:
    if length < 1:
        node = section.get(key)
        place = node.place if node else section.place
        findings.error("PNP110", f"{key} must be 1 mm or more, got {length:g} mm", place, hint="write 30mm")
    return length >= 1


def _malformed(message: str, place: Place, findings: Findings, hint: str) -> None:
    findings.error("PNP140", message, place, hint=hint)

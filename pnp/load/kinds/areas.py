"""Plane geometry of board spaces: which way a polygon runs, its middle, and how deep two areas reach into each other.

Lengths in mm, y down; "clockwise" is as seen on paper.
"""

import math
from collections.abc import Sequence

from pnp.model.outline import Point

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

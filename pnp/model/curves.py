"""Polylines that stand for curves: offset, overlap, simplification."""

import math
from collections.abc import Sequence
from functools import lru_cache

from pnp.model.geometry import Point, depth, edges_of, is_convex, signed_area

FINE_MM = 0.01
"""How far a line of straight sides may lie from the curve it stands for: less than a printer's dot."""

_UNIT = 1e-5  # mm; Clipper reckons in whole numbers


@lru_cache(maxsize=64)
def moved_outwards(points: tuple[Point, ...], by: float) -> tuple[Point, ...]:
    """Return a clockwise line so many mm further out, corners round; nothing where nothing is left of it.

    A negative amount moves it inwards; of several parts the largest stays.

    >>> square = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
    >>> [round(signed_area(moved_outwards(square, by)), 1) for by in (1, -1)], moved_outwards(square, -2)
    ([35.1, 4.0], ())
    """
    import pyclipper  # noqa: PLC0415 - few pieces have a curved outline

    offset = pyclipper.PyclipperOffset(2.0, FINE_MM / _UNIT)
    offset.AddPath(_in_units(points), pyclipper.JT_ROUND, pyclipper.ET_CLOSEDPOLYGON)
    parts = [tuple((x * _UNIT, y * _UNIT) for x, y in part) for part in offset.Execute(by / _UNIT)]
    outer = max(parts, key=lambda part: abs(signed_area(part)), default=())
    return outer if not outer or signed_area(outer) > 0 else outer[::-1]


def _in_units(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(round(x / _UNIT), round(y / _UNIT)) for x, y in points]


def overlap(one: Sequence[Point], other: Sequence[Point], *, slack: float) -> bool:
    """Say whether two closed lines reach more than `slack` mm into each other.

    >>> hook = ((0.0, 0.0), (3.0, 0.0), (3.0, 1.0), (1.0, 1.0), (1.0, 3.0), (0.0, 3.0))
    >>> [overlap(hook, [(x + by, y + by) for x, y in hook], slack=0.01) for by in (0.9, 1)]
    [True, False]
    """
    if is_convex(one) and is_convex(other):
        return depth(one, other) > slack
    import pyclipper  # noqa: PLC0415 - few pieces are not convex

    smaller = moved_outwards(tuple(one), -slack)
    if not smaller:
        return False
    found = pyclipper.Pyclipper()
    for points, role in ((smaller, pyclipper.PT_SUBJECT), (other, pyclipper.PT_CLIP)):
        found.AddPath(_in_units(points), role, True)
    return bool(found.Execute(pyclipper.CT_INTERSECTION))


def simplified(points: Sequence[Point], *, within: float = FINE_MM) -> tuple[Point, ...]:
    """Return a closed line with fewer points, none of those left out further from it than `within` mm.

    >>> simplified([(0, 0), (1, 0.001), (2, 0), (2, 2), (0, 2)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    far = max(range(len(points)), key=lambda number: math.dist(points[0], points[number]))
    there, back = list(points[: far + 1]), [*points[far:], points[0]]
    return (*_thinned(there, within)[:-1], *_thinned(back, within)[:-1])


def _thinned(points: Sequence[Point], within: float) -> list[Point]:
    """Return an open line with fewer points (Douglas and Peucker)."""
    if len(points) < 3:
        return list(points)
    edge = (points[0], points[-1])
    aside = [distance_to_edge(point, *edge) for point in points[1:-1]]
    far = max(range(len(aside)), key=aside.__getitem__) + 1
    if aside[far - 1] <= within:
        return list(edge)
    return [*_thinned(points[: far + 1], within)[:-1], *_thinned(points[far:], within)]


def distance_to_edge(point: Point, start: Point, end: Point) -> float:
    """Return how far a point lies from a straight line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / (dx * dx + dy * dy or 1.0)
    share = min(1.0, max(0.0, along))
    return math.dist(point, (start[0] + share * dx, start[1] + share * dy))


def is_inside(point: Point, outline: Sequence[Point]) -> bool:
    """Say whether a point lies within a closed line: one from it to the right crosses that an odd number of times."""
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in edges_of(outline):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            inside = not inside
    return inside

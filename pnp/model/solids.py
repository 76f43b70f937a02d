"""Solids whose sides all touch one ball, such as dice: corners and sides worked out from the planes of the sides.

x to the right, y up, z towards who looks; lengths as multiples of the ball's radius until a solid is scaled.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise

Direction = tuple[float, float, float]
"""A point in space, or where a plane faces."""

SAME = 1e-9


@dataclass(frozen=True, slots=True)
class Solid:
    """Corners in space, the numbers of the corners of each side clockwise as seen from outside, and where sides face."""

    corners: tuple[Direction, ...]
    sides: tuple[tuple[int, ...], ...]
    normals: tuple[Direction, ...]

    @property
    def longest_edge(self) -> float:
        """The length of its longest edge."""
        rings = ([*side, side[0]] for side in self.sides)
        return max(
            math.dist(self.corners[one], self.corners[other])
            for ring in rings
            for one, other in pairwise(ring)
        )

    def bend(self, one: int, other: int) -> float:
        """Return by how many degrees one side is bent away from the plane of the other."""
        return math.degrees(math.acos(max(-1.0, min(1.0, dot(self.normals[one], self.normals[other])))))


def solid_of(facing: Sequence[Direction]) -> Solid:
    """Return the solid whose sides face in these directions and touch the ball of radius 1.

    >>> cube = solid_of([(0, 0, 1), (0, 1, 0), (1, 0, 0), (-1, 0, 0), (0, -1, 0), (0, 0, -1)])
    >>> len(cube.corners), {len(side) for side in cube.sides}, round(cube.longest_edge, 6)
    (8, {4}, 2.0)
    """
    normals = tuple(unit(each) for each in facing)
    corners: list[Direction] = []
    for planes in combinations(normals, 3):
        point = _where_planes_meet(*planes)
        if point is None or any(dot(point, normal) > 1 + SAME for normal in normals):
            continue
        if all(math.dist(point, known) > SAME for known in corners):
            corners.append(point)
    sides = tuple(_around(normal, corners) for normal in normals)
    return Solid(tuple(corners), sides, normals)


def _around(normal: Direction, corners: Sequence[Direction]) -> tuple[int, ...]:
    """Return which corners lie on the plane of a side, clockwise as seen from outside."""
    along = unit(
        cross(normal, min(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0)), key=lambda axis: abs(dot(axis, normal))))
    )
    across = cross(normal, along)
    on_plane = [number for number, corner in enumerate(corners) if dot(corner, normal) > 1 - SAME]
    return tuple(sorted(on_plane, key=lambda n: -math.atan2(dot(corners[n], across), dot(corners[n], along))))


def _where_planes_meet(a: Direction, b: Direction, c: Direction) -> Direction | None:
    """Return the point of three planes at a distance of 1 from the middle; None where they have a line in common."""
    volume = dot(a, cross(b, c))
    if abs(volume) < SAME:
        return None
    x, y, z = (sum(each) / volume for each in zip(cross(b, c), cross(c, a), cross(a, b), strict=True))
    return x, y, z


def dot(one: Direction, other: Direction) -> float:
    """Return the scalar product of two directions."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def unit(direction: Direction) -> Direction:
    """Return a direction with length 1."""
    x, y, z = direction
    length = math.hypot(x, y, z)
    return x / length, y / length, z / length


def minus(one: Direction, other: Direction) -> Direction:
    """Return the way from the other point to the one."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def cross(one: Direction, other: Direction) -> Direction:
    """Return a direction at right angles to both, as long as the area between them."""
    (x1, y1, z1), (x2, y2, z2) = one, other
    return y1 * z2 - z1 * y2, z1 * x2 - x1 * z2, x1 * y2 - y1 * x2

"""Lengths as designers write them, sizes and rectangles: floats in mm, origin top left, y downwards."""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from pnp.model.diagnostics import HintedError

SLACK = 1e-6  # mm; absorbs float noise, so that 266.7 / 88.9 is three cards and never two.


@dataclass(frozen=True, slots=True)
class Size:
    """Width and height in mm."""

    width: float
    height: float

    @property
    def turned(self) -> "Size":
        return Size(self.height, self.width)

    @property
    def either_way(self) -> "tuple[Size, Size]":
        return self, self.turned

    @property
    def is_upright(self) -> bool:
        return self.height >= self.width

    def is_like(self, other: "Size", *, within: float) -> bool:
        """Say whether the two differ by no more than so many mm either way."""
        return abs(self.width - other.width) <= within and abs(self.height - other.height) <= within


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in mm; (x, y) is its top-left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    @property
    def middle(self) -> "Point":
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def corners(self) -> "tuple[Point, ...]":
        return ((self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom))

    def grown(self, left: float, top: float, right: float, bottom: float) -> "Rect":
        """Return the rectangle moved outwards by so many mm on each side (inwards when negative).

        >>> Rect(10, 10, 5, 5).grown(1, 2, 3, 4)
        Rect(x=9, y=8, width=9, height=11)
        """
        return Rect(self.x - left, self.y - top, self.width + left + right, self.height + top + bottom)

    def common(self, other: "Rect") -> "Rect":
        """Return what two rectangles that meet have in common.

        >>> Rect(-100, 0, 400, 300).common(Rect(10, 10, 190, 270))
        Rect(x=10, y=10, width=190, height=270)
        """
        x, y = max(self.x, other.x), max(self.y, other.y)
        right, bottom = min(self.right, other.right), min(self.bottom, other.bottom)
        return Rect(x, y, max(0.0, right - x), max(0.0, bottom - y))

    def overlaps(self, other: "Rect", *, slack: float = SLACK) -> bool:
        """Say whether the two share more than an edge (or a sliver under `slack` mm)."""
        return (
            self.x < other.right - slack
            and other.x < self.right - slack
            and self.y < other.bottom - slack
            and other.y < self.bottom - slack
        )

    def contains(self, other: "Rect", *, slack: float = SLACK) -> bool:
        """Say whether `other` lies wholly inside, edges included."""
        return (
            self.x <= other.x + slack
            and self.y <= other.y + slack
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )


def around(rects: Iterable[Rect], page: Size) -> Rect:
    """Return the smallest rectangle on a page that holds all of `rects`; the whole page when there are none."""
    boxes = tuple(rects)
    if not boxes:
        return Rect(0, 0, page.width, page.height)
    left, top = max(0, min(rect.x for rect in boxes)), max(0, min(rect.y for rect in boxes))
    right = min(page.width, max(rect.right for rect in boxes))
    bottom = min(page.height, max(rect.bottom for rect in boxes))
    return Rect(left, top, right - left, bottom - top)


# The closed line a piece is cut along, in mm from the top-left corner of its box.

Point = tuple[float, float]
QUARTER_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}  # Cosine and sine, by degrees.
Segment = tuple[Point, Point]
CIRCLE_SIDES = 120  # Of the polygon that a circle is cut as: at 13 mm radius it is 0.005 mm off.


@dataclass(frozen=True, slots=True)
class Outline:
    """Corners in clockwise order as seen on paper (y runs down); `radius` rounds the corners of a rectangle.

    A curve is a polygon of many short sides that have no names.
    """

    kind: Literal["rectangle", "circle", "polygon", "curve"]
    points: tuple[Point, ...]
    radius: float = 0.0

    @property
    def size(self) -> Size:
        return Size(max(x for x, _ in self.points), max(y for _, y in self.points))

    @property
    def edges(self) -> tuple[Segment, ...]:
        return edges_of(self.points)


def mirrored(outline: Outline) -> Outline:
    """Return an outline as it is seen from behind.

    >>> mirrored(Outline("polygon", ((0.0, 0.0), (4.0, 0.0), (0.0, 3.0)))).points
    ((4.0, 3.0), (0.0, 0.0), (4.0, 0.0))
    """
    width = outline.size.width
    return replace(outline, points=tuple((width - x, y) for x, y in reversed(outline.points)))


def alike(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Say whether two outlines have the same corners in the same order, in mm."""
    return len(one) == len(other) and all(math.dist(a, b) < 1e-3 for a, b in zip(one, other, strict=True))


def edges_of(points: Sequence[Point]) -> tuple[Segment, ...]:
    """Return the sides of a polygon, each from a corner to the next."""
    return tuple(zip(points, (*points[1:], points[0]), strict=True))


def rectangle(size: Size, *, radius: float = 0.0) -> Outline:
    """Return the outline of a card."""
    width, height = size.width, size.height
    return Outline("rectangle", ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height)), radius)


ARC_STEPS = 8  # Straight lines for a round corner: at 3 mm they are 0.015 mm off.


def rounded(outline: Outline) -> tuple[Point, ...]:
    """Return the corners of an outline, with the round corners of a card as short lines.

    >>> len(rounded(rectangle(Size(63, 88), radius=3))), len(rounded(rectangle(Size(63, 88))))
    (36, 4)
    """
    radius = outline.radius
    if outline.kind != "rectangle" or radius <= 0:
        return outline.points
    width, height = outline.size.width, outline.size.height
    centres = (
        (radius, radius, 180),
        (width - radius, radius, 270),
        (width - radius, height - radius, 0),
        (radius, height - radius, 90),
    )
    return tuple(
        (x + radius * math.cos(angle), y + radius * math.sin(angle))
        for x, y, start in centres
        for angle in (math.radians(start + 90 * step / ARC_STEPS) for step in range(ARC_STEPS + 1))
    )


def circle(diameter: float) -> Outline:
    """Return the outline of a disc."""
    radius = diameter / 2
    angles = (2 * math.pi * step / CIRCLE_SIDES - math.pi / 2 for step in range(CIRCLE_SIDES))
    return Outline(
        "circle", tuple((radius + radius * math.cos(a), radius + radius * math.sin(a)) for a in angles)
    )


def triangle(side: float) -> Outline:
    """Return an equilateral triangle that points up; its edges are right, base, left.

    >>> [round(x, 2) for x in (triangle(44).size.width, triangle(44).size.height)]
    [44, 38.11]
    """
    height = side * math.sqrt(3) / 2
    return Outline("polygon", ((side / 2, 0.0), (side, height), (0.0, height)))


def hexagon(side: float, *, flat_top: bool = True) -> Outline:
    """Return a regular hexagon with a flat top, or with a corner on top."""
    half = side * math.sqrt(3) / 2
    flat = (
        (side / 2, 0),
        (side * 1.5, 0),
        (side * 2, half),
        (side * 1.5, half * 2),
        (side / 2, half * 2),
        (0, half),
    )
    points = flat if flat_top else tuple((half * 2 - y, x) for x, y in flat)
    return Outline("polygon", tuple((float(x), float(y)) for x, y in points))


def grown(points: Sequence[Point], by: Sequence[float]) -> tuple[Point, ...]:
    """Return a convex clockwise polygon with each side moved outwards by its own amount in mm.

    Side n, from corner n to the next, moves by `by[n]`; a negative amount moves it inwards.

    >>> [(round(x), round(y)) for x, y in grown(((0, 0), (10, 0), (10, 10), (0, 10)), (1, 2, 3, 4))]
    [(-4, -1), (12, -1), (12, 13), (-4, 13)]
    """
    count = len(points)
    lines = []
    for n in range(count):
        (x1, y1), (x2, y2) = points[n], points[(n + 1) % count]
        length = math.hypot(x2 - x1, y2 - y1)
        ux, uy = (x2 - x1) / length, (y2 - y1) / length
        lines.append((x1 + uy * by[n], y1 - ux * by[n], ux, uy))

    def crossing(one: tuple[float, ...], other: tuple[float, ...]) -> Point:
        (x1, y1, ux, uy), (x2, y2, vx, vy) = one, other
        across = ux * vy - uy * vx
        if abs(across) < 1e-12:  # one straight line in two pieces, as in a many-sided circle
            return (x2, y2)
        along = ((x2 - x1) * vy - (y2 - y1) * vx) / across
        return (x1 + ux * along, y1 + uy * along)

    return tuple(crossing(lines[n - 1], lines[n]) for n in range(count))


def placed(points: Iterable[Point], size: Size, trim: Rect, rotation: int) -> tuple[Point, ...]:
    """Return points of a piece of that size where it lies on a page: in `trim`, turned clockwise about its middle.

    >>> placed([(0, 0), (4, 0)], Size(4, 2), Rect(10, 10, 2, 4), 90)
    ((12.0, 10.0), (12.0, 14.0))
    """
    cosine, sine = QUARTER_TURNS[rotation]
    x, y = trim.middle
    centred = ((px - size.width / 2, py - size.height / 2) for px, py in points)
    return tuple((x + px * cosine - py * sine, y + px * sine + py * cosine) for px, py in centred)


# Polygons: which way one runs, its middle, and how deep two of them reach into each other.

Polygon = Sequence[Point]


def signed_area(points: Polygon) -> float:
    """Return the area in mm², positive for a polygon that runs clockwise.

    >>> signed_area([(0, 0), (2, 0), (2, 3), (0, 3)])
    6.0
    """
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in edges_of(points)) / 2


def middle(points: Polygon) -> Point:
    """Return the centre of gravity of a polygon that has an area.

    >>> middle([(0, 0), (2, 0), (2, 3), (0, 3)])
    (1.0, 1.5)
    """
    six = 6 * signed_area(points)
    x = sum((x1 + x2) * (x1 * y2 - x2 * y1) for (x1, y1), (x2, y2) in edges_of(points))
    y = sum((y1 + y2) * (x1 * y2 - x2 * y1) for (x1, y1), (x2, y2) in edges_of(points))
    return (x / six, y / six)


def crosses_itself(points: Polygon) -> bool:
    """Say whether two sides that are no neighbours meet; neighbours that fold back on each other meet the next."""
    sides = edges_of(points)
    last = len(sides) - 1
    return any(
        _meet(*sides[one], *sides[other])
        for one in range(len(sides))
        for other in range(one + 2, len(sides))
        if (one, other) != (0, last)
    )


def is_convex(points: Polygon) -> bool:
    """Say whether a clockwise polygon has no corner that points inwards.

    >>> is_convex(((0, 0), (4, 0), (4, 4), (0, 4))), is_convex(((0, 0), (4, 0), (1, 1), (0, 4)))
    (True, False)
    """
    return all(_turn(*corner) > -SLACK for corner in _corners(points))


def convex_parts(points: Polygon) -> tuple[tuple[Point, ...], ...]:
    """Return a simple clockwise polygon whole when it is convex, and cut into triangles when it is not."""
    left = list(points)
    if is_convex(points):
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
    least = math.inf
    for (x1, y1), (x2, y2) in edges_of(one):
        length = math.hypot(x2 - x1, y2 - y1)
        nx, ny = (y2 - y1) / length, (x1 - x2) / length  # outwards
        least = min(least, x1 * nx + y1 * ny - min(x * nx + y * ny for x, y in other))
    return least


def _corners(points: Polygon) -> list[tuple[Point, Point, Point]]:
    return [(points[n - 1], points[n], points[(n + 1) % len(points)]) for n in range(len(points))]


def _turn(a: Point, b: Point, c: Point) -> float:
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


# Polylines that stand for curves: offset, simplification.

FINE_MM = 0.01  # How far straight sides may lie from their curve: less than a printer's dot.
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
    path = [(round(x / _UNIT), round(y / _UNIT)) for x, y in points]
    offset.AddPath(path, pyclipper.JT_ROUND, pyclipper.ET_CLOSEDPOLYGON)
    parts = [tuple((x * _UNIT, y * _UNIT) for x, y in part) for part in offset.Execute(by / _UNIT)]
    outer = max(parts, key=lambda part: abs(signed_area(part)), default=())
    return outer if not outer or signed_area(outer) > 0 else outer[::-1]


def simplified(points: Sequence[Point]) -> tuple[Point, ...]:
    """Return a closed line with fewer points, none of those left out further from it than FINE_MM.

    >>> simplified([(0, 0), (1, 0.001), (2, 0), (2, 2), (0, 2)])
    ((0, 0), (2, 0), (2, 2), (0, 2))
    """
    far = max(range(len(points)), key=lambda number: math.dist(points[0], points[number]))
    first, back = list(points[: far + 1]), [*points[far:], points[0]]
    return (*_thinned(first)[:-1], *_thinned(back)[:-1])


def _thinned(points: Sequence[Point]) -> list[Point]:
    if len(points) < 3:
        return list(points)
    edge = (points[0], points[-1])
    aside = [distance_to_edge(point, *edge) for point in points[1:-1]]
    far = max(range(len(aside)), key=aside.__getitem__) + 1
    if aside[far - 1] <= FINE_MM:
        return list(edge)
    return [*_thinned(points[: far + 1])[:-1], *_thinned(points[far:])]


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


# A point is the PostScript one, 1/72 inch.
MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
MM_PER_PT = MM_PER_UNIT["pt"]
_LENGTH = re.compile(r"\s*(-?\d+(?:\.\d+)?|-?\.\d+)\s*([a-zA-Z\"′″]*)\s*")


class LengthError(HintedError):
    """A text that is no length; `hint` says what to write instead."""


def parse_length(text: str) -> float:
    """Return the length written in `text`, in mm.

    Raises LengthError for a missing or unknown unit, a decimal comma, or anything else.

    >>> parse_length("2.5in"), parse_length("63 mm")
    (63.5, 63.0)
    """
    if re.fullmatch(r"\s*-?\d+,\d+\s*[a-z]*\s*", text):
        fixed = text.strip().replace(",", ".")
        raise LengthError(
            f'"{text}" has a decimal comma', f'write "{fixed if fixed[-1].isalpha() else fixed + "mm"}"'
        )
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise LengthError(f'"{text}" is not a length', 'write a number and a unit, such as "63mm" or "2.5in"')
    number, unit = match.groups()
    if unit == "":
        raise LengthError(f'"{text.strip()}" has no unit', f'write "{text.strip()}mm" (or in, cm, pt)')
    if unit in ('"', "″"):
        unit = "in"
    if unit.lower() not in MM_PER_UNIT:
        raise LengthError(f'"{unit}" is not a unit of length', "the units are mm, cm, in and pt")
    return float(number) * MM_PER_UNIT[unit.lower()]

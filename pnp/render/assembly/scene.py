"""Flat things in space drawn as a picture with thin lines: placed, sorted from back to front, and fitted into a frame.

Lengths in mm: x to the right, y down, z towards somebody who looks straight at the sheet.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from itertools import combinations

from pnp.model.folding import Point3
from pnp.model.game import Component, Value
from pnp.model.geometry import Point, Rect, placed, signed_area
from pnp.model.sheet import Placement, Sheet
from pnp.text import decimal

FRAME = Rect(0, 0, 36, 28)
"""A picture, in its own mm; larger or smaller pages show it larger or smaller."""

ROOM = Rect(4, 2, 30, 24)
"""Where things are drawn; the number of the step stands left of it."""

BESIDE_A_TOOL = Rect(4, 2, 24, 24)
"""The same with room on the right for a tool that reaches beyond them."""


@dataclass(frozen=True, slots=True)
class Camera:
    """From where things are seen: turned in their plane by `spin` degrees, then about the upright axis, then tilted.

    A positive tilt looks at a sheet that lies on a table, a negative one down at a box that stands with its front to us.
    """

    spin: float = 0.0
    turn: float = 0.0
    tilt: float = 0.0

    def seen(self, point: Point3) -> Point3:
        """Return where a point is in the picture, and how near it is."""
        x, y, z = point
        for angle, axis in ((self.spin, "z"), (self.turn, "y"), (self.tilt, "x")):
            cosine, sine = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            if axis == "z":
                x, y = x * cosine - y * sine, x * sine + y * cosine
            elif axis == "y":
                x, z = x * cosine + z * sine, z * cosine - x * sine
            else:
                y, z = y * cosine - z * sine, y * sine + z * cosine
        return x, y, z


TABLE = Camera(spin=-14, tilt=52)
STANDING = Camera(turn=-32, tilt=-24)


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points in space; a `closed` one is an area. `arrow` gives its end a head."""

    points: tuple[Point3, ...]
    style: str
    closed: bool = False
    arrow: bool = False


@dataclass(frozen=True, slots=True)
class Surface:
    """A flat, convex area with what is drawn on it. `back` is its style where its other side is seen."""

    points: tuple[Point3, ...]
    style: str
    back: str = ""
    details: tuple[Line, ...] = ()
    under: bool = False
    """Whether it lies under another one in the same plane."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A tool whose tip is at a point in space, turned by an angle; it is as large in every picture."""

    name: str
    at: Point3
    angle: float = 0.0


@dataclass
class Scene:
    """What a picture shows. Surfaces are sorted by what hides what; `over` lies above all of them, then come the symbols."""

    camera: Camera = TABLE
    surfaces: list[Surface] = field(default_factory=list)
    over: list[Line] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)
    room: Rect = ROOM
    """What the lines are fitted into; tools may reach beyond it."""

    def drawn(self) -> tuple[Value, ...]:
        """Return what the template draws: paths in a style, and tools."""
        seen = [_Seen.of(surface, self.camera) for surface in self.surfaces]
        points = [point for each in seen for point in each.flat]
        points += [self.camera.seen(point)[:2] for line in self.over for point in line.points]
        fit = _Fit.into(self.room, points)
        items: list[Value] = []
        for each in _back_to_front(seen):
            items.append(_path(fit, each.flat, each.style, closed=True))
            if not each.turned:
                items += (item for line in each.surface.details for item in self._line(fit, line))
        items += (item for line in self.over for item in self._line(fit, line))
        for symbol in self.symbols:
            x, y = fit.at(self.camera.seen(symbol.at)[:2])
            items.append({"symbol": symbol.name, "x": round(x, 3), "y": round(y, 3), "angle": symbol.angle})
        return tuple(items)

    def _line(self, fit: "_Fit", line: Line) -> Iterable[Value]:
        flat = [self.camera.seen(point)[:2] for point in line.points]
        yield _path(fit, flat, line.style, closed=line.closed)
        if line.arrow:
            yield _head(fit.at(flat[-2]), fit.at(flat[-1]))


def rectangle_at(box: Rect, z: float = 0.0) -> tuple[Point3, ...]:
    """Return the corners of a box at a height, clockwise."""
    return ((box.x, box.y, z), (box.right, box.y, z), (box.right, box.bottom, z), (box.x, box.bottom, z))


def block(box: Rect, low: float, high: float, style: str, details: tuple[Line, ...] = ()) -> list[Surface]:
    """Return the top and the two sides that can be seen of a slab that lies on a table, from `low` to `high`."""
    top = rectangle_at(box, high)
    sides = [(top[index], top[index - 1], _at(top[index - 1], low), _at(top[index], low)) for index in (2, 3)]
    return [*(Surface(side, style, style) for side in sides), Surface(top, style, details=details)]


def _at(point: Point3, z: float) -> Point3:
    return (point[0], point[1], z)


@dataclass(frozen=True, slots=True)
class _Fit:
    """How the plane of the picture is fitted into its frame."""

    scale: float
    x: float
    y: float

    @classmethod
    def into(cls, room: Rect, points: Sequence[Point]) -> "_Fit":
        xs, ys = zip(*points, strict=True)
        width, height = max(xs) - min(xs), max(ys) - min(ys)
        scale = min(room.width / max(width, 1e-6), room.height / max(height, 1e-6))
        x = room.x + room.width / 2 - scale * (min(xs) + width / 2)
        y = room.y + room.height / 2 - scale * (min(ys) + height / 2)
        return cls(scale, x, y)

    def at(self, point: Point) -> Point:
        return self.x + self.scale * point[0], self.y + self.scale * point[1]


def _path(fit: _Fit, points: Iterable[Point], style: str, *, closed: bool) -> Value:
    where = (fit.at(point) for point in points)
    d = "L".join(f"{decimal(round(x, 2))} {decimal(round(y, 2))}" for x, y in where)
    return {"d": f"M{d}{'z' if closed else ''}", "style": style}


HEAD_MM = 1.7


def _head(start: Point, tip: Point) -> Value:
    """Return the head of an arrow that comes from `start`."""
    length = math.dist(start, tip) or 1.0
    x, y = (tip[0] - start[0]) / length * HEAD_MM, (tip[1] - start[1]) / length * HEAD_MM
    near = tip[0] - x, tip[1] - y
    points = (tip, (near[0] - 0.5 * y, near[1] + 0.5 * x), (near[0] + 0.5 * y, near[1] - 0.5 * x))
    return _path(_Fit(1, 0, 0), points, "head", closed=True)


# What hides what.


@dataclass(frozen=True, slots=True)
class _Seen:
    """A surface as the camera sees it; `turned` where its other side is to be seen."""

    surface: Surface
    points: tuple[Point3, ...]
    turned: bool

    @classmethod
    def of(cls, surface: Surface, camera: Camera) -> "_Seen":
        points = tuple(camera.seen(point) for point in surface.points)
        return cls(surface, points, signed_area([point[:2] for point in points]) < 0)

    @property
    def flat(self) -> tuple[Point, ...]:
        return tuple((x, y) for x, y, _ in self.points)

    @property
    def style(self) -> str:
        return (self.turned and self.surface.back) or self.surface.style

    def nearness(self, at: Point) -> float:
        """Return how near the plane of the surface is at a point of the picture."""
        (x, y, z), (nx, ny, nz) = self.points[0], _normal(self.points)
        return z - (nx * (at[0] - x) + ny * (at[1] - y)) / nz if abs(nz) > 1e-9 else z


def _normal(points: Sequence[Point3]) -> Point3:
    """Return the normal of a flat polygon (Newell's way, for any corners)."""
    x = y = z = 0.0
    for (x1, y1, z1), (x2, y2, z2) in zip(points, (*points[1:], points[0]), strict=True):
        x += (y1 - y2) * (z1 + z2)
        y += (z1 - z2) * (x1 + x2)
        z += (x1 - x2) * (y1 + y2)
    return x, y, z


SAME_MM = 1e-3


def _back_to_front(surfaces: Sequence[_Seen]) -> list[_Seen]:
    """Return the surfaces so that none is drawn before what it hides."""
    graph: dict[int, set[int]] = {index: set() for index in range(len(surfaces))}
    for one, other in combinations(graph, 2):
        common = _common(surfaces[one].flat, surfaces[other].flat)
        if len(common) < 3 or abs(signed_area(common)) < SAME_MM:
            continue
        at = tuple(sum(each) / len(common) for each in zip(*common, strict=True))
        nearer = surfaces[one].nearness((at[0], at[1])) - surfaces[other].nearness((at[0], at[1]))
        if abs(nearer) < SAME_MM:
            nearer = surfaces[other].surface.under - surfaces[one].surface.under or -1
        graph[one if nearer > 0 else other].add(other if nearer > 0 else one)
    try:
        order: Iterable[int] = TopologicalSorter(graph).static_order()
    except CycleError:
        order = sorted(
            graph, key=lambda each: sum(z for *_, z in surfaces[each].points) / len(surfaces[each].points)
        )
    return [surfaces[index] for index in order]


def _common(one: Sequence[Point], other: Sequence[Point]) -> list[Point]:
    """Return what two convex polygons have in common (Sutherland and Hodgman)."""
    edges = list(other) if signed_area(other) > 0 else list(reversed(other))
    found = list(one)
    for (ax, ay), (bx, by) in zip(edges, (*edges[1:], edges[0]), strict=True):
        given, found = found, []
        sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for x, y in given]
        for index, (point, side) in enumerate(zip(given, sides, strict=True)):
            before, last = given[index - 1], sides[index - 1]
            if side * last < 0:
                share = last / (last - side)
                found.append(
                    (before[0] + share * (point[0] - before[0]), before[1] + share * (point[1] - before[1]))
                )
            if side >= 0:
                found.append(point)
        if not found:
            return []
    return found


Step = tuple[str, Scene]
"""What to do in a few words, and a picture of it."""

RULER_MM = 22.0
CORNERS_OF_A_CIRCLE = 14


def page_of(sheet: Sheet) -> Rect:
    """Return a sheet as a box."""
    return Rect(0, 0, sheet.size.width, sheet.size.height)


def outline_of(component: Component, placement: Placement) -> tuple[Point, ...]:
    """Return the line a placed piece is cut along, with few corners where it is round."""
    cut, trim = component.cut, placement.trim
    if cut.kind == "circle":
        angles = (math.tau * step / CORNERS_OF_A_CIRCLE for step in range(CORNERS_OF_A_CIRCLE))
        x, y, r = trim.x + trim.width / 2, trim.y + trim.height / 2, trim.width / 2
        return tuple((x + r * math.cos(angle), y + r * math.sin(angle)) for angle in angles)
    if cut.kind == "rectangle":
        return tuple((x, y) for x, y, _ in rectangle_at(trim))
    return placed(cut.points, component.size, trim, placement.rotation)


def pieces_of(component: Component, sheet: Sheet, z: float = 0.0, style: str = "piece") -> tuple[Line, ...]:
    """Return the pieces on a sheet as areas at a height."""
    return tuple(
        Line(tuple((x, y, z) for x, y in outline_of(component, each)), style, closed=True)
        for each in sheet.placements
    )


def paper_of(component: Component, sheet: Sheet, z: float = 0.0) -> Surface:
    """Return a sheet at a height, with its pieces."""
    pieces = (*pieces_of(component, sheet, z), *crosses(sheet, z))
    return Surface(rectangle_at(page_of(sheet), z), "paper", details=pieces)


def crosses(sheet: Sheet, z: float) -> Iterator[Line]:
    """Yield the crosses at which a sheet is pricked."""
    for x, y in sheet.crosses:
        yield Line(((x - 6, y, z), (x + 6, y, z)), "mark")
        yield Line(((x, y - 6, z), (x, y + 6, z)), "mark")


def ruler(start: Point, end: Point, z: float = 0.6) -> Surface:
    """Return a ruler that lies along a line, on its left."""
    length = math.dist(start, end)
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    aside = (uy * RULER_MM, -ux * RULER_MM)
    far = (end[0] + aside[0], end[1] + aside[1]), (start[0] + aside[0], start[1] + aside[1])
    ticks = ((start[0] + ux * at, start[1] + uy * at) for at in (length * step / 16 for step in range(1, 16)))
    details = tuple(Line(((x, y, z), (x + aside[0] * 0.3, y + aside[1] * 0.3, z)), "mark") for x, y in ticks)
    corners = (start, end, *far)
    return Surface(tuple((x, y, z) for x, y in corners), "ruler", "ruler", details=details)


def cut_along(scene: Scene, start: Point, end: Point, *, knife: float) -> None:
    """Add a straight cut with a ruler beside it, and the knife so far along it."""
    scene.surfaces.append(ruler(start, end))
    scene.over.append(Line(((*start, 1.0), (*end, 1.0)), "cut"))
    x, y = (a + knife * (b - a) for a, b in zip(start, end, strict=True))
    scene.symbols.append(Symbol("knife", (x, y, 1.0), -42))

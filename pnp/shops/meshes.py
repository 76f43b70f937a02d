"""Solids as Wavefront OBJ: a piece of card of any shape, and a net folded up; one picture covers all sides of each."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from pnp.model.geometry import Point, Size, convex_parts, edges_of
from pnp.model.nets import Net, Panel

Spot = tuple[float, float, float]
"""A point in space, in mm: x to the right, y down the page, z away from who looks at it."""

Corner = tuple[Spot, Point]
"""A corner of a side, and where it is in the picture: from (0, 0) at the top left to (1, 1)."""

FOLDS: Mapping[int, float] = MappingProxyType({4: 180 - math.degrees(math.acos(1 / 3)), 6: 90.0})
"""By how many degrees the neighbours of a solid's sides are folded down, by the number of sides."""


def card_mesh(outline: Sequence[Point], size: Size, thickness: float, unit: float) -> str:
    """Return a flat piece; the left half of its picture is the front, the right half the back. `unit` is in mm."""
    high, low = -thickness / 2, thickness / 2

    def front(point: Point) -> Corner:
        x, y = point
        return _centred(point, size, high), (x / size.width / 2, y / size.height)

    def back(point: Point) -> Corner:
        x, y = point
        return _centred(point, size, low), (1 - x / size.width / 2, y / size.height)

    sides = [[front(point) for point in part] for part in convex_parts(tuple(outline))]
    sides += [[back(point) for point in reversed(part)] for part in convex_parts(tuple(outline))]
    for start, end in edges_of(outline):
        edge = (front(start)[1], front(end)[1])
        spots = [
            _centred(point, size, z) for point, z in ((end, high), (start, high), (start, low), (end, low))
        ]
        sides.append(list(zip(spots, (edge[1], edge[0], edge[0], edge[1]), strict=True)))
    return _obj(sides, unit)


def _centred(point: Point, size: Size, z: float) -> Spot:
    return point[0] - size.width / 2, point[1] - size.height / 2, z


def folded_mesh(net: Net, unit: float) -> str:
    """Return the solid that a net of four or six sides folds up to; its picture is the net."""
    fold = math.radians(FOLDS[len(net.panels)])
    places: dict[str, Callable[[Spot], Spot]] = {net.panels[0].id: lambda spot: spot}
    waiting = list(net.panels)
    while waiting:
        parent = next(panel for panel in waiting if panel.id in places)
        waiting.remove(parent)
        for child in net.panels:
            edge = None if child.id in places else _shared_edge(parent, child)
            if edge is not None:
                places[child.id] = _turned(places[parent.id], edge, -fold)
    width, height = net.size.width, net.size.height
    sides = [
        [(places[panel.id]((x, y, 0.0)), (x / width, y / height)) for x, y in panel.points]
        for panel in net.panels
    ]
    spots = {tuple(round(each, 3) for each in spot) for side in sides for spot, _ in side}
    middle = [sum(axis) / len(spots) for axis in zip(*spots, strict=True)]
    centred = [
        [((x - middle[0], y - middle[1], z - middle[2]), spot) for (x, y, z), spot in side] for side in sides
    ]
    return _obj(centred, unit)


def _shared_edge(parent: Panel, child: Panel) -> tuple[Point, Point] | None:
    """Return the edge of a panel that is another's as well."""
    for start, end in parent.edges:
        if any(math.dist(start, b) < 1e-6 and math.dist(end, a) < 1e-6 for a, b in child.edges):
            return start, end
    return None


def _turned(place: Callable[[Spot], Spot], edge: tuple[Point, Point], angle: float) -> Callable[[Spot], Spot]:
    """Return what turns a point about an edge of the page, then moves it as `place` does."""
    (x1, y1), (x2, y2) = edge
    length = math.dist(*edge)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    cosine, sine = math.cos(angle), math.sin(angle)

    def turned(spot: Spot) -> Spot:
        x, y, z = spot[0] - x1, spot[1] - y1, spot[2]
        along = x * ux + y * uy
        across = y * ux - x * uy  # to the right of the edge, down the page for one that runs to the right
        away, deep = across * cosine - z * sine, across * sine + z * cosine
        return place((x1 + along * ux - away * uy, y1 + along * uy + away * ux, deep))

    return turned


def _obj(sides: Iterable[Sequence[Corner]], unit: float) -> str:
    """Return the file: sides are convex, their corners clockwise as seen from outside.

    OBJ has y upwards and z towards who looks, and goes round a side counter-clockwise.
    """
    corners: list[str] = []
    spots: list[str] = []
    faces: list[str] = []
    for side in sides:
        first = len(corners) + 1
        for (x, y, z), (u, v) in side:
            corners.append("v " + " ".join(f"{each / unit + 0.0:.5f}" for each in (x, -z, y)))
            spots.append(f"vt {u:.5f} {1 - v:.5f}")
        for number in range(1, len(side) - 1):
            ring = (first, first + number + 1, first + number)
            faces.append("f " + " ".join(f"{each}/{each}" for each in ring))
    return "\n".join([*corners, *spots, *faces]) + "\n"

"""Solids as Wavefront OBJ: a piece of card of any shape, and a net folded up; one picture covers all sides of each."""

from collections.abc import Iterable, Sequence

from pnp.model.folding import closing_bend, folded
from pnp.model.geometry import Point, Size, convex_parts, edges_of
from pnp.model.nets import Net

Spot = tuple[float, float, float]
"""A point in space, in mm: x to the right, y down the page, z away from who looks at it."""

Corner = tuple[Spot, Point]
"""A corner of a side, and where it is in the picture: from (0, 0) at the top left to (1, 1)."""


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
    """Return the solid that the net of a die folds up to; its picture is the net."""
    root = net.panels[0].id
    solid = {part.name: part.points for part in folded(net, root=root, bend=closing_bend(net, root))}
    width, height = net.size.width, net.size.height
    sides: list[list[Corner]] = [
        [
            ((x, y, -z), (across / width, down / height))
            for (x, y, z), (across, down) in zip(solid[panel.id], panel.points, strict=True)
        ]
        for panel in net.panels
    ]
    spots = {tuple(round(each, 3) for each in spot) for side in sides for spot, _ in side}
    middle = [sum(axis) / len(spots) for axis in zip(*spots, strict=True)]
    centred = [
        [((x - middle[0], y - middle[1], z - middle[2]), spot) for (x, y, z), spot in side] for side in sides
    ]
    return _obj(centred, unit)


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

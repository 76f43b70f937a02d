"""Folds a net in space: what a pair of hands would do, in coordinates."""

import math
from collections.abc import Mapping

from pnp.model.nets import Net, Panel, Segment

Spot = tuple[float, float, float]


def folded(net: Net, angles: Mapping[tuple[str, str], float]) -> dict[str, dict[tuple[float, float], Spot]]:
    """Return for every panel where each of its corners ends up in space.

    `angles` says by how many degrees the second panel is folded down from the first, for every fold between panels.
    The first panel of the net stays on the table.
    """
    panels = {panel.id: panel for panel in net.panels}
    first = net.panels[0].id
    spaces = {first: {point: (point[0], point[1], 0.0) for point in panels[first].points}}
    for _ in panels:
        for (one, other), angle in (*angles.items(), *(((b, a), v) for (a, b), v in angles.items())):
            if one in spaces and other not in spaces:
                spaces[other] = _unfolded(panels[one], spaces[one], panels[other], angle)
    assert len(spaces) == len(panels), "some panel hangs on no fold"
    return spaces


def shared_edge(one: Panel, other: Panel) -> Segment:
    """Return the edge two panels of a net have in common."""
    (edge,) = [
        edge
        for edge in one.edges
        for twin in other.edges
        if close(edge[0], twin[1]) and close(edge[1], twin[0])
    ]
    return edge


def close(one: tuple[float, ...], other: tuple[float, ...], slack: float = 1e-6) -> bool:
    """Say whether two points are the same."""
    return math.dist(one, other) < slack


def _unfolded(parent: Panel, space: dict, child: Panel, angle: float) -> dict:
    """Place a child: lay it flat in its parent's plane, then turn it about the shared edge."""
    start, end = shared_edge(parent, child)
    origin, tip = _where(space, start), _where(space, end)
    third = next(point for point in parent.points if not close(point, start) and not close(point, end))
    along = _unit(_minus(tip, origin))
    inward = _minus(_where(space, third), origin)
    inward = _unit(_minus(inward, _scaled(along, _dot(inward, along))))
    normal = _cross(along, inward)
    edge_unit = _unit((end[0] - start[0], end[1] - start[1], 0.0))
    turn = math.radians(angle)
    placed = {}
    for point in child.points:
        flat = (point[0] - start[0], point[1] - start[1], 0.0)
        u = _dot(flat, edge_unit)
        v = edge_unit[0] * flat[1] - edge_unit[1] * flat[0]  # outside the parent: negative
        away = _plus(_scaled(inward, math.cos(turn)), _scaled(normal, math.sin(turn)))
        placed[point] = _plus(origin, _plus(_scaled(along, u), _scaled(away, v)))
    return placed


def _where(space, point):
    return next(spot for corner, spot in space.items() if close(corner, point))


def _minus(a, b):
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _plus(a, b):
    return (a[0] + b[0], a[1] + b[1], a[2] + b[2])


def _scaled(a, k):
    return (a[0] * k, a[1] * k, a[2] * k)


def _dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def _cross(a, b):
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _unit(a):
    length = math.sqrt(_dot(a, a))
    return _scaled(a, 1 / length)

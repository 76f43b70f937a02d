"""Nets folded up in space: where their panels, tabs and flaps lie at given angles."""  # noqa: INP001

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pnp.model.geometry import SLACK, Point, Segment, edges_of, signed_area
from pnp.model.nets import Net, Point3, Turn, ends_of, moved, turn_about

Role = Literal["panel", "tab", "flap"]


@dataclass(frozen=True, slots=True)
class NetPart:
    """One part of a net in the plane: a panel, a tab that is glued, or a flap that stays loose, with its corners."""

    name: str
    role: Role
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class FoldedPart:
    """A part of a net in space; seen from its printed side its corners run clockwise."""

    name: str
    role: Role
    points: tuple[Point3, ...]


def parts_of(net: Net) -> tuple[NetPart, ...]:
    """Return the parts of a net: panels by their id, tabs and flaps numbered from 1 ("tab 1").

    A panel whose edge has a notch is cut out with it.
    """
    panels = [NetPart(panel.id, "panel", _without_notch(panel.points, net.cut)) for panel in net.panels]
    tabs = [NetPart(f"tab {number}", "tab", points) for number, points in enumerate(net.tabs, 1)]
    flaps = [NetPart(f"flap {number}", "flap", flap.points) for number, flap in enumerate(net.flaps, 1)]
    return (*panels, *tabs, *flaps)


def _without_notch(points: tuple[Point, ...], cut: Sequence[Point]) -> tuple[Point, ...]:
    edges = edges_of(points)
    notch = [point for point in cut if all(signed_area((*edge, point)) > SLACK for edge in edges)]
    if not notch:
        return points
    gaps = [
        math.dist(notch[0], start) + math.dist(notch[0], end) - math.dist(start, end) for start, end in edges
    ]
    after = gaps.index(min(gaps)) + 1
    return (*points[:after], *notch, *points[after:])


Bend = Mapping[str, float]
"""By how many degrees each part is bent at the fold towards the part it hangs on; a part that is not named stays flat."""


def folded(net: Net, *, root: str, bend: Bend) -> tuple[FoldedPart, ...]:
    """Return the parts of a net in space; the panel `root` stays where it lies."""
    parts = {part.name: part for part in parts_of(net)}
    hinges = _hinges(net, parts)
    placed: dict[str, tuple[Point3, ...]] = {root: tuple((x, y, 0.0) for x, y in parts[root].points)}
    moves: dict[str, tuple[Turn, ...]] = {root: ()}
    waiting = [root]
    while waiting:
        name = waiting.pop(0)
        for other, fold in hinges[name]:
            if other in placed:
                continue
            turn = turn_about(fold, parts[other].points, bend.get(other, 0.0))
            moves[other] = (turn, *moves[name])
            placed[other] = tuple(moved((x, y, 0.0), moves[other]) for x, y in parts[other].points)
            waiting.append(other)
    return tuple(
        FoldedPart(part.name, part.role, placed[part.name]) for part in parts.values() if part.name in placed
    )


def _hinges(net: Net, parts: Mapping[str, NetPart]) -> dict[str, list[tuple[str, Segment]]]:
    sides: dict[frozenset[Point], list[str]] = defaultdict(list)
    corners = {panel.id: panel.points for panel in net.panels}
    for part in parts.values():
        points = corners.get(part.name, part.points)
        ends = [(points[-1], points[0])]
        ends += pairwise(points) if part.role == "panel" else ()
        for start, end in ends:
            sides[ends_of((start, end))].append(part.name)
    found: dict[str, list[tuple[str, Segment]]] = defaultdict(list)
    for fold in net.folds:
        names = sides[ends_of(fold)]
        for name in names:
            found[name] += [(other, fold) for other in names if other != name]
    return found


def closing_bend(net: Net, root: str) -> dict[str, float]:
    """Return by how many degrees each part of a die is bent when it is closed and the panel `root` stays where it lies."""
    found = {root: 0.0}
    while len(found) <= len(net.hinges):
        for one, other, degrees in net.hinges:
            if (one in found) != (other in found):
                found[other if one in found else one] = degrees
    return found

"""A net folded in space: where its panels, tabs and flaps lie at given angles; and the marks of its folds on paper.

Lengths in mm: x to the right, y down, z towards the printed side. Folds bend the printed side outwards.
"""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from pnp.model.curves import distance_to_edge, is_inside
from pnp.model.geometry import SLACK, Point, Segment, edges_of, signed_area
from pnp.model.nets import Net

Point3 = tuple[float, float, float]
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
    panels = [NetPart(panel.id, "panel", _notched(panel.points, net.cut)) for panel in net.panels]
    tabs = [NetPart(f"tab {number}", "tab", points) for number, points in enumerate(net.tabs, 1)]
    flaps = [NetPart(f"flap {number}", "flap", flap.points) for number, flap in enumerate(net.flaps, 1)]
    return (*panels, *tabs, *flaps)


def _notched(points: tuple[Point, ...], cut: Sequence[Point]) -> tuple[Point, ...]:
    """Return a panel without what the cut line takes out of one of its edges."""
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
    moves: dict[str, tuple[_Turn, ...]] = {root: ()}
    waiting = [root]
    while waiting:
        name = waiting.pop(0)
        for other, fold in hinges[name]:
            if other in placed:
                continue
            turn = _turn(fold, parts[other].points, bend.get(other, 0.0))
            moves[other] = (turn, *moves[name])
            placed[other] = tuple(_moved((x, y, 0.0), moves[other]) for x, y in parts[other].points)
            waiting.append(other)
    return tuple(
        FoldedPart(part.name, part.role, placed[part.name]) for part in parts.values() if part.name in placed
    )


def _hinges(net: Net, parts: Mapping[str, NetPart]) -> dict[str, list[tuple[str, Segment]]]:
    """Return for every part the parts that hang on it, each with the fold between them."""
    sides: dict[frozenset[Point], list[str]] = defaultdict(list)
    corners = {panel.id: panel.points for panel in net.panels}
    for part in parts.values():
        points = corners.get(part.name, part.points)
        ends = [(points[-1], points[0])]
        ends += pairwise(points) if part.role == "panel" else ()
        for start, end in ends:
            sides[_ends((start, end))].append(part.name)
    found: dict[str, list[tuple[str, Segment]]] = defaultdict(list)
    for fold in net.folds:
        names = sides[_ends(fold)]
        for name in names:
            found[name] += [(other, fold) for other in names if other != name]
    return found


def _ends(segment: Segment) -> frozenset[Point]:
    return frozenset((round(x, 3), round(y, 3)) for x, y in segment)


# A turn of a part about its fold.


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn about the line through `start` along `axis`, of length 1, by an angle."""

    start: Point3
    axis: Point3
    cosine: float
    sine: float


def _turn(fold: Segment, part: Sequence[Point], degrees: float) -> _Turn:
    """Return the turn that bends a part away from the printed side, about a fold in the plane."""
    (x1, y1), (x2, y2) = fold
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    x, y = (sum(each) / len(part) for each in zip(*part, strict=True))
    side = math.copysign(1.0, ux * (y - y1) - uy * (x - x1))
    angle = math.radians(-degrees * side)
    return _Turn((x1, y1, 0.0), (ux, uy, 0.0), math.cos(angle), math.sin(angle))


def _moved(point: Point3, turns: Sequence[_Turn]) -> Point3:
    """Return where a point comes to lie after turns, the innermost first (Rodrigues' formula)."""
    for turn in turns:
        (ux, uy, uz), (x, y, z) = turn.axis, (p - s for p, s in zip(point, turn.start, strict=True))
        along = (ux * x + uy * y + uz * z) * (1 - turn.cosine)
        across = (uy * z - uz * y, uz * x - ux * z, ux * y - uy * x)
        point = tuple(
            s + p * turn.cosine + c * turn.sine + u * along
            for s, p, c, u in zip(turn.start, (x, y, z), across, turn.axis, strict=True)
        )  # type: ignore[assignment]
    return point


def closing_bend(net: Net, root: str) -> dict[str, float]:
    """Return by how many degrees each part of a die is bent when it is closed and the panel `root` stays where it lies."""
    found = {root: 0.0}
    while len(found) <= len(net.hinges):
        for one, other, degrees in net.hinges:
            if (one in found) != (other in found):
                found[other if one in found else one] = degrees
    return found


# Marks for the folds of a net: ticks beside it where there is waste, so that few lines stay on the piece.

TICK_MM = 2.5
LEAST_TICK_MM, PLAIN_TICK_MM = 0.8, 1.5
"""A tick with less room is not seen; two that are shorter than the other do not stand for a fold alone."""

CLEAR_MM = 0.08
"""How far the middle of a tick is from the line that is cut, at least: on it, it would not be seen."""

BESIDE_MM = 0.15
"""How far a line beside a tab or flap lies from the fold: on what is glued or tucked in."""


@dataclass(frozen=True, slots=True)
class FoldMarks:
    """What is printed for folds: `ticks` in the waste, lines `beside` them on tabs and flaps, and faint ones `across` faces."""

    ticks: tuple[Segment, ...]
    beside: tuple[Segment, ...]
    across: tuple[Segment, ...]


def fold_marks(net: Net, *, bleed: float) -> FoldMarks:
    """Return how the folds of a net are marked where ticks show so far beyond its outline as bleed does.

    A fold between two faces has a tick at each end that lies in the waste, and a faint line unless both do and are plain
    to see.
    """
    standing = {
        _ends((points[0], points[-1])): points for points in (*net.tabs, *(flap.points for flap in net.flaps))
    }
    ticks: list[Segment] = []
    beside: list[Segment] = []
    across: list[Segment] = []
    for fold in net.folds:
        points = standing.get(_ends(fold))
        if points:
            beside.append(_beside(fold, points))
            continue
        found = [tick for tick in (_tick(end, net, bleed) for end in (fold, fold[::-1])) if tick]
        ticks += found
        if len(found) < 2 or bleed < PLAIN_TICK_MM:
            across.append(fold)
    return FoldMarks(tuple(ticks), tuple(beside), tuple(across))


def _tick(fold: Sequence[Point], net: Net, bleed: float) -> Segment | None:
    """Return the tick that continues a fold beyond its first end; None where there is no waste."""
    (x, y), far = fold
    length, tick = math.dist((x, y), far), min(TICK_MM, bleed)
    dx, dy = (x - far[0]) / length, (y - far[1]) / length
    middle = x + dx * tick / 2, y + dy * tick / 2
    clear = min(distance_to_edge(middle, *edge) for edge in edges_of(net.cut)) > CLEAR_MM
    if tick < LEAST_TICK_MM or not clear or is_inside(middle, net.cut):
        return None
    return (x, y), (x + dx * tick, y + dy * tick)


def _beside(fold: Segment, points: Sequence[Point]) -> Segment:
    """Return a fold moved onto the tab or flap that stands on it."""
    (x1, y1), (x2, y2) = fold
    length = math.dist(*fold)
    aside = (y1 - y2) / length * BESIDE_MM, (x2 - x1) / length * BESIDE_MM
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    side = 1 if (x - x1) * aside[0] + (y - y1) * aside[1] > 0 else -1
    dx, dy = side * aside[0], side * aside[1]
    return (x1 + dx, y1 + dy), (x2 + dx, y2 + dy)

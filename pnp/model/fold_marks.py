"""Marks for the folds of a net: ticks beside it where there is waste, so that few lines stay on the piece."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.model.curves import distance_to_edge, is_inside
from pnp.model.geometry import Point, Segment, edges_of
from pnp.model.nets import Net

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
        _key((points[0], points[-1])): points for points in (*net.tabs, *(flap.points for flap in net.flaps))
    }
    ticks: list[Segment] = []
    beside: list[Segment] = []
    across: list[Segment] = []
    for fold in net.folds:
        points = standing.get(_key(fold))
        if points:
            beside.append(_moved(fold, points))
            continue
        found = [tick for tick in (_tick(end, net, bleed) for end in (fold, fold[::-1])) if tick]
        ticks += found
        if len(found) < 2 or bleed < PLAIN_TICK_MM:
            across.append(fold)
    return FoldMarks(tuple(ticks), tuple(beside), tuple(across))


def _key(fold: Segment) -> frozenset[tuple[float, float]]:
    return frozenset((round(x, 3), round(y, 3)) for x, y in fold)


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


def _moved(fold: Segment, points: Sequence[Point]) -> Segment:
    """Return a fold moved onto the tab or flap that stands on it."""
    (x1, y1), (x2, y2) = fold
    length = math.dist(*fold)
    aside = (y1 - y2) / length * BESIDE_MM, (x2 - x1) / length * BESIDE_MM
    x, y = (sum(each) / len(points) for each in zip(*points, strict=True))
    side = 1 if (x - x1) * aside[0] + (y - y1) * aside[1] > 0 else -1
    dx, dy = side * aside[0], side * aside[1]
    return (x1 + dx, y1 + dy), (x2 + dx, y2 + dy)

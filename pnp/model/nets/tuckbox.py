"""A tuck box: four sides in a row, the lid and the bottom on the back, flaps to glue and to tuck in.

       tuck
       top     flap          flap
glue | back  | left | front | right
      bottom   flap          flap
       glue
"""

import math

from pnp.model.geometry import Size
from pnp.model.net import Net, Panel, Segment
from pnp.model.nets.tabs import tab
from pnp.model.outline import Point

GLUE_MM = 12.0
"""Width of a glued strip: two fingers hold it while it dries."""

TUCK_MM = 15.0
TUCK_RADIUS_MM = 8.0
FLAP_MM = 20.0
NOTCH_MM = 9.0
"""Radius of the thumb notch in the front."""

_ARC_STEPS = 10
UP, RIGHT, DOWN, LEFT = range(4)
"""The edges of a panel, clockwise."""


def tuckbox(width: float, height: float, depth: float) -> Net:
    """Return the net of a box whose inside is `width` x `height` x `depth` mm."""
    sides = _sides(width, height, depth)
    back, left, front, right, top, bottom = sides
    flap = min(FLAP_MM, width / 2 - 2, depth + TUCK_MM)
    notch = min(NOTCH_MM, width / 4)
    glue = tab(back.edges[LEFT], GLUE_MM, slope=0.5)
    lid = _tuck(top.edges[UP], notch)
    seal = tab(bottom.edges[DOWN], GLUE_MM, slope=0.5)
    flaps = [tab(panel.edges[side], flap, slope=0.15) for panel in (left, right) for side in (UP, DOWN)]
    rim = (*flaps[0], *_notched(front.edges[UP], notch), *flaps[2])
    foot = (*flaps[3], front.points[2], *flaps[1], bottom.points[1])
    tabs = (glue, lid, seal, *flaps)
    hinges: tuple[Segment, ...] = (
        back.edges[UP],
        back.edges[DOWN],
        *(p.edges[LEFT] for p in (left, front, right)),
    )
    return Net(
        size=Size(GLUE_MM + 2 * width + 2 * depth, height + 2 * depth + TUCK_MM + GLUE_MM),
        panels=sides,
        cut=(*glue, *lid, top.points[2], *rim, *foot, *seal),
        folds=(*hinges, *((piece[0], piece[-1]) for piece in tabs)),
        tabs=tabs,
        joins=(
            (back.edges[LEFT], right.edges[RIGHT]),
            (top.edges[UP], front.edges[UP]),
            (top.edges[RIGHT], left.edges[UP]),
            (top.edges[LEFT], right.edges[UP]),
            (bottom.edges[DOWN], front.edges[DOWN]),
            (bottom.edges[RIGHT], left.edges[DOWN]),
            (bottom.edges[LEFT], right.edges[DOWN]),
        ),
    )


def _sides(width: float, height: float, depth: float) -> tuple[Panel, ...]:
    """Return back, left, front, right, top and bottom where the plan above has them."""
    x, y = GLUE_MM, depth + TUCK_MM
    return (
        _panel("back", x, y, width, height),
        _panel("left", x + width, y, depth, height),
        _panel("front", x + width + depth, y, width, height),
        _panel("right", x + 2 * width + depth, y, depth, height),
        _panel("top", x, y - depth, width, depth, angle=180),
        _panel("bottom", x, y + height, width, depth, angle=180),
    )


def _panel(name: str, x: float, y: float, width: float, height: float, *, angle: float = 0.0) -> Panel:
    points = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Panel(name, points, angle, width, height)


def _tuck(edge: Segment, slack: float) -> tuple[Point, ...]:
    """Return the tongue of the lid with round corners, a hair narrower than the lid so that it slides in."""
    (x1, y), (x2, _) = edge
    radius = min(TUCK_RADIUS_MM, (x2 - x1) / 3, slack + TUCK_RADIUS_MM)
    inset = 0.75
    left, right, top = x1 + inset, x2 - inset, y - TUCK_MM
    first = _arc((left + radius, top + radius), radius, 180, 270)
    second = _arc((right - radius, top + radius), radius, 270, 360)
    return ((x1, y), (left, y - 1), *first, *second, (right, y - 1), (x2, y))


def _notched(edge: Segment, radius: float) -> tuple[Point, ...]:
    """Return a top edge with the thumb notch cut into it."""
    (x1, y), (x2, _) = edge
    middle = (x1 + x2) / 2
    return ((x1, y), *_arc((middle, y), radius, 180, 0), (x2, y))


def _arc(centre: Point, radius: float, start: float, end: float) -> tuple[Point, ...]:
    """Return points of an arc from `start` to `end` degrees, clockwise as y runs down, both ends included."""
    angles = (math.radians(start + (end - start) * step / _ARC_STEPS) for step in range(_ARC_STEPS + 1))
    return tuple((centre[0] + radius * math.cos(a), centre[1] + radius * math.sin(a)) for a in angles)

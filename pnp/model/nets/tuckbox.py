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


def tuckbox(width: float, height: float, depth: float) -> Net:
    """Return the net of a box whose inside is `width` x `height` x `depth` mm."""
    x, y = GLUE_MM, depth + TUCK_MM
    flap = min(FLAP_MM, width / 2 - 2, depth + TUCK_MM)
    back = _panel("back", x, y, width, height)
    left = _panel("left", x + width, y, depth, height)
    front = _panel("front", x + width + depth, y, width, height)
    right = _panel("right", x + 2 * width + depth, y, depth, height)
    top = _panel("top", x, y - depth, width, depth, angle=180)
    bottom = _panel("bottom", x, y + height, width, depth, angle=180)
    up, right_of, down, left_of = range(4)
    notch = min(NOTCH_MM, width / 4)
    glue = tab(back.edges[left_of], GLUE_MM, slope=0.5)
    lid = _tuck(top.edges[up], notch)
    seal = tab(bottom.edges[down], GLUE_MM, slope=0.5)
    flaps = {
        (panel.id, side): tab(panel.edges[side], flap, slope=0.15)
        for panel in (left, right)
        for side in (up, down)
    }
    cut = (
        *glue,
        *_from(lid, top),
        *flaps["left", up],
        *_notched(front.edges[up], notch),
        *flaps["right", up],
        *flaps["right", down],
        front.points[2],
        *flaps["left", down],
        bottom.points[1],
        *seal,
    )
    tabs = (glue, lid, seal, *flaps.values())
    hinges: tuple[Segment, ...] = (
        back.edges[up],
        back.edges[down],
        *(p.edges[left_of] for p in (left, front, right)),
    )
    ends = tuple((piece[0], piece[-1]) for piece in tabs)
    pairs = (
        (back.edges[left_of], right.edges[right_of]),
        (top.edges[up], front.edges[up]),
        (top.edges[right_of], left.edges[up]),
        (top.edges[left_of], right.edges[up]),
        (bottom.edges[down], front.edges[down]),
        (bottom.edges[right_of], left.edges[down]),
        (bottom.edges[left_of], right.edges[down]),
    )
    return Net(
        size=Size(x + 2 * width + 2 * depth, height + 2 * depth + TUCK_MM + GLUE_MM),
        panels=(front, back, left, right, top, bottom),
        cut=cut,
        folds=(*hinges, *ends),
        tabs=tabs,
        joins=pairs,
    )


def _panel(name: str, x: float, y: float, width: float, height: float, *, angle: float = 0.0) -> Panel:
    points = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Panel(name, points, angle, width, height)


def _from(lid: tuple[Point, ...], top: Panel) -> tuple[Point, ...]:
    """Return the cut line along the lid: up its left side, round the tuck, down its right side."""
    return (*lid, top.points[2])


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

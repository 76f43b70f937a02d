"""Glue tabs: what is left standing on an edge of a net so that another edge can be stuck to it."""

import math

from pnp.model.net import Segment
from pnp.model.outline import Point

SLOPE = 1.0
"""How far a tab's ends come in for each mm of its height: 45 degrees, so that two tabs never meet in a corner."""


def tab(edge: Segment, height: float, *, slope: float = SLOPE) -> tuple[Point, ...]:
    """Return the tab standing outside an edge of a clockwise panel, corners in clockwise order from the edge's end.

    >>> [(round(x, 1), round(y, 1)) for x, y in tab(((0, 0), (10, 0)), 3)]
    [(0, 0), (3.0, -3.0), (7.0, -3.0), (10, 0)]
    """
    (x1, y1), (x2, y2) = edge
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    height = min(height, length / 2 / slope * 0.9) if slope else height
    into = height * slope
    near = (x1 + ux * into + uy * height, y1 + uy * into - ux * height)
    far = (x2 - ux * into + uy * height, y2 - uy * into - ux * height)
    return (edge[0], near, far, edge[1])

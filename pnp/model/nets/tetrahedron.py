r"""A four-sided die as a strip of four triangles with three tabs.

Its corners are numbered 1 to 4; a throw is read at the corner that points up, so each side shows three numbers.

        1-------2-------1
       / \  b  / \  d  /
      / a \   / c \   /
     4-----3-------4'       (each corner is written where it comes to lie)
"""

import math

from pnp.model.geometry import Size
from pnp.model.net import Net, Panel
from pnp.model.nets.tabs import tab


def tetrahedron(side: float, *, tab_height: float = 5.0) -> Net:
    """Return the net of a tetrahedron with edges of `side` mm."""
    h = side * math.sqrt(3) / 2
    t = min(tab_height, side / 4)
    low = [(x * side, h + t) for x in range(3)]
    high = [(x * side + side / 2, t) for x in range(3)]
    # Folding the strip brings these corners together: the ends meet, and so do both outer corners of each long side.
    name = {high[0]: "1", high[1]: "2", high[2]: "1", low[0]: "4", low[1]: "3", low[2]: "4"}
    corners = (
        (high[0], low[1], low[0]),
        (high[0], high[1], low[1]),
        (high[1], low[2], low[1]),
        (high[1], high[2], low[2]),
    )
    panels = tuple(
        Panel(
            id=str(
                10 - sum(int(name[point]) for point in points)
            ),  # a side is named after the corner it lies opposite
            points=points,
            angle=0.0 if number % 2 == 0 else 180.0,
            width=side,
            height=h,
            corners=tuple(name[point] for point in points),
        )
        for number, points in enumerate(corners)
    )
    end, over, under = (high[2], low[2]), (high[0], high[1]), (low[2], low[1])
    tabs = (tab(over, t), tab(end, t), tab(under, t))
    folds = ((high[0], low[1]), (low[1], high[1]), (high[1], low[2]), over, end, under)
    width = max(x for piece in tabs for x, _ in piece)
    return Net(
        size=Size(max(width, high[2][0]), h + 2 * t),
        panels=panels,
        cut=(*tabs[0], high[2], *tabs[1][1:], *tabs[2][1:], low[0]),
        folds=folds,
        tabs=tabs,
        joins=((end, (high[0], low[0])), (over, (high[1], high[2])), (under, (low[0], low[1]))),
    )

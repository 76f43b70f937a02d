"""A stand-up marker: front and back over a fold, a base, and a tab that closes it to a little tent.

back (upside down)
front
base
tab, glued inside the back
"""

from pnp.model.geometry import Size
from pnp.model.net import Net, Panel
from pnp.model.nets.tabs import tab

BASE_SHARE = 0.6
"""Depth of the base for each mm of height: wide enough not to fall over when somebody breathes."""

TAB_MM = 6.0


def standee(width: float, height: float) -> Net:
    """Return the net of a tent marker whose pictures are `width` x `height` mm."""
    depth = max(10.0, BASE_SHARE * height)
    back = _panel("back", 0.0, width, height, angle=180)
    front = _panel("front", height, width, height)
    base = _panel("base", 2 * height, width, depth)
    seal = tab(base.edges[2], TAB_MM)
    right = tuple((width, y) for y in (0.0, height, 2 * height, 2 * height + depth))
    left = tuple((0.0, y) for _, y in reversed(right))
    return Net(
        size=Size(width, 2 * height + depth + TAB_MM),
        panels=(front, back, base),
        cut=(*right[:-1], *seal, *left[1:]),
        folds=(front.edges[0], base.edges[0], base.edges[2]),
        tabs=(seal,),
        joins=((base.edges[2], back.edges[0]),),
    )


def _panel(name: str, y: float, width: float, height: float, *, angle: float = 0.0) -> Panel:
    points = ((0.0, y), (width, y), (width, y + height), (0.0, y + height))
    return Panel(name, points, angle, width, height)

"""A six-sided die as a cross: four sides in a row, one above the second, one below it.

    3
1   2   6   5      opposite sides sum to seven; 1, 2, 3 run anticlockwise about their
    4              corner, as on dice sold in the west
"""

from pnp.model.geometry import Size
from pnp.model.net import Net, Panel, Segment
from pnp.model.nets.tabs import tab
from pnp.model.outline import Point

PLACES = {"3": (1, 0), "1": (0, 1), "2": (1, 1), "6": (2, 1), "5": (3, 1), "4": (1, 2)}
"""Side -> column and row in the cross."""


def cube(side: float, *, tab_height: float = 5.0) -> Net:
    """Return the net of a cube with edges of `side` mm: seven tabs, five folds between sides."""
    height = min(tab_height, side / 3)
    panels = {name: _square(name, column, row, side, height) for name, (column, row) in PLACES.items()}
    top, right, bottom, left = range(4)

    def edge(name: str, which: int) -> Segment:
        return panels[name].edges[which]

    tabbed = [("3", left), ("3", top), ("3", right), ("4", right), ("4", bottom), ("4", left), ("5", right)]
    glued_to = [("1", top), ("5", top), ("6", top), ("6", bottom), ("5", bottom), ("1", bottom), ("1", left)]
    tabs = tuple(tab(edge(*each), height) for each in tabbed)
    inner = [("2", top), ("1", right), ("2", right), ("6", right), ("2", bottom)]
    return Net(
        size=Size(4 * side + height, 3 * side + 2 * height),
        panels=tuple(panels[name] for name in sorted(panels)),
        cut=_outline(panels, tabs),
        folds=(*(edge(*each) for each in inner), *(edge(*each) for each in tabbed)),
        tabs=tabs,
        joins=tuple((edge(*one), edge(*other)) for one, other in zip(tabbed, glued_to, strict=True)),
    )


def _square(name: str, column: int, row: int, side: float, above: float) -> Panel:
    x, y = column * side, row * side + above
    points = ((x, y), (x + side, y), (x + side, y + side), (x, y + side))
    return Panel(name, points, 0.0, side, side)


def _outline(panels: dict[str, Panel], tabs: tuple[tuple[Point, ...], ...]) -> tuple[Point, ...]:
    """Return the cut line clockwise from the top-left corner of side 1."""
    left3, top3, right3, right4, bottom4, left4, right5 = tabs
    one, six = panels["1"].points, panels["6"].points
    above = (*left3, *top3[1:], *right3[1:])
    below = (*right4, *bottom4[1:], *left4[1:])
    return (one[0], *above, six[1], *right5, six[2], *below, one[3])

"""Which kind of component is laid out in which way."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Protocol

from pnp.impose.grid import fullest_grid
from pnp.impose.layout import Layout
from pnp.impose.loose_grid import LooseGrid, hexagon_grid, label_grid, loose_grid
from pnp.impose.tile_pages import whole_page
from pnp.impose.triangle_grid import fullest_triangle_grid, loose_triangle_grid
from pnp.model import kinds
from pnp.model.game import Component
from pnp.model.geometry import Point, hexagon, rectangle, triangle
from pnp.model.sheet import Paper

GAP = 3.0  # mm between pieces that are cut out one by one: room for scissors to turn


class LayOut(Protocol):
    """A way to lay out the components of a kind."""

    def __call__(self, component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
        """Return the places on one sheet, folded or not; None where not one piece fits."""


def lay_out(component: Component, paper: Paper, *, copies: int = 1, folded: bool = False) -> Layout | None:
    """Return the places that one sheet of `paper` has for pieces of the component, or None where not one fits.

    `copies` are to be printed in all: a page is turned on its side where that saves a sheet.
    """
    if component.net is not None:
        return _nets(component, paper, copies=copies, folded=folded)
    return LAYOUTS[component.kind.layout](component, paper, copies=copies, folded=folded)


def _in_rows(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
    del copies
    return fullest_grid(
        component.size, paper.size, margin=paper.unprintable, folded=folded, gap=component.gap
    )


def _apart(component: Component, paper: Paper, *, copies: int, folded: bool) -> LooseGrid | None:
    del copies
    gap = GAP if component.gap is None else component.gap
    return loose_grid(component.cut, paper.size, margin=paper.unprintable, gap=gap, folded=folded)


def _by_outline(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
    """Return rows with shared cuts for rectangles, and places apart for the rest."""
    way: LayOut = _in_rows if component.cut.kind == "rectangle" else _apart
    return way(component, paper, copies=copies, folded=folded)


def _nets(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
    """Return places apart for nets: a net has its cut line drawn, so that crop marks round its box would mislead."""
    places = _apart(component, paper, copies=copies, folded=folded)
    return replace(places, lined=True) if places else None


def _sheet(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
    """Return the page itself for a sheet as large as the paper, or places for as many sheets as fit."""
    page = None if folded else whole_page(component.size, paper.size)
    return page or _in_rows(component, paper, copies=copies, folded=folded)


def _stickers(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
    """Return the labels of the sheet that is sold in this paper, or places on plain paper."""
    sheet = next((sheet for sheet in component.labels if sheet.paper == paper.name), None)
    if sheet is not None:
        return label_grid(component.cut, paper.size, sheet)
    return _apart(component, paper, copies=copies, folded=folded)


def _tiles(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
    """Return triangles and squares with shared cuts, and whatever else there is apart."""
    points, width = component.cut.points, component.size.width
    margin, gap = paper.unprintable, component.gap
    if _alike(points, triangle(width).points):
        if not gap:
            return fullest_triangle_grid(width, paper.size, margin=margin, copies=copies, folded=folded)
        return loose_triangle_grid(width, paper.size, margin=margin, gap=gap, copies=copies, folded=folded)
    if _alike(points, rectangle(component.size).points):
        return _in_rows(component, paper, copies=copies, folded=folded)
    if _alike(points, hexagon(width / 2).points):
        gap = GAP if gap is None else gap
        return hexagon_grid(width / 2, paper.size, margin=margin, gap=gap, copies=copies, folded=folded)
    return _apart(component, paper, copies=copies, folded=folded)


def _alike(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Say whether two outlines are the same to a thousandth of a millimetre, corner by corner."""
    return len(one) == len(other) and all(math.dist(a, b) < 1e-3 for a, b in zip(one, other, strict=True))


LAYOUTS: Mapping[kinds.Layout, LayOut] = MappingProxyType(
    {"rows": _in_rows, "outline": _by_outline, "page": _sheet, "labels": _stickers, "tiles": _tiles}
)

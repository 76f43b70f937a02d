"""Which kind of component is laid out in which way."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pnp.impose.grid import ClipArea, Grid, Line, Position, fullest_grid
from pnp.impose.loose_grid import LooseGrid, hexagon_grid, label_grid, loose_grid
from pnp.impose.triangle_grid import TriangleGrid, fullest_triangle_grid, loose_triangle_grid
from pnp.model.game import Component
from pnp.model.geometry import Point, Rect, Size, hexagon, rectangle, triangle
from pnp.model.sheet import FULL_SIZE, SAME_PAPER_MM, Axis, Backs, Paper
from pnp.units import MM_PER_PT

GAP = 3.0  # mm between pieces that are cut out one by one: room for scissors to turn


@dataclass(frozen=True, slots=True)
class WholePage:
    """One position, which is the page: the face is as large as the paper, and nothing is cut."""

    page: Size
    fold: Axis | None = None
    outer_bleed: float = 0.0
    cut_xs: tuple[float, ...] = ()
    cut_ys: tuple[float, ...] = ()
    slanted_cuts: tuple[Line, ...] = ()
    label_sheet: str = ""

    @property
    def bounds(self) -> Rect:
        """The page."""
        return Rect(0, 0, self.page.width, self.page.height)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The page."""
        return (Position(self.bounds),)

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return the page: bleed would fall off it."""
        del number, bleed, shown
        return ClipArea(self.bounds)


Layout = Grid | LooseGrid | TriangleGrid | WholePage
"""Positions on a page for the fronts of one component, in the order they are filled; backs lie behind them, on the back
or beyond a fold. `bounds` is the box around all that is cut, on both halves."""


def lay_out(component: Component, paper: Paper, *, copies: int = 1, folded: bool = False) -> Layout | None:
    """Return the places that one sheet of `paper` has for pieces of the component, or None where not one fits.

    `copies` are to be printed in all: a page is turned on its side where that saves a sheet.
    """
    margin, gap = paper.unprintable, GAP if component.gap is None else component.gap
    in_rows = partial(
        fullest_grid, component.size, paper.size, margin=margin, folded=folded, gap=component.gap
    )
    apart = partial(loose_grid, component.cut, paper.size, margin=margin, gap=gap, folded=folded)
    if component.net is not None:
        places = apart()  # a net has its cut line drawn: crop marks round its box would mislead
        return replace(places, has_cut_line=True) if places else None
    rectangular = _alike(component.cut.points, rectangle(component.size).points)
    match component.kind.layout:
        case "rows":
            return in_rows()
        case "outline":
            return in_rows() if component.cut.kind == "rectangle" else apart()
        case "page":
            return (None if folded else whole_page(component.size, paper.size)) or in_rows()
        case "labels":
            sheet = next((sheet for sheet in component.labels if sheet.paper == paper.name), None)
            return label_grid(component.cut, paper.size, sheet) if sheet else apart()
        case "tiles":
            shared = _tile_layout(component, paper, gap, copies=copies, folded=folded)
            return shared() if shared else in_rows() if rectangular else apart()


def _tile_layout(
    component: Component, paper: Paper, gap: float, *, copies: int, folded: bool
) -> Callable[[], Layout | None] | None:
    """Return how to lay out triangles, whose cuts are shared unless a gap is asked for, and hexagons."""
    points, width = component.cut.points, component.size.width
    page: partial[dict[str, Any]] = partial(dict, margin=paper.unprintable, copies=copies, folded=folded)
    if _alike(points, triangle(width).points):
        if component.gap:
            return partial(loose_triangle_grid, width, paper.size, **page(gap=gap))
        return partial(fullest_triangle_grid, width, paper.size, **page())
    if _alike(points, hexagon(width / 2).points):
        return partial(hexagon_grid, width / 2, paper.size, **page(gap=gap))
    return None


def _alike(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Say whether two outlines are the same to a thousandth of a millimetre, corner by corner."""
    return len(one) == len(other) and all(math.dist(a, b) < 1e-3 for a, b in zip(one, other, strict=True))


def whole_page(size: Size, paper: Size) -> WholePage | None:
    """Return the layout of a sheet of `size` on a paper of that size, lying either way; None on any other."""
    if any(size.is_like(page, within=SAME_PAPER_MM) for page in paper.either_way):
        return WholePage(size)
    return None


# The page a print shop makes a board from: as large as the board with its bleed and room for marks.

ROOM_MM = 28 * MM_PER_PT
"""Beyond the bleed on every side: for crop marks of 5 mm and a line of words; whole points, so that the place of the
drawing is a whole number in the PDF."""

EDGE_MM = 2.0
"""What stays white at the edge of the page; print shops print to the edge, but not every viewer shows it."""


def full_size_paper(component: Component) -> Paper | None:
    """Return the paper on which the component is printed in one piece, or None for kinds that home printers make."""
    if not component.kind.full_size:
        return None
    beyond = 2 * (component.bleed + ROOM_MM)
    size = Size(component.size.width + beyond, component.size.height + beyond)
    return Paper(FULL_SIZE, "full size", size, EDGE_MM)


def backs_on(paper: Paper, backs: Backs) -> Backs:
    """Return how the backs get behind the fronts on this paper.

    A print shop turns a board like the page of a book and expects both pages upright.
    """
    if paper.name != FULL_SIZE or backs == "none":
        return backs
    return "long-edge" if paper.size.height >= paper.size.width else "short-edge"

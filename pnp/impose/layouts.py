"""Which kind of component is laid out in which way."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Protocol

from pnp.impose.grid import fullest_grid
from pnp.impose.layout import Layout
from pnp.impose.spread import on_labels, spread_out
from pnp.impose.wholepage import whole_page
from pnp.model.game import Component
from pnp.model.sheet import Paper

GAP = 3.0  # mm between pieces that are cut out one by one: room for scissors to turn


class LayOut(Protocol):
    """A way to lay out the components of a kind."""

    def __call__(self, component: Component, paper: Paper, *, folded: bool) -> Layout | None:
        """Return the places on one sheet, folded or not; None where not one piece fits."""


def lay_out(component: Component, paper: Paper, *, folded: bool = False) -> Layout | None:
    """Return the places that one sheet of `paper` has for pieces of the component, or None where not one fits."""
    usual = _in_rows if component.cut.kind == "rectangle" else _apart
    return LAYOUTS.get(component.kind, usual)(component, paper, folded=folded)


def _in_rows(component: Component, paper: Paper, *, folded: bool) -> Layout | None:
    return fullest_grid(
        component.size, paper.size, margin=paper.unprintable, folded=folded, gap=component.gap
    )


def _apart(component: Component, paper: Paper, *, folded: bool) -> Layout | None:
    gap = GAP if component.gap is None else component.gap
    return spread_out(component.cut, paper.size, margin=paper.unprintable, gap=gap, folded=folded)


def _sheet(component: Component, paper: Paper, *, folded: bool) -> Layout | None:
    """Return the page itself for a sheet as large as the paper, or places for as many sheets as fit."""
    page = None if folded else whole_page(component.size, paper.size)
    return page or _in_rows(component, paper, folded=folded)


def _stickers(component: Component, paper: Paper, *, folded: bool) -> Layout | None:
    """Return the labels of the sheet that is sold in this paper, or places on plain paper."""
    sheet = next((sheet for sheet in component.labels if sheet.paper == paper.name), None)
    return on_labels(component.cut, paper.size, sheet) if sheet else _apart(component, paper, folded=folded)


LAYOUTS: Mapping[str, LayOut] = MappingProxyType(
    {"cards": _in_rows, "sheet": _sheet, "stickers": _stickers}
)
"""By kind. Every other kind goes by its outline: rectangles in rows with shared cuts, the rest apart."""

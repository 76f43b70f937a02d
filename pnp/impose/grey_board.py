"""Which sheets are glued on grey board: one on either side of it, or one that is folded round its edge."""

import math
from collections.abc import Sequence

from pnp.impose.grid import Layout, has_foot
from pnp.impose.layouts import lay_out
from pnp.model.game import Component
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Backs


def flip_on(component: Component, paper: Paper, backs: Backs) -> Backs:
    """Return how backs get behind fronts: both sheets are glued on a board where there is one, unless a shop makes it."""
    glued = component.kind.grey_board and paper.name != FULL_SIZE
    return "glued" if glued and backs in ("long-edge", "short-edge") else backs


def arranged(
    component: Component, paper: Paper, flip: Backs, have_backs: Sequence[bool]
) -> tuple[Layout | None, Backs]:
    """Return the places on a sheet, and how backs get behind fronts: folded round a board where that takes fewer sheets.

    `have_backs` says of each copy whether it has one: sheets of fronts alone have no sheet of backs. Straight cuts would
    leave thin strips at the board's edge, so only pieces that are cut out one by one are folded round it, and only where
    there is room for the words.
    """
    copies = len(have_backs)
    layout = lay_out(component, paper, copies=copies, folded=flip == "gutterfold")
    if flip != "glued" or layout is None:
        return layout, flip
    folded = lay_out(component, paper, copies=copies, folded=True)
    if (
        folded is None
        or not folded.contours
        or not has_foot(folded.bounds.size, folded.page, paper.unprintable)
    ):
        return layout, flip
    places = len(layout.positions)
    glued = sum(1 + any(have_backs[start : start + places]) for start in range(0, copies, places))
    return (folded, "gutterfold") if math.ceil(copies / len(folded.positions)) < glued else (layout, flip)


def far_from_the_fold(layout: Layout, copies: int) -> int:
    """Return how many of the first places stay empty where the last whole rows hold all copies: those beside the fold."""
    if layout.fold != "horizontal" or copies > len(layout.positions):
        return 0
    tops = [each.trim.y for each in layout.positions]
    free = len(tops) - copies
    return next(number for number in range(free, -1, -1) if number == 0 or tops[number] > tops[number - 1])

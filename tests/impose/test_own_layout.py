"""Pieces lie where the designer says, their backs behind them."""

from dataclasses import replace

import pytest
from maps import planned, soup

from pnp.impose.layouts import lay_out
from pnp.model.geometry import Rect, Size
from pnp.model.papers import find_paper
from pnp.model.sheet import PlaceOnSheet, SheetLayout, behind

CARD = Size(40, 60)
TWO = (PlaceOnSheet(Rect(20, 30, 40, 60)), PlaceOnSheet(Rect(80, 30, 60, 40), 90))
"""One card upright, one on its side, left of the middle of the page and above it."""


def deck(pieces, places):
    made = soup(pieces, size=CARD)
    component = replace(made.component, layouts=(SheetLayout(Size(210, 297), places),))
    made.component, made.game = component, replace(made.game, components=(component,))
    return made


@pytest.mark.parametrize(("flip", "axis"), [("long-edge", "vertical"), ("short-edge", "horizontal")])
def test_backs_lie_behind_fronts_that_are_not_in_the_middle(flip, axis):
    plan = planned(deck("a/x b/x c/x", TWO), "a4", flip)
    assert plan.diagnostics == ()
    front, back, *_ = plan.sheets
    assert [each.trim for each in front.placements] == [place.box for place in TWO]
    assert [each.trim for each in back.placements] == [
        behind(place.box, Size(210, 297), axis) for place in TWO
    ]
    assert [each.rotation for each in front.placements] == [0, 90]
    assert {each.rotation for each in back.placements} == ({0, 270} if flip == "long-edge" else {180, 90})
    assert all(each.clip.contains(each.trim) for each in (*front.placements, *back.placements))
    assert len(plan.sheets) == 4


def test_pieces_that_no_straight_line_parts_have_lines_around_them():
    places = (*TWO, PlaceOnSheet(Rect(30, 100, 40, 60)))
    layout = lay_out(deck("a/", places).component, find_paper("a4"))
    assert (layout.cut_xs, len(layout.contours)) == ((), 3)

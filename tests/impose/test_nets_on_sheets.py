"""A net is cut along its own line: the sheet adds neither crop marks nor outlines, only what keeps nets apart."""

import pytest
from maps import pieces_of, planned

from pnp.load.kinds.dice import die_net
from pnp.model.geometry import rectangle
from pnp.model.nets import standee, tuckbox

NETS = {
    "dice": (die_net("d6", 18), "red*3/", 3.0),
    "markers": (standee(16, 24), "star/ moon/ bolt/", 3.0),
    "box": (tuckbox(65, 90, 18), "box/", 6.0),
}


def sheet_of(kind: str, *, net: bool, backs: str = "none"):
    found, pieces, gap = NETS[kind]
    made = pieces_of(kind, pieces, rectangle(found.size), bleed=gap / 2, net=found if net else None, gap=gap)
    plan = planned(made, "a4", backs)
    assert plan.diagnostics == ()
    (sheet,) = plan.sheets
    return sheet


RULER = 12
"""Strokes of the ruler: its line, and ticks every 5 mm from 0 to 50."""


@pytest.mark.parametrize("kind", NETS)
def test_a_net_has_no_crop_marks_and_no_outline(kind):
    sheet = sheet_of(kind, net=True)
    assert (len(sheet.strokes), sheet.contours) == (RULER, ())


@pytest.mark.parametrize("kind", NETS)
def test_a_net_that_has_no_back_stays_on_one_side_of_the_paper(kind):
    for backs in ("long-edge", "gutterfold"):
        sheet = sheet_of(kind, net=True, backs=backs)
        assert (sheet.flip, sheet.side) == ("none", "front")

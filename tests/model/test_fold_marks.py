"""How folds are printed: ticks in the waste, and as little as possible on what is seen of the finished piece."""

import pytest

from pnp.load.kinds.dice import DICE, die_net
from pnp.model.nets import fold_marks, standee, tuckbox


def test_a_fold_with_waste_at_both_ends_has_ticks_and_no_line():
    marks = fold_marks(standee(20, 30), bleed=2.0)
    assert sorted(marks.ticks) == [
        ((0.0, 30.0), (-2.0, 30.0)),
        ((0.0, 60.0), (-2.0, 60.0)),
        ((20.0, 30.0), (22.0, 30.0)),
        ((20.0, 60.0), (22.0, 60.0)),
    ]
    assert marks.across == ()


def test_a_line_on_a_tab_lies_beside_the_fold():
    net = standee(20, 30)
    ((start, end),) = fold_marks(net, bleed=2.0).beside
    fold = max(y for segment in net.folds for _, y in segment)
    assert start[1] == end[1] == pytest.approx(fold + 0.15)


def test_without_room_for_ticks_every_fold_between_faces_has_a_faint_line():
    marks = fold_marks(standee(20, 30), bleed=0.0)
    assert (marks.ticks, len(marks.across)) == ((), 2)


@pytest.mark.parametrize("net", [*map(die_net, DICE), tuckbox(65, 90, 20)])
def test_every_fold_is_marked_once(net):
    marks = fold_marks(net, bleed=3.0)
    assert len(marks.beside) == len(net.tabs) + len(net.flaps)
    unlined = len(net.folds) - len(marks.beside) - len(marks.across)
    assert 0 <= 2 * unlined <= len(marks.ticks)

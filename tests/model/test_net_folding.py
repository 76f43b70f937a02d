"""A net that is folded: edges that belong together meet, and what is printed is outside."""

from itertools import chain

import pytest

from pnp.load.kinds.dice import DICE, die_net
from pnp.model.nets import closing_bend, folded, parts_of, standee, tuckbox


def closed(net, root):
    return {part.name: part for part in folded(net, root=root, bend=closing_bend(net, root))}


def corners_of_joins(net, solid):
    """Where the ends of every two edges that are glued together have come to lie."""
    where = {
        (panel.id, corner): spot
        for panel in net.panels
        for corner, spot in zip(panel.points, solid[panel.id].points, strict=False)
    }
    panels = {edge: panel.id for panel in net.panels for edge in panel.edges}
    for one, other in net.joins:
        yield tuple(
            [where[panels.get(edge) or panels[edge[::-1]], point] for point in edge] for edge in (one, other)
        )


@pytest.mark.parametrize("die", DICE)
def test_edges_that_are_glued_together_meet(die):
    net = die_net(die)
    for one, other in corners_of_joins(net, closed(net, "2")):
        (first, last), (end, start) = one, other
        assert first == pytest.approx(start, abs=1e-6)
        assert last == pytest.approx(end, abs=1e-6)


def test_a_box_is_as_deep_as_it_should_be_and_lies_behind_its_front():
    net = tuckbox(65, 90, 20)
    parts = folded(net, root="front", bend=dict.fromkeys((part.name for part in parts_of(net)), 90))
    panels = [part.points for part in parts if part.role == "panel"]
    xs, ys, zs = (sorted(each) for each in zip(*chain.from_iterable(panels), strict=True))
    assert (xs[-1] - xs[0], ys[-1] - ys[0], zs[-1] - zs[0]) == pytest.approx((65, 90, 20))
    assert zs[0] == pytest.approx(-20)  # nothing stands out of the front


def test_the_front_of_a_box_has_its_thumb_notch():
    (front,) = (part for part in parts_of(tuckbox(65, 90, 20)) if part.name == "front")
    assert max(y for _, y in front.points[1:-3]) - front.points[0][1] == pytest.approx(9, abs=0.1)


def test_what_is_not_bent_stays_in_the_plane():
    assert {z for part in folded(standee(16, 24), root="front", bend={}) for *_, z in part.points} == {0.0}

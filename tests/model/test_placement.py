"""How a picture lies in its box: what the fit promises holds at every angle, and nothing moves further than it must."""

import random

import pytest

from pnp.model.art_placement import Placement
from pnp.model.geometry import Rect, Size

SHAPES = [(Size(60, 40), Size(30, 30)), (Size(40, 60), Size(69, 94)), (Size(50, 50), Size(20, 90))]


def corners(size):
    return [(0, 0), (size.width, 0), (size.width, size.height), (0, size.height)]


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize(("picture", "box"), SHAPES)
def test_a_covered_box_stays_covered_and_a_contained_picture_inside(seed, picture, box):
    rng = random.Random(seed)
    focus, turn = (rng.random(), rng.random()), rng.choice([0, 90, -180, rng.uniform(-360, 360)])
    view = Rect(3, -2, picture.width, picture.height)
    covering = Placement(focus, rng.choice([1, rng.uniform(1, 4)]), turn)
    back = covering.matrix(view, box, "cover").inverse
    slack = 1e-6
    for x, y in (back.apply(*corner) for corner in corners(box)):
        assert view.x - slack <= x <= view.right + slack
        assert view.y - slack <= y <= view.bottom + slack
    assert covering.empty_share(picture, box, "cover") == pytest.approx(0)
    inside = Placement(focus, rng.choice([1, rng.uniform(0.2, 1)]), turn).matrix(view, box, "contain")
    for x, y in (inside.apply(view.x + a, view.y + b) for a, b in corners(picture)):
        assert -slack <= x <= box.width + slack
        assert -slack <= y <= box.height + slack


def test_zoom_one_is_as_large_as_the_fit_allows_at_any_angle():
    for turn in (0, 17, 90, 233):
        assert Placement(zoom=0.999, rotation=turn).empty_share(Size(60, 40), Size(30, 30), "cover") > 0
        larger = Placement(zoom=1.001, rotation=turn).matrix(Rect(0, 0, 60, 40), Size(30, 30), "contain")
        places = [larger.apply(*corner) for corner in corners(Size(60, 40))]
        assert min(min(place) for place in places) < 0


def test_the_focus_lies_in_the_middle_of_the_box_where_it_can():
    placed = Placement((0.3, 0.6), 3, 25)
    assert placed.shown_focus(Size(60, 40), Size(30, 30), "cover") == pytest.approx((0.3, 0.6))
    x, y = placed.matrix(Rect(0, 0, 60, 40), Size(30, 30), "cover").apply(0.3 * 60, 0.6 * 40)
    assert (x, y) == pytest.approx((15, 15))


@pytest.mark.parametrize(
    ("placement", "fit", "focus"),
    [
        (Placement((0, 0)), "cover", (1 / 3, 0.5)),  # two thirds of the width are seen
        (Placement((0, 0), zoom=2), "cover", (1 / 6, 0.25)),
        (Placement((0, 0)), "contain", (0.5, 0.25)),  # two thirds of the box are filled
        (Placement((0.1, 0.9), zoom=0.5), "cover", (1 / 3, 0.9)),
    ],
)
def test_no_gap_opens_and_nothing_is_cut_off_without_need(placement, fit, focus):
    assert placement.shown_focus(Size(60, 40), Size(30, 30), fit) == pytest.approx(focus)

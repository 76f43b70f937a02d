"""Every net, folded up in space, closes: what is glued together lies together."""

import math
from itertools import chain, combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.load.kinds.dice import DICE, die_net
from pnp.model.geometry import depth, signed_area
from pnp.model.nets import closing_bend, fold_marks, folded, parts_of, standee, tuckbox

DIHEDRAL = {
    "d4": math.acos(1 / 3),
    "d6": math.pi / 2,
    "d8": math.acos(-1 / 3),
    "d12": math.acos(-1 / math.sqrt(5)),
    "d20": math.acos(-math.sqrt(5) / 3),
}
"""The angle between two sides of a die, as books on geometry have it."""


SLOPE = math.degrees(math.acos(9 / 30))
"""Of the two sides of a tent that is 30 mm high on a base of 18 mm."""

BOX = tuckbox(65, 90, 18)
NETS = {
    **{name: (die_net(name), "1", closing_bend(die_net(name), "1")) for name in DICE},
    "box": (BOX, "back", dict.fromkeys((part.name for part in parts_of(BOX)), 90)),
    "tent": (standee(20, 30), "front", {"back": 2 * SLOPE, "base": 180 - SLOPE}),
}
"""Nets, the panel of each that stays on the table, and by how many degrees the others are bent when it is closed."""


def panels_in_space(name: str) -> dict[str, dict[tuple[float, float], tuple[float, ...]]]:
    """Where each corner of each panel comes to lie when a net is folded."""
    net, root, bend = NETS[name]
    flat = {part.name: part.points for part in parts_of(net)}
    solid = [part for part in folded(net, root=root, bend=bend) if part.role == "panel"]
    assert len(solid) == len(net.panels), "some panel hangs on no fold"
    return {part.name: dict(zip(flat[part.name], part.points, strict=True)) for part in solid}


def close(one, other) -> bool:
    return math.dist(one, other) < 1e-6


@pytest.mark.parametrize("name", NETS)
def test_joined_edges_have_equal_lengths_and_lie_on_each_other_when_folded(name):
    net, spaces = NETS[name][0], panels_in_space(name)
    for pair in net.joins:
        panels = [next(panel for panel in net.panels if {*edge} <= {*panel.points}) for edge in pair]
        (a, b), (c, d) = (
            [spaces[panel.id][corner] for corner in edge] for panel, edge in zip(panels, pair, strict=True)
        )
        assert (close(a, c) and close(b, d)) or (close(a, d) and close(b, c)), f"{pair} do not meet"
        assert math.isclose(*(math.dist(*edge) for edge in pair), abs_tol=1e-9)


def same_edge(one, other) -> bool:
    return {*one} == {*other}


@pytest.mark.parametrize("name", [*DICE, "box"])
def test_each_edge_meets_exactly_one_other(name):
    net, _, _ = NETS[name]
    sides = [edge for panel in net.panels for edge in panel.edges]
    hinges = [fold for fold in net.folds if sum(same_edge(fold, side) for side in sides) == 2]
    for panel in net.panels:
        for edge in panel.edges:
            meetings = sum(same_edge(edge, hinge) for hinge in hinges)
            meetings += sum(same_edge(edge, each) for pair in net.joins for each in pair)
            assert meetings == 1, f"edge {edge} of {panel.id} meets {meetings} others"


@pytest.mark.parametrize("name", NETS)
def test_one_edge_of_every_glued_pair_has_a_tab(name):
    net, _, _ = NETS[name]
    for one, other in net.joins:
        tabs = sum(same_edge((tab[0], tab[-1]), edge) for tab in net.tabs for edge in (one, other))
        assert tabs == 1 or name == "box"


@pytest.mark.parametrize("name", DIHEDRAL)
def test_the_sides_of_a_die_meet_at_the_angle_that_is_known(name):
    bent = {hinge.degrees for hinge in NETS[name][0].hinges if not hinge.other.startswith("tab")}
    assert {round(180 - degrees, 6) for degrees in bent} == {round(math.degrees(DIHEDRAL[name]), 6)}


@pytest.mark.parametrize("name", [name for name in DICE if name != "d4"])
def test_opposite_sides_of_a_die_add_up_to_one_more_than_it_has(name):
    net, spaces = NETS[name][0], panels_in_space(name)
    middles = {
        side: tuple(sum(axis) / len(s) for axis in zip(*s.values(), strict=True))
        for side, s in spaces.items()
    }
    for side, middle in middles.items():
        far = max(middles, key=lambda other: math.dist(middle, middles[other]))
        assert int(side) + int(far) == len(net.panels) + 1


@given(st.sampled_from(sorted(DICE)), st.floats(5, 60))
def test_no_two_parts_of_a_die_lie_on_each_other_in_its_net(name, edge):
    net = die_net(name, edge)
    for one, other in combinations((*(panel.points for panel in net.panels), *net.tabs), 2):
        assert depth(one, other) < 1e-6


@pytest.mark.parametrize("name", DICE)
def test_a_tab_lies_within_the_side_it_is_glued_behind(name):
    net = die_net(name)
    parts = {part.name: part.points for part in folded(net, root="1", bend=closing_bend(net, "1"))}
    for number, (_, glued) in enumerate(net.joins, 1):
        panel = next(each for each in net.panels if glued in each.edges)
        middle = [sum(axis) / len(panel.points) for axis in zip(*parts[panel.id], strict=True)]
        for start, end in pairwise((*parts[panel.id], parts[panel.id][0])):
            for corner in parts[f"tab {number}"]:
                assert same_side(corner, middle, start, end)


def same_side(point, middle, start, end) -> bool:
    """Whether a point of a side is on the same side of one of its edges as its middle, or on the edge."""
    along = [b - a for a, b in zip(start, end, strict=True)]
    length = math.hypot(*along)

    def away(spot):
        arm = [b - a for a, b in zip(start, spot, strict=True)]
        part = sum(a * b for a, b in zip(arm, along, strict=True)) / length**2
        return [a - part * b for a, b in zip(arm, along, strict=True)]

    return sum(a * b for a, b in zip(away(point), away(middle), strict=True)) > -1e-6


@pytest.mark.parametrize(("name", "most"), [("d8", 4), ("d10", 6.5), ("d12", 3.5), ("d20", 0.5)])
def test_high_and_low_numbers_are_spread_around_the_corners(name, most):
    net, spaces = NETS[name][0], panels_in_space(name)
    around: dict[tuple, list[int]] = {}
    for side, corners in spaces.items():
        for spot in corners.values():
            around.setdefault(tuple(round(each, 3) for each in spot), []).append(int(side))
    for numbers in around.values():
        assert abs(sum(numbers) - len(numbers) * (len(net.panels) + 1) / 2) <= most


def test_a_four_sided_die_shows_the_same_number_on_all_three_sides_of_a_corner():
    net, spaces = NETS["d4"][0], panels_in_space("d4")
    where: dict[str, list] = {}
    for panel in net.panels:
        for corner, point in zip(panel.corners, panel.points, strict=True):
            where.setdefault(corner, []).append(
                next(s for c, s in spaces[panel.id].items() if close(c, point))
            )
    assert {corner: len(places) for corner, places in where.items()} == {"1": 3, "2": 3, "3": 3, "4": 3}
    for places in where.values():
        assert all(close(places[0], each) for each in places)


def test_a_side_of_a_four_sided_die_is_named_after_the_corner_it_does_not_show():
    net, _, _ = NETS["d4"]
    assert all(panel.id not in panel.corners for panel in net.panels)


@pytest.mark.parametrize("name", NETS)
def test_the_cut_line_goes_round_all_panels_and_tabs_once(name):
    net, _, _ = NETS[name]
    around = abs(signed_area(net.cut))
    inside = sum(abs(signed_area(part)) for part in parts(net))
    notch = math.pi / 2 * 9**2 if name == "box" else 0
    assert math.isclose(around, inside - notch, rel_tol=0.002)


def parts(net) -> tuple:
    return (*(panel.points for panel in net.panels), *net.tabs, *(flap.points for flap in net.flaps))


def test_a_box_is_glued_beside_and_below_and_opens_above():
    net, _, _ = NETS["box"]
    back = next(panel for panel in net.panels if panel.id == "back")
    below = [min(y for _, y in tab) >= back.points[2][1] for tab in net.tabs]
    assert below == [False, True, True, True]
    assert [flap.label for flap in net.flaps] == ["lid: tuck in", "fold in", "fold in"]
    assert all(max(y for _, y in flap.points) <= back.points[0][1] for flap in net.flaps)


def test_the_thumb_notch_is_round_to_a_hundredth_of_a_millimetre():
    net, _, _ = NETS["box"]
    front = next(panel for panel in net.panels if panel.id == "front")
    (part,) = (part for part in parts_of(BOX) if part.name == "front")
    assert max(y for _, y in part.points[1:-3]) - front.points[0][1] == pytest.approx(9, abs=0.1)
    middle, rim = (front.points[0][0] + front.points[1][0]) / 2, front.points[0][1]
    notch = [point for point in net.cut if math.isclose(math.dist(point, (middle, rim)), 9.0)]
    assert (notch[0], notch[-1]) == ((middle - 9, rim), (middle + 9, rim))
    for (x1, y1), (x2, y2) in pairwise(notch):
        assert 9.0 - math.dist(((x1 + x2) / 2, (y1 + y2) / 2), (middle, rim)) < 0.01


@given(st.floats(40, 120), st.floats(60, 150), st.floats(8, 60))
def test_a_box_of_any_size_keeps_inside_its_paper(width, height, depth):
    net = tuckbox(width, height, depth)
    everything = [point for part in (net.cut, *parts(net)) for point in part]
    assert all(-1e-9 <= x <= net.size.width + 1e-9 for x, _ in everything)
    assert all(-1e-9 <= y <= net.size.height + 1e-9 for _, y in everything)


def test_a_box_is_as_deep_as_it_should_be_and_lies_behind_its_front():
    solid = folded(BOX, root="front", bend=NETS["box"][2])
    corners = chain.from_iterable(part.points for part in solid if part.role == "panel")
    xs, ys, zs = (sorted(axis) for axis in zip(*corners, strict=True))
    assert (xs[-1] - xs[0], ys[-1] - ys[0], zs[-1] - zs[0]) == pytest.approx((65, 90, 18))
    assert zs[0] == pytest.approx(-18)  # nothing stands out of the front


def test_what_is_not_bent_stays_in_the_plane():
    assert {z for part in folded(standee(16, 24), root="front", bend={}) for *_, z in part.points} == {0.0}


# How folds are printed: ticks in the waste, and as little as possible on what is seen of the finished piece.


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

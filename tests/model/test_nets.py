"""Every net, folded up in space, closes: what is glued together lies together."""

import math
from itertools import combinations, pairwise

import pytest
from folding import close, folded, shared_edge
from hypothesis import given
from hypothesis import strategies as st

from pnp.load.kinds.dice import DICE, die_net
from pnp.model.geometry import depth
from pnp.model.nets import Net, closing_bend, standee, tuckbox
from pnp.model.nets import folded as package_folded

DIHEDRAL = {
    "d4": math.acos(1 / 3),
    "d6": math.pi / 2,
    "d8": math.acos(-1 / 3),
    "d12": math.acos(-1 / math.sqrt(5)),
    "d20": math.acos(-math.sqrt(5) / 3),
}
"""The angle between two sides of a die, as books on geometry have it."""


def right_angles(*pairs: str) -> dict[tuple[str, str], float]:
    return {tuple(pair.split("-")): 90.0 for pair in pairs}  # type: ignore[misc]


def tent(height: float, depth: float) -> dict[tuple[str, str], float]:
    slope = math.degrees(math.acos(depth / 2 / height))
    return {("front", "back"): 180 - (180 - 2 * slope), ("front", "base"): 180 - slope}


def bends(net: Net) -> dict[tuple[str, str], float]:
    return {(one, other): degrees for one, other, degrees in net.hinges if not other.startswith("tab")}


NETS = {
    **{name: (die_net(name), bends(die_net(name))) for name in DICE},
    "box": (
        tuckbox(65, 90, 18),
        right_angles("back-left", "left-front", "front-right", "back-top", "back-bottom"),
    ),
    "tent": (standee(20, 30), tent(30, 18)),
}


@pytest.mark.parametrize("name", NETS)
def test_joined_edges_lie_on_each_other_when_folded(name):
    net, angles = NETS[name]
    spaces = folded(net, angles)
    for one, other in net.joins:
        assert same_in_space(one, other, net, spaces), f"{one} does not meet {other}"


def same_in_space(one, other, net: Net, spaces) -> bool:
    (a, b), (c, d) = (spots(edge, net, spaces) for edge in (one, other))
    return (close(a, c) and close(b, d)) or (close(a, d) and close(b, c))


def spots(edge, net: Net, spaces):
    panel = next(p for p in net.panels if any(same_edge(edge, each) for each in p.edges))
    return [next(spot for corner, spot in spaces[panel.id].items() if close(corner, point)) for point in edge]


def same_edge(one, other) -> bool:
    return (close(one[0], other[0]) and close(one[1], other[1])) or (
        close(one[0], other[1]) and close(one[1], other[0])
    )


@pytest.mark.parametrize("name", [*DICE, "box"])
def test_each_edge_meets_exactly_one_other(name):
    net, angles = NETS[name]
    hinges = [shared_edge(*(p for p in net.panels if p.id in pair)) for pair in angles]
    for panel in net.panels:
        for edge in panel.edges:
            meetings = sum(same_edge(edge, hinge) for hinge in hinges)
            meetings += sum(same_edge(edge, each) for pair in net.joins for each in pair)
            assert meetings == 1, f"edge {edge} of {panel.id} meets {meetings} others"


@pytest.mark.parametrize("name", NETS)
def test_joined_edges_have_equal_lengths(name):
    net, _ = NETS[name]
    for one, other in net.joins:
        assert math.isclose(math.dist(*one), math.dist(*other), abs_tol=1e-9)


@pytest.mark.parametrize("name", NETS)
def test_one_edge_of_every_glued_pair_has_a_tab(name):
    net, _ = NETS[name]
    for one, other in net.joins:
        tabs = sum(same_edge((tab[0], tab[-1]), edge) for tab in net.tabs for edge in (one, other))
        assert tabs == 1 or name == "box"


@pytest.mark.parametrize("name", DIHEDRAL)
def test_the_sides_of_a_die_meet_at_the_angle_that_is_known(name):
    assert {round(180 - degrees, 6) for degrees in bends(NETS[name][0]).values()} == {
        round(math.degrees(DIHEDRAL[name]), 6)
    }


@pytest.mark.parametrize("name", [name for name in DICE if name != "d4"])
def test_opposite_sides_of_a_die_add_up_to_one_more_than_it_has(name):
    net, angles = NETS[name]
    spaces = folded(net, angles)
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
    parts = {part.name: part.points for part in package_folded(net, root="1", bend=closing_bend(net, "1"))}
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
    net, angles = NETS[name]
    spaces = folded(net, angles)
    around: dict[tuple, list[int]] = {}
    for side, corners in spaces.items():
        for spot in corners.values():
            around.setdefault(tuple(round(each, 3) for each in spot), []).append(int(side))
    for numbers in around.values():
        assert abs(sum(numbers) - len(numbers) * (len(net.panels) + 1) / 2) <= most


def test_a_four_sided_die_shows_the_same_number_on_all_three_sides_of_a_corner():
    net, angles = NETS["d4"]
    spaces = folded(net, angles)
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
    net, _ = NETS["d4"]
    assert all(panel.id not in panel.corners for panel in net.panels)


@pytest.mark.parametrize("name", NETS)
def test_the_cut_line_goes_round_all_panels_and_tabs_once(name):
    net, _ = NETS[name]
    around = abs(area(net.cut))
    inside = sum(abs(area(part)) for part in parts(net))
    notch = math.pi / 2 * 9**2 if name == "box" else 0
    assert math.isclose(around, inside - notch, rel_tol=0.002)


def parts(net) -> tuple:
    return (*(panel.points for panel in net.panels), *net.tabs, *(flap.points for flap in net.flaps))


def test_a_box_is_glued_beside_and_below_and_opens_above():
    net, _ = NETS["box"]
    back = next(panel for panel in net.panels if panel.id == "back")
    below = [min(y for _, y in tab) >= back.points[2][1] for tab in net.tabs]
    assert below == [False, True, True, True]
    assert [flap.label for flap in net.flaps] == ["lid: tuck in", "fold in", "fold in"]
    assert all(max(y for _, y in flap.points) <= back.points[0][1] for flap in net.flaps)


def test_the_thumb_notch_is_round_to_a_hundredth_of_a_millimetre():
    net, _ = NETS["box"]
    front = next(panel for panel in net.panels if panel.id == "front")
    middle, rim = (front.points[0][0] + front.points[1][0]) / 2, front.points[0][1]
    notch = [point for point in net.cut if math.isclose(math.dist(point, (middle, rim)), 9.0)]
    assert (notch[0], notch[-1]) == ((middle - 9, rim), (middle + 9, rim))
    for (x1, y1), (x2, y2) in pairwise(notch):
        assert 9.0 - math.dist(((x1 + x2) / 2, (y1 + y2) / 2), (middle, rim)) < 0.01


def area(points) -> float:
    following = (*points[1:], points[0])
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(points, following, strict=True)) / 2


@given(st.floats(40, 120), st.floats(60, 150), st.floats(8, 60))
def test_a_box_of_any_size_keeps_inside_its_paper(width, height, depth):
    net = tuckbox(width, height, depth)
    everything = [point for part in (net.cut, *parts(net)) for point in part]
    assert all(-1e-9 <= x <= net.size.width + 1e-9 for x, _ in everything)
    assert all(-1e-9 <= y <= net.size.height + 1e-9 for _, y in everything)

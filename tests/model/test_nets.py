"""Every net, folded up in space, closes: what is glued together lies together."""

import math
from itertools import pairwise

import pytest
from docs_pages import closing_bend, folded, parts_of
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.load.kinds.dice import DICE, die_net
from pnp.model.geometry import (
    FINE_MM,
    convex_parts,
    crosses_itself,
    distance_to_edge,
    edges_of,
    is_inside,
    middle,
    moved_outwards,
    signed_area,
    simplified,
)
from pnp.model.nets import fold_marks, folded_die, standee, tuckbox

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
    net, root, bend = NETS[name]
    flat = {part.name: part.points for part in parts_of(net)}
    solid = [part for part in folded(net, root=root, bend=bend) if part.role == "panel"]
    assert len(solid) == len(net.panels), "some panel hangs on no fold"
    return {part.name: dict(zip(flat[part.name], part.points, strict=True)) for part in solid}


def close(one, other) -> bool:
    return math.dist(one, other) < 1e-6


@pytest.mark.parametrize("name", NETS)
def test_each_edge_lies_on_exactly_one_other_when_folded(name):
    net, spaces = NETS[name][0], panels_in_space(name)
    edges = [(panel.id, edge) for panel in net.panels for edge in panel.edges]
    places = [[spaces[panel][corner] for corner in edge] for panel, edge in edges]
    for (panel, edge), place in zip(edges, places, strict=True):
        meetings = sum(alike(place, other) for other in places if other is not place)
        is_open = name == "tent" and edge[0][1] != edge[1][1]  # its sides are
        assert meetings == (not is_open), f"edge {edge} of {panel} meets {meetings} others"


def alike(edge, other) -> bool:
    return all(map(close, edge, other)) or all(map(close, edge, other[::-1]))


@pytest.mark.parametrize("name", DICE)
def test_the_solid_of_a_die_has_the_sides_of_its_folded_net(name):
    net, root, bend = NETS[name]
    sides = {part.name: part.points for part in folded(net, root=root, bend=bend) if part.role == "panel"}
    assert folded_die(net) == sides


@pytest.mark.parametrize("name", DICE)
def test_a_tab_lies_within_the_side_it_is_glued_behind(name):
    net = die_net(name)
    parts = {part.name: part.points for part in folded(net, root="1", bend=closing_bend(net, "1"))}
    for number, tab in enumerate(net.tabs, 1):
        foot = parts[f"tab {number}"][:: len(tab) - 1]
        panel = next(
            each
            for each in net.panels
            if {tab[0], tab[-1]} - {*each.points}
            and any(alike(foot, edge) for edge in edges_of(parts[each.id]))
        )
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


@given(st.floats(40, 120), st.floats(60, 150), st.floats(8, 60))
def test_a_box_of_any_size_keeps_inside_its_paper(width, height, depth):
    net = tuckbox(width, height, depth)
    everything = [point for part in (net.cut, *parts(net)) for point in part]
    assert all(-1e-9 <= x <= net.size.width + 1e-9 for x, _ in everything)
    assert all(-1e-9 <= y <= net.size.height + 1e-9 for _, y in everything)


# How folds are printed: ticks in the waste, and as little as possible on what is seen of the finished piece.


@pytest.mark.parametrize("net", [*map(die_net, DICE), tuckbox(65, 90, 20)])
def test_every_fold_is_marked_once(net):
    marks = fold_marks(net, bleed=3.0)
    assert len(marks["beside"]) == len(net.tabs) + len(net.flaps)
    unlined = len(net.folds) - len(marks["beside"]) - len(marks["across"])
    assert 0 <= 2 * unlined <= len(marks["ticks"])


# Areas of spaces, as polygons one can draw: which way they run, where they cross, how deep they overlap.


SQUARE = ((0, 0), (4, 0), (4, 4), (0, 4))
ELL = ((0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4))


def test_the_middle_is_where_cardboard_would_balance():
    #  . . . .
    #  . x . .
    #  . .
    #  . .
    x, y = middle(ELL)
    assert (round(x, 4), round(y, 4)) == (1.6667, 1.6667)
    assert middle(SQUARE) == (2, 2)


@pytest.mark.parametrize(
    ("points", "crosses"),
    [
        (SQUARE, False),
        (ELL, False),
        (((0, 0), (4, 4), (4, 0), (0, 4)), True),  # a bow tie
        (((0, 0), (4, 0), (2, 0), (2, 4)), True),  # goes back on itself
        (((0, 0), (4, 0), (4, 4), (2, 0), (0, 4)), True),  # one corner touches a side
        (((0, 0), (2, 0), (4, 0), (4, 4)), False),  # a corner in a straight side
    ],
)
def test_sides_that_meet_elsewhere_than_at_their_corners_cross(points, crosses):
    assert crosses_itself(points) is crosses


@given(
    st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), min_size=4, max_size=7, unique=True).map(
        tuple
    )
)
def test_whatever_does_not_cross_itself_is_cut_without_loss(points):
    if crosses_itself(points) or abs(signed_area(points)) < 1:
        return
    clockwise = points if signed_area(points) > 0 else points[::-1]
    assert sum(signed_area(part) for part in convex_parts(clockwise)) == pytest.approx(signed_area(clockwise))


# Lines of many short sides: moved outwards, simplified, and asked what lies within.


def flower(petals: int, deep: float) -> tuple[tuple[float, float], ...]:
    turns = [math.tau * step / 360 for step in range(360)]
    radii = [15 + deep * math.cos(petals * turn) for turn in turns]
    return tuple(
        (20 + r * math.cos(turn), 20 + r * math.sin(turn)) for r, turn in zip(radii, turns, strict=True)
    )


def away_from(point, line) -> float:
    return min(distance_to_edge(point, *edge) for edge in edges_of(line))


@settings(max_examples=10)
@given(st.integers(2, 7), st.floats(0, 6), st.floats(0.2, 4))
def test_what_is_moved_outwards_lies_so_far_outside(petals, deep, by):
    line = flower(petals, deep)
    for point in moved_outwards(line, by)[::7]:
        assert not is_inside(point, line)
        assert math.isclose(away_from(point, line), by, abs_tol=0.02)


@settings(max_examples=15)
@given(st.integers(2, 7), st.floats(0, 6))
def test_no_point_that_is_left_out_was_far_from_the_line(petals, deep):
    line = flower(petals, deep)
    fewer = simplified(line)
    assert set(fewer) <= set(line)
    assert len(fewer) < len(line)
    assert max(away_from(point, fewer) for point in line) <= FINE_MM + 1e-9

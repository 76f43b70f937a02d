"""Areas of spaces, as polygons one can draw: which way they run, where they cross, how deep they overlap."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.geometry import (
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
    """A clockwise line around (20, 20) with as many hollows as petals."""
    turns = [math.tau * step / 360 for step in range(360)]
    radii = [15 + deep * math.cos(petals * turn) for turn in turns]
    return tuple(
        (20 + r * math.cos(turn), 20 + r * math.sin(turn)) for r, turn in zip(radii, turns, strict=True)
    )


def away(point, line) -> float:
    return min(distance_to_edge(point, *edge) for edge in edges_of(line))


@settings(max_examples=10)
@given(st.integers(2, 7), st.floats(0, 6), st.floats(0.2, 4))
def test_what_is_moved_outwards_lies_so_far_outside(petals, deep, by):
    line = flower(petals, deep)
    for point in moved_outwards(line, by)[::7]:
        assert not is_inside(point, line)
        assert math.isclose(away(point, line), by, abs_tol=0.02)


@settings(max_examples=15)
@given(st.integers(2, 7), st.floats(0, 6))
def test_no_point_that_is_left_out_was_far_from_the_line(petals, deep):
    line = flower(petals, deep)
    fewer = simplified(line, within=0.05)
    assert set(fewer) <= set(line)
    assert len(fewer) < len(line) / 2
    assert max(away(point, fewer) for point in line) <= 0.05 + 1e-9

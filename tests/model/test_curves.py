"""Lines of many short sides: moved outwards, simplified, and asked what lies within."""

import math

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.model.geometry import distance_to_edge, edges_of, is_inside, moved_outwards, simplified


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

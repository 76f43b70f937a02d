import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.impose.furniture import FreeArea, allocate, free_areas
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Stroke

PAGE = Size(100, 100)


def area(length: float, depth: float, *, cards_above: bool = True) -> FreeArea:
    return FreeArea(0, 0, length, depth, 0, cards_above)


def free(shown: Rect, *strokes: Stroke) -> list[tuple[float, ...]]:
    found = free_areas(PAGE, margin=5, shown=shown, strokes=strokes, band=5)
    return [(area.x, area.y, area.length, area.depth, area.rotation) for area in found]


def test_the_margins_are_free_below_above_left_and_right():
    #            ┌ 5 ─────────── 95 ┐
    #            │  above           │   the left one is read upwards, from its lower end,
    #            │ 20 ┌ shown ┐ 80  │   the right one downwards: both with their feet
    #            │  below           │   towards the cards, and clear of what stands above and below
    assert free(Rect(20, 20, 60, 60)) == [
        (5, 80, 90, 15, 0),
        (5, 5, 90, 15, 0),
        (5, 79.2, 58.4, 15, 270),
        (95, 20.8, 58.4, 15, 90),
    ]


def test_a_margin_without_room_has_no_slot():
    assert free(Rect(3, 3, 94, 77)) == [(5, 80, 90, 15, 0)]


def test_marks_cut_a_narrow_margin_into_pieces():
    mark = Stroke(40, 92, 40, 95, 0)
    assert free(Rect(3, 3, 94, 88), mark) == [(5, 91, 34.2, 4, 0), (40.8, 91, 54.2, 4, 0)]


def test_a_deep_margin_has_a_band_beyond_its_marks():
    mark = Stroke(40, 80, 40, 85, 0)
    assert free(Rect(3, 3, 94, 77), mark) == [
        (5, 85.8, 90, pytest.approx(9.2), 0),
        (5, 80, 34.2, 5.8, 0),
        (40.8, 80, 54.2, 5.8, 0),
    ]


@pytest.mark.parametrize("rotation", [0, 90, 270])
def test_a_stroke_is_seen_where_it_lies(rotation):
    turned = FreeArea(10, 20, 30, 5, rotation, cards_above=False)
    stroke = Stroke(*turned.at(7, 3), *turned.at(9, 3), 0.5)
    assert turned.box_of(stroke) == Rect(6.75, 2.75, 2.5, 0.5)


def test_a_line_turned_clockwise_runs_down_the_page():
    assert FreeArea(10, 20, 30, 5, 90, cards_above=False).at(7, 3) == (7, 27)
    assert FreeArea(10, 20, 30, 5, 270, cards_above=False).at(7, 3) == (13, 13)


def test_what_is_taken_leaves_the_room_beside_and_under_it():
    taken, left = allocate([area(50, 10)], 20, 4)
    assert (taken.length, taken.depth) == (20, 4)
    beside, under = left
    assert (beside.x, beside.y, beside.length, beside.depth, beside.leftover) == (24, 0, 26, 4, False)
    assert (under.x, under.y, under.length, under.depth, under.leftover) == (0, 4.5, 50, 5.5, True)


def test_things_gather_at_the_cards_side():
    taken, left = allocate([area(50, 10, cards_above=False)], 20, 4)
    assert taken.y == 6
    assert [(part.x, part.y) for part in left] == [(24, 6), (0, 0)]


def test_a_fresh_slot_is_taken_before_a_leftover():
    _, left = allocate([area(20, 10), FreeArea(100, 0, 20, 10, 0, cards_above=True)], 20, 4)
    taken, _ = allocate(left, 20, 4)
    assert taken.x == 100


def test_nothing_is_taken_where_nothing_fits():
    assert allocate([area(50, 10)], 51, 4) is None
    assert allocate([area(50, 10)], 50, 11) is None


@given(st.lists(st.tuples(st.floats(1, 40), st.floats(1, 8)), max_size=8), st.booleans())
def test_things_taken_never_overlap(things, cards_above):
    room = area(90, 15, cards_above=cards_above)
    left, boxes = (room,), []
    for length, depth in things:
        found = allocate(left, length, depth)
        if found is not None:
            taken, left = found
            boxes.append(Rect(taken.x, taken.y, taken.length, taken.depth))
    assert all(Rect(0, 0, 90, 15).contains(box) for box in boxes)
    assert not any(a.overlaps(b) for n, a in enumerate(boxes) for b in boxes[:n])

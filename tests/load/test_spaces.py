"""Spaces as they come out of a board's file: one entry for a row, fields like those of pieces, letters in a hexagon."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from load_cases import load_text, sound

from pnp.load.kinds.board import read_triangles
from pnp.load.nodes import Findings, Key, ListNode, MapNode, ScalarNode
from pnp.model.diagnostics import Place
from pnp.model.geometry import signed_area

HEAD = "kind: board\nsize: a3 landscape\nfront: front.svg.j2\npieces: [{id: board}]\n"

FACTORY = """
spaces:
  - for: {row: [triangle, stick], place: 1..4}
    id: "{row}-{place}"
    circle: {x: 30mm, y: 40mm, diameter: 28mm}
    step: {place: {x: 34mm}, row: {y: 35mm}}
    price: {table: prices, by: place}
    says: "{row} for {price}"
tables: {prices: {1: 3, 2: 2, 3: 2, 4: 1}}
"""

PLANS = """
spaces:
  - for: {section: [blueprint, workshop]}
    id: "{section}-{letter}"
    triangles: {x: 10mm, y: 10mm, side: 45mm, rows: [" abcde", fghijkl, mnopqrs, " tuvwx"]}
    step: {section: {x: 200mm}}
"""


@pytest.fixture
def spaces(tmp_path):
    return lambda text: sound(tmp_path, HEAD + text).board.spaces


def test_one_entry_makes_rows_of_circles(spaces):
    found = spaces(FACTORY)
    rows, across = (("triangle", 40), ("stick", 75)), enumerate((30, 64, 98, 132), 1)
    places = [(f"{row}-{number}", (x, y)) for (row, y), (number, x) in product(rows, across)]
    assert [(space.id, space.centre) for space in found] == places
    assert all(space.round for space in found)
    assert min(x for x, _ in found[0].points) == 16


def test_two_hexagons_of_lettered_triangles_are_a_few_lines(spaces):
    found = {space.id: space for space in spaces(PLANS)}
    assert len(found) == 48
    assert found["blueprint-h"].neighbours == ("blueprint-o", "blueprint-g", "blueprint-i")
    assert found["workshop-x"].neighbours == ("workshop-r", "workshop-w")
    fields = found["workshop-x"].fields
    assert (fields["section"], fields["letter"], fields["up"]) == ("workshop", "x", False)
    assert dict(fields["across"]) == {"base": "workshop-r", "left": "workshop-w", "right": None}
    (x1, y1), (x2, y2) = found["blueprint-h"].points[0], found["workshop-h"].points[0]
    assert (x2 - x1, y2 - y1) == (200, 0)


def test_corners_run_clockwise_whichever_way_they_are_written(spaces):
    (space,) = spaces("spaces: [{id: a, points: [[0mm, 0mm], [0mm, 30mm], [30mm, 0mm]]}]\n")
    assert space.points == ((30, 0), (0, 30), (0, 0))
    assert space.centre == (10, 10)
    assert not space.round


def test_neighbours_stand_in_the_order_they_are_written_once(spaces):
    text = """
spaces:
  - {id: a, rectangle: {x: 0mm, y: 0mm, width: 10mm, height: 10mm}, neighbours: [c, b, c]}
  - {id: b, rectangle: {x: 10mm, y: 0mm, width: 10mm, height: 10mm}, neighbours: [a]}
  - {id: c, rectangle: {x: 0mm, y: 10mm, width: 10mm, height: 10mm}, neighbours: [a]}
"""
    assert [space.neighbours for space in spaces(text)] == [("c", "b"), ("a",), ("a",)]


def test_circles_are_round_and_no_polygons(tmp_path):
    # Two of 200 mm, 0.05 mm too near each other, half a side of the polygon that is drawn for them off the level.
    text = """
spaces:
  - {id: left, circle: {x: 101mm, y: 120mm, diameter: 200mm}}
  - {id: right, circle: {x: 300.8815mm, y: 125.2341mm, diameter: 200mm}}
"""
    (finding,) = load_text(tmp_path / "p", HEAD + text).diagnostics
    assert finding.message == 'spaces "left" and "right" overlap by 0.05 mm'


# Triangles drawn with letters: a picture of the grid, and the table of who touches whom.

HERE = Place("f", 1, 1)


def read(picture, *, side="40mm", **more):
    rows = [line for line in picture.split("\n") if line.strip()]
    entries = {
        "x": ScalarNode("10mm", "10mm", HERE),
        "y": ScalarNode("20mm", "20mm", HERE),
        "side": ScalarNode(side, side, HERE),
        "rows": ListNode(tuple(ScalarNode(row, row, HERE, quoted=True) for row in rows), HERE),
        **{key: ScalarNode(value, value, HERE) for key, value in more.items()},
    }
    findings = Findings()
    node = MapNode(tuple((Key(key, HERE), value) for key, value in entries.items()), HERE)
    triangles = read_triangles(node, findings)
    assert len(findings) == 0
    return {triangle.letter: triangle for triangle in triangles}


def test_corners_are_where_they_are_drawn():
    #     10  30  50  70
    #  20      a---c        a points up, b down
    #         / \ /
    #  55    ·---b
    up, down = (read("ab")[letter] for letter in "ab")
    rounded = [[(round(x), round(y)) for x, y in each.shape.points] for each in (up, down)]
    assert rounded == [[(30, 20), (50, 55), (10, 55)], [(50, 55), (30, 20), (70, 20)]]
    assert [round(y) for each in (up, down) for y in each.shape.centre[1:]] == [43, 32]


PICTURES = st.lists(st.lists(st.booleans(), min_size=1, max_size=8), min_size=1, max_size=6)


@given(PICTURES, st.sampled_from(["up", "down"]))
def test_whatever_is_drawn_touches_both_ways_and_along_a_whole_side(drawn, first):
    letters = iter("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    picture = "\n".join("".join(next(letters) if there else "." for there in row) for row in drawn)
    if not any(any(row) for row in drawn):
        return
    triangles = read(picture, first=first)
    for letter, triangle in triangles.items():
        assert signed_area(triangle.shape.points) > 0
        for other in filter(None, triangle.across.values()):
            assert letter in triangles[other].across.values()
            assert triangles[other].up is not triangle.up
            ours, theirs = (
                {(round(x, 6), round(y, 6)) for x, y in triangles[each].shape.points}
                for each in (letter, other)
            )
            assert len(ours & theirs) == 2

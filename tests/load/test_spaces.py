"""Spaces as they come out of a board's file: one entry for a row, fields like those of pieces, letters in a hexagon."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from load_cases import load_text
from test_load_anything import KEYS, VALUES, ends_well

from pnp.load.kinds import READERS
from pnp.load.kinds.board import SPACE_KEYS, TAKEN

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
    def read(text):
        loaded = load_text(tmp_path / "p", HEAD + text)
        assert loaded.diagnostics == ()
        return loaded.game.components[0].board.spaces

    return read


def test_one_entry_makes_rows_of_circles(spaces):
    found = spaces(FACTORY)
    picture = [f"{space.id} at {space.centre[0]:g} {space.centre[1]:g}" for space in found]
    assert picture == [
        "triangle-1 at 30 40",
        "triangle-2 at 64 40",
        "triangle-3 at 98 40",
        "triangle-4 at 132 40",
        "stick-1 at 30 75",
        "stick-2 at 64 75",
        "stick-3 at 98 75",
        "stick-4 at 132 75",
    ]
    assert all(space.round for space in found)
    assert min(x for x, _ in found[0].points) == 16


def test_spaces_have_fields_as_pieces_have(spaces):
    found = spaces(FACTORY)
    assert dict(found[1].fields) == {"row": "triangle", "place": 2, "price": 2, "says": "triangle for 2"}
    assert [space.fields["price"] for space in found] == [3, 2, 2, 1, 3, 2, 2, 1]


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


def test_touching_and_an_island_in_a_bay_do_not_overlap(spaces):
    #  ##########
    #  ##      ##     the bay is hollow: boxes overlap, areas do not
    #  ## isle ##
    text = """
spaces:
  - id: bay
    points: [[0mm, 0mm], [60mm, 0mm], [60mm, 50mm], [45mm, 50mm], [45mm, 15mm], [15mm, 15mm], [15mm, 50mm], [0mm, 50mm]]
  - {id: isle, rectangle: {x: 15mm, y: 15mm, width: 30mm, height: 35mm}}
  - {id: left, circle: {x: 80mm, y: 20mm, diameter: 40mm}}
  - {id: right, circle: {x: 120mm, y: 20mm, diameter: 40mm}}
"""
    assert [space.id for space in spaces(text)] == ["bay", "isle", "left", "right"]


def test_circles_are_round_and_no_polygons(tmp_path):
    # Two of 200 mm, 0.05 mm too near each other, half a side of the polygon that is drawn for them off the level.
    text = """
spaces:
  - {id: left, circle: {x: 101mm, y: 120mm, diameter: 200mm}}
  - {id: right, circle: {x: 300.8815mm, y: 125.2341mm, diameter: 200mm}}
"""
    (finding,) = load_text(tmp_path / "p", HEAD + text).diagnostics
    assert finding.message == 'spaces "left" and "right" overlap by 0.05 mm'


def test_too_many_spaces_are_a_finding(tmp_path):
    text = """
spaces:
  - {for: {a: 1..50, b: 1..50}, id: "s-{a}-{b}", circle: {x: 4mm, y: 4mm, diameter: 4mm}, step: {a: {x: 5mm}, b: {y: 5mm}}}
"""
    (finding,) = load_text(tmp_path / "p", HEAD + text).diagnostics
    assert finding.message == "more than 2,000 spaces on one board"


NAMES = st.sampled_from((*SPACE_KEYS, *TAKEN, "row", "x", "side", "rows", "diameter"))
SPACE = st.dictionaries(st.one_of(NAMES, KEYS), VALUES, max_size=5)
SHAPED = st.fixed_dictionaries(
    {"id": st.sampled_from(["a", "b", "{n}", "{letter}"])},
    optional={
        "for": st.just({"n": "1..2"}),
        "circle": st.just({"x": "9mm", "y": "9mm", "diameter": "9mm"}),
        "points": VALUES,
        "triangles": st.just({"x": "9mm", "y": "9mm", "side": "9mm", "rows": ["ab", "cd"]}),
        "step": VALUES,
        "neighbours": VALUES,
    },
)
BOARDS = st.fixed_dictionaries(
    {"kind": st.just("board"), "front": st.just("front.svg.j2"), "pieces": st.just([{"id": "board"}])},
    optional={
        "size": st.one_of(VALUES, st.just("a4")),
        "spaces": st.one_of(VALUES, st.lists(st.one_of(SPACE, SHAPED), max_size=3)),
        "overlap": VALUES,
    },
)


@settings(deadline=None, max_examples=60)
@given(BOARDS)
def test_any_board_ends_well(data):
    ends_well(json.dumps(data, ensure_ascii=False), file="fruit.yaml")


def test_boards_and_sheets_have_the_keys_of_cards_and_their_own():
    assert set(READERS["board"].keys) - set(READERS["sheet"].keys) == {"overlap", "spaces"}

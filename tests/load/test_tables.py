"""Values come out of tables by the variables of `for`, or by the fields of the piece."""

from load_cases import load_text


def fields(tmp_path, text: str, *names: str):
    loaded = load_text(tmp_path / "p", f"kind: cards\nfront: front.svg.j2\n{text}")
    assert loaded.diagnostics == ()
    return [tuple(piece.fields[name] for name in names) for piece in loaded.game.components[0].pieces]


def test_a_table_is_looked_up_by_the_variables_in_their_order(tmp_path):
    text = """\
tables:
  icons:
    red:  {1: 4, 2: 5}
    blue: {1: 2, 2: 3}
pieces:
  - {for: {colour: [blue, red], value: 1..2}, id: "{colour}-{value}", icons: {table: icons}}
"""
    assert fields(tmp_path, text, "colour", "value", "icons") == [
        ("blue", 1, 2),
        ("blue", 2, 3),
        ("red", 1, 4),
        ("red", 2, 5),
    ]


def test_a_table_is_looked_up_by_named_fields(tmp_path):
    text = """\
tables:
  costs: {low: {red: 1, blue: 2}, high: {red: 3, blue: 4}}
defaults:
  cost: {table: costs, by: [level, colour]}
pieces:
  - {id: a, level: low, colour: blue}
  - {id: b, level: high, colour: red}
  - {id: c, cost: 9}
"""
    assert fields(tmp_path, text, "cost") == [(2,), (3,), (9,)]


def test_a_row_may_be_anything_and_stays_as_it_is_written(tmp_path):
    text = """\
tables:
  effects: {E1: {cost: 2, tags: [a, b], text: "pay {cost}"}}
pieces:
  - {id: a, code: E1, effect: {table: effects, by: code}}
"""
    assert fields(tmp_path, text, "effect") == [({"cost": 2, "tags": ("a", "b"), "text": "pay {cost}"},)]


def test_a_look_up_may_use_the_result_of_another(tmp_path):
    text = """\
tables: {suits: {a: red}, inks: {red: 7}}
pieces:
  - {id: a, ink: {table: inks, by: suit}, suit: {table: suits, by: id}}
"""
    assert fields(tmp_path, text, "ink") == [(7,)]


def test_numbers_and_decimals_are_looked_up_as_they_are_written(tmp_path):
    text = "tables: {t: {1: one, 1.50: half}}\npieces: [{id: a, n: 1.50, v: {table: t, by: n}}]"
    assert fields(tmp_path, text, "v") == [("half",)]


def test_a_missing_row_is_shown_at_the_value_that_asks_for_it(tmp_path):
    text = """\
tables: {effects: {E1: 1, E2: 2}}
defaults: {effect: {table: effects, by: code}}
pieces:
  - {id: a, code: E11}
"""
    (finding,) = load_text(tmp_path / "p", f"kind: cards\nfront: front.svg.j2\n{text}").diagnostics
    assert (finding.place.line, finding.place.column, finding.piece) == (6, 19, "a")
    assert finding.message == 'table effects has no row "E11" for code'
    assert finding.hint == 'did you mean "E1"? table effects is on line 3'

"""Values come out of tables by the variables of `for`, or by the fields of the piece."""

import pytest
from load_cases import load_text, sound


def pieces(tmp_path, text: str):
    return sound(tmp_path, f"kind: cards\nfront: front.svg.j2\n{text}").pieces


def fields(tmp_path, text: str, *names: str):
    return [tuple(piece.fields[name] for name in names) for piece in pieces(tmp_path, text)]


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


def test_placeholders_are_filled_and_icons_are_left_alone(tmp_path):
    text = """\
pieces:
  - for: {colour: [red, blue], value: 1..2}
    id: "{colour}-{value}"
    name: "{colour} {value}"
    text: ["{name} costs {value} {coin}", {deep: "{value}{value}"}]
"""
    assert [(p.id, p.name, p.fields["text"]) for p in pieces(tmp_path, text)] == [
        ("red-1", "red 1", ("red 1 costs 1 {coin}", {"deep": "11"})),
        ("red-2", "red 2", ("red 2 costs 2 {coin}", {"deep": "22"})),
        ("blue-1", "blue 1", ("blue 1 costs 1 {coin}", {"deep": "11"})),
        ("blue-2", "blue 2", ("blue 2 costs 2 {coin}", {"deep": "22"})),
    ]


def test_pnps_own_keys_take_placeholders_and_tables(tmp_path):
    text = """\
tables: {copies: {pear: 2, apple: 3}}
pieces:
  - for: {fruit: [pear, apple]}
    id: "{fruit}"
    copies: {table: copies}
    front: "{side}.svg.j2"
    side: front
"""
    assert [(p.id, p.copies, p.front) for p in pieces(tmp_path, text)] == [
        ("pear", 2, "fruit/front.svg.j2"),
        ("apple", 3, "fruit/front.svg.j2"),
    ]


@pytest.mark.long
def test_large_values_are_not_multiplied_without_end(tmp_path):
    long = ", ".join(["'{n}'"] * 1_000)
    text = f"kind: cards\nfront: front.svg.j2\npieces: [{{for: {{n: 1..600}}, id: 'p{{n}}', x: [{long}]}}]"
    (finding,) = load_text(tmp_path / "p", text).diagnostics
    message = "more than 500,000 values in the pieces of one component"
    assert (finding.code, finding.message) == ("PNP117", message)


def test_texts_made_of_texts_do_not_grow_without_end(tmp_path):
    grow = "".join(
        f", {name}: '{('{' + before + '}') * 100}'" for before, name in zip("abcd", "bcde", strict=True)
    )
    text = f"kind: cards\nfront: front.svg.j2\npieces: [{{id: x, a: '{'a' * 100}'{grow}}}]"
    findings = load_text(tmp_path / "p", text).diagnostics
    assert [(d.code, d.message) for d in findings] == [
        ("PNP108", "the text of c grows beyond 20,000 characters")
    ]


def test_long_chains_of_fields_are_refused(tmp_path):
    chain = ", ".join(f"f{n}: '{{f{n + 1}}}'" for n in range(1_500))
    text = f"kind: cards\nfront: front.svg.j2\npieces: [{{id: x, {chain}, f1500: end}}]"
    findings = load_text(tmp_path / "p", text).diagnostics
    assert findings[0].code == "PNP108"
    assert findings[0].message == "f0 depends on a chain of more than 8 fields"

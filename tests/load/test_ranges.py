"""A `for` makes its pieces in the order in which it is written."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from load_cases import load_text

from pnp.load.nodes import Findings
from pnp.load.piece_fields import combinations
from pnp.load.yaml_source import parse


def product(text: str) -> str:
    """Return the combinations of a `for` as lines of values."""
    findings = Findings()
    node, _ = parse(text.encode(), "f")
    made = [
        " ".join(value.text for value in variables.values()) for variables in combinations(node, findings)
    ]
    assert not len(findings), findings.ordered()
    return "\n".join(made)


def test_the_last_variable_runs_fastest():
    assert product("{colour: [red, blue], value: 1..3}") == "red 1\nred 2\nred 3\nblue 1\nblue 2\nblue 3"


def test_ranges_may_stand_in_lists_and_go_below_zero():
    assert product("{n: [-2..1, 5, x, 7..7]}") == "-2\n-1\n0\n1\n5\nx\n7"


def test_no_for_is_one_piece():
    assert list(combinations(None, Findings())) == [{}]


@settings(deadline=None)
@given(st.integers(-50, 50), st.integers(0, 40))
def test_a_range_holds_both_its_ends_and_everything_between(first, more):
    assert product(f"{{n: {first}..{first + more}}}").split("\n") == [str(first + i) for i in range(more + 1)]


def pieces(tmp_path, text: str):
    loaded = load_text(tmp_path / "p", f"kind: cards\nfront: front.svg.j2\n{text}")
    assert loaded.diagnostics == ()
    return loaded.game.components[0].pieces


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


def test_variables_are_fields_with_their_own_types(tmp_path):
    text = "pieces: [{for: {n: [1, x, 25, true]}, id: 'p{n}'}]"
    assert [p.fields["n"] for p in pieces(tmp_path, text)] == [1, "x", 25, True]


def test_a_field_that_holds_more_than_one_value_is_no_placeholder(tmp_path):
    (piece,) = pieces(
        tmp_path, "pieces: [{id: a, cu: {n: 3}, text: 'costs {cu}', cue: '{cue} {none}', none: }]"
    )
    assert (piece.fields["text"], piece.fields["cue"]) == ("costs {cu}", "{cue} ")


def test_ids_are_filled_from_fields_too(tmp_path):
    (piece,) = pieces(tmp_path, "defaults: {deck: d1}\npieces: [{id: '{deck}-{nr}', nr: 7}]")
    assert piece.id == "d1-7"


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


def test_ten_thousand_pieces_fit(tmp_path):
    assert len(pieces(tmp_path, "pieces: [{for: {n: 1..10000}, id: 'p{n}'}]")) == 10_000


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
        ("PNP108", "the text of c grows beyond 20,000 characters"),
    ]


def test_long_chains_of_fields_are_refused(tmp_path):
    chain = ", ".join(f"f{n}: '{{f{n + 1}}}'" for n in range(1_500))
    text = f"kind: cards\nfront: front.svg.j2\npieces: [{{id: x, {chain}, f1500: end}}]"
    findings = load_text(tmp_path / "p", text).diagnostics
    assert findings[0].code == "PNP108"
    assert findings[0].message == "f0 is made from a chain of more than 8 fields"

"""The examples of docs/claims.md are what they say: those without a remark pass, the others find what stands there."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from soup import BLOCKS, write_soup

from pnp.claims.claims_file import Claim, ClaimTest, broken_claims, load_claims, results
from pnp.claims.deck_statistics import chance_in_hand, distributions
from pnp.claims.selections import Data
from pnp.load.game import load_game
from pnp.load.kinds import KINDS
from pnp.load.nodes import ScalarNode
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Piece
from pnp.model.geometry import Size

EXAMPLES = [
    tuple(example.strip() for example in f"{line}#".split("#")[:2])
    for block in BLOCKS
    if block.startswith("test:")
    for line in re.split(r"\n(?=test:)", block.strip())
]


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return write_soup(tmp_path_factory.mktemp("soup"))


@pytest.fixture(scope="module")
def game(project):
    return load_game(project, "soup").game


def test_the_claims_of_the_page_can_be_read_and_are_kept(project, game):
    loaded = load_claims(project, game)
    assert loaded.diagnostics == ()
    states = [each.state for each in results(loaded.claims, Data(game))]
    assert states == ["kept", "kept", "judged", "dropped"]
    assert [ruling.about for ruling in loaded.rulings] == [("S1",)]


@pytest.mark.parametrize(("example", "remark"), EXAMPLES)
def test_an_example_finds_what_its_remark_says(example, remark, project, game):
    file = project.root / "card_data/soup/claims.yaml"
    before = file.read_text()
    file.write_text(f"claims:\n  - id: S1\n    says: It is so.\n    where: x\n    {example}\n")
    loaded = load_claims(project, game)
    file.write_text(before)
    assert loaded.diagnostics == ()
    (found,) = results(loaded.claims, Data(game))
    assert found.mistakes == ()
    assert "; ".join(finding.says for finding in found.findings) == remark


def test_the_examples_show_tests_that_pass_and_tests_that_fail():
    assert {bool(remark) for _, remark in EXAMPLES} == {True, False}


# What comes of a claim: kept, broken, unreadable, judged or dropped, and what is said of it.


HERE = Place("card_data/soup/claims.yaml", 7, 9, 2)


def claimed(*tests: str) -> Claim:
    place = Place("card_data/soup/claims.yaml", 1, 7)
    written = tuple(ClaimTest(text, ScalarNode(text, text, place), [f"test: {text}"]) for text in tests)
    return Claim("S1", "Six foods.", HERE, tests=written)


def test_what_the_data_do_not_have_is_a_mistake_of_the_test_and_the_next_test_is_tried(game):
    found = results([claimed("count(fodo) == 6", "facts.hand == 4")], Data(game))
    (mistake,) = found[0].mistakes
    assert found[0].state == "unreadable"
    assert (mistake.code, mistake.message) == ("PNP160", 'there is no component "fodo"')
    assert mistake.hint == 'did you mean "food"?'
    assert mistake.place == Place("card_data/soup/claims.yaml", 1, 13, 4)
    assert [finding.says for finding in found[0].findings] == ["facts.hand is 3, not 4"]
    assert broken_claims(found, "soup") == ()


DECK_PLACE = Place("card_data/small/cards.yaml", 1, 1)


def a_deck(*pieces: tuple[int, dict[str, object]], extra: int = 0) -> Component:
    made = [
        Piece(f"p{n}", copies, fields, "f", None, DECK_PLACE) for n, (copies, fields) in enumerate(pieces)
    ]
    made += [Piece(f"x{n}", 1, {"value": 99}, "f", None, DECK_PLACE, extra=True) for n in range(extra)]
    return Component("food", KINDS["cards"], "Food", Size(63, 88), 3, 3, 3, tuple(made), DECK_PLACE)


def picture(component: Component) -> str:
    return "\n".join(
        f"{table.field}: " + " ".join(f"{label}x{count}" for label, count in table.rows)
        for table in distributions(component)
    )


def test_copies_are_counted_and_numbers_stand_in_order():
    deck = a_deck((3, {"value": 10}), (2, {"value": -2}), (1, {"value": 9}), extra=1)
    assert picture(deck) == "value: -2x2 9x1 10x3"
    (table,) = distributions(deck)
    assert (table.size, table.summary.total, table.summary.mean, table.summary.median) == (6, 35, 35 / 6, 9.5)


def test_words_stand_by_how_often_they_occur():
    deck = a_deck((1, {"color": "red"}), (4, {"color": "blue"}), (1, {"color": "red"}))
    assert picture(deck) == "color: bluex4 redx2"


def test_the_symbols_of_a_list_are_counted_one_by_one():
    deck = a_deck(
        (2, {"parts": ("stick", "stick")}), (1, {"parts": ("circle", "stick")}), (1, {"parts": ("circle",)})
    )
    assert picture(deck) == "parts: stickx5 circlex2"
    (table,) = distributions(deck)
    assert table.pieces == (3, 2)


@pytest.mark.parametrize(
    "fields", [("Apple", "Kale", "Soda"), ("a long sentence about nothing",) * 2 + ("b",)]
)
def test_names_and_sentences_have_no_table(fields):
    assert picture(a_deck(*((1, {"name": name}) for name in fields))) == ""


@given(st.integers(1, 40), st.integers(0, 40), st.integers(0, 40))
def test_the_chance_is_that_of_drawing_one_after_the_other(size, pieces, hand):
    pieces = min(pieces, size)
    missed = 1.0
    for drawn in range(min(hand, size)):
        missed *= (size - pieces - drawn) / (size - drawn) if size - pieces - drawn > 0 else 0.0
    assert chance_in_hand(pieces, size, hand) == pytest.approx(1 - missed)


def test_the_totals_are_those_of_the_rows():
    alike = a_deck((1, {"value": 1}), (3, {"value": 2}), (1, {"value": 1}))
    some = a_deck((2, {"value": 1}), (3, {"value": 2}), (4, {}))
    lists = a_deck((2, {"parts": ("a", "b")}), (1, {"parts": ("a",)}), (4, {}))
    said = [table.totals("card", "cards") for deck in (alike, some, lists) for table in distributions(deck)]
    assert said == ["5 cards", "5 of 9 cards", "5 symbols on 3 of 7 cards"]

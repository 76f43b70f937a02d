"""Tables of a deck: copies counted, extras left out, symbols of lists told one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.claims.stats import chance_in_hand, distributions
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Piece
from pnp.model.geometry import Size

HERE = Place("card_data/small/cards.yaml", 1, 1)


def a_deck(*pieces: tuple[int, dict[str, object]], extra: int = 0) -> Component:
    made = [Piece(f"p{n}", copies, fields, "f", None, HERE) for n, (copies, fields) in enumerate(pieces)]
    made += [Piece(f"x{n}", 1, {"value": 99}, "f", None, HERE, extra=True) for n in range(extra)]
    return Component("food", KINDS["cards"], "Food", Size(63, 88), 3, 3, 3, tuple(made), HERE)


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

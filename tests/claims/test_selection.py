"""Which pieces a selection means."""

from hypothesis import given
from hypothesis import strategies as st
from pnp.engine.quantity import count
from pnp.engine.selection import select
from pnp.load.kinds import KINDS
from pnp.model.claims import Condition, Selection, Span

from pnp.claims.pieces import Data
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Size

HERE = Place("cards.yaml", 1, 1)


def data(*rows):
    """A game with one component, cards; a row is id, copies, fields."""
    pieces = tuple(Piece(name, copies, fields, "front", None, HERE) for name, copies, fields in rows)
    cards = Component("cards", KINDS["cards"], "Cards", Size(63, 88), 3, 3, 3, pieces, HERE)
    return Data(Game("soup", "Soup", "1", (cards,), HERE))


SOUP = data(
    ("leek", 2, {"color": "green", "value": 3, "needs": ("pot",)}),
    ("carrot", 3, {"color": "red", "value": 1, "needs": ("pot", "knife", "pot")}),
    ("pepper", 1, {"color": "red", "hot": True}),
)


def ids(*conditions, of=("cards",)):
    return " ".join(item.id for item in select(Selection(of, conditions), SOUP))


def test_conditions_keep_what_meets_all_of_them():
    assert ids(Condition("color", ("red",))) == "carrot pepper"
    assert ids(Condition("color", ("red", "green"))) == "leek carrot pepper"
    assert ids(Condition("color", ("red",)), Condition("value", span=Span(1, None))) == "carrot"
    assert ids(Condition("color", ("red",), negated=True)) == "leek"
    assert ids(of=("*",)) == "leek carrot pepper"


def test_a_list_meets_a_value_that_it_holds_and_exactly_its_own_items():
    assert ids(Condition("needs", ("pot",))) == "leek carrot"
    assert ids(Condition("needs", exactly=("knife", "pot", "pot"))) == "carrot"
    assert ids(Condition("needs", exactly=("knife", "pot"))) == ""
    assert ids(Condition("needs.length", span=Span(2, 3))) == "carrot"


def test_a_missing_field_meets_nothing_but_a_negation():
    assert ids(Condition("value", span=Span(None, None))) == "leek carrot"
    assert ids(Condition("value", (1, 3), negated=True)) == "pepper"


def test_true_is_no_number():
    assert ids(Condition("hot", (1,))) == ""
    assert ids(Condition("hot", span=Span(0, 1))) == ""
    assert ids(Condition("hot", (True,))) == "pepper"


values = st.one_of(st.none(), st.booleans(), st.integers(-2, 2), st.sampled_from(["red", "green"]))
rows = st.lists(st.tuples(st.integers(1, 5), values), max_size=6)


@given(rows, values, st.booleans())
def test_what_meets_a_condition_and_what_does_not_are_all_there_is(rows, wanted, distinct):
    game = data(*((f"c{index}", copies, {"x": value}) for index, (copies, value) in enumerate(rows)))
    parts = [
        count(Selection(("cards",), (Condition("x", (wanted,), negated=negated),), distinct=distinct), game)
        for negated in (False, True)
    ]
    assert sum(parts) == count(Selection(("cards",), distinct=distinct), game)

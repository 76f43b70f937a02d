import pytest
from jinja2 import UndefinedError

from pnp.templates.values import FieldProxy, MissingField, missing_field

PIECE = FieldProxy("piece", {"items": 3, "cost": {"cu": 2}, "steps": ({"n": 1}, {"n": 2})})


def test_a_field_may_have_any_name_even_a_methods():
    assert PIECE.items == 3


@pytest.mark.parametrize(
    ("owner", "name", "message", "hint"),
    [
        (PIECE, "cots", 'piece has no field "cots"', "it has cost"),
        (PIECE.cost, "n", 'piece.cost has no field "n"', "it has cu"),
        (FieldProxy("piece", {}), "n", 'piece has no field "n"', "it has none"),
        ((1, 2), "5", "the list has no entry 5", "it has 2, counted from 0"),
        ("ant", "legs", '"ant" has no field "legs"', "it is a single value, not a group"),
        (None, "pallete", 'there is no "pallete"', "did you mean palette?"),
    ],
)
def test_a_missing_field_says_what_there_is(owner, name, message, hint):
    error = missing_field(owner, name)
    assert (str(error), error.hint) == (message, hint)
    assert isinstance(error, UndefinedError)
    assert isinstance(error, MissingField)

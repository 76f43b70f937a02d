"""The face that made a renderer fail is found, wherever it is."""

from hypothesis import given
from hypothesis import strategies as st

from pnp.convert.typst_pages import first_refused
from pnp.model.face import Face
from pnp.model.geometry import Size


def faces(text):
    return [Face(letter, f"<svg>{letter}</svg>", Size(1, 1), 0) for letter in text]


def refuses_x(drawn):
    if any("x" in each.key for each in drawn):
        raise ZeroDivisionError
    return b""


def test_the_only_bad_one_of_nine_is_found():
    assert first_refused(faces("abcdexfgh"), refuses_x, ZeroDivisionError).key == "x"


@given(st.integers(0, 40), st.integers(0, 40))
def test_it_is_found_in_any_place(before, after):
    assert first_refused(faces("a" * before + "x" + "b" * after), refuses_x, ZeroDivisionError).key == "x"

import re

import pytest

from pnp.render.template_api import as_box, number, one_of, positive, quoted
from pnp.render.template_values import FieldProxy


def test_a_box_is_four_numbers_or_a_box_of_the_face():
    assert as_box((1, 2, 3, 4)) == as_box([1, 2, 3, 4]) == (1, 2, 3, 4)
    assert as_box(FieldProxy("face.safe_box", {"x": 3, "y": 3, "width": 57, "height": 82})) == (3, 3, 57, 82)


@pytest.mark.parametrize(
    ("box", "got"),
    [
        ((1, 2, 3), "(1, 2, 3)"),
        ((1, 2, 3, "4"), "(1, 2, 3, '4')"),
        (("1", 2, 3, True), "('1', 2, 3, True)"),
        ("1 2 3 4", '"1 2 3 4"'),
        (None, "None"),
        (FieldProxy("piece", {"x": 1}), "a group of values"),
        ((1, 2, 3, float("nan")), "(1, 2, 3, nan)"),
    ],
)
def test_anything_else_is_shown_as_it_was_written(box, got):
    with pytest.raises(
        ValueError, match=rf"four numbers in mm, \(x, y, width, height\); got {re.escape(got)}"
    ):
        as_box(box)


def test_a_box_has_no_negative_size():
    with pytest.raises(ValueError, match="a box cannot be 10 mm wide and -2 mm high"):
        as_box((0, 0, 10, -2))


def test_an_option_names_itself_and_its_words():
    assert one_of("align", "left", ("left", "center", "right")) == "left"
    with pytest.raises(ValueError, match='align is "left", "center" or "right"; got "centre"'):
        one_of("align", "centre", ("left", "center", "right"))


def test_a_size_is_a_number_above_nothing():
    assert positive("size", 9) == 9
    for wrong in (0, -1):
        with pytest.raises(ValueError, match=f"size is a number above 0; got {wrong}"):
            positive("size", wrong)
    with pytest.raises(ValueError, match='size is a number; got "9pt"'):
        number("size", "9pt")


def test_quotes_and_brackets_cannot_leave_an_attribute():
    assert quoted("red\"><x y='") == "red&quot;&gt;&lt;x y=&#x27;"

import pytest

from pnp.render.legibility import Affine, transform


def test_steps_of_a_transform_are_taken_in_order():
    assert transform("") == (1, 0, 0, 1, 0, 0)
    assert transform("scale(2) translate(3,4)") == (2, 0, 0, 2, 6, 8)
    assert transform("matrix(1 2 3 4 5 6)") == (1, 2, 3, 4, 5, 6)
    assert transform("rotate(180)") == pytest.approx((-1, 0, 0, -1, 0, 0))
    assert transform("skewX(45) skewY(0)") == pytest.approx((1, 0, 1, 1, 0, 0))


@pytest.mark.parametrize(
    "text", ["rotate()", "matrix(1 2)", "scale(two)", "rotate(inf)", "translate(1e999)", "scale(2) rotate()"]
)
def test_a_transform_that_cannot_be_read_changes_nothing(text):
    assert transform(text) == Affine()

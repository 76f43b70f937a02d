import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text import decimal


def test_numbers_are_as_short_as_they_can_be():
    assert [decimal(v) for v in (63, 63.0, 100, 1 / 3, 2.50001, -0.00001, 0.0, -3.5, 1e-9)] == [
        "63", "63", "100", "0.3333", "2.5", "0", "0", "-3.5", "0",
    ]  # fmt: skip


@given(st.floats(-1e6, 1e6))
def test_a_number_has_four_decimals_at_most_and_is_never_minus_nothing(value):
    text = decimal(value)
    assert re.fullmatch(r"-?\d+(\.\d{0,3}[1-9])?", text)
    assert text != "-0"
    assert float(text) == pytest.approx(value, abs=0.00006)


@pytest.mark.parametrize("value", ["3", "", float("nan"), float("inf")])
def test_what_is_no_number_is_not_written(value):
    with pytest.raises(ValueError, match="is not a number"):
        decimal(value)

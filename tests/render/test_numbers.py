import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.text import decimal


@given(st.floats(-1e6, 1e6))
def test_a_number_has_four_decimals_at_most_and_is_never_minus_nothing(value):
    text = decimal(value)
    assert re.fullmatch(r"-?\d+(\.\d{0,3}[1-9])?", text)
    assert text != "-0"
    assert float(text) == pytest.approx(value, abs=0.00006)

"""The one way numbers are written into SVG: four decimals at most, no trailing zeros, never -0."""

from math import isfinite


def mm(value: float) -> str:
    """Return `value` as an SVG number; raises ValueError for what is none.

    >>> mm(63.0), mm(1 / 3), mm(-0.00001)
    ('63', '0.3333', '0')
    """
    if isinstance(value, str) or not isfinite(value):
        raise ValueError(f'"{value}" is not a number')
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text

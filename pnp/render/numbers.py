"""The one way numbers are written into SVG: four decimals at most, no trailing zeros, never -0."""


def mm(value: float) -> str:
    """Return `value` as an SVG number.

    >>> mm(63.0), mm(1 / 3), mm(-0.00001)
    ('63', '0.3333', '0')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text

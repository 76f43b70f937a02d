"""Lengths as designers write them: a number with a unit.

Inside pnp every length is a float in millimetres; this is the only place where units are converted.
"""

import re

MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
"""Millimetres in one unit; a point is the PostScript point, 1/72 inch."""

MM_PER_PT = MM_PER_UNIT["pt"]

_LENGTH = re.compile(r"\s*(-?\d+(?:\.\d+)?|-?\.\d+)\s*([a-zA-Z\"′″]*)\s*")


class LengthError(ValueError):
    """A text that is no length; `hint` says what to write instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def parse_length(text: str) -> float:
    """Return the length written in `text`, in mm.

    Raises LengthError for a missing or unknown unit, a decimal comma, or anything else.

    >>> parse_length("2.5in"), parse_length("63 mm")
    (63.5, 63.0)
    """
    if re.fullmatch(r"\s*-?\d+,\d+\s*[a-z]*\s*", text):
        fixed = text.strip().replace(",", ".")
        raise LengthError(
            f'"{text}" has a decimal comma', f'write "{fixed if fixed[-1].isalpha() else fixed + "mm"}"'
        )
    match = _LENGTH.fullmatch(text)
    if match is None:
        raise LengthError(f'"{text}" is not a length', 'write a number and a unit, such as "63mm" or "2.5in"')
    number, unit = match.groups()
    if unit == "":
        raise LengthError(f'"{text.strip()}" has no unit', f'write "{text.strip()}mm" (or in, cm, pt)')
    if unit in ('"', "″"):
        unit = "in"
    if unit.lower() not in MM_PER_UNIT:
        raise LengthError(f'"{unit}" is not a unit of length', "the units are mm, cm, in and pt")
    return float(number) * MM_PER_UNIT[unit.lower()]

"""Lengths as SVG and CSS write them, in user units, and view boxes."""

import math
import re

from pnp.model.geometry import Rect
from pnp.units import MM_PER_UNIT

_LENGTH = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-zA-Z%]*)\s*")
_PX_PER_IN = 96.0
_UNITS = {unit: mm / MM_PER_UNIT["in"] * _PX_PER_IN for unit, mm in MM_PER_UNIT.items()}
_UNITS |= {"": 1.0, "px": 1.0, "pc": 16.0, "q": 96 / 101.6}
_FONT_UNITS = {"em": 1.0, "rem": 1.0, "ex": 0.5, "ch": 0.5}
_FONT_SIZES = {
    "xx-small": 9.6,
    "x-small": 12.0,
    "small": 14.4,
    "medium": 16.0,
    "large": 19.2,
    "x-large": 24.0,
    "xx-large": 32.0,
}
NORMAL_SIZE = 16.0


def number_and_unit(text: str | None) -> tuple[float, str] | None:
    """Return a length as its number and its unit in small letters, None for what is none or is beyond all measure.

    >>> number_and_unit(" 2.5 MM"), number_and_unit("7"), number_and_unit("auto")
    ((2.5, 'mm'), (7.0, ''), None)
    """
    length = _LENGTH.fullmatch(text or "")
    if length is None or abs(float(length[1])) > 1e12:
        return None
    return float(length[1]), length[2].lower()


def user_units(text: str | None, default: float, *, whole: float = 0.0, em: float = NORMAL_SIZE) -> float:
    """Return a length; a share in per cent is one of `whole`. What is no length is the default.

    >>> user_units("25.4mm", 0), user_units("50%", 0, whole=80), user_units("auto", 7), user_units("2em", 0, em=10)
    (96.0, 40.0, 7, 20.0)
    """
    length = number_and_unit(text)
    if length is None:
        return default
    value, unit = length
    if unit == "%":
        return value / 100 * whole
    if unit in _FONT_UNITS:
        return value * _FONT_UNITS[unit] * em
    return value * _UNITS[unit] if unit in _UNITS else default


def numbers(text: str | None, *, whole: float = 0.0, em: float = NORMAL_SIZE) -> list[float]:
    """Return a list of lengths, as far as it can be read.

    >>> numbers("1, 2px 3")
    [1.0, 2.0, 3.0]
    """
    values: list[float] = []
    for part in (text or "").replace(",", " ").split():
        value = user_units(part, float("nan"), whole=whole, em=em)
        if value != value:  # noqa: PLR0124 - not a number
            break
        values.append(value)
    return values


def font_size(text: str | None, around: float) -> float:
    """Return the size of letters in user units, those around being so large."""
    if not text:
        return around
    if text in _FONT_SIZES:
        return _FONT_SIZES[text]
    if text in ("larger", "smaller"):
        return around * (1.2 if text == "larger" else 1 / 1.2)
    return user_units(text, around, whole=around, em=around)


def offset(text: str | None) -> float:
    """Return the place of a stop, from 0 to 1.

    >>> offset("40%"), offset("1.5"), offset(None)
    (0.4, 1.0, 0.0)
    """
    return min(max(user_units(text, 0.0, whole=1.0), 0.0), 1.0)


def written(value: float) -> str:
    """Return a number as it is written into a drawing.

    >>> written(1 / 3), written(-0.00000001), written(4.0)
    ('0.33333', '0', '4')
    """
    return f"{round(value, 5) + 0.0:.5f}".rstrip("0").rstrip(".")


def view_box(text: str | None) -> Rect | None:
    """Return the part of a plane that a drawing shows, None for one that does not say so in four numbers.

    >>> view_box("0,0 63 88"), view_box("0 0 63")
    (Rect(x=0.0, y=0.0, width=63.0, height=88.0), None)
    """
    try:
        x, y, width, height = (float(part) for part in (text or "").replace(",", " ").split())
    except ValueError:
        return None
    return Rect(x, y, width, height) if all(map(math.isfinite, (x, y, width, height))) else None

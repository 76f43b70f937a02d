"""Arguments of template functions, checked: numbers, boxes and words."""

from collections.abc import Collection
from typing import TypeGuard

from jinja2 import Undefined

from pnp.templates.values import FieldProxy

Box = tuple[float, float, float, float]
_SIDES = ("x", "y", "width", "height")


def as_box(value: object) -> Box:
    """Return (x, y, width, height) in mm, also of a box such as face.safe_box; raises ValueError for anything else.

    >>> as_box([5, 5, 53, 20])
    (5.0, 5.0, 53.0, 20.0)
    """
    parts = value if isinstance(value, list | tuple) else ()
    if isinstance(value, FieldProxy):
        parts = tuple(value[side] for side in _SIDES if side in value)
    if len(parts) != 4 or not all(_is_number(part) for part in parts):
        raise ValueError(f"a box is four numbers in mm, (x, y, width, height); got {shown(value)}")
    x, y, width, height = (float(part) for part in parts)
    if width < 0 or height < 0:
        raise ValueError(f"a box cannot be {width:g} mm wide and {height:g} mm high")
    return (x, y, width, height)


def number(name: str, value: object) -> float:
    """Return a number; raises ValueError, naming the option, for anything else."""
    if not _is_number(value):
        raise ValueError(f"{name} is a number; got {shown(value)}")
    return float(value)


def positive(name: str, value: object) -> float:
    """Return a number above zero; raises ValueError, naming the option, for anything else."""
    found = number(name, value)
    if found <= 0:
        raise ValueError(f"{name} is a number above 0; got {shown(value)}")
    return found


def one_of(name: str, value: object, allowed: Collection[str]) -> str:
    """Return a word out of `allowed`; raises ValueError, naming the option and the words, for any other."""
    if not isinstance(value, str) or value not in allowed:
        *most, last = (f'"{each}"' for each in allowed)
        raise ValueError(f"{name} is {', '.join(most)} or {last}; got {shown(value)}")
    return value


def shown(value: object) -> str:
    """Return a value the way a template writes it, shortened; raises what is due when it is not there at all."""
    if isinstance(value, FieldProxy):
        return "a group of values"
    if isinstance(value, str):
        return shortened(f'"{value}"')
    return shortened(str(value) if _is_plain(value) else type(value).__name__)


def shortened(text: str) -> str:
    """Return a text with its end left out when it is long."""
    return text if len(text) <= 40 else text[:37] + "..."


def _is_plain(value: object) -> bool:
    if isinstance(value, Undefined):
        str(value)  # raises, naming the field
    if isinstance(value, list | tuple):
        return all(_is_plain(each) for each in value)
    return value is None or isinstance(value, bool | int | float | str)


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e6

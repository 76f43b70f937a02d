"""What an unquoted word in a file means: a number, true or false, nothing, or (nearly always) text.

This is YAML 1.2 with fewer surprises: `yes`, `no`, `on`, `off` are text, so is `1:30`, so is `007` (an id, not seven),
so is `1e5` (a tile, not a hundred thousand).
"""

import math
import re

from pnp.load.yaml.nodes import Plain

_WORDS: dict[str, Plain] = {
    "": None,
    "~": None,
    "null": None,
    "Null": None,
    "NULL": None,
    "true": True,
    "True": True,
    "TRUE": True,
    "false": False,
    "False": False,
    "FALSE": False,
}
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"[-+]?[0-9]{0,17}\.[0-9]{1,17}(?:[eE][-+]?[0-9]{1,3})?")


def resolve(text: str) -> Plain:
    """Return the value of a plain scalar.

    >>> [resolve(text) for text in ("12", "-0.5", "true", "on", "1:30", "007", "1..9", "")]
    [12, -0.5, True, 'on', '1:30', '007', '1..9', None]
    """
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text

"""Colour filters for templates. Colours are "#rrggbb"; contrast follows WCAG 2 (relative luminance)."""

import re
from functools import lru_cache

_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")


def is_colour(text: str) -> bool:
    """Say whether a text is a colour in hexadecimal digits.

    >>> is_colour("#0f8"), is_colour("#12"), is_colour("red")
    (True, False, False)
    """
    return _COLOUR.fullmatch(text) is not None


def channels(colour: str) -> tuple[int, int, int]:
    """Return red, green and blue, 0 to 255; "#rgb" is read as "#rrggbb". Raises ValueError for anything else.

    >>> channels("#0f8")
    (0, 255, 136)
    """
    colour = str(colour)
    if not is_colour(colour):
        raise ValueError(f'"{colour}" is not a colour; write "#rrggbb", or palette.name')
    digits = colour[1:]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def mix(colour: str, other: str, share: float) -> str:
    """Return `colour` with `share` of it replaced by `other`; raises ValueError unless 0 <= share <= 1.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    if not 0 <= share <= 1:
        raise ValueError(f"a share of a colour is between 0 and 1; got {share:g}")
    return _mixed(str(colour), str(other), share)


@lru_cache(maxsize=1024)
def _mixed(colour: str, other: str, share: float) -> str:
    pairs = zip(channels(colour), channels(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share + 1e-9):02x}" for a, b in pairs)


def lighten(colour: str, share: float) -> str:
    """Mix with white."""
    return mix(colour, "#ffffff", share)


def darken(colour: str, share: float) -> str:
    """Mix with black."""
    return mix(colour, "#000000", share)


def luminance(colour: str) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2.x)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def grey(colour: str) -> str:
    """Return the grey that is as light as a colour.

    >>> grey("#ff0000"), grey("#999999")
    ('#7f7f7f', '#999999')
    """
    light = luminance(colour)
    share = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return "#" + f"{round(share * 255):02x}" * 3


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def ink(colour: str) -> str:
    """Return black or white, whichever reads better on `colour`."""
    return "#000000" if contrast(colour, "#000000") >= contrast(colour, "#ffffff") else "#ffffff"

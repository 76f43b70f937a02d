"""What SVG can say and the renderers drop or misdraw without a word, with what to write instead.

The list is measured: one drawing per feature, compared with a browser in every renderer pnp can use. It holds for
templates and for art alike.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

_STILL = "paper does not move"
_EFFECT = "filters print as coarse pixels; draw the shadow or glow as a shape"

ELEMENTS: Mapping[str, str] = {
    "foreignObject": "set text with fit(), draw the rest with SVG shapes",
    "script": "a card cannot run anything",
    "style": "write colours and widths as attributes; a stylesheet would reach into other parts of the card",
    "animate": _STILL,
    "animateMotion": _STILL,
    "animateTransform": _STILL,
    "set": _STILL,
    "audio": _STILL,
    "video": _STILL,
    "iframe": "draw it with SVG shapes",
    "filter": _EFFECT,
}

_ATTRIBUTES: Mapping[str, str] = {
    "transform-origin": "write rotate(angle x y) instead",
    "vector-effect": "give the line the width it should have",
    "direction": 'use text-anchor="end"',
    "font-kerning": "it is ignored when printing",
    "font-feature-settings": "it is ignored when printing",
    "filter": _EFFECT,
    "font": "write font-family, font-size and font-weight one by one",
}
_PLAIN_VALUES = frozenset({"none", "normal", "auto", "ltr", "inherit", "initial"})
_VALUES: Mapping[str, str] = {
    "var(": "write the colour itself, or palette.name",
    "expression(": "write the value itself",
    "@import": "write the values as attributes",
}
INLINE_IMAGE = re.compile(r"data:image/(?:png|jpeg|jpg);base64,", re.IGNORECASE)
"""The only link to a picture that works: the picture itself."""

_OUTSIDE = re.compile(r"url\(\s*+['\"]?+(?!#)", re.IGNORECASE)
_REFERENCE = re.compile(r"url\(\s*['\"]?#([^)'\"\s]+)['\"]?\s*\)", re.IGNORECASE)


class Feature(NamedTuple):
    """What does not print, and what to do instead."""

    message: str
    hint: str


def declarations(style: str) -> Iterator[tuple[str, str]]:
    """Yield the properties of a style attribute with their values.

    >>> list(declarations("fill: none; stroke:#000;"))
    [('fill', 'none'), ('stroke', '#000')]
    """
    for declaration in style.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.strip()


def references(value: str) -> list[str]:
    """Return the ids that an attribute's value points to.

    >>> references("url(#sky)"), references("url('#sky') #eee")
    (['sky'], ['sky'])
    """
    return _REFERENCE.findall(value) if "(" in value else []


def faults(key: str, value: str) -> Iterable[Feature]:
    """Return what an attribute, or one property of a style, asks for in vain."""
    # Nearly every attribute of a drawing is harmless, and there are hundreds on a card.
    if _may_reach(value) or _is_notable(key):
        return tuple(_faults(key, value))
    return ()


@lru_cache(maxsize=1024)
def _is_notable(key: str) -> bool:
    return key in ("style", "spreadMethod") or key in _ATTRIBUTES or key[:2].lower() == "on"


def _may_reach(value: str) -> bool:
    return "(" in value or "@" in value or "\\" in value


def _faults(key: str, value: str) -> Iterator[Feature]:
    if key == "style":
        for name, each in declarations(value):
            yield from faults(name, each)
    elif key in _ATTRIBUTES:
        if value not in _PLAIN_VALUES:
            yield Feature(f"the attribute {key} does not print", _ATTRIBUTES[key])
    elif key == "spreadMethod":
        if value != "pad":
            yield Feature(f'spreadMethod="{value}" differs between readers', "repeat the stops instead")
    elif key[:2].lower() == "on":
        yield Feature(f"the attribute {key} runs a script", "a card cannot run anything")
    elif _may_reach(value):
        yield from _in_value(key, value)


def _in_value(key: str, value: str) -> Iterator[Feature]:
    # A backslash escapes letters in CSS, so that "\75rl(" is a link no reader of the file would see.
    if _OUTSIDE.search(value) or "\\" in value:
        yield Feature(
            f'{key}="{value[:50]}" reaches outside the drawing',
            "only url(#name) of the same drawing may be used",
        )
    for feature, hint in _VALUES.items():
        if feature in value:
            yield Feature(f"{feature.rstrip('(')} in {key} does not print", hint)

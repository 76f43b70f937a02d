"""Colours in any CSS notation, as #rrggbb and an opacity, which every renderer knows."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from tinycss2 import color5

from pnp.svg.reader.geometry import user_units, written
from pnp.svg.reader.notes import Notes

OPACITIES = {
    "fill": "fill-opacity",
    "stroke": "stroke-opacity",
    "stop-color": "stop-opacity",
    "flood-color": "flood-opacity",
}
PAINTS = (*OPACITIES, "lighting-color", "color")
_NOT_INHERITED = frozenset({"stop-color", "flood-color", "lighting-color"})

_PLAIN = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}|none|inherit|currentColor")
_WORD = re.compile(r"[a-zA-Z]+")
_OF_A_PROFILE = re.compile(r"\s*(?:icc-color|device-[a-z]+|cielab[a]?|cielchab)\([^)]*\)\s*$", re.IGNORECASE)
_SERVER = re.compile(r"(url\(\s*[^)]*\))\s*(.*)", re.DOTALL | re.IGNORECASE)
_LONGEST = 500
"""So many letters the longest paint has."""

Triple = tuple[float, float, float]


class Colour(NamedTuple):
    """A colour in sRGB as "#rrggbb", and how opaque it is."""

    code: str
    opacity: float = 1.0


# The matrices are those of CSS Color Module Level 4, section 18.
_D50_TO_D65 = (
    (0.9554734, -0.0230985, 0.0632593),
    (-0.0283697, 1.0099955, 0.0210414),
    (0.0123140, -0.0205077, 1.3303660),
)
_FROM_XYZ = (
    (3.2409699, -1.5373832, -0.4986108),
    (-0.9692436, 1.8759675, 0.0415551),
    (0.0556301, -0.2039770, 1.0569715),
)
_FROM_P3 = ((1.2249402, -0.2249402, 0.0), (-0.0420570, 1.0420571, 0.0), (-0.0196376, -0.0786361, 1.0982736))


@lru_cache(maxsize=4096)
def colour_of(text: str) -> Colour | None:
    """Return a colour; None for what is none, and for those that depend on others, such as currentColor.

    >>> colour_of("rebeccapurple"), colour_of("rgb(10 200 30 / 50%)"), colour_of("#f008")
    (Colour(code='#663399', opacity=1.0), Colour(code='#0ac81e', opacity=0.5), Colour(code='#ff0000', opacity=0.53333))
    >>> colour_of("#ff0000 icc-color(press, 0, 1, 1, 0)"), colour_of("nothing")
    (Colour(code='#ff0000', opacity=1.0), None)
    """
    colour = color5.parse_color(_OF_A_PROFILE.sub("", text).strip() or text)
    shares = None if colour is None or isinstance(colour, str) else _srgb(colour)
    if shares is None:
        return None
    red, green, blue = (int(min(max(value, 0.0), 1.0) * 255 + 0.50001) for value in shares)
    return Colour(f"#{red:02x}{green:02x}{blue:02x}", round(colour.alpha, 5))


def _srgb(colour: color5.Color) -> Triple | None:
    values = tuple(value or 0.0 for value in colour.coordinates)
    match colour.space:
        case "srgb":
            return (values[0], values[1], values[2])
        case "hsl" | "hwb":
            red, green, blue = colour.to("srgb").coordinates
            return (red, green, blue)
        case "device-cmyk":
            cyan, magenta, yellow = (1 - min(1, value + values[3]) for value in values[:3])
            return (cyan, magenta, yellow)
        case "lab" | "lch":
            linear = _times(_FROM_XYZ, _times(_D50_TO_D65, _three(colour.to("xyz-d50"))))
        case "oklab" | "oklch":
            linear = _times(_FROM_XYZ, _three(colour.to("xyz-d65")))
        case "display-p3":
            linear = _times(_FROM_P3, (_linear(values[0]), _linear(values[1]), _linear(values[2])))
        case _:
            return None
    return (_curved(linear[0]), _curved(linear[1]), _curved(linear[2]))


def _three(colour: color5.Color) -> Triple:
    x, y, z = colour.coordinates
    return (x, y, z)


def _times(matrix: tuple[Triple, Triple, Triple], values: Triple) -> Triple:
    x, y, z = (sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix)
    return (x, y, z)


def _linear(value: float) -> float:
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def _curved(value: float) -> float:
    return float(12.92 * value if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)


class _Paint(NamedTuple):
    """What holds for one kind of paint: the opacity of its colour, the one asked for, and the one written."""

    of_colour: float = 1.0
    asked: float = 1.0
    put: float = 1.0


_Paints = Mapping[str, _Paint]
_START: _Paints = dict.fromkeys(OPACITIES, _Paint())


def plain_colours(root: Element, notes: Notes) -> None:
    """Write all colours of a drawing as #rrggbb with an opacity beside; what is no colour says nothing, as in CSS."""
    waiting: list[tuple[Element, _Paints, str]] = [(root, _START, "")]
    while waiting:
        element, paints, current = waiting.pop()
        if "color" in element.attrib and element.get("color") != "inherit":
            current = element.get("color", "")
        own = dict(paints)
        for name in PAINTS:
            if name in _NOT_INHERITED:
                own[name] = _Paint()
            value, faint = element.get(name), OPACITIES.get(name, "")
            if value is not None or faint in element.attrib:
                own[name] = _painted(element, name, own.get(name, _Paint()), current, notes)
            elif name in own and own[name].put != own[name].asked * own[name].of_colour:
                own[name] = _faded(element, name, own[name], paints[name].put)
        waiting += [(child, own, current) for child in element]


def _painted(element: Element, name: str, before: _Paint, current: str, notes: Notes) -> _Paint:
    value, of_colour = element.get(name), before.of_colour
    if value is not None and value != "inherit":
        plain = _plain(value, current)
        if plain is None:
            del element.attrib[name]
            notes.changed(f'"{value[:40]}" is not a colour and was left out', element, is_seen=True)
        else:
            if plain.code != value:
                element.set(name, plain.code)
                notes.changed("its colours were written as plain sRGB")
            of_colour = plain.opacity
    faint = OPACITIES.get(name)
    if faint is None:
        return before
    asked = before.asked
    if element.get(faint, "inherit") != "inherit":
        asked = min(max(user_units(element.get(faint), 1.0, whole=1.0), 0.0), 1.0)
    return _faded(
        element, name, _Paint(of_colour, asked, asked if faint in element.attrib else before.put), before.put
    )


def _faded(element: Element, name: str, paint: _Paint, around: float) -> _Paint:
    wanted = paint.of_colour * paint.asked
    has = paint.put if OPACITIES[name] in element.attrib else around
    if wanted != has:
        element.set(OPACITIES[name], written(wanted))
    return paint._replace(put=wanted)


@lru_cache(maxsize=4096)
def _plain(value: str, current: str) -> Colour | None:
    """Return a paint that every renderer knows, and its opacity; None for what is no paint."""
    value = value.strip()
    if len(value) > _LONGEST:
        return None
    if (served := _SERVER.fullmatch(value)) is not None:
        behind = _plain(served[2], current) if served[2] else None
        return Colour(f"{served[1]} {behind.code}" if behind else served[1])
    if value.lower() == "currentcolor":
        own = colour_of(current) if current else None
        return own if own is not None and own.opacity < 1 else Colour("currentColor")
    if _PLAIN.fullmatch(value):
        return Colour(value)
    found = colour_of(value)
    if found is None:
        return Colour(value) if value in ("context-fill", "context-stroke") else None
    return Colour(value.lower()) if is_plain_name(value) else found


@lru_cache(maxsize=1024)
def is_plain_name(name: str) -> bool:
    """Say whether a word is the name of a colour that every renderer knows.

    >>> is_plain_name("tomato"), is_plain_name("rebeccapurple"), is_plain_name("tomatoe")
    (True, False, False)
    """
    if not _WORD.fullmatch(name) or name.lower() in {"rebeccapurple", "transparent"}:
        return False
    return colour_of(name) is not None

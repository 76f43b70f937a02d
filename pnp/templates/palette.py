"""Colour filters for templates. Colours are "#rrggbb"; contrast follows WCAG 2 (relative luminance)."""

import base64
import binascii
import colorsys
import io
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageColor

from pnp.model.game import Game, Theme
from pnp.model.limits import PICTURES_HELD
from pnp.svg.images import saved
from pnp.svg.reader.styles import curved, linear
from pnp.svg.sanitizer import SafeDrawing
from pnp.text import decimal


def is_colour(text: str) -> bool:
    """Say whether a text is a colour in hexadecimal digits.

    >>> is_colour("#0f8"), is_colour("#12"), is_colour("red")
    (True, False, False)
    """
    return re.fullmatch(r"#(?:[0-9a-fA-F]{3}){1,2}", text) is not None


def colour_said(text: str) -> str:
    """Return the colour that a text says in numbers, "" for none.

    >>> colour_said("#0f8"), colour_said("FFEE00"), colour_said("(B=0,G=16,R=255,A=0)"), colour_said("red")
    ('#00ff88', '#ffee00', '#ff1000', '')
    """
    parts = dict(re.findall(r"([RGB])=(\d{1,3})", text))
    told = "rgb({R},{G},{B})".format(**parts) if len(parts) == len("RGB") else text
    told = f"#{told}" if re.fullmatch("[0-9a-fA-F]{6}", told) else told
    try:
        return "#{:02x}{:02x}{:02x}".format(*ImageColor.getrgb(told)) if re.search("[#(]", told) else ""
    except ValueError:
        return ""


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


def palette_name(words: str) -> str:
    """Return the name that a colour called by any words has in a palette.

    >>> palette_name("Deep Sea"), palette_name("2nd"), palette_name("火")
    ('Deep_Sea', 'colour_2nd', 'colour_706b')
    """
    made = "".join(
        f"{ord(each):x}" if not each.isascii() else each if each.isalnum() else "_" for each in words
    )
    return made if made[:1].isalpha() else f"colour_{made}"


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
    red, green, blue = (linear(part / 255) for part in channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def grey(colour: str) -> str:
    """Return the grey that is as light as a colour.

    >>> grey("#ff0000"), grey("#999999")
    ('#7f7f7f', '#999999')
    """
    return "#" + f"{round(curved(luminance(colour)) * 255):02x}" * 3


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


# Drawings in other colours.

_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_COLOUR_IN_SVG = re.compile(
    r"""(\b(?:fill|stroke|stop-color|flood-color|lighting-color|color)(?:\s*=\s*["']|\s*:)\s*)"""
    r"""(#[0-9a-fA-F]{3,8}\b|(?:rgb|hsl)\([^)"']*\)|[a-zA-Z]+)"""
)
_PICTURE = re.compile(r"data:image/(?:png|jpe?g);base64,([A-Za-z0-9+/=\s]+)", re.IGNORECASE)


def greys(game: Game, theme: Theme) -> Mapping[str, str]:
    """Return the grey of each colour of the palette; of two roles of one colour, the first that the theme names wins."""
    named = [name for name in theme.palette if name in game.palette]
    roles = (*named, *(name for name in game.palette if name not in named))
    found: dict[str, str] = {}
    for name in roles:
        found.setdefault(game.palette[name], grey(theme.palette.get(name, game.palette[name])))
    return found


def without_colour(svg: str, greys: Mapping[str, str]) -> str:
    """Return a drawing in grey: the colours in `greys` as that says, all others as light as they are.

    >>> without_colour('<path fill="#ff0000" stroke="rgb(0, 0, 255)"/>fill: red', {"#ff0000": "#999999"})
    '<path fill="#999999" stroke="#4c4c4c"/>fill: red'
    """

    def in_a_tag(tag: re.Match[str]) -> str:
        return _PICTURE.sub(lambda each: _grey_picture(each[1]), tag[0]) if "data:" in tag[0] else tag[0]

    return _TAG.sub(in_a_tag, _recoloured(svg, lambda colour: _grey(colour, greys)))


def _recoloured(svg: str, change: Callable[[str], str]) -> str:
    return _TAG.sub(lambda tag: _COLOUR_IN_SVG.sub(lambda found: found[1] + change(found[2]), tag[0]), svg)


def _grey(colour: str, greys: Mapping[str, str]) -> str:
    """Return the grey for a colour as SVG writes it; words that are none, such as "none", stay."""
    try:
        red, green, blue = ImageColor.getrgb(colour)[:3]
    except ValueError:
        return colour
    written = f"#{red:02x}{green:02x}{blue:02x}"
    return greys.get(written) or grey(written)


@lru_cache(maxsize=PICTURES_HELD)
def _grey_picture(data: str) -> str:
    try:
        with Image.open(io.BytesIO(base64.b64decode(data))) as image:
            kind = "jpeg" if image.format == "JPEG" else "png"
            drawn = image.convert("LA" if image.has_transparency_data else "L")
    except (OSError, ValueError, binascii.Error):
        return f"data:image/png;base64,{data}"
    return f"data:image/{kind};base64,{base64.b64encode(saved(drawn, kind.upper())).decode()}"


OUTLINE = 0.03
"""The luminance below which a colour is that of an outline: black, and the inks that stand for it."""

DRAWINGS_HELD = 256


@lru_cache(maxsize=DRAWINGS_HELD)
def lightened(drawing: SafeDrawing, share: float) -> SafeDrawing:
    """Return the drawing with that share of white in its colours; pixels let the ground show through instead."""
    if drawing.pixels:
        inner = f'<g opacity="{decimal(1 - share)}">{drawing.inner}</g>'
    else:
        inner = lighter_colours(drawing.inner, share)
    known = drawing.checked
    return replace(drawing, inner=inner, ids=known.ids, references=known.references)


def lighter_colours(svg: str, share: float) -> str:
    """Return a drawing with that share of white in all its colours but the darkest.

    >>> lighter_colours('<path fill="#000000"/><path fill="#204080" stroke="#111"/>', 0.5)
    '<path fill="#000000"/><path fill="#90a0c0" stroke="#111"/>'
    """

    def lighter(colour: str) -> str:
        return lighten(colour, share) if is_colour(colour) and luminance(colour) >= OUTLINE else colour

    return _recoloured(svg, lighter)


def is_like(colour: str, other: str) -> bool:
    """Say whether a colour is strong and has nearly the hue of another."""
    (hue, _, strong), (near, *_) = (
        colorsys.rgb_to_hls(*(channel / 255 for channel in channels(one))) for one in (colour, other)
    )
    return strong > 0.2 and min(abs(hue - near), 1 - abs(hue - near)) < 0.12


@lru_cache(maxsize=1024)
def turned(colour: str, degrees: int) -> str:
    """Return a colour of another hue, so many degrees further."""
    hue, light, strong = colorsys.rgb_to_hls(*(channel / 255 for channel in channels(colour)))
    turned = colorsys.hls_to_rgb((hue + degrees / 360) % 1, light, strong)
    return "#" + "".join(f"{round(share * 255):02x}" for share in turned)

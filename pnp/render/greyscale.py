"""Drawings without colour, for printers that have none: the colours of the palette become chosen greys."""

import base64
import binascii
import io
import re
from collections.abc import Mapping
from functools import lru_cache

from PIL import Image, ImageColor

from pnp.model.game import Game, Theme
from pnp.render.drawing_limits import PICTURES_HELD
from pnp.render.images import saved
from pnp.render.palette import grey

_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_COLOUR = re.compile(
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

    def in_a_tag(found: re.Match[str]) -> str:
        tag = _COLOUR.sub(lambda each: each[1] + _grey(each[2], greys), found[0])
        return _PICTURE.sub(lambda each: _grey_picture(each[1]), tag) if "data:" in tag else tag

    return _TAG.sub(in_a_tag, svg)


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
    """Return the pixels of a PNG or JPEG in grey; a picture that cannot be read stays, and is reported elsewhere."""
    try:
        with Image.open(io.BytesIO(base64.b64decode(data))) as image:
            kind = "jpeg" if image.format == "JPEG" else "png"
            drawn = image.convert("LA" if image.has_transparency_data else "L")
    except (OSError, ValueError, binascii.Error):
        return f"data:image/png;base64,{data}"
    return f"data:image/{kind};base64,{base64.b64encode(saved(drawn, kind.upper())).decode()}"

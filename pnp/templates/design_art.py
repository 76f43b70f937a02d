"""What is drawn on a card without a picture: a thing that its words name, in the colours of the card, or its first letter."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from typing import TypedDict, cast

from pnp.files import read_package
from pnp.svg.reader.texts import glyph_path
from pnp.templates.palette import channels, darken, mix
from pnp.text import plain_ascii
from pnp.typesetting.fonts import FontFile, font_files


class _Thing(TypedDict):
    scene: str
    words: str
    outline: str
    paths: list[tuple[str, str]]


@cache
def _things() -> Mapping[str, _Thing]:
    """Return the things that are drawn in colours, in squares of 480, with the words that stand for them."""
    return cast("Mapping[str, _Thing]", json.loads(read_package("pnp.templates", "design_art.json")))


@cache
def _things_by_word() -> Mapping[str, str]:
    return {word: name for name, thing in _things().items() for word in thing["words"].split()}


@cache
def _symbols() -> Mapping[str, Mapping[str, str]]:
    """Return the words of each symbol by the scene that it stands in and by its name in the font."""
    return cast(
        "Mapping[str, Mapping[str, str]]", json.loads(read_package("pnp.templates", "design_symbols.json"))
    )


@cache
def symbol_names() -> Mapping[str, str]:
    """Return the names of symbols, as the font has them, by the words that they stand for and by themselves."""
    words = {name: words for scene in _symbols().values() for name, words in scene.items()}
    return {name: name for name in words} | {
        word: name for name, listed in words.items() for word in listed.split()
    }


@cache
def scenes() -> Mapping[str, str]:
    """Return the scene of each thing and symbol."""
    of_symbols = {name: scene for scene, names in _symbols().items() for name in names}
    return of_symbols | {f"+{name}": thing["scene"] for name, thing in _things().items()}


_SYMBOL_SIZE, _SYMBOL_BASELINE = 24.0, 21.0
"""The square in which templates expect a symbol, and how far below its top the baseline of the font lies."""

_SEAL = "M12 1l2.4 2.6 3.5-.8 1 3.4 3.4 1-.8 3.5L24 12l-2.5 1.8.8 3.5-3.4 1-1 3.4-3.5-.8L12 23l-2.4-2.1-3.5.8-1-3.4-3.4-1 .8-3.5L0 12l2.5-1.3-.8-3.5 3.4-1 1-3.4 3.5.8zM12 6.500l-1.600 3.600-3.900.4 2.900 2.600-.8 3.900L12 15l3.400 2-.8-3.900 2.900-2.600-3.900-.4z"


@cache
def symbol_outline(name: str) -> str:
    """Return the path of a symbol in a square of 24, y down, "" for one that the font of symbols does not have."""
    if not name or name == "seal":
        return name and _SEAL
    font = next(map(FontFile, font_files("fonticon_mdi7")), None)
    if font is None or (glyph := font.font.get_glyph_from_name(name)) is None:
        return ""
    return glyph_path(font, glyph, _SYMBOL_SIZE, (0, _SYMBOL_BASELINE))


@cache
def _letters_font() -> FontFile | None:
    """Return the font of initials; it has Latin letters alone."""
    return next((FontFile(path, weight=700) for path in font_files("fontpkg_cinzel")), None)


@lru_cache(maxsize=1024)
def initial(words: str) -> str:
    """Return the path of the first letter of a headline in the square of a symbol, "" where the font lacks it."""
    font, letter = _letters_font(), (re.findall(r"[^\W_]", words) or [""])[0].upper()
    if font is None or not letter or font.missing(letter):
        return ""
    size = min(_SYMBOL_SIZE / font.cap_height, _SYMBOL_SIZE / font.width(letter))
    left, base = ((_SYMBOL_SIZE - font.width(letter) * size) / 2, (_SYMBOL_SIZE + font.cap_height * size) / 2)
    return glyph_path(font, font.font.get_nominal_glyph(ord(letter)), size, (left, base))


def _forms(hint: str) -> Iterator[str]:
    """Yield the words of a text as they may be known, the last first: two together, one, one of many; in Chinese any letters."""
    words = re.findall(r"[a-z]+", plain_ascii(hint).casefold())
    for at in range(len(words) - 1, -1, -1):
        pair = [words[at - 1] + words[at]] if at else []
        for form in (*pair, words[at]):
            yield from (form, form.removesuffix("s"), form.removesuffix("es"))
    for run in re.findall(r"[^\x00-\u2fff]+", hint):
        yield from (run[end - long : end] for long in (4, 3, 2, 1) for end in range(len(run), long - 1, -1))


@lru_cache(maxsize=1024)
def subject_of(hints: tuple[str, ...]) -> str:
    """Return what texts speak of, "+wolf" for a thing or the name of a symbol, by the last known word of the first; "" if none is."""
    things, symbols = _things_by_word(), symbol_names()
    for hint in hints:
        for form in _forms(hint):
            if form in things:
                return f"+{things[form]}"
            if form in symbols and symbol_outline(symbols[form]):
                return symbols[form]
    return ""


@lru_cache(maxsize=1024)
def symbol_of(words: str) -> str:
    """Return the outline of the symbol of a text, "" where no word has one."""
    known = symbol_names()
    drawn = (symbol_outline(known.get(form, "")) for form in _forms(words))
    return next(filter(None, drawn), "")


_OWN_COLOUR, _OWN_COLOUR_IF_SAID = 0.5, 0.15
"""How much of its own colour a thing keeps, and where its name says another; the rest is that of its scene, as light or dark."""

_DEEP, _LIGHT = "#120d14", "#fff8ea"


@lru_cache(maxsize=1024)
def thing_in_colours(
    name: str, land: str, *, said: bool = False
) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """Return the outline of a thing, the colour of that, and its parts as (colour, path), for a scene of one colour."""
    thing = _things()[name]
    deep = mix(land, _DEEP, 0.72)
    share = _OWN_COLOUR_IF_SAID if said else _OWN_COLOUR
    parts = tuple(
        (mix(_as_light(colour, land, deep), colour, share), path) for colour, path in thing["paths"]
    )
    return thing["outline"], darken(land, 0.78), parts


def _as_light(colour: str, land: str, deep: str) -> str:
    """Return the colour between deep, land and nearly white that is as light as a colour."""
    red, green, blue = channels(colour)
    light = (0.3 * red + 0.59 * green + 0.11 * blue) / 255
    return mix(deep, land, light * 2) if light < 0.5 else mix(land, _LIGHT, light * 2 - 1)

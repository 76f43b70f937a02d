"""The art of a card without a picture: an object that its words name, in the colours of the card, or its initial."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from itertools import chain
from typing import TypedDict, cast

from pnp.files import read_package
from pnp.model.svg_geometry import path_lines
from pnp.svg.reader.texts import glyph_path
from pnp.templates.palette import channels, darken, mix
from pnp.text import plain_ascii
from pnp.typesetting.fonts import FontFile, font_files


class _Thing(TypedDict):
    sign: str
    scene: str
    colour: str
    words: str


@cache
def _things() -> Mapping[str, _Thing]:
    """Return the things that have a sign in the font, with their colour and the words that stand for them."""
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


def initial(words: str) -> str:
    """Return the path of the first letter of a headline in the square of a symbol; "" where the font lacks it."""
    long = re.findall(r"[^\W_]{4,}", words) or re.findall(r"[^\W_]+", words)
    return _letter_outline(long[0][0].upper()) if long else ""


@lru_cache(maxsize=256)
def _letter_outline(letter: str) -> str:
    font = _letters_font()
    if font is None or font.missing(letter):
        return ""
    size = min(_SYMBOL_SIZE / font.cap_height, _SYMBOL_SIZE / font.width(letter))
    left, base = (
        (_SYMBOL_SIZE - font.width(letter) * size) / 2,
        (_SYMBOL_SIZE + font.cap_height * size) / 2,
    )
    return glyph_path(font, font.font.get_nominal_glyph(ord(letter)), size, (left, base))


def _forms(hint: str) -> Iterator[tuple[str, bool]]:
    """Yield the words of a text as they may be known, and whether they were plural, the last first: two together, one, one of many; in Chinese any letters."""
    words = re.findall(r"[a-z]+", plain_ascii(hint).casefold())
    for at in range(len(words) - 1, -1, -1):
        pair = [words[at - 1] + words[at]] if at else []
        for form in (*pair, words[at]):
            yield form, False
            yield from ((form.removesuffix(end), True) for end in ("s", "es") if form.endswith(end))
    for run in re.findall(r"[^\x00-\u2fff]+", hint):
        yield from (
            (run[end - long : end], False) for long in (4, 3, 2, 1) for end in range(len(run), long - 1, -1)
        )


@cache
def _known_words() -> frozenset[str]:
    return frozenset(_things_by_word()) | frozenset(symbol_names())


def named_in(hint: str) -> Iterator[tuple[str, bool]]:
    """Yield what a text speaks of, and whether of several, the last word first: "+wolf" for a thing, or the name of a symbol; of no known word the end, as in emberblade."""
    things, symbols = _things_by_word(), symbol_names()
    known = _known_words()
    words = reversed(re.findall(r"[a-z]+", plain_ascii(hint).casefold()))
    joined = (word[at:] for word in words for at in range(3, len(word) - 2) if word[:at] in known)
    forms = [each for each in _forms(hint) if each[0] in known]
    for form, plural in forms or chain.from_iterable(map(_forms, joined)):
        if form in things and _signs_font():
            yield f"+{things[form]}", plural
        elif form in symbols and symbol_outline(symbols[form]):
            yield symbols[form], plural


@lru_cache(maxsize=1024)
def subject_of(words: str) -> str:
    """Return what a text speaks of by its last known word, "" if none is."""
    return next((name for name, _ in named_in(words)), "")


@lru_cache(maxsize=1024)
def symbol_of(words: str) -> str:
    """Return the outline of the symbol of a text, "" where no word has one."""
    known = symbol_names()
    drawn = (symbol_outline(known.get(form, "")) for form, _ in _forms(words))
    return next(filter(None, drawn), "")


_COLOURS = {
    "black": "#4a4552",
    "white": "#f4efe6",
    "grey": "#9a9ca8",
    "brown": "#9a6a48",
    "tan": "#d9a86c",
    "red": "#d8433b",
    "orange": "#ee8a32",
    "gold": "#f2c14a",
    "lime": "#9cc44a",
    "green": "#4a9a4e",
    "teal": "#3f9f96",
    "sky": "#6db9e8",
    "blue": "#3f74c8",
    "purple": "#8a5ac0",
    "pink": "#ee8fb0",
    "skin": "#f6c8a0",
}

_OWN_COLOUR, _OWN_COLOUR_IF_SAID = 0.75, 0.2
"""How much of its own colour a thing keeps, and where its name says another; the rest is that of its scene, as light or dark."""

_DEEP, _LIGHT = "#120d14", "#fff8ea"

_SQUARE, _REACH = 480.0, 460.0
"""The square in which templates expect a thing, and the longer side of its sign in it."""


@cache
def _signs_font() -> FontFile | None:
    """Return the font of signs, drawn in lines."""
    return next(
        (FontFile(path, weight=400) for path in font_files("manimgx_fonts") if "Emoji" in path.name), None
    )


@cache
def _sign(sign: str) -> tuple[str, str]:
    """Return the silhouette of a sign and its lines, as paths in a square of 480; two "" without the font."""
    font = _signs_font()
    if font is None:
        return "", ""
    glyph = font.font.get_nominal_glyph(ord(sign))
    box = font.font.get_glyph_extents(glyph)
    scale = _REACH / max(box.width, -box.height)
    left = (_SQUARE - box.width * scale) / 2 - box.x_bearing * scale
    base = (_SQUARE + box.height * scale) / 2 + box.y_bearing * scale
    lines = glyph_path(font, glyph, scale * font.upem, (left, base))
    return _silhouette(lines), lines


def _silhouette(lines: str) -> str:
    """Return what lies within the outermost lines of a drawing, as a path."""
    import pyclipper  # noqa: PLC0415 - most commands draw nothing

    clipper = pyclipper.Pyclipper()
    for line in path_lines(lines, 6):
        with suppress(pyclipper.ClipperException):  # a line that encloses nothing
            clipper.AddPath([(round(x * 10), round(y * 10)) for x, y in line.points], pyclipper.PT_SUBJECT)
    areas = clipper.Execute(pyclipper.CT_UNION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    outer = [pyclipper.CleanPolygon(area, 8) for area in areas if pyclipper.Orientation(area)]
    return "".join("M" + "L".join(f"{x / 10:g} {y / 10:g}" for x, y in area) + "z" for area in outer if area)


@lru_cache(maxsize=1024)
def thing_in_colours(name: str, land: str, *, said: bool = False) -> tuple[str, str, str, str]:
    """Return the silhouette of a thing, its lines, and the colours of both, for a scene of one colour."""
    thing = _things()[name]
    outline, lines = _sign(thing["sign"])
    own, ink = _COLOURS[thing["colour"]], darken(land, 0.78)
    fill = mix(
        _as_light(own, land, mix(land, _DEEP, 0.72)), own, _OWN_COLOUR_IF_SAID if said else _OWN_COLOUR
    )
    return outline, lines, fill, ink


def _as_light(colour: str, land: str, deep: str) -> str:
    """Return the colour between deep, land and nearly white that is as light as a colour."""
    red, green, blue = channels(colour)
    light = (0.3 * red + 0.59 * green + 0.11 * blue) / 255
    return mix(deep, land, light * 2) if light < 0.5 else mix(land, _LIGHT, light * 2 - 1)

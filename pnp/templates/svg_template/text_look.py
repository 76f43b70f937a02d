"""How a text of a drawing looks, for the text that takes its place: font, size, colour, alignment, and its lines."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pnp.svg.vocabulary import declarations
from pnp.typesetting.fonts import FontBook, FontFile, Style, weight_of
from pnp.units import MM_PER_UNIT

LAYOUT = "{pnp}layout"
"""The attribute that keeps what the style of a text says of its lines, which no renderer draws by."""

SVG = "{http://www.w3.org/2000/svg}"
INHERITED = frozenset(
    (
        *("font-family", "font-size", "font-weight", "font-style", "font-variant", "line-height"),
        *("text-anchor", "text-align", "text-transform", "letter-spacing", "word-spacing", "writing-mode"),
        *("fill", "stroke", "stroke-width", "fill-opacity", "color", "visibility", "white-space"),
    )
)
"""The properties that a text has from what is around it."""

_LOST = (
    "letter-spacing",
    "word-spacing",
    "text-decoration",
    "text-decoration-line",
    "writing-mode",
    "font-variant",
)
_PLAIN = frozenset({"normal", "none", "0", "0px", "inherit", "initial", "lr-tb", "horizontal-tb", "lr"})
_PX = {unit: mm / MM_PER_UNIT["in"] * 96 for unit, mm in MM_PER_UNIT.items()} | {
    "px": 1.0,
    "": 1.0,
    "pc": 16.0,
}
_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-z%]*)\s*")
PLAIN = Style()
USUAL_SIZE, USUAL_LEADING = 16.0, 1.2
_ANCHORS = {"start": "start", "middle": "center", "end": "end"}
_ALIGNED = {
    **{each: each for each in ("left", "start", "center", "right", "end")},
    "justify": "start",
}
_GENERIC = {
    "serif",
    "sans-serif",
    "sans",
    "monospace",
    "system-ui",
    "cursive",
    "fantasy",
    "ui-sans-serif",
    "body",
    "",
}

Properties = Mapping[str, str]


def properties(element: Element) -> dict[str, str]:
    """Return the attributes of an element with what its style says, which wins."""
    own = {key: value for key, value in element.attrib.items() if not key.startswith("{")}
    for style in (own.get("style"), element.get(LAYOUT)):
        own |= dict(declarations(style)) if style else {}
    return own


def inherited(above: Properties, element: Element) -> Properties:
    """Return what an element hands on to what is in it."""
    own = {key: value for key, value in properties(element).items() if key in INHERITED}
    return {**above, **own} if own else above


def user_length(text: str | None, default: float, *, em: float = USUAL_SIZE) -> float:
    """Return a length in user units.

    >>> user_length("12pt", 0), user_length("50%", 0, em=8), user_length("large", 3)
    (16.0, 4.0, 3)
    """
    found = _NUMBER.fullmatch(text or "")
    if found is None:
        return default
    value, unit = float(found[1]), found[2]
    share = {"em": em, "%": em / 100}.get(unit, _PX.get(unit))
    return default if share is None else value * share


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One line of a text as it stands in the drawing, with where it begins, in the units of the text."""

    words: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TextLook:
    """How letters look; lengths are in the units of the text. `lost` is what is not kept where a text is filled."""

    font: str = "body"
    style: Style = PLAIN
    size: float = USUAL_SIZE
    fill: str = "#000000"
    outline: str | None = None
    outline_width: float = 0.0
    anchor: str = "start"
    align: str = "start"
    leading: float = USUAL_LEADING
    capitals: str = "none"
    opacity: float = 1.0
    lost: tuple[str, ...] = ()

    def cased(self, words: str) -> str:
        """Return words in capitals or small letters where the look has them so."""
        return {"uppercase": words.upper(), "lowercase": words.lower()}.get(self.capitals, words)


class Families:
    """The families of fonts that a game has, by the names that drawing programs write."""

    def __init__(self, fonts: FontBook, roles: Mapping[str, str]) -> None:
        self._fonts = fonts
        self._roles = roles
        self._by_letters = {_letters(each): each for each in fonts.families}

    @property
    def body(self) -> str:
        """The family of the game's texts."""
        return self._roles["body"]

    def find(self, written: str, style: Style) -> tuple[str, Style]:
        """Return the family and the style of a font-family; the first name as it is written when there is none of them.

        A name such as sans-serif means the font of the game's texts.
        """
        names = [name.strip(" '\"") for name in written.split(",")]
        for name in names:
            if name.casefold() in _GENERIC:
                return self._roles["body"], style
            if (family := self._by_letters.get(_letters(name))) is not None:
                return family, style
            stem, _, ending = name.rpartition("-")  # "Lato-BoldItalic" is the name of a file
            if stem and (family := self._by_letters.get(_letters(stem))) is not None:
                return family, _style_in(ending, style)
        return names[0], style

    def file(self, look: TextLook) -> FontFile | None:
        """Return the file that letters of a look are in, None when there is none."""
        return self._fonts.find(self._roles.get(look.font, look.font), look.style)


def _letters(name: str) -> str:
    return re.sub(r"[\s_-]", "", name).casefold()


_WEIGHTS = {
    "thin": 100,
    "extralight": 200,
    "light": 300,
    "regular": 400,
    "medium": 500,
    "semibold": 600,
    "demibold": 600,
    "bold": 700,
    "extrabold": 800,
    "black": 900,
    "heavy": 900,
}


def _style_in(ending: str, style: Style) -> Style:
    """Return the style in the ending of the name of a font file.

    >>> _style_in("BoldItalic", Style()), _style_in("MT", Style(300))
    (Style(weight=700, italic=True), Style(weight=300, italic=False))
    """
    word = ending.casefold()
    slanted = word.endswith(("italic", "it", "oblique"))
    weight = _WEIGHTS.get(re.sub("(italic|it|oblique)$", "", word) or "regular")
    return style if weight is None else Style(weight, slanted or style.italic)


def look_of(text: Element, above: Properties, families: Families) -> TextLook:
    """Return how the letters of a text look: as the first of them do. `above` is what it has from around it."""
    style, own = above, properties(text)
    em = user_length(above.get("font-size"), USUAL_SIZE)
    for element in _down_to_words(text):
        style = inherited(style, element)
        own = {**own, **properties(element)}
        em = user_length(properties(element).get("font-size"), em, em=em)
    family, found = families.find(style.get("font-family", ""), _style(style))
    stroke = style.get("stroke", "none")
    return TextLook(
        font=family,
        style=found,
        size=em,
        fill=_colour(style.get("fill", "#000000"), style),
        outline=None if stroke == "none" else _colour(stroke, style),
        outline_width=user_length(style.get("stroke-width"), 1.0) / 2,
        anchor=style.get("text-anchor", "start") if style.get("text-anchor") in _ANCHORS else "start",
        align=_ALIGNED.get(style.get("text-align", ""), _ANCHORS.get(style.get("text-anchor", ""), "start")),
        leading=_leading(style.get("line-height", ""), em),
        capitals=style.get("text-transform", "none"),
        opacity=user_length(style.get("fill-opacity"), 1.0),
        lost=tuple(key for key in _LOST if not _PLAIN.issuperset({**own, **style}.get(key, "").split())),
    )


def _style(style: Properties) -> Style:
    return Style(weight_of(style.get("font-weight", "400")), style.get("font-style", "normal") not in _PLAIN)


def _colour(written: str, style: Properties) -> str:
    return style.get("color", "#000000") if written == "currentColor" else written


def _leading(written: str, em: float) -> float:
    """Return the distance of lines in sizes of the letters.

    >>> _leading("125%", 8), _leading("1.5", 8), _leading("10px", 8), _leading("normal", 8)
    (1.25, 1.5, 1.25, 1.2)
    """
    found = _NUMBER.fullmatch(written)
    if found is None or float(found[1]) <= 0:
        return USUAL_LEADING
    return float(found[1]) if not found[2] else user_length(written, em, em=em) / em


def _down_to_words(text: Element) -> Iterator[Element]:
    """Yield a text and the parts in it, down to the first letters."""
    element: Element | None = text
    while element is not None:
        yield element
        element = (
            None
            if (element.text or "").strip()
            else next((e for e in element if "".join(e.itertext()).strip()), None)
        )


def sample_lines(text: Element) -> tuple[SampleLine, ...]:
    """Return the lines of a text; a part that says where it stands begins a line of its own."""
    x, y = (_first(text.get(side)) for side in ("x", "y"))
    em = user_length(properties(text).get("font-size"), USUAL_SIZE)
    lines = [(x or 0.0, y or 0.0, [text.text or ""])]
    for part in text.iter():
        if part is text:
            continue
        at = lines[-1]
        x, y, dy = (_first(part.get(side)) for side in ("x", "y", "dy"))
        if dy is not None or (y is not None and y != at[1]) or (x is not None and not "".join(at[2]).strip()):
            down = user_length(part.get("dy", "").split(" ")[0], 0.0, em=em)
            here = (at[0] if x is None else x, (at[1] if y is None else y) + down, list[str]())
            if "".join(at[2]).strip():
                lines.append(here)
            else:
                lines[-1] = here
        lines[-1][2].append(part.text or "")
        lines[-1][2].append(part.tail or "")
    return tuple(SampleLine(" ".join("".join(words).split()), x, y) for x, y, words in lines)


def _first(text: str | None) -> float | None:
    """Return the first number of a list of places."""
    parts = (text or "").replace(",", " ").split()
    return user_length(parts[0], 0.0) if parts else None

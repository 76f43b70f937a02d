"""The style of a text in a drawing, for the text that replaces it: font, size, colour, alignment, lines."""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.diagnostics import Fault
from pnp.model.geometry import Point, Rect
from pnp.model.svg_geometry import Affine, around_points, transform
from pnp.svg.reader.geometry import NORMAL_SIZE, font_size, number_and_unit, user_units
from pnp.svg.reader.styles import GENERIC
from pnp.svg.vocabulary import declarations, written
from pnp.typesetting.fonts import FontBook, FontFile, Style, weight_of

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
    *("letter-spacing", "word-spacing", "text-decoration", "text-decoration-line"),
    *("writing-mode", "font-variant"),
)
_PLAIN = frozenset({"normal", "none", "0", "0px", "inherit", "initial", "lr-tb", "horizontal-tb", "lr"})
PLAIN = Style()
USUAL_LEADING = 1.2
_ANCHORS = {"start": "start", "middle": "center", "end": "end"}
_ALIGNED = {**{each: each for each in ("left", "start", "center", "right", "end")}, "justify": "start"}
_GENERIC = {*GENERIC, "body", ""}
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


@dataclass(frozen=True, slots=True)
class SampleLine:
    """One line of a text as it stands in the drawing, with where it begins, in the units of the text."""

    words: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TextLook:
    """How letters look; lengths are in the units of the text. `lost` is what is lost where a text is filled in."""

    font: str = "body"
    style: Style = PLAIN
    size: float = NORMAL_SIZE
    fill: str = "#000000"
    outline: str | None = None
    outline_width: float = 0.0
    anchor: str = "start"
    align: str = "start"
    leading: float = USUAL_LEADING
    capitals: str = "none"
    lost: tuple[str, ...] = ()

    def cased(self, words: str) -> str:
        """Return words in capitals or small letters where the look has them so."""
        return {"uppercase": words.upper(), "lowercase": words.lower()}.get(self.capitals, words)


class Families:
    """The families of fonts that a game has, by the names that drawing programs write."""

    def __init__(self, fonts: FontBook, roles: Mapping[str, str]) -> None:
        self._fonts = fonts
        self._roles = roles
        self._by_letters = {_letters(family): family for family in fonts.families}

    @property
    def body(self) -> str:
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


_NAMES = ["thin", "extralight", "light", "regular", "medium", "semibold", "bold", "extrabold", "black"]
_WEIGHTS = {**{name: 100 * number for number, name in enumerate(_NAMES, 1)}, "demibold": 600, "heavy": 900}


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
    em = font_size(above.get("font-size"), NORMAL_SIZE)
    element: Element | None = text
    while element is not None:
        style = inherited(style, element)
        own = {**own, **properties(element)}
        em = font_size(properties(element).get("font-size"), em)
        has_words = bool((element.text or "").strip())
        parts = (part for part in element if not has_words and "".join(part.itertext()).strip())
        element = next(parts, None)
    weight, slant = weight_of(style.get("font-weight", "400")), style.get("font-style", "normal")
    family, found = families.find(style.get("font-family", ""), Style(weight, slant not in _PLAIN))
    stroke = style.get("stroke", "none")
    return TextLook(
        font=family,
        style=found,
        size=em,
        fill=_colour(style.get("fill", "#000000"), style),
        outline=None if stroke == "none" else _colour(stroke, style),
        outline_width=user_units(style.get("stroke-width"), 1.0) / 2,
        anchor=style.get("text-anchor", "start") if style.get("text-anchor") in _ANCHORS else "start",
        align=_ALIGNED.get(style.get("text-align", ""), _ANCHORS.get(style.get("text-anchor", ""), "start")),
        leading=_leading(style.get("line-height", ""), em),
        capitals=style.get("text-transform", "none"),
        lost=tuple(key for key in _LOST if not _PLAIN.issuperset({**own, **style}.get(key, "").split())),
    )


def _colour(written: str, style: Properties) -> str:
    return style.get("color", "#000000") if written == "currentColor" else written


def _leading(written: str, em: float) -> float:
    """Return the distance of lines in sizes of the letters.

    >>> _leading("125%", 8), _leading("1.5", 8), _leading("10px", 8), _leading("normal", 8)
    (1.25, 1.5, 1.25, 1.2)
    """
    length = number_and_unit(written)
    if length is None or length[0] <= 0:
        return USUAL_LEADING
    return length[0] if not length[1] else user_units(written, em, whole=em, em=em) / em


def sample_lines(text: Element) -> tuple[SampleLine, ...]:
    """Return the lines of a text; a part that says where it stands begins a line of its own."""
    x, y = (_first(text.get(side)) for side in ("x", "y"))
    em = font_size(properties(text).get("font-size"), NORMAL_SIZE)
    lines = [(x or 0.0, y or 0.0, [text.text or ""])]
    for part in text.iter():
        if part is text:
            continue
        at = lines[-1]
        x, y, dy = (_first(part.get(side)) for side in ("x", "y", "dy"))
        if dy is not None or (y is not None and y != at[1]) or (x is not None and not "".join(at[2]).strip()):
            down = user_units(part.get("dy", "").split(" ")[0], 0.0, whole=em, em=em)
            here = (at[0] if x is None else x, (at[1] if y is None else y) + down, list[str]())
            if "".join(at[2]).strip():
                lines.append(here)
            else:
                lines[-1] = here
        lines[-1][2].append(part.text or "")
        lines[-1][2].append(part.tail or "")
    return tuple(SampleLine(" ".join("".join(words).split()), x, y) for x, y, words in lines)


def _first(text: str | None) -> float | None:
    parts = (text or "").replace(",", " ").split()
    return user_units(parts[0], 0.0) if parts else None


# Where an object of a drawing lies on the face, and what is put around that which is drawn in its place.

_EVEN = 1e-6
_CUTS = ("clip-path", "mask")


class Setting(NamedTuple):
    """What an object has from around it: the matrix from its units to mm on the face, and how letters look."""

    matrix: Affine
    style: Properties

    def inside(self, element: Element) -> "Setting":
        """Return what is in an element has from around it."""
        return Setting(self.matrix @ transform(element.get("transform", "")), inherited(self.style, element))


@dataclass(slots=True)
class Drawing:
    """What all objects of a drawing have in common, and what is noted of them.

    `fields` are those of all cards; `safe` and `trim` are boxes in mm; `used` are the ids that an element points
    to, and `shown` the fields that the objects ask for. It may be `one_of_several` pages.
    """

    fields: frozenset[str]
    families: Families
    safe: Rect
    trim: Rect
    is_icon: Callable[[str], bool]
    by_id: Mapping[str, Element]
    used: frozenset[str]
    one_of_several: bool = False
    shown: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Framed:
    """What is around something that is drawn in mm: `before` and `after` it, in the units of the drawing."""

    before: str = ""
    after: str = ""

    def around(self, drawn: str) -> str:
        """Return it whole, nothing for nothing."""
        return f"{self.before}{drawn}{self.after}" if drawn else ""


def place(element: Element, around: Affine, matrix: Affine) -> tuple[Framed, Affine]:
    """Return what is put around something drawn for an element, and the matrix from the units of `matrix` to its mm.

    `around` is the matrix of what the element is in. Upright, it is drawn in the mm of the face; turned, in mm along
    the element. Raises ZeroDivisionError for what is squeezed to nothing.
    """
    a, b, c, d, _, _ = matrix
    upright = a > 0 and abs(b) + abs(c) + abs(a - d) < _EVEN * a
    scale = matrix.scale
    frame = Affine() if upright else matrix @ Affine(1 / scale, 0.0, 0.0, 1 / scale)
    to_frame = matrix if upright else Affine(scale, 0.0, 0.0, scale)
    attributes: dict[str, str] = {key: element.attrib[key] for key in _CUTS if key in element.attrib}
    before = after = ""
    if attributes:
        own = element.get("transform", "")
        attributes |= {"transform": own} if own else {}
        before, after = f"<g{written(attributes)}>", "</g>"
        around @= transform(own)
    inner = str(around.inverse @ frame)
    within = {"transform": inner} if inner else {}
    within |= {"opacity": element.attrib["opacity"]} if "opacity" in element.attrib else {}
    if within:
        before, after = f"{before}<g{written(within)}>", f"</g>{after}"
    return Framed(before, after), to_frame


def moved(box: Rect, matrix: Affine) -> Rect:
    """Return the box around a box that was moved."""
    return around_points([matrix.apply(*corner) for corner in box.corners])


def room(at: Point, matrix: Affine, anchor: str, boxes: tuple[Rect, ...]) -> float | None:
    """Return how long a line may be, in mm, that stands at a point of the face: up to the edge of the first box it is in."""
    length = math.hypot(matrix.a, matrix.b)
    along = (matrix.a / length, matrix.b / length)
    for box in boxes:
        if box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom:
            ahead, behind = (_distance(at, (sign * along[0], sign * along[1]), box) for sign in (1, -1))
            return {"start": ahead, "end": behind}.get(anchor, 2 * min(ahead, behind))
    return None


def _distance(at: Point, along: Point, box: Rect) -> float:
    edges = ((box.x, box.right), (box.y, box.bottom))
    return min(
        (high - here if step > 0 else here - low) / abs(step)
        for here, step, (low, high) in zip(at, along, edges, strict=True)
        if abs(step) > _EVEN
    )

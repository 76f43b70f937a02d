"""Texts of a drawing made into outlines, with the fonts of the project, or those that stand for the ones asked for."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

import uharfbuzz as hb

from pnp.svg.reader.geometry import NORMAL_SIZE, font_size, numbers, user_units, written
from pnp.svg.reader.notes import SVG, Notes, drawn_elements, kind_of
from pnp.typesetting.fonts import FontBook, FontFile, Style, weight_of

_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
_OF_LETTERS = frozenset(
    (
        *("font-family", "font-weight", "font-style", "font-size", "text-anchor", "letter-spacing"),
        *("word-spacing", "writing-mode", "text-decoration", "dominant-baseline", "alignment-baseline"),
        *("direction", "unicode-bidi", "baseline-shift", "font-stretch", "font-variant", "text-rendering"),
    )
)
_NOT_INHERITED = frozenset({"baseline-shift", "alignment-baseline", "opacity", "text-decoration"})
_OF_PLACE = frozenset({"x", "y", "dx", "dy", "rotate", "textLength", "lengthAdjust", "d", "width", "height"})
_DROPPED = _OF_LETTERS | _OF_PLACE | {_SPACE}
_LOWERED = {"middle": 0.25, "central": 0.35, "hanging": 0.8, "text-before-edge": 1.0, "text-after-edge": -0.2}
"""How far below its own line a baseline lies, in sizes of the letters."""

_AS_PATHS = (
    "turn the letters into paths (Inkscape: Path > Object to Path; Illustrator: Type > Create Outlines; "
    "Affinity: Layer > Convert to Curves)"
)

MOST_LETTERS = 20_000
"""So many letters a drawing has at most."""

Properties = Mapping[str, str]


class _Words(NamedTuple):
    """Letters of one element of a text, with all that holds for them."""

    text: str
    element: Element
    style: Properties
    size: float


@dataclass(slots=True)
class _Pieces:
    """Outlines that lie in one line, to be moved together by the anchor of the line; the painter of each."""

    anchor: str
    start: float
    end: float = 0.0
    drawn: list[tuple[_Words, str, float]] = field(default_factory=list)


def outline_texts(root: Element, notes: Notes, fonts: FontBook) -> None:
    """Put the outlines of its letters in the place of each text."""
    styles = dict(_inherited(root))
    texts = list(drawn_elements(root, "text"))
    if sum(len(part) for text in texts for part in text.itertext()) > MOST_LETTERS:
        notes.fault(f"it has more than {MOST_LETTERS} letters", "set the text with pnp, or export a PNG")
        return
    for text in texts:
        style, size = styles[text]
        if any(kind_of(each) in ("textPath", "tref") for each in text.iter()):
            continue  # told with all else that cannot be printed
        if style.get("writing-mode", "lr").startswith(("tb", "vertical")):
            notes.fault("it holds text that runs down", _AS_PATHS, text)
            continue
        if any("textLength" in each.attrib for each in text.iter()):
            notes.changed("its text was not stretched to its textLength", text, is_seen=True)
        _Typesetter(fonts, notes).outline(text, style, size)


def _inherited(root: Element) -> Iterator[tuple[Element, tuple[Properties, float]]]:
    """Yield each element with the properties of letters that hold in it, and their size."""
    waiting: list[tuple[Element, Properties, float]] = [(root, {}, NORMAL_SIZE)]
    while waiting:
        element, around, size = waiting.pop()
        style, size = _own_style(element, around, size)
        yield element, (style, size)
        waiting += [(child, style, size) for child in element]


def _own_style(element: Element, around: Properties, size: float) -> tuple[Properties, float]:
    own = {
        name: value for name, value in element.attrib.items() if name in _OF_LETTERS and value != "inherit"
    }
    if _SPACE in element.attrib:
        own[_SPACE] = element.attrib[_SPACE]
    kept = {name: value for name, value in around.items() if name not in _NOT_INHERITED}
    if "text-decoration" in around and "text-decoration" not in own:
        own["text-decoration"] = around["text-decoration"]
    return {**kept, **own}, font_size(own.get("font-size"), size)


class _Typesetter:
    """Sets one text, letter by letter where the drawing places letters, and word by word where it does not."""

    def __init__(self, fonts: FontBook, notes: Notes) -> None:
        self._fonts = fonts
        self._notes = notes
        self._at = (0.0, 0.0)
        self._pieces: list[_Pieces] = []

    def outline(self, text: Element, style: Properties, size: float) -> None:
        """Make a text the group of its outlines, painted as it was."""
        words = list(_without_spare_spaces(_words(text, style, size)))
        places = _places(text, words)
        begin = 0
        for each in words:
            self._set(each, begin, places)
            begin += len(each.text)
        outlines: list[Element] = []
        for piece in self._pieces:
            long = piece.end - piece.start
            back = {"middle": long / 2, "end": long}.get(piece.anchor, 0.0)
            outlines += (_painted(each.element, text, path, -back) for each, path, _ in piece.drawn)
        text.tag, text.text = f"{SVG}g", None
        text.attrib = {name: value for name, value in text.attrib.items() if name not in _DROPPED}
        text[:] = outlines

    def _set(self, words: _Words, begin: int, places: Mapping[int, Mapping[str, float]]) -> None:
        """Set the letters of one element; a new line begins wherever the drawing says where a letter is."""
        breaks = [at - begin for at in sorted(places) if begin < at < begin + len(words.text)]
        for start, end in zip((0, *breaks), (*breaks, len(words.text)), strict=True):
            if start == end:
                continue
            place = places.get(begin + start, {})
            x, y = place.get("x", self._at[0]), place.get("y", self._at[1])
            if "x" in place or "y" in place or not self._pieces:
                self._pieces.append(_Pieces(words.style.get("text-anchor", "start"), x, x))
            self._at = (x + place.get("dx", 0.0), y + place.get("dy", 0.0))
            self._draw(words, words.text[start:end], place.get("rotate", 0.0))

    def _draw(self, words: _Words, text: str, turned: float) -> None:
        style, size = words.style, words.size
        wanted = wanted_font(
            style.get("font-family", ""), style.get("font-weight", "400"), style.get("font-style", "normal")
        )
        font = chosen_font(wanted, self._fonts)
        if font is None:
            self._notes.fault(
                "there is no font to draw its text with", "put a font into fonts/", words.element
            )
            return
        self._tell(wanted.name, font, text, words.element)
        spacing = user_units(style.get("letter-spacing"), 0.0, em=size)
        lowered = _lowered(style, size)
        for own, run in parts_by_font(text, font, self._fonts):
            x, y = self._at
            done = outlined(own, run, size, (x, y + lowered), spacing)
            wide = done.advance + user_units(style.get("word-spacing"), 0.0, em=size) * run.count(" ")
            line = _line_through(style.get("text-decoration", ""), (x, y), wide, size)
            turn = f"rotate({written(turned)} {written(x)} {written(y)})" if turned else ""
            if done.path or line:
                self._pieces[-1].drawn.append((words, f"{turn}|{done.path}{line}", x))
            self._at = (x + wide, y)
        self._pieces[-1].end = max(self._pieces[-1].end, self._at[0])

    def _tell(self, family: str, font: FontFile, text: str, element: Element) -> None:
        missing = "".join(letter for letter in font.missing(text) if not self._fonts.with_glyphs(letter))
        if missing:
            hint = f"put a font that has it into fonts/, or {_AS_PATHS}"
            self._notes.fault(f'no font of the project has "{missing[:10]}"', hint, element)
        if not family or family.lower() == font.family.lower():
            self._notes.changed(f"its text became outlines of {font.family}", element)
        else:
            what = f"its text became outlines of {font.family}, as the project has no font {family[:40]}"
            self._notes.changed(what, element, is_seen=True)


def _words(element: Element, style: Properties, size: float) -> Iterator[_Words]:
    """Yield the letters of a text, element by element."""
    if element.get("display") == "none":
        return
    if element.text:
        yield _Words(element.text, element, style, size)
    for child in element:
        if kind_of(child) == "tspan":
            yield from _words(child, *_own_style(child, style, size))
        if child.tail:
            yield _Words(child.tail, element, style, size)


def _without_spare_spaces(words: Iterator[_Words]) -> Iterator[_Words]:
    """Yield the words with their spaces as SVG draws them: one between two words, none at the ends."""
    all_words = list(words)
    was_space, kept = True, list[_Words]()
    for each in all_words:
        if each.style.get(_SPACE) == "preserve":
            kept.append(each._replace(text=re.sub(r"[\t\n\r]", " ", each.text)))
            was_space = False
            continue
        text = re.sub(r"\s+", " ", each.text)
        text = text[1:] if was_space and text.startswith(" ") else text
        was_space = text.endswith(" ") if text else was_space
        kept.append(each._replace(text=text))
    for number in range(len(kept) - 1, -1, -1):
        if kept[number].text and kept[number].style.get(_SPACE) != "preserve":
            kept[number] = kept[number]._replace(text=kept[number].text.rstrip(" "))
        if kept[number].text:
            break
    return (each for each in kept if each.text)


def _places(text: Element, words: list[_Words]) -> dict[int, dict[str, float]]:
    """Return for the letters that a drawing places where they are; an inner element is heard before the one around."""
    spans: dict[Element, tuple[int, int, float]] = {}
    begin = 0
    parents = {child: parent for parent in text.iter() for child in parent}
    for each in words:
        at: Element | None = each.element
        while at is not None:
            first, _, size = spans.get(at, (begin, 0, each.size))
            spans[at] = (first, begin + len(each.text), size)
            at = parents.get(at) if at is not text else None
        begin += len(each.text)
    places: dict[int, dict[str, float]] = {}
    for element in text.iter():
        if element not in spans:
            continue
        first, last, size = spans[element]
        for name in ("x", "y", "dx", "dy", "rotate"):
            for number, value in enumerate(numbers(element.get(name), em=size)):
                if first + number < last:
                    places.setdefault(first + number, {})[name] = value
    return places


def _lowered(style: Properties, size: float) -> float:
    baseline = style.get("alignment-baseline") or style.get("dominant-baseline", "")
    shift = style.get("baseline-shift", "0")
    raised = {"super": 0.33, "sub": -0.2}.get(shift)
    up = raised * size if raised is not None else user_units(shift, 0.0, whole=size, em=size)
    return _LOWERED.get(baseline, 0.0) * size - up


def _line_through(decoration: str, at: tuple[float, float], wide: float, size: float) -> str:
    """Return the lines under or through letters."""
    parts = []
    for name, down in (("underline", 0.1), ("overline", -0.8), ("line-through", -0.28)):
        if name in decoration:
            x, y = written(at[0]), written(at[1] + down * size)
            parts.append(f"M{x} {y}h{written(wide)}v{written(size * 0.05)}h{written(-wide)}z")
    return "".join(parts)


def _painted(element: Element, text: Element, drawn: str, across: float) -> Element:
    """Return the outlines of some letters with the paint of their element."""
    turn, _, path = drawn.partition("|")
    paint = {"d": path}
    if element is not text:
        paint |= {name: value for name, value in element.attrib.items() if name not in _DROPPED}
    moved = f"translate({written(across)} 0)" if across else ""
    if moved or turn:
        paint["transform"] = f"{moved}{turn}"
    return Element(f"{SVG}path", paint)


USUAL_FAMILIES = ("Source Sans Pro", "Lato")
"""What stands for a font that the project does not have."""

_GENERIC = frozenset(
    {"sans-serif", "serif", "monospace", "cursive", "fantasy", "system-ui", "ui-sans-serif", "sans"}
)
_WEIGHTS = {"bolder": 700, "lighter": 300, "normal": 400, "bold": 700}
_QUOTES = " '\"\t\n"


class Wanted(NamedTuple):
    """The font that a drawing asks for: its families, the first it likes most, and the style."""

    families: tuple[str, ...]
    style: Style

    @property
    def name(self) -> str:
        """The first family, "" for none or for any."""
        first = self.families[0] if self.families else ""
        return "" if first.lower() in _GENERIC else first


def wanted_font(family: str, weight: str, slant: str) -> Wanted:
    """Return what the properties of a text ask for."""
    families = tuple(filter(None, (each.strip(_QUOTES) for each in family.split(","))))
    thick = _WEIGHTS.get(weight) or weight_of(weight)
    return Wanted(families, Style(thick, slant.startswith(("italic", "oblique"))))


def chosen_font(wanted: Wanted, fonts: FontBook) -> FontFile | None:
    """Return the font that is asked for, or the one that stands for it; None in a project without fonts."""
    known = {family.lower(): family for family in fonts.families}
    plain = (*wanted.families, *USUAL_FAMILIES, *fonts.families)
    for family in plain:
        if (own := known.get(re.sub(r"\s+", " ", family.lower()))) is not None:
            return _nearest(own, wanted.style, fonts)
    return None


def _nearest(family: str, style: Style, fonts: FontBook) -> FontFile | None:
    """Return the file of a family whose style is most like the one wanted, its slant before its weight."""
    styles = fonts.styles(family)
    best = min(styles, key=lambda each: (each.italic != style.italic, abs(each.weight - style.weight)))
    return fonts.find(family, best)


@dataclass(frozen=True, slots=True)
class Outlines:
    """The outlines of some letters from the baseline on, in path data with y down, and how far they reach."""

    path: str
    advance: float
    letters: int


def outlined(
    font: FontFile, text: str, size: float, at: tuple[float, float], spacing: float = 0.0
) -> Outlines:
    """Return letters as outlines that begin at a point; `spacing` is put behind each."""
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    hb.shape(font.font, buffer, {"liga": not spacing, "clig": not spacing})
    scale, x, y = size / font.upem, *at
    parts: list[str] = []
    for glyph, place in zip(buffer.glyph_infos or (), buffer.glyph_positions or (), strict=True):
        start = (x + place.x_offset * scale, y - place.y_offset * scale)
        parts.append(glyph_path(font, glyph.codepoint, size, start))
        x += place.x_advance * scale + spacing
    return Outlines("".join(parts), x - at[0], len(text))


def glyph_path(font: FontFile, glyph: int, size: float, at: tuple[float, float]) -> str:
    """Return the outline of a glyph whose baseline begins at a point, as path data with y down."""
    pen = _Pen(*at, size / font.upem)
    font.font.draw_glyph_with_pen(glyph, pen)
    return "".join(pen.parts)


def parts_by_font(text: str, font: FontFile, fonts: FontBook) -> Iterator[tuple[FontFile, str]]:
    """Yield a text in runs, each with a font that has its letters; what no font has is left to the first."""
    run, using = "", font
    for letter in text:
        own = font if not font.missing(letter) else _another(letter, font, fonts)
        if own is not using and run:
            yield using, run
            run = ""
        using, run = own, run + letter
    if run:
        yield using, run


def _another(letter: str, font: FontFile, fonts: FontBook) -> FontFile:
    for family in fonts.with_glyphs(letter):
        found = _nearest(family, font.style, fonts)
        if found is not None and not found.missing(letter):
            return found
    return font


class _Pen:
    """Writes the outline of one letter as path data."""

    def __init__(self, x: float, y: float, scale: float) -> None:
        self._x, self._y, self._scale = x, y, scale
        self.parts: list[str] = []

    def _point(self, point: tuple[float, float]) -> str:
        return f"{written(self._x + point[0] * self._scale)} {written(self._y - point[1] * self._scale)}"

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 - HarfBuzz calls it so
        self.parts.append(f"M{self._point(point)}")

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"L{self._point(point)}")

    def curveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"C{' '.join(map(self._point, points))}")

    def qCurveTo(self, *points: tuple[float, float]) -> None:  # noqa: N802
        self.parts.append(f"Q{' '.join(map(self._point, points))}")

    def closePath(self) -> None:  # noqa: N802
        self.parts.append("Z")

    def endPath(self) -> None:  # noqa: N802
        pass

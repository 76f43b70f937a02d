"""The parts of a drawing that are filled in on a card, and the texts among them: lines, and words in boxes."""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.diagnostics import Diagnostic, Fault, Place
from pnp.model.geometry import MM_PER_PT, Rect
from pnp.model.svg_geometry import Affine, shape_box
from pnp.svg.reader.geometry import user_units
from pnp.svg.vocabulary import references
from pnp.templates.api import TemplateApi
from pnp.templates.design_deck import in_parts, kind_words
from pnp.templates.palette import is_colour, mix, palette_name
from pnp.templates.svg_template.object_names import ObjectName, as_words
from pnp.templates.svg_template.setting import (
    SVG,
    Drawing,
    SampleLine,
    Setting,
    TextLook,
    look_of,
    moved,
    place,
    properties,
    room,
    sample_lines,
)
from pnp.templates.values import FieldProxy
from pnp.text import near_names, suggest

GAP = re.compile(r"(?<!\\)\{([A-Za-z][\w.]*)\}")  # A field in a text: {cost}, {enemy.strength}, {game.title}.
BETWEEN = " · "  # Parts of a line that is made of several fields.
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}){1,2}")
SHADE = re.compile(r"(.+?) (\d{1,3}(?:\.\d+)?)% (#[0-9a-fA-F]{6})")
"""A colour, the share of it in a shade, and the colour of the rest: suit 30% #ffffff."""


@dataclass(slots=True)
class Card:
    """What a drawing is filled with: values and drawing functions; `now` names the object being drawn.

    Of a deck with roles, `kinds` are the fields of the type line, each with the values that give cards their colours, and
    `texts` those that a design would set in parts.
    """

    values: Mapping[str, object]
    api: TemplateApi
    fields: frozenset[str]
    place_of: Callable[[str], Place]
    now: str = ""
    kinds: Mapping[str, Sequence[str]] = field(default_factory=dict)
    texts: Collection[str] = ()

    def value(self, path: str) -> object:
        """Return what a field holds, None for nothing; dots lead into groups."""
        first, *rest = path.split(".")
        value: object = self.values[first] if rest and first in ("game", "component") else self._field(first)
        for step in rest:
            value = value[step] if isinstance(value, FieldProxy) and step in value else None
        return value

    def _field(self, name: str) -> object:
        piece = self.values["piece"]
        assert isinstance(piece, FieldProxy)
        return piece[name] if name in self.fields and name in piece else None

    def words(self, path: str) -> str:
        """Return what a field holds as letters."""
        value = self.value(path)
        if isinstance(value, FieldProxy):
            first = next(iter(value), "name")
            self.fault(
                "PNP454", f'"{path}" is a group of values', f"name one of them, such as {path}.{first}"
            )
            return ""
        return in_parts(value) if path in self.texts and isinstance(value, str) else as_words(value)

    def filled(self, text: str, is_field: Callable[[str], bool]) -> str:
        """Return a text with its fields filled in; what is no field is left: {coin} may be an icon.

        Lines, and parts with a · between them, whose fields are all empty are left out, and parts that are said before.
        """

        def is_shown(part: str) -> bool:
            words = [self.words(path) for path in GAP.findall(part) if is_field(path)]
            return not words or any(words)

        def fill(line: str) -> str:
            parts = line.split(BETWEEN)
            say = self._of_a_kind if len(parts) > 1 or GAP.fullmatch(line) else self.words
            fields = partial(GAP.sub, lambda found: say(found[1]) if is_field(found[1]) else found[0])
            filled = [fields(part) if len(parts) == 1 or is_shown(part) else "" for part in parts]
            return BETWEEN.join(
                part
                for number, part in enumerate(filled)
                if len(filled) == 1 or (part.strip() and not self._is_said(part, filled[:number]))
            )

        return fill("\n".join(filter(is_shown, text.split("\n"))) if "\n" in text else text)

    def _of_a_kind(self, path: str) -> str:
        return kind_words(self.words(path), self.kinds[path]) if path in self.kinds else self.words(path)

    def _is_said(self, part: str, before: Sequence[str]) -> bool:
        return bool(self.kinds) and any(each.casefold().startswith(part.casefold()) for each in before)

    def colour(self, written: str) -> str:
        """Return the colour that a field, or a name of the palette, means, or a shade of it."""
        palette = self.values["palette"]
        assert isinstance(palette, FieldProxy)
        if shade := SHADE.fullmatch(written):
            found = self.colour(shade[1])
            found = found if is_colour(found) else str(palette["accent"]) if "accent" in palette else shade[3]
            return mix(shade[3], found, min(float(shade[2]) / 100, 1.0))
        name = GAP.sub(lambda found: self.words(found[1]), written)
        if name.split(".")[0] in self.fields and name == written:
            name = self.words(name)
        if found_as := next((each for each in (name, palette_name(name)) if each in palette), ""):
            return str(palette[found_as])
        if not name or _COLOUR.fullmatch(name):
            return name or "none"
        hint = suggest(name, palette, what="colours of the palette", also='or write one as "#rrggbb"')
        self.fault("PNP455", f'"{name}" is not a colour', hint)
        return "#000000"

    def fault(self, code: str, message: str, hint: str) -> None:
        """Report a fault of the object that is being drawn."""
        self.api.report.add(Diagnostic(code, message, self.place_of(self.now), hint))

    def line_in_use(self) -> Place | None:
        """Return the line of the object that is being drawn."""
        return self.place_of(self.now) if self.now else None


ALIGNMENTS = ("start", "left", "center", "right", "end")
USUAL_PT = 9.0  # The size of letters in a rectangle that says none.
_ONE_LINE = 1.9  # A box that is lower, in distances of lines, holds one line.

_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a line that lies before the place where it stands."""

_BLACK = ("none", "transparent", "")
Part = Callable[[Card], str]  # A part of a drawing that differs from card to card: returns it as SVG.
Parts = tuple[Part | str, ...]


def drawn_parts(parts: Parts, card: Card) -> str:
    """Return parts as SVG."""
    return "".join([part if isinstance(part, str) else part(card) for part in parts])


class Area(NamedTuple):
    """A box for a text, in units of its own, and the matrix from those to mm on the face."""

    box: Rect
    matrix: Affine


def gaps(text: str, drawing: Drawing) -> list[str]:
    """Return the fields in braces in a text."""
    return [name for name in GAP.findall(text) if is_value(name, drawing)]


def is_value(path: str, drawing: Drawing) -> bool:
    """Say whether a path names a field of a card, or something of the game."""
    first, dot, _ = path.partition(".")
    return first in drawing.fields or (bool(dot) and first in ("game", "component"))


def note_unknown(text: str, name: ObjectName, drawing: Drawing) -> None:
    """Note what is in braces and is neither a field nor an icon."""
    for path in GAP.findall(text):
        if not is_value(path, drawing) and not drawing.is_icon(path):
            near = near_names(path, drawing.fields)
            hint = f"the fields are {', '.join(sorted(drawing.fields))}"
            if near:
                hint = f"did you mean {', '.join(near)}?"
            message = f'no piece has a field "{path}", and there is no icon of that name'
            drawing.faults.append(Fault("PNP451", message, hint, words=name.written or f"{{{path}}}"))


@dataclass(frozen=True, slots=True)
class TextObject:
    """A text of the drawing, or a rectangle for one, with what its name says and the field it shows, if any."""

    drawing: Drawing
    element: Element
    setting: Setting
    name: ObjectName
    field: str | None = None

    @property
    def matrix(self) -> Affine:
        return self.setting.inside(self.element).matrix

    @property
    def sample(self) -> TextLook:
        """How its letters look as they stand in the drawing, in its units."""
        return look_of(self.element, self.setting.style, self.drawing.families)

    def asked(self, key: str) -> str:
        """Return an instruction, "" for none."""
        return self.name.instructions.get(key, "")

    def length(self, key: str) -> float | None:
        """Return the pt that an instruction says, None for none."""
        written = self.asked(key)
        px = user_units(written if not written.replace(".", "").isdigit() else f"{written}pt", 0.0)
        return px * 72 / 96 or None

    def look(self, look: TextLook) -> TextLook:
        """Return how its letters look, in mm, after the instructions for them."""
        font, style, scale = look.font, look.style, self.matrix.scale
        if self.asked("font"):
            font, style = self.drawing.families.find(self.asked("font"), style)
        points, align = self.length("size"), self.asked("align")
        return replace(
            look,
            font=font,
            style=style,
            size=points * MM_PER_PT if points else look.size * scale,
            outline_width=look.outline_width * scale,
            align=align if align in ALIGNMENTS else look.align,
            leading=user_units(self.asked("leading"), look.leading, whole=1.0),
        )

    def words(self, sample: str) -> tuple[str, frozenset[str]]:
        """Return what it says, the field or words with fields in them, and these fields, which are noted."""
        drawing = self.drawing
        note_unknown(sample, self.name, drawing)
        shown = f"{{{self.field}}}" if self.field and not gaps(sample, drawing) else sample
        paths = gaps(shown, drawing)
        drawing.shown.update(path.partition(".")[0] for path in paths)
        return shown, frozenset(paths)

    def on(self, card: Card, words: tuple[str, frozenset[str]], look: TextLook) -> tuple[str, dict[str, Any]]:
        """Return what it says on a card, and the options of `fit` and `line` that say how it looks."""
        card.now = self.name.written or self.element.get("id", "")
        said = look.cased(card.filled(words[0], words[1].__contains__))
        size, smallest = look.size / MM_PER_PT, self.length("min")
        least = float(str(card.values["smallest"])) if smallest is None else smallest
        return said, {
            "font": look.font,
            "size": size,
            "min": min(least, size),
            "weight": look.style.weight,
            "italic": look.style.italic,
            "fill": card.colour(self.asked("fill")) if self.asked("fill") else look.fill,
        }


def text_parts(text: TextObject, area: Area | None = None) -> Parts:
    """Return what a text becomes; `area` is the box that is drawn for it. Raises ZeroDivisionError."""
    element, faults = text.element, text.drawing.faults
    if element.find(f".//{SVG}textPath") is not None:
        hint = "put it on a straight line, or leave it without fields"
        faults.append(Fault("PNP454", "a text on a path cannot be filled", hint, words=text.name.written))
        return ()
    sample = text.sample
    if sample.lost:
        message = f"{' and '.join(sample.lost)} is lost where a text is filled in"
        hint = "set it back to normal, or make the letters part of the picture"
        faults.append(Fault("PNP456", message, hint, "warning", text.name.written))
    look, lines = text.look(sample), sample_lines(element)
    has_more = text.asked("lines").isdigit() and int(text.asked("lines")) > 1
    one_line = area is not None and not has_more and _is_low(moved(area.box, area.matrix), look)
    if area is not None and not one_line:
        box, (x, _) = area.box, (area.matrix.inverse @ text.matrix).apply(lines[0].x, lines[0].y)
        margin = {"start": x - box.x, "end": box.right - x}.get(look.anchor, 0.0)
        margin = min(max(margin, 0.0), min(box.width, box.height) / 4)
        area = Area(box.grown(-margin, -margin, -margin, -margin), area.matrix)
    elif area is None:
        area = _own_area(text, look, sample, lines)
    if area is None or one_line:
        return tuple(_line(text, line, look, area) for line in lines)
    return (_box(text, "\n".join(line.words for line in lines), look, area),)


def _is_low(box: Rect, look: TextLook) -> bool:
    return box.height < _ONE_LINE * look.leading * look.size


def _line(text: TextObject, sample: SampleLine, look: TextLook, area: Area | None) -> Part:
    frame, to_frame = place(text.element, text.setting.matrix, text.matrix)
    at = text.matrix.apply(sample.x, sample.y)
    boxes: tuple[Rect, ...] = (text.drawing.safe, text.drawing.trim)
    if area is not None:
        boxes = (moved(area.box, area.matrix),)
        at = (at[0], min(max(at[1], boxes[0].y), boxes[0].bottom))
    (x, y), words = to_frame.apply(sample.x, sample.y), text.words(sample.words)
    outline: dict[str, Any] = {
        "outline": look.outline,
        "outline_width": look.outline_width,
        "anchor": look.anchor,
    }
    most = room(at, text.matrix, look.anchor, boxes)

    def drawn(card: Card) -> str:
        said, how = text.on(card, words, look)
        return (
            frame.around(card.api.line(said, x, y, max_width=most, **outline, **how)) if said.strip() else ""
        )

    return drawn


def _box(text: TextObject, sample: str, look: TextLook, area: Area) -> Part:
    frame, to_frame = place(text.element, text.setting.matrix, area.matrix)
    box, words = moved(area.box, to_frame), text.words(sample)
    valign, lines = text.asked("valign"), text.asked("lines")
    if valign not in ("top", "middle", "bottom"):
        valign = "middle" if _is_low(box, look) else "top"
    breaks: dict[str, Any] = {
        "align": look.align,
        "valign": valign,
        "leading": look.leading,
        "max_lines": int(lines) if lines.isdigit() else None,
        "hyphenate": text.asked("hyphenate") != "no",
    }

    def drawn(card: Card) -> str:
        said, how = text.on(card, words, look)
        return frame.around(card.api.fit(said, as_tuple(box), **breaks, **how)) if said.strip() else ""

    return drawn


def as_tuple(box: Rect) -> tuple[float, float, float, float]:
    """Return a box as templates write it."""
    return (box.x, box.y, box.width, box.height)


def box_alone(text: TextObject) -> Parts:
    """Return the text that takes the place of a rectangle, whose style may say how it looks. Raises ZeroDivisionError."""
    box = shape_box("rect", text.element.attrib)
    if box is None:
        return ()
    style, look = properties(text.element), text.sample
    if "font-size" not in style and "font-family" not in style:
        look = replace(look, size=USUAL_PT * MM_PER_PT / text.matrix.scale, fill="#000000")
    look = replace(look, outline=None, fill="#000000" if look.fill in _BLACK else look.fill)
    return (_box(text, "", text.look(look), Area(box, text.matrix)),)


def area_of_lines(text: TextObject, last: Element) -> Area | None:
    """Return the box that the lines of a text take up where each is a text of its own, from this one to the last."""
    matrix, sample = text.matrix, text.sample
    (first, *_), (*_, end) = sample_lines(text.element), sample_lines(last)
    _, y = (matrix.inverse @ text.setting.inside(last).matrix).apply(end.x, end.y)
    boxes = (text.drawing.safe, text.drawing.trim)
    wide = room(matrix.apply(first.x, first.y), matrix, sample.anchor, boxes)
    if wide is None:
        return None
    width = wide / matrix.scale
    left = first.x - _SHARES[sample.anchor] * width
    return Area(Rect(left, first.y - sample.size, width, y - first.y + 1.3 * sample.size), matrix)


def _own_area(
    text: TextObject, look: TextLook, sample: TextLook, lines: tuple[SampleLine, ...]
) -> Area | None:
    drawing, style, matrix = text.drawing, properties(text.element), text.matrix
    for name in references(style.get("shape-inside", "")):
        shape = drawing.by_id.get(name)
        box = None if shape is None else shape_box(str(shape.tag).removeprefix(SVG), shape.attrib)
        if box is not None:
            inset = user_units(style.get("shape-padding"), 0.0)
            return Area(box.grown(-inset, -inset, -inset, -inset), matrix)
    width = user_units(style.get("inline-size"), 0.0)
    is_sample = text.field is not None and not any(gaps(line.words, drawing) for line in lines)
    several = len(lines) > 1 and is_sample
    if not width and not several:
        return None
    first, font = lines[0], drawing.families.file(look)
    ascent, descent = (font.ascent, font.descent) if font else (0.75, 0.25)
    at = matrix.apply(first.x, first.y)
    width = width or (room(at, matrix, look.anchor, (drawing.safe, drawing.trim)) or 0.0) / matrix.scale
    height = ((len(lines) - 1) * look.leading + ascent + descent) * sample.size
    if not several:
        height = max(height, (drawing.safe.bottom - at[1]) / matrix.scale + ascent * sample.size)
    x = first.x - _SHARES[look.anchor] * width
    return Area(Rect(x, first.y - ascent * sample.size, width, height), matrix)

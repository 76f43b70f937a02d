"""Texts of a drawing that are filled on each card: in a line, or broken into lines in a box."""

from dataclasses import dataclass, replace
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect
from pnp.model.svg_paths import shape_box
from pnp.model.transforms import Affine
from pnp.render.svg_template.frames import Drawing, Fault, Setting, moved, place, room
from pnp.render.svg_template.object_names import ObjectName
from pnp.render.svg_template.parts import GAP, Part, Text, TextBox, TextLine
from pnp.render.svg_template.text_look import (
    SVG,
    SampleLine,
    TextLook,
    look_of,
    properties,
    sample_lines,
    user_length,
)
from pnp.render.svg_vocabulary import references
from pnp.text import near_names
from pnp.units import MM_PER_PT

ALIGNMENTS = ("start", "left", "center", "right", "end")
USUAL_PT = 9.0
"""The size of letters in a rectangle that says none."""

_ONE_LINE = 1.9
"""A box that is lower, in distances of lines, holds one line."""

_SHARES = {"start": 0.0, "middle": 0.5, "end": 1.0}
"""The share of a line that lies before the place where it stands."""

_BLACK = ("none", "transparent", "")


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
            fields = (
                f"did you mean {', '.join(near)}?"
                if near
                else f"the fields are {', '.join(sorted(drawing.fields))}"
            )
            said = f'no piece has a field "{path}", and there is no icon of that name'
            drawing.faults.append(Fault("PNP451", said, fields, name.written or f"{{{path}}}"))


@dataclass(frozen=True, slots=True)
class TextObject:
    """A text of the drawing, or a rectangle for one, with what its name says and the field it shows, if any."""

    element: Element
    setting: Setting
    name: ObjectName
    field: str | None = None

    @property
    def matrix(self) -> Affine:
        """The matrix from its units to mm on the face."""
        return self.setting.inside(self.element).matrix

    def asked(self, key: str) -> str:
        """Return an instruction, "" for none."""
        return self.name.instructions.get(key, "")

    def length(self, key: str) -> float | None:
        """Return the pt that an instruction says, None for none."""
        written = self.asked(key)
        px = user_length(written if not written.replace(".", "").isdigit() else f"{written}pt", 0.0)
        return px * 72 / 96 or None

    def look(self, drawing: Drawing, look: TextLook, scale: float) -> TextLook:
        """Return how its letters look, in mm, after the instructions for them."""
        font, style = look.font, look.style
        if self.asked("font"):
            font, style = drawing.families.find(self.asked("font"), style)
        points, align = self.length("size"), self.asked("align")
        return replace(
            look,
            font=font,
            style=style,
            size=points * MM_PER_PT if points else look.size * scale,
            outline_width=look.outline_width * scale,
            align=align if align in ALIGNMENTS else look.align,
            leading=user_length(self.asked("leading"), look.leading),
        )

    def text(self, words: str, look: TextLook, drawing: Drawing) -> Text:
        """Return what it says: the field, or words with fields in them."""
        note_unknown(words, self.name, drawing)
        shown = f"{{{self.field}}}" if self.field and not gaps(words, drawing) else words
        found = gaps(shown, drawing)
        drawing.shown.update(path.partition(".")[0] for path in found)
        at = self.name.written or self.element.get("id", "")
        return Text(at, shown, look, frozenset(found), self.asked("fill"), self.length("min"))


def text_parts(found: TextObject, drawing: Drawing, area: Area | None = None) -> tuple[Part, ...]:
    """Return what a text becomes; `area` is the box that is drawn for it. Raises ZeroDivisionError."""
    element = found.element
    if element.find(f".//{SVG}textPath") is not None:
        hint = "put it on a straight line, or leave it without fields"
        said = "a text on a path cannot be filled"
        drawing.faults.append(Fault("PNP454", said, hint, found.name.written))
        return ()
    sample = look_of(element, found.setting.style, drawing.families)
    if sample.lost:
        said = f"{' and '.join(sample.lost)} is not kept where a text is filled"
        hint = "set it back to normal, or make the letters part of the picture"
        drawing.faults.append(Fault("PNP456", said, hint, found.name.written, "warning"))
    look, lines = found.look(drawing, sample, found.matrix.scale), sample_lines(element)
    one_line = area is not None and _is_low(moved(area.box, area.matrix), look)
    if area is not None and not one_line:
        area = Area(_inset(area, found, lines[0], look.anchor), area.matrix)
    elif area is None:
        area = _own_area(found, look, sample, lines, drawing)
    if area is None or one_line:
        return tuple(_line(found, each, look, drawing, area) for each in lines)
    words = "\n".join(each.words for each in lines)
    return (text_box(found, found.text(words, look, drawing), area),)


def _inset(area: Area, found: TextObject, sample: SampleLine, anchor: str) -> Rect:
    """Return a box less the margin that a sample keeps from the side it stands at."""
    box, (x, _) = area.box, (area.matrix.inverse @ found.matrix).apply(sample.x, sample.y)
    margin = {"start": x - box.x, "end": box.right - x}.get(anchor, 0.0)
    margin = min(max(margin, 0.0), min(box.width, box.height) / 4)
    return box.grown(-margin, -margin, -margin, -margin)


def _is_low(box: Rect, look: TextLook) -> bool:
    """Say whether a box, in mm, has room for one line."""
    return box.height < _ONE_LINE * look.leading * look.size


def _line(
    found: TextObject, sample: SampleLine, look: TextLook, drawing: Drawing, area: Area | None
) -> TextLine:
    """Return one line, where the sample stands."""
    frame, to_frame = place(found.element, found.setting.matrix, found.matrix)
    at = found.matrix.apply(sample.x, sample.y)
    boxes: tuple[Rect, ...] = (drawing.safe, drawing.trim)
    if area is not None:
        boxes = (moved(area.box, area.matrix),)
        at = (at[0], min(max(at[1], boxes[0].y), boxes[0].bottom))
    x, y = to_frame.apply(sample.x, sample.y)
    text = found.text(sample.words, look, drawing)
    return TextLine(text, x, y, room(at, found.matrix, look.anchor, boxes), frame)


def text_box(found: TextObject, text: Text, area: Area) -> TextBox:
    """Return a text that is broken into lines in a box."""
    frame, to_frame = place(found.element, found.setting.matrix, area.matrix)
    box = moved(area.box, to_frame)
    valign = found.asked("valign")
    if valign not in ("top", "middle", "bottom"):
        valign = "middle" if _is_low(box, text.look) else "top"
    lines = found.asked("lines")
    hyphenate = found.asked("hyphenate") != "no"
    return TextBox(text, box, valign, int(lines) if lines.isdigit() else None, hyphenate, frame)


def box_alone(found: TextObject, drawing: Drawing) -> TextBox | None:
    """Return the text that takes the place of a rectangle, whose style may say how it looks. Raises ZeroDivisionError."""
    element = found.element
    box = shape_box("rect", element.attrib)
    if box is None:
        return None
    own = properties(element)
    look = look_of(element, found.setting.style, drawing.families)
    if "font-size" not in own and "font-family" not in own:
        look = replace(look, size=USUAL_PT * MM_PER_PT / found.matrix.scale, fill="#000000")
    look = replace(look, outline=None, fill="#000000" if look.fill in _BLACK else look.fill)
    look = found.look(drawing, look, found.matrix.scale)
    return text_box(found, found.text("", look, drawing), Area(box, found.matrix))


def area_of_lines(found: TextObject, last: Element, drawing: Drawing) -> Area | None:
    """Return the box that the lines of a text take up where each is a text of its own, from this one to the last."""
    matrix, sample = found.matrix, look_of(found.element, found.setting.style, drawing.families)
    (first, *_), (*_, end) = sample_lines(found.element), sample_lines(last)
    there = found.setting.inside(last).matrix
    _, y = (matrix.inverse @ there).apply(end.x, end.y)
    wide = room(matrix.apply(first.x, first.y), matrix, sample.anchor, (drawing.safe, drawing.trim))
    if wide is None:
        return None
    width = wide / matrix.scale
    left = first.x - _SHARES[sample.anchor] * width
    return Area(Rect(left, first.y - sample.size, width, y - first.y + 1.3 * sample.size), matrix)


def _own_area(
    found: TextObject, look: TextLook, sample: TextLook, lines: tuple[SampleLine, ...], drawing: Drawing
) -> Area | None:
    """Return the box that a text itself says: a shape it flows in, a width, or the lines of a sample that is a field."""
    own, matrix = properties(found.element), found.matrix
    for name in references(own.get("shape-inside", "")):
        shape = drawing.by_id.get(name)
        box = None if shape is None else shape_box(str(shape.tag).removeprefix(SVG), shape.attrib)
        if box is not None:
            inset = user_length(own.get("shape-padding"), 0.0)
            return Area(box.grown(-inset, -inset, -inset, -inset), matrix)
    width = user_length(own.get("inline-size"), 0.0)
    several = (
        len(lines) > 1 and found.field is not None and not any(gaps(each.words, drawing) for each in lines)
    )
    if not width and not several:
        return None
    first, font = lines[0], drawing.families.file(look)
    ascent, descent = (font.ascent, font.descent) if font else (0.75, 0.25)
    boxes = (drawing.safe, drawing.trim)
    at = matrix.apply(first.x, first.y)
    width = width or (room(at, matrix, look.anchor, boxes) or 0.0) / matrix.scale
    height = ((len(lines) - 1) * look.leading + ascent + descent) * sample.size
    if not several:
        height = max(height, (drawing.safe.bottom - at[1]) / matrix.scale + ascent * sample.size)
    x = first.x - _SHARES[look.anchor] * width
    return Area(Rect(x, first.y - ascent * sample.size, width, height), matrix)

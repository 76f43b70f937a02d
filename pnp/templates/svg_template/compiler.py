"""A drawing as a template: what is the same on all cards as it stands, and the parts that differ."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, groupby
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect
from pnp.model.svg_geometry import Affine, shape_box, transform
from pnp.svg.editors_data import inside, kind_of, own_attributes, written
from pnp.svg.reader.geometry import user_units
from pnp.svg.vocabulary import declarations, references
from pnp.templates.svg_template.object_names import (
    IMAGE,
    LABEL,
    NameFault,
    ObjectName,
    conditions,
    field_meant,
    object_name,
)
from pnp.templates.svg_template.parts import (
    GAP,
    Coloured,
    IconPart,
    Part,
    Parts,
    Picture,
    Shown,
    Text,
    TextBox,
    TextLine,
)
from pnp.templates.svg_template.setting import (
    SVG,
    Drawing,
    Fault,
    Framed,
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
from pnp.text import decimal, near_names, nearest, suggest
from pnp.typesetting.fonts import Style, as_css_family, weight_of
from pnp.units import MM_PER_PT

GUIDES = frozenset(("guides", "guide"))
"""The first word of the name of layers and objects that are not printed."""

ART = "art"
_GROUPMODE = "{http://www.inkscape.org/namespaces/inkscape}groupmode"
_GROUPS = frozenset({"g", "a"})
_SHAPES = frozenset({"rect", "circle", "ellipse", "path", "polygon", "image"})
_GEOMETRY = frozenset(("x", "y", "width", "height", "rx", "ry", "cx", "cy", "r", "d", "points", "transform"))
_ALIKE = 0.8
"""How alike the name of an object and a field must be for the one to be taken for the other misspelt."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """A drawing ready to be filled, the fields that its objects ask for, and what is wrong with it."""

    parts: Parts
    shown: frozenset[str]
    faults: tuple[Fault, ...]


def compiled(root: Element, setting: Setting, drawing: Drawing) -> Compiled:
    """Return a drawing with its parts, in the units of the drawing."""
    compiler = _Compiler(drawing)
    parts = tuple(part for child in root for part in compiler.parts(child, setting))
    compiler.note_misspelt()
    return Compiled(_joined(parts), frozenset(drawing.shown), tuple(dict.fromkeys(drawing.faults)))


def _joined(parts: Parts) -> Parts:
    """Return parts with neighbours joined that are the same on all cards."""
    joined: list[Part | str] = []
    for is_same, group in groupby(parts, key=lambda part: isinstance(part, str)):
        of_a_kind = list(group)
        joined += ["".join(map(str, of_a_kind))] if is_same else of_a_kind
    return tuple(joined)


@dataclass(slots=True)
class _Compiler:
    drawing: Drawing
    _others: list[tuple[str, str, str]] = field(default_factory=list)
    _has_pictures: bool = False
    _numbers: Iterator[int] = field(default_factory=count)

    def parts(self, element: Element, around: Setting) -> Parts:
        """Return what an element becomes; nothing for one that is not drawn."""
        kind = kind_of(element)
        if kind is None or kind == "title":
            return ()
        try:
            name = object_name(element)
            shown_if = conditions(name.instructions["show-if"]) if "show-if" in name.instructions else ()
        except NameFault as fault:
            at = element.get(LABEL) or element.get("id") or kind
            self._fault("PNP451", f'the name "{at}": {fault}', fault.hint, ObjectName(written=at))
            return ()
        self._note_fields(name, (condition.field for condition in shown_if))
        if name.name.casefold().partition(" ")[0] in GUIDES:
            return ()
        try:
            drawn = self._object(kind, element, name, around)
        except ZeroDivisionError:
            return ()
        if properties(element).get("display") == "none" or self._is_elsewhere(kind, element, around):
            return ()  # what it shows is noted: a field may be hidden on purpose
        if element.get("id") in self.drawing.used and not isinstance(next(iter(drawn), ""), str):
            drawn = (
                f"<g{written({'id': element.attrib['id']})}>",
                *drawn,
                "</g>",
            )  # it is shown once more elsewhere
        return (Shown(shown_if, _joined(drawn)),) if shown_if and drawn else drawn

    def _is_elsewhere(self, kind: str, element: Element, around: Setting) -> bool:
        """Say whether an element lies on another page of the drawing."""
        if not self.drawing.one_of_several:
            return False
        matrix = around.inside(element).matrix
        box = shape_box("rect" if kind == "image" else kind, element.attrib)
        if kind == "text":
            (first, *_) = sample_lines(element)
            box = Rect(first.x, first.y, 1.0, 1.0)
        return box is not None and not moved(box, matrix).overlaps(self.drawing.trim)

    def _object(self, kind: str, element: Element, name: ObjectName, around: Setting) -> Parts:
        instructions = name.instructions
        field_ = field_meant(name.name, self.drawing.fields)
        is_art = ART in instructions or name.name.casefold() == ART
        is_layer = _GROUPMODE in element.attrib
        if (is_art or "icon" in instructions or (IMAGE in element.attrib and field_)) and not is_layer:
            return self._picture(element, name, field_, around)
        if kind == "text" and (field_ or GAP.search("".join(element.itertext()))):
            return text_parts(TextObject(element, around, name, field_), self.drawing)
        if kind == "rect" and field_:
            box = box_alone(TextObject(element, around, name, field_), self.drawing)
            return () if box is None else (box,)
        if kind in _GROUPS:
            return self._group(element, name, around, None if is_layer else field_)
        if field_ and not instructions:
            hint = "name a text, a rectangle, or a group of both so"
            message = f'a {kind} called "{name.name}" cannot show a field: it is printed as it stands'
            self.drawing.faults.append(Fault("PNP454", message, hint, name.written, "warning"))
        self._note_other(kind, element, name)
        return self._as_it_stands(kind, element, name)

    # Groups, and the text and the rectangle in a group that is named as a field.

    def _group(self, element: Element, name: ObjectName, around: Setting, field_: str | None = None) -> Parts:
        here = around.inside(element)
        parts: list[Part | str] = []
        texts = element.findall(f"{SVG}text") if field_ else []
        for child in element:
            if field_ and texts and child is texts[0]:
                parts += self._in_text_group(texts, name, here, element, field_)
            elif not any(child is text for text in texts):
                parts += self.parts(child, here)
        if not parts:
            return ()
        return (*self._opened("g", element, name), ">", *parts, "</g>")

    def _in_text_group(
        self, texts: Sequence[Element], name: ObjectName, here: Setting, group: Element, field_: str
    ) -> Parts:
        """Return the text of a group that shows a field: in the rectangle of the group, or where its lines stand."""
        text = TextObject(texts[0], here, name, field_)
        rect = group.find(f"{SVG}rect")
        box = None if rect is None else shape_box("rect", rect.attrib)
        if rect is not None and box is not None:
            return text_parts(text, self.drawing, Area(box, here.inside(rect).matrix))
        area = area_of_lines(text, texts[-1], self.drawing) if len(texts) > 1 else None
        return text_parts(text, self.drawing, area)

    # Pictures and icons.

    def _picture(self, element: Element, name: ObjectName, field_: str | None, around: Setting) -> Parts:
        shape, outer = _shape_in(element, around, self.drawing.by_id)
        box = None if shape is None else shape_box(str(kind_of(shape)).replace("image", "rect"), shape.attrib)
        if shape is None or box is None:
            hint = "name a rectangle, a circle, a path or an image so: its box is the place"
            self._fault("PNP454", f'"{name.name}" is no shape that a picture could go into', hint, name)
            return ()
        matrix = outer.matrix @ transform(shape.get("transform", ""))
        frame, to_frame = place(element, around.matrix, matrix)
        place_ = moved(box, to_frame)
        if "icon" in name.instructions:
            slot, fields = self._slot(name.instructions["icon"] or field_ or "", name)
            fill = properties(shape).get("fill", "#000000")
            return (
                IconPart(name.written, slot, fields, place_, fill, name.instructions.get("fill", ""), frame),
            )
        usual = "{id}" if name.name.casefold() == ART else f"{{{field_}}}"
        slot, fields = self._slot(name.instructions.get(ART, "") or usual, name)
        is_slice = IMAGE not in shape.attrib or "slice" in shape.get("preserveAspectRatio", "")
        self._has_pictures = True
        fit = name.instructions.get("fit", "cover" if is_slice else "contain")
        if fit not in ("cover", "contain"):
            self._fault("PNP451", f'"fit: {fit}" is not known', "write fit: cover or fit: contain", name)
            return ()
        frame = self._clipped(shape, frame, to_frame)
        return (Picture(name.written, slot, fields, place_, fit, frame),)

    def _slot(self, written: str, name: ObjectName) -> tuple[str, frozenset[str]]:
        """Return the name of a picture, and the fields in it: a field is meant where there is one of that name."""
        text = f"{{{written}}}" if is_value(written, self.drawing) else written
        note_unknown(text, name, self.drawing)
        paths = [path for path in GAP.findall(text) if is_value(path, self.drawing)]
        self.drawing.shown.update(paths)
        return text, frozenset(paths)

    def _clipped(self, shape: Element, frame: Framed, to_frame: Affine) -> Framed:
        """Return the frame of a picture that is cut to a shape; one in a rectangle is cut to it by its own box."""
        kind, attributes = str(kind_of(shape)), shape.attrib
        if kind in ("image", "rect") and not (attributes.get("rx") or attributes.get("ry")):
            return frame
        number = next(self._numbers)
        geometry = {key: attributes[key] for key in attributes if key in _GEOMETRY - {"transform"}}
        geometry |= {"transform": str(to_frame)} if str(to_frame) else {}
        clip = f'<clipPath id="clip-{number}"><{kind}{written(geometry)}/></clipPath><g clip-path="url(#clip-{number})">'
        return Framed(f"{frame.before}{clip}", f"</g>{frame.after}")

    # What is the same on all cards.

    def _as_it_stands(self, kind: str, element: Element, name: ObjectName) -> Parts:
        opened = self._opened(kind, element, name)
        within = inside(element, self._attributes)
        return (*opened, f">{within}</{kind}>" if within else "/>")

    def _opened(self, kind: str, element: Element, name: ObjectName) -> Parts:
        """Return the tag of an element, but for its end; its colours may be those of fields."""
        colours = {key: name.instructions[key] for key in ("fill", "stroke") if key in name.instructions}
        self._note_fields(name, (path for text in colours.values() for path in _paths(text, self.drawing)))
        attributes = self._attributes(element)
        for key in colours:
            attributes.pop(key, None)
            if "style" in attributes:
                kept = (f"{one}:{value}" for one, value in declarations(attributes["style"]) if one != key)
                attributes["style"] = ";".join(kept)
        parts = (Coloured(name.written, key, colour) for key, colour in colours.items())
        return (f"<{kind}{written(attributes)}", *parts)

    def _attributes(self, element: Element) -> dict[str, str]:
        """Return the attributes of an element, its fonts as they are called here, and its id only where it is used."""
        kept = own_attributes(element)
        if kept.get("id") not in self.drawing.used:
            kept.pop("id", None)
        if "font-size" in kept:
            kept["font-size"] = _plain_size(kept["font-size"])
        if "style" in kept:
            style = self._in_our_fonts(dict(declarations(kept["style"])))
            kept["style"] = ";".join(f"{name}:{value}" for name, value in style.items())
        return self._in_our_fonts(kept)

    def _in_our_fonts(self, style: dict[str, str]) -> dict[str, str]:
        if "font-family" not in style:
            return style
        asked_for = Style(
            weight_of(style.get("font-weight", "400")), style.get("font-style", "normal") != "normal"
        )
        family, nearest_style = self.drawing.families.find(style["font-family"], asked_for)
        fonts = {"font-family": as_css_family(family)}
        if nearest_style != asked_for:
            fonts |= {
                "font-weight": str(nearest_style.weight),
                "font-style": "italic" if nearest_style.italic else "normal",
            }
        return style | fonts

    # What is noted of the names.

    def _note_fields(self, name: ObjectName, paths: Iterable[str]) -> None:
        """Note the fields that an instruction asks for, and those that no card has."""
        for path in paths:
            if is_value(path, self.drawing):
                self.drawing.shown.add(path.partition(".")[0])
            else:
                hint = suggest(path, self.drawing.fields, what="fields")
                self._fault(
                    "PNP451", f'"{name.written}" asks for a field "{path}" that no piece has', hint, name
                )

    def _note_other(self, kind: str, element: Element, name: ObjectName) -> None:
        if name.name and name.written != element.get("id") and kind in ("text", "rect", "image"):
            self._others.append((kind, name.name, name.written))

    def note_misspelt(self) -> None:
        """Note the names that are almost a field that nothing shows, and of texts those that look like one."""
        drawing = self.drawing
        for kind, name, at in self._others:
            missing = drawing.fields - drawing.shown
            if kind != "text" and not self._has_pictures:
                missing |= {ART}
            near = nearest(name, missing, cutoff=_ALIKE)
            if near or (kind == "text" and name.isidentifier() and name.islower()):
                as_it_is = " the text is printed as it stands" if kind == "text" else ""
                message = f'no piece has a field "{name}"{";" if as_it_is else ""}{as_it_is}'
                if near == ART:
                    message = f'"{name}" is printed as it stands, no picture goes into it'
                hint = (
                    f'did you mean "{near}"?' if near else "rename the object, or add the field to the pieces"
                )
                drawing.faults.append(Fault("PNP452", message, hint, at, "warning"))

    def _fault(self, code: str, message: str, hint: str, name: ObjectName) -> None:
        self.drawing.faults.append(Fault(code, message, hint, name.written))


def _plain_size(written_: str) -> str:
    size = user_units(written_, 0.0)
    return decimal(size) if size and not written_.endswith(("%", "em")) else written_


def _paths(colour: str, drawing: Drawing) -> Iterator[str]:
    """Yield the fields in a colour: a whole one, or those in braces."""
    if is_value(colour, drawing):
        yield colour
    yield from GAP.findall(colour)


def _shape_in(
    element: Element, around: Setting, by_id: Mapping[str, Element]
) -> tuple[Element | None, Setting]:
    """Return the shape that a picture goes into, and its setting: the object, what it is clipped to, or the first in it."""
    if kind_of(element) in _SHAPES:
        return element, around
    here = around.inside(element)
    for name in references(element.get("clip-path", "")):
        clip = by_id.get(name)
        shape = (
            next((child_shape for child_shape in clip if kind_of(child_shape) in _SHAPES), None)
            if clip is not None
            else None
        )
        if shape is not None:
            return shape, here
    for child in element if kind_of(element) in _GROUPS else ():
        if kind_of(child) in _SHAPES | _GROUPS:
            shape, setting = _shape_in(child, here, by_id)
            if shape is not None:
                return shape, setting
    return None, here


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
            message = f'no piece has a field "{path}", and there is no icon of that name'
            drawing.faults.append(Fault("PNP451", message, fields, name.written or f"{{{path}}}"))


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
        px = user_units(written if not written.replace(".", "").isdigit() else f"{written}pt", 0.0)
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
            leading=user_units(self.asked("leading"), look.leading, whole=1.0),
        )

    def text(self, words: str, look: TextLook, drawing: Drawing) -> Text:
        """Return what it says: the field, or words with fields in them."""
        note_unknown(words, self.name, drawing)
        shown = f"{{{self.field}}}" if self.field and not gaps(words, drawing) else words
        paths = gaps(shown, drawing)
        drawing.shown.update(path.partition(".")[0] for path in paths)
        at = self.name.written or self.element.get("id", "")
        return Text(at, shown, look, frozenset(paths), self.asked("fill"), self.length("min"))


def text_parts(text: TextObject, drawing: Drawing, area: Area | None = None) -> tuple[Part, ...]:
    """Return what a text becomes; `area` is the box that is drawn for it. Raises ZeroDivisionError."""
    element = text.element
    if element.find(f".//{SVG}textPath") is not None:
        hint = "put it on a straight line, or leave it without fields"
        message = "a text on a path cannot be filled"
        drawing.faults.append(Fault("PNP454", message, hint, text.name.written))
        return ()
    sample = look_of(element, text.setting.style, drawing.families)
    if sample.lost:
        message = f"{' and '.join(sample.lost)} is not kept where a text is filled"
        hint = "set it back to normal, or make the letters part of the picture"
        drawing.faults.append(Fault("PNP456", message, hint, text.name.written, "warning"))
    look, lines = text.look(drawing, sample, text.matrix.scale), sample_lines(element)
    one_line = area is not None and _is_low(moved(area.box, area.matrix), look)
    if area is not None and not one_line:
        area = Area(_inset(area, text, lines[0], look.anchor), area.matrix)
    elif area is None:
        area = _own_area(text, look, sample, lines, drawing)
    if area is None or one_line:
        return tuple(_line(text, line, look, drawing, area) for line in lines)
    words = "\n".join(line.words for line in lines)
    return (text_box(text, text.text(words, look, drawing), area),)


def _inset(area: Area, text: TextObject, sample: SampleLine, anchor: str) -> Rect:
    """Return a box less the margin that a sample keeps from the side it stands at."""
    box, (x, _) = area.box, (area.matrix.inverse @ text.matrix).apply(sample.x, sample.y)
    margin = {"start": x - box.x, "end": box.right - x}.get(anchor, 0.0)
    margin = min(max(margin, 0.0), min(box.width, box.height) / 4)
    return box.grown(-margin, -margin, -margin, -margin)


def _is_low(box: Rect, look: TextLook) -> bool:
    return box.height < _ONE_LINE * look.leading * look.size


def _line(
    text: TextObject, sample: SampleLine, look: TextLook, drawing: Drawing, area: Area | None
) -> TextLine:
    frame, to_frame = place(text.element, text.setting.matrix, text.matrix)
    at = text.matrix.apply(sample.x, sample.y)
    boxes: tuple[Rect, ...] = (drawing.safe, drawing.trim)
    if area is not None:
        boxes = (moved(area.box, area.matrix),)
        at = (at[0], min(max(at[1], boxes[0].y), boxes[0].bottom))
    x, y = to_frame.apply(sample.x, sample.y)
    words = text.text(sample.words, look, drawing)
    return TextLine(words, x, y, room(at, text.matrix, look.anchor, boxes), frame)


def text_box(text: TextObject, words: Text, area: Area) -> TextBox:
    """Return a text that is broken into lines in a box."""
    frame, to_frame = place(text.element, text.setting.matrix, area.matrix)
    box = moved(area.box, to_frame)
    valign = text.asked("valign")
    if valign not in ("top", "middle", "bottom"):
        valign = "middle" if _is_low(box, words.look) else "top"
    lines = text.asked("lines")
    hyphenate = text.asked("hyphenate") != "no"
    return TextBox(words, box, valign, int(lines) if lines.isdigit() else None, hyphenate, frame)


def box_alone(text: TextObject, drawing: Drawing) -> TextBox | None:
    """Return the text that takes the place of a rectangle, whose style may say how it looks. Raises ZeroDivisionError."""
    element = text.element
    box = shape_box("rect", element.attrib)
    if box is None:
        return None
    style = properties(element)
    look = look_of(element, text.setting.style, drawing.families)
    if "font-size" not in style and "font-family" not in style:
        look = replace(look, size=USUAL_PT * MM_PER_PT / text.matrix.scale, fill="#000000")
    look = replace(look, outline=None, fill="#000000" if look.fill in _BLACK else look.fill)
    look = text.look(drawing, look, text.matrix.scale)
    return text_box(text, text.text("", look, drawing), Area(box, text.matrix))


def area_of_lines(text: TextObject, last: Element, drawing: Drawing) -> Area | None:
    """Return the box that the lines of a text take up where each is a text of its own, from this one to the last."""
    matrix, sample = text.matrix, look_of(text.element, text.setting.style, drawing.families)
    (first, *_), (*_, end) = sample_lines(text.element), sample_lines(last)
    end_matrix = text.setting.inside(last).matrix
    _, y = (matrix.inverse @ end_matrix).apply(end.x, end.y)
    wide = room(matrix.apply(first.x, first.y), matrix, sample.anchor, (drawing.safe, drawing.trim))
    if wide is None:
        return None
    width = wide / matrix.scale
    left = first.x - _SHARES[sample.anchor] * width
    return Area(Rect(left, first.y - sample.size, width, y - first.y + 1.3 * sample.size), matrix)


def _own_area(
    text: TextObject, look: TextLook, sample: TextLook, lines: tuple[SampleLine, ...], drawing: Drawing
) -> Area | None:
    """Return the box that a text itself says: a shape it flows in, a width, or the lines of a sample that is a field."""
    style, matrix = properties(text.element), text.matrix
    for name in references(style.get("shape-inside", "")):
        shape = drawing.by_id.get(name)
        box = None if shape is None else shape_box(str(shape.tag).removeprefix(SVG), shape.attrib)
        if box is not None:
            inset = user_units(style.get("shape-padding"), 0.0)
            return Area(box.grown(-inset, -inset, -inset, -inset), matrix)
    width = user_units(style.get("inline-size"), 0.0)
    several = (
        len(lines) > 1 and text.field is not None and not any(gaps(line.words, drawing) for line in lines)
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

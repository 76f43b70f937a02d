"""A drawing compiled to a template: the parts that are the same on all cards, and those that vary."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, groupby
from xml.etree.ElementTree import Element

from pnp.model.diagnostics import Fault
from pnp.model.geometry import Rect
from pnp.model.svg_geometry import Affine, shape_box, transform
from pnp.svg.reader.geometry import user_units
from pnp.svg.vocabulary import declarations, inside, kind_of, own_attributes, references, written
from pnp.templates.svg_template.object_names import (
    IMAGE,
    LABEL,
    Condition,
    NameFault,
    ObjectName,
    conditions,
    field_meant,
    object_name,
)
from pnp.templates.svg_template.parts import (
    GAP,
    SHADE,
    Area,
    Card,
    Part,
    Parts,
    TextObject,
    area_of_lines,
    as_tuple,
    box_alone,
    drawn_parts,
    is_value,
    note_unknown,
    text_parts,
)
from pnp.templates.svg_template.setting import (
    SVG,
    Drawing,
    Framed,
    Setting,
    moved,
    place,
    properties,
    sample_lines,
)
from pnp.text import decimal, escaped, nearest, suggest
from pnp.typesetting.fonts import Style, as_css_family, weight_of

GUIDES = frozenset(("guides", "guide"))
"""The first word of the name of layers and objects that are not printed."""

ART = "art"
_GROUPMODE = "{http://www.inkscape.org/namespaces/inkscape}groupmode"
_GROUPS = frozenset({"g", "a"})
_PAINTS = frozenset({"defs", "linearGradient", "radialGradient"})  # What may hold colours that vary.
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
            # it is shown once more elsewhere
            drawn = (f"<g{written({'id': element.attrib['id']})}>", *drawn, "</g>")
        return (_shown(shown_if, _joined(drawn)),) if shown_if and drawn else drawn

    def _is_elsewhere(self, kind: str, element: Element, around: Setting) -> bool:
        if not self.drawing.one_of_several:
            return False
        box = shape_box("rect" if kind == "image" else kind, element.attrib)
        if kind == "text":
            (first, *_) = sample_lines(element)
            box = Rect(first.x, first.y, 1.0, 1.0)
        return box is not None and not moved(box, around.inside(element).matrix).overlaps(self.drawing.trim)

    def _object(self, kind: str, element: Element, name: ObjectName, around: Setting) -> Parts:
        instructions = name.instructions
        field_ = field_meant(name.name, self.drawing.fields)
        is_art = ART in instructions or name.name.casefold() == ART
        is_layer = _GROUPMODE in element.attrib
        if (is_art or "icon" in instructions or (IMAGE in element.attrib and field_)) and not is_layer:
            return self._picture(element, name, field_, around)
        if kind == "text" and (field_ or GAP.search("".join(element.itertext()))):
            return text_parts(TextObject(self.drawing, element, around, name, field_))
        if kind == "rect" and field_:
            return box_alone(TextObject(self.drawing, element, around, name, field_))
        if kind in _GROUPS or (kind in _PAINTS and len(element)):
            is_drawn = kind in _GROUPS and not is_layer
            return self._group(
                element, name, around, field_ if is_drawn else None, "g" if kind == "a" else kind
            )
        if field_ and not instructions:
            hint = "give this name to a text, a rectangle, or a group of both"
            message = f'a {kind} called "{name.name}" cannot show a field: it is printed as it stands'
            self.drawing.faults.append(Fault("PNP454", message, hint, "warning", name.written))
        if name.name and name.written != element.get("id") and kind in ("text", "rect", "image"):
            self._others.append((kind, name.name, name.written))
        opened = self._opened(kind, element, name)
        within = inside(element, self._attributes)
        return (*opened, f">{within}</{kind}>" if within else "/>")

    # Groups, and the text and the rectangle in a group that is named as a field.

    def _group(
        self, element: Element, name: ObjectName, around: Setting, field_: str | None = None, kind: str = "g"
    ) -> Parts:
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
        return (*self._opened(kind, element, name), ">", *parts, f"</{kind}>")

    def _in_text_group(
        self, texts: Sequence[Element], name: ObjectName, here: Setting, group: Element, field_: str
    ) -> Parts:
        text = TextObject(self.drawing, texts[0], here, name, field_)
        rect = group.find(f"{SVG}rect")
        box = None if rect is None else shape_box("rect", rect.attrib)
        if rect is not None and box is not None:
            return text_parts(text, Area(box, here.inside(rect).matrix))
        return text_parts(text, area_of_lines(text, texts[-1]) if len(texts) > 1 else None)

    # Pictures and icons.

    def _picture(self, element: Element, name: ObjectName, field_: str | None, around: Setting) -> Parts:
        shape, outer = _shape_in(element, around, self.drawing.by_id)
        box = None if shape is None else shape_box(str(kind_of(shape)).replace("image", "rect"), shape.attrib)
        if shape is None or box is None:
            hint = "give this name to a rectangle, a circle, a path or an image: the picture fills its box"
            self._fault("PNP454", f'"{name.name}" is not a shape that can hold a picture', hint, name)
            return ()
        matrix = outer.matrix @ transform(shape.get("transform", ""))
        frame, to_frame = place(element, around.matrix, matrix)
        place_ = moved(box, to_frame)
        if "icon" in name.instructions:
            slot, fields = self._slot(name.instructions["icon"] or field_ or "", name)
            fill, colour = properties(shape).get("fill", "#000000"), name.instructions.get("fill", "")
            side = min(place_.width, place_.height)
            x, y = place_.x + (place_.width - side) / 2, place_.y + (place_.height - side) / 2

            def icon(card: Card) -> str:
                card.now = name.written
                shown = card.filled(slot, fields.__contains__)
                paint = card.colour(colour) if shown and colour else fill
                return frame.around(card.api.icon_of_drawing(shown, (x, y, side), paint)) if shown else ""

            return (icon,)
        usual = "{id}" if name.name.casefold() == ART else f"{{{field_}}}"
        slot, fields = self._slot(name.instructions.get(ART, "") or usual, name)
        is_slice = IMAGE not in shape.attrib or "slice" in shape.get("preserveAspectRatio", "")
        self._has_pictures = True
        fit = name.instructions.get("fit", "cover" if is_slice else "contain")
        if fit not in ("cover", "contain"):
            self._fault("PNP451", f'"fit: {fit}" is not known', "write fit: cover or fit: contain", name)
            return ()
        clipped = self._clipped(shape, frame, to_frame)

        def picture(card: Card) -> str:
            card.now = name.written
            shown = card.filled(slot, fields.__contains__)
            return clipped.around(card.api.picture(shown, as_tuple(place_), fit=fit)) if shown else ""  # type: ignore[arg-type]

        return (picture,)

    def _slot(self, written: str, name: ObjectName) -> tuple[str, frozenset[str]]:
        text = f"{{{written}}}" if is_value(written, self.drawing) else written
        note_unknown(text, name, self.drawing)
        paths = [path for path in GAP.findall(text) if is_value(path, self.drawing)]
        self.drawing.shown.update(paths)
        return text, frozenset(paths)

    def _clipped(self, shape: Element, frame: Framed, to_frame: Affine) -> Framed:
        kind, attributes = str(kind_of(shape)), shape.attrib
        if kind in ("image", "rect") and not (attributes.get("rx") or attributes.get("ry")):
            return frame
        number = next(self._numbers)
        geometry = {key: attributes[key] for key in attributes if key in _GEOMETRY - {"transform"}}
        geometry |= {"transform": str(to_frame)} if str(to_frame) else {}
        clip = f'<clipPath id="clip-{number}"><{kind}{written(geometry)}/></clipPath><g clip-path="url(#clip-{number})">'
        return Framed(f"{frame.before}{clip}", f"</g>{frame.after}")

    # What is the same on all cards.

    def _opened(self, kind: str, element: Element, name: ObjectName) -> Parts:
        colours = {key: name.instructions[key] for key in ("fill", "stroke") if key in name.instructions}
        if kind == "stop" and "fill" in colours:
            colours = {"stop-color": colours["fill"]}
        self._note_fields(name, (path for text in colours.values() for path in _paths(text, self.drawing)))
        attributes = self._attributes(element)
        for key in colours:
            attributes.pop(key, None)
            if "style" in attributes:
                kept = (f"{one}:{value}" for one, value in declarations(attributes["style"]) if one != key)
                attributes["style"] = ";".join(kept)
        parts = (_coloured(name.written, key, colour) for key, colour in colours.items())
        return (f"<{kind}{written(attributes)}", *parts)

    def _attributes(self, element: Element) -> dict[str, str]:
        kept = own_attributes(element)
        if kept.get("id") not in self.drawing.used:
            kept.pop("id", None)
        if "font-size" in kept:
            size = user_units(kept["font-size"], 0.0)
            if size and not kept["font-size"].endswith(("%", "em")):
                kept["font-size"] = decimal(size)
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
        for path in paths:
            if is_value(path, self.drawing):
                self.drawing.shown.add(path.partition(".")[0])
            else:
                hint = suggest(path, self.drawing.fields, what="fields")
                self._fault("PNP451", f'"{name.written}" uses a field "{path}" that no piece has', hint, name)

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
                    message = f'"{name}" is printed as it stands, and no picture is put into it'
                hint = (
                    f'did you mean "{near}"?' if near else "rename the object, or add the field to the pieces"
                )
                drawing.faults.append(Fault("PNP452", message, hint, "warning", at))

    def _fault(self, code: str, message: str, hint: str, name: ObjectName) -> None:
        self.drawing.faults.append(Fault(code, message, hint, words=name.written))


def _shown(shown_if: Sequence[Condition], inside_: Parts) -> Part:

    def drawn(card: Card) -> str:
        holds = all(condition.holds(card.value(condition.field)) for condition in shown_if)
        return drawn_parts(inside_, card) if holds else ""

    return drawn


def _coloured(at: str, attribute: str, colour: str) -> Part:

    def drawn(card: Card) -> str:
        card.now = at
        return f' {attribute}="{escaped(card.colour(colour))}"'

    return drawn


def _paths(colour: str, drawing: Drawing) -> Iterator[str]:
    shade = SHADE.fullmatch(colour)
    colour = shade[1] if shade else colour
    if is_value(colour, drawing):
        yield colour
    yield from GAP.findall(colour)


def _shape_in(
    element: Element, around: Setting, by_id: Mapping[str, Element]
) -> tuple[Element | None, Setting]:
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

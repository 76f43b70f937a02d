"""A face written as a drawing to edit: layers, and objects with the names of the fields that they show."""

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element, tostring

from pnp.files import read_xml
from pnp.load.role_guesses import value_as_text
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Side
from pnp.model.game import Component, Piece
from pnp.model.geometry import Point, Rect, Size
from pnp.model.svg_geometry import around_points, shape_box, transform
from pnp.render.faces import own_values, shared_values
from pnp.render.recording_api import GAP, NAME, RecordingApi, as_shared, rect_of, with_roles, with_sources
from pnp.svg.refused_features import lint
from pnp.svg.shapes import ON_PURPOSE
from pnp.svg.vocabulary import SVG, inside, kind_of, own_attributes, written
from pnp.templates.context import RenderContext, Reporter
from pnp.templates.design_deck import deck_of
from pnp.templates.design_values import DESIGNS_FOLDER, design_values, own_back
from pnp.templates.palette import channels, is_colour, palette_name
from pnp.templates.values import FieldProxy, Values, colours, fields_of, path
from pnp.text import decimal, escaped

GUIDES = "guides (not printed)"
_SPACES = (
    'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
    'xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"'
)
_ROOT = re.compile(r"<svg(?:\s[^>]*)?>")
_FIELD = re.compile(r"(?<![\w.])\w+")
_NOT_OF_A_NAME = re.compile(r"[^A-Za-z0-9.-]")


@dataclass(frozen=True, slots=True)
class ExportedDrawing:
    """An SVG to edit, the fields that its template uses in a way for which an object has no name, and colours that it needs."""

    svg: str
    unnamed: tuple[str, ...]
    palette: Mapping[str, str] = field(default_factory=dict)


class _NotedFields(dict[str, Any]):
    """The fields of a card, and the names of those that were read."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.read: dict[str, None] = {}

    def __getitem__(self, name: str) -> Any:
        self.read[name] = None
        return super().__getitem__(name)


def drawing_of(
    component: Component,
    piece: Piece,
    side: Side,
    template: str,
    context: RenderContext,
    *,
    shared: bool = False,
) -> ExportedDrawing | Diagnostic:
    """Return a side of a piece as a drawing to edit, or the finding that says why it cannot be drawn.

    One that all cards of a design will have as their template, `shared`, has the place of a picture, and its colours are
    shades of those of each card, which are in `palette` by the value of the field that chooses them.
    """
    if shared and component.design:
        component = replace(component, design=replace(component.design, fixed=True))
    drawn = _drawn(component, piece, side, template, context, shared=shared)
    if isinstance(drawn, Diagnostic):
        return drawn
    root, read = drawn
    palette: Mapping[str, str] = {}

    def probe(name: str, value: str) -> Element | None:
        other = replace(piece, fields={**piece.fields, name: value})
        made = _drawn(component, other, side, template, context, shared=True)
        return None if isinstance(made, Diagnostic) else made[0]

    if shared and component.design and side == "front":
        palette = _share(root, component, piece, probe, context)
    elif shared and not component.design:
        # Objects of the drawing of a template say which field names their colour in the palette, where one does.
        hues = colours(context.game, context.theme)
        for name in component.pieces[0].fields:
            values = {value_as_text(each.fields.get(name)) for each in component.pieces}
            some = sorted(values & hues.keys())[:_MOST_PROBES]
            tinted = [(hues[value], other) for value in some if (other := probe(name, value)) is not None]
            same = len(tinted) > 1 and {len(other) for _, other in tinted} == {len(root)}
            for number, part in enumerate(root if same else ()):
                if kind_of(part) != "defs":
                    _name_shades(part, [(colour, other[number]) for colour, other in tinted], name)
    named = {word for element in root.iter() for word in _FIELD.findall(element.attrib.get(NAME, ""))}
    named |= {word for text in root.iter(f"{{{SVG}}}text") for word in GAP.findall("".join(text.itertext()))}
    known = named | ({"id"} if "art" in named else set())  # the picture of a card goes by its id
    return ExportedDrawing(
        _document(component, root), tuple(name for name in read if name not in known), palette
    )


def _drawn(
    component: Component, piece: Piece, side: Side, template: str, context: RenderContext, *, shared: bool
) -> tuple[Element, Iterable[str]] | Diagnostic:
    """Return a face whose objects have names, and the fields of the card that were read."""
    found: list[Diagnostic] = []
    report = Reporter(component.id, piece, side, context.sources, found, context.templates.line_in_use)
    api = RecordingApi(context, report, lenient=template.startswith(DESIGNS_FOLDER))
    api.is_shared = shared and component.design is not None and not component.design.roles.corner
    api.is_bare = api.is_shared and _is_bare(component, context)
    values = shared_values(component, context, side) | own_values(
        component, context, api, own_back(component, piece)
    )
    proxy, card = values["piece"], values["card"]
    assert isinstance(proxy, FieldProxy)
    assert isinstance(card, FieldProxy)
    fields = _NotedFields(with_sources(fields_of(proxy)))
    values["piece"] = FieldProxy("piece", fields)
    if component.design and "text" in card:
        known = as_shared(fields_of(card), component) if shared else fields_of(card)
        known, api.said = with_roles(known, component.design, fields)
        values["card"], api.footer = FieldProxy("card", known), known["footer"]
    drawn = context.templates.draw(template, values)
    if isinstance(drawn, Diagnostic):
        return drawn
    svg = _ROOT.sub(lambda match: f"{match[0]}<defs>{api.symbols()}</defs>", drawn, count=1)
    svg = svg.encode("utf-8", "replace").decode()
    for fault in lint(svg, context.sources.fonts, frozenset(api.shown)).faults:
        if fault.code == "PNP304":
            place = context.templates.find(template, fault.words)
            return Diagnostic(fault.code, fault.message, place, fault.hint)
    return read_xml(svg), fields.read


def _is_bare(component: Component, context: RenderContext) -> bool:
    """Say whether no card of a component has a picture, and none is drawn."""
    find = context.gallery.find
    is_drawn = component.design is None or deck_of(component.design).drawn
    return not (is_drawn or any(find(str(each.fields.get("art", each.id))) for each in component.pieces))


def _share(
    root: Element,
    component: Component,
    piece: Piece,
    probe: Callable[[str, str], Element | None],
    context: RenderContext,
) -> dict[str, str]:
    """Make a face of a design what all its cards share, and return the palette; `probe` draws it with another value."""
    assert component.design is not None
    roles, (name, palette) = component.design.roles, _accents(component, context)
    colours = [*dict.fromkeys((*palette.values(), *_PROBES))][:_MOST_PROBES]
    tinted = [(colour, probe(f"{roles.suit}_color", colour)) for colour in colours]
    without = {each: probe(each, "") for each in (*roles.numbers, roles.cost) if piece.fields.get(each)}
    gone = {
        each: _gone(root, other, {*roles.numbers} - {each} if each != roles.cost else set())
        for each, other in without.items()
        if other is not None
    }
    _name_shades(root, [(colour, other) for colour, other in tinted if other is not None], name)
    conditions = {each: _when_filled(component, each) for each in gone}
    # What is between two numbers goes with the one that a card may lack.
    for each in sorted(gone, key=lambda each: not conditions[each]):
        (objects, changed), condition = gone[each], conditions[each]
        _group_number(root, objects, f"{each} number{condition}")
        for shape in changed if condition and each != roles.cost else ():  # what stands between the numbers
            if NAME not in shape.attrib and kind_of(shape) == "path" and shape in [*root]:
                root.remove(shape)
    _share_mark(root, component, piece)
    _name_shapes(root, component)
    return palette


def _share_mark(root: Element, component: Component, piece: Piece) -> None:
    """Put the symbols of all types where a card has that of its own; each is shown on the cards of its type."""
    assert component.design is not None
    deck, shapes = deck_of(component.design), [*root]
    own = deck.marks.get(value_as_text(piece.fields.get(deck.marked)), "")
    at = next((at for at, shape in enumerate(shapes) if shape.get("d") == own), 0)
    if not at:
        return
    if not all(value_as_text(each.fields.get(deck.marked)) for each in component.pieces):
        held = shapes[at - 1]  # a card without a type has no frame for its symbol
        held.set(NAME, f"symbol frame show-if: {deck.marked} {held.get(NAME, '')}".strip())
    root.remove(shapes[at])
    for value, outline in deck.marks.items():
        if _SIMPLE.fullmatch(value) and " and " not in value:
            name = f"symbol show-if: {deck.marked}={value}"
            root.insert(at, Element(shapes[at].tag, {**shapes[at].attrib, "d": outline, NAME: name}))


_SIMPLE = re.compile(r"\w[\w .'-]*")  # A value that a condition can name.


# The colours of a drawing that all cards of a design share: shades of that of each card.

_PROBES = ("#8a3b2c", "#2f6b4a", "#33519e")
_MOST_PROBES = 6  # Colours in which a card is drawn to see what of it follows.
_OFF = 3.0  # So far from its shade, of 255, a colour may be: designs round at each step.
_PAINTS = {"fill": "fill", "stroke": "stroke", "stop-color": "fill"}


def _accents(component: Component, context: RenderContext) -> tuple[str, dict[str, str]]:
    """Return the field that chooses the colour of a card, and the colours by its values; "accent" where none does."""
    design, palette = component.design, colours(context.game, context.theme)
    assert design is not None
    suit = design.roles.suit
    hues = ("color", "colour", f"{suit}_color")
    texts = [
        {name: value_as_text(piece.fields.get(name)) for name in (*hues, suit)} for piece in component.pieces
    ]
    name = next((name for name in hues if any(is_colour(each[name]) for each in texts)), suit)
    if name != suit:
        return name, {}
    made = (
        design_values(design, each.name, each.fields, palette, context.game.title)
        for each in component.pieces
    )
    found = {each[suit]: str(values["accent"]) for each, values in zip(texts, made, strict=True)}
    if not suit:
        return "accent", {"accent": next(iter(found.values()))}
    return suit, {
        palette_name(each): colour for each, colour in found.items() if each and not is_colour(each)
    }


def _name_shades(root: Element, probes: Sequence[tuple[str, Element]], name: str) -> None:
    """Have the names of objects say of which shade of a colour they are, as far as the probes, drawn in others, show it."""
    above = {child: parent for parent in root.iter() for child in parent}
    rows = zip(root.iter(), *(other.iter() for _, other in probes), strict=False)
    for element, *others in rows:
        if any(other.tag != element.tag for other in others):
            return  # what is drawn depends on the colour
        for key, instruction in _PAINTS.items():
            seen = [other.get(key, "") for other in others]
            shade = _shade([colour for colour, _ in probes], seen) if len(set(seen)) > 1 else None
            if shade is not None:
                parent = above.get(element)
                is_words = kind_of(element) == "text" and parent is not None and NAME in parent.attrib
                named = parent if is_words and parent is not None else element
                said = f"{instruction}: {name}{shade}"
                named.set(NAME, " ".join(filter(None, (named.get(NAME), said))))


def _shade(bases: Sequence[str], seen: Sequence[str]) -> str | None:
    """Return what has to be written behind a colour to get a shade of it, None for what is none.

    >>> _shade(["#c00000", "#00c000"], ["#600000", "#006000"])
    ' 50% #000000'
    """
    if not all(map(is_colour, seen)):
        return None
    x, y = ([part for each in made for part in channels(each)] for made in (bases, seen))
    mean, middle = ([sum(parts[at::3]) / len(bases) for at in range(3)] for parts in (x, y))
    far = [(a - mean[at % 3], b - middle[at % 3]) for at, (a, b) in enumerate(zip(x, y, strict=True))]
    share = sum(a * b for a, b in far) / (sum(a * a for a, _ in far) or 1)
    if not 0 < share < 1.01 or max(abs(b - share * a) for a, b in far) > _OFF:
        return None
    rest = [(b - share * a) / max(1 - share, 1e-9) for a, b in zip(mean, middle, strict=True)]
    mixed = bytes(round(min(max(each, 0), 255)) for each in rest)
    return f" {100 * share:.3g}% #{mixed.hex()}" if share < 0.995 else ""


# Objects of a number are a group, which is there where the card has the number; shapes have names that say where they are.


def _gone(root: Element, other: Element, numbers: Iterable[str]) -> tuple[list[Element], list[Element]]:
    """Return the objects of a face that one without a number does not have, and those between numbers that are others there.

    There are none where the other `numbers` move together; where texts get the room, nothing is between numbers.
    """
    left, known = (Counter(map(_as_written, each)) for each in (other, root))
    gone, changed = [child for child in root if not left[_as_written(child)]], list[Element]()
    for there in (child for child in other if not known[_as_written(child)]):
        like = [each for each in gone if _look(each) == _look(there)]
        if like:
            near = min(like, key=lambda each: math.dist(_spot(each), _spot(there)))
            gone.remove(near)
            changed.append(near)
    moved = {_called(each) for each in changed if NAME in each.attrib}
    return ([], []) if moved.intersection(numbers) else (gone, [] if moved else changed)


def _as_written(element: Element) -> str:
    return tostring(element, "unicode").strip()


def _look(element: Element) -> tuple[object, ...]:
    return (element.tag, *map(element.get, (NAME, *_PAINTS, "id")))


def _spot(element: Element) -> Point:
    box = _box_of(element) or (_box_of(element[0]) if len(element) else None)
    if box is None:
        return float(element.get("x", 0)), float(element.get("y", 0))
    return box.middle


def _when_filled(component: Component, field: str) -> str:
    """Return the condition for what belongs to a number: that it is there; where 0 is printed, that it is a number."""
    assert component.design is not None
    values = [value_as_text(piece.fields.get(field)) for piece in component.pieces]
    if all(values) and field not in component.design.quiet:
        return ""
    try:
        least = min(float(each) for each in values if each)
    except ValueError:
        return f" show-if: {field}"
    return (
        f" show-if: {field}"
        if least > 0 or field in component.design.quiet
        else f" show-if: {field}>={least:g}"
    )


def _group_number(root: Element, objects: Sequence[Element], name: str) -> None:
    members = {id(each) for each in objects}
    for is_of_number, run in groupby([*root], key=lambda each: id(each) in members):
        if is_of_number:
            inner = [*run]
            group = Element(f"{{{SVG}}}g", {NAME: name})
            root.insert([*root].index(inner[0]), group)
            for each in inner:
                root.remove(each)
                group.append(each)
                if kind_of(each) in _DRAWN:
                    each.set(ON_PURPOSE, "the design has it so")  # such as the facets of a gem


_DRAWN = frozenset({"path", "rect", "circle", "ellipse"})


def _name_shapes(root: Element, component: Component) -> None:
    """Give shapes without a name one: after the fields whose places they are around, or after the number they belong to."""
    places = {
        name: box
        for group in root.iter(f"{{{SVG}}}g")
        if (name := _called(group)) and not name.endswith(" number") and (box := _box_of(group[0]))
    }
    numbers = {*(component.design.roles.numbers if component.design else ())}
    for parent in (root, *(each for each in root if _called(each).endswith(" number"))):
        for shape in parent:
            box = _box_of(shape)
            if _called(shape) or (box is None and kind_of(shape) != "text"):
                continue
            held = [name for name, place in places.items() if box and box.contains(place, slack=1.0)]
            if box is None:
                name = "label" if parent is not root else "fixed words"
            elif box.width > component.size.width:
                name = "background"
            elif held and (len(held) == 1 or numbers.issuperset(held)):
                name = f"{held[0] if len(held) == 1 else 'numbers'} frame"
            else:
                name = "card frame" if held else "symbol" if parent is not root else "ornament"
            if parent is not root and name in ("label", "symbol"):
                name = f"{_called(parent).removesuffix(' number')} {name}"
            shape.set(NAME, f"{name} {shape.get(NAME, '')}".strip())


def _box_of(shape: Element) -> Rect | None:
    kind = kind_of(shape)
    box = shape_box(kind, shape.attrib) if kind in _DRAWN else None
    matrix = transform(shape.get("transform", ""))
    return around_points([matrix.apply(*corner) for corner in box.corners]) if box else None


def _called(element: Element) -> str:
    """Return the name of an object without its instructions."""
    return _SAID.split(element.get(NAME, ""), maxsplit=1)[0].strip()


_SAID = re.compile(r"(?:^|\s)[a-z-]+: ")

_PICTURED = (
    *("thing", "others", "emblem", "several", "mirrored", "scene", "motif", "seed", "plain"),
    *("scenery", "shine", "second", "accent"),
)


def scene_of(component: Component, piece: Piece, like: Piece, template: str, context: RenderContext) -> str:
    """Return what a design draws on a piece without a picture, in the place that another piece has for it; "" for nothing."""
    is_bare = _is_bare(component, context)

    def values_of(each: Piece) -> tuple[Values, Mapping[str, Any]]:
        report = Reporter(component.id, each, "front", context.sources, [], context.templates.line_in_use)
        api = RecordingApi(context, report, lenient=True)
        api.is_shared, api.is_bare = True, is_bare
        values = own_values(component, context, api, own_back(component, each))
        assert isinstance(values["card"], FieldProxy)
        return values, fields_of(values["card"])

    (own, pictured), (other, card) = map(values_of, (piece, like))
    pictured = {key: pictured[key] for key in _PICTURED} | {"scenic": True}
    known = FieldProxy("card", as_shared({**card, **pictured}, component))
    values = (
        shared_values(component, context, "front") | own | {"card": known, "continues": other["continues"]}
    )
    drawn = context.templates.draw(template, values)
    if isinstance(drawn, Diagnostic):
        return ""
    scene = next((each for each in read_xml(drawn).iter() if kind_of(each) == "svg" and each.get("x")), None)
    if scene is None:
        return ""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{scene.get("viewBox")}">{inside(scene)}</svg>\n'


def _document(component: Component, root: Element) -> str:
    """Return the file: a page with bleed, a layer for each run of shapes or of texts, and guides on top."""
    size, bleed = component.size, component.bleed
    x, width, height = (
        decimal(length) for length in (-bleed, size.width + 2 * bleed, size.height + 2 * bleed)
    )
    definitions = [child for child in root if kind_of(child) == "defs"]
    drawn = [child for child in root if kind_of(child) not in (None, "defs", "title")]
    ids = _Ids()
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        f'<svg {_SPACES} width="{width}mm" height="{height}mm" viewBox="{x} {x} {width} {height}" version="1.1">',
        '<sodipodi:namedview pagecolor="#ffffff" bordercolor="#666666" inkscape:document-units="mm"/>',
        *(
            f"<defs{written(own_attributes(definition))}>{inside(definition, ids.attributes)}</defs>"
            for definition in definitions
            if len(definition)
        ),
        *_layers(drawn, ids),
        _guides(component),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


class _Ids:
    """Gives objects their names: as the label of Inkscape, and as the id that Illustrator and Affinity show."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()

    def attributes(self, element: Element) -> dict[str, str]:
        """Return the attributes of an element, with those that hold its name."""
        attributes = own_attributes(element)
        if "href" in attributes:
            attributes["xlink:href"] = attributes.pop("href")
        return attributes | (self.named(element.attrib[NAME]) if NAME in element.attrib else {})

    def named(self, name: str) -> dict[str, str]:
        """Return the attributes that give an object a name."""
        own = _NOT_OF_A_NAME.sub(lambda found: f"_x{ord(found[0]):02X}_", name)
        self._used[own] += 1
        number = self._used[own] - 1
        return {"id": own if not number else f"{own}_{number}_", "inkscape:label": name}


def _layers(drawn: Iterable[Element], ids: _Ids) -> Iterator[str]:
    numbers: Counter[str] = Counter()

    def layer(element: Element) -> str:
        if _called(element).endswith(" number"):  # a layer of its own, whose objects can be reached
            return element.attrib[NAME]
        is_text = kind_of(element) == "text" or (NAME in element.attrib and kind_of(element) == "g")
        return "Text" if is_text else "Art"

    for title, group in groupby(drawn, key=layer):
        label, objects = title, [*group]
        if title in ("Art", "Text"):
            numbers[title] += 1
            called = [_called(each) for each in objects if not str(kind_of(each)).endswith("Gradient")]
            number = f" {numbers[title]}" if numbers[title] > 1 else ""
            label += f": {', '.join([*dict.fromkeys(called)][:3])}" if all(called) else number
        else:
            objects = [each for member in objects for each in member]
        yield f'<g inkscape:groupmode="layer" inkscape:label="{escape(label)}">'
        for element in objects:
            kind = kind_of(element)
            within, opened = inside(element, ids.attributes), f"<{kind}{written(ids.attributes(element))}"
            yield f"{opened}>{within}</{kind}>" if within else f"{opened}/>"
        yield "</g>"


def _guides(component: Component) -> str:
    size, safe = component.size, component.safe
    look = 'fill="none" stroke="#d400aa" stroke-width="0.15"'
    cut = f'<path inkscape:label="cut" d="{escaped(path(component.cut.points))}" {look}/>'
    if component.outline is None and component.net is None:
        cut = f'<rect inkscape:label="cut" {_box(0, size)} rx="{decimal(component.corner)}" {look}/>'
    return (
        f'<g inkscape:groupmode="layer" inkscape:label="{GUIDES}" id="guides" sodipodi:insensitive="true">'
        f'{cut}<rect inkscape:label="safe area" {_box(safe, size)} {look} stroke-dasharray="1 1"/></g>'
    )


def _box(inset: float, size: Size) -> str:
    return rect_of((inset, inset, size.width - 2 * inset, size.height - 2 * inset))

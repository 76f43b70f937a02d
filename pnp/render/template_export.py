"""A face written as a drawing to edit: layers, and objects with the names of the fields that they show."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element

from markupsafe import Markup

from pnp.files import read_xml
from pnp.load.role_guesses import value_as_text
from pnp.model.card_looks import Roles
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Side
from pnp.model.game import Component, Piece
from pnp.model.geometry import MM_PER_PT, Size
from pnp.render.faces import own_values, shared_values
from pnp.svg.refused_features import lint
from pnp.svg.vocabulary import inside, kind_of, own_attributes, written
from pnp.templates.api import TemplateApi
from pnp.templates.context import RenderContext, Reporter
from pnp.templates.design_values import DESIGNS_FOLDER, design_values
from pnp.templates.palette import channels, is_colour, palette_name
from pnp.templates.values import FieldProxy, as_box, colours, fields_of, path
from pnp.text import decimal, escaped
from pnp.typesetting.text_svg import DrawnText

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
    """Return a side as a drawing to edit, `shared` with picture and `palette` for all cards, or why it cannot be."""
    drawn = _drawn(component, piece, side, template, context, shared=shared)
    if isinstance(drawn, Diagnostic):
        return drawn
    root, read = drawn
    palette: Mapping[str, str] = {}
    if shared and component.design and side == "front":
        name, palette = _accents(component, context)
        probes = list[tuple[str, Element]]()
        for colour in dict.fromkeys((*palette.values(), *_PROBES)):
            hue = {f"{component.design.roles.suit}_color": colour}
            tinted = replace(piece, fields={**piece.fields, **hue})
            other = _drawn(component, tinted, side, template, context, shared=True)
            probes += [] if isinstance(other, Diagnostic) else [(colour, other[0])]
        _name_shades(root, probes[:_MOST_PROBES], name)
    named = {word for element in root.iter() for word in _FIELD.findall(element.attrib.get(NAME, ""))}
    named |= {word for text in root.iter("text") for word in _GAP.findall("".join(text.itertext()))}
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
    values = shared_values(component, context, side) | own_values(component, context, api)
    proxy, card = values["piece"], values["card"]
    assert isinstance(proxy, FieldProxy)
    assert isinstance(card, FieldProxy)
    fields = _NotedFields(with_sources(fields_of(proxy)))
    values["piece"] = FieldProxy("piece", fields)
    if component.design and "text" in card:
        known = _with_roles(fields_of(card), component.design.roles, fields)
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
        is_text = kind_of(element) == "text" or (NAME in element.attrib and kind_of(element) == "g")
        return "Text" if is_text else "Art"

    for title, group in groupby(drawn, key=layer):
        numbers[title] += 1
        label = title if numbers[title] == 1 else f"{title} {numbers[title]}"
        yield f'<g inkscape:groupmode="layer" inkscape:label="{label}">'
        for element in group:
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
    return _place((inset, inset, size.width - 2 * inset, size.height - 2 * inset))


NAME = "data-name"  # The attribute that has the name of an object until the drawing is written.
PLACEHOLDER_FILL = "#d9d9d9"
LOW_MM_PER_PT = 1.25 * MM_PER_PT  # How high a rectangle is that holds one line, for each pt of its letters.


class FieldText(str):
    """A text of a card that knows the field it is from."""

    __slots__ = ("field",)
    field: str


class FieldNumber(int):
    """A whole number of a card that knows the field it is from."""

    field: str


class FieldDecimal(float):
    """A number of a card that knows the field it is from."""

    __slots__ = ("field",)
    field: str


def with_sources(fields: Mapping[str, object], before: str = "") -> dict[str, Any]:
    """Return the fields of a card as values that know where they are from."""
    return {name: _known(value, before + name) for name, value in fields.items()}


def _known(value: object, path: str) -> Any:
    known: FieldText | FieldNumber | FieldDecimal
    if isinstance(value, Mapping):
        return with_sources(value, f"{path}.")
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return value
    kind = FieldText if isinstance(value, str) else FieldNumber if isinstance(value, int) else FieldDecimal
    known = kind(value)
    known.field = path
    return known


def field_of(value: object) -> str | None:
    """Return the field that a value is from, or words with fields in braces; None when nobody knows."""
    if isinstance(value, FieldText | FieldNumber | FieldDecimal):
        return value.field
    lines = list[str]()
    for each in value if isinstance(value, list) else ():
        words, style = each if isinstance(each, tuple) else (each, "")
        path = field_of(words)
        if words and path is None:
            return None
        gap = path if path and "{" in path else f"{{{path}}}"
        lines += [f"*{gap}*" if style == "italic" else gap] if words else []
    return (
        lines[0].strip("{}") if len(lines) == 1 and _ONE_GAP.fullmatch(lines[0]) else "\n".join(lines) or None
    )


def _with_roles(card: Mapping[str, Any], roles: Roles, fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a design, of which those that say what fields do know which."""
    names = {role: list(each) for role, each in roles.fields.items()}
    names |= {"epithet": list(roles.subtitle)}
    names["subtitle"] = [*roles.subtitle, roles.suit, *roles.footer, *roles.text]
    left, numbers = list(roles.numbers), list[tuple[Any, ...]]()
    for label, value, *rest in card["numbers"]:
        name = next((each for each in left if value_as_text(fields.get(each)) == value), "")
        left = [each for each in left if each != name]
        numbers.append((label, _known(value, name) if name else value, *rest))
    return {
        role: _known_words(value, names[role], fields) if role in names and isinstance(value, str) else value
        for role, value in card.items()
    } | {"numbers": tuple(numbers)}


def _known_words(words: str, names: Iterable[str], fields: Mapping[str, Any]) -> str:
    """Return words as a text that knows which of the fields they say, unless they say none."""
    said = {name: value_as_text(fields.get(name)) for name in dict.fromkeys(names) if name}
    path, longest_first = words, sorted(filter(said.get, said), key=lambda each: -len(said[each]))
    for number, name in enumerate(longest_first):
        value = re.compile(rf"(?<!\w){re.escape(said[name])}(?!\w)", re.IGNORECASE)
        path = value.sub(chr(_OPEN + number), path, count=1)
    if path == words:
        return words
    for number, name in enumerate(longest_first):
        path = path.replace(chr(_OPEN + number), f"{{{name}}}")
    known: str = _known(words, path.strip("{}") if _ONE_GAP.fullmatch(path) else path)
    return known


_OPEN = 0xE000
_GAP = re.compile(r"\{(\w+)\}")
_ONE_GAP = re.compile(r"\{\w+\}")
_LEAST_PT = 5.4  # The smallest size in which a design sets a long text.


class RecordingApi(TemplateApi):
    """Draws as usual and names what it draws of a field; if `shared`, with places of pictures on all cards."""

    is_shared = False
    footer = ""  # What stands at the foot of a card of a design, which puts it together in a macro.

    def has_picture(self, slot: object) -> bool:
        """Say whether there is a picture in a slot, or a place for one."""
        return super().has_picture(slot) or self.is_shared

    def fit(self, text: object, box: object, **options: Any) -> DrawnText:
        """Return a text in a box: a group of a rectangle and the text."""
        drawn, path = super().fit(text, box, **options), field_of(text)
        lines = _lines(drawn)
        if path is None or not lines:
            return drawn
        x, y, width, height = as_box(box)
        asked = {
            "valign": options.get("valign", "top"),
            "leading": options.get("leading", 1.2),
            "lines": options.get("max_lines"),
            **self._sizes_asked(lines, options.get("size", 9), options.get("min")),
            "hyphenate": None if options.get("hyphenate", True) else "no",
        }
        anchor = {"center": "middle", "right": "end", "end": "end"}.get(
            options.get("align", "start"), "start"
        )
        left = x + {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * width
        return drawn.redrawn(
            _group(path, asked, (x, y, width, height), _sample(_said(lines, path), left, anchor, options))
        )

    def line(self, text: object, x: float, y: float, **options: Any) -> DrawnText:
        """Return a line: a text, in a group with a rectangle where its width is limited."""
        drawn, path = super().line(text, x, y, **options), field_of(text)
        path = path or (field_of(self.footer) if text and str(text) == self.footer else None)
        lines = _lines(drawn)
        if path is None or not lines:
            return drawn
        lines = _said(lines, path)
        size, most = options.get("size", 12), options.get("max_width")
        asked = self._sizes_asked(lines, size, options.get("min"))
        anchor = options.get("anchor", "start")
        if most is None:
            return drawn.redrawn(_sample(lines, x, anchor, options, _name(path, asked)))
        sample = _sample(lines, x, anchor, options)
        left = x - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * most
        height = LOW_MM_PER_PT * size
        return drawn.redrawn(_group(path, asked, (left, y - 0.8 * height, most, height), sample))

    def _sizes_asked(
        self, lines: Sequence["_Line"], size: float, smallest: float | None
    ) -> dict[str, object]:
        drawn = float(lines[0][2]["font-size"]) / MM_PER_PT
        usual = self._context.smallest_text
        # A design tries sizes; a longer text than this one is smaller.
        if self.is_shared and smallest == size:
            smallest = min(size, _LEAST_PT)
        return {
            "size": f"{size:g}pt" if drawn < size - 0.01 else None,
            "min": None if smallest is None or smallest in (usual, size) else f"{smallest:g}pt",
        }

    def icon(self, name: object, x: float, y: float, size: float, color: str | None = None) -> Markup:
        """Return an icon: a rectangle with the name of the field that says which."""
        drawn, path = super().icon(name, x, y, size, color), field_of(name)
        if path is None:
            return drawn
        return _rectangle(f"icon: {path}", (x, y, size, size), color or "#000000")

    def picture(self, slot: object, box: object, **options: Any) -> Markup:
        """Return a picture: a rectangle with the name of the slot. What a template draws itself stays."""
        drawn = super().picture(slot, box, **options)
        if options.get("otherwise") is not None and self._context.gallery.find(str(slot)) is None:
            return drawn
        path = field_of(slot)
        name = "art" if str(slot) == self.report.piece.id else f"art: {path or slot}"
        return _rectangle(f"{name} fit: {options.get('fit', 'contain')}", as_box(box), PLACEHOLDER_FILL)


_USUAL = {"valign": "top", "leading": 1.2}


def _name(path: str, asked: Mapping[str, object]) -> str:
    said = (
        f"{key}: {value}" for key, value in asked.items() if value is not None and value != _USUAL.get(key)
    )
    return " ".join((path, *said))


def _group(
    path: str, asked: Mapping[str, object], box: tuple[float, float, float, float], sample: str
) -> Markup:
    first = _GAP.search(path)
    name = _name(first[1] if first else path, asked)
    return Markup(  # noqa: S704 - all of it escaped
        f'<g {NAME}="{escape(name)}"><rect {_place(box)} fill="none"/>{sample}</g>'
    )


def _rectangle(name: str, box: tuple[float, float, float, float], fill: str) -> Markup:
    return Markup(f'<rect {NAME}="{escape(name)}" {_place(box)} fill="{escape(fill)}"/>')  # noqa: S704


def _place(box: Sequence[float]) -> str:
    return " ".join(
        f'{key}="{decimal(float(value))}"'
        for key, value in zip(("x", "y", "width", "height"), box, strict=True)
    )


_Line = tuple[float, str, Mapping[str, str]]
"""A line as it is drawn: its baseline, its words, and the attributes of its first letters."""


def _lines(drawn: str) -> list[_Line]:
    found: dict[str, list[Element]] = {}
    for text in read_xml(f"<g>{drawn}</g>").iter("text"):
        found.setdefault(text.get("y", "0"), []).append(text)
    return [
        (float(y), " ".join("".join(line.itertext()) for line in texts), texts[0].attrib)
        for y, texts in found.items()
    ]


def _said(lines: list[_Line], path: str) -> list[_Line]:
    """Return the lines of a sample: those that were drawn, or words with fields in braces."""
    if "{" not in path:
        return lines
    (y, _, look), high = lines[0], float(lines[0][2]["font-size"]) * 1.2
    return [(y + at * high, words, look) for at, words in enumerate(path.split("\n"))]


def _sample(lines: Sequence[_Line], x: float, anchor: str, options: Mapping[str, Any], name: str = "") -> str:
    _, _, first = lines[0]
    attributes = {NAME: name} if name else {}
    attributes |= {key: first[key] for key in ("font-family", "font-size")}
    attributes |= {
        "font-weight": str(options.get("weight", 400)),
        "font-style": "italic" if options.get("italic") else "normal",
        "fill": options.get("fill", "#000000"),
        "text-anchor": anchor,
    }
    if options.get("outline") is not None and options.get("outline_width"):
        attributes |= {
            "stroke": options["outline"],
            "stroke-width": decimal(2.0 * options["outline_width"]),
            "stroke-linejoin": "round",
            "paint-order": "stroke",
        }
    written = "".join(f' {key}="{escape(str(value))}"' for key, value in attributes.items())
    spans = "".join(
        f'<tspan x="{decimal(x)}" y="{decimal(y)}">{escape(words)}</tspan>' for y, words, _ in lines
    )
    return f'<text x="{decimal(x)}" y="{decimal(lines[0][0])}"{written}>{spans}</text>'

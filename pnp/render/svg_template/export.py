"""A face written as a drawing to edit: layers, and objects with the names of the fields that they show."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any
from xml.etree.ElementTree import Element

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Side
from pnp.model.game import Component, Piece
from pnp.model.geometry import Size
from pnp.render.context import RenderContext, Reporter
from pnp.render.editors_data import inside, kind_of, own_attributes, written
from pnp.render.faces import own_values, shared_values
from pnp.render.svg_lint import lint
from pnp.render.svg_template.recording import NAME, RecordingApi, with_sources
from pnp.render.template_values import FieldProxy, fields_of, path
from pnp.text import decimal, escaped
from pnp.xml_reader import read_xml

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
    """An SVG to edit, and the fields that its template uses in a way for which an object has no name."""

    svg: str
    unnamed: tuple[str, ...]


class _NotedFields(dict[str, Any]):
    """The fields of a card, and the names of those that were read."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        super().__init__(fields)
        self.read: dict[str, None] = {}

    def __getitem__(self, name: str) -> Any:
        self.read[name] = None
        return super().__getitem__(name)


def drawing_of(
    component: Component, piece: Piece, side: Side, template: str, context: RenderContext
) -> ExportedDrawing | Diagnostic:
    """Return a side of a piece as a drawing to edit, or the finding that says why it cannot be drawn."""
    found: list[Diagnostic] = []
    report = Reporter(component.id, piece, side, context.sources, found, context.templates.line_in_use)
    api = RecordingApi(context, report)
    values = shared_values(component, context, side) | own_values(component, context, api)
    proxy = values["piece"]
    assert isinstance(proxy, FieldProxy)
    fields = _NotedFields(with_sources(fields_of(proxy)))
    values["piece"] = FieldProxy("piece", fields)
    drawn = context.templates.draw(template, values)
    if isinstance(drawn, Diagnostic):
        return drawn
    svg = _ROOT.sub(lambda match: f"{match[0]}<defs>{api.symbols()}</defs>", drawn, count=1)
    svg = svg.encode("utf-8", "replace").decode()
    for fault in lint(svg, context.sources.fonts, frozenset(api.shown), context.limits).faults:
        if fault.code == "PNP304":
            place = context.templates.find(template, fault.words)
            return Diagnostic(fault.code, fault.message, place, fault.hint)
    root = read_xml(svg)
    named = {word for each in root.iter() for word in _FIELD.findall(each.attrib.get(NAME, ""))}
    known = named | ({"id"} if "art" in named else set())  # the picture of a card goes by its id
    return ExportedDrawing(
        _document(component, root), tuple(each for each in fields.read if each not in known)
    )


def _document(component: Component, root: Element) -> str:
    """Return the file: a page with bleed, a layer for each run of shapes or of texts, and guides on top."""
    size, bleed = component.size, component.bleed
    x, width, height = (decimal(each) for each in (-bleed, size.width + 2 * bleed, size.height + 2 * bleed))
    definitions = [child for child in root if kind_of(child) == "defs"]
    drawn = [child for child in root if kind_of(child) not in (None, "defs", "title")]
    ids = _Ids()
    lines = [
        '<?xml version="1.0" encoding="UTF-8" standalone="no"?>',
        f'<svg {_SPACES} width="{width}mm" height="{height}mm" viewBox="{x} {x} {width} {height}" version="1.1">',
        '<sodipodi:namedview pagecolor="#ffffff" bordercolor="#666666" inkscape:document-units="mm"/>',
        *(
            f"<defs{written(own_attributes(each))}>{inside(each, ids.attributes)}</defs>"
            for each in definitions
            if len(each)
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
    """Yield the layers, in the order of drawing: shapes and pictures in one, the texts over them in the next."""
    numbers: Counter[str] = Counter()
    for title, group in groupby(drawn, key=lambda each: "Text" if _is_text(each) else "Art"):
        numbers[title] += 1
        label = title if numbers[title] == 1 else f"{title} {numbers[title]}"
        yield f'<g inkscape:groupmode="layer" inkscape:label="{label}">'
        for element in group:
            kind = kind_of(element)
            within, opened = inside(element, ids.attributes), f"<{kind}{written(ids.attributes(element))}"
            yield f"{opened}>{within}</{kind}>" if within else f"{opened}/>"
        yield "</g>"


def _is_text(element: Element) -> bool:
    """Say whether an object is a text, or a group of a text and its rectangle."""
    return kind_of(element) == "text" or (NAME in element.attrib and kind_of(element) == "g")


def _guides(component: Component) -> str:
    """Return the layer, locked, that shows where the card is cut and what is safe."""
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
    """Return the attributes of a rectangle so far inside the cut."""
    values = (inset, inset, size.width - 2 * inset, size.height - 2 * inset)
    names = ("x", "y", "width", "height")
    return " ".join(f'{name}="{decimal(value)}"' for name, value in zip(names, values, strict=True))

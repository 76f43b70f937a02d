"""Drawings saved by a drawing program, as templates: read once, filled for each card."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException

from pnp.load.project import is_drawing
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import Side
from pnp.model.game import Component
from pnp.model.geometry import Rect
from pnp.render.context import RenderContext
from pnp.render.editors_data import written
from pnp.render.limits import MAX_DEPTH, MAX_SVG_BYTES
from pnp.render.svg_lint import references
from pnp.render.svg_template.compiler import Compiled, compiled
from pnp.render.svg_template.frames import Drawing, Setting
from pnp.render.svg_template.page import Page, WrongPage, page_of
from pnp.render.svg_template.parts import Card, drawn_parts
from pnp.render.svg_template.text_look import SVG, Families, inherited
from pnp.render.template_api import USUAL_FONTS, TemplateApi
from pnp.render.xml_reader import read_xml
from pnp.text import decimal, escaped, listed

_OF_EACH = ("id", "name", "copies")
_OF_THE_WHOLE = ("style", "fill", "stroke", "fill-rule", "clip-rule", "stroke-width", "stroke-linejoin")


@dataclass(frozen=True, slots=True)
class Ready:
    """A drawing for one side of a component: taken apart, with its place on the card, and its text to find places in."""

    name: str
    file: str
    text: str
    page: Page
    own: Mapping[str, str]
    compiled: Compiled

    def place_of(self, words: str) -> Place:
        """Return where the name of an object stands in the file."""
        written_so = escaped(words)
        at = max(self.text.find(f'="{written_so}"'), self.text.find(f">{words}<"), 0) if words else 0
        before = self.text[:at]
        column = at - before.rfind("\n")
        return Place(self.file, before.count("\n") + 1, column if at else 1, max(1, len(written_so)))


class SvgTemplates:
    """The drawings that are templates of a component; each is read once for a side."""

    def __init__(self, component: Component, context: RenderContext) -> None:
        self._component = component
        self._context = context
        self.fields = frozenset(_OF_EACH).union(*(piece.fields for piece in component.pieces))
        self.ready = cache(self._ready)

    def draw(self, name: str, values: Mapping[str, object], api: TemplateApi) -> str | Diagnostic:
        """Return what a drawing makes of the values of a card, or the finding that says why it cannot be one.

        What is wrong with single objects is reported.
        """
        ready = self.ready(name, api.report.side)
        if isinstance(ready, Diagnostic):
            return ready
        for fault in ready.compiled.faults:
            at = ready.place_of(fault.object)
            api.report.add(Diagnostic(fault.code, fault.message, at, fault.hint, fault.severity))
        card = Card(values, api, self.fields, ready.place_of)
        api.report.template_line = card.line_in_use
        return _sheet(self._component, values, api.report.side, _whole(ready, card))

    def never_shown(self) -> Iterator[Diagnostic]:
        """Yield a warning that names the fields which no side of the component shows, if drawings make all of them."""
        sides = {
            (template, side)
            for piece in self._component.pieces
            for side, template in self._context.sides(piece)
        }
        if not sides or not all(is_drawing(template) for template, _ in sides):
            return
        found = [self.ready(*each) for each in sides]
        written_ = {name: piece for piece in reversed(self._component.pieces) for name in piece.fields}
        shown = {"art"}.union(*(each.compiled.shown for each in found if isinstance(each, Ready)))
        hidden = sorted(written_.keys() - shown)
        if hidden and not any(isinstance(each, Diagnostic) or each.compiled.faults for each in found):
            names = listed([f'"{name}"' for name in hidden])
            what = f"{'field' if len(hidden) == 1 else 'fields'} {names}"
            said = f"{self._component.id}: no object of the drawing shows the {what}"
            hint = (
                "give an object that name; one on a hidden layer keeps a field from being printed on purpose"
            )
            piece = written_[hidden[0]]
            yield Diagnostic("PNP453", said, piece.places.get(hidden[0], piece.place), hint, "warning")

    def _ready(self, name: str, side: Side) -> Ready | Diagnostic:
        """Return a drawing for a side, or the finding that says why it cannot be used."""
        component, sources = self._component, self._context.sources
        text, path = self._context.templates.text_of(name), sources.find_template_file(name)
        if text is None or path is None:
            hint = "templates are looked for in templates/; a drawing is UTF-8 text"
            return Diagnostic("PNP303", f'there is no template "{name}" that can be read', None, hint)
        file = sources.shown(path)
        start = Place(file, 1, 1)
        try:
            root = _root(text.lstrip("\ufeff"))
            names = {side, component.id, f"{component.id} {side}"}
            page = page_of(root, component.size, component.bleed, names)
        except _NoDrawing as error:
            return Diagnostic("PNP304", str(error), Place(file, max(1, error.line), 1), error.hint)
        except WrongPage as error:
            return Diagnostic("PNP450", str(error), start, error.hint)
        drawing = self._drawing(root)
        done = compiled(root, Setting(page.matrix, inherited({}, root)), drawing)
        own = {key: root.attrib[key] for key in _OF_THE_WHOLE if key in root.attrib}
        own = {"font-family": drawing.families.body, **own}
        return Ready(name, file, text, page, own, done)

    def _drawing(self, root: Element) -> Drawing:
        component, context = self._component, self._context
        width, height, safe, bleed = (
            component.size.width,
            component.size.height,
            component.safe,
            component.bleed,
        )
        return Drawing(
            fields=self.fields,
            families=Families(context.sources.fonts, {**USUAL_FONTS, **context.game.fonts}),
            safe=Rect(safe, safe, width - 2 * safe, height - 2 * safe),
            trim=Rect(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
            is_icon=lambda icon: context.icons.find(icon) is not None,
            used=frozenset(_used(root)),
            by_id={each.attrib["id"]: each for each in root.iter() if "id" in each.attrib},
        )


class _NoDrawing(ValueError):
    """A file that is no drawing; `line` is that of the fault, 0 where nobody knows."""

    def __init__(self, message: str, hint: str, line: int = 0) -> None:
        super().__init__(message)
        self.hint = hint
        self.line = line


def _root(text: str) -> Element:
    """Return the outermost element of a drawing. Raises _NoDrawing."""
    if len(text) > MAX_SVG_BYTES:
        raise _NoDrawing(
            f"the drawing has {len(text) // 1_000_000} MB", "simplify its paths, or put pictures into art/"
        )
    try:
        root = read_xml(text)
    except DefusedXmlException:
        raise _NoDrawing("the drawing declares XML entities", 'save it as "Plain SVG"') from None
    except (ParseError, ValueError, LookupError) as error:
        line = getattr(error, "position", (0, 0))[0]
        raise _NoDrawing(
            f"the drawing is not well-formed XML ({error})", "open it and save it again", line
        ) from None
    if root.tag != f"{SVG}svg":
        raise _NoDrawing(
            "the file is no SVG drawing",
            'its outermost element must be <svg xmlns="http://www.w3.org/2000/svg">',
        )
    if _depth(root) > MAX_DEPTH:
        raise _NoDrawing(f"its groups are nested more than {MAX_DEPTH} deep", "ungroup them")
    return root


def _used(root: Element) -> Iterator[str]:
    """Yield the ids that elements point to."""
    for element in root.iter():
        for key, value in element.attrib.items():
            if key.endswith("href") and value.startswith("#"):
                yield value[1:]
            elif "(" in value:
                yield from references(value)


def _depth(root: Element) -> int:
    """Return how deep elements are nested."""
    deepest, waiting = 0, [(root, 1)]
    while waiting:
        element, depth = waiting.pop()
        deepest = max(deepest, depth)
        waiting += ((child, depth + 1) for child in element)
    return deepest


def _whole(ready: Ready, card: Card) -> str:
    """Return all of a drawing, in the mm of the face."""
    matrix = str(ready.page.matrix)
    own = {"transform": matrix, **ready.own} if matrix else ready.own
    return f"<g{written(own)}>{drawn_parts(ready.compiled.parts, card)}</g>"


def _sheet(component: Component, values: Mapping[str, object], side: Side, inside: str) -> str:
    """Return the face: white paper as large as the card with its bleed, and what is on it."""
    size, bleed = component.size, component.bleed
    x, width, height = (decimal(each) for each in (-bleed, size.width + 2 * bleed, size.height + 2 * bleed))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="{x} {x} {width} {height}"><title>{escaped(_title(component, values, side))}</title>'
        f'<rect x="{x}" y="{x}" width="{width}" height="{height}" fill="#ffffff"/>{inside}</svg>'
    )


def _title(component: Component, values: Mapping[str, object], side: Side) -> str:
    game, piece = values["game"], values["piece"]
    return f"{game['title']}: {piece['name'] if side == 'front' else component.title + ', back'}"  # type: ignore[index]

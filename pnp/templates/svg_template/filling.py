"""Drawings of a drawing program as templates: read once, filled in for each card."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.load.pieces import picture_name
from pnp.load.project import is_drawing
from pnp.model.diagnostics import Diagnostic, Fault, HintedError, Place
from pnp.model.face import Side
from pnp.model.game import Component
from pnp.model.geometry import MM_PER_UNIT, Rect, Size
from pnp.model.svg_geometry import Affine
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.geometry import number_and_unit, page_box
from pnp.svg.reader.plain_svg import Drawing as PlainDrawing
from pnp.svg.reader.plain_svg import plain_svg
from pnp.svg.reader.source_text import read_source
from pnp.svg.vocabulary import declarations, references, written
from pnp.templates.api import TemplateApi
from pnp.templates.context import RenderContext
from pnp.templates.svg_template.compiler import ART, Compiled, compiled
from pnp.templates.svg_template.object_names import IMAGE, LABEL, NOTE, NameFault, field_meant, object_name
from pnp.templates.svg_template.parts import Card, drawn_parts
from pnp.templates.svg_template.setting import LAYOUT, SVG, Drawing, Families, Setting, inherited
from pnp.text import decimal, escaped, listed
from pnp.typesetting.font_choice import USUAL_FONTS

# Where the page of a drawing lies on a card: it is as large as the card, or as the card with its bleed.

WITHIN = 0.3  # So many mm a page may be off: drawing programs round.
_PAGE = "{http://www.inkscape.org/namespaces/inkscape}page"
_MM = {**MM_PER_UNIT, "pc": 12 * MM_PER_UNIT["pt"], "q": 0.25}
_DPI = (96, 72, 90, 300, 600, 150)
"""The pixels to the inch of drawing programs, the usual ones first; a page in pixels is of the first that suits."""

_RATIO = 0.004  # So far two proportions may be from each other.


class WrongPage(HintedError):
    """A page that is not of the size of the card; `hint` says what to set where."""


class Page(NamedTuple):
    """How the units of a drawing become mm on the face, and whether the drawing has other pages."""

    matrix: Affine
    one_of_several: bool = False


class Sheet(NamedTuple):
    """A page of a drawing: its place in units, and what it is called."""

    box: Rect
    name: str = ""


class Pages(NamedTuple):
    """The pages of a drawing, that of the file last, and how many mm a unit is; None for pages in pixels of no known size."""

    sheets: tuple[Sheet, ...]
    scale: float | None


def page_of(pages: Pages, trim: Size, bleed: float, names: Collection[str]) -> Page:
    """Return the page to print: of several of the right size the one with one of these names. Raises WrongPage."""
    sizes = [Size(trim.width + 2 * bleed, trim.height + 2 * bleed), trim] if bleed else [trim]
    known, sheets = pages.scale, pages.sheets
    fitting: list[tuple[Sheet, Size, float]] = []
    for scale in [known] if known else [MM_PER_UNIT["in"] / dpi for dpi in _DPI]:
        for sheet in sheets:
            scaled = Size(sheet.box.width * scale, sheet.box.height * scale)
            fitting += ((sheet, size, scale) for size in sizes if scaled.is_like(size, within=WITHIN))
    if not fitting and not known:
        alike = [(sheet, size) for sheet in sheets for size in sizes if _is_like(sheet, size)]
        if len({size for _, size in alike}) == 1:
            fitting = [(sheet, size, size.width / sheet.box.width) for sheet, size in alike]
    if not fitting:
        size = sheets[-1].box.size
        page = f"{size.width:g} x {size.height:g} pixels"
        if known is not None:
            page = f"{size.width * known:.4g} x {size.height * known:.4g} mm"
        larger = f", or {_in_mm(sizes[0])} with its bleed" if len(sizes) > 1 else ""
        hint = (
            f"set the page to {_in_mm(sizes[0])} and move the drawing onto it "
            "(Inkscape: File > Document Properties; Illustrator: Artboards; Affinity: Document Setup)"
        )
        raise WrongPage(f"the page is {page}; the piece is {_in_mm(trim)}{larger}", hint)
    named = (pair for pair in fitting if pair[0].name.casefold() in names)
    sheet, size, unit = next(named, fitting[0])
    shift = (trim.width - size.width) / 2
    matrix = Affine(unit, 0.0, 0.0, unit, shift - unit * sheet.box.x, shift - unit * sheet.box.y)
    return Page(matrix, one_of_several=len({sheet.box for sheet in sheets}) > 1)


def _is_like(sheet: Sheet, size: Size) -> bool:
    width, height = sheet.box.width, sheet.box.height
    return width > 0 and abs(height * size.width / (width * size.height) - 1) < _RATIO


def pages_of(root: Element) -> Pages:
    """Return the pages of a drawing as it was saved: those that Inkscape has put into it, and that of the file."""
    found = []
    for page in root.iter(_PAGE):
        numbers = [_length(page.get(name))[0] for name in ("x", "y", "width", "height")]
        found.append(Sheet(Rect(*numbers), page.get(LABEL, "")))
    view = page_box(root)
    (width, across), (height, down) = (_length(root.get(side)) for side in ("width", "height"))
    if not (across in _MM and down in _MM and width > 0 < height and view.width > 0 < view.height):
        return Pages((*found, Sheet(view)), None)
    width, height = width * _MM[across], height * _MM[down]
    # What is left of the page lies on both sides of the drawing.
    scale = min(width / view.width, height / view.height)
    wide, high = width / scale, height / scale
    whole = Rect(view.x - (wide - view.width) / 2, view.y - (high - view.height) / 2, wide, high)
    return Pages((*found, Sheet(whole)), scale)


def _length(text: str | None) -> tuple[float, str]:
    return number_and_unit(text) or (0.0, "")


def _in_mm(size: Size) -> str:
    return f"{size.width:g} x {size.height:g} mm"


_LAYOUT = frozenset(
    {"shape-inside", "shape-padding", "inline-size", "line-height", "text-align", "text-transform"}
)
_LINKS = ("href", "{http://www.w3.org/1999/xlink}href")


@dataclass(frozen=True, slots=True)
class Source:
    """A drawing in plain SVG with its pages; no picture is linked to where one will be placed."""

    drawing: PlainDrawing
    pages: Pages


def read_template(text: str, is_placeholder: Callable[[Element], bool]) -> Source:
    """Return the drawing in a file. Raises UnsafeDrawing for what is none."""
    root, mended = read_source(re.sub(r"^\ufeff?\s*<\?xml[^>]*\?>", "", text).encode())
    pages = pages_of(root)
    for element in root.iter():
        notes = "\n".join(note.text or "" for note in element.findall(f"{SVG}desc"))
        if notes:
            element.set(NOTE, notes)
        if "style" in element.attrib:
            kept = [
                f"{name}:{value}" for name, value in declarations(element.attrib["style"]) if name in _LAYOUT
            ]
            if kept:
                element.set(LAYOUT, ";".join(kept))
        if element.tag == f"{SVG}image" and is_placeholder(element):
            element.tag = f"{SVG}rect"  # the picture in it is not the one that is printed
            element.set(IMAGE, "")
            for link in _LINKS:
                element.attrib.pop(link, None)
    return Source(plain_svg(root, mended), pages)


def _pointed_at(element: Element) -> Iterator[str]:
    for key, value in element.attrib.items():
        if key in _LINKS and value.startswith("#"):
            yield value[1:]
        elif "(" in value:
            yield from references(value)


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
        design = component.design
        types = (*design.roles.subtitle, design.roles.suit) if design else ()
        self._kinds = {name: design.suits if name == design.roles.suit else () for name in types if design}
        self._texts = frozenset(design.roles.texts if design else ())

    def draw(self, name: str, values: Mapping[str, object], api: TemplateApi) -> str | Diagnostic:
        """Return what a drawing makes of the values of a card, or the finding that says why it cannot be one.

        What is wrong with single objects is reported.
        """
        ready = self.ready(name, api.report.side)
        if isinstance(ready, Diagnostic):
            return ready
        for fault in ready.compiled.faults:
            at = ready.place_of(fault.words)
            api.report.add(Diagnostic(fault.code, fault.message, at, fault.hint, fault.severity))
        card = Card(values, api, self.fields, ready.place_of, kinds=self._kinds, texts=self._texts)
        api.report.template_line = card.line_in_use
        try:
            matrix = str(ready.page.matrix)
            own = {"transform": matrix, **ready.own} if matrix else ready.own
            whole = f"<g{written(own)}>{drawn_parts(ready.compiled.parts, card)}</g>"
        except (ValueError, ArithmeticError) as error:
            hint = "look at its size, its place and its instructions"
            return Diagnostic("PNP312", f"an object cannot be filled: {error}", card.line_in_use(), hint)
        return _sheet(self._component, values, api.report.side, whole)

    def never_shown(self) -> Iterator[Diagnostic]:
        """Yield a warning that names the fields which no side of the component shows, if drawings make all of them."""
        sides = {
            (template, side)
            for piece in self._component.pieces
            for side, template in self._context.sides(piece)
        }
        if not sides or not all(is_drawing(template) for template, _ in sides):
            return
        found = [self.ready(*side) for side in sides]
        written_ = {name: piece for piece in reversed(self._component.pieces) for name in piece.fields}
        shown = {"art"}.union(*(side.compiled.shown for side in found if isinstance(side, Ready)))
        faults = [fault for side in found if isinstance(side, Ready) for fault in side.compiled.faults]
        if any(isinstance(side, Diagnostic) for side in found) or any(
            one.severity == "error" for one in faults
        ):
            return
        design = self._component.design
        placed = design.roles.fields if design else {}
        printed = {name for role, names in placed.items() if role != "symbol" for name in names}
        hints = " ".join(fault.hint for fault in faults)  # a name that is misspelt names its field there
        hidden = sorted(
            name
            for name in written_.keys() - shown
            if f'"{name}"' not in hints
            and (design is None or name in printed)
            and not picture_name(str(written_[name].fields[name]))
        )
        if hidden:
            names = listed([f'"{name}"' for name in hidden])
            what = f"{'field' if len(hidden) == 1 else 'fields'} {names}"
            said = f"{self._component.id}: no object of the drawing shows the {what}"
            hint = "give an object that name; to leave the field out on purpose, put that object on a hidden layer"
            piece = written_[hidden[0]]
            yield Diagnostic("PNP453", said, piece.places.get(hidden[0], piece.place), hint, "warning")

    def _ready(self, name: str, side: Side) -> Ready | Diagnostic:
        component, context, sources = self._component, self._context, self._context.sources
        text, path = context.templates.text_of(name), sources.find_template_file(name)
        if text is None or path is None:
            hint = "templates are looked for in templates/; a drawing is UTF-8 text"
            return Diagnostic("PNP303", f'there is no template "{name}" that can be read', None, hint)
        file = sources.shown(path)
        start = Place(file, 1, 1)
        try:
            source = read_template(text, self._is_placeholder)
            root, names = source.drawing.root, {side, component.id, f"{component.id} {side}"}
            page = page_of(source.pages, component.size, component.bleed, names)
        except UnsafeDrawing as error:
            said = f"the drawing cannot be used: {error}"
            return Diagnostic("PNP304", said, Place(file, max(1, error.line), 1), error.hint)
        except WrongPage as error:
            return Diagnostic("PNP450", str(error), start, error.hint)
        size, safe, bleed = component.size, component.safe, component.bleed
        drawing = Drawing(
            fields=self.fields,
            families=Families(context.sources.fonts, {**USUAL_FONTS, **context.game.fonts}),
            safe=Rect(safe, safe, size.width - 2 * safe, size.height - 2 * safe),
            trim=Rect(-bleed, -bleed, size.width + 2 * bleed, size.height + 2 * bleed),
            is_icon=lambda icon: context.icons.find(icon) is not None,
            used=frozenset(name for element in root.iter() for name in _pointed_at(element)),
            by_id={each.attrib["id"]: each for each in root.iter() if "id" in each.attrib},
        )
        drawing.one_of_several = page.one_of_several
        drawing.faults += [Fault("PNP305", *fault) for fault in source.drawing.faults]
        for change in source.drawing.changes:
            if change.is_seen:
                hint = "look at the card; if it looks wrong, draw it in another way"
                drawing.faults.append(Fault("PNP440", str(change), hint, "warning"))
        done = compiled(root, Setting(page.matrix, inherited({}, root)), drawing)
        own = {key: root.attrib[key] for key in _OF_THE_WHOLE if key in root.attrib}
        own = {"font-family": drawing.families.body, **own}
        return Ready(name, file, text, page, own, done)

    def _is_placeholder(self, image: Element) -> bool:
        try:
            name = object_name(image)
        except NameFault:
            return True
        asked = {ART, "icon"} & {name.name.casefold(), *name.instructions}
        return bool(asked) or field_meant(name.name, self.fields) is not None


def _sheet(component: Component, values: Mapping[str, object], side: Side, inside: str) -> str:
    size, bleed, game, piece = component.size, component.bleed, values["game"], values["piece"]
    x, width, height = (decimal(each) for each in (-bleed, size.width + 2 * bleed, size.height + 2 * bleed))
    shown = piece["name"] if side == "front" else f"{component.title}, back"  # type: ignore[index]
    title = escaped(f"{game['title']}: {shown}")  # type: ignore[index]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="{x} {x} {width} {height}"><title>{title}</title>'
        f'<rect x="{x}" y="{x}" width="{width}" height="{height}" fill="#ffffff"/>{inside}</svg>'
    )

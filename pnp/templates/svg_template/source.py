"""The file of a drawing that is a template, made plain, with what only a template needs of it kept."""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect, Size
from pnp.model.svg_geometry import Affine
from pnp.svg.reader.geometry import number_and_unit, user_units, view_box
from pnp.svg.reader.reading import Drawing, plain_svg
from pnp.svg.reader.source_text import read_source
from pnp.svg.vocabulary import declarations, references
from pnp.templates.svg_template.object_names import IMAGE, LABEL, NOTE
from pnp.templates.svg_template.setting import LAYOUT, SVG
from pnp.units import MM_PER_UNIT

# Where the page of a drawing lies on a card: it is as large as the card, or as the card with its bleed.

WITHIN = 0.3
"""So many mm a page may be off: drawing programs round."""

_PAGE = "{http://www.inkscape.org/namespaces/inkscape}page"
_MM = {**MM_PER_UNIT, "pc": 12 * MM_PER_UNIT["pt"], "q": 0.25}
_DPI = (96, 72, 90, 300, 600, 150)
"""The pixels to the inch of drawing programs, the usual ones first; a page in pixels is of the first that suits."""

_RATIO = 0.004
"""So far two proportions may be from each other."""


class WrongPage(ValueError):
    """A page that is not of the size of the card; `hint` says what to set where."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


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
        fitting += ((sheet, size, scale) for sheet in sheets for size in sizes if _is_of(sheet, size, scale))
    if not fitting and not known:
        alike = [(sheet, size) for sheet in sheets for size in sizes if _is_like(sheet, size)]
        if len({size for _, size in alike}) == 1:
            fitting = [(sheet, size, size.width / sheet.box.width) for sheet, size in alike]
    if not fitting:
        raise _wrong(sheets[-1].box.size, known, sizes)
    named = (each for each in fitting if each[0].name.casefold() in names)
    sheet, size, unit = next(named, fitting[0])
    shift = (trim.width - size.width) / 2
    matrix = Affine(unit, 0.0, 0.0, unit, shift - unit * sheet.box.x, shift - unit * sheet.box.y)
    return Page(matrix, one_of_several=len({each.box for each in sheets}) > 1)


def _is_of(sheet: Sheet, size: Size, scale: float) -> bool:
    return Size(sheet.box.width * scale, sheet.box.height * scale).is_like(size, within=WITHIN)


def _is_like(sheet: Sheet, size: Size) -> bool:
    width, height = sheet.box.width, sheet.box.height
    return width > 0 and abs(height * size.width / (width * size.height) - 1) < _RATIO


def pages_of(root: Element) -> Pages:
    """Return the pages of a drawing as it was saved: those that Inkscape has put into it, and that of the file."""
    found = []
    for page in root.iter(_PAGE):
        numbers = [_length(page.get(name))[0] for name in ("x", "y", "width", "height")]
        found.append(Sheet(Rect(*numbers), page.get(LABEL, "")))
    view = _view(root)
    (width, across), (height, down) = (_length(root.get(side)) for side in ("width", "height"))
    if not (across in _MM and down in _MM and width > 0 < height and view.width > 0 < view.height):
        return Pages((*found, Sheet(view)), None)
    width, height = width * _MM[across], height * _MM[down]
    scale = min(
        width / view.width, height / view.height
    )  # what is left of the page lies on both sides of the drawing
    wide, high = width / scale, height / scale
    whole = Rect(view.x - (wide - view.width) / 2, view.y - (high - view.height) / 2, wide, high)
    return Pages((*found, Sheet(whole)), scale)


def _view(root: Element) -> Rect:
    if (view := view_box(root.get("viewBox"))) is not None:
        return view
    width, height = (user_units(root.get(side), 0.0) for side in ("width", "height"))
    return Rect(0.0, 0.0, width, height)


def _length(text: str | None) -> tuple[float, str]:
    return number_and_unit(text) or (0.0, "")


def _wrong(size: Size, scale: float | None, sizes: list[Size]) -> WrongPage:
    largest, *_, trim = [*sizes, *sizes]
    page = f"{size.width:g} x {size.height:g} pixels"
    if scale is not None:
        page = f"{size.width * scale:.4g} x {size.height * scale:.4g} mm"
    bleed = f", or {_in_mm(largest)} with its bleed" if len(sizes) > 1 else ""
    hint = (
        f"set the page to {_in_mm(largest)} and move the drawing onto it "
        "(Inkscape: File > Document Properties; Illustrator: Artboards; Affinity: Document Setup)"
    )
    return WrongPage(f"the page is {page}; the piece is {_in_mm(trim)}{bleed}", hint)


def _in_mm(size: Size) -> str:
    return f"{size.width:g} x {size.height:g} mm"


_DECLARATION = re.compile(r"^\ufeff?\s*<\?xml[^>]*\?>")
_LAYOUT = frozenset(
    {"shape-inside", "shape-padding", "inline-size", "line-height", "text-align", "text-transform"}
)
_LINKS = ("href", "{http://www.w3.org/1999/xlink}href")


@dataclass(frozen=True, slots=True)
class Source:
    """A drawing in plain SVG with its pages; no picture is linked to where one will be placed."""

    drawing: Drawing
    pages: Pages


def read_template(text: str, is_placeholder: Callable[[Element], bool]) -> Source:
    """Return the drawing in a file. Raises UnsafeDrawing for what is none."""
    root, mended = read_source(_DECLARATION.sub("", text).encode())
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


def ids_in_use(root: Element) -> frozenset[str]:
    """Return the ids that elements of a drawing point to."""
    return frozenset(name for element in root.iter() for name in _pointed_at(element))

"""The file of a drawing that is a template, made plain, with what only a template needs of it kept."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from pnp.model.limits import USUAL_LIMITS
from pnp.svg.complexity import Growth
from pnp.svg.reader.reading import Drawing, plain_svg, too_deep, too_many_shapes
from pnp.svg.reader.source_text import read_source
from pnp.svg.vocabulary import declarations, references
from pnp.templates.svg_template.object_names import IMAGE, NOTE
from pnp.templates.svg_template.page import Pages, pages_of
from pnp.templates.svg_template.text_look import LAYOUT, SVG

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
    _refuse_bombs(root)
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


def _refuse_bombs(root: Element) -> None:
    """Raise UnsafeDrawing for a drawing that is nested too deep, or repeats itself to more than a card can show."""
    growth = Growth()
    open_ = [(root, growth.begin(), iter(root))]
    while open_:
        element, begun, children = open_[-1]
        child = next(children, None)
        if child is None:
            open_.pop()
            if "id" in element.attrib and "Gradient" not in str(element.tag):
                growth.end(begun, element.attrib["id"])
        elif len(open_) >= USUAL_LIMITS.depth:
            raise too_deep(USUAL_LIMITS)
        else:
            open_.append((child, growth.begin(), iter(child)))
            for name in _pointed_at(child):
                growth.repeat(name, 1)
    if growth.shapes() > USUAL_LIMITS.shapes:
        raise too_many_shapes(USUAL_LIMITS)


def _pointed_at(element: Element) -> Iterator[str]:
    """Yield the ids that an element points to."""
    for key, value in element.attrib.items():
        if key in _LINKS and value.startswith("#"):
            yield value[1:]
        elif "(" in value:
            yield from references(value)


def ids_in_use(root: Element) -> frozenset[str]:
    """Return the ids that elements of a drawing point to."""
    return frozenset(name for element in root.iter() for name in _pointed_at(element))

"""How large objects are, in the units in which they are written."""

from collections.abc import Iterator, Mapping
from xml.etree.ElementTree import Element

from pnp.model.geometry import Point, Rect
from pnp.model.svg_paths import around_points, shape_box
from pnp.model.transforms import Affine, transform
from pnp.render.svg_reader.lengths import user_units
from pnp.render.svg_reader.notes import drawn_elements, kind_of

_LENGTHS = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"})
_GROUPS = frozenset({"g", "svg", "a"})


def extent(element: Element) -> Rect | None:
    """Return the box around an object and all that is in it, lines left aside; None where nothing has a place."""
    points = list(_points(element, Affine()))
    return around_points(points) if points else None


def _points(element: Element, here: Affine) -> Iterator[Point]:
    kind = kind_of(element)
    if kind in _GROUPS:
        for child in element:
            yield from _points(child, here @ transform(child.get("transform", "")))
        return
    box = shape_box("rect" if kind == "image" else kind, _in_user_units(element.attrib))
    if box is not None:
        for x, y in ((box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom)):
            yield here.apply(x, y)


def _in_user_units(attributes: Mapping[str, str]) -> Mapping[str, str]:
    return {
        name: str(user_units(value, 0.0)) if name in _LENGTHS else value for name, value in attributes.items()
    }


def with_stroke(element: Element, box: Rect) -> Rect:
    """Return the box with room for a line around it, its corners included."""
    width = max((user_units(each.get("stroke-width"), 1.0) for each in drawn_elements(element)), default=1.0)
    return Rect(box.x - width, box.y - width, box.width + 2 * width, box.height + 2 * width)

"""How large objects are, in the units in which they are written."""

from collections.abc import Iterator, Mapping, Sequence
from xml.etree.ElementTree import Element

from pnp.model.geometry import Point, Rect
from pnp.model.svg_paths import around_points, shape_box
from pnp.model.transforms import transform
from pnp.svg.reader.lengths import user_units
from pnp.svg.reader.notes import drawn_elements, kind_of

_LENGTHS = frozenset({"x", "y", "width", "height", "cx", "cy", "r", "rx", "ry", "x1", "y1", "x2", "y2"})
_GROUPS = frozenset({"g", "svg", "a"})


class Extents:
    """The boxes around the objects of a drawing, each looked for once."""

    def __init__(self) -> None:
        self._known: dict[Element, Rect | None] = {}

    def of(self, element: Element) -> Rect | None:
        """Return the box around an object and all that is in it, lines left aside; None where nothing has a place."""
        if element not in self._known:
            points = list(self._points(element))
            self._known[element] = around_points(points) if points else None
        return self._known[element]

    def _points(self, element: Element) -> Iterator[Point]:
        kind = kind_of(element)
        if kind in _GROUPS:
            for child in element:
                box, here = self.of(child), transform(child.get("transform", ""))
                yield from (here.apply(*corner) for corner in _corners(box))
        else:
            yield from _corners(
                shape_box("rect" if kind == "image" else kind, _in_user_units(element.attrib))
            )


def _corners(box: Rect | None) -> Sequence[Point]:
    if box is None:
        return ()
    return ((box.x, box.y), (box.right, box.y), (box.x, box.bottom), (box.right, box.bottom))


def _in_user_units(attributes: Mapping[str, str]) -> Mapping[str, str]:
    return {
        name: str(user_units(value, 0.0)) if name in _LENGTHS else value for name, value in attributes.items()
    }


def with_stroke(element: Element, box: Rect) -> Rect:
    """Return the box with room for a line around it, its corners included."""
    lines = (each for each in drawn_elements(element) if each.get("stroke", "none") != "none")
    width = max((user_units(each.get("stroke-width"), 1.0) for each in lines), default=0.0)
    return Rect(box.x - width, box.y - width, box.width + 2 * width, box.height + 2 * width)

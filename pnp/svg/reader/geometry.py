"""Measures of a drawing: lengths in user units, the boxes around objects, and the page as its view box has it."""

import math
import re
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from pnp.model.geometry import MM_PER_UNIT, Point, Rect
from pnp.model.svg_geometry import Affine, around_points, shape_box, transform
from pnp.svg.reader.notes import SVG, Notes, drawn_elements, kind_of

_LENGTH = re.compile(r"\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)\s*([a-zA-Z%]*)\s*")
_PX_PER_IN = 96.0
_UNITS = {unit: mm / MM_PER_UNIT["in"] * _PX_PER_IN for unit, mm in MM_PER_UNIT.items()}
_UNITS |= {"": 1.0, "px": 1.0, "pc": 16.0, "q": 96 / 101.6}
_FONT_UNITS = {"em": 1.0, "rem": 1.0, "ex": 0.5, "ch": 0.5}
_FONT_SIZES = {
    "xx-small": 9.6,
    "x-small": 12.0,
    "small": 14.4,
    "medium": 16.0,
    "large": 19.2,
    "x-large": 24.0,
    "xx-large": 32.0,
}
NORMAL_SIZE = 16.0


def number_and_unit(text: str | None) -> tuple[float, str] | None:
    """Return a length as its number and its unit in small letters, None for what is none or is beyond all measure.

    >>> number_and_unit(" 2.5 MM"), number_and_unit("7"), number_and_unit("auto")
    ((2.5, 'mm'), (7.0, ''), None)
    """
    length = _LENGTH.fullmatch(text or "")
    if length is None or abs(float(length[1])) > 1e12:
        return None
    return float(length[1]), length[2].lower()


def user_units(text: str | None, default: float, *, whole: float = 0.0, em: float = NORMAL_SIZE) -> float:
    """Return a length; a share in per cent is one of `whole`. What is no length is the default.

    >>> user_units("25.4mm", 0), user_units("50%", 0, whole=80), user_units("auto", 7), user_units("2em", 0, em=10)
    (96.0, 40.0, 7, 20.0)
    """
    length = number_and_unit(text)
    if length is None:
        return default
    value, unit = length
    if unit == "%":
        return value / 100 * whole
    if unit in _FONT_UNITS:
        return value * _FONT_UNITS[unit] * em
    return value * _UNITS[unit] if unit in _UNITS else default


def numbers(text: str | None, *, whole: float = 0.0, em: float = NORMAL_SIZE) -> list[float]:
    """Return a list of lengths, as far as it can be read.

    >>> numbers("1, 2px 3")
    [1.0, 2.0, 3.0]
    """
    values: list[float] = []
    for part in (text or "").replace(",", " ").split():
        value = user_units(part, float("nan"), whole=whole, em=em)
        if value != value:  # noqa: PLR0124 - not a number
            break
        values.append(value)
    return values


def font_size(text: str | None, around: float) -> float:
    """Return the size of letters in user units, those around being so large."""
    if not text:
        return around
    if text in _FONT_SIZES:
        return _FONT_SIZES[text]
    if text in ("larger", "smaller"):
        return around * (1.2 if text == "larger" else 1 / 1.2)
    return user_units(text, around, whole=around, em=around)


def written(value: float) -> str:
    """Return a number as it is written into a drawing.

    >>> written(1 / 3), written(-0.00000001), written(4.0)
    ('0.33333', '0', '4')
    """
    return f"{round(value, 5) + 0.0:.5f}".rstrip("0").rstrip(".")


def view_box(text: str | None) -> Rect | None:
    """Return the part of a plane that a drawing shows, None for one that does not say so in four numbers.

    >>> view_box("0,0 63 88"), view_box("0 0 63")
    (Rect(x=0.0, y=0.0, width=63.0, height=88.0), None)
    """
    try:
        x, y, width, height = (float(part) for part in (text or "").replace(",", " ").split())
    except ValueError:
        return None
    return Rect(x, y, width, height) if all(map(math.isfinite, (x, y, width, height))) else None


def page_box(root: Element) -> Rect:
    """Return the part of a plane that a drawing shows, which may be said by its width and height alone."""
    if (view := view_box(root.get("viewBox"))) is not None:
        return view
    width, height = (user_units(root.get(side), 0.0) for side in ("width", "height"))
    return Rect(0.0, 0.0, width, height)


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
                yield from (here.apply(*corner) for corner in (box.corners if box else ()))
        else:
            yield from _corners(element, kind)


def covers(root: Element, page: Rect, share: float) -> bool:
    """Say whether the first objects of a drawing already reach over that share of its page."""
    waiting = [(root, Affine())]
    reached: Sequence[Point] = ()
    while waiting:
        element, here = waiting.pop()
        kind = kind_of(element)
        if kind in _GROUPS:
            inside = ((child, here @ transform(child.get("transform", ""))) for child in reversed(element))
            waiting += inside
            continue
        if not (corners := _corners(element, kind)):
            continue
        box = around_points([*reached, *(here.apply(*corner) for corner in corners)])
        reached = box.corners
        wide = min(box.right, page.right) - max(box.x, page.x)
        high = min(box.bottom, page.bottom) - max(box.y, page.y)
        if min(wide, high) > 0 and wide * high >= share * page.width * page.height:
            return True
    return False


def _corners(element: Element, kind: str) -> Sequence[Point]:
    attributes = {
        name: str(user_units(value, 0.0)) if name in _LENGTHS else value
        for name, value in element.attrib.items()
    }
    box = shape_box("rect" if kind == "image" else kind, attributes)
    return box.corners if box else ()


def with_stroke(element: Element, box: Rect) -> Rect:
    """Return the box with room for a line around it, its corners included."""
    lines = (child for child in drawn_elements(element) if child.get("stroke", "none") != "none")
    width = max((user_units(line.get("stroke-width"), 1.0) for line in lines), default=0.0)
    return box.grown(*[width] * 4)


_ALIKE = 0.005  # A page whose shape is that near to its view box is meant alike: editors round.
_WHERE = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


def fit_viewport(root: Element, notes: Notes) -> None:
    """Give the drawing a view box that is its whole page, as preserveAspectRatio lays it there."""
    has_size = "viewBox" in root.attrib or all(
        user_units(root.get(side), 0.0) for side in ("width", "height")
    )
    box = None if has_size else Extents().of(root)
    if box is not None and min(box.width, box.height) > 0:
        seen = with_stroke(root, box)
        root.set("viewBox", " ".join(written(value) for value in (seen.x, seen.y, seen.width, seen.height)))
        notes.changed("its page had no size and was made as large as its contents", is_seen=True)
    view = view_box(root.get("viewBox"))
    width, height = (user_units(root.get(side), 0.0) for side in ("width", "height"))
    is_page = view is not None and min(view.width, view.height, width, height) > 0
    if view is None or not is_page or abs(width / height / (view.width / view.height) - 1) < _ALIKE:
        root.attrib.pop("preserveAspectRatio", None)
        return
    align, _, mode = root.attrib.pop("preserveAspectRatio", "xMidYMid").partition(" ")
    across, down = width / view.width, height / view.height
    if align == "none":
        inner = Element(f"{SVG}g", {"transform": f"scale({written(across)} {written(down)})"})
        inner.extend(list(root))
        for child in list(root):
            root.remove(child)
        root.append(inner)
        seen = Rect(view.x * across, view.y * down, width, height)
    else:
        scale = max(across, down) if mode.strip() == "slice" else min(across, down)
        wide, high = width / scale, height / scale
        x = view.x - (wide - view.width) * _WHERE.get(align[1:4], 0.5)
        y = view.y - (high - view.height) * _WHERE.get(align[5:8], 0.5)
        seen = Rect(x, y, wide, high)
    root.set("viewBox", " ".join(written(value) for value in (seen.x, seen.y, seen.width, seen.height)))
    root.attrib.pop("width", None)
    root.attrib.pop("height", None)
    notes.changed("its view box was made as large as its page")

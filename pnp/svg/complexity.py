"""The complexity of a drawing with all its repetitions counted: copies, clips, masks, markers, patterns."""

import base64
import math
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.geometry import Size
from pnp.model.limits import GameLimits, raised, too_much
from pnp.model.svg_geometry import transform
from pnp.svg.images import PictureTooLarge, UnsafeDrawing, check_size
from pnp.svg.reader.geometry import view_box
from pnp.svg.vocabulary import references

Begun = tuple[int, int]
"""Where an element begins: how many elements, and how many repetitions, come before it."""


class _Group(NamedTuple):
    """An element with an id: where it begins, how many elements it is, and which of the repetitions are inside."""

    begin: int
    elements: int
    repeats: slice


_MEASURES = frozenset(
    (
        *("x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "fr", "d", "points"),
        *("width", "height", "viewBox", "transform", "gradientTransform", "patternTransform", "offset"),
        *("stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "stdDeviation"),
        *("font-size", "letter-spacing", "word-spacing", "textLength", "dx", "dy", "rotate"),
        *("markerWidth", "markerHeight", "refX", "refY"),
    )
)
"""The attributes that say where a thing is and how large."""

_CLASSES = bytes.maketrans(b"123456789E", b"000000000e")
_HUGE = re.compile(r"(?<![\d.])\d{10}|\d[eE]\+?0*[1-9]\d")
"""A number of ten digits or more, which renderers come down at once they have made it larger still."""

MOST_COUNTED = 10**12
"""A number of shapes beyond any limit."""


class Growth:
    """How many shapes a drawing comes to with all that it draws once more: its <use>, clips, masks, patterns and markers."""

    def __init__(self) -> None:
        self._elements = 0
        self._repeats: list[tuple[str, int]] = []
        self._groups: dict[str, _Group] = {}

    def begin(self) -> Begun:
        """Count an element; what is counted until its end lies inside."""
        begun = (self._elements, len(self._repeats))
        self._elements += 1
        return begun

    def repeat(self, name: str, times: int) -> None:
        """Note that the element under way draws the one of that id so many times."""
        self._repeats.append((name, times))

    def end(self, begun: Begun, name: str) -> None:
        """End an element, whose id is `name`. Of several with one id the last to begin counts."""
        elements, repeats = begun
        if name not in self._groups or self._groups[name].begin < elements:
            inside = slice(repeats, len(self._repeats))
            self._groups[name] = _Group(elements, self._elements - elements, inside)

    def shapes(self) -> int:
        """Return the number, or one that is too large; raises UnsafeDrawing for a drawing that contains itself."""
        if not self._groups or not self._repeats:
            return self._elements
        counted: dict[str, int] = {}
        under_way: set[str] = set()

        def repeated(inside: slice) -> int:
            return sum(times * of(name) for name, times in self._repeats[inside] if name in self._groups)

        def of(name: str) -> int:
            if name in under_way:
                raise UnsafeDrawing("a part of it repeats endlessly", "remove the <use> inside its own group")
            if name not in counted:
                under_way.add(name)
                group = self._groups[name]
                counted[name] = group.elements + repeated(group.repeats)
                under_way.discard(name)
            return counted[name]

        try:
            return self._elements + repeated(slice(None))
        except RecursionError:
            return MOST_COUNTED


def huge_number(key: str, value: str) -> tuple[str, str] | None:
    """Return what is wrong with an attribute that has a number no page has room for, and what to do."""
    if key not in _MEASURES or not _is_huge(value):
        return None
    return f'{key}="{value[:50]}" is larger than any drawing', "draw it within its page"


def _is_huge(text: str) -> bool:
    signs = text.encode().translate(_CLASSES)
    return (b"0" * 10 in signs or b"e00" in signs or b"e+" in signs) and bool(_HUGE.search(text))


def asks_of(attributes: Mapping[str, str]) -> tuple[bool, bool]:
    """Say whether an element is filled with something of its drawing, and whether FaceCost is to look at each attribute."""
    values = "\n".join(attributes.values())
    is_filled = "url(" in values
    return is_filled, is_filled or "href" in attributes or _is_huge(values)


def too_many_stops(limits: GameLimits) -> tuple[str, str]:
    """Return what is said of a drawing with too many stops in its gradients, and what to do."""
    more = raised("stops", 2 * limits.stops)
    return f"its gradients have more than {limits.stops:,} stops", f"make them simpler, or export a PNG{more}"


class FaceCost:
    """What a finished face comes to, element by element; `faults` says what is beyond the limits, and what to do."""

    def __init__(self, limits: GameLimits) -> None:
        self._limits = limits
        self._growth = Growth()
        self._tiles = PatternTiles()
        self._stops = self._pixels = 0
        self._open: list[tuple[Begun, str]] = []
        self._page = Size(0, 0)
        self._found: dict[tuple[str, str], None] = {}

    def start(self, name: str, attributes: Mapping[str, str], asks: tuple[bool, bool]) -> None:
        """Count an element, what it draws again, and the tiles of a pattern; `asks` is what `asks_of` says of it."""
        if not self._open:
            self._page = view_size(attributes.get("viewBox", "")) or Size(0, 0)
        begun = self._growth.begin()
        self._open.append((begun, "" if name.endswith("Gradient") else attributes.get("id", "")))
        if len(self._open) > self._limits.depth:
            self._found[f"its groups are nested more than {self._limits.depth} deep", "leave some out"] = None
        is_filled, is_notable = asks
        self._tiles.start(name, attributes, is_filled=is_filled)
        self._stops += name == "stop"
        if not is_notable:
            return
        corners = len(attributes.get("d") or attributes.get("points") or "") // 2
        for key, value in attributes.items():
            if key == "href":
                self._link(name, value)
            elif "url(" in value:
                for target in references(value):
                    self._growth.repeat(target, 1 + (corners if "marker" in key else 0))
            elif (huge := huge_number(key, value)) is not None:
                self._found[huge] = None

    def _link(self, name: str, value: str) -> None:
        if value.startswith("#") and name in ("use", "pattern"):
            self._growth.repeat(value[1:], 1)
        elif value.startswith("data:"):
            try:
                self._pixels += check_size(base64.b64decode(value.partition(",")[2]), self._limits)
            except PictureTooLarge as error:
                self._found[f"a picture in it is too large: {error}", error.hint] = None
            except ValueError:
                return  # the renderer draws nothing

    def end(self) -> None:
        """End the element under way."""
        begun, name = self._open.pop()
        self._tiles.end()
        if name:
            self._growth.end(begun, name)

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield what is beyond a limit, and what to do."""
        yield from self._found
        if self._tiles.count(self._page) > self._limits.tiles:
            yield too_many_tiles(self._limits)
        if self._stops > self._limits.stops:
            yield too_many_stops(self._limits)
        if self._pixels > self._limits.pixels:
            more = raised("pixels", 2 * self._limits.pixels)
            yield too_much("pixels", self._limits.pixels), f"embed fewer pictures, or smaller ones{more}"
        try:
            shapes = self._growth.shapes()
        except UnsafeDrawing as error:
            yield str(error), error.hint
        else:
            if shapes > self._limits.shapes:
                message = f"it has more than {self._limits.shapes:,} shapes, repetitions included"
                more = raised("shapes", 2 * self._limits.shapes)
                yield message, f"draw fewer, or a picture of them{more}"


_NUMBER = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%?)")
_LONGEST_CHAIN = 20
_MOST_VIEWS = 100
"""Drawings in a drawing that are looked at one by one."""


class PatternTiles:
    """How many tiles the finest pattern of a drawing has, told of its elements one after the other."""

    def __init__(self) -> None:
        self._patterns: dict[str, dict[str, str]] = {}
        self._smallest: dict[Size | None, float] = {}
        self._open: list[tuple[float, bool, Size | None]] = [(1.0, False, None)]

    def start(self, name: str, attributes: Mapping[str, str], *, is_filled: bool) -> None:
        """Note an element: whether it is a pattern, and how small what `is_filled` with one, itself or around it, is made."""
        scale, is_around, view = self._open[-1]
        if name == "svg" and len(self._open) > 1 and (own := _view_of(attributes)) is not None:
            scale, view = 1.0, own  # what is beyond its view is cut off
        if "transform" in attributes:
            scale *= _scale(attributes["transform"]) or 1.0
        is_filled = is_filled or is_around
        if is_filled:
            self._smallest[view] = min(self._smallest.get(view, math.inf), scale)
        if name == "pattern":
            told = {key.rpartition("}")[2]: value for key, value in attributes.items()}
            self._patterns[told.get("id", "")] = told
        self._open.append((scale, is_filled, view))

    def end(self) -> None:
        """End the element under way."""
        self._open.pop()

    def count(self, page: Size) -> float:
        """Return the number on a page of that size, in the units of the drawing."""
        every = [self._inherited(pattern) for pattern in self._patterns.values()]
        views = [(view or page, scale) for view, scale in self._smallest.items()]
        if len(views) > _MOST_VIEWS:
            sides = (max(getattr(view, side) for view, _ in views) for side in ("width", "height"))
            views = [(Size(*sides), min(scale for _, scale in views))]
        return max((_tiles(about, *view) for about in every for view in views), default=0.0)

    def _inherited(self, pattern: Mapping[str, str]) -> dict[str, str]:
        """Return the attributes of a pattern with those of the patterns it refers to."""
        found: dict[str, str] = {}
        for _ in range(_LONGEST_CHAIN):
            found = {**pattern, **found}
            target = self._patterns.get(pattern.get("href", "").removeprefix("#"))
            if target is None:
                break
            pattern = target
        return found


def tiles(root: Element, page: Size) -> float:
    """Return how many tiles the finest pattern of a drawing has on a page of that size."""
    counted = PatternTiles()
    waiting: list[Element | None] = [root]
    while waiting:
        if (each := waiting.pop()) is None:
            counted.end()
        elif isinstance(each.tag, str):
            is_filled = any("url(" in value for value in each.attrib.values())
            counted.start(each.tag.rpartition("}")[2], each.attrib, is_filled=is_filled)
            waiting += (None, *each)
    return counted.count(page)


def too_many_tiles(limits: GameLimits) -> tuple[str, str]:
    """Return what is said of a pattern with too many tiles, and what to do."""
    more = raised("tiles", 2 * limits.tiles)
    return (
        f"a pattern in it has more than {limits.tiles:,} tiles",
        f"make the tiles larger, the filled area smaller, or use a plain colour{more}",
    )


def view_size(written: str) -> Size | None:
    """Return the size of a drawing in its own units, None for one that says none."""
    view = view_box(written)
    return Size(abs(view.width), abs(view.height)) if view else None


def _view_of(attributes: Mapping[str, str]) -> Size | None:
    """Return the size of a drawing in a drawing, None for one that does not end with its view."""
    return None if "overflow" in str(attributes) else view_size(attributes.get("viewBox", ""))


def _scale(text: str) -> float:
    """Return how much smaller a transform makes what it makes smallest."""
    try:
        moved = transform(text)
    except ValueError:
        return 1.0
    return min(math.hypot(moved.a, moved.b), math.hypot(moved.c, moved.d))


def _tiles(about: Mapping[str, str], page: Size, scale: float) -> float:
    sides = [_NUMBER.match(about.get(side, "")) for side in ("width", "height")]
    of_view = about.get("patternUnits") == "userSpaceOnUse"
    scale *= _scale(about.get("patternTransform", "")) or 1.0
    count = 1.0
    for found, whole in zip(sides, (page.width, page.height), strict=True):
        side = float(found[1]) / (100 if found[2] else 1) if found else 0.0
        if side <= 0:  # it draws nothing
            return 0.0
        across = whole / side if of_view and not (found and found[2]) else 1 / side
        count *= max(1.0, across / max(scale, 1e-12))
    return count

"""The complexity of a drawing with all its repetitions counted: copies, clips, masks, markers, patterns."""

import base64
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from pnp.model.geometry import Size
from pnp.model.limits import GameLimits, raised, too_much
from pnp.svg.images import PictureTooLarge, UnsafeDrawing, check_size
from pnp.svg.pattern_tiles import PatternTiles, too_many_tiles, view_size
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
                raise UnsafeDrawing(
                    "a part of it repeats itself without end", "remove the <use> inside its own group"
                )
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
    if key not in _MEASURES or not _HUGE.search(value):
        return None
    return f'{key}="{value[:50]}" is larger than any drawing', "draw it within its page"


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

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Count an element, what it draws again, and the tiles of a pattern."""
        if not self._open:
            self._page = view_size(attributes.get("viewBox", "")) or Size(0, 0)
        begun = self._growth.begin()
        self._open.append((begun, "" if name.endswith("Gradient") else attributes.get("id", "")))
        if len(self._open) > self._limits.depth:
            self._found[f"its groups are nested more than {self._limits.depth} deep", "leave some out"] = None
        values = "\n".join(attributes.values())
        is_filled = "url(" in values
        self._tiles.start(name, attributes, is_filled=is_filled)
        self._stops += name == "stop"
        if not (is_filled or "href" in attributes or _HUGE.search(values)):
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

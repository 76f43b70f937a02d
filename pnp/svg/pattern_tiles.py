"""The number of pattern tiles that a drawing repeats: renderers draw each of them."""

import math
import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element

from pnp.model.geometry import Size
from pnp.model.limits import GameLimits, raised
from pnp.model.transforms import transform
from pnp.svg.reader.lengths import view_box

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
        f"make the tile of the pattern larger, or what it fills, or draw an even colour{more}",
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

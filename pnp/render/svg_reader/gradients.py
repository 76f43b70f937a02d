"""Gradients that repeat, or begin with a circle, written with the stops that every renderer knows."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.geometry import Point, Rect
from pnp.model.limits import USUAL_LIMITS
from pnp.model.transforms import Affine, transform
from pnp.render.svg_reader.extents import Extents, with_stroke
from pnp.render.svg_reader.lengths import offset, user_units, written
from pnp.render.svg_reader.notes import SVG, Notes, by_id, drawn_elements, kind_of, link_of

_KINDS = ("linearGradient", "radialGradient")
_OWN = {
    "linearGradient": {"x1": "0%", "y1": "0%", "x2": "100%", "y2": "0%"},
    "radialGradient": {"cx": "50%", "cy": "50%", "r": "50%", "fx": "", "fy": "", "fr": "0%"},
}
_SHARED = ("gradientUnits", "gradientTransform", "spreadMethod")
_REFERENCE = re.compile(r"url\(\s*+['\"]?+#([^()'\"\s]++)")
MOST_STOPS = 2_000
"""So many stops a gradient has after it was repeated; of a finer one nobody sees the repetitions."""

_LONGEST_CHAIN = 20

Stop = tuple[float, Element]


class _Gradient(NamedTuple):
    """A gradient with what it takes over from others: its attributes and its stops."""

    element: Element
    attributes: Mapping[str, str]
    stops: list[Stop]


def plain_gradients(root: Element, notes: Notes) -> None:
    """Write out the gradients that are repeated, mirrored, or begin with a circle of their own."""
    known = by_id(root)
    found = [_gathered(each, known) for kind in _KINDS for each in drawn_elements(root, kind)]
    painted, extents = _painted(root), Extents()
    room = USUAL_LIMITS.shapes
    for gradient in found:
        spread = gradient.attributes.get("spreadMethod", "pad")
        begins = user_units(gradient.attributes.get("fr"), 0.0, whole=1.0)
        if not gradient.stops or (spread not in ("reflect", "repeat") and not begins):
            gradient.element.attrib.pop("spreadMethod", None)
            continue
        boxes = [
            (each, box)
            for each in painted.get(gradient.element.get("id", ""), ())
            if (box := extents.of(each)) is not None
        ]
        if begins and kind_of(gradient.element) == "radialGradient":
            gradient = _from_a_point(gradient)  # noqa: PLW2901
        if spread in ("reflect", "repeat"):
            gradient = _repeated(gradient, boxes, mirrored=spread == "reflect")  # noqa: PLW2901
        room -= len(gradient.stops)
        if room < 0:
            notes.fault(
                "its gradients repeat too often",
                "draw the stripes as shapes, or export a PNG",
                gradient.element,
            )
            return
        _write(gradient)
        notes.changed("its gradients were written with plain stops")


def _gathered(element: Element, known: Mapping[str, Element]) -> _Gradient:
    """Return a gradient with all that it takes over by href."""
    kind = kind_of(element)
    attributes: dict[str, str] = {}
    stops: list[Stop] = []
    at: Element | None = element
    for _ in range(_LONGEST_CHAIN):
        if at is None:
            break
        names = (*_SHARED, *(_OWN[kind] if kind_of(at) == kind else ()))
        for name in names:
            if name in at.attrib:
                attributes.setdefault(name, at.attrib[name])
        if not stops:
            least = 0.0
            for stop in at.findall(f"{SVG}stop"):
                least = max(least, offset(stop.get("offset")))
                stops.append((least, stop))
        at = known.get(link_of(at).removeprefix("#")) if link_of(at) else None
        if at is not None and kind_of(at) not in _KINDS:
            at = None
    return _Gradient(element, attributes, stops)


def _painted(root: Element) -> Mapping[str, Sequence[Element]]:
    """Return for the id of each gradient the objects painted with it, or with one that takes over from it."""
    takes = {each.get("id", ""): link_of(each)[1:] for kind in _KINDS for each in drawn_elements(root, kind)}
    found: dict[str, list[Element]] = {}
    for element in drawn_elements(root):
        for name in ("fill", "stroke"):
            painter = _REFERENCE.search(element.get(name, ""))
            at = painter[1] if painter is not None else ""
            for _ in range(_LONGEST_CHAIN):
                if not at:
                    break
                found.setdefault(at, []).append(element)
                at = takes.get(at, "")
    return found


def _numbers(gradient: _Gradient) -> dict[str, float]:
    """Return the numbers of a gradient in its own units; those of one for a box go from 0 to 1."""
    kind = kind_of(gradient.element)
    found = {
        name: user_units(gradient.attributes.get(name) or usual, 0.0, whole=1.0)
        for name, usual in _OWN[kind].items()
    }
    if kind == "radialGradient":
        for name, centre in (("fx", "cx"), ("fy", "cy")):
            if not gradient.attributes.get(name):
                found[name] = found[centre]
    return found


def _from_a_point(gradient: _Gradient) -> _Gradient:
    """Return a radial gradient that begins with a circle as one that begins with a point."""
    of = _numbers(gradient)
    r, fr = of["r"], of["fr"]
    if not 0 < fr < r:
        return gradient
    before = -fr / (r - fr)  # where the circle has shrunk to a point
    fx, fy = (of[f"f{axis}"] + before * (of[f"c{axis}"] - of[f"f{axis}"]) for axis in "xy")
    stops = [((at - before) / (1 - before), stop) for at, stop in gradient.stops]
    attributes = {**gradient.attributes, "fx": written(fx), "fy": written(fy), "fr": ""}
    return gradient._replace(attributes=attributes, stops=stops)


def _repeated(gradient: _Gradient, boxes: Sequence[tuple[Element, Rect]], *, mirrored: bool) -> _Gradient:
    """Return a gradient with its stops repeated as far as what it paints reaches."""
    of = _numbers(gradient)
    periods = [_period(gradient, of, point) for box in boxes for point in _corners(gradient, *box)]
    first, last = _whole_periods(periods, max(2, MOST_STOPS // len(gradient.stops)))
    stops = [
        ((number - first + (1 - at if is_turned else at)) / (last - first), stop)
        for number in range(first, last)
        for is_turned in [mirrored and number % 2 != 0]
        for at, stop in (reversed(gradient.stops) if is_turned else gradient.stops)
    ]
    if kind_of(gradient.element) == "linearGradient":
        across, down = of["x2"] - of["x1"], of["y2"] - of["y1"]
        ends = {
            "x1": of["x1"] + first * across,
            "y1": of["y1"] + first * down,
            "x2": of["x1"] + last * across,
            "y2": of["y1"] + last * down,
        }
    else:
        ends = {
            "cx": of["fx"] + last * (of["cx"] - of["fx"]),
            "cy": of["fy"] + last * (of["cy"] - of["fy"]),
            "r": last * of["r"],
            "fx": of["fx"],
            "fy": of["fy"],
        }
    attributes = {**gradient.attributes, **{name: written(value) for name, value in ends.items()}}
    return gradient._replace(attributes=attributes, stops=stops)


def _whole_periods(periods: Sequence[float], most: int) -> tuple[int, int]:
    finite = [each for each in periods if math.isfinite(each)] or [-5.0, 5.0]
    first, last = math.floor(min(0.0, *finite)), math.ceil(max(1.0, *finite))
    first = max(first, -most // 2)
    return first, min(last, first + most)


def _period(gradient: _Gradient, of: Mapping[str, float], point: Point) -> float:
    """Return in which repetition a point lies: 0 to 1 are the first."""
    x, y = point
    if kind_of(gradient.element) == "linearGradient":
        across, down = of["x2"] - of["x1"], of["y2"] - of["y1"]
        size = across * across + down * down
        return ((x - of["x1"]) * across + (y - of["y1"]) * down) / size if size else 0.0
    # The circle through the point grows from the focal point; on its far side it is nearest to it.
    reach = of["r"] - math.hypot(of["cx"] - of["fx"], of["cy"] - of["fy"])
    return math.hypot(x - of["fx"], y - of["fy"]) / reach if reach > 0 else 0.0


def _corners(gradient: _Gradient, element: Element, box: Rect) -> Iterator[Point]:
    """Yield the corners of what is painted in the units of the gradient."""
    outer = with_stroke(element, box)
    if gradient.attributes.get("gradientUnits") != "userSpaceOnUse":
        if not box.width or not box.height:
            return
        outer = Rect(
            (outer.x - box.x) / box.width,
            (outer.y - box.y) / box.height,
            outer.width / box.width,
            outer.height / box.height,
        )
    back = inverse(transform(gradient.attributes.get("gradientTransform", "")))
    if back is not None:
        for x in (outer.x, outer.right):
            for y in (outer.y, outer.bottom):
                yield back.apply(x, y)


def inverse(matrix: Affine) -> Affine | None:
    """Return the matrix that undoes another; None for one that makes everything flat."""
    a, b, c, d, e, f = matrix
    size = a * d - b * c
    if not size:
        return None
    return Affine(d / size, -b / size, -c / size, a / size, (c * f - d * e) / size, (b * e - a * f) / size)


def _write(gradient: _Gradient) -> None:
    """Write a gradient with all it needs; it takes over nothing from others any more."""
    element = gradient.element
    kept: dict[str, str] = {name: element.attrib[name] for name in ("id", "color") if name in element.attrib}
    stops = []
    for at, stop in gradient.stops:
        new = copy(stop)
        new.attrib = {**stop.attrib, "offset": written(at)}
        new.attrib.pop("id", None)
        stops.append(new)
    element.clear()
    kept |= {name: value for name, value in gradient.attributes.items() if value and name != "spreadMethod"}
    element.attrib.update(kept)
    element.extend(stops)

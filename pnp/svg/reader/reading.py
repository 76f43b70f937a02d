"""A drawing as an editor saved it, read tolerantly: what Inkscape opens is made into what every renderer draws alike.

Each pass takes one kind of peculiarity out of the drawing; none reads anything but the drawing.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple
from xml.etree.ElementTree import Element, SubElement

from pnp.model.geometry import Point, Rect
from pnp.model.limits import USUAL_LIMITS, GameLimits, raised
from pnp.model.svg_geometry import Affine, transform
from pnp.svg.complexity import too_many_stops
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.colors import plain_colours
from pnp.svg.reader.geometry import Extents, fit_viewport, numbers, offset, user_units, with_stroke, written
from pnp.svg.reader.notes import (
    SVG,
    Change,
    DrawingFault,
    Notes,
    by_id,
    drawn_elements,
    kind_of,
    link_of,
)
from pnp.svg.reader.rasters import plain_rasters
from pnp.svg.reader.source_text import read_source
from pnp.svg.reader.structure import check_filters, drop_dangling, keep_what_is_drawn, note_unprintable
from pnp.svg.reader.style_sheets import declarations_of, inline_styles, set_style
from pnp.svg.reader.texts import outline_texts
from pnp.typesetting.fonts import FontBook

_SHAPE = re.compile(
    r"(circle|ellipse|inset|polygon|path|rect|xywh)\(\s*(.*?)\s*\)\s*([a-z-]*)\s*$", re.DOTALL
)
_PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}
_LEFT_OUT: Mapping[int, tuple[int, ...]] = {1: (0, 0, 0), 2: (0, 1), 3: (1,), 4: ()}
"""Which of the sides of a rectangle that are written stand for those that are not."""

_QUOTED = re.compile(r"['\"]([^'\"]*)['\"]")


def plain_clips(root: Element, notes: Notes) -> None:
    """Define a clip path for each clip that is written as a shape."""
    number, taken, extents = 0, by_id(root), Extents()
    for element in list(drawn_elements(root)):
        text = element.get("clip-path", "")
        if not text or "url(" in text or text == "none":
            continue
        found, box = _SHAPE.match(text), _box(root, element, text, extents)
        shape = _shape(found[1], found[2], box) if found and box else None
        if shape is None:
            del element.attrib["clip-path"]
            notes.fault(
                f'its clip "{text[:40]}" is not known',
                "clip the object with a shape (Inkscape: Object > Clip > Set)",
                element,
            )
            continue
        number += 1
        while (name := f"clip-{number}") in taken:
            number += 1
        clip = SubElement(root, f"{SVG}clipPath", {"id": name})
        SubElement(clip, f"{SVG}{shape[0]}", shape[1])
        element.set("clip-path", f"url(#{name})")
        notes.changed("its clips of CSS became clip paths", element)


def _box(root: Element, element: Element, text: str, extents: Extents) -> Rect | None:
    """Return the box that the shape is measured in: that of the object, its line included unless it says otherwise."""
    if "view-box" in text:
        page = numbers(root.get("viewBox"))
        return Rect(0.0, 0.0, page[2], page[3]) if len(page) == 4 else None
    box = extents.of(element)
    if box is None or "fill-box" in text:
        return box
    lines = (each for each in drawn_elements(element) if each.get("stroke", "none") != "none")
    half = max((user_units(each.get("stroke-width"), 1.0) for each in lines), default=0.0) / 2
    return Rect(box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half)


def _shape(name: str, inside: str, box: Rect) -> tuple[str, dict[str, str]] | None:
    """Return the element of SVG for a shape, and its attributes."""
    try:
        if name in ("circle", "ellipse"):
            return _round(name, inside, box)
        if name == "polygon":
            return _polygon(inside, box)
        if name == "path":
            path = _QUOTED.search(inside)
            attributes = (
                {"d": path[1], "transform": f"translate({written(box.x)} {written(box.y)})"} if path else {}
            )
            rule = {"clip-rule": "evenodd"} if inside.startswith("evenodd") else {}
            return ("path", {**attributes, **rule}) if path else None
        return _rectangle(name, inside, box)
    except (ValueError, LookupError):
        return None


def _round(name: str, inside: str, box: Rect) -> tuple[str, dict[str, str]]:
    size, _, place = f" {inside} ".partition(" at ")
    x, y = (_PLACES.get(part, part) for part in (*place.split(), *["center"] * 2)[:2])
    cx, cy = user_units(x, 0.0, whole=box.width), user_units(y, 0.0, whole=box.height)
    nearest = (min(cx, box.width - cx), min(cy, box.height - cy))
    farthest = (max(cx, box.width - cx), max(cy, box.height - cy))
    centre = {"cx": written(box.x + cx), "cy": written(box.y + cy)}
    sizes = size.split() or ["closest-side"] * 2
    if name == "circle":
        whole = math.hypot(box.width, box.height) / math.sqrt(2)
        sides = {"closest-side": min(nearest), "farthest-side": max(farthest)}
        radius = sides[sizes[0]] if sizes[0] in sides else user_units(sizes[0], 0.0, whole=whole)
        return "circle", {**centre, "r": written(radius)}
    radii = []
    for part, near, far, whole in zip(sizes, nearest, farthest, (box.width, box.height), strict=True):
        sides = {"closest-side": near, "farthest-side": far}
        radii.append(sides[part] if part in sides else user_units(part, 0.0, whole=whole))
    return "ellipse", {**centre, "rx": written(radii[0]), "ry": written(radii[1])}


def _polygon(inside: str, box: Rect) -> tuple[str, dict[str, str]]:
    pairs = [each.split() for each in inside.split(",")]
    rule = {"clip-rule": pairs.pop(0)[0]} if pairs[0][0] in ("evenodd", "nonzero") else {}
    points = (
        f"{written(box.x + user_units(x, 0.0, whole=box.width))} {written(box.y + user_units(y, 0.0, whole=box.height))}"
        for x, y in pairs
    )
    return "polygon", {"points": " ".join(points), **rule}


def _rectangle(name: str, inside: str, box: Rect) -> tuple[str, dict[str, str]]:
    sides, _, corners = inside.partition("round")
    parts = sides.split()
    if name == "xywh":
        x, y, width, height = (
            user_units(part, 0.0, whole=whole)
            for part, whole in zip(parts, (box.width, box.height) * 2, strict=True)
        )
    else:
        around = (*parts, *(parts[at] for at in _LEFT_OUT[len(parts)]))
        wholes = (box.height, box.width, box.height, box.width)
        top, right, bottom, left = (
            user_units(part, 0.0, whole=whole) for part, whole in zip(around, wholes, strict=True)
        )
        if name == "rect":
            right, bottom = box.width - right, box.height - bottom
        x, y, width, height = left, top, box.width - left - right, box.height - top - bottom
    places = {"x": box.x + x, "y": box.y + y, "width": max(0.0, width), "height": max(0.0, height)}
    radius = numbers(corners.partition("/")[0], whole=min(width, height))
    rounded = {"rx": written(radius[0])} if radius else {}
    return "rect", {**{key: written(value) for key, value in places.items()}, **rounded}


_DEEPEST = 3
"""So deep drawings may be embedded in each other."""

Pass = Callable[[Element, Notes], None]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing in plain SVG: what was changed in it, and all that keeps it from being printed.

    Styles are attributes, colours are #rrggbb. Ids, and the labels of Inkscape, are as they were written. `has_texts` says
    that there are texts, or were until they became outlines.
    """

    root: Element
    changes: tuple[Change, ...] = ()
    faults: tuple[DrawingFault, ...] = ()
    has_texts: bool = False


def read_svg(data: bytes, fonts: FontBook | None = None, limits: GameLimits = USUAL_LIMITS) -> Drawing:
    """Return the drawing in `data`; texts become outlines with `fonts`, and stay texts without.

    Raises UnsafeDrawing for what is no SVG at all.
    """
    return plain_svg(*read_source(data, limits), fonts, limits)


def plain_svg(
    root: Element,
    mended: Iterable[str] = (),
    fonts: FontBook | None = None,
    limits: GameLimits = USUAL_LIMITS,
    *,
    depth: int = 0,
) -> Drawing:
    """Return a drawing made plain, whose text was `mended` so; `depth` is that of a drawing inside others."""
    refuse_growth(root, limits)
    notes = Notes(root)
    for each in mended:
        notes.changed(each)
    texts: list[Element] = []
    passes: list[Pass] = [
        keep_what_is_drawn,
        inline_styles,
        drop_dangling,
        plain_transforms,
        plain_widths,
        plain_clips,
        plain_colours,
        plain_gradients,
        lambda root, _: texts.extend(drawn_elements(root, "text")),
        *([partial(outline_texts, fonts=fonts)] if fonts is not None else []),
        partial(plain_rasters, read_nested=partial(_nested, fonts, limits, depth), limits=limits),
        check_filters,
        fit_viewport,
        note_unprintable,
    ]
    try:
        for one in passes:
            one(root, notes)
    except (
        RecursionError,
        SyntaxError,
    ):  # selectors become functions of Python, which nests no deeper than 100
        raise UnsafeDrawing("its style sheet is nested too deeply", "simplify it, or export a PNG") from None
    return Drawing(root, notes.changes, notes.faults, has_texts=bool(texts))


def refuse_growth(root: Element, limits: GameLimits) -> None:
    """Raise UnsafeDrawing for more elements, or deeper groups, than any drawing has that a card can show."""
    inside, count, depth, stops = [root], 0, 0, 0
    while inside:
        count, depth = count + len(inside), depth + 1
        if count > limits.shapes:
            raise too_many_shapes(limits)
        if depth > limits.depth + 2:
            raise too_deep(limits)
        stops += sum(each.tag == f"{SVG}stop" for each in inside)
        if stops > limits.stops:
            raise UnsafeDrawing(*too_many_stops(limits))
        inside = [child for element in inside for child in element]


def too_many_shapes(limits: GameLimits) -> UnsafeDrawing:
    """Return what is said of a drawing with more shapes than the limit."""
    hint = f"simplify it, or export a PNG{raised('shapes', 2 * limits.shapes)}"
    return UnsafeDrawing(f"it has more than {limits.shapes} shapes, repetitions included", hint)


def too_deep(limits: GameLimits) -> UnsafeDrawing:
    """Return what is said of a drawing with groups deeper inside each other than the limit."""
    return UnsafeDrawing(
        f"its groups are nested more than {limits.depth} deep", "ungroup it and save it again"
    )


def _nested(fonts: FontBook | None, limits: GameLimits, depth: int, data: bytes) -> Element | None:
    """Return a drawing inside a drawing; None for one that cannot be printed."""
    if depth >= _DEEPEST:
        return None
    try:
        inner = plain_svg(*read_source(data, limits), fonts, limits, depth=depth + 1)
    except UnsafeDrawing:
        return None
    return None if inner.faults else inner.root


_STEP = re.compile(r"([a-zA-Z0-9]+)\(\s*([^()]*)\)")
_HAS_UNITS = re.compile(
    r"\d(?:deg|rad|grad|turn|px|mm|pt|em|%)|translate[XY]|scale[XY]|skew\(|matrix3d|[a-z]3d|none"
)
_TURN = {"deg": 1.0, "grad": 0.9, "rad": math.degrees(1), "turn": 360.0, "": 1.0}
_ANGLE = re.compile(r"([-+.\deE]+)(deg|grad|rad|turn|)")


def plain_transforms(root: Element, notes: Notes) -> None:
    """Write each transform that has an origin, or units, as one matrix."""
    page, extents = _page(root), Extents()
    for element in drawn_elements(root):
        origin, style = element.attrib.pop("transform-origin", ""), declarations_of(element)
        is_own_box = style.pop("transform-box", "view-box") in (
            "fill-box",
            "content-box",
            "stroke-box",
            "border-box",
        )
        set_style(element, style)
        text = element.get("transform", "")
        if not text or not (origin or _HAS_UNITS.search(text)):
            continue
        box = extents.of(element) if is_own_box else page
        box = box or page
        matrix = _matrix(text, box)
        if matrix is None:
            notes.fault(
                f'its transform "{text[:40]}" is not two-dimensional',
                "move, turn and scale the object with the tools of the editor",
                element,
            )
            continue
        if origin:
            x, y = _origin(origin, box)
            x, y = (x + box.x, y + box.y) if is_own_box else (x, y)
            matrix = Affine(e=x, f=y) @ matrix @ Affine(e=-x, f=-y)
        element.set("transform", f"matrix({' '.join(written(value) for value in matrix)})")


def plain_widths(root: Element, _: Notes) -> None:
    """Give each line that keeps its width, however large its object is drawn, the width that makes it so."""
    waiting: list[tuple[Element, float]] = [(root, 1.0)]
    while waiting:
        element, scale = waiting.pop()
        a, b, c, d, _e, _f = transform(element.get("transform", ""))
        scale *= math.sqrt(abs(a * d - b * c))
        if element.attrib.pop("vector-effect", "none") == "non-scaling-stroke" and scale:
            element.set("stroke-width", written(user_units(element.get("stroke-width"), 1.0) / scale))
        waiting += [(child, scale) for child in element]


def _page(root: Element) -> Rect:
    box = numbers(root.get("viewBox"))
    if len(box) == 4:
        return Rect(0.0, 0.0, box[2], box[3])
    return Rect(0.0, 0.0, *(user_units(root.get(side), 0.0) for side in ("width", "height")))


def _origin(text: str, box: Rect) -> tuple[float, float]:
    parts = text.split()
    if parts[0] in ("top", "bottom") or (len(parts) > 1 and parts[1] in ("left", "right")):
        parts[:2] = (parts[1:2] or ["center"]) + parts[:1]
    x, y = (_PLACES.get(part, part) for part in (*parts, "center")[:2])
    return user_units(x, 0.0, whole=box.width), user_units(y, 0.0, whole=box.height)


def _matrix(text: str, box: Rect) -> Affine | None:
    """Return the matrix of a transform of SVG or of CSS; None for one in space, or none at all."""
    if text.strip() == "none":
        return Affine()
    result = Affine()
    for name, inside in _STEP.findall(text):
        step = _step(name, [part for part in re.split(r"[\s,]+", inside.strip()) if part], box)
        if step is None:
            return None
        result @= step
    return result


def _step(name: str, parts: list[str], box: Rect) -> Affine | None:
    if name in ("translate", "translateX", "translateY"):
        x, y = (*parts, "0")[:2] if name != "translateY" else ("0", parts[0])
        y = "0" if name == "translateX" else y
        return Affine(e=user_units(x, 0.0, whole=box.width), f=user_units(y, 0.0, whole=box.height))
    if name in ("scale", "scaleX", "scaleY"):
        shares = [user_units(part, 1.0, whole=1.0) for part in parts]
        return Affine(
            a=1.0 if name == "scaleY" else shares[0],
            d=1.0 if name == "scaleX" else shares[-1],
        )
    if name in ("rotate", "skew", "skewX", "skewY"):
        angles = [_degrees(part) for part in parts]
        if name == "skew":
            return transform(f"matrix(1 {_tangent(angles[1:])} {_tangent(angles)} 1 0 0)")
        return transform(f"{name}({' '.join(map(str, angles))})")
    return transform(f"matrix({' '.join(parts)})") if name == "matrix" else None


def _tangent(angles: list[float]) -> float:
    return math.tan(math.radians(angles[0])) if angles else 0.0


def _degrees(text: str) -> float:
    found = _ANGLE.fullmatch(text)
    return float(found[1]) * _TURN[found[2]] if found else user_units(text, 0.0)


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

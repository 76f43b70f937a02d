"""Clips that CSS writes as shapes, such as circle(40%), as clip paths of SVG."""

import math
import re
from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement

from pnp.model.geometry import Rect
from pnp.render.svg_reader.extents import Extents
from pnp.render.svg_reader.lengths import numbers, user_units, written
from pnp.render.svg_reader.notes import SVG, Notes, by_id, drawn_elements

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

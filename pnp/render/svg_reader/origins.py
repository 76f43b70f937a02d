"""Transforms as CSS writes them, around an origin of their own, as the matrices of SVG."""

import math
import re
from xml.etree.ElementTree import Element

from pnp.model.geometry import Rect
from pnp.model.transforms import Affine, transform
from pnp.render.svg_reader.extents import Extents
from pnp.render.svg_reader.lengths import numbers, user_units, written
from pnp.render.svg_reader.notes import Notes, drawn_elements
from pnp.render.svg_reader.style_sheets import declarations_of, set_style

_STEP = re.compile(r"([a-zA-Z0-9]+)\(\s*([^()]*)\)")
_HAS_UNITS = re.compile(
    r"\d(?:deg|rad|grad|turn|px|mm|pt|em|%)|translate[XY]|scale[XY]|skew\(|matrix3d|[a-z]3d|none"
)
_TURN = {"deg": 1.0, "grad": 0.9, "rad": math.degrees(1), "turn": 360.0, "": 1.0}
_ANGLE = re.compile(r"([-+.\deE]+)(deg|grad|rad|turn|)")
_PLACES = {"left": "0%", "top": "0%", "center": "50%", "right": "100%", "bottom": "100%"}


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
                f'its transform "{text[:40]}" is none of a flat drawing',
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

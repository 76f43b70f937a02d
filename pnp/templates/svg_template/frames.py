"""Where an object of a drawing lies on the face, and what is put around that which is drawn in its place."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree.ElementTree import Element

from pnp.model.diagnostics import Severity
from pnp.model.geometry import Point, Rect
from pnp.model.svg_paths import around_points
from pnp.model.transforms import Affine, transform
from pnp.svg.editors_data import written
from pnp.templates.svg_template.parts import Framed
from pnp.templates.svg_template.text_look import Families, Properties, inherited

_EVEN = 1e-6
_CUTS = ("clip-path", "mask")


class Setting(NamedTuple):
    """What an object has from around it: the matrix from its units to mm on the face, and how letters look."""

    matrix: Affine
    style: Properties

    def inside(self, element: Element) -> "Setting":
        """Return what is in an element has from around it."""
        return Setting(self.matrix @ transform(element.get("transform", "")), inherited(self.style, element))


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a drawing; `object` is the name of the object at fault, as it is written."""

    code: str
    message: str
    hint: str
    object: str = ""
    severity: Severity = "error"


@dataclass(slots=True)
class Drawing:
    """What all objects of a drawing have in common, and what is noted of them.

    `fields` are those of all cards; `safe` and `trim` are boxes in mm; `used` are the ids that an element points
    to, and `shown` the fields that the objects ask for. It may be `one_of_several` pages.
    """

    fields: frozenset[str]
    families: Families
    safe: Rect
    trim: Rect
    is_icon: Callable[[str], bool]
    by_id: Mapping[str, Element]
    used: frozenset[str]
    one_of_several: bool = False
    shown: set[str] = field(default_factory=set)
    faults: list[Fault] = field(default_factory=list)


def place(element: Element, around: Affine, matrix: Affine) -> tuple[Framed, Affine]:
    """Return what is put around something drawn for an element, and the matrix from the units of `matrix` to its mm.

    `around` is the matrix of what the element is in. Upright, it is drawn in the mm of the face; turned, in mm along
    the element. Raises ZeroDivisionError for what is squeezed to nothing.
    """
    a, b, c, d, _, _ = matrix
    upright = a > 0 and abs(b) + abs(c) + abs(a - d) < _EVEN * a
    scale = matrix.scale
    frame = Affine() if upright else matrix @ Affine(1 / scale, 0.0, 0.0, 1 / scale)
    to_frame = matrix if upright else Affine(scale, 0.0, 0.0, scale)
    attributes: dict[str, str] = {key: element.attrib[key] for key in _CUTS if key in element.attrib}
    before = after = ""
    if attributes:
        own = element.get("transform", "")
        attributes |= {"transform": own} if own else {}
        before, after = f"<g{written(attributes)}>", "</g>"
        around @= transform(own)
    inner = str(around.inverse @ frame)
    within = {"transform": inner} if inner else {}
    within |= {"opacity": element.attrib["opacity"]} if "opacity" in element.attrib else {}
    if within:
        before, after = f"{before}<g{written(within)}>", f"</g>{after}"
    return Framed(before, after), to_frame


def moved(box: Rect, matrix: Affine) -> Rect:
    """Return the box around a box that was moved."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    return around_points([matrix.apply(*corner) for corner in corners])


def room(at: Point, matrix: Affine, anchor: str, boxes: tuple[Rect, ...]) -> float | None:
    """Return how long a line may be, in mm, that stands at a point of the face: up to the edge of the first box it is in."""
    length = math.hypot(matrix.a, matrix.b)
    along = (matrix.a / length, matrix.b / length)
    for box in boxes:
        if box.x <= at[0] <= box.right and box.y <= at[1] <= box.bottom:
            ahead, behind = (_distance(at, (sign * along[0], sign * along[1]), box) for sign in (1, -1))
            return {"start": ahead, "end": behind}.get(anchor, 2 * min(ahead, behind))
    return None


def _distance(at: Point, along: Point, box: Rect) -> float:
    """Return how far the edge of a box is from a point in it."""
    edges = ((box.x, box.right), (box.y, box.bottom))
    return min(
        (high - here if step > 0 else here - low) / abs(step)
        for here, step, (low, high) in zip(at, along, edges, strict=True)
        if abs(step) > _EVEN
    )

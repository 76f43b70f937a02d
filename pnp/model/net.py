"""A flat sheet that is folded into a solid: dice, boxes, stand-up markers. Lengths in mm, y down."""

from dataclasses import dataclass, field

from pnp.model.geometry import Size
from pnp.model.outline import Point

Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Panel:
    """One side of the solid, lying in the net.

    `points` are its corners in the net, clockwise. The panel's own frame has its origin at the middle of the panel
    and is turned by `angle` degrees clockwise, so that what is drawn upright in it is upright on the solid;
    `width` and `height` are the room in that frame.
    """

    id: str
    points: tuple[Point, ...]
    centre: Point
    angle: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Net:
    """Panels, what is glued, what is cut, what is folded, and which edges meet when it is folded.

    `cut` is the outer line, clockwise; `slits` are cuts inside it (a thumb notch, a slot). `tabs` are glued or tucked
    in. `joins` pairs the edges that come together in the solid: each edge of a panel is a fold or is in one pair.
    """

    size: Size
    panels: tuple[Panel, ...]
    cut: tuple[Point, ...]
    folds: tuple[Segment, ...]
    tabs: tuple[tuple[Point, ...], ...] = ()
    slits: tuple[tuple[Point, ...], ...] = ()
    joins: tuple[tuple[Segment, Segment], ...] = field(default=())

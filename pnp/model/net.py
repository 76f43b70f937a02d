"""A flat sheet that is folded into a solid: dice, boxes, stand-up markers. Lengths in mm, y down."""

from dataclasses import dataclass

from pnp.model.geometry import Size
from pnp.model.outline import Point

Segment = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Panel:
    """One side of the solid, lying in the net.

    `points` are its corners in the net, clockwise; `corners` names them when corners matter (a four-sided die is
    read at its point). The panel's own frame has its origin at the middle of the panel and is turned by `angle`
    degrees clockwise, so that what is drawn upright in it is upright on the solid; `width` and `height` are the
    room in that frame.
    """

    id: str
    points: tuple[Point, ...]
    angle: float
    width: float
    height: float
    corners: tuple[str, ...] = ()

    @property
    def centre(self) -> Point:
        """The middle of the panel: the mean of its corners."""
        count = len(self.points)
        return (sum(x for x, _ in self.points) / count, sum(y for _, y in self.points) / count)

    @property
    def edges(self) -> tuple[Segment, ...]:
        """The sides, clockwise from the first corner."""
        return tuple(zip(self.points, (*self.points[1:], self.points[0]), strict=True))


@dataclass(frozen=True, slots=True)
class Net:
    """Panels, what is glued, what is cut, what is folded, and which edges meet when it is folded.

    `cut` is the outer line, clockwise; `slits` are cuts inside it (a thumb notch). `folds` run between two panels or
    between a panel and a tab. `tabs` are glued on or tucked in. `joins` pairs the edges of panels that come together
    in the solid though they lie apart in the net.
    """

    size: Size
    panels: tuple[Panel, ...]
    cut: tuple[Point, ...]
    folds: tuple[Segment, ...]
    tabs: tuple[tuple[Point, ...], ...] = ()
    slits: tuple[tuple[Point, ...], ...] = ()
    joins: tuple[tuple[Segment, Segment], ...] = ()

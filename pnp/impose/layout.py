"""What every way of laying a page out offers: places for pieces, how far each may show, and where to cut."""

from dataclasses import dataclass
from typing import Literal, Protocol

from pnp.impose.backs import Axis, behind, points_behind
from pnp.model.geometry import Rect, Size
from pnp.model.outline import Point
from pnp.model.sheet import Contour

Fold = Literal["horizontal", "vertical"]
"""How the fold line of a gutterfold sheet runs; it always halves the page."""

Line = tuple[Point, Point]

SLACK = 1e-6  # mm; absorbs float noise so that 266.7 / 88.9 is three cards, never two


@dataclass(frozen=True, slots=True)
class Seat:
    """A place for one piece: the box it is cut from, and by how many degrees it is turned there."""

    trim: Rect
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Window:
    """How far a face may show: a box, and the convex line within it where that is no rectangle."""

    clip: Rect
    edge: tuple[Point, ...] = ()

    def behind(self, page: Size, axis: Axis) -> "Window":
        """Return the window on the back that lies behind this one."""
        return Window(behind(self.clip, page, axis), points_behind(self.edge, page, axis))


class Layout(Protocol):
    """Places on a page for the pieces of one component."""

    @property
    def page(self) -> Size:
        """The paper, lying as the pieces want it."""

    @property
    def fold(self) -> Fold | None:
        """How the fold line runs, if there is one; the backs lie behind the seats on the other half."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The places of the fronts, in the order in which they are filled."""

    @property
    def bounds(self) -> Rect:
        """The box around all that is cut, on both halves."""

    @property
    def reach(self) -> float:
        """How far bleed shows beyond the bounds at most."""

    @property
    def cuts_across(self) -> tuple[float, ...]:
        """The x of straight cuts that run down the whole sheet."""

    @property
    def cuts_down(self) -> tuple[float, ...]:
        """The y of straight cuts that run across the whole sheet."""

    @property
    def slants(self) -> tuple[Line, ...]:
        """Slanting cuts, from end to end of the pieces that they part."""

    @property
    def loads(self) -> str:
        """The name of the bought sheet that is printed on; empty for plain paper."""

    def window(self, number: int, *, bleed: float, shown: Rect) -> Window:
        """Return how far a face of that bleed may show in seat `number`, on a page of which `shown` is left to faces."""

    def contour(self, number: int) -> Contour | None:
        """Return the line to cut along around seat `number`, where no straight cut leads there."""

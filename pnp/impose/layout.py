"""What every way of laying a page out offers: places for pieces, how far each may show, and where to cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pnp.model.geometry import Point, Rect, Size
from pnp.model.sides import Axis, behind, points_behind
from pnp.model.strokes import Contour

Line = tuple[Point, Point]

SLACK = 1e-6  # mm; absorbs float noise so that 266.7 / 88.9 is three cards, never two


@dataclass(frozen=True, slots=True)
class Position:
    """A place for one piece: the box it is cut from, and by how many degrees it is turned there."""

    trim: Rect
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class ClipArea:
    """How far a face may show: a box, and the convex line within it where that is no rectangle."""

    clip: Rect
    edge: tuple[Point, ...] = ()

    def behind(self, page: Size, axis: Axis) -> "ClipArea":
        """Return the window on the back that lies behind this one."""
        return ClipArea(behind(self.clip, page, axis), points_behind(self.edge, page, axis))


def bounded(edge: Sequence[Point]) -> ClipArea:
    """Return the window within a line.

    >>> bounded(((1, 0), (2, 2), (0, 2))).clip
    Rect(x=0, y=0, width=2, height=2)
    """
    left, top = min(x for x, _ in edge), min(y for _, y in edge)
    width, height = max(x for x, _ in edge) - left, max(y for _, y in edge) - top
    return ClipArea(Rect(left, top, width, height), tuple(edge))


class Layout(Protocol):
    """Places on a page for the pieces of one component."""

    @property
    def page(self) -> Size:
        """The paper, lying as the pieces want it."""

    @property
    def fold(self) -> Axis | None:
        """How the fold line runs, if there is one; the backs lie behind the positions on the other half."""

    @property
    def positions(self) -> tuple[Position, ...]:
        """The places of the fronts, in the order in which they are filled."""

    @property
    def bounds(self) -> Rect:
        """The box around all that is cut, on both halves."""

    @property
    def outer_bleed(self) -> float:
        """How far bleed shows beyond the bounds at most."""

    @property
    def cut_xs(self) -> tuple[float, ...]:
        """The x of straight cuts that run down the whole sheet."""

    @property
    def cut_ys(self) -> tuple[float, ...]:
        """The y of straight cuts that run across the whole sheet."""

    @property
    def slanted_cuts(self) -> tuple[Line, ...]:
        """Slanting cuts, from end to end of the pieces that they part."""

    @property
    def label_sheet(self) -> str:
        """The name of the bought sheet that is printed on; empty for plain paper."""

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return how far a face of that bleed may show in position `number`, on a page of which `shown` is left to faces."""

    def contour(self, number: int) -> Contour | None:
        """Return the line to cut along around position `number`, where no straight cut leads there."""


def room(page: Size, *, margin: float, fold: Axis | None, gap: float) -> Size:
    """Return the size of what may be filled with fronts; the two sides of a fold keep `gap` mm apart."""
    width, height = page.width - 2 * margin, page.height - 2 * margin
    if fold == "horizontal":
        return Size(width, (height - gap) / 2)
    return Size((width - gap) / 2, height) if fold == "vertical" else Size(width, height)


def centred(block: Size, page: Size, *, fold: Axis | None, gap: float) -> Rect:
    """Return the place of a block of fronts: in the middle of the page, or beside the fold, half the gap away."""
    x, y = (page.width - block.width) / 2, (page.height - block.height) / 2
    if fold == "horizontal":
        y = (page.height - gap) / 2 - block.height
    if fold == "vertical":
        x = (page.width - gap) / 2 - block.width
    return Rect(x, y, block.width, block.height)


def with_backs(block: Rect, page: Size, fold: Axis | None) -> Rect:
    """Return the box around a block of fronts, and around what lies behind it beyond a fold."""
    if fold == "horizontal":
        return Rect(block.x, block.y, block.width, page.height - 2 * block.y)
    return Rect(block.x, block.y, page.width - 2 * block.x, block.height) if fold == "vertical" else block

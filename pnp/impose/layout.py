"""What every way of laying a page out offers: places for pieces, how far each may show, and where to cut."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

from pnp.model.geometry import Point, Rect, Size
from pnp.model.sheet import Backs, Contour

# Which place on the back of a sheet lies behind a place on its front.

Axis = Literal["vertical", "horizontal"]
"""How the line runs about which the paper turns."""


def turning_axis(page: Size, flip: Backs) -> Axis:
    """Return the axis a page turns about when flipped over its long or its short edge.

    The long edges of an upright page run vertically, those of a page on its side horizontally. A square page
    counts as upright.

    >>> turning_axis(Size(210, 297), "long-edge"), turning_axis(Size(297, 210), "long-edge")
    ('vertical', 'horizontal')
    """
    upright = page.height >= page.width
    return "vertical" if upright == (flip == "long-edge") else "horizontal"


def behind(place: Rect, page: Size, axis: Axis) -> Rect:
    """Return the place on the back that lies behind `place`; its own inverse.

    >>> behind(Rect(10, 20, 63, 88), Size(210, 297), "vertical")
    Rect(x=137, y=20, width=63, height=88)
    """
    if axis == "vertical":
        return Rect(page.width - place.right, place.y, place.width, place.height)
    return Rect(place.x, page.height - place.bottom, place.width, place.height)


def points_behind(points: Sequence[Point], page: Size, axis: Axis) -> tuple[Point, ...]:
    """Return the corners behind those of a polygon, clockwise again.

    >>> points_behind(((0, 0), (10, 0), (0, 10)), Size(210, 297), "vertical")
    ((210, 10), (200, 0), (210, 0))
    """
    if axis == "vertical":
        return tuple((page.width - x, y) for x, y in reversed(points))
    return tuple((x, page.height - y) for x, y in reversed(points))


def cell_behind(cell: tuple[int, int], columns: int, rows: int, axis: Axis) -> tuple[int, int]:
    """Return the (column, row) behind a cell of a centred grid; its own inverse.

    >>> cell_behind((0, 0), 3, 2, "vertical"), cell_behind((0, 0), 3, 2, "horizontal")
    ((2, 0), (0, 1))
    """
    column, row = cell
    return (columns - 1 - column, row) if axis == "vertical" else (column, rows - 1 - row)


def turn_behind(axis: Axis, turn: int = 0) -> int:
    """Return by how many degrees a back is turned so that its top lies behind the top of a front turned by `turn`.

    >>> turn_behind("vertical", 180), turn_behind("horizontal"), turn_behind("horizontal", 180)
    (180, 180, 0)
    """
    return (-turn if axis == "vertical" else 180 - turn) % 360


Fold = Literal["horizontal", "vertical"]
"""How the fold line of a gutterfold sheet runs; it always halves the page."""

Line = tuple[Point, Point]

SLACK = 1e-6  # mm; absorbs float noise so that 266.7 / 88.9 is three cards, never two


@dataclass(frozen=True, slots=True)
class Position:
    """A place for one piece: the box it is cut from, and by how many degrees it is turned there."""

    trim: Rect
    turn: int = 0


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
    def fold(self) -> Fold | None:
        """How the fold line runs, if there is one; the backs lie behind the positions on the other half."""

    @property
    def positions(self) -> tuple[Position, ...]:
        """The places of the fronts, in the order in which they are filled."""

    @property
    def bounds(self) -> Rect:
        """The box around all that is cut, on both halves."""

    @property
    def reach(self) -> float:
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

    def window(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return how far a face of that bleed may show in position `number`, on a page of which `shown` is left to faces."""

    def contour(self, number: int) -> Contour | None:
        """Return the line to cut along around position `number`, where no straight cut leads there."""


def room(page: Size, *, margin: float, fold: Fold | None, gap: float) -> Size:
    """Return the size of what may be filled with fronts; the two sides of a fold keep `gap` mm apart."""
    width, height = page.width - 2 * margin, page.height - 2 * margin
    if fold == "horizontal":
        return Size(width, (height - gap) / 2)
    return Size((width - gap) / 2, height) if fold == "vertical" else Size(width, height)


def centred(block: Size, page: Size, *, fold: Fold | None, gap: float) -> Rect:
    """Return the place of a block of fronts: in the middle of the page, or beside the fold, half the gap away."""
    x, y = (page.width - block.width) / 2, (page.height - block.height) / 2
    if fold == "horizontal":
        y = (page.height - gap) / 2 - block.height
    if fold == "vertical":
        x = (page.width - gap) / 2 - block.width
    return Rect(x, y, block.width, block.height)


def with_backs(block: Rect, page: Size, fold: Fold | None) -> Rect:
    """Return the box around a block of fronts, and around what lies behind it beyond a fold."""
    if fold == "horizontal":
        return Rect(block.x, block.y, block.width, page.height - 2 * block.y)
    return Rect(block.x, block.y, page.width - 2 * block.x, block.height) if fold == "vertical" else block

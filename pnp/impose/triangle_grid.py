r"""Triangles that share their cuts: rows that point up and down in turn, so that every cut runs straight through.

A block of two rows of five:  /\/\/\   The upper row begins with a triangle that points up, the lower one with one
                              \/\/\/   that points down: what parts two triangles of one row goes on between two
of the next.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from pnp.impose.grid import (
    FOLD_BLEED,
    ClipArea,
    Layout,
    Line,
    Position,
    bounded,
    centred,
    page_ways,
    room,
    room_around,
    with_backs,
)
from pnp.impose.loose_grid import STEEP, loose_layout
from pnp.model.geometry import SLACK, Point, Rect, Size, edges_of, grown, triangle
from pnp.model.sheet import Axis, points_behind

SLOPE = math.sqrt(3)  # of the slanting edges of an equilateral triangle: 60 degrees
LEAST_BLEED = 1e-3  # mm of bleed that nobody sees
TRIANGLE_FOLD_GAP = 6.0  # mm between the blocks on both sides of a fold: room for marks


@dataclass(frozen=True, slots=True)
class TriangleGrid:
    """A block of `rows` with `columns` triangles of that `side` each; (x, y) is the top-left corner of its box, in mm.

    With a fold it lies before the fold (above, or left of it) and its mirror image behind.
    """

    page: Size
    side: float
    columns: int
    rows: int
    x: float
    y: float
    fold: Axis | None = None

    @property
    def layout(self) -> Layout:
        """The block with its cuts; towards a fold little bleed shows."""
        return Layout(
            self.page,
            self.positions,
            self.bounds,
            self.clip_area,
            self.fold,
            outer_bleed=self.outer_bleed,
            cut_ys=self.cut_ys,
            slanted_cuts=self.slanted_cuts,
        )

    @property
    def outer_bleed(self) -> float:
        """How far bleed may show beyond the block."""
        return math.inf if self.fold is None else FOLD_BLEED

    @property
    def height(self) -> float:
        """The height of a row."""
        return self.side * STEEP

    @property
    def block(self) -> Rect:
        """The box around the fronts."""
        return Rect(self.x, self.y, (self.columns + 1) / 2 * self.side, self.rows * self.height)

    @property
    def bounds(self) -> Rect:
        """The box around the fronts, and around the backs beyond a fold."""
        return with_backs(self.block, self.page, self.fold)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The places of the fronts, row by row; every second one stands on its head."""
        return tuple(self._seat(number) for number in range(self.rows * self.columns))

    def _seat(self, number: int) -> Position:
        row, column = divmod(number, self.columns)
        x, y = self.x + column * self.side / 2, self.y + row * self.height
        return Position(Rect(x, y, self.side, self.height), 180 * ((row + column) % 2))

    @property
    def cut_ys(self) -> tuple[float, ...]:
        """The y of every horizontal cut."""
        ours = [self.y + row * self.height for row in range(self.rows + 1)]
        theirs = [self.page.height - y for y in reversed(ours)] if self.fold == "horizontal" else []
        return (*ours, *theirs)

    @property
    def slanted_cuts(self) -> tuple[Line, ...]:
        """Every slanting cut from its upper end to its lower, those beyond a fold too."""
        ours = tuple(self._slants())
        if self.fold is None:
            return ours
        theirs = (points_behind(line, self.page, self.fold) for line in ours)
        upright = (sorted(line, key=lambda point: point[1]) for line in theirs)
        return (*ours, *((upper, lower) for upper, lower in upright))

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return the triangle, with bleed where it lies at the outside of the block: neighbours share a line.

        At a corner of the block the bleed of two triangles is divided half and half.
        """
        corners = _corners(self._seat(number))
        row, column = divmod(number, self.columns)
        inside = 0 < row < self.rows - 1 and 0 < column < self.columns - 1
        around = {} if inside else _outer_edges(self, bleed, shown)
        sides = [around.get(_key(*side)) for side in edges_of(corners)]
        edge: list[Point] = []
        for index, corner in enumerate(corners):
            before, after = sides[index - 1], sides[index]
            if before is not None:
                edge.append(before[1])
            if before is None or after is None:
                edge.append(corner)
            if after is not None and before is None:
                edge.append(after[0])
        return bounded(edge)

    def ring(self) -> Iterator[Point]:
        """Yield the corners of the block clockwise."""
        corners = [
            *self._level(0),
            *(self._level(row)[-1] for row in range(1, self.rows)),
            *reversed(self._level(self.rows)),
            *(self._level(row)[0] for row in range(self.rows - 1, 0, -1)),
        ]
        for _, same in groupby(corners, key=_key):
            yield next(same)

    def _level(self, number: int) -> list[Point]:
        """Return the corners on the horizontal line above row `number`, from left to right."""
        start = 0 if number % 2 else 1  # in half sides: row 0 begins with a triangle that points up
        count = (self.columns + 1 - start) // 2 + 1
        y = self.y + number * self.height
        return [(self.x + (start + 2 * n) * self.side / 2, y) for n in range(count)]

    def _slants(self) -> Iterator[Line]:
        """Yield the slanting edges of the triangles, those on one line joined."""
        ends: dict[tuple[int, int], list[Point]] = {}
        for position in self.positions:
            for a, b in edges_of(_corners(position)):
                if abs(a[1] - b[1]) > SLACK:
                    lean = 1 if (a[0] - b[0]) * (a[1] - b[1]) > 0 else -1
                    ends.setdefault((lean, round((a[1] - lean * SLOPE * a[0]) * 1000)), []).extend((a, b))
        for points in ends.values():
            yield min(points, key=lambda point: point[1]), max(points, key=lambda point: point[1])


@lru_cache(maxsize=16)
def _outer_edges(grid: TriangleGrid, bleed: float, shown: Rect) -> dict[tuple[int, ...], Line]:
    """Return for each outer edge, by its corners, where it lies once it is moved outwards to show bleed.

    All move by the same distance, so that the bleed of two tiles at a corner meets on the cut between them.
    """
    left, above, right, below = room_around(grid.bounds, shown)
    by = min(bleed, grid.outer_bleed, above, below, left * STEEP, right * STEEP)
    if by < LEAST_BLEED:
        return {}
    points = list(grid.ring())
    moved = grown(points, [by] * len(points))
    return {_key(*edge): line for edge, line in zip(edges_of(points), edges_of(moved), strict=True)}


def fullest_triangle_grid(
    side: float, paper: Size, *, margin: float, copies: int, folded: bool
) -> TriangleGrid | None:
    """Return the block that needs the fewest sheets for so many copies, or None where not one triangle fits.

    The page may lie either way; upright wins a tie.

    >>> triangles = fullest_triangle_grid(44, Size(210, 297), margin=6.35, copies=49, folded=False)
    >>> triangles.rows, triangles.columns
    (7, 7)
    """
    blocks = [_block(side, page, margin, fold) for page, fold in page_ways(paper, folded=folded)]
    fitting = [block for block in blocks if block.rows > 0 and block.columns > 0]
    return min(fitting, key=lambda block: math.ceil(copies / (block.rows * block.columns)), default=None)


def triangle_layout(
    side: float, paper: Size, *, margin: float, gap: float, copies: int, folded: bool
) -> Layout | None:
    """Return triangles that share their cuts, or that keep `gap` mm apart in the same order; None where not one fits."""
    wide = side + gap * SLOPE  # with a gap each stands in the middle of a larger one
    triangles = fullest_triangle_grid(wide, paper, margin=margin, copies=copies, folded=folded)
    if triangles is None or not gap:
        return triangles.layout if triangles else None
    outline = triangle(side)
    height = outline.size.height
    positions = tuple(
        Position(Rect(trim.x + (wide - side) / 2, trim.y + (gap / 2 if turn else gap), side, height), turn)
        for trim, turn in ((position.trim, position.rotation) for position in triangles.positions)
    )
    max_bleed = min(gap / 2, FOLD_BLEED) if folded else gap / 2
    page, bounds, fold = triangles.page, triangles.bounds, triangles.fold
    return loose_layout(page, outline, positions, bounds, max_bleed, padding=gap / 2, fold=fold)


def _block(side: float, page: Size, margin: float, fold: Axis | None) -> TriangleGrid:
    space = room(page, margin=margin, fold=fold, gap=TRIANGLE_FOLD_GAP)
    columns = max(0, int((space.width + SLACK) / (side / 2)) - 1)
    rows = max(0, int((space.height + SLACK) / (side * STEEP)))
    size = Size((columns + 1) / 2 * side, rows * side * STEEP)
    place = centred(size, page, fold=fold, gap=TRIANGLE_FOLD_GAP)
    return TriangleGrid(page, side, columns, rows, place.x, place.y, fold)


def _corners(position: Position) -> tuple[Point, ...]:
    """Return the corners of the triangle in a position, clockwise."""
    trim = position.trim
    middle = trim.x + trim.width / 2
    if position.rotation == 0:
        return ((middle, trim.y), (trim.right, trim.bottom), (trim.x, trim.bottom))
    return ((middle, trim.bottom), (trim.x, trim.y), (trim.right, trim.y))


def _key(*points: Point) -> tuple[int, ...]:
    """Return points as something to look up by, a thousandth of a millimetre being no difference."""
    return tuple(round(length * 1000) for point in points for length in point)

r"""Triangles in rows that alternately point up and down, so that every cut runs straight across.

A block of two rows of five:  /\/\/\   The upper row begins with a triangle that points up, the lower one with one
                              \/\/\/   that points down: what parts two triangles of one row goes on between two
of the next. Neighbours share a cut, or have a gutter between two cuts, which run straight through as well.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby

from pnp.impose.grid import (
    STEEP,
    ClipArea,
    Layout,
    Line,
    bounded,
    centred,
    loose_layout,
    page_ways,
    room,
    room_around,
    with_backs,
)
from pnp.model.bleed import BLOCK_BLEED, FOLD_BLEED
from pnp.model.geometry import SLACK, Point, Rect, Size, edges_of, grown, triangle
from pnp.model.sheet import Axis, Position, points_behind

SLOPE = math.sqrt(3)  # of the slanting edges of an equilateral triangle: 60 degrees
LEAST_BLEED = 1e-3  # mm of bleed that nobody sees
TRIANGLE_GUTTER = 1.0  # mm between neighbours that differ: each shows half of it, as far as a knife may slip
TRIANGLE_FOLD_GAP = 6.0  # mm between the blocks on both sides of a fold: room for marks


@dataclass(frozen=True, slots=True)
class _TriangleGrid:
    """A block of `rows` with `columns` triangles of that `side` each, `gap` apart, all lengths in mm.

    Each triangle stands in the middle of a larger one, its cell; cells share their edges, and (x, y) is the top-left
    corner of the box around them. With a fold the block lies before the fold (above, or left of it) and its mirror
    image behind.
    """

    page: Size
    side: float
    columns: int
    rows: int
    x: float
    y: float
    fold: Axis | None = None
    gap: float = 0.0

    @property
    def layout(self) -> Layout:
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
        if self.fold is not None:
            return FOLD_BLEED
        return BLOCK_BLEED if self.gap else math.inf

    @property
    def pitch(self) -> float:
        return self.side + self.gap * SLOPE

    @property
    def height(self) -> float:
        return self.pitch * STEEP

    @property
    def block(self) -> Rect:
        aside, above = self.gap * SLOPE / 2, self.gap / 2
        width, height = (self.columns + 1) / 2 * self.pitch, self.rows * self.height
        return Rect(self.x + aside, self.y + above, width - 2 * aside, height - 2 * above)

    @property
    def bounds(self) -> Rect:
        return with_backs(self.block, self.page, self.fold)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The places of the fronts, row by row; every second one stands on its head."""
        return tuple(self._seat(number) for number in range(self.rows * self.columns))

    def _seat(self, number: int) -> Position:
        cell = self._cell(number)
        x, y = cell.trim.x + self.gap * SLOPE / 2, cell.trim.y + (self.gap / 2 if cell.rotation else self.gap)
        return Position(Rect(x, y, self.side, self.side * STEEP), cell.rotation)

    def _cell(self, number: int) -> Position:
        row, column = divmod(number, self.columns)
        x, y = self.x + column * self.pitch / 2, self.y + row * self.height
        return Position(Rect(x, y, self.pitch, self.height), 180 * ((row + column) % 2))

    @property
    def cut_ys(self) -> tuple[float, ...]:
        ours = [self.y + row * self.height for row in range(self.rows + 1)]
        if self.gap:  # the first and the last line have triangles on one side
            ours = [y + side for y in ours for side in (-self.gap / 2, self.gap / 2)][1:-1]
        theirs = [self.page.height - y for y in reversed(ours)] if self.fold == "horizontal" else []
        return (*ours, *theirs)

    @property
    def slanted_cuts(self) -> tuple[Line, ...]:
        ours = tuple(self._slants())
        if self.fold is None:
            return ours
        theirs = (points_behind(line, self.page, self.fold) for line in ours)
        upright = (sorted(line, key=lambda point: point[1]) for line in theirs)
        return (*ours, *((upper, lower) for upper, lower in upright))

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return the cell, with more bleed where it lies at the outside of the block.

        At a corner of the block the bleed of two triangles is divided half and half. Where there is less bleed than
        half the gap, or room for less, a triangle has that much on all sides.
        """
        left, above, right, below = room_around(self.bounds, shown)
        less = min(bleed, self.outer_bleed, above, below, left / SLOPE, right / SLOPE)
        if self.gap and less < self.gap / 2:
            return bounded(grown(_corners(self._seat(number)), [max(0.0, less)] * 3))
        corners = _corners(self._cell(number))
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
            # Where two triangles meet in one point, both are there.
            if after is not None and edge[-1] != after[0]:
                edge.append(after[0])
        return bounded(edge)

    def ring(self) -> Iterator[Point]:
        corners = [
            *self._level(0),
            *(self._level(row)[-1] for row in range(1, self.rows)),
            *reversed(self._level(self.rows)),
            *(self._level(row)[0] for row in range(self.rows - 1, 0, -1)),
        ]
        for _, same in groupby(corners, key=_key):
            yield next(same)

    def _level(self, number: int) -> list[Point]:
        start = 0 if number % 2 else 1  # in half sides: row 0 begins with a triangle that points up
        count = (self.columns + 1 - start) // 2 + 1
        y = self.y + number * self.height
        return [(self.x + (start + 2 * n) * self.pitch / 2, y) for n in range(count)]

    def _slants(self) -> Iterator[Line]:
        """Yield the slanting edges of the triangles, those on one line joined and as long as the gap reaches."""
        ends: dict[tuple[int, int], list[Point]] = {}
        for position in self.positions:
            for a, b in edges_of(_corners(position)):
                if abs(a[1] - b[1]) > SLACK:
                    lean = 1 if (a[0] - b[0]) * (a[1] - b[1]) > 0 else -1
                    ends.setdefault((lean, round((a[1] - lean * SLOPE * a[0]) * 1000)), []).extend((a, b))
        for points in ends.values():
            upper, lower = min(points, key=lambda point: point[1]), max(points, key=lambda point: point[1])
            x, y = math.copysign(self.gap / 2, lower[0] - upper[0]), self.gap * STEEP
            yield (upper[0] - x, upper[1] - y), (lower[0] + x, lower[1] + y)


@lru_cache(maxsize=16)
def _outer_edges(grid: _TriangleGrid, bleed: float, shown: Rect) -> dict[tuple[int, ...], Line]:
    """Return for each outer edge, by its corners, where it lies once it is moved outwards to show bleed.

    All move by the same distance, so that the bleed of two tiles at a corner meets on the cut between them.
    """
    left, above, right, below = room_around(grid.bounds, shown)
    by = min(bleed, grid.outer_bleed, above, below, left * STEEP, right * STEEP) - grid.gap / 2
    if by < LEAST_BLEED:
        return {}
    points = list(grid.ring())
    moved = grown(points, [by] * len(points))
    return {_key(*edge): line for edge, line in zip(edges_of(points), edges_of(moved), strict=True)}


def fullest_triangle_grid(
    side: float, paper: Size, *, margin: float, copies: int, folded: bool, gap: float = 0.0
) -> _TriangleGrid | None:
    """Return the block that needs the fewest sheets for so many copies, or None where not one triangle fits.

    The page may lie either way; upright wins a tie.

    >>> triangles = fullest_triangle_grid(44, Size(210, 297), margin=6.35, copies=49, folded=False)
    >>> triangles.rows, triangles.columns
    (7, 7)
    """
    blocks = [_block(side, page, margin, fold, gap) for page, fold in page_ways(paper, folded=folded)]
    fitting = [block for block in blocks if block.rows > 0 and block.columns > 0]
    return min(fitting, key=lambda block: _sheets(block, copies), default=None)


def _sheets(block: _TriangleGrid, copies: int) -> int:
    return math.ceil(copies / (block.rows * block.columns))


def triangle_layout(
    side: float, paper: Size, *, margin: float, gap: float | None, copies: int, folded: bool, alike: bool
) -> Layout | None:
    """Return triangles that keep `gap` mm apart and are cut out one by one, or share their cuts at 0; None where not one fits.

    Without a gap, triangles that are all `alike` share their cuts, and others have a gutter where it costs no sheet.
    """
    fullest = partial(fullest_triangle_grid, side, paper, margin=margin, copies=copies, folded=folded)
    triangles = fullest(gap=gap or 0.0)
    if triangles is None:
        return None
    if gap:
        max_bleed = min(gap / 2, FOLD_BLEED) if folded else gap / 2
        place = triangles.page, triangle(side), triangles.positions, triangles.bounds
        return loose_layout(*place, max_bleed, fold=triangles.fold)
    if gap is None and not alike:
        parted = fullest(gap=TRIANGLE_GUTTER)
        if parted is not None and _sheets(parted, copies) <= _sheets(triangles, copies):
            triangles = parted
    return triangles.layout


def _block(side: float, page: Size, margin: float, fold: Axis | None, gap: float) -> _TriangleGrid:
    space = room(page, margin=margin, fold=fold, gap=max(TRIANGLE_FOLD_GAP, gap))
    pitch, aside, above = side + gap * SLOPE, gap * SLOPE / 2, gap / 2
    columns = max(0, int((space.width + 2 * aside + SLACK) / (pitch / 2)) - 1)
    rows = max(0, int((space.height + 2 * above + SLACK) / (pitch * STEEP)))
    size = Size((columns + 1) / 2 * pitch - 2 * aside, rows * pitch * STEEP - 2 * above)
    place = centred(size, page, fold=fold, gap=max(TRIANGLE_FOLD_GAP, gap))
    return _TriangleGrid(page, side, columns, rows, place.x - aside, place.y - above, fold, gap)


def _corners(position: Position) -> tuple[Point, ...]:
    trim = position.trim
    middle = trim.x + trim.width / 2
    if position.rotation == 0:
        return ((middle, trim.y), (trim.right, trim.bottom), (trim.x, trim.bottom))
    return ((middle, trim.bottom), (trim.x, trim.y), (trim.right, trim.y))


def _key(*points: Point) -> tuple[int, ...]:
    return tuple(round(length * 1000) for point in points for length in point)

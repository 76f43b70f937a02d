"""Places and clip areas on a page, with or without a fold; and the fullest grid of equal cells."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise, product

from pnp.model.geometry import SLACK, Point, Rect, Size
from pnp.model.sheet import Axis, behind, points_behind

Line = tuple[Point, Point]


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


def room_around(block: Rect, shown: Rect) -> tuple[float, float, float, float]:
    """Return how far `shown` reaches beyond a block: left, above, right, below."""
    return block.x - shown.x, block.y - shown.y, shown.right - block.right, shown.bottom - block.bottom


def with_backs(block: Rect, page: Size, fold: Axis | None) -> Rect:
    """Return the box around a block of fronts, and around what lies behind it beyond a fold."""
    if fold == "horizontal":
        return Rect(block.x, block.y, block.width, page.height - 2 * block.y)
    return Rect(block.x, block.y, page.width - 2 * block.x, block.height) if fold == "vertical" else block


GUTTER = 2.0  # mm between neighbours where it costs no card: each then shows 1 mm of its own bleed
SPARE = 1.0  # mm that must stay free beside the printable edge for a gutter to be worth having
FOLD_GAP = 4.0  # mm between the cards on both sides of a fold; 3 to 6 mm is the custom of gutterfold sheets
FOLD_BLEED = 1.0  # mm that bleed may show towards a fold, so that the fold line stays white


@dataclass(frozen=True, slots=True)
class Grid:
    """Equal cells on a page, symmetric about both middle lines; `lefts` and `tops` are where they begin, in mm.

    With a fold, the fronts take the half before it (above, or left of it) and the backs the other. Bleed shows
    `outer_bleed` mm beyond the outer cells at most.
    """

    page: Size
    cell: Size
    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    fold: Axis | None = None
    outer_bleed: float = math.inf
    label_sheet: str = ""
    slanted_cuts: tuple[Line, ...] = ()

    @property
    def fronts(self) -> tuple[tuple[int, int], ...]:
        """The (column, row) of every cell that takes a front, row by row from the top left."""
        columns = len(self.lefts) // (2 if self.fold == "vertical" else 1)
        rows = len(self.tops) // (2 if self.fold == "horizontal" else 1)
        return tuple((column, row) for row in range(rows) for column in range(columns))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The places of the fronts, row by row from the top left."""
        return tuple(Position(self.trim(*cell)) for cell in self.fronts)

    @property
    def bounds(self) -> Rect:
        """The rectangle around all cells."""
        x, y = self.lefts[0], self.tops[0]
        return Rect(x, y, self.lefts[-1] + self.cell.width - x, self.tops[-1] + self.cell.height - y)

    @property
    def cut_xs(self) -> tuple[float, ...]:
        """The x of every vertical trim line, from the left; one where neighbours touch."""
        return _edges(self.lefts, self.cell.width)

    @property
    def cut_ys(self) -> tuple[float, ...]:
        """The y of every horizontal trim line, from the top; one where neighbours touch."""
        return _edges(self.tops, self.cell.height)

    def trim(self, column: int, row: int) -> Rect:
        """Return the place of a cell on the page."""
        return Rect(self.lefts[column], self.tops[row], self.cell.width, self.cell.height)

    def clip(self, column: int, row: int, *, bleed: float, shown: Rect) -> Rect:
        """Return how far a face of that bleed may show: half the gutter inside, up to `shown` outside."""
        beside, above = self.fold == "vertical", self.fold == "horizontal"
        left, right = _reach(self.lefts, self.cell.width, column, (shown.x, shown.right), folded=beside)
        top, bottom = _reach(self.tops, self.cell.height, row, (shown.y, shown.bottom), folded=above)
        return self.trim(column, row).grown(*(min(bleed, reach) for reach in (left, top, right, bottom)))

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return how far a face of that bleed may show in a front's cell."""
        row, column = divmod(number, len(self.lefts) // (2 if self.fold == "vertical" else 1))
        return ClipArea(self.clip(column, row, bleed=bleed, shown=shown))


def page_ways(paper: Size, *, folded: bool) -> list[tuple[Size, Axis | None]]:
    """Return how a page may lie and be folded, upright first."""
    folds: tuple[Axis | None, ...] = ("horizontal", "vertical") if folded else (None,)
    return list(product(paper.either_way, folds))


def fullest_grid(
    cell: Size, paper: Size, *, margin: float, folded: bool = False, gap: float | None = None
) -> Grid | None:
    """Return the grid with the most cells inside `margin`, or None where not one fits.

    The page may lie either way; upright wins a tie. Cells are never turned. Without a `gap`, neighbours share a cut
    or have a gutter between them, whichever leaves room for more. Lengths in mm.

    >>> grid = fullest_grid(Size(63, 88), Size(210, 297), margin=6.35)
    >>> grid.lefts, grid.tops
    ((8.5, 73.5, 138.5), (14.5, 104.5, 194.5))
    """
    grids = [_grid(cell, page, margin, fold, gap) for page, fold in page_ways(paper, folded=folded)]
    best = max(grids, key=lambda grid: len(grid.fronts))  # the first of equals
    return best if best.fronts else None


def _grid(cell: Size, page: Size, margin: float, fold: Axis | None, gap: float | None) -> Grid:
    across = _folded_starts if fold == "vertical" else _starts
    down = _folded_starts if fold == "horizontal" else _starts
    lefts = across(page.width, cell.width, margin, gap)
    tops = down(page.height, cell.height, margin, gap)
    return Grid(page, cell, lefts, tops, fold)


def _starts(length: float, size: float, margin: float, gap: float | None) -> tuple[float, ...]:
    count = _count(length - 2 * margin, size, gap)
    gutter = _gutter(count, size, length - 2 * margin - 2 * SPARE, gap)
    extent = count * size + (count - 1) * gutter
    return tuple((length - extent) / 2 + index * (size + gutter) for index in range(count))


def _folded_starts(length: float, size: float, margin: float, gap: float | None) -> tuple[float, ...]:
    fold_gap = max(FOLD_GAP, gap or 0.0)
    half = length / 2 - margin - fold_gap / 2
    count = _count(half, size, gap)
    gutter = _gutter(count, size, half - SPARE, gap)
    after = [length / 2 + fold_gap / 2 + index * (size + gutter) for index in range(count)]
    return (*(length - start - size for start in reversed(after)), *after)


def _count(room: float, size: float, gap: float | None) -> int:
    return max(0, int((room + (gap or 0.0) + SLACK) / (size + (gap or 0.0))))


def _gutter(count: int, size: float, room: float, gap: float | None) -> float:
    """Return the gap that is asked for; without one, a gutter where `room` is enough for it."""
    gutter = GUTTER if count * size + (count - 1) * GUTTER <= room + SLACK else 0.0
    return gutter if gap is None else gap


def _edges(starts: tuple[float, ...], size: float) -> tuple[float, ...]:
    edges: list[float] = []
    for edge in (edge for start in starts for edge in (start, start + size)):
        if not edges or edge - edges[-1] > SLACK:
            edges.append(edge)
    return tuple(edges)


def _reach(
    starts: tuple[float, ...], size: float, index: int, outer: tuple[float, float], *, folded: bool
) -> tuple[float, float]:
    """Return how far a cell may show before its start and after its end; `outer` is where the outermost may end."""
    gaps = [max(0.0, b - a - size) / 2 for a, b in pairwise(starts)]
    if folded:
        middle = len(gaps) // 2
        gaps[middle] = min(gaps[middle], FOLD_BLEED)
    gaps = [starts[0] - outer[0], *gaps, outer[1] - starts[-1] - size]
    return gaps[index], gaps[index + 1]

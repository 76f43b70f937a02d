"""What a layout is: places and clip areas on a page, with or without a fold; and the fullest grid of equal cells."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Protocol

from pnp.model.geometry import SLACK, Point, Rect, Size
from pnp.model.line_styles import Contour, Stroke
from pnp.model.sheet import FOLD_BLEED, Axis, behind, points_behind

Line = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Position:
    """A place for one piece: the box it is cut from, and by how many degrees it is turned there."""

    trim: Rect
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class ClipArea:
    """How far a face may show: a box, and the line within it where that is no rectangle."""

    clip: Rect
    edge: tuple[Point, ...] = ()

    def behind(self, page: Size, axis: Axis) -> "ClipArea":
        """Return the window on the back that lies behind this one."""
        return ClipArea(behind(self.clip, page, axis), points_behind(self.edge, page, axis))


class ClipRule(Protocol):
    """How far a face of a bleed may show in a front's position, where bleed reaches to `shown` around all pieces."""

    def __call__(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return what may show in that position, counted from 0."""


@dataclass(frozen=True, slots=True)
class Registration:
    """The marks by which a cutting machine finds the pieces of a sheet, and what must stay white around them."""

    machine: str
    strokes: tuple[Stroke, ...]
    clear: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions on a page for the fronts of one component, in the order they are filled.

    Backs lie behind them, on the back or beyond a fold: fronts then take the half above it, or left of it. `bounds` is
    the box around all that is cut, on both halves; bleed shows `outer_bleed` mm beyond it at most. `contours` are
    outlines to be drawn around the pieces. On a bought sheet (`label_sheet`) the cuts are there already. With a
    `registration` a machine cuts: nothing shows where.
    """

    page: Size
    positions: tuple[Position, ...]
    bounds: Rect
    clip_area: ClipRule
    fold: Axis | None = None
    outer_bleed: float = math.inf
    cut_xs: tuple[float, ...] = ()
    cut_ys: tuple[float, ...] = ()
    slanted_cuts: tuple[Line, ...] = ()
    contours: tuple[Contour, ...] = ()
    label_sheet: str = ""
    registration: Registration | None = None

    @property
    def asymmetric(self) -> bool:
        """Whether its cuts may lie otherwise once the sheet is turned over."""
        lines = ((self.cut_xs, self.page.width), (self.cut_ys, self.page.height))
        return bool(self.slanted_cuts) or not all(_is_symmetric(cuts, length) for cuts, length in lines)


def _is_symmetric(cuts: Sequence[float], length: float) -> bool:
    return all(abs(one + other - length) < 1e-3 for one, other in zip(cuts, reversed(cuts), strict=True))


def bounded(edge: Sequence[Point]) -> ClipArea:
    """Return the window within a line.

    >>> bounded(((1, 0), (2, 2), (0, 2))).clip
    Rect(x=0, y=0, width=2, height=2)
    """
    left, top = min(x for x, _ in edge), min(y for _, y in edge)
    width, height = max(x for x, _ in edge) - left, max(y for _, y in edge) - top
    return ClipArea(Rect(left, top, width, height), tuple(edge))


def printable_area(page: Size, margin: float) -> Rect:
    """Return a page without its margins."""
    return Rect(margin, margin, page.width - 2 * margin, page.height - 2 * margin)


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


FOOT = 5.0  # mm of margin that must be left above or below, or at the sides, for the words


def has_foot(block: Size, page: Size, margin: float) -> bool:
    """Say whether a block in the middle of a page leaves room for the words."""
    return max(page.width - block.width, page.height - block.height) - 2 * margin >= FOOT


GUTTER = 2.0  # mm between neighbours where it costs no card: each then shows 1 mm of its own bleed
SPARE = 1.0  # mm that must stay free beside the printable edge for a gutter to be worth having
FOLD_GAP = 4.0  # mm between the cards on both sides of a fold; 3 to 6 mm is the custom of gutterfold sheets


def page_ways(paper: Size, *, folded: bool) -> list[tuple[Size, Axis | None]]:
    """Return how a page may lie and be folded, upright first."""
    folds: tuple[Axis | None, ...] = ("horizontal", "vertical") if folded else (None,)
    return list(product(paper.either_way, folds))


def fullest_grid(
    cell: Size, paper: Size, *, margin: float, folded: bool = False, gap: float | None = None
) -> Layout | None:
    """Return the grid with the most cells inside `margin`, or None where not one fits.

    The page may lie either way; upright wins a tie. Cells are never turned. Without a `gap`, neighbours share a cut
    or have a gutter between them, whichever leaves room for more. Lengths in mm.

    >>> grid = fullest_grid(Size(63, 88), Size(210, 297), margin=6.35)
    >>> grid.cut_xs, grid.cut_ys
    ((8.5, 71.5, 73.5, 136.5, 138.5, 201.5), (14.5, 102.5, 104.5, 192.5, 194.5, 282.5))
    """
    grids = [_grid(cell, page, margin, fold, gap) for page, fold in page_ways(paper, folded=folded)]
    fitting = [grid for grid in grids if grid is not None]
    return max(fitting, key=lambda grid: len(grid.positions), default=None)  # the first of equals


def grid_of(cell: Size, columns: int, rows: int, *, gap: float) -> Layout:
    """Return so many columns and rows of cells on a page that ends with them.

    >>> grid = grid_of(Size(63, 88), 3, 1, gap=2)
    >>> grid.page, grid.cut_xs
    (Size(width=193, height=88), (0.0, 63.0, 65.0, 128.0, 130.0, 193.0))
    """
    width, height = (
        count * length + (count - 1) * gap for count, length in ((columns, cell.width), (rows, cell.height))
    )
    grid = _grid(cell, Size(width, height), 0.0, None, gap)
    if grid is None:
        raise ValueError("a grid has a column and a row")
    return grid


def _grid(cell: Size, page: Size, margin: float, fold: Axis | None, gap: float | None) -> Layout | None:
    """Return equal cells on a page, symmetric about both middle lines; the fronts take the half before a fold."""
    beside, above = fold == "vertical", fold == "horizontal"
    lefts = (_folded_starts if beside else _starts)(page.width, cell.width, margin, gap)
    tops = (_folded_starts if above else _starts)(page.height, cell.height, margin, gap)
    if not lefts or not tops:
        return None
    columns, rows = len(lefts) // (2 if beside else 1), len(tops) // (2 if above else 1)
    positions = tuple(
        Position(Rect(left, top, cell.width, cell.height)) for top in tops[:rows] for left in lefts[:columns]
    )

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Show half the gutter inside, up to `shown` outside."""
        row, column = divmod(number, columns)
        left, right = _reach(lefts, cell.width, column, (shown.x, shown.right), folded=beside)
        top, bottom = _reach(tops, cell.height, row, (shown.y, shown.bottom), folded=above)
        by = (min(bleed, reach) for reach in (left, top, right, bottom))
        return ClipArea(positions[number].trim.grown(*by))

    x, y = lefts[0], tops[0]
    bounds = Rect(x, y, lefts[-1] + cell.width - x, tops[-1] + cell.height - y)
    xs = distinct(edge for left in lefts for edge in (left, left + cell.width))
    ys = distinct(edge for top in tops for edge in (top, top + cell.height))
    return Layout(page, positions, bounds, clip_area, fold, cut_xs=xs, cut_ys=ys)


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


def distinct(lengths: Iterable[float]) -> tuple[float, ...]:
    """Return lengths in order, those that are the same once."""
    kept: list[float] = []
    for length in sorted(lengths):
        if not kept or length - kept[-1] > SLACK:
            kept.append(length)
    return tuple(kept)


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

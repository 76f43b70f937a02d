"""Layouts: positions and clip areas on a page, with or without a fold; grids of equal cells, and separate pieces."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import count, pairwise, product
from typing import NamedTuple, Protocol

from pnp.model.bleed import FOLD_BLEED
from pnp.model.geometry import (
    SLACK,
    Outline,
    Point,
    Rect,
    Size,
    circle,
    edges_of,
    grown,
    hexagon,
    is_convex,
    moved_outwards,
    placed,
    signed_area,
)
from pnp.model.line_styles import Contour, Stroke
from pnp.model.sheet import Axis, Position, behind, fold_at, points_behind
from pnp.model.svg_geometry import around_points

Line = tuple[Point, Point]


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
    """The marks by which a cutting machine finds the pieces of a sheet, and what must stay white around them.

    `between` is where its sensor moves from mark to mark: no other mark may lie there.
    """

    machine: str
    strokes: tuple[Stroke, ...]
    clear: tuple[Rect, ...]
    between: tuple[Rect, ...] = ()


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
    return ClipArea(around_points(edge), tuple(edge))


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
        y = fold_at(page, fold) - gap / 2 - block.height
    if fold == "vertical":
        x = fold_at(page, fold) - gap / 2 - block.width
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


GUTTER = 3.0  # mm between neighbours where it costs no card: each then shows 1.5 mm of its own bleed
OUTER = 2.0  # mm of bleed shown outside the grid, unless a gap was asked for: more would take room from the margins
SPARE = 1.0  # mm that must stay free beside the printable edge for a full gutter
NARROWEST = 0.6  # mm: a cut that is 0.3 mm off still shows the card's own bleed; cards with less room touch
SPARE_FOR_MARKS = 0.75  # mm beside the printable edge that crop marks need beside a narrow gutter
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
    ((7.5, 70.5, 73.5, 136.5, 139.5, 202.5), (13.5, 101.5, 104.5, 192.5, 195.5, 283.5))
    """
    grids = (grid_on(cell, page, margin, fold, gap) for page, fold in page_ways(paper, folded=folded))
    return max(filter(None, grids), key=lambda grid: len(grid.positions), default=None)  # the first of equals


def grid_on(cell: Size, page: Size, margin: float, fold: Axis | None, gap: float | None) -> Layout | None:
    """Return as many columns and rows of cells as a page has room for, None where that is not one."""
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
        row, column = divmod(number, columns)
        left, right = _reach(lefts, cell.width, column, (shown.x, shown.right), folded=beside)
        top, bottom = _reach(tops, cell.height, row, (shown.y, shown.bottom), folded=above)
        by = (min(bleed, reach) for reach in (left, top, right, bottom))
        return ClipArea(positions[number].trim.grown(*by))

    bounds = Rect(lefts[0], tops[0], lefts[-1] + cell.width - lefts[0], tops[-1] + cell.height - tops[0])
    xs = distinct(edge for left in lefts for edge in (left, left + cell.width))
    ys = distinct(edge for top in tops for edge in (top, top + cell.height))
    outer = math.inf if gap is not None or len(positions) == 1 else OUTER  # what is asked for shows in full
    return Layout(page, positions, bounds, clip_area, fold, outer, cut_xs=xs, cut_ys=ys)


def _starts(length: float, size: float, margin: float, gap: float | None) -> tuple[float, ...]:
    count = _count(length - 2 * margin, size, gap)
    gutter = _gutter(count, size, length - 2 * margin, gap, edges=2)
    extent = count * size + (count - 1) * gutter
    return tuple((length - extent) / 2 + index * (size + gutter) for index in range(count))


def _folded_starts(length: float, size: float, margin: float, gap: float | None) -> tuple[float, ...]:
    fold_gap = max(FOLD_GAP, gap or 0.0)
    half = length / 2 - margin - fold_gap / 2
    count = _count(half, size, gap)
    gutter = _gutter(count, size, half, gap, edges=1)
    after = [length / 2 + fold_gap / 2 + index * (size + gutter) for index in range(count)]
    return (*(length - start - size for start in reversed(after)), *after)


def _count(room: float, size: float, gap: float | None) -> int:
    return max(0, int((room + (gap or 0.0) + SLACK) / (size + (gap or 0.0))))


def _gutter(count: int, size: float, room: float, gap: float | None, *, edges: int) -> float:
    """Return the gap that is asked for; without one, a full gutter, or the widest that leaves marks at so many edges their room."""
    if gap is not None or count < 2:
        return gap or 0.0
    if count * size + (count - 1) * GUTTER <= room - edges * SPARE + SLACK:
        return GUTTER
    left = room - count * size
    narrow = (left - edges * SPARE_FOR_MARKS) / (count - 1)
    # Where the words of the sheet have room beside touching rows, they keep it.
    return min(narrow, GUTTER) if narrow >= NARROWEST - SLACK and left < FOOT else 0.0


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


# Pieces of any outline with room around each, cut out one by one: in columns and rows, as hexagons, nested rows.


def loose_layout(
    page: Size,
    outline: Outline,
    positions: tuple[Position, ...],
    bounds: Rect,
    max_bleed: float,
    *,
    padding: float = 0.0,
    fold: Axis | None = None,
) -> Layout:
    """Return the layout of pieces that keep apart, with their outlines drawn.

    `max_bleed` is how far the bleed of each may show, `padding` how far `bounds` lies beyond the positions.
    """

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        by = min(bleed, max_bleed, padding + max(0.0, min(room_around(bounds, shown))))
        position = positions[number]
        return bounded(on_page(_wider(outline, by), position))

    corners = () if outline.kind == "circle" else outline.points
    contours = tuple(Contour(position.trim, on_page(corners, position)) for position in positions)
    outer = max(0.0, max_bleed - padding)
    return Layout(page, positions, bounds, clip_area, fold, outer_bleed=outer, contours=contours)


def loose_grid(
    outline: Outline, paper: Size, *, margin: float, gap: float, folded: bool = False
) -> Layout | None:
    """Return the pieces in columns and rows that keep `gap` mm apart, or None where not one fits."""
    grid = fullest_grid(outline.size, paper, margin=margin, folded=folded, gap=gap)
    if grid is None:
        return None
    max_bleed = min(gap / 2, FOLD_BLEED) if folded else gap / 2
    return loose_layout(grid.page, outline, grid.positions, grid.bounds, max_bleed, fold=grid.fold)


def on_page(points: Sequence[Point], position: Position) -> tuple[Point, ...]:
    """Return an outline, given from the top-left corner of its box, where the position has it."""
    trim = position.trim
    if position.rotation == 0:
        return tuple((trim.x + x, trim.y + y) for x, y in points)
    if position.rotation == 180:
        return tuple((trim.right - x, trim.bottom - y) for x, y in points)
    return placed(points, trim.size.turned, trim, position.rotation)


def _wider(outline: Outline, by: float) -> tuple[Point, ...]:
    if outline.kind == "circle":
        return tuple((x - by, y - by) for x, y in circle(outline.size.width + 2 * by).points)
    if outline.kind != "curve" and is_convex(outline.points):
        return grown(outline.points, [by] * len(outline.points))
    return moved_outwards(outline.points, by)


# Hexagons with a flat top, every second column half a hexagon lower, with the same gap on all sides.

STEEP = math.sqrt(3) / 2  # height per side of an equilateral triangle


def hexagon_grid(
    side: float, paper: Size, *, margin: float, gap: float, copies: int, folded: bool = False
) -> Layout | None:
    """Return hexagons that need the fewest sheets, the page upright in a tie; None where not one fits."""
    made = [_hexagons(side, page, margin, gap, fold) for page, fold in page_ways(paper, folded=folded)]
    fitting = [layout for layout in made if layout is not None]
    return min(fitting, key=lambda layout: math.ceil(copies / len(layout.positions)), default=None)


def _hexagons(side: float, page: Size, margin: float, gap: float, fold: Axis | None) -> Layout | None:
    fold_gap = max(FOLD_GAP, gap)
    pitch = side * 2 * STEEP + gap  # down a column; half of it from one column to the next
    apart = pitch * STEEP  # from column to column
    space = room(page, margin=margin, fold=fold, gap=fold_gap)
    columns = max(0, math.floor((space.width - 2 * side + SLACK) / apart) + 1)
    upper = max(0, math.floor((space.height + gap + SLACK) / pitch))  # in columns that begin at the top
    lower = max(0, math.floor((space.height + gap - pitch / 2 + SLACK) / pitch))  # in those between
    lines = max(2 * upper, 2 * lower + 1 if columns > 1 else 0)  # each half a pitch below the last
    if not columns or not upper:
        return None
    size = Size(2 * side + (columns - 1) * apart, lines * pitch / 2 - gap)
    block = centred(size, page, fold=fold, gap=fold_gap)
    positions = tuple(
        Position(Rect(block.x + column * apart, block.y + line * pitch / 2, 2 * side, 2 * STEEP * side))
        for line in range(lines)
        for column in range(line % 2, columns, 2)
        if line // 2 < (lower if line % 2 else upper)
    )
    max_bleed = gap / 2 if fold is None else min(gap / 2, FOLD_BLEED)
    return loose_layout(page, hexagon(side), positions, with_backs(block, page, fold), max_bleed, fold=fold)


# Rows of nets and other outlines that reach into each other.

STEP = 1.0  # mm by which rows are shifted; outlines are measured in strips of that width.
FULL = 0.9  # what fills more of its box than that leaves others no room to reach into it
_Place = tuple[float, float, bool]  # Where the box of a piece begins, in mm, and whether it is on its head.


def nested_rows(outline: Outline, paper: Size, *, margin: float, gap: float) -> Layout | None:
    """Return the most pieces that such rows have room for on a page that lies either way; None where nothing is gained.

    Pieces keep `gap` mm apart. No rows of boxes are closer than these, but others may be as good.
    """
    size = outline.size
    if signed_area(outline.points) > FULL * size.width * size.height:
        return None
    pages = [
        (page, _places(outline.points, printable_area(page, margin).size, gap)) for page in paper.either_way
    ]
    page, places = max(pages, key=lambda way: len(way[1]))
    if not places:
        return None
    block = _size_of(places, size)
    x, y = (page.width - block.width) / 2, (page.height - block.height) / 2
    positions = tuple(
        Position(Rect(x + across, y + down, size.width, size.height), 180 if turned else 0)
        for across, down, turned in places
    )
    return loose_layout(page, outline, positions, Rect(x, y, block.width, block.height), gap / 2)


@lru_cache(maxsize=64)
def _places(points: tuple[Point, ...], room: Size, gap: float) -> tuple[_Place, ...]:
    size = Outline("curve", points).size
    beside, distances = _distances(points, gap)
    best: tuple[_Place, ...] = ()
    for pitch in range(beside, math.ceil((size.width + gap) / STEP) + 1):
        below = {
            ways: [
                max(known.get(shift + pitch * number, -math.inf) for number in range(-3, 3))
                for shift in range(pitch)
            ]
            for ways, known in distances.items()
        }
        for shift, order in product(range(pitch), _ORDERS):
            rows = list(_rows(partial(order, shift, pitch), below, pitch, size, room))
            if sum(row.columns for row in rows) > len(best):
                places = tuple(
                    ((row.shift + column * pitch) * STEP, row.top, row.turned)
                    for row in rows
                    for column in range(row.columns)
                )
                best = places if has_foot(_size_of(places, size), room, margin=0) else best
    return best


def _size_of(places: Sequence[_Place], size: Size) -> Size:
    return Size(max(x for x, _, _ in places) + size.width, max(y for _, y, _ in places) + size.height)


class _Row(NamedTuple):
    """A row: by how many strips it is shifted, whether its pieces stand on their heads; its top in mm, how many they are."""

    shift: int
    turned: bool
    top: float
    columns: int


_ORDERS: tuple[Callable[[int, int, int], tuple[int, bool]], ...] = (
    lambda shift, _pitch, number: (shift * (number % 2), False),
    lambda shift, _pitch, number: (shift * (number % 2), number % 2 == 1),
    lambda shift, pitch, number: (shift * number % pitch, False),
)
"""How rows follow each other: every second one is shifted, or turned too, or each is shifted further than the last."""

_Ways = tuple[bool, bool]  # Whether the upper and the lower of two pieces stand on their heads.


def _rows(
    order: Callable[[int], tuple[int, bool]],
    below: Mapping[_Ways, Sequence[float]],
    pitch: int,
    size: Size,
    room: Size,
) -> Iterator[_Row]:
    above: list[_Row] = []
    for number in count():
        shift, turned = order(number)
        top = above[-1].top if above else 0.0
        for row in above:
            top = max(top, row.top + below[row.turned, turned][(shift - row.shift) % pitch])
        if top + size.height > room.height + SLACK:
            return
        free = room.width - size.width - shift * STEP
        columns = math.floor((free + SLACK) / (pitch * STEP)) + 1 if free > -SLACK else 0
        above = [row for row in above if row.top + 2 * size.height > top]
        above.append(_Row(shift, turned, top, columns))
        yield above[-1]


# How near pieces may come.

_Profile = Mapping[int, float]  # How far down, or up, an outline reaches in each strip, in mm.


def _distances(points: tuple[Point, ...], gap: float) -> tuple[int, dict[_Ways, dict[int, float]]]:
    """Return how near two pieces may lie beside each other, in strips, and below each other, in mm, by how far one is shifted."""
    size = Outline("curve", points).size
    ways = {False: points, True: tuple((size.width - x, size.height - y) for x, y in points)}
    under = {turned: _profile(moved_outwards(corners, gap)) for turned, corners in ways.items()}
    over = {turned: _profile((x, -y) for x, y in corners) for turned, corners in ways.items()}
    aside = _profile((y, x) for x, y in moved_outwards(points, gap))
    beside = _apart(aside, _profile((y, -x) for x, y in points), 0)
    strips = math.ceil((size.width + 2 * gap) / STEP)
    return math.ceil(beside / STEP), {
        (one, other): {shift: _apart(under[one], over[other], shift) for shift in range(-strips, strips + 1)}
        for one, other in product(ways, repeat=2)
    }


def _profile(points: Iterable[Point]) -> _Profile:
    lowest: dict[int, float] = defaultdict(lambda: -math.inf)
    for edge in edges_of(tuple(points)):
        (x1, y1), (x2, y2) = sorted(edge)
        first, last = math.floor(x1 / STEP + SLACK), math.ceil(x2 / STEP - SLACK)
        for strip in range(first, max(last, first + 1)):
            ends = (min(max(strip * STEP, x1), x2), min(max((strip + 1) * STEP, x1), x2))
            ys = (y1 + (x - x1) / (x2 - x1) * (y2 - y1) for x in ends) if x2 > x1 else (y1, y2)
            lowest[strip] = max(lowest[strip], *ys)
    return lowest


def _apart(upper: _Profile, lower: _Profile, shift: int) -> float:
    meeting = (upper[strip] + lower[strip - shift] for strip in upper if strip - shift in lower)
    return max(meeting, default=-math.inf)

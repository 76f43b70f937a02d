"""A board split into pages: the orientation of the paper, the part on each page, and the marks that join the pages."""

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from pnp.impose.marks import MARK_CLEAR, mark_span
from pnp.model.geometry import MM_PER_PT, SLACK, Point, Rect, Size, edges_of
from pnp.model.line_styles import CUT_MARK, Stroke
from pnp.model.papers import Paper
from pnp.model.sheet import Caption
from pnp.text import column_letters

# Where a board too long for the paper is parted, on one axis: as few parts as will do, and through no space if it can be.

Span = tuple[float, float]  # From where to where something reaches.
MOST_PARTS = 40
SPLIT_CLEAR = 3.0  # mm between a split and a space that leave neither spoilt by a cut that is a little off
GRAZE = 0.05  # mm that a split may run inside a space and not part it: a trimmer is no more exact
MOST_CANDIDATES = 120  # Places tried for a split: more than boards have edges, few enough for speed.
# Spaces parted, want of clearance, of bleed, distance from equal parts.
Cost = tuple[int, float, float, float]
NO_COST: Cost = (0, 0.0, 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class AxisSplit:
    """A board parted on one axis. A part begins at a split and ends `overlap` mm beyond the next one."""

    splits: tuple[float, ...]
    spans: tuple[Span, ...]

    def runs_through(self, span: Span) -> bool:
        """Say whether a split runs through a space."""
        return any(span[0] + GRAZE < split < span[1] - GRAZE for split in self.splits)


def part(
    length: float, *, room: float, overlap: float, bleed: float, spaces: Sequence[Span]
) -> AxisSplit | None:
    """Return the fewest parts of at most `room` mm, or None where there is no room to speak of.

    The outer parts take as much of the bleed along as fits.

    >>> part(300, room=200, overlap=10, bleed=3, spaces=[(120, 160)]).spans
    ((-3, 173.0), (163.0, 303))
    """
    step = room - overlap
    if step <= max(overlap, SPLIT_CLEAR):
        return None
    count = max(1, math.ceil((length - overlap - SLACK) / step))
    if count > MOST_PARTS:
        return None
    splits = _best(length, count, room=room, overlap=overlap, bleed=bleed, spaces=spaces)
    starts, ends = (0.0, *splits), (*(split + overlap for split in splits), length)
    sides = 2 if count == 1 else 1
    before = -min(bleed, (room - ends[0]) / sides)
    after = length + min(bleed, (room - (length - starts[-1])) / sides)
    return AxisSplit(splits, tuple(zip((before, *starts[1:]), (*ends[:-1], after), strict=True)))


def _best(
    length: float, count: int, *, room: float, overlap: float, bleed: float, spaces: Sequence[Span]
) -> tuple[float, ...]:
    step, edges = room - overlap, _SpaceEdges(spaces)
    ways: dict[float, tuple[Cost, tuple[float, ...]]] = {0.0: (NO_COST, ())}
    for number in range(1, count):
        low, high = length - room - (count - 1 - number) * step, number * step
        ideal = number * length / count
        priced = [(split, edges.price(split, ideal)) for split in edges.candidates(low, high, ideal)]
        reached: dict[float, tuple[Cost, tuple[float, ...]]] = {}
        for split, price in priced:
            ways_here = [
                (
                    _sum(cost, price, _want(split + overlap, room, bleed) if before == 0 else NO_COST),
                    (*splits, split),
                )
                for before, (cost, splits) in ways.items()
                if overlap - SLACK <= split - before <= step + SLACK
            ]
            if ways_here:
                reached[split] = min(ways_here)
        ways = reached
    ends = ((_sum(cost, _want(length - last, room, bleed)), splits) for last, (cost, splits) in ways.items())
    return min(ends)[1]


class _SpaceEdges:
    def __init__(self, spaces: Sequence[Span]) -> None:
        self._starts = sorted(start + GRAZE for start, _ in spaces)
        self._ends = sorted(end - GRAZE for _, end in spaces)
        self._both = sorted({edge for span in spaces for edge in span})

    def candidates(self, low: float, high: float, ideal: float) -> tuple[float, ...]:
        """Return the positions worth trying: the ideal one, the limits, beside every space and between any two."""
        edges = sorted({min(max(edge, low), high) for edge in self._both} | {low, high})
        beside = (place for edge in edges for place in (edge, edge - SPLIT_CLEAR, edge + SPLIT_CLEAR))
        between = ((one + other) / 2 for one, other in pairwise(edges))
        tried = {ideal, *beside, *between}
        places = sorted(place for place in tried if low - SLACK <= place <= high + SLACK)
        return tuple(sorted({*places[:: len(places) // MOST_CANDIDATES + 1], low, high}))

    def price(self, split: float, ideal: float) -> Cost:
        cut = bisect_left(self._starts, split) - bisect_right(self._ends, split)
        after = bisect_left(self._both, split)
        beside = self._both[max(0, after - 1) : after + 1]
        near = min((abs(split - edge) for edge in beside), default=SPLIT_CLEAR)
        return (cut, max(0.0, SPLIT_CLEAR - near), 0.0, abs(split - ideal))


def _want(length: float, room: float, bleed: float) -> Cost:
    """Return what it costs that an outer part so long has no room for all of the bleed."""
    return (0, 0.0, max(0.0, bleed - (room - length)), 0.0)


def _sum(*costs: Cost) -> Cost:
    cut, near, bleed, away = (sum(values) for values in zip(*costs, strict=True))
    return (int(cut), round(near, 6), round(bleed, 6), round(away, 6))


TICKS = 4.0  # mm beside a tile for the marks and letters where pages join
FOOT = 8.0  # mm below a tile for two lines of words and the map


@dataclass(frozen=True, slots=True)
class Tile:
    """A page of a board: `shown` is its part, `window` that on the page, `overlap` mm over its left and upper one."""

    row: int
    column: int
    shown: Rect
    window: Rect

    @property
    def origin(self) -> tuple[float, float]:
        """Where the top-left corner of the board's trim would be on the page."""
        return self.window.x - self.shown.x, self.window.y - self.shown.y


@dataclass(frozen=True, slots=True)
class Tiling:
    """All tiles, row by row. `cut` holds the numbers of the spaces that lie on two pages or more."""

    page: Size
    board: Size
    overlap: float
    across: AxisSplit
    down: AxisSplit
    tiles: tuple[Tile, ...]
    cut: tuple[int, ...]

    @property
    def columns(self) -> int:
        return len(self.across.spans)

    @property
    def rows(self) -> int:
        return len(self.down.spans)


def tile(
    board: Size, paper: Paper, *, bleed: float, overlap: float, spaces: Sequence[Rect] = ()
) -> Tiling | None:
    """Return the tiling with the fewest pages, then the fewest cut spaces, then an upright page; None without room."""
    tilings = [
        tiling
        for page in paper.size.either_way
        for tiling in _tilings(board, page, paper.unprintable, bleed=bleed, overlap=overlap, spaces=spaces)
    ]
    return min(tilings, key=lambda tiling: (len(tiling.tiles), len(tiling.cut)), default=None)


def one_page(board: Size) -> Tiling:
    """Return the tiling of a sheet that is as large as the paper: the page itself."""
    whole = Rect(0, 0, board.width, board.height)
    across, down = (AxisSplit((), ((0.0, length),)) for length in (board.width, board.height))
    return Tiling(board, board, 0.0, across, down, (Tile(0, 0, whole, whole),), ())


def _tilings(
    board: Size, page: Size, margin: float, *, bleed: float, overlap: float, spaces: Sequence[Rect]
) -> Iterator[Tiling]:
    across = [(space.x, space.right) for space in spaces]
    down = [(space.y, space.bottom) for space in spaces]
    for beside, above in product((False, True), repeat=2):
        left, top = margin + TICKS * beside, margin + TICKS * above
        area = Rect(left, top, page.width - 2 * left, page.height - top - margin - FOOT)
        # The tiles are moved by less than a point onto whole points, see _placed.
        columns = part(board.width, room=area.width - MM_PER_PT, overlap=overlap, bleed=bleed, spaces=across)
        rows = part(board.height, room=area.height - MM_PER_PT, overlap=overlap, bleed=bleed, spaces=down)
        if columns is None or rows is None:
            continue
        if (len(rows.spans) > 1 and not beside) or (len(columns.spans) > 1 and not above):
            continue
        below = page.height - board.height
        tiles = tuple(
            _placed((row, column), (x_span, y_span), area, below=below, bleed=bleed)
            for row, y_span in enumerate(rows.spans)
            for column, x_span in enumerate(columns.spans)
        )
        spans = enumerate(zip(across, down, strict=True))
        cut = tuple(n for n, (x, y) in spans if columns.runs_through(x) or rows.runs_through(y))
        yield Tiling(page, board, overlap, columns, rows, tiles, cut)


def _placed(
    cell: tuple[int, int], spans: tuple[Span, Span], area: Rect, *, below: float, bleed: float
) -> Tile:
    """Return a tile in the middle of the area, moved so that the drawing's bottom-left corner lies on whole points.

    A PDF then says exactly where it lies, and pages put together meet to the last pixel. `below` is the height of
    the page less that of the board.
    """
    (left, right), (top, bottom) = spans
    shown = Rect(left, top, right - left, bottom - top)
    x = area.x + (area.width - shown.width) / 2
    y = area.y + (area.height - shown.height) / 2
    x += _to_whole_points(x - left - bleed)
    y -= _to_whole_points(below - (y - top) - bleed)
    return Tile(*cell, shown, Rect(x, y, shown.width, shown.height))


def _to_whole_points(length: float) -> float:
    points = length / MM_PER_PT
    return (round(points) - points) * MM_PER_PT


# What stands beside the tile of a board: where to cut, where the next page is laid, and which part this is.

TILE_MARK_LENGTH = TICKS - MARK_CLEAR  # mm of a mark
CUT_WIDTH = 0.5  # mm of the line along which a margin is cut off: unlike the hairlines at the board's corners
TRIANGLE_HALF = 0.9  # mm from the tip of a triangle to either side
LETTER_SIZE = 6.0  # pt
LETTER_ASIDE = 0.6  # mm between a mark and its letter
LETTER_BOX = (3.0, 2.2)  # mm that two letters at that size need
MAP_SIZE = (18.0, 7.0)  # mm that the map may be wide and high
MAP_CLEAR = 0.8  # mm between the tile and the map
HATCH = 0.8  # mm between the lines that fill the map's own field


@dataclass(frozen=True, slots=True)
class TileMarks:
    """The strokes and letters beside a tile; `taken` are strokes over places that words must not enter."""

    strokes: tuple[Stroke, ...]
    captions: tuple[Caption, ...]
    taken: tuple[Stroke, ...]


NO_TILE_MARKS = TileMarks((), (), ())


def tile_marks(tile: Tile, tiling: Tiling, *, margin: float) -> TileMarks:
    """Return what stands beside one tile, all of it inside `margin`."""
    if len(tiling.tiles) == 1:  # the page itself
        return NO_TILE_MARKS
    edge_marks = list(_edge_marks(tile, tiling))
    letters = tuple(caption for _, caption in edge_marks)
    strokes = [stroke for drawn, _ in edge_marks for stroke in drawn]
    field = _map_field(tile, tiling, margin)
    over = Stroke(field.x, field.y, field.right, field.bottom, 0)
    width, height = LETTER_BOX
    taken = (
        *(Stroke(caption.x, caption.y - height, caption.x + width, caption.y, 0) for caption in letters),
        over,
    )
    return TileMarks((*strokes, *_rim(tile, tiling, margin), *_map(field, tile, tiling)), letters, taken)


def letter(tiling: Tiling, row: int, column: int, *, down: bool) -> str:
    """Return the letters of the join between a tile and the next one to the right, or below: A, B ... Z, AA, AB ..."""
    beside_each = tiling.columns - 1
    number = column + (tiling.rows * beside_each + row * tiling.columns if down else row * beside_each)
    return column_letters(number + 1)


def order_on(tile: Tile, tiling: Tiling) -> str:
    """Return what to do with a page: which margins to cut off, or what to glue on; "" for the only one."""
    joins = [("left", (0, 1), False, tiling.columns), ("upper", (1, 0), True, tiling.rows)]
    cuts, glued = [], []
    for margin, (above, before), down, count in joins:
        number = tile.row if down else tile.column
        if number:
            name = letter(tiling, tile.row - above, tile.column - before, down=down)
            cuts.append(f"the {margin} margin at line {name}")
        if number < count - 1:
            glued.append(letter(tiling, tile.row, tile.column, down=down))
    if cuts:
        return f"cut off {' and '.join(cuts)}, then glue it onto the triangles"
    names = " and ".join(glued)
    return f"leave it whole, glue the next page on, up to the triangles {names}" if glued else ""


@dataclass(frozen=True, slots=True)
class _Along:
    number: int
    count: int
    start: float
    end: float
    board_start: float
    board_end: float
    page: float


def _axes(tile: Tile, tiling: Tiling) -> Iterator[tuple[_Along, _Along, bool]]:
    window, (x, y), board, page = tile.window, tile.origin, tiling.board, tiling.page
    across = _Along(tile.column, tiling.columns, window.x, window.right, x, x + board.width, page.width)
    down = _Along(tile.row, tiling.rows, window.y, window.bottom, y, y + board.height, page.height)
    yield across, down, False
    yield down, across, True


def _stroke(start: Point, end: Point, *, down: bool) -> Stroke:
    return Stroke(*start[::-1], *end[::-1]) if down else Stroke(*start, *end)


def _edge_marks(tile: Tile, tiling: Tiling) -> Iterator[tuple[tuple[Stroke, ...], Caption]]:
    for along, beside, down in _axes(tile, tiling):
        joins = [(along.start, True)] * (along.number > 0)
        joins += [(along.end - tiling.overlap, False)] * (along.number < along.count - 1)
        for (outwards, edge), (at, cut) in product(((-1, beside.start), (1, beside.end)), joins):
            near, far = edge + outwards * MARK_CLEAR, edge + outwards * (MARK_CLEAR + TILE_MARK_LENGTH)
            half = 0.0 if cut else TRIANGLE_HALF
            lines = edges_of(((at, near), (at - half, far), (at + half, far)))[: 1 if cut else 3]
            row, column = tile.row - (cut and down), tile.column - (cut and not down)
            x, y = (at + half + LETTER_ASIDE, min(near, far))[:: -1 if down else 1]
            name = letter(tiling, row, column, down=down)
            width = CUT_WIDTH if cut else CUT_MARK.width
            strokes = tuple(replace(_stroke(*line, down=down), width=width) for line in lines)
            yield strokes, Caption(name, x, y + LETTER_BOX[1], LETTER_SIZE)


def _rim(tile: Tile, tiling: Tiling, margin: float) -> Iterator[Stroke]:
    for along, beside, down in _axes(tile, tiling):
        cuts = [along.board_start] * (along.number == 0)
        cuts += [along.board_end] * (along.number == along.count - 1)
        rims = [(margin, beside.start, beside.board_start)] * (beside.number == 0)
        rims += [(beside.page - margin, beside.end, beside.board_end)] * (beside.number == beside.count - 1)
        for cut, (edge, shown, trim) in product(cuts, rims):
            for outer, inner, halo in mark_span(edge, shown, trim, margin=margin, longest=TILE_MARK_LENGTH):
                yield replace(_stroke((cut, outer), (cut, inner), down=down), halo=halo)


def _map_field(tile: Tile, tiling: Tiling, margin: float) -> Rect:
    board, page = tiling.board, tiling.page
    scale = min(MAP_SIZE[0] / board.width, MAP_SIZE[1] / board.height)
    width, height = board.width * scale, board.height * scale
    right = tile.window.right - tiling.overlap - TICKS - TRIANGLE_HALF
    top = min(tile.window.bottom + MAP_CLEAR, page.height - margin - height)
    return Rect(right - width, top, width, height)


def _map(field: Rect, tile: Tile, tiling: Tiling) -> Iterator[Stroke]:
    scale = field.width / tiling.board.width
    xs = [0.0, *tiling.across.splits, tiling.board.width]
    ys = [0.0, *tiling.down.splits, tiling.board.height]
    for x in xs:
        yield Stroke(field.x + x * scale, field.y, field.x + x * scale, field.bottom)
    for y in ys:
        yield Stroke(field.x, field.y + y * scale, field.right, field.y + y * scale)
    left, right = (field.x + x * scale for x in xs[tile.column : tile.column + 2])
    top, bottom = (field.y + y * scale for y in ys[tile.row : tile.row + 2])
    box = Rect(left, top, right - left, bottom - top)
    along = HATCH
    while along < box.width + box.height:
        x1, y1 = (box.x, box.y + along) if along <= box.height else (box.x + along - box.height, box.bottom)
        x2, y2 = (box.x + along, box.y) if along <= box.width else (box.right, box.y + along - box.width)
        yield Stroke(x1, y1, x2, y2)
        along += HATCH

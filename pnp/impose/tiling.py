"""A board in tiles: how the paper lies, which part of the board each page shows, and where on the page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pnp.impose.seams import Parts, Span, crossed, part
from pnp.model.geometry import Rect, Size
from pnp.model.length import MM_PER_PT
from pnp.model.sheet import Paper

TICKS = 4.0  # mm beside a tile for the marks and letters where pages join
FOOT = 8.0  # mm below a tile for two lines of words and the map


@dataclass(frozen=True, slots=True)
class Tile:
    """One page of a tiled board. `shown` is its part of the board, `window` the same part on the page, in mm.

    A tile lies on the ones to its left and above it, by `overlap` mm.
    """

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
    across: Parts
    down: Parts
    tiles: tuple[Tile, ...]
    cut: tuple[int, ...]

    @property
    def columns(self) -> int:
        """How many pages lie beside each other."""
        return len(self.across.spans)

    @property
    def rows(self) -> int:
        """How many pages lie below each other."""
        return len(self.down.spans)


def tile(
    board: Size, paper: Paper, *, bleed: float, overlap: float, spaces: Sequence[Rect] = ()
) -> Tiling | None:
    """Return the tiling with the fewest pages, and of those the one that cuts the fewest spaces; None without room.

    The paper may lie either way; upright wins a tie.
    """
    found = [
        tiling
        for page in (paper.size, paper.size.turned)
        for tiling in _tilings(board, page, paper.unprintable, bleed=bleed, overlap=overlap, spaces=spaces)
    ]
    return min(found, key=lambda tiling: (len(tiling.tiles), len(tiling.cut)), default=None)


def one_page(board: Size) -> Tiling:
    """Return the tiling of a sheet that is as large as the paper: the page itself."""
    width, height = board.width, board.height
    whole = Rect(0, 0, width, height)
    across, down = Parts((), ((0.0, width),)), Parts((), ((0.0, height),))
    return Tiling(board, board, 0.0, across, down, (Tile(0, 0, whole, whole),), ())


def _tilings(
    board: Size, page: Size, margin: float, *, bleed: float, overlap: float, spaces: Sequence[Rect]
) -> Iterator[Tiling]:
    """Yield what comes of leaving room for joins at the sides, above and below, or not; only what is sound."""
    across = [(space.x, space.right) for space in spaces]
    down = [(space.y, space.bottom) for space in spaces]
    for beside, above in product((False, True), repeat=2):
        area = _area(page, margin, beside=beside, above=above)
        # The tiles are moved by less than a point onto whole points, see _placed.
        columns = part(board.width, room=area.width - MM_PER_PT, overlap=overlap, bleed=bleed, spaces=across)
        rows = part(board.height, room=area.height - MM_PER_PT, overlap=overlap, bleed=bleed, spaces=down)
        if columns is None or rows is None:
            continue
        if (len(rows.spans) > 1 and not beside) or (len(columns.spans) > 1 and not above):
            continue
        tiles = tuple(
            _placed(
                (row, column),
                (columns.spans[column], rows.spans[row]),
                area,
                below=page.height - board.height,
                bleed=bleed,
            )
            for row in range(len(rows.spans))
            for column in range(len(columns.spans))
        )
        cut = tuple(crossed((columns, rows), list(zip(across, down, strict=True))))
        yield Tiling(page, board, overlap, columns, rows, tiles, cut)


def _area(page: Size, margin: float, *, beside: bool, above: bool) -> Rect:
    """Return where tiles may lie on the page."""
    left = margin + (TICKS if beside else 0.0)
    top = margin + (TICKS if above else 0.0)
    return Rect(left, top, page.width - 2 * left, page.height - top - margin - FOOT)


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
    """Return how many mm are missing from or beyond the nearest whole number of points."""
    points = length / MM_PER_PT
    return (round(points) - points) * MM_PER_PT

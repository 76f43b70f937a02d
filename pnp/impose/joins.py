"""What stands beside the tile of a board: where to cut, where the next page is laid, and which part this is.

A line at the end of an edge says: cut the margin off here. A triangle says: the cut edge with the same letter comes
to lie here.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from string import ascii_uppercase

from pnp.impose.marks import CLEAR, MARK_WIDTH
from pnp.impose.tiling import TICKS, Tile, Tiling
from pnp.model.geometry import Rect
from pnp.model.sheet import Caption, Stroke

LENGTH = TICKS - CLEAR  # mm of a mark
HALF = 0.9  # mm from the tip of a triangle to either side
LETTER = 6.0  # pt
LETTER_ASIDE = 0.6  # mm between a mark and its letter
LETTER_BOX = (3.0, 2.2)  # mm that two letters at that size need
WORTH_IT = 2.0  # mm of room that make a mark at the rim of the board worth having
MAP = (18.0, 7.0)  # mm that the map may be wide and high
MAP_CLEAR = 0.8  # mm between the tile and the map
HATCH = 0.8  # mm between the lines that fill the map's own field


@dataclass(frozen=True, slots=True)
class Beside:
    """The strokes and letters beside a tile; `taken` are strokes over places that words must not enter."""

    strokes: tuple[Stroke, ...]
    captions: tuple[Caption, ...]
    taken: tuple[Stroke, ...]


def beside(tile: Tile, tiling: Tiling, *, margin: float) -> Beside:
    """Return what stands beside one tile, all of it inside `margin`."""
    rim = tuple(_rim(tile, tiling, margin))
    if len(tiling.tiles) == 1:
        return Beside(rim, (), ())
    joins = [*_joins_across(tile, tiling), *_joins_down(tile, tiling)]
    letters = tuple(caption for _, caption in joins)
    strokes = [stroke for drawn, _ in joins for stroke in drawn]
    field = _map_field(tile, tiling, margin)
    over = Stroke(field.x, field.y, field.right, field.bottom, 0)
    taken = (*(_box(letter) for letter in letters), over)
    return Beside((*strokes, *rim, *_map(field, tile, tiling)), letters, taken)


def letter(tiling: Tiling, row: int, column: int, *, down: bool) -> str:
    """Return the letters of the join between a tile and the next one to the right, or below: A, B ... Z, AA, AB ..."""
    beside_each = tiling.columns - 1
    number = row * beside_each + column
    if down:
        number = tiling.rows * beside_each + row * tiling.columns + column
    name = ""
    while number >= 0:
        name = ascii_uppercase[number % 26] + name
        number = number // 26 - 1
    return name


Join = tuple[tuple[Stroke, ...], Caption]


def _joins_across(tile: Tile, tiling: Tiling) -> Iterator[Join]:
    """Yield the marks above and below the tile, for the joins with its neighbours to the left and right."""
    window = tile.window
    for outwards, edge in ((-1, window.y), (1, window.bottom)):
        near, far = edge + outwards * CLEAR, edge + outwards * (CLEAR + LENGTH)
        foot = (near if outwards > 0 else far) + LETTER_BOX[1]
        if tile.column > 0:
            name = letter(tiling, tile.row, tile.column - 1, down=False)
            x = window.x
            yield (Stroke(x, near, x, far, MARK_WIDTH),), Caption(name, x + LETTER_ASIDE, foot, LETTER)
        if tile.column < tiling.columns - 1:
            name = letter(tiling, tile.row, tile.column, down=False)
            x = window.right - tiling.overlap
            tip = ((x, near), (x - HALF, far), (x + HALF, far))
            yield _triangle(*tip), Caption(name, x + HALF + LETTER_ASIDE, foot, LETTER)


def _joins_down(tile: Tile, tiling: Tiling) -> Iterator[Join]:
    """Yield the marks left and right of the tile, for the joins with its neighbours above and below."""
    window = tile.window
    for outwards, edge in ((-1, window.x), (1, window.right)):
        near, far = edge + outwards * CLEAR, edge + outwards * (CLEAR + LENGTH)
        start = min(near, far)
        if tile.row > 0:
            name = letter(tiling, tile.row - 1, tile.column, down=True)
            y = window.y
            at = Caption(name, start, y + LETTER_ASIDE + LETTER_BOX[1], LETTER)
            yield (Stroke(near, y, far, y, MARK_WIDTH),), at
        if tile.row < tiling.rows - 1:
            name = letter(tiling, tile.row, tile.column, down=True)
            y = window.bottom - tiling.overlap
            tip = ((near, y), (far, y - HALF), (far, y + HALF))
            yield _triangle(*tip), Caption(name, start, y + HALF + LETTER_ASIDE + LETTER_BOX[1], LETTER)


def _triangle(*corners: tuple[float, float]) -> tuple[Stroke, ...]:
    ring = zip(corners, (*corners[1:], corners[0]), strict=True)
    return tuple(Stroke(x1, y1, x2, y2, MARK_WIDTH) for (x1, y1), (x2, y2) in ring)


def _rim(tile: Tile, tiling: Tiling, margin: float) -> Iterator[Stroke]:
    """Yield crop marks for the board's own edges, where the tile has a corner of the board and the margin has room."""
    window, (left, top) = tile.window, tile.origin
    page, board = tiling.page, tiling.board
    xs = [left] * (tile.column == 0) + [left + board.width] * (tile.column == tiling.columns - 1)
    ys = [top] * (tile.row == 0) + [top + board.height] * (tile.row == tiling.rows - 1)
    room_above = _room(window.y - margin) if tile.row == 0 else 0.0
    room_below = _room(page.height - margin - window.bottom) if tile.row == tiling.rows - 1 else 0.0
    room_left = _room(window.x - margin) if tile.column == 0 else 0.0
    room_right = _room(page.width - margin - window.right) if tile.column == tiling.columns - 1 else 0.0
    for x in xs:
        if room_above:
            yield Stroke(x, window.y - CLEAR, x, window.y - room_above, MARK_WIDTH)
        if room_below:
            yield Stroke(x, window.bottom + CLEAR, x, window.bottom + room_below, MARK_WIDTH)
    for y in ys:
        if room_left:
            yield Stroke(window.x - CLEAR, y, window.x - room_left, y, MARK_WIDTH)
        if room_right:
            yield Stroke(window.right + CLEAR, y, window.right + room_right, y, MARK_WIDTH)


def _room(depth: float) -> float:
    """Return how far a mark reaches into a margin so deep: not at all where it would be a speck."""
    return min(depth, TICKS) if depth >= WORTH_IT else 0.0


def _map_field(tile: Tile, tiling: Tiling, margin: float) -> Rect:
    """Return where the map stands: below the tile, left of the marks at its right end."""
    board, page = tiling.board, tiling.page
    scale = min(MAP[0] / board.width, MAP[1] / board.height)
    width, height = board.width * scale, board.height * scale
    right = tile.window.right - tiling.overlap - TICKS - HALF
    top = min(tile.window.bottom + MAP_CLEAR, page.height - margin - height)
    return Rect(right - width, top, width, height)


def _map(field: Rect, tile: Tile, tiling: Tiling) -> Iterator[Stroke]:
    """Yield the board in small with its seams, the part of this page hatched."""
    scale = field.width / tiling.board.width
    xs = [0.0, *tiling.across.seams, tiling.board.width]
    ys = [0.0, *tiling.down.seams, tiling.board.height]
    for x in xs:
        yield Stroke(field.x + x * scale, field.y, field.x + x * scale, field.bottom, MARK_WIDTH)
    for y in ys:
        yield Stroke(field.x, field.y + y * scale, field.right, field.y + y * scale, MARK_WIDTH)
    left, right = (field.x + x * scale for x in xs[tile.column : tile.column + 2])
    top, bottom = (field.y + y * scale for y in ys[tile.row : tile.row + 2])
    yield from _hatched(Rect(left, top, right - left, bottom - top))


def _hatched(box: Rect) -> Iterator[Stroke]:
    """Yield the lines that rise to the right through a box."""
    along = HATCH
    while along < box.width + box.height:
        x1, y1 = (box.x, box.y + along) if along <= box.height else (box.x + along - box.height, box.bottom)
        x2, y2 = (box.x + along, box.y) if along <= box.width else (box.right, box.y + along - box.width)
        yield Stroke(x1, y1, x2, y2, MARK_WIDTH)
        along += HATCH


def _box(caption: Caption) -> Stroke:
    """Return a stroke over the place of a letter."""
    return Stroke(caption.x, caption.y - LETTER_BOX[1], caption.x + LETTER_BOX[0], caption.y, 0)

"""A board larger than the paper becomes pages to be glued together: all of the front, then all of the back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_uppercase

from pnp.impose.furniture import ATTEMPTS, Furniture, free_areas, furnish
from pnp.impose.layout import ClipArea, Line, Position
from pnp.impose.margins import MARKS_AND_BAND
from pnp.impose.marks import CLEAR
from pnp.impose.sheet_texts import SheetContext, small_print, tile_headings
from pnp.impose.tiling import TICKS, Tile, Tiling, one_page, tile
from pnp.model.face import Side
from pnp.model.game import Component, Space
from pnp.model.geometry import Rect, Size
from pnp.model.sheet import Caption, Paper, Placement, Sheet
from pnp.model.sides import Axis
from pnp.model.strokes import Contour, Stroke

# What stands beside the tile of a board: where to cut, where the next page is laid, and which part this is.

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
class TileMarks:
    """The strokes and letters beside a tile; `taken` are strokes over places that words must not enter."""

    strokes: tuple[Stroke, ...]
    captions: tuple[Caption, ...]
    taken: tuple[Stroke, ...]


def tile_marks(tile: Tile, tiling: Tiling, *, margin: float) -> TileMarks:
    """Return what stands beside one tile, all of it inside `margin`."""
    if len(tiling.tiles) == 1:  # the page itself
        return TileMarks((), (), ())
    edge_marks = [*_marks_above_and_below(tile, tiling), *_marks_left_and_right(tile, tiling)]
    letters = tuple(caption for _, caption in edge_marks)
    strokes = [stroke for drawn, _ in edge_marks for stroke in drawn]
    field = _map_field(tile, tiling, margin)
    over = Stroke(field.x, field.y, field.right, field.bottom, 0)
    taken = (*(_mark_box(letter) for letter in letters), over)
    return TileMarks((*strokes, *_rim(tile, tiling, margin), *_map(field, tile, tiling)), letters, taken)


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


EdgeMark = tuple[tuple[Stroke, ...], Caption]


def _marks_above_and_below(tile: Tile, tiling: Tiling) -> Iterator[EdgeMark]:
    """Yield the marks above and below the tile, for the joins with its neighbours to the left and right."""
    window = tile.window
    for outwards, edge in ((-1, window.y), (1, window.bottom)):
        near, far = edge + outwards * CLEAR, edge + outwards * (CLEAR + LENGTH)
        foot = (near if outwards > 0 else far) + LETTER_BOX[1]
        if tile.column > 0:
            name = letter(tiling, tile.row, tile.column - 1, down=False)
            x = window.x
            yield (Stroke(x, near, x, far),), Caption(name, x + LETTER_ASIDE, foot, LETTER)
        if tile.column < tiling.columns - 1:
            name = letter(tiling, tile.row, tile.column, down=False)
            x = window.right - tiling.overlap
            tip = ((x, near), (x - HALF, far), (x + HALF, far))
            yield _triangle(*tip), Caption(name, x + HALF + LETTER_ASIDE, foot, LETTER)


def _marks_left_and_right(tile: Tile, tiling: Tiling) -> Iterator[EdgeMark]:
    """Yield the marks left and right of the tile, for the joins with its neighbours above and below."""
    window = tile.window
    for outwards, edge in ((-1, window.x), (1, window.right)):
        near, far = edge + outwards * CLEAR, edge + outwards * (CLEAR + LENGTH)
        start = min(near, far)
        if tile.row > 0:
            name = letter(tiling, tile.row - 1, tile.column, down=True)
            y = window.y
            at = Caption(name, start, y + LETTER_ASIDE + LETTER_BOX[1], LETTER)
            yield (Stroke(near, y, far, y),), at
        if tile.row < tiling.rows - 1:
            name = letter(tiling, tile.row, tile.column, down=True)
            y = window.bottom - tiling.overlap
            tip = ((near, y), (far, y - HALF), (far, y + HALF))
            yield _triangle(*tip), Caption(name, start, y + HALF + LETTER_ASIDE + LETTER_BOX[1], LETTER)


def _triangle(*corners: tuple[float, float]) -> tuple[Stroke, ...]:
    ring = zip(corners, (*corners[1:], corners[0]), strict=True)
    return tuple(Stroke(x1, y1, x2, y2) for (x1, y1), (x2, y2) in ring)


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
            yield Stroke(x, window.y - CLEAR, x, window.y - room_above)
        if room_below:
            yield Stroke(x, window.bottom + CLEAR, x, window.bottom + room_below)
    for y in ys:
        if room_left:
            yield Stroke(window.x - CLEAR, y, window.x - room_left, y)
        if room_right:
            yield Stroke(window.right + CLEAR, y, window.right + room_right, y)


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
    """Yield the board in small with its splits, the part of this page hatched."""
    scale = field.width / tiling.board.width
    xs = [0.0, *tiling.across.splits, tiling.board.width]
    ys = [0.0, *tiling.down.splits, tiling.board.height]
    for x in xs:
        yield Stroke(field.x + x * scale, field.y, field.x + x * scale, field.bottom)
    for y in ys:
        yield Stroke(field.x, field.y + y * scale, field.right, field.y + y * scale)
    left, right = (field.x + x * scale for x in xs[tile.column : tile.column + 2])
    top, bottom = (field.y + y * scale for y in ys[tile.row : tile.row + 2])
    yield from _hatched(Rect(left, top, right - left, bottom - top))


def _hatched(box: Rect) -> Iterator[Stroke]:
    """Yield the lines that rise to the right through a box."""
    along = HATCH
    while along < box.width + box.height:
        x1, y1 = (box.x, box.y + along) if along <= box.height else (box.x + along - box.height, box.bottom)
        x2, y2 = (box.x + along, box.y) if along <= box.width else (box.right, box.y + along - box.width)
        yield Stroke(x1, y1, x2, y2)
        along += HATCH


def _mark_box(caption: Caption) -> Stroke:
    """Return a stroke over the place of a letter."""
    return Stroke(caption.x, caption.y - LETTER_BOX[1], caption.x + LETTER_BOX[0], caption.y, 0)


# A sheet as large as the paper: the face is the page, and nothing is cut.

EXACT_MM = 0.05
"""Papers that differ by less are the same: inches and millimetres of one format do."""


@dataclass(frozen=True, slots=True)
class WholePage:
    """One position, which is the page."""

    page: Size
    fold: Axis | None = None
    outer_bleed: float = 0.0
    cut_xs: tuple[float, ...] = ()
    cut_ys: tuple[float, ...] = ()
    slanted_cuts: tuple[Line, ...] = ()
    label_sheet: str = ""

    @property
    def bounds(self) -> Rect:
        """The page."""
        return Rect(0, 0, self.page.width, self.page.height)

    @property
    def positions(self) -> tuple[Position, ...]:
        """The page."""
        return (Position(self.bounds),)

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return the page: bleed would fall off it."""
        del number, bleed, shown
        return ClipArea(self.bounds)

    def contour(self, number: int) -> Contour | None:
        """Return None: straight cuts lead around every piece."""
        del number
        return None


def whole_page(size: Size, paper: Size) -> WholePage | None:
    """Return the layout of a sheet of `size` on a paper of that size, lying either way; None on any other."""
    if any(_same(size, page) for page in paper.either_way):
        return WholePage(size)
    return None


def _same(one: Size, other: Size) -> bool:
    return abs(one.width - other.width) <= EXACT_MM and abs(one.height - other.height) <= EXACT_MM


OVERLAP_MM = 10.0
"""Of what has no overlap of its own."""


def tiling_of(component: Component, paper: Paper) -> Tiling | None:
    """Return how the component is tiled over sheets of `paper`, or None when it never is or there is no room."""
    if not component.kind.tiled:
        return None
    if component.kind.layout == "page" and whole_page(component.size, paper.size):
        return one_page(component.size)
    board = component.board
    return tile(
        component.size,
        paper,
        bleed=component.bleed,
        overlap=board.overlap if board else OVERLAP_MM,
        spaces=[_box(space) for space in board.spaces] if board else (),
    )


def tile_sheets(
    context: SheetContext, tiling: Tiling, copies: Sequence[tuple[str, int]], *, two_sided: bool
) -> tuple[Sheet, ...]:
    """Return the sheets of these copies: for each the pages of its front and, if `two_sided`, of its back.

    Nothing is printed on the other side of a page, which is glued; so the tiles of a back are not mirrored either.
    """
    sides: list[tuple[Side, Mapping[str, str]]] = [("front", context.deck.fronts)]
    if two_sided:
        sides.append(("back", context.deck.backs))
    shown = [
        (side, piece, copy, faces[piece], part)
        for piece, copy in copies
        for side, faces in sides
        if piece in faces
        for part in tiling.tiles
    ]
    blank = context.sheet(tiling.page, "none", count=len(shown))
    sheets = []
    for number, (side, piece, copy, face, part) in enumerate(shown, start=1):
        trim = Rect(*part.origin, tiling.board.width, tiling.board.height)
        placement = Placement(piece, copy, face, trim, part.window)
        marks = tile_marks(part, tiling, margin=context.paper.unprintable)
        head = tile_headings(
            context,
            sheet=(number, len(shown)),
            side=side,
            cell=(part.row + 1, part.column + 1),
            alone=len(tiling.tiles) == 1,
        )
        furniture = _furniture(context, tiling.page, part.window, (*marks.strokes, *marks.taken), head)
        strokes, captions = marks.strokes, marks.captions
        if furniture is not None:
            strokes = (*strokes, *furniture.strokes)
            captions = (*captions, *furniture.captions_with(head[furniture.wording]))
        page = replace(blank, side=side, number=number, page=number, placements=(placement,))
        sheets.append(replace(page, strokes=strokes, captions=captions))
    return tuple(sheets)


def _furniture(
    context: SheetContext, page: Size, window: Rect, strokes: Sequence[Stroke], head: Sequence[Sequence[str]]
) -> Furniture | None:
    small = small_print(context.game)
    for attempt, (_, band) in product(ATTEMPTS, MARKS_AND_BAND):
        areas = free_areas(page, margin=context.paper.unprintable, shown=window, strokes=strokes, band=band)
        found = furnish(areas, [head], small, attempt=attempt, measure=context.measure)
        if found is not None:
            return found
    return None


def _box(space: Space) -> Rect:
    xs, ys = zip(*space.points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

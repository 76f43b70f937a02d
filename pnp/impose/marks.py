"""The marks around the pieces: crop marks and the fold line, and what stands beside the tile of a board."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_uppercase

from pnp.impose.grid import FOLD_BLEED, Layout, room_around
from pnp.impose.tiling import TICKS, Tile, Tiling
from pnp.model.geometry import Point, Rect, edges_of
from pnp.model.line_styles import FOLD, MARK_LENGTH, Stroke
from pnp.model.papers import UNPRINTABLE
from pnp.model.sheet import Caption

MARK_CLEAR = 0.5  # mm between a mark and the card it serves
WORTH_IT = 2.0  # mm of mark beyond the bleed that make it worth leaving the bleed alone; enough to cut by
SINE = math.sqrt(3) / 2  # slanting cuts meet the outside of their block at 60 degrees or more
NEAR_FOLD = 5.0  # mm; pieces beside a fold are nearer to it, all others far from it
REACH = 4.0
"""mm from the edge of the paper that all but few printers reach (Epson 3, Konica-Minolta 4), as against the margin that all do."""
SHORTEST = 0.25  # mm; below that it is a speck and not a mark


def crop_marks(
    layout: Layout, *, margin: float, shown: Rect, longest: float = MARK_LENGTH, over: bool = False
) -> tuple[Stroke, ...]:
    """Return a mark for both ends of every straight cut, outside all cards and inside `margin`.

    `shown` are the pieces with the bleed around them. A mark begins beyond it where at least 2 mm fit, unless they
    are to lie `over` it to save room; otherwise it lies over the bleed on a halo. Empty places are marked too: a
    half-empty sheet may be the top one of a stack that is cut together. Where less than 2 mm fit, they go on towards the
    edge of the paper, as far as most printers reach.
    """
    page, bounds = layout.page, layout.bounds
    more = margin - REACH if margin == UNPRINTABLE else 0.0  # a printer's own margin is none that it reaches
    tops = _span(margin, shown.y, bounds.y, longest, more, over=over)
    bottoms = _span(page.height - margin, shown.bottom, bounds.bottom, longest, more, over=over)
    lefts = _span(margin, shown.x, bounds.x, longest, more, over=over)
    rights = _span(page.width - margin, shown.right, bounds.right, longest, more, over=over)
    down = product((*tops, *bottoms), layout.cut_xs)
    across = product((*lefts, *rights), layout.cut_ys)
    return (
        *(Stroke(x, outer, x, inner, halo=halo) for (outer, inner, halo), x in down),
        *(Stroke(outer, y, inner, y, halo=halo) for (outer, inner, halo), y in across),
        *_slanting_marks(layout, margin=margin, shown=shown, longest=longest, over=over),
    )


def _span(
    edge: float, bleed: float, trim: float, longest: float, more: float, *, over: bool
) -> Iterator[tuple[float, float, bool]]:
    """Yield where the marks of one margin begin (outside) and end (towards the card), and whether on a halo."""
    outwards = -1.0 if edge < trim else 1.0
    depth = (edge - trim) * outwards
    if SHORTEST <= depth - MARK_CLEAR < WORTH_IT:
        depth += more
    for far, near, halo in _reach(depth, (bleed - trim) * outwards, longest, over=over):
        yield trim + outwards * far, trim + outwards * near, halo


def _reach(depth: float, bleed: float, longest: float, *, over: bool) -> Iterator[tuple[float, float, bool]]:
    """Yield from how far to how near the end of a cut its mark reaches, and whether on a halo; nothing without room."""
    beyond = max(MARK_CLEAR, bleed)
    halo = over or depth - beyond < WORTH_IT
    near = MARK_CLEAR if halo else beyond
    far = min(depth, near + longest)
    if far - near >= SHORTEST:
        yield far, near, halo


def _slanting_marks(
    layout: Layout, *, margin: float, shown: Rect, longest: float, over: bool
) -> Iterator[Stroke]:
    """Yield the marks that lengthen slanting cuts at both ends."""
    bleed = max(room_around(layout.bounds, shown))
    middle = layout.page.height / 2, layout.page.width / 2
    for upper, lower in layout.slanted_cuts:
        for end, start in ((upper, lower), (lower, upper)):
            length = math.dist(start, end)
            across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            inside = half_of(layout, start, margin)
            x = inside.right if across > 0 else inside.x
            y = inside.bottom if down > 0 else inside.y
            depth = min((x - end[0]) / across, (y - end[1]) / down)
            at_fold = (layout.fold == "horizontal" and abs(end[1] - middle[0]) < NEAR_FOLD) or (
                layout.fold == "vertical" and abs(end[0] - middle[1]) < NEAR_FOLD
            )
            shows = FOLD_BLEED if at_fold else bleed
            for far, near, halo in _reach(depth, shows / SINE, longest, over=over):
                outer, inner = ((end[0] + by * across, end[1] + by * down) for by in (far, near))
                yield Stroke(*outer, *inner, halo=halo)


def half_of(layout: Layout, point: Point, margin: float) -> Rect:
    """Return where the marks of a cut may lie that begins at `point`: the page without margins, or a half of it."""
    page = layout.page
    inside = Rect(margin, margin, page.width - 2 * margin, page.height - 2 * margin)
    if layout.fold == "horizontal":
        top = margin if point[1] < page.height / 2 else page.height / 2
        return Rect(inside.x, top, inside.width, inside.height / 2)
    if layout.fold == "vertical":
        left = margin if point[0] < page.width / 2 else page.width / 2
        return Rect(left, inside.y, inside.width / 2, inside.height)
    return inside


def fold_lines(layout: Layout, *, margin: float, board: float = 0.0) -> tuple[Stroke, ...]:
    """Return the dashed lines to fold on, from margin to margin: one, or two for the edge of a board so many mm thick."""
    page = layout.page
    aside = (-board / 2, board / 2) if board else (0.0,)
    if layout.fold == "horizontal":
        ys = (page.height / 2 + by for by in aside)
        return tuple(Stroke(margin, y, page.width - margin, y, FOLD.width, dashed=True) for y in ys)
    if layout.fold == "vertical":
        xs = (page.width / 2 + by for by in aside)
        return tuple(Stroke(x, margin, x, page.height - margin, FOLD.width, dashed=True) for x in xs)
    return ()


# What stands beside the tile of a board: where to cut, where the next page is laid, and which part this is.

TILE_MARK_LENGTH = TICKS - MARK_CLEAR  # mm of a mark
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
    taken = (*(Stroke(each.x, each.y - height, each.x + width, each.y, 0) for each in letters), over)
    return TileMarks((*strokes, *_rim(tile, tiling, margin), *_map(field, tile, tiling)), letters, taken)


def letter(tiling: Tiling, row: int, column: int, *, down: bool) -> str:
    """Return the letters of the join between a tile and the next one to the right, or below: A, B ... Z, AA, AB ..."""
    beside_each = tiling.columns - 1
    number = column + (tiling.rows * beside_each + row * tiling.columns if down else row * beside_each)
    name = ""
    while number >= 0:
        name = ascii_uppercase[number % 26] + name
        number = number // 26 - 1
    return name


@dataclass(frozen=True, slots=True)
class _Along:
    """A tile along one axis: which of how many it is, where it begins and ends, where the board does, and the page's end."""

    number: int
    count: int
    start: float
    end: float
    board_start: float
    board_end: float
    page: float


def _axes(tile: Tile, tiling: Tiling) -> Iterator[tuple[_Along, _Along, bool]]:
    """Yield the tile along either axis, then along the other one, and whether the first runs down the page."""
    window, (x, y), board, page = tile.window, tile.origin, tiling.board, tiling.page
    across = _Along(tile.column, tiling.columns, window.x, window.right, x, x + board.width, page.width)
    down = _Along(tile.row, tiling.rows, window.y, window.bottom, y, y + board.height, page.height)
    yield across, down, False
    yield down, across, True


def _stroke(start: Point, end: Point, *, down: bool) -> Stroke:
    """Return a stroke between points (along, beside) of an axis that runs `down` the page, or across it."""
    return Stroke(*start[::-1], *end[::-1]) if down else Stroke(*start, *end)


def _edge_marks(tile: Tile, tiling: Tiling) -> Iterator[tuple[tuple[Stroke, ...], Caption]]:
    """Yield the marks on both sides of the tile for its joins: lines to cut at, triangles to lay the next tile on."""
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
            strokes = tuple(_stroke(*line, down=down) for line in lines)
            yield strokes, Caption(name, x, y + LETTER_BOX[1], LETTER_SIZE)


def _rim(tile: Tile, tiling: Tiling, margin: float) -> Iterator[Stroke]:
    """Yield crop marks for the board's own edges where the tile has a corner of the board, over the bleed where it must be."""
    more = margin - REACH if margin == UNPRINTABLE else 0.0
    for along, beside, down in _axes(tile, tiling):
        cuts = [along.board_start] * (along.number == 0)
        cuts += [along.board_end] * (along.number == along.count - 1)
        rims = [(margin, beside.start, beside.board_start)] * (beside.number == 0)
        rims += [(beside.page - margin, beside.end, beside.board_end)] * (beside.number == beside.count - 1)
        for cut, (edge, shown, trim) in product(cuts, rims):
            for outer, inner, halo in _span(edge, shown, trim, TILE_MARK_LENGTH, more, over=False):
                yield replace(_stroke((cut, outer), (cut, inner), down=down), halo=halo)


def _map_field(tile: Tile, tiling: Tiling, margin: float) -> Rect:
    """Return where the map stands: below the tile, left of the marks at its right end."""
    board, page = tiling.board, tiling.page
    scale = min(MAP_SIZE[0] / board.width, MAP_SIZE[1] / board.height)
    width, height = board.width * scale, board.height * scale
    right = tile.window.right - tiling.overlap - TICKS - TRIANGLE_HALF
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

"""Pieces of any outline with room around each, to be cut out one by one: discs, hexagons, labels on bought sheets."""

import math
from collections.abc import Sequence

from pnp.impose.grid import (
    FOLD_BLEED,
    FOLD_GAP,
    ClipArea,
    Layout,
    Position,
    bounded,
    centred,
    fullest_grid,
    page_ways,
    room,
    room_around,
    with_backs,
)
from pnp.model.bought_sheets import LabelSheet
from pnp.model.curves import moved_outwards
from pnp.model.geometry import SLACK, Outline, Point, Rect, Size, circle, grown, hexagon, is_convex, placed
from pnp.model.line_styles import Contour
from pnp.model.sheet import Axis

LABEL_BLEED = 1.0
"""mm of bleed beyond a label: printers feed label sheets true to about a millimetre, and more is ink on the liner."""


def loose_layout(
    page: Size,
    outline: Outline,
    positions: tuple[Position, ...],
    bounds: Rect,
    max_bleed: float,
    *,
    padding: float = 0.0,
    fold: Axis | None = None,
    label_sheet: str = "",
    drawn: bool = True,
) -> Layout:
    """Return the layout of pieces that keep apart, with their outlines `drawn` unless they lie on a bought sheet.

    `max_bleed` is how far the bleed of each may show, `padding` how far `bounds` lies beyond the positions.
    """

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Show the outline with as much bleed around it as may show, the same on all sides."""
        by = min(bleed, max_bleed, padding + max(0.0, min(room_around(bounds, shown))))
        position = positions[number]
        return bounded(on_page(_wider(outline, by), position))

    corners = () if outline.kind == "circle" else outline.points
    contours = tuple(Contour(position.trim, on_page(corners, position)) for position in positions)
    return Layout(
        page,
        positions,
        bounds,
        clip_area,
        fold,
        outer_bleed=max(0.0, max_bleed - padding),
        contours=contours if drawn and not label_sheet else (),
        label_sheet=label_sheet,
    )


def loose_grid(
    outline: Outline, paper: Size, *, margin: float, gap: float, folded: bool = False
) -> Layout | None:
    """Return the pieces in columns and rows that keep `gap` mm apart, or None where not one fits."""
    grid = fullest_grid(outline.size, paper, margin=margin, folded=folded, gap=gap)
    if grid is None:
        return None
    max_bleed = min(gap / 2, FOLD_BLEED) if folded else gap / 2
    return loose_layout(grid.page, outline, grid.positions, grid.bounds, max_bleed, fold=grid.fold)


def label_grid(outline: Outline, paper: Size, sheet: LabelSheet) -> Layout:
    """Return a position in the middle of every label of a sheet, row by row from the top left."""
    size = outline.size
    middles = [
        (sheet.x + sheet.diameter / 2 + column * sheet.dx, sheet.y + sheet.diameter / 2 + row * sheet.dy)
        for row in range(sheet.rows)
        for column in range(sheet.columns)
    ]
    positions = tuple(
        Position(Rect(x - size.width / 2, y - size.height / 2, size.width, size.height)) for x, y in middles
    )
    radius = max(sheet.diameter, size.width) / 2
    (left, top), (right, bottom) = middles[0], middles[-1]
    bounds = Rect(left, top, right - left, bottom - top).grown(*[radius] * 4)
    halves = [sheet.diameter / 2 + LABEL_BLEED]
    halves += [sheet.dx / 2] * (sheet.columns > 1) + [sheet.dy / 2] * (sheet.rows > 1)
    max_bleed = min(halves) - size.width / 2
    padding = radius - size.width / 2
    return loose_layout(
        paper, outline, positions, bounds, max(0.0, max_bleed), padding=padding, label_sheet=sheet.title
    )


def on_page(points: Sequence[Point], position: Position) -> tuple[Point, ...]:
    """Return an outline, given from the top-left corner of its box, where the position has it."""
    trim = position.trim
    if position.rotation == 0:
        return tuple((trim.x + x, trim.y + y) for x, y in points)
    if position.rotation == 180:
        return tuple((trim.right - x, trim.bottom - y) for x, y in points)
    return placed(points, trim.size.turned, trim, position.rotation)


def _wider(outline: Outline, by: float) -> tuple[Point, ...]:
    """Return the outline grown by so many mm."""
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
    """Return the hexagons that need the fewest sheets for so many copies, or None where not one fits.

    The page may lie either way; upright wins a tie.
    """
    made = [_hexagons(side, page, margin, gap, fold) for page, fold in page_ways(paper, folded=folded)]
    fitting = [each for each in made if each is not None]
    return min(fitting, key=lambda each: math.ceil(copies / len(each.positions)), default=None)


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

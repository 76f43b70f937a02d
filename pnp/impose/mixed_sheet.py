"""A sheet with pieces of several forms: each form is a block in rows, and straight cuts from edge to edge part the blocks."""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from pnp.impose.block_arrangement import (
    Arrangement,
    Block,
    PlacedBlock,
    arrangements,
    lanes,
    place_blocks,
)
from pnp.impose.grid import GUTTER, ClipArea, Layout, Line, Position, has_foot
from pnp.impose.guides import contours_of
from pnp.impose.layouts import block_of, gap_in_block, makes_blocks
from pnp.model.game import Component
from pnp.model.geometry import Point, Rect, Size
from pnp.model.line_styles import Contour, Marks, Stroke
from pnp.model.papers import Paper

LANES = (10.0, 6.0)
"""mm between two blocks, the widest that has room: bleed, and marks that lie upon it, on both sides of the cut."""

LANE_WHITE = 1.0  # mm in the middle of a lane that no bleed reaches
LANE_CLEAR = 0.3  # mm between the line in the middle of a lane and the marks on both sides of it
MOST_FORMS = 4
"""Forms on one sheet; more of them are a puzzle to cut."""


@dataclass(frozen=True, slots=True)
class Share:
    """So many copies of a component that lie on a sheet with others."""

    component: Component
    copies: int


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """One block of a mixed sheet as a small sheet of its own: its `layout` lies on a page that begins at `corner`.

    Beyond its own part of the page that page has a margin, as a sheet has. Bleed shows within `window` of the mixed sheet.
    """

    component: Component
    layout: Layout
    corner: Point
    window: Rect

    def local(self, shown: Rect) -> Rect:
        """Return what is shown of this block, on its own page, where bleed reaches to `shown` on the mixed sheet."""
        inside = shown.common(self.window)
        return Rect(inside.x - self.corner[0], inside.y - self.corner[1], inside.width, inside.height)

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return how far a face shows on the mixed sheet in one of the places of this block."""
        area = self.layout.clip_area(number, bleed=bleed, shown=self.local(shown))
        return _Move(*self.corner).area(area)

    def on_page(self, stroke: Stroke) -> Stroke:
        """Return where a stroke of the block's own page is on the mixed sheet."""
        x, y = self.corner
        return replace(stroke, x1=stroke.x1 + x, y1=stroke.y1 + y, x2=stroke.x2 + x, y2=stroke.y2 + y)


@dataclass(frozen=True, slots=True)
class MixedLayout(Layout):
    """A layout of several blocks, with the lines in the middle of the lanes between them."""

    blocks: tuple[SheetBlock, ...] = ()
    lanes: tuple[Line, ...] = ()

    @property
    def asymmetric(self) -> bool:
        """Whether its cuts may lie otherwise once the sheet is turned over: blocks need not be alike."""
        return True


def mixed_layouts(shares: Sequence[Share], paper: Paper) -> Iterator[MixedLayout]:
    """Yield the ways to lay all the shares on one sheet, the best first; nothing where there is no room.

    Wide lanes are better than narrow ones, a gutter between cards is better than none, an upright page better than one
    on its side.
    """
    if paper.sheet is not None:  # its cuts are there already
        return
    if len(shares) > MOST_FORMS or not all(makes_blocks(each.component) for each in shares):
        return
    edge = 2 * paper.unprintable
    for lane in LANES:
        for gutter in (GUTTER, 0.0):
            for page in paper.size.either_way:
                room = Size(page.width - edge, page.height - edge)
                choices = [list(_blocks(number, each, gutter)) for number, each in enumerate(shares)]
                for found in arrangements(choices, room, lane):
                    if has_foot(found.size, page, paper.unprintable):
                        yield _mixed(found, shares, page, paper.unprintable, gutter)


def _blocks(number: int, share: Share, gutter: float) -> Iterator[Block]:
    """Yield every way to lay so many copies in rows, upright and turned by a quarter."""
    size, gap = share.component.size, gap_in_block(share.component, gutter)
    for turned in (False, True)[: 1 if size.width == size.height else 2]:
        cell = size.turned if turned else size
        rows_before = 0
        for columns in range(1, share.copies + 1):
            rows = math.ceil(share.copies / columns)
            if rows != rows_before:
                width, height = columns * (cell.width + gap) - gap, rows * (cell.height + gap) - gap
                yield Block(Size(width, height), number, columns, turned)
            rows_before = rows


def _mixed(
    arrangement: Arrangement, shares: Sequence[Share], page: Size, margin: float, gutter: float
) -> MixedLayout:
    """Return the arrangement in the middle of a page."""
    size, whole = arrangement.size, Rect(0, 0, page.width, page.height)
    place = Rect((page.width - size.width) / 2, (page.height - size.height) / 2, size.width, size.height)
    placed = sorted(place_blocks(arrangement, place, whole), key=lambda each: each.block.number)
    blocks = tuple(_sheet_block(each, shares[each.block.number], page, margin, gutter) for each in placed)
    starts = list(accumulate((len(block.layout.positions) for block in blocks), initial=0))

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        index = bisect_right(starts, number) - 1
        return blocks[index].clip_area(number - starts[index], bleed=bleed, shown=shown)

    moved = [(_Move(*block.corner), block.layout) for block in blocks]
    positions = tuple(move.position(each) for move, layout in moved for each in layout.positions)
    return MixedLayout(
        page,
        positions,
        place,
        clip_area,
        blocks=blocks,
        lanes=tuple(lanes(arrangement, place)),
    )


def _sheet_block(placed: PlacedBlock, share: Share, page: Size, margin: float, gutter: float) -> SheetBlock:
    block, place, region = placed.block, placed.place, placed.region
    sides = (region.x <= 0, region.y <= 0, region.right >= page.width, region.bottom >= page.height)
    window = region.grown(*(0.0 if outer else -LANE_WHITE / 2 for outer in sides))
    frame = region.grown(*(0.0 if outer else margin - LANE_CLEAR for outer in sides))
    component = share.component
    rows = math.ceil(share.copies / block.columns)
    across, down = (rows, block.columns) if block.turned else (block.columns, rows)
    layout = block_of(component, across, down, gutter=gutter)
    move = _Move(place.x - frame.x, place.y - frame.y, layout.page.height if block.turned else None)
    return SheetBlock(component, move.layout(layout, frame.size, share.copies), (frame.x, frame.y), window)


# Layouts moved on a page, and turned by a quarter.


@dataclass(frozen=True, slots=True)
class _Move:
    """From a page to a place on another one: so many mm across and down, after a clockwise quarter turn of a page so high."""

    across: float
    down: float
    height: float | None = None

    def point(self, point: Point) -> Point:
        x, y = point if self.height is None else (self.height - point[1], point[0])
        return x + self.across, y + self.down

    def rect(self, rect: Rect) -> Rect:
        if self.height is None:
            return Rect(rect.x + self.across, rect.y + self.down, rect.width, rect.height)
        x, y = self.height - rect.bottom + self.across, rect.x + self.down
        return Rect(x, y, rect.height, rect.width)

    def back(self, rect: Rect) -> Rect:
        """Return the rectangle that is moved to `rect`."""
        x, y = rect.x - self.across, rect.y - self.down
        if self.height is None:
            return Rect(x, y, rect.width, rect.height)
        return Rect(y, self.height - x - rect.width, rect.height, rect.width)

    def area(self, area: ClipArea) -> ClipArea:
        return ClipArea(self.rect(area.clip), tuple(map(self.point, area.edge)))

    def position(self, position: Position) -> Position:
        turn = 0 if self.height is None else 90
        return Position(self.rect(position.trim), (position.rotation + turn) % 360)

    def contour(self, contour: Contour) -> Contour:
        return replace(contour, box=self.rect(contour.box), points=tuple(map(self.point, contour.points)))

    def layout(self, layout: Layout, page: Size, copies: int) -> Layout:
        """Return so many places of a layout on another page."""

        def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
            return self.area(layout.clip_area(number, bleed=bleed, shown=self.back(shown)))

        xs = tuple(sorted(self.point((x, 0))[0] for x in layout.cut_xs))
        ys = tuple(sorted(self.point((0, y))[1] for y in layout.cut_ys))
        if self.height is not None:
            xs = tuple(sorted(self.point((0, y))[0] for y in layout.cut_ys))
            ys = tuple(sorted(self.point((x, 0))[1] for x in layout.cut_xs))
        return Layout(
            page,
            tuple(map(self.position, layout.positions[:copies])),
            self.rect(layout.bounds),
            clip_area,
            cut_xs=xs,
            cut_ys=ys,
            contours=tuple(map(self.contour, layout.contours[:copies])),
        )


# What is drawn among the blocks.


def marks_of_blocks(
    layout: MixedLayout,
    shown: Rect,
    marks: Callable[[SheetBlock, Rect], Sequence[Stroke]],
    within: Rect,
    *,
    margin: float,
) -> tuple[Stroke, ...]:
    """Return the marks of every block, which `marks` draws on the block's own page, and a line in every lane.

    Lines that end at the outside of all blocks go on as far as `within` reaches, but not into the margin.
    """
    page = layout.page
    inside = Rect(margin, margin, page.width - 2 * margin, page.height - 2 * margin).common(within)
    drawn = [block.on_page(each) for block in layout.blocks for each in marks(block, block.local(shown))]
    return (*drawn, *(Stroke(*start, *end) for start, end in _longer(layout, inside)))


def contours_of_blocks(layout: MixedLayout, marks: Marks) -> tuple[Contour, ...]:
    """Return the outlines drawn around the places of every block."""
    return tuple(
        _Move(*block.corner).contour(each)
        for block in layout.blocks
        for each in contours_of(block.layout, block.component.cut, marks)
    )


def _longer(layout: MixedLayout, within: Rect) -> Iterator[Line]:
    bounds = layout.bounds
    for (x1, y1), (x2, y2) in layout.lanes:
        if x1 == x2:
            ends = (within.y if y1 <= bounds.y else y1, within.bottom if y2 >= bounds.bottom else y2)
            yield (x1, ends[0]), (x1, ends[1])
        else:
            ends = (within.x if x1 <= bounds.x else x1, within.right if x2 >= bounds.right else x2)
            yield (ends[0], y1), (ends[1], y1)

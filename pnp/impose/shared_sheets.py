"""Sheets that components share: pieces of one size in a row, and blocks of several sizes divided by straight cuts."""

import math
from bisect import bisect_right
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import accumulate, combinations, product

from pnp.impose.grid import GUTTER, ClipArea, Layout, Line, has_foot, printable_area
from pnp.impose.layouts import block_of, gap_in_block, lay_out, makes_blocks
from pnp.impose.marks import contours_of
from pnp.model.face import Deck, Face
from pnp.model.game import Component
from pnp.model.geometry import SLACK, Point, Rect, Size
from pnp.model.line_styles import Contour, Marks, Stroke
from pnp.model.papers import Paper
from pnp.model.sheet import Position

LARGEST = 40  # ways to arrange the same blocks that are kept at a time: the smallest ones


@dataclass(frozen=True, slots=True)
class Block:
    """Pieces of one form, by its `number`, in rows: size in mm, how many in a row, a quarter turned or not."""

    size: Size
    number: int
    columns: int
    turned: bool = False


@dataclass(frozen=True)
class _Pair:
    first: "Arrangement"
    second: "Arrangement"
    lane: float
    beside: bool

    @cached_property
    def size(self) -> Size:
        one, two = self.first.size, self.second.size
        if self.beside:
            return Size(one.width + self.lane + two.width, max(one.height, two.height))
        return Size(max(one.width, two.width), one.height + self.lane + two.height)


Arrangement = Block | _Pair


def arrangements(choices: Sequence[Iterable[Block]], room: Size, lane: float) -> list[Arrangement]:
    """Return the arrangements that have one block of each choice and fit into a room, the smallest first."""
    every = (1 << len(choices)) - 1
    known: dict[int, list[Arrangement]] = {
        1 << number: _smallest(blocks, room) for number, blocks in enumerate(choices)
    }
    for count in range(2, len(choices) + 1):
        for chosen in combinations(range(len(choices)), count):
            members = sum(1 << number for number in chosen)
            known[members] = _smallest(_pairs(known, members, lane), room)
    return known[every]


def _pairs(known: Mapping[int, Sequence[Arrangement]], members: int, lane: float) -> Iterator[Arrangement]:
    first = members & -members
    part = (members - 1) & members
    while part:
        if part & first:
            for one, two, beside in product(known[part], known[members - part], (False, True)):
                yield _Pair(one, two, lane, beside)
        part = (part - 1) & members


def _smallest(made: Iterable[Arrangement], room: Size) -> list[Arrangement]:
    fitting = [
        one for one in made if one.size.width <= room.width + SLACK and one.size.height <= room.height + SLACK
    ]
    kept: list[Arrangement] = []
    lowest = float("inf")
    for one in sorted(fitting, key=lambda one: (one.size.width, one.size.height, _turned(one))):
        if one.size.height < lowest - SLACK:
            kept.append(one)
            lowest = one.size.height
    return sorted(kept, key=lambda one: (_turned(one), one.size.width * one.size.height))[:LARGEST]


def _turned(arrangement: Arrangement) -> int:
    if isinstance(arrangement, Block):
        return int(arrangement.turned)
    return _turned(arrangement.first) + _turned(arrangement.second)


_Placed = tuple[Block, Rect, Rect]
"""A block, where it lies on a page, and the part of the page that is its own: from lane to lane, or to the edge."""


def _place_blocks(arrangement: Arrangement, place: Rect, region: Rect) -> Iterator[_Placed]:
    if isinstance(arrangement, Block):
        size = arrangement.size
        x, y = place.x + (place.width - size.width) / 2, place.y + (place.height - size.height) / 2
        yield arrangement, Rect(x, y, size.width, size.height), region
        return
    places, cut = _divided(arrangement, place)
    regions = _split(region, cut, beside=arrangement.beside)
    parts = arrangement.first, arrangement.second
    for part, its_place, its_region in zip(parts, places, regions, strict=True):
        yield from _place_blocks(part, its_place, its_region)


def lanes(arrangement: Arrangement, place: Rect) -> Iterator[Line]:
    """Yield the middle line of every lane, the one to cut first before those that end at it."""
    if isinstance(arrangement, _Pair):
        places, cut = _divided(arrangement, place)
        if arrangement.beside:
            yield (cut, place.y), (cut, place.bottom)
        else:
            yield (place.x, cut), (place.right, cut)
        yield from lanes(arrangement.first, places[0])
        yield from lanes(arrangement.second, places[1])


def _divided(pair: _Pair, place: Rect) -> tuple[tuple[Rect, Rect], float]:
    if pair.beside:
        start = place.x + pair.first.size.width + (place.width - pair.size.width) / 2
    else:
        start = place.y + pair.first.size.height + (place.height - pair.size.height) / 2
    first, _ = _split(place, start, beside=pair.beside)
    _, second = _split(place, start + pair.lane, beside=pair.beside)
    return (first, second), start + pair.lane / 2


def _split(rect: Rect, at: float, *, beside: bool) -> tuple[Rect, Rect]:
    if beside:
        second = Rect(at, rect.y, rect.right - at, rect.height)
        return Rect(rect.x, rect.y, at - rect.x, rect.height), second
    return Rect(rect.x, rect.y, rect.width, at - rect.y), Rect(rect.x, at, rect.width, rect.bottom - at)


LANES = (10.0, 6.0)  # mm between two blocks, the widest that fits: bleed and marks on both sides.
LANE_WHITE = 1.0  # mm in the middle of a lane that no bleed reaches
LANE_CLEAR = 0.3  # mm between the line in the middle of a lane and the marks on both sides of it
MOST_FORMS = 4  # forms on one sheet; more of them are a puzzle to cut


@dataclass(frozen=True, slots=True)
class Share:
    """So many copies of a component that lie on a sheet with others."""

    component: Component
    copies: int


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """One block of a mixed sheet as a small sheet of its own: `move` leads from the page of its `layout` to the sheet.

    Beyond its own part of the page that page has a margin, as a sheet has. Bleed shows within `window` of the mixed sheet.
    """

    component: Component
    layout: Layout
    move: "_Move"
    window: Rect

    def local(self, shown: Rect) -> Rect:
        """Return the part of this block's page where bleed may show, which reaches to `shown` on the mixed sheet."""
        return self.move.back(shown.common(self.window))

    def clip_area(self, number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Return how far a face shows on the mixed sheet in one of the places of this block."""
        return self.move.area(self.layout.clip_area(number, bleed=bleed, shown=self.local(shown)))

    def on_page(self, stroke: Stroke) -> Stroke:
        """Return where a stroke of the block's own page is on the mixed sheet."""
        x, y = self.move.across, self.move.down
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
    if len(shares) > MOST_FORMS or not all(makes_blocks(share.component) for share in shares):
        return
    for lane in LANES:
        for gutter in (GUTTER, 0.0):
            for page in paper.size.either_way:
                room = printable_area(page, paper.unprintable).size
                choices = [list(_blocks(number, share, gutter)) for number, share in enumerate(shares)]
                for arrangement in arrangements(choices, room, lane):
                    if has_foot(arrangement.size, page, paper.unprintable):
                        yield _mixed(arrangement, shares, page, paper.unprintable, gutter)


def _blocks(number: int, share: Share, gutter: float) -> Iterator[Block]:
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
    size, whole = arrangement.size, Rect(0, 0, page.width, page.height)
    place = Rect((page.width - size.width) / 2, (page.height - size.height) / 2, size.width, size.height)
    placed = sorted(_place_blocks(arrangement, place, whole), key=lambda each: each[0].number)
    blocks = tuple(_sheet_block(each, shares[each[0].number], page, margin, gutter) for each in placed)
    starts = list(accumulate((len(block.layout.positions) for block in blocks), initial=0))

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        index = bisect_right(starts, number) - 1
        return blocks[index].clip_area(number - starts[index], bleed=bleed, shown=shown)

    positions = tuple(block.move.position(place) for block in blocks for place in block.layout.positions)
    between = tuple(lanes(arrangement, place))
    return MixedLayout(page, positions, place, clip_area, blocks=blocks, lanes=between)


def _sheet_block(placed: _Placed, share: Share, page: Size, margin: float, gutter: float) -> SheetBlock:
    block, place, region = placed
    sides = (region.x <= 0, region.y <= 0, region.right >= page.width, region.bottom >= page.height)
    window = region.grown(*(0.0 if outer else -LANE_WHITE / 2 for outer in sides))
    frame = region.grown(*(0.0 if outer else margin - LANE_CLEAR for outer in sides))
    component = share.component
    rows = math.ceil(share.copies / block.columns)
    across, down = (rows, block.columns) if block.turned else (block.columns, rows)
    layout = block_of(component, across, down, gutter=gutter)
    move = _Move(place.x - frame.x, place.y - frame.y, layout.page.height if block.turned else None)
    return SheetBlock(
        component, move.layout(layout, frame.size, share.copies), _Move(frame.x, frame.y), window
    )


# Layouts moved on a page, and turned by a quarter.


@dataclass(frozen=True, slots=True)
class _Move:
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
        def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
            return self.area(layout.clip_area(number, bleed=bleed, shown=self.back(shown)))

        corners = [self.point((x, 0)) for x in layout.cut_xs], [self.point((0, y)) for y in layout.cut_ys]
        across, down = corners if self.height is None else corners[::-1]
        xs, ys = tuple(sorted(x for x, _ in across)), tuple(sorted(y for _, y in down))
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


def contours_of_blocks(layout: MixedLayout, marks: Marks) -> tuple[Contour, ...]:
    """Return the outlines drawn around the places of every block."""
    return tuple(
        block.move.contour(contour)
        for block in layout.blocks
        for contour in contours_of(block.layout, block.component.cut, marks)
    )


def lanes_within(layout: MixedLayout, area: Rect) -> Iterator[Line]:
    """Yield a line in every lane; those that end at the outside of all blocks go on as far as the area reaches."""
    bounds = layout.bounds
    for (x1, y1), (x2, y2) in layout.lanes:
        if x1 == x2:
            yield ((x1, area.y if y1 <= bounds.y else y1), (x1, area.bottom if y2 >= bounds.bottom else y2))
        else:
            yield (area.x if x1 <= bounds.x else x1, y1), (area.right if x2 >= bounds.right else x2, y1)


# Components of one game that share their sheets: which may, and the one component they are laid out as.


PREFIX = "packed-"  # how the name of every pack begins; no component's id has a hyphen


@dataclass(frozen=True, slots=True)
class Pack:
    """Components that share sheets, in the order they are laid out in; `name` is that of the file they share."""

    name: str
    parts: tuple[Component, ...]

    @property
    def component(self) -> Component:
        return joined(self.parts, self.name)

    def deck(self, decks: Mapping[str, Deck]) -> Deck:
        """Return the decks of the parts, which are given by component, as one."""
        faces: dict[str, Face] = {}
        fronts: dict[str, str] = {}
        backs: dict[str, str] = {}
        for part in self.parts:
            deck = decks[part.id]
            faces |= deck.faces
            fronts |= {address(part.id, piece): face for piece, face in deck.fronts.items()}
            backs |= {address(part.id, piece): face for piece, face in deck.backs.items()}
        return Deck(self.name, faces, fronts, backs)


def joined(parts: Sequence[Component], name: str) -> Component:
    """Return components as one, whose pieces say whose they are."""
    pieces = tuple(replace(piece, id=address(part.id, piece.id)) for part in parts for piece in part.pieces)
    title = ", ".join(part.title for part in parts)
    return replace(parts[0], id=name, title=title, pieces=pieces, note=None, parts=tuple(parts))


def address(component: str, piece: str) -> str:
    """Return what a piece is called among those of other components: orders/bench."""
    return f"{component}/{piece}"


# Pieces of one form fill sheets one after the other; what is left over of each form may share a last sheet.


def forms(components: Sequence[Component]) -> list[tuple[Component, ...]]:
    """Return the components by what must be the same for their pieces to lie in the same places."""
    alike: dict[Hashable, list[Component]] = {}
    for component in components:
        form = (component.kind, component.cut, component.net, component.bleed, component.gap)
        alike.setdefault(form, []).append(component)
    return [tuple(parts) for parts in alike.values()]


def common_weights(components: Iterable[Component]) -> range:
    """Return the papers in g/m² that suit all of these."""
    known = [component.kind.weights or (0, 0) for component in components]
    return range(max(low for low, _ in known), min(high for _, high in known) + 1)


@dataclass(slots=True)
class _Sheet:
    """A sheet that is not full: the components of each form whose last pieces are on it, and how many those are."""

    groups: list[tuple[Component, ...]]
    shares: list[Share] = field(default_factory=list)

    @property
    def parts(self) -> list[Component]:
        return [part for group in self.groups for part in group]

    def unlike(self, other: "_Sheet") -> tuple[bool, int, bool]:
        """Return what speaks against sharing with another sheet: other stock, a narrow choice of paper, other sides."""
        ours, theirs = (
            ({part.kind.stock for part in sheet.parts}, any(part.has_backs for part in sheet.parts))
            for sheet in (self, other)
        )
        return ours[0] != theirs[0], -len(common_weights([*self.parts, *other.parts])), ours[1] != theirs[1]


def packs(components: Sequence[Component], paper: Paper, *, folded: bool) -> tuple[Pack, ...]:
    """Return who shares with whom on a paper: those of one form, and others with which they share the last sheet.

    On `folded` sheets what has no back is kept from what has one: it needs no fold, and twice as many fit.
    """
    apart = [
        [component for component in components if component.has_backs == backs]
        for backs in ((True, False) if folded else ())
    ]
    packs_of_paper: list[Pack] = []
    for some in apart or [list(components)]:
        mixed = paper.sheet is None and not (folded and any(part.has_backs for part in some))
        for sheet in _last_sheets(some, paper, mixed=mixed):
            # What fills its own sheets comes first, so that these hold nothing else and may be left out.
            parts = sorted(
                sheet.parts, key=lambda part: (_left_over((part,), paper) > 0, -part.copies * _box(part))
            )
            if len(parts) > 1:
                kind = parts[0].kind
                number = 1 + sum(pack.parts[0].kind == kind for pack in packs_of_paper)
                name = f"{PREFIX}{kind.name}" + (f"-{number}" if number > 1 else "")
                packs_of_paper.append(Pack(name, tuple(parts)))
    return tuple(packs_of_paper)


def _last_sheets(components: Sequence[Component], paper: Paper, *, mixed: bool) -> list[_Sheet]:
    sharing = sorted(
        (
            component
            for component in components
            if component.kind.weights is not None and component.copies and not component.layouts
        ),
        key=lambda component: (-component.copies, component.id),
    )
    alone = []
    for group in forms(sharing):
        rest = _left_over(group, paper) if mixed else 0
        alone.append(_Sheet([group], [Share(group[0], rest)] if rest else []))
    sheets: list[_Sheet] = []
    for sheet in sorted(
        alone, key=lambda sheet: -sum(share.copies * _box(share.component) for share in sheet.shares)
    ):
        fitting = (other for other in sorted(sheets, key=sheet.unlike) if _fits(sheet, other, paper))
        if (other := next(fitting, None)) is None:
            sheets.append(sheet)
        else:
            other.groups += sheet.groups
            other.shares += sheet.shares
    return sheets


def _fits(one: _Sheet, other: _Sheet, paper: Paper) -> bool:
    parts = [*one.parts, *other.parts]
    stocks = {part.kind.stock for part in parts}
    if not (one.shares and other.shares and common_weights(parts) and (len(stocks) == 1 or "card" in stocks)):
        return False
    return next(mixed_layouts([*other.shares, *one.shares], paper), None) is not None


def left_over(layout: Layout, copies: int) -> int:
    """Return how many of so many copies are on the last sheet, where that has room for others; 0 if it has none.

    A single piece leaves room unless it is the page itself.
    """
    places = len(layout.positions)
    if places == 1 and layout.bounds.size != layout.page:
        return 1
    return copies % places


def _left_over(group: Sequence[Component], paper: Paper) -> int:
    component = joined(group, "")
    layout = lay_out(component, paper, copies=component.copies)
    return left_over(layout, component.copies) if layout else 0


def _box(component: Component) -> float:
    return component.size.width * component.size.height

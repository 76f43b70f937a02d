"""Which kind of component is laid out in which way."""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count
from typing import Literal

from pnp.impose.bought_layout import bought_layout
from pnp.impose.grid import ClipArea, Layout, Position, fullest_grid, grid_of, has_foot, room_around
from pnp.impose.loose_grid import hexagon_grid, label_grid, loose_grid, loose_layout
from pnp.impose.triangle_grid import triangle_layout
from pnp.model.curves import moved_outwards
from pnp.model.game import Component
from pnp.model.geometry import (
    SLACK,
    Outline,
    Point,
    Rect,
    Size,
    around,
    edges_of,
    hexagon,
    rectangle,
    signed_area,
    triangle,
)
from pnp.model.line_styles import Contour
from pnp.model.papers import FULL_SIZE, PAPERS, SAME_PAPER_MM, Paper
from pnp.model.sheet import Axis, Backs, behind
from pnp.model.sheet_layouts import SheetLayout
from pnp.units import MM_PER_PT

GAP = 3.0  # mm between pieces that are cut out one by one: room for scissors to turn


def lay_out(component: Component, paper: Paper, *, copies: int = 1, folded: bool = False) -> Layout | None:
    """Return the places that one sheet of `paper` has for pieces of the component, or None where not one fits.

    `copies` are to be printed in all: a page is turned on its side where that saves a sheet.
    """
    cut, size, page = component.cut, component.size, paper.size
    if paper.sheet is not None:
        return None if folded else bought_layout(component, page, paper.sheet)
    labels = next((each for each in component.labels if each.paper == paper.name), None)
    if labels is not None:
        return label_grid(cut, page, labels)
    if component.layouts and not folded and (own := own_layout(component, paper)) is not None:
        return own
    whole = whole_page(size, page) if component.kind.layout == "page" and not folded else None
    return whole or _in_rows(component, paper, copies=copies, folded=folded)


def _in_rows(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
    """Return as many pieces in rows as the paper has room for."""
    cut, size, page, margin = component.cut, component.size, paper.size, paper.unprintable
    gap = GAP if component.gap is None else component.gap
    match _rows_of(component):
        case "triangles":
            tiles = partial(triangle_layout, size.width, page, margin=margin, folded=folded, copies=copies)
            return tiles(gap=component.gap, alike=len(component.pieces) < 2)
        case "hexagons":
            return hexagon_grid(size.width / 2, page, margin=margin, folded=folded, copies=copies, gap=gap)
        case "straight":
            return fullest_grid(size, page, margin=margin, folded=folded, gap=component.gap)
        case "apart":
            places = loose_grid(cut, page, margin=margin, folded=folded, gap=gap)
            if places is None or component.net is None:
                return places
            fits = len(places.positions)
            nested = nested_rows(cut, page, margin=margin, gap=gap) if fits < copies and not folded else None
            fuller = nested if nested is not None and len(nested.positions) > fits else places
            return replace(fuller, contours=())


_Rows = Literal["straight", "apart", "triangles", "hexagons"]
"""How pieces lie in rows: with straight cuts through all of them, cut out one by one, or side by side as tiles."""


def _rows_of(component: Component) -> _Rows:
    """Return how the pieces lie; the line around a net is drawn: crop marks round its box would mislead."""
    cut, kind = component.cut, component.kind.layout
    if component.net is not None:
        return "apart"
    if kind == "tiles":
        if _alike(cut.points, triangle(component.size.width).points):
            return "triangles"
        if _alike(cut.points, hexagon(component.size.width / 2).points):
            return "hexagons"
        return "straight" if _alike(cut.points, rectangle(component.size).points) else "apart"
    straight = kind in ("page", "rows") or (kind == "outline" and cut.kind == "rectangle")
    return "straight" if straight else "apart"


# A block of pieces among others on a sheet.


def makes_blocks(component: Component) -> bool:
    """Say whether the pieces lie in columns and rows of their boxes; triangles and hexagons reach between each other."""
    return _rows_of(component) in ("straight", "apart")


def gap_in_block(component: Component, gutter: float) -> float:
    """Return how far pieces keep apart: `gutter` mm where straight cuts run through them, unless a gap is written."""
    if component.gap is not None:
        return component.gap
    return gutter if _rows_of(component) == "straight" else GAP


def block_of(component: Component, columns: int, rows: int, *, gutter: float) -> Layout:
    """Return so many columns and rows of pieces on a page that ends with them."""
    gap = gap_in_block(component, gutter)
    grid = grid_of(component.size, columns, rows, gap=gap)
    if _rows_of(component) == "straight":
        return grid
    places = loose_layout(grid.page, component.cut, grid.positions, grid.bounds, gap / 2)
    return replace(places, contours=()) if component.net else places


def papers_with_room(component: Component, *, margin: float, folded: bool = False) -> tuple[Paper, ...]:
    """Return the papers with a name on which at least one piece of the component fits, the smallest first."""
    papers = (replace(paper, unprintable=margin) for paper in PAPERS.values())
    return tuple(paper for paper in papers if lay_out(component, paper, folded=folded) is not None)


def _alike(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Say whether two outlines are the same to a thousandth of a millimetre, corner by corner."""
    return len(one) == len(other) and all(math.dist(a, b) < 1e-3 for a, b in zip(one, other, strict=True))


def whole_page(size: Size, paper: Size) -> Layout | None:
    """Return the layout of a sheet of `size` on a paper of that size, lying either way; None on any other.

    It has one position, which is the page: nothing is cut, and bleed would fall off it.
    """
    page = Rect(0, 0, size.width, size.height)
    if any(size.is_like(way, within=SAME_PAPER_MM) for way in paper.either_way):
        return Layout(size, (Position(page),), page, lambda *_, **__: ClipArea(page), outer_bleed=0.0)
    return None


# The page a print shop makes a board from: as large as the board with its bleed and room for marks.

ROOM_MM = 28 * MM_PER_PT
"""Beyond the bleed on every side: for crop marks of 5 mm and a line of words; whole points, so that the place of the
drawing is a whole number in the PDF."""

EDGE_MM = 2.0
"""What stays white at the edge of the page; print shops print to the edge, but not every viewer shows it."""


def full_size_paper(component: Component) -> Paper | None:
    """Return the paper on which the component is printed in one piece, or None for kinds that home printers make."""
    if not component.kind.full_size:
        return None
    beyond = 2 * (component.bleed + ROOM_MM)
    size = Size(component.size.width + beyond, component.size.height + beyond)
    return Paper(FULL_SIZE, "full size", size, EDGE_MM)


def backs_on(paper: Paper, backs: Backs) -> Backs:
    """Return how the backs get behind the fronts on this paper.

    A print shop turns a board like the page of a book and expects both pages upright.
    """
    if paper.name != FULL_SIZE or backs == "none":
        return backs
    return "long-edge" if paper.size.height >= paper.size.width else "short-edge"


# What is glued on grey board: a sheet on either side of it, or one that is folded round its edge.


def flip_on(component: Component, paper: Paper, backs: Backs) -> Backs:
    """Return how backs get behind fronts: both sheets are glued on a board where there is one, unless a shop makes it."""
    glued = component.kind.grey_board and paper.name != FULL_SIZE
    return "glued" if glued and backs in ("long-edge", "short-edge") else backs


def arranged(
    component: Component, paper: Paper, flip: Backs, have_backs: Sequence[bool]
) -> tuple[Layout | None, Backs]:
    """Return the places on a sheet, and how backs get behind fronts: folded round a board where that takes fewer sheets.

    `have_backs` says of each copy whether it has one: sheets of fronts alone have no sheet of backs. Straight cuts would
    leave thin strips at the board's edge, so only pieces that are cut out one by one are folded round it, and only where
    there is room for the words.
    """
    copies = len(have_backs)
    layout = lay_out(component, paper, copies=copies, folded=flip == "gutterfold")
    if flip != "glued" or layout is None:
        return layout, flip
    folded = lay_out(component, paper, copies=copies, folded=True)
    if (
        folded is None
        or not folded.contours
        or not has_foot(folded.bounds.size, folded.page, paper.unprintable)
    ):
        return layout, flip
    places = len(layout.positions)
    glued = sum(1 + any(have_backs[start : start + places]) for start in range(0, copies, places))
    return (folded, "gutterfold") if math.ceil(copies / len(folded.positions)) < glued else (layout, flip)


def far_from_the_fold(layout: Layout, copies: int) -> int:
    """Return how many of the first places stay empty where the last whole rows hold all copies: those beside the fold."""
    if layout.fold != "horizontal" or copies > len(layout.positions):
        return 0
    tops = [each.trim.y for each in layout.positions]
    free = len(tops) - copies
    return next(number for number in range(free, -1, -1) if number == 0 or tops[number] > tops[number - 1])


WIDEST_BLEED = 20.0  # mm


def own_layout(component: Component, paper: Paper) -> Layout | None:
    """Return the layout that the component has for a paper, lying either way; None where it has none."""
    for layout in component.layouts:
        if any(layout.page.is_like(way, within=SAME_PAPER_MM) for way in paper.size.either_way):
            return _laid(component, layout)
    return None


def _laid(component: Component, layout: SheetLayout) -> Layout:
    boxes = [place.box for place in layout.places]
    positions = tuple(Position(place.box, place.turn) for place in layout.places)
    bounds = around([*boxes, *_behind(component, layout)], layout.page)
    reach = [_reach(number, boxes) for number in range(len(boxes))]
    if component.cut.kind != "rectangle":
        least = min(min(each) for each in reach)
        return loose_layout(layout.page, component.cut, positions, bounds, least, drawn=component.net is None)

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        """Show half of what is between two pieces inside, up to `shown` outside."""
        outer = room_around(boxes[number], shown)
        return ClipArea(
            boxes[number].grown(*(min(bleed, *each) for each in zip(reach[number], outer, strict=True)))
        )

    xs = _lines([edge for box in boxes for edge in (box.x, box.right)])
    ys = _lines([edge for box in boxes for edge in (box.y, box.bottom)])
    straight = all(not (box.x + SLACK < x < box.right - SLACK) for box in boxes for x in xs) and all(
        not (box.y + SLACK < y < box.bottom - SLACK) for box in boxes for y in ys
    )
    if straight:
        return Layout(layout.page, positions, bounds, clip_area, cut_xs=xs, cut_ys=ys)
    contours = tuple(Contour(box, _corners(box)) for box in boxes)
    return Layout(layout.page, positions, bounds, clip_area, contours=contours)


def _behind(component: Component, layout: SheetLayout) -> list[Rect]:
    """Return where backs may lie, whichever edge the sheet is turned over: marks and words keep clear of them on both sides."""
    if all(piece.back is None for piece in component.pieces):
        return []
    axes: tuple[Axis, ...] = ("vertical", "horizontal")
    return [behind(box, layout.page, axis) for box in (place.box for place in layout.places) for axis in axes]


def _reach(number: int, boxes: Sequence[Rect]) -> tuple[float, float, float, float]:
    """Return how far a piece may show on its left, above it, on its right and below: half the way to the next one."""
    own = boxes[number]
    left = top = right = bottom = WIDEST_BLEED
    for other in (box for each, box in enumerate(boxes) if each != number):
        apart = (own.x - other.right, own.y - other.bottom, other.x - own.right, other.y - own.bottom)
        side = max(range(4), key=apart.__getitem__)
        half = max(0.0, apart[side] / 2)
        left, top = (min(left, half) if side == 0 else left), (min(top, half) if side == 1 else top)
        right, bottom = (
            (min(right, half) if side == 2 else right),
            (min(bottom, half) if side == 3 else bottom),
        )
    return left, top, right, bottom


def _lines(edges: Sequence[float]) -> tuple[float, ...]:
    """Return edges in order, those that are the same once."""
    found: list[float] = []
    for edge in sorted(edges):
        if not found or edge - found[-1] > SLACK:
            found.append(edge)
    return tuple(found)


def _corners(box: Rect) -> tuple[tuple[float, float], ...]:
    return (box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)


STEP = 1.0
"""mm by which rows are shifted. Outlines are measured in strips of that width, each where it reaches furthest."""

FULL = 0.9
"""What fills more of its box than that leaves others no room to reach into it."""

_Place = tuple[float, float, bool]
"""Where the box of a piece begins, in mm from the corner of all, and whether it stands on its head."""


def nested_rows(outline: Outline, paper: Size, *, margin: float, gap: float) -> Layout | None:
    """Return the most pieces that such rows have room for on a page that lies either way; None where nothing is gained.

    Pieces keep `gap` mm apart. No rows of boxes are closer than these, but others may be as good.
    """
    size = outline.size
    if signed_area(outline.points) > FULL * size.width * size.height:
        return None
    pages = [
        (page, _places(outline.points, Size(page.width - 2 * margin, page.height - 2 * margin), gap))
        for page in paper.either_way
    ]
    page, places = max(pages, key=lambda each: len(each[1]))
    if not places:
        return None
    block = _around(places, size)
    x, y = (page.width - block.width) / 2, (page.height - block.height) / 2
    positions = tuple(
        Position(Rect(x + across, y + down, size.width, size.height), 180 if turned else 0)
        for across, down, turned in places
    )
    bounds = Rect(x, y, block.width, block.height)
    return loose_layout(page, outline, positions, bounds, gap / 2)


@lru_cache(maxsize=64)
def _places(points: tuple[Point, ...], room: Size, gap: float) -> tuple[_Place, ...]:
    """Return the places in the fullest rows that leave room for words."""
    size = Outline("curve", points).size
    nearest = _Nearest.of(points, gap)
    best: tuple[_Place, ...] = ()
    for pitch in range(nearest.beside, math.ceil((size.width + gap) / STEP) + 1):
        below = nearest.below(pitch)
        for shift in range(pitch):
            for order in (_in_turn(shift), _in_turn(shift, turned=True), _further(shift, pitch)):
                rows = list(_filled(order, below, pitch, size, room))
                if sum(row.columns for row in rows) > len(best):
                    places = tuple(
                        ((row.shift + column * pitch) * STEP, row.top, row.turned)
                        for row in rows
                        for column in range(row.columns)
                    )
                    best = places if has_foot(_around(places, size), room, margin=0) else best
    return best


def _around(places: Sequence[_Place], size: Size) -> Size:
    return Size(max(x for x, _, _ in places) + size.width, max(y for _, y, _ in places) + size.height)


# How rows follow each other.


@dataclass(frozen=True, slots=True)
class _Row:
    """By how many strips a row is shifted, whether its pieces stand on their heads; where in mm it begins, and how many they are."""

    shift: int
    turned: bool
    top: float = 0.0
    columns: int = 0


def _in_turn(shift: int, *, turned: bool = False) -> Iterator[_Row]:
    """Yield rows of which every second one is shifted."""
    for number in count():
        yield _Row(shift * (number % 2), turned and number % 2 == 1)


def _further(shift: int, pitch: int) -> Iterator[_Row]:
    """Yield rows of which each is shifted further than the last."""
    for number in count():
        yield _Row(shift * number % pitch, turned=False)


def _filled(order: Iterable[_Row], below: "_Below", pitch: int, size: Size, room: Size) -> Iterator[_Row]:
    """Yield as many rows as there is room for."""
    above: list[_Row] = []
    for row in order:
        top = above[-1].top if above else 0.0
        for each in above:
            top = max(top, each.top + below[each.turned, row.turned][(row.shift - each.shift) % pitch])
        if top + size.height > room.height + SLACK:
            return
        free = room.width - size.width - row.shift * STEP
        columns = math.floor((free + SLACK) / (pitch * STEP)) + 1 if free > -SLACK else 0
        met = [each for each in above if each.top + 2 * size.height > top]
        above = [*met, _Row(row.shift, row.turned, top, columns)]
        yield above[-1]


# How near pieces may come.

_Below = Mapping[tuple[bool, bool], Sequence[float]]
"""How many mm a row begins below another one: whether either is turned, and by how many strips the lower is shifted."""

_Profile = Mapping[int, float]
"""How far down, or up, an outline reaches in each strip, in mm."""


@dataclass(frozen=True, slots=True)
class _Nearest:
    """How near two pieces may lie: `beside` each other in strips, and below each other in mm, by how far one is shifted.

    `_below` is by whether the upper and the lower one are turned.
    """

    beside: int
    _below: Mapping[tuple[bool, bool], Mapping[int, float]]

    @classmethod
    def of(cls, points: tuple[Point, ...], gap: float) -> "_Nearest":
        size = Outline("curve", points).size
        ways = {False: points, True: tuple((size.width - x, size.height - y) for x, y in points)}
        under = {turned: _profile(moved_outwards(each, gap)) for turned, each in ways.items()}
        over = {turned: _profile((x, -y) for x, y in each) for turned, each in ways.items()}
        aside = _profile((y, x) for x, y in moved_outwards(points, gap))
        beside = _apart(aside, _profile((y, -x) for x, y in points), 0)
        strips = math.ceil((size.width + 2 * gap) / STEP)
        return cls(
            math.ceil(beside / STEP),
            {
                (one, other): {
                    shift: _apart(under[one], over[other], shift) for shift in range(-strips, strips + 1)
                }
                for one in ways
                for other in ways
            },
        )

    def below(self, pitch: int) -> "_Below":
        """Return how far below a row another one begins where pieces of a row are so many strips apart."""
        return {
            ways: [
                max(known.get(shift + pitch * number, -math.inf) for number in range(-3, 3))
                for shift in range(pitch)
            ]
            for ways, known in self._below.items()
        }


def _profile(points: Iterable[Point]) -> _Profile:
    """Return how far down an outline reaches."""
    lowest: dict[int, float] = defaultdict(lambda: -math.inf)
    for one, other in edges_of(tuple(points)):
        (x1, y1), (x2, y2) = sorted((one, other))
        first, last = math.floor(x1 / STEP + SLACK), math.ceil(x2 / STEP - SLACK)
        for strip in range(first, max(last, first + 1)):
            ends = (min(max(strip * STEP, x1), x2), min(max((strip + 1) * STEP, x1), x2))
            ys = (y1 + (x - x1) / (x2 - x1) * (y2 - y1) for x in ends) if x2 > x1 else (y1, y2)
            lowest[strip] = max(lowest[strip], *ys)
    return lowest


def _apart(upper: _Profile, lower: _Profile, shift: int) -> float:
    """Return how far down the lower outline must lie where it is shifted by so many strips."""
    meeting = (upper[strip] + lower[strip - shift] for strip in upper if strip - shift in lower)
    return max(meeting, default=-math.inf)

"""The layout for each kind of component: on paper, around a grey board, and for a cutting machine."""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from typing import Literal

from pnp.impose.grid import (
    ClipArea,
    ClipRule,
    Layout,
    Registration,
    distinct,
    fullest_grid,
    grid_on,
    has_foot,
    hexagon_grid,
    loose_grid,
    loose_layout,
    nested_rows,
    room_around,
)
from pnp.impose.triangle_grid import triangle_layout
from pnp.load.cutting_machines import CuttingMachine, RegistrationPattern
from pnp.model.bleed import LABEL_BLEED, MOST_BLEED, PRESS_BLEED
from pnp.model.game import Component
from pnp.model.geometry import (
    MM_PER_PT,
    SLACK,
    Outline,
    Rect,
    Size,
    alike,
    around,
    hexagon,
    rectangle,
    triangle,
)
from pnp.model.line_styles import Contour
from pnp.model.papers import FULL_SIZE, PAPERS, SAME_PAPER_MM, BoughtSheet, Paper
from pnp.model.sheet import Axis, Backs, Position, SheetLayout, behind
from pnp.text import listed

GAP = 3.0  # mm between pieces that are cut out one by one: room for scissors to turn


def lay_out(component: Component, paper: Paper, *, copies: int = 1, folded: bool = False) -> Layout | None:
    """Return the places that one sheet of `paper` has for pieces of the component, or None where not one fits.

    `copies` are to be printed in all: a page is turned on its side where that saves a sheet.
    """
    cut, size, page = component.cut, component.size, paper.size
    if paper.sheet is not None:
        return None if folded else bought_layout(component, page, paper.sheet)
    labels = next((sheet for sheet in component.labels if sheet.paper == paper.name), None)
    if labels is not None:
        return label_grid(cut, page, labels)
    for layout in () if folded else component.layouts:  # its own for this paper, lying either way
        if any(layout.page.is_like(way, within=SAME_PAPER_MM) for way in page.either_way):
            return _laid(component, layout)
    whole = whole_page(size, page) if component.kind.layout == "page" and not folded else None
    return whole or _in_rows(component, paper, copies=copies, folded=folded)


def _in_rows(component: Component, paper: Paper, *, copies: int, folded: bool) -> Layout | None:
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
        if alike(cut.points, triangle(component.size.width).points):
            return "triangles"
        if alike(cut.points, hexagon(component.size.width / 2).points):
            return "hexagons"
        return "straight" if alike(cut.points, rectangle(component.size).points) else "apart"
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
    gap, cell = gap_in_block(component, gutter), component.size
    page = Size(columns * (cell.width + gap) - gap, rows * (cell.height + gap) - gap)
    grid = grid_on(cell, page, 0.0, None, gap)
    assert grid is not None
    if _rows_of(component) == "straight":
        return grid
    places = loose_layout(grid.page, component.cut, grid.positions, grid.bounds, gap / 2)
    return replace(places, contours=()) if component.net else places


def papers_with_room(component: Component, *, margin: float, folded: bool = False) -> tuple[Paper, ...]:
    """Return the papers with a name on which at least one piece of the component fits, the smallest first."""
    papers = (replace(paper, unprintable=margin) for paper in PAPERS.values())
    return tuple(paper for paper in papers if lay_out(component, paper, folded=folded) is not None)


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

EDGE_MM = 2.0  # Stays white at a page's edge; shops print to it, but not every viewer shows it.


def full_size_paper(component: Component) -> Paper | None:
    """Return the paper on which the component is printed in one piece, or None for kinds that home printers make."""
    if not component.kind.full_size:
        return None
    beyond = 2 * (component.bleed + ROOM_MM)
    size = Size(component.size.width + beyond, component.size.height + beyond)
    return Paper(FULL_SIZE, "full size", size, EDGE_MM)


def backs_on(paper: Paper, backs: Backs) -> Backs:
    """Return how the backs get behind the fronts on this paper; a shop turns a board like a book's page."""
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
    tops = [position.trim.y for position in layout.positions]
    free = len(tops) - copies
    return next(number for number in range(free, -1, -1) if number == 0 or tops[number] > tops[number - 1])


# Sheets for cutting machines: pieces keep clear of the registration marks, and fewer may fit.

ARM_STEP = 0.5  # mm by which arms are made longer as long as there is room
BLEED_STEP = 0.4  # mm by which the bleed at the outside is made wider


def machine_layout(
    component: Component, paper: Paper, machine: CuttingMachine, *, copies: int = 1
) -> Layout | None:
    """Return the places that one sheet of `paper` has for the machine, with its marks, or None where not one fits."""
    pattern = machine.pattern
    is_page = any(component.size.is_like(way, within=1.0) for way in paper.size.either_way)
    if pattern is None or is_page:
        return None
    # Cards that would touch keep apart, and labels are cut out.
    touching = component.gap is None and component.cut.kind == "rectangle"
    whole = replace(component, labels=(), gap=machine.gap if touching else component.gap)
    near = pattern.inset + machine.bleed
    # Beside the marks, never between them.
    far = pattern.inset + pattern.shortest + pattern.clear + machine.bleed
    layouts: list[Layout] = []
    for margin in (near, far):
        layout = lay_out(whole, replace(paper, unprintable=margin, sheet=None), copies=copies)
        if layout is not None:
            clear = pattern.kept_clear(layout.page, pattern.shortest)
            kept = [
                number
                for number in range(len(layout.positions))
                if _is_clear(layout, number, clear, machine.bleed, machine.bleed)
            ]
            if kept:
                layouts.append(_registered(layout, kept, machine, pattern))
    return max(layouts, key=lambda layout: len(layout.positions), default=None)


def no_room_between_marks(component: Component, paper: Paper, machine: CuttingMachine) -> tuple[str, str]:
    """Return what is wrong with a component that has no place on a sheet for the machine, and what to do."""
    size = component.size
    on_paper = f"{paper.title} ({paper.size.width:.4g} × {paper.size.height:.4g} mm)"
    fact = f"{size.width:.4g} × {size.height:.4g} mm does not fit between the marks of {machine.title} on {on_paper}"
    papers = (other for other in PAPERS.values() if other.sheet is None)
    others = [other.name for other in papers if machine_layout(component, other, machine)]
    hint = f"print it with --paper {listed(others, 'or')}, or " if others else ""
    return fact, f"{hint}cut it by hand"


def places_lost(component: Component, paper: Paper, machine: CuttingMachine) -> str:
    """Return the words about how many pieces fewer a sheet has room for: "8 on a sheet, 9 without marks", or ""."""
    copies = component.copies
    marked = machine_layout(component, paper, machine, copies=copies)
    plain = lay_out(component, paper, copies=copies)
    if not marked or not plain or len(marked.positions) >= len(plain.positions):
        return ""
    return f"{len(marked.positions)} on a sheet, {len(plain.positions)} without marks"


def _is_clear(layout: Layout, number: int, clear: Sequence[Rect], bleed: float, outer: float) -> bool:
    trim = layout.positions[number].trim.grown(*[bleed] * 4)
    seen = layout.clip_area(number, bleed=max(bleed, outer), shown=layout.bounds.grown(*[outer] * 4)).clip
    return not any(box.overlaps(mark) for box in (trim, seen) for mark in clear)


def _registered(
    layout: Layout, kept: Sequence[int], machine: CuttingMachine, pattern: RegistrationPattern
) -> Layout:
    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        return layout.clip_area(kept[number], bleed=bleed, shown=shown)

    def is_clear(arm: float, outer: float) -> bool:
        clear = pattern.kept_clear(layout.page, arm)
        meet = any(one.overlaps(other) for one, other in combinations(clear, 2))
        return not meet and all(_is_clear(layout, number, clear, machine.bleed, outer) for number in kept)

    outer = _longest(machine.bleed, PRESS_BLEED, BLEED_STEP, lambda bleed: is_clear(pattern.shortest, bleed))
    outer = min(layout.outer_bleed, outer)
    arm = _longest(pattern.shortest, pattern.longest, ARM_STEP, lambda arm: is_clear(arm, outer))
    return replace(
        layout,
        positions=tuple(layout.positions[number] for number in kept),
        clip_area=clip_area,
        outer_bleed=outer,
        cut_xs=(),
        cut_ys=(),
        slanted_cuts=(),
        contours=(),
        registration=Registration(
            machine.title,
            pattern.strokes(layout.page, arm),
            pattern.kept_clear(layout.page, arm),
            pattern.between(layout.page),
        ),
    )


def _longest(shortest: float, longest: float, step: float, fits: Callable[[float], bool]) -> float:
    length = shortest
    while length + step <= longest + SLACK and fits(length + step):
        length += step
    return length


# Sheets whose places are given: measured by the designer, or those of labels and cards that are sold ready cut.


SMALLER_MM = 1.0  # A piece may be so much smaller than its place; a larger one would overlap.
ROUNDED_MM = 0.05  # between the same length in inches and in millimetres


def bought_layout(component: Component, page: Size, sheet: BoughtSheet) -> Layout | None:
    """Return the places for pieces of the component on a sheet, or None where they are not of their form and size."""
    cut, size = component.cut, component.size
    if component.net is not None:
        return None
    if not sheet.cards:
        return label_grid(cut, page, sheet) if cut.kind == "circle" and _fits(size, sheet.size) else None
    for way in size.either_way:
        if cut.kind == "rectangle" and _fits(way, sheet.size):
            return _card_grid(way, page, sheet, turned=way != size)
    return None


def _fits(size: Size, place: Size) -> bool:
    spare = (place.width - size.width, place.height - size.height)
    return all(-ROUNDED_MM <= length <= SMALLER_MM + ROUNDED_MM for length in spare)


def _card_grid(lying: Size, page: Size, sheet: BoughtSheet, *, turned: bool) -> Layout:
    """Return a position in the middle of every card of a sheet, row by row from the top left, for cards that lie so, `turned` or not."""
    spare = (sheet.size.width - lying.width) / 2, (sheet.size.height - lying.height) / 2
    lefts = [sheet.x + column * sheet.dx + spare[0] for column in range(sheet.columns)]
    tops = [sheet.y + row * sheet.dy + spare[1] for row in range(sheet.rows)]
    boxes = [Rect(left, top, lying.width, lying.height) for top, left in product(tops, lefts)]
    positions = tuple(Position(box, 90 if turned else 0) for box in boxes)
    bounds = around(boxes, page)
    return Layout(page, positions, bounds, _between(boxes), label_sheet=sheet.title)


def label_grid(outline: Outline, paper: Size, sheet: BoughtSheet) -> Layout:
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
    places = loose_layout(paper, outline, positions, bounds, max(0.0, max_bleed), padding=padding)
    return replace(places, contours=(), label_sheet=sheet.title)


def _laid(component: Component, layout: SheetLayout) -> Layout:
    page, positions = layout.page, layout.places
    boxes = [place.trim for place in positions]
    # Marks and words keep clear of backs on both sides, whichever edge the sheet is turned over.
    axes: tuple[Axis, ...] = ("vertical", "horizontal") if component.has_backs else ()
    bounds = around([*boxes, *(behind(box, page, axis) for box in boxes for axis in axes)], page)
    if component.cut.kind != "rectangle":
        least = min(min(_reach(number, boxes)) for number in range(len(boxes)))
        loose = loose_layout(page, component.cut, positions, bounds, least)
        return replace(loose, contours=()) if component.net else loose
    xs = distinct([edge for box in boxes for edge in (box.x, box.right)])
    ys = distinct([edge for box in boxes for edge in (box.y, box.bottom)])
    straight = all(not (box.x + SLACK < x < box.right - SLACK) for box in boxes for x in xs) and all(
        not (box.y + SLACK < y < box.bottom - SLACK) for box in boxes for y in ys
    )
    if straight:
        return Layout(page, positions, bounds, _between(boxes), cut_xs=xs, cut_ys=ys)
    contours = tuple(Contour(box, box.corners) for box in boxes)
    return Layout(page, positions, bounds, _between(boxes), contours=contours)


def _between(boxes: Sequence[Rect]) -> ClipRule:
    """Return the rule that shows half of what is between two pieces inside, up to `shown` outside."""
    reach = [_reach(number, boxes) for number in range(len(boxes))]

    def clip_area(number: int, *, bleed: float, shown: Rect) -> ClipArea:
        limits = zip(reach[number], room_around(boxes[number], shown), strict=True)
        return ClipArea(boxes[number].grown(*(min(bleed, *limit) for limit in limits)))

    return clip_area


def _reach(number: int, boxes: Sequence[Rect]) -> list[float]:
    """Return how far a piece may show on its left, above it, on its right and below: half the way to the next one."""
    box, reach = boxes[number], [MOST_BLEED] * 4
    for other in (*boxes[:number], *boxes[number + 1 :]):
        apart = (box.x - other.right, box.y - other.bottom, other.x - box.right, other.y - box.bottom)
        side = max(range(4), key=apart.__getitem__)
        reach[side] = min(reach[side], max(0.0, apart[side] / 2))
    return reach

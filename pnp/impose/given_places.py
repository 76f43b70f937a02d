"""Sheets whose places are given: measured by the designer, or those of labels and cards that are sold ready cut."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from pnp.impose.grid import ClipArea, ClipRule, Layout, Position, distinct, room_around
from pnp.impose.loose_grid import loose_layout
from pnp.model.bleed import LABEL_BLEED, MOST_BLEED
from pnp.model.bought_sheets import BoughtSheet, CardSheet, LabelSheet
from pnp.model.game import Component
from pnp.model.geometry import SLACK, Outline, Rect, Size, around
from pnp.model.line_styles import Contour
from pnp.model.papers import SAME_PAPER_MM, Paper
from pnp.model.sheet import Axis, SheetLayout, behind

SMALLER_MM = 1.0
"""By how much a piece may be smaller than its place: its bleed covers the rest. A larger one would lie on its neighbour."""

ROUNDED_MM = 0.05
"""Between the same length in inches and in millimetres."""


def bought_layout(component: Component, page: Size, sheet: BoughtSheet) -> Layout | None:
    """Return the places for pieces of the component on a sheet, or None where they are not of their form and size."""
    cut, size = component.cut, component.size
    if component.net is not None:
        return None
    if isinstance(sheet, LabelSheet):
        return label_grid(cut, page, sheet) if cut.kind == "circle" and _fits(size, sheet.size) else None
    for way in size.either_way:
        if cut.kind == "rectangle" and _fits(way, sheet.size):
            return _card_grid(way, page, sheet, turned=way != size)
    return None


def _fits(size: Size, place: Size) -> bool:
    spare = (place.width - size.width, place.height - size.height)
    return all(-ROUNDED_MM <= length <= SMALLER_MM + ROUNDED_MM for length in spare)


def _card_grid(lying: Size, page: Size, sheet: CardSheet, *, turned: bool) -> Layout:
    """Return a position in the middle of every card of a sheet, row by row from the top left, for cards that lie so, `turned` or not."""
    spare = (sheet.size.width - lying.width) / 2, (sheet.size.height - lying.height) / 2
    boxes = [
        Rect(
            sheet.x + column * sheet.dx + spare[0],
            sheet.y + row * sheet.dy + spare[1],
            lying.width,
            lying.height,
        )
        for row, column in product(range(sheet.rows), range(sheet.columns))
    ]
    positions = tuple(Position(box, 90 if turned else 0) for box in boxes)
    bounds = around(boxes, page)
    return Layout(page, positions, bounds, _between(boxes), label_sheet=sheet.title)


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
    places = loose_layout(paper, outline, positions, bounds, max(0.0, max_bleed), padding=padding)
    return replace(places, contours=(), label_sheet=sheet.title)


def own_layout(component: Component, paper: Paper) -> Layout | None:
    """Return the layout that the component has for a paper, lying either way; None where it has none."""
    for layout in component.layouts:
        if any(layout.page.is_like(way, within=SAME_PAPER_MM) for way in paper.size.either_way):
            return _laid(component, layout)
    return None


def _laid(component: Component, layout: SheetLayout) -> Layout:
    page, boxes = layout.page, [place.box for place in layout.places]
    positions = tuple(Position(place.box, place.turn) for place in layout.places)
    bounds = around([*boxes, *_boxes_behind(component, page, boxes)], page)
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


def _boxes_behind(component: Component, page: Size, boxes: Sequence[Rect]) -> list[Rect]:
    """Return where backs may lie, whichever edge the sheet is turned over: marks and words keep clear of them on both sides."""
    if all(piece.back is None for piece in component.pieces):
        return []
    axes: tuple[Axis, ...] = ("vertical", "horizontal")
    return [behind(box, page, axis) for box in boxes for axis in axes]


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

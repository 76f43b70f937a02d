"""Pieces where the designer has them lie: in columns and rows, or each in a place of its own."""

from collections.abc import Sequence

from pnp.impose.grid import ClipArea, Layout, Position, room_around
from pnp.impose.loose_grid import loose_layout
from pnp.model.game import Component
from pnp.model.geometry import SLACK, Rect, around
from pnp.model.line_styles import Contour
from pnp.model.papers import SAME_PAPER_MM, Paper
from pnp.model.sheet import Axis, behind
from pnp.model.sheet_layouts import SheetLayout

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

"""Marks among the pieces: guides over the whole sheet, ticks at the corners, and crosses to hold against the light."""

import math
from collections.abc import Iterator, Sequence
from itertools import product

from pnp.impose.grid import Layout, Line
from pnp.impose.loose_grid import on_page
from pnp.impose.marks import MARK_CLEAR, SHORTEST, half_of
from pnp.model.geometry import SLACK, Outline, Point, Rect, Size, edges_of, rectangle
from pnp.model.line_styles import CUT_MARK, HALO_WIDTH, MARK_LENGTH, Contour, Marks, Stroke
from pnp.model.sheet import Axis, behind, points_behind

TOUCHING = 0.02  # mm; a cut so near the edge of a piece runs along it

Polygon = Sequence[Point]


def places_of(layout: Layout, outline: Outline) -> tuple[Polygon, ...]:
    """Return the corners of all places of a sheet, clockwise, those beyond a fold too; round corners count as full."""
    shaped = bool(layout.slanted_cuts)
    fronts = [
        on_page(outline.points, position)
        if shaped
        else tuple(
            (position.trim.x + x, position.trim.y + y) for x, y in rectangle(position.trim.size).points
        )
        for position in layout.positions
    ]
    if layout.fold is None:
        return tuple(fronts)
    return (*fronts, *(points_behind(each, layout.page, layout.fold) for each in fronts))


def guides(layout: Layout, outline: Outline, *, margin: float, within: Rect) -> tuple[Stroke, ...]:
    """Return a line along every cut, as long as `within` has room for, over no piece.

    It lies just outside the pieces it runs along, so that its inner edge is the cut, with a white edge towards the bleed.
    Where pieces on both sides share the cut, it is left out between them.
    """
    places = places_of(layout, outline)
    lines: list[Stroke] = []
    edges: list[Stroke] = []
    for cut in _long_cuts(layout, margin):
        kept = _inside(cut, within)
        aside = None if kept is None else _free_side(kept, places)
        if kept is None:
            continue
        if aside is None:
            lines += [
                Stroke(*start, *end, halo=True)
                for start, end in _shortened(_outside(kept, places), kept)
                if math.dist(start, end) >= SHORTEST
            ]
            continue
        lines.append(_stroke(_moved(kept, aside * CUT_MARK.width / 2)))
        if _is_free(_moved(kept, aside * (CUT_MARK.width + HALO_WIDTH)), places):
            edge = _moved(kept, aside * (CUT_MARK.width + HALO_WIDTH / 2))
            edges.append(_stroke(edge, HALO_WIDTH, grey=1.0))
    return (*edges, *lines)


def corner_marks(layout: Layout, outline: Outline, *, margin: float) -> tuple[Stroke, ...]:
    """Return marks in the gaps between pieces that lengthen their edges; those in the margins are crop marks."""
    places = places_of(layout, outline)
    found: list[Stroke] = []
    for cut in _long_cuts(layout, margin):
        for start, end in _shortened(list(_outside(cut, places))[1:-1], cut):
            length = math.dist(start, end)
            if length < SHORTEST:
                continue
            if length <= 2 * MARK_LENGTH:
                found.append(Stroke(*start, *end, halo=True))
                continue
            part = MARK_LENGTH / length
            found.append(Stroke(*start, *_between(start, end, part), halo=True))
            found.append(Stroke(*_between(start, end, 1 - part), *end, halo=True))
    return tuple(found)


def contours_of(layout: Layout, outline: Outline, marks: Marks) -> tuple[Contour, ...]:
    """Return the outlines drawn around the places of a sheet, and at corner marks the round corners of cards."""
    if marks == "none":
        return ()
    if marks == "corner" and outline.radius and not layout.contours:
        return tuple(Contour(position.trim, radius=outline.radius) for position in layout.positions)
    return layout.contours


def _long_cuts(layout: Layout, margin: float) -> Iterator[Line]:
    """Yield every straight cut of a sheet from margin to margin, slanting ones on their side of a fold."""
    page = layout.page
    for x in layout.cut_xs:
        yield (x, margin), (x, page.height - margin)
    for y in layout.cut_ys:
        yield (margin, y), (page.width - margin, y)
    for upper, lower in layout.slanted_cuts:
        area = half_of(layout, upper, margin)
        far = page.width + page.height
        length = math.dist(upper, lower)
        x, y = (lower[0] - upper[0]) / length * far, (lower[1] - upper[1]) / length * far
        line = _inside(((upper[0] - x, upper[1] - y), (lower[0] + x, lower[1] + y)), area)
        if line is not None:
            yield line


def _stroke(line: Line, width: float = CUT_MARK.width, *, grey: float = 0.0) -> Stroke:
    return Stroke(*line[0], *line[1], width, grey=grey)


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def _moved(line: Line, by: float) -> Line:
    """Return the line so many mm to its right, as somebody sees it who walks along it."""
    (x1, y1), (x2, y2) = line
    length = math.dist(*line)
    x, y = -(y2 - y1) / length * by, (x2 - x1) / length * by
    return (x1 + x, y1 + y), (x2 + x, y2 + y)


def _free_side(line: Line, places: Sequence[Polygon]) -> int | None:
    """Return on which side of a cut a line lies on no piece, 1 or -1, or None."""
    return next((side for side in (1, -1) if _is_free(_moved(line, side * CUT_MARK.width), places)), None)


def _is_free(line: Line, places: Sequence[Polygon]) -> bool:
    return all(_part_inside(line, each, -1e-6) is None for each in places)


def _inside(line: Line, box: Rect) -> Line | None:
    """Return the part of a line in a box."""
    corners = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
    part = _part_inside(line, corners, 0.0)
    return None if part is None else (_between(*line, part[0]), _between(*line, part[1]))


def _part_inside(line: Line, polygon: Polygon, slack: float) -> tuple[float, float] | None:
    """Return from where to where, as parts of its length, a line is in a convex polygon grown by `slack`, or None."""
    low, high = 0.0, 1.0
    for (x1, y1), (x2, y2) in edges_of(polygon):
        long = math.hypot(x2 - x1, y2 - y1)
        start, end = (
            ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / long + slack for x, y in line
        )  # how far inside
        if start < 0 and end < 0:
            return None
        if start < 0 or end < 0:
            crossing = start / (start - end)
            low, high = (max(low, crossing), high) if start < 0 else (low, min(high, crossing))
    return (low, high) if high - low > 1e-9 else None


def _outside(line: Line, places: Sequence[Polygon]) -> Iterator[Line]:
    """Yield the parts of a line outside all places, the first and the last even where they have no length."""
    reached = 0.0
    for low, high in sorted(filter(None, (_part_inside(line, each, TOUCHING) for each in places))):
        if low > reached or not reached:
            yield _between(*line, reached), _between(*line, low)
        reached = max(reached, high)
    yield _between(*line, reached), _between(*line, 1.0)


def _shortened(parts: Sequence[Line] | Iterator[Line], line: Line) -> Iterator[Line]:
    """Yield parts of a line without what is too near to a piece; its own ends stay."""
    for start, end in parts:
        length = math.dist(start, end)
        by = 0.0 if length == 0 else (MARK_CLEAR - TOUCHING) / length
        first, last = (0.0 if start == line[0] else by), (1.0 if end == line[1] else 1 - by)
        if last > first:
            yield _between(start, end, first), _between(start, end, last)


# Crosses that lie behind each other on the two sides of a sheet: held against the light, they show what the printer moves.

CROSS_ARMS = (2.5, 2.0, 1.5)
"""mm from the middle of a cross to its ends, the longest that has room."""

CROSS_STEP = 1.0  # mm between two places that are tried
CROSS_CLEAR = 0.8  # mm around a cross


def crosses(
    layout: Layout, axis: Axis, *, margin: float, shown: Rect, taken: Sequence[Rect]
) -> tuple[Stroke, ...]:
    """Return crosses in the margins that the sheet, turned about `axis`, has in the same places on both sides.

    Two pairs, one in each half along the axis, as near to the corners of the paper as nothing is `taken`; fewer, or none,
    where there is no room.
    """
    page = layout.page
    inside = Rect(margin, margin, page.width - 2 * margin, page.height - 2 * margin)
    both_sides = [*taken, *(behind(each, page, axis) for each in taken)]
    found: list[Stroke] = []
    for far_half in (False, True):
        for arm in CROSS_ARMS:
            points = _candidates(layout, axis, inside, shown, arm, far_half=far_half)
            box = _first_free(points, arm, both_sides, page, axis)
            if box:
                found += [*_cross(box), *_cross(behind(box, page, axis))]
                break
    return tuple(found)


def _candidates(
    layout: Layout, axis: Axis, inside: Rect, shown: Rect, arm: float, *, far_half: bool
) -> list[Point]:
    """Return the places in the margins of a quarter of the page, the nearest to its corner first."""
    page = layout.page
    corner = (
        (0.0, page.height if far_half else 0.0)
        if axis == "vertical"
        else (page.width if far_half else 0.0, 0.0)
    )
    strips = (
        Rect(inside.x, inside.y, shown.x - inside.x, inside.height),
        Rect(shown.right, inside.y, inside.right - shown.right, inside.height),
        Rect(inside.x, inside.y, inside.width, shown.y - inside.y),
        Rect(inside.x, shown.bottom, inside.width, inside.bottom - shown.bottom),
    )
    points: list[Point] = []
    for strip in strips:
        across, down = strip.width - 2 * arm, strip.height - 2 * arm
        if across < 0 or down < 0:
            continue
        xs = [x for x in _steps(strip.x + arm, across) if abs(x - corner[0]) <= page.width / 2]
        ys = [y for y in _steps(strip.y + arm, down) if abs(y - corner[1]) <= page.height / 2]
        points += product(xs, ys)
    return sorted(points, key=lambda point: math.dist(point, corner))


def _steps(start: float, length: float) -> list[float]:
    """Return where to try along a length: in steps, and at its end."""
    return [*(start + step * CROSS_STEP for step in range(int(length / CROSS_STEP) + 1)), start + length]


def _first_free(
    points: Sequence[Point], arm: float, taken: Sequence[Rect], page: Size, axis: Axis
) -> Rect | None:
    """Return the box around the first point at which a cross, and the one behind it, are clear of all that is taken."""
    reach = arm + CROSS_CLEAR - SLACK
    in_the_way = [(each.x - reach, each.y - reach, each.right + reach, each.bottom + reach) for each in taken]
    for x, y in points:
        for at, (left, top, right, bottom) in enumerate(in_the_way):
            if left < x < right and top < y < bottom:
                # Most often it is in the way of the next point too.
                in_the_way.insert(0, in_the_way.pop(at))
                break
        else:
            box = Rect(x - arm, y - arm, 2 * arm, 2 * arm)
            if not box.grown(*[CROSS_CLEAR] * 4).overlaps(behind(box, page, axis)):
                return box
    return None


def _cross(box: Rect) -> tuple[Stroke, Stroke]:
    x, y = box.x + box.width / 2, box.y + box.height / 2
    return Stroke(box.x, y, box.right, y), Stroke(x, box.y, x, box.bottom)

"""Marks around and between the pieces: crop marks, guides across the sheet, corner marks, folds, crosses."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import product

from pnp.impose.grid import Layout, Line, on_page, printable_area, room_around
from pnp.model.bleed import FOLD_BLEED
from pnp.model.geometry import SLACK, Outline, Point, Polygon, Rect, Size, edges_of
from pnp.model.line_styles import BAR, CUT_MARK, FOLD, HALO_WIDTH, MARK_LENGTH, Contour, Marks, Stroke
from pnp.model.papers import UNPRINTABLE
from pnp.model.sheet import Axis, behind, fold_at, points_behind

MARK_CLEAR = 0.5  # mm between a mark and the card it serves
WORTH_IT = 2.0  # mm of mark beyond the bleed that make it worth leaving the bleed alone; enough to cut by
SINE = math.sqrt(3) / 2  # slanting cuts meet the outside of their block at 60 degrees or more
NEAR_FOLD = 5.0  # mm; pieces beside a fold are nearer to it, all others far from it
REACH = 4.0  # mm from the edge of the paper that nearly all printers reach (Epson 3, Konica-Minolta 4).
SHORTEST = 0.25  # mm; below that it is a speck and not a mark
# mm from a cut to the bar that ends there, and as far as the bar reaches: half a usual gap, where it meets its neighbor's
BAR_CLEAR, BAR_LENGTH = (0.1, 1.5)
BAR_ASIDE = 4.5  # mm from the corner of a piece to its bar: beyond a round corner


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
    span = partial(mark_span, margin=margin, longest=longest, over=over)
    tops, lefts = span(margin, shown.y, bounds.y), span(margin, shown.x, bounds.x)
    bottoms = span(page.height - margin, shown.bottom, bounds.bottom)
    rights = span(page.width - margin, shown.right, bounds.right)
    down = product((*tops, *bottoms), layout.cut_xs)
    across = product((*lefts, *rights), layout.cut_ys)
    return (
        *(Stroke(x, outer, x, inner, halo=halo) for (outer, inner, halo), x in down),
        *(Stroke(outer, y, inner, y, halo=halo) for (outer, inner, halo), y in across),
        *_slanting_marks(layout, margin=margin, shown=shown, longest=longest, over=over),
    )


def mark_span(
    edge: float, bleed: float, trim: float, *, margin: float, longest: float, over: bool = False
) -> Iterator[tuple[float, float, bool]]:
    """Yield where the marks of one margin begin (outside) and end (towards the card), and whether on a halo.

    `edge`, `bleed` and `trim` are where marks end, where bleed does, and the cut.
    """
    outwards = -1.0 if edge < trim else 1.0
    depth = (edge - trim) * outwards
    if SHORTEST - SLACK <= depth - MARK_CLEAR < WORTH_IT and margin == UNPRINTABLE:
        depth += margin - REACH  # a printer's own margin is none that it reaches
    for far, near, halo in _reach(depth, (bleed - trim) * outwards, longest, over=over):
        yield trim + outwards * far, trim + outwards * near, halo


def _reach(depth: float, bleed: float, longest: float, *, over: bool) -> Iterator[tuple[float, float, bool]]:
    """Yield from how far to how near the end of a cut its mark reaches, and whether on a halo."""
    beyond = max(MARK_CLEAR, bleed)
    halo = over or depth - beyond < WORTH_IT
    near = MARK_CLEAR if halo else beyond
    far = min(depth, near + longest)
    if far - near >= SHORTEST:
        yield far, near, halo


def _slanting_marks(
    layout: Layout, *, margin: float, shown: Rect, longest: float, over: bool
) -> Iterator[Stroke]:
    bleed = max(room_around(layout.bounds, shown))
    fold = fold_at(layout.page, layout.fold) if layout.fold else 0.0
    for upper, lower in layout.slanted_cuts:
        for end, start in ((upper, lower), (lower, upper)):
            length = math.dist(start, end)
            across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            inside = _half_of(layout, start, margin)
            x = inside.right if across > 0 else inside.x
            y = inside.bottom if down > 0 else inside.y
            depth = min((x - end[0]) / across, (y - end[1]) / down)
            at_fold = layout.fold and abs(end[layout.fold == "horizontal"] - fold) < NEAR_FOLD
            shows = FOLD_BLEED if at_fold else bleed
            for far, near, halo in _reach(depth, shows / SINE, longest, over=over):
                outer, inner = ((end[0] + by * across, end[1] + by * down) for by in (far, near))
                yield Stroke(*outer, *inner, halo=halo)


def _half_of(layout: Layout, point: Point, margin: float) -> Rect:
    area = printable_area(layout.page, margin)
    if layout.fold is None:
        return area
    fold = fold_at(layout.page, layout.fold)
    if layout.fold == "horizontal":
        return Rect(area.x, margin if point[1] < fold else fold, area.width, area.height / 2)
    return Rect(margin if point[0] < fold else fold, area.y, area.width / 2, area.height)


def fold_lines(layout: Layout, *, margin: float, board: float = 0.0) -> tuple[Stroke, ...]:
    """Return the dashed lines to fold on, from margin to margin: one, or two for the edge of a board so many mm thick."""
    if layout.fold is None:
        return ()
    page, fold = layout.page, fold_at(layout.page, layout.fold)
    places = [fold + by for by in ((-board / 2, board / 2) if board else (0.0,))]
    if layout.fold == "horizontal":
        ends = [(margin, y, page.width - margin, y) for y in places]
    else:
        ends = [(x, margin, x, page.height - margin) for x in places]
    return tuple(Stroke(*end, FOLD.width, dashed=True) for end in ends)


# Marks among the pieces: guides and ticks at the corners.

TOUCHING = 0.02  # mm; a cut so near the edge of a piece runs along it


def places_of(layout: Layout, outline: Outline) -> tuple[Polygon, ...]:
    """Return the corners of all places of a sheet, clockwise, those beyond a fold too; round corners count as full."""
    fronts = [
        on_page(outline.points, position) if layout.slanted_cuts else position.trim.corners
        for position in layout.positions
    ]
    if layout.fold is None:
        return tuple(fronts)
    return (*fronts, *(points_behind(front, layout.page, layout.fold) for front in fronts))


def guides(layout: Layout, outline: Outline, *, margin: float, within: Rect) -> tuple[Stroke, ...]:
    """Return a line along every cut, as long as `within` has room for, over no piece.

    It lies just outside the pieces it runs along, so that its inner edge is the cut, with a white edge towards the bleed.
    Where pieces on both sides share the cut, it is left out between them.
    """
    places = places_of(layout, outline)
    lines: list[Stroke] = []
    edges: list[Stroke] = []
    for whole in _long_cuts(layout, margin):
        cut = _inside(whole, within)
        if cut is None:
            continue
        side = next((side for side in (1, -1) if _is_free(_moved(cut, side * CUT_MARK.width), places)), None)
        if side is None:
            parts = _shortened(_outside(cut, places), cut)
            lines += [
                Stroke(*start, *end, halo=True) for start, end in parts if math.dist(start, end) >= SHORTEST
            ]
            continue
        lines.append(_stroke(_moved(cut, side * CUT_MARK.width / 2)))
        if _is_free(_moved(cut, side * (CUT_MARK.width + HALO_WIDTH)), places):
            edge = _moved(cut, side * (CUT_MARK.width + HALO_WIDTH / 2))
            edges.append(_stroke(edge, HALO_WIDTH, grey=1.0))
    return (*edges, *lines)


def corner_marks(layout: Layout, outline: Outline, *, margin: float) -> tuple[Stroke, ...]:
    """Return marks in the gaps between pieces that lengthen their edges; those in the margins are crop marks."""
    places = places_of(layout, outline)
    marks: list[Stroke] = []
    for cut in _long_cuts(layout, margin):
        for start, end in _shortened(list(_outside(cut, places))[1:-1], cut):
            length = math.dist(start, end)
            if length < SHORTEST:
                continue
            if length <= 2 * MARK_LENGTH:
                marks.append(Stroke(*start, *end, halo=True))
                continue
            part = MARK_LENGTH / length
            marks.append(Stroke(*start, *_between(start, end, part), halo=True))
            marks.append(Stroke(*_between(start, end, 1 - part), *end, halo=True))
    return tuple(marks)


def bars(layout: Layout, outline: Outline, *, shown: Rect) -> Iterator[Stroke]:
    """Yield two short bars on every side of every front, in the waste: the cut is where they end. Across a gap two are one bar.

    Crop marks of the second direction fall off with the first cuts; these stay on every strip until it is cut. Their
    white edge ends where they do.
    """
    straight = outline.kind == "rectangle" and layout.cut_xs and layout.cut_ys and len(layout.positions) > 1
    for number, position in enumerate(layout.positions if straight else ()):
        trim, seen = position.trim, layout.clip_area(number, bleed=BAR_LENGTH, shown=shown).clip
        aside_x, aside_y = min(BAR_ASIDE, trim.width / 4), min(BAR_ASIDE, trim.height / 4)
        ends = ((trim.y, seen.y), (trim.bottom, seen.bottom)), ((trim.x, seen.x), (trim.right, seen.right))
        places = (trim.x + aside_x, trim.right - aside_x), (trim.y + aside_y, trim.bottom - aside_y)
        for down in (True, False):
            for at, (cut, far) in product(places[not down], ends[not down]):
                near = cut + math.copysign(BAR_CLEAR, far - cut)
                if abs(far - cut) >= BAR_CLEAR + SHORTEST - SLACK:
                    line = (at, near, at, far) if down else (near, at, far, at)
                    yield Stroke(*line, BAR.width + 2 * HALO_WIDTH, grey=1.0)
                    yield Stroke(*line, BAR.width)


def contours_of(layout: Layout, outline: Outline, marks: Marks) -> tuple[Contour, ...]:
    """Return the outlines drawn around the places of a sheet, and at corner marks the round corners of cards."""
    if marks == "none":
        return ()
    if marks == "corner" and outline.radius and not layout.contours:
        return tuple(Contour(position.trim, radius=outline.radius) for position in layout.positions)
    return layout.contours


def _long_cuts(layout: Layout, margin: float) -> Iterator[Line]:
    page = layout.page
    for x in layout.cut_xs:
        yield (x, margin), (x, page.height - margin)
    for y in layout.cut_ys:
        yield (margin, y), (page.width - margin, y)
    for upper, lower in layout.slanted_cuts:
        area = _half_of(layout, upper, margin)
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


def _is_free(line: Line, places: Sequence[Polygon]) -> bool:
    return all(_part_inside(line, place, -1e-6) is None for place in places)


def _inside(line: Line, box: Rect) -> Line | None:
    part = _part_inside(line, box.corners, 0.0)
    return None if part is None else (_between(*line, part[0]), _between(*line, part[1]))


def _part_inside(line: Line, polygon: Polygon, slack: float) -> tuple[float, float] | None:
    low, high = 0.0, 1.0
    for (x1, y1), (x2, y2) in edges_of(polygon):
        long = math.hypot(x2 - x1, y2 - y1)
        # How far inside.
        start, end = (((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / long + slack for x, y in line)
        if start < 0 and end < 0:
            return None
        if start < 0 or end < 0:
            crossing = start / (start - end)
            low, high = (max(low, crossing), high) if start < 0 else (low, min(high, crossing))
    return (low, high) if high - low > 1e-9 else None


def _outside(line: Line, places: Sequence[Polygon]) -> Iterator[Line]:
    reached = 0.0
    for low, high in sorted(filter(None, (_part_inside(line, place, TOUCHING) for place in places))):
        if low > reached or not reached:
            yield _between(*line, reached), _between(*line, low)
        reached = max(reached, high)
    yield _between(*line, reached), _between(*line, 1.0)


def _shortened(parts: Iterable[Line], line: Line) -> Iterator[Line]:
    for start, end in parts:
        length = math.dist(start, end)
        by = 0.0 if length == 0 else (MARK_CLEAR - TOUCHING) / length
        first, last = (0.0 if start == line[0] else by), (1.0 if end == line[1] else 1 - by)
        if last > first:
            yield _between(start, end, first), _between(start, end, last)


# Crosses that lie behind each other on the two sides of a sheet: held up to the light, they show what the printer moves.

CROSS_ARMS = (2.5, 2.0, 1.5)  # mm from the middle of a cross to its ends, the longest that has room
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
    area = printable_area(page, margin)
    strips = (
        Rect(area.x, area.y, shown.x - area.x, area.height),
        Rect(shown.right, area.y, area.right - shown.right, area.height),
        Rect(area.x, area.y, area.width, shown.y - area.y),
        Rect(area.x, shown.bottom, area.width, area.bottom - shown.bottom),
    )
    both_sides = [*taken, *(behind(box, page, axis) for box in taken)]
    far_corner = (0.0, page.height) if axis == "vertical" else (page.width, 0.0)
    arms: list[Stroke] = []
    for corner in ((0.0, 0.0), far_corner):
        for arm in CROSS_ARMS:
            box = _first_free(_candidates(page, corner, strips, arm), arm, both_sides, page, axis)
            if box:
                arms += [*_cross(box), *_cross(behind(box, page, axis))]
                break
    return tuple(arms)


def _candidates(page: Size, corner: Point, strips: Sequence[Rect], arm: float) -> list[Point]:
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
    return [*(start + step * CROSS_STEP for step in range(int(length / CROSS_STEP) + 1)), start + length]


def _first_free(
    points: Sequence[Point], arm: float, taken: Sequence[Rect], page: Size, axis: Axis
) -> Rect | None:
    """Return the box around the first point at which a cross, and the one behind it, are clear of all that is taken."""
    reach = arm + CROSS_CLEAR - SLACK
    in_the_way = [(box.x - reach, box.y - reach, box.right + reach, box.bottom + reach) for box in taken]
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

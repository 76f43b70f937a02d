"""Crop marks in the outer margins, and the fold line: where to cut and where to fold."""

import math
from collections.abc import Iterator

from pnp.impose.grid import FOLD_BLEED
from pnp.impose.layout import Layout
from pnp.model.geometry import Point, Rect
from pnp.model.strokes import FOLD_WIDTH, Stroke

LONGEST = 5.0  # mm
CLEAR = 0.5  # mm between a mark and the card it serves
WORTH_IT = 2.0  # mm of mark beyond the bleed that make it worth leaving the bleed alone; enough to cut by
SINE = math.sqrt(3) / 2  # slanting cuts meet the outside of their block at 60 degrees or more
NEAR_FOLD = 5.0  # mm; pieces beside a fold are nearer to it, all others far from it
SHORTEST = 0.25  # mm; below that it is a speck and not a mark


def crop_marks(
    layout: Layout, *, margin: float, shown: Rect, longest: float = LONGEST, over: bool = False
) -> tuple[Stroke, ...]:
    """Return a mark for both ends of every straight cut, outside all cards and inside `margin`.

    `shown` are the pieces with the bleed around them. A mark begins beyond it where at least 2 mm fit, unless they
    are to lie `over` it to save room; otherwise it lies over the bleed on a halo. None is longer than `longest` mm. The marks of empty places are drawn too: a
    half-empty sheet may be the top one of a stack that is cut together. Where there is no room between card and
    margin there is no mark.
    """
    page, bounds = layout.page, layout.bounds
    tops = _span(margin, shown.y, bounds.y, longest, over=over)
    bottoms = _span(page.height - margin, shown.bottom, bounds.bottom, longest, over=over)
    lefts = _span(margin, shown.x, bounds.x, longest, over=over)
    rights = _span(page.width - margin, shown.right, bounds.right, longest, over=over)
    return (
        *(
            Stroke(x, outer, x, inner, halo=halo)
            for outer, inner, halo in (*tops, *bottoms)
            for x in layout.cut_xs
        ),
        *(
            Stroke(outer, y, inner, y, halo=halo)
            for outer, inner, halo in (*lefts, *rights)
            for y in layout.cut_ys
        ),
        *_slanting_marks(layout, margin=margin, shown=shown, longest=longest, over=over),
    )


def _span(
    edge: float, bleed: float, trim: float, longest: float, *, over: bool
) -> Iterator[tuple[float, float, bool]]:
    """Yield where the marks of one margin begin (outside) and end (towards the card), and whether on a halo.

    Yields nothing when the margin is too narrow.
    """
    outwards = -1.0 if edge < trim else 1.0
    depth = (edge - trim) * outwards
    beyond = max(CLEAR, (bleed - trim) * outwards)
    halo = over or depth - beyond < WORTH_IT
    near = CLEAR if halo else beyond
    far = min(depth, near + longest)
    if far - near >= SHORTEST:
        yield trim + outwards * far, trim + outwards * near, halo


def _slanting_marks(
    layout: Layout, *, margin: float, shown: Rect, longest: float, over: bool
) -> Iterator[Stroke]:
    """Yield the marks that lengthen slanting cuts at both ends."""
    bounds = layout.bounds
    room = (bounds.x - shown.x, bounds.y - shown.y, shown.right - bounds.right, shown.bottom - bounds.bottom)
    for upper, lower in layout.slanted_cuts:
        for end, start in ((upper, lower), (lower, upper)):
            length = math.dist(start, end)
            across, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
            depth = _depth(end, (across, down), _half(layout, start, margin))
            at_fold = _from_fold(layout, end) < NEAR_FOLD
            beyond = max(CLEAR, (FOLD_BLEED if at_fold else max(room)) / SINE)
            halo = over or depth - beyond < WORTH_IT
            near = CLEAR if halo else beyond
            far = min(depth, near + longest)
            if far - near >= SHORTEST:
                outer, inner = ((end[0] + by * across, end[1] + by * down) for by in (far, near))
                yield Stroke(*outer, *inner, halo=halo)


def _half(layout: Layout, point: Point, margin: float) -> Rect:
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


def _from_fold(layout: Layout, point: Point) -> float:
    """Return how far a point is from the fold line, if there is one."""
    if layout.fold is None:
        return math.inf
    if layout.fold == "horizontal":
        return abs(point[1] - layout.page.height / 2)
    return abs(point[0] - layout.page.width / 2)


def _depth(point: Point, direction: Point, inside: Rect) -> float:
    """Return how far one can go from a point in a slanting direction before one leaves a rectangle."""
    across, down = direction
    x = inside.right if across > 0 else inside.x
    y = inside.bottom if down > 0 else inside.y
    return min((x - point[0]) / across, (y - point[1]) / down)


def fold_line(layout: Layout, *, margin: float) -> tuple[Stroke, ...]:
    """Return the dashed line to fold on, from margin to margin, or nothing for a page without a fold."""
    page = layout.page
    if layout.fold == "horizontal":
        y = page.height / 2
        return (Stroke(margin, y, page.width - margin, y, FOLD_WIDTH, dashed=True),)
    if layout.fold == "vertical":
        x = page.width / 2
        return (Stroke(x, margin, x, page.height - margin, FOLD_WIDTH, dashed=True),)
    return ()

"""Pieces that are no rectangles: where their outline lies on a page, and which pixels are theirs.

Worked out afresh from the outline and the place that was found: nothing here trusts the stage that laid the sheets out.
"""

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image, ImageDraw, ImageFilter

from pnp.model.length import MM_PER_PT
from pnp.model.outline import Outline, Point
from pnp.verify.found import Found
from pnp.verify.raster import EDGE, Window, window

Polygon = Sequence[Point]

SINK = 2 * (EDGE + 1) + 1
"""Pixels of the square that eats the rim of a mask: cut lines and neighbours blur into what it eats."""


def outline_of(card: Found, outline: Outline) -> tuple[Point, ...]:
    """Return the outline where a card lies, in mm on the page."""
    trim, size = card.trim, outline.size
    x, y = trim.x + trim.width / 2, trim.y + trim.height / 2
    cosine, sine = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[card.rotation]
    centred = ((px - size.width / 2, py - size.height / 2) for px, py in outline.points)
    return tuple((x + cosine * px - sine * py, y + sine * px + cosine * py) for px, py in centred)


def covers(edge: Polygon, points: Polygon, *, slack: float) -> bool:
    """Say whether all points lie within a convex clockwise polygon, or less than `slack` mm outside.

    >>> covers([(0, 0), (9, 0), (9, 9), (0, 9)], [(0, 0), (9.1, 4)], slack=0.2)
    True
    """
    return all(_outside(side, point) <= slack for side in _sides(edge) for point in points)


def overlap(one: Polygon, other: Polygon, *, slack: float) -> bool:
    """Say whether two convex clockwise polygons share more than a sliver of `slack` mm.

    >>> overlap([(0, 0), (4, 0), (0, 4)], [(4, 4), (0, 4), (4, 0)], slack=0.01)
    False
    """
    sides = [*((side, other) for side in _sides(one)), *((side, one) for side in _sides(other))]
    return not any(all(_outside(side, point) >= -slack for point in points) for side, points in sides)


def mask(card: Found, outline: Outline) -> Image.Image | None:
    """Return the pixels of a card's window that are the piece's own, its rim left out; None for all of them."""
    if outline.kind == "rectangle":
        return None
    frame = window(card.trim)
    corners = [_pixel(point, frame) for point in outline_of(card, outline)]
    picture = Image.new("L", (frame.width, frame.height), 0)
    ImageDraw.Draw(picture).polygon(corners, fill=255)
    return picture.filter(ImageFilter.MinFilter(SINK)).crop(frame.inside)


def _pixel(point: Point, frame: Window) -> Point:
    return (point[0] / MM_PER_PT - frame.left, point[1] / MM_PER_PT - frame.top)


def _sides(polygon: Polygon) -> list[tuple[Point, Point]]:
    return [*pairwise(polygon), (polygon[-1], polygon[0])]


def _outside(side: tuple[Point, Point], point: Point) -> float:
    """Return how far a point lies on the outer side of a clockwise polygon's side, in mm; negative inside."""
    (x1, y1), (x2, y2) = side
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    return ((point[0] - x1) * (y2 - y1) - (point[1] - y1) * (x2 - x1)) / length if length else -1.0

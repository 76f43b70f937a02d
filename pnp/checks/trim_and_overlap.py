"""The check of a finished face for art on the trim line, letters on lines, and hidden elements."""

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from pnp.checks.visibility import MEANT, NEAR_MM, ArtFault, lost_art, lost_texts, named, words_of
from pnp.model.geometry import Outline, Point, Rect, Size, distance_to_edge, is_convex, is_inside, rectangle
from pnp.svg.refused_features import KnownPart, without_parts
from pnp.svg.shapes import Drawn, FaceShapes, FaceText, face_texts, is_upright
from pnp.templates.palette import contrast, is_colour, mix
from pnp.text import decimal
from pnp.typesetting.fonts import FontBook

# The check for letters that touch a line, the edge of a shape or other letters.

OVERLAP_MM = 0.05  # Letters share so much without touching: their boxes are a hair larger than they are.
FAINT = 1.6  # A line of less contrast is a texture, such as squared paper, that letters may stand on.
OUTLINE_MM = 0.3  # Letters with so much of a line of their own are set over something on purpose.

MOST_CORNERS, MOST_LINES = 64, 8
"""A shape with more of them is a drawing or a texture, no rule and no frame; a round corner has eight corners."""

ENOUGH_HIDDEN = 5  # A shape hidden at so many places where letters would touch it is hidden under them.
LEVEL_MM = 0.01
MOST_LINE_MM = 2.0  # Letters inside a rectangle do not touch the line around it, unless it is broader.
PAPER = "#ffffff"
_NO_EDGE = frozenset({"picture", "image", "text"})


def touches(face: FaceShapes, texts: Iterable[FaceText]) -> Iterator[ArtFault]:
    """Yield a fault for each text that touches a line, the edge of a shape or another text, once for each of them."""
    texts = [text for text in texts if _may_touch(text)]
    shapes = list(_with_edges(face)) if texts else []
    for text in texts:
        near = text.box.grown(*[NEAR_MM] * 4)
        x, y, right, bottom = near.x, near.y, near.right, near.bottom
        for order, shape, (left, top, end, foot), is_around in shapes:
            if left >= right or end <= x or top >= bottom or foot <= y:
                continue
            if is_around and left < x - MOST_LINE_MM and end > right + MOST_LINE_MM:  # noqa: SIM102 - seldom
                if top < y - MOST_LINE_MM and foot > bottom + MOST_LINE_MM:
                    continue
            if (at := _touched(face, text, near, order, shape)) is not None:
                yield _touch("PNP414", text, "a line" if shape.stroke else "the edge of a shape", at)
    for text, other in combinations(texts, 2):
        if text.box.overlaps(other.box) and (at := _overlap(face, text, other)) is not None:
            yield _touch("PNP415", text, f'the text "{other.text}"', at)


def _touch(code: str, text: FaceText, what: str, at: Point) -> ArtFault:
    x, y = (decimal(round(value, 1)) for value in at)
    message = f'"{text.text}" touches {what} at ({x}, {y})'
    return ArtFault(code, message, f"move one of them by half a millimetre; {MEANT}", text=text.text)


_Sides = tuple[float, float, float, float]
_Edged = tuple[int, Drawn, _Sides, bool]


def _with_edges(face: FaceShapes) -> Iterator[_Edged]:
    """Yield the shapes with their places in the order of drawing and their boxes; and whether their edges are those."""
    for order, shape in enumerate(face.drawn):
        box = shape.box
        if box is None or shape.kind in _NO_EDGE or shape.reason or not (shape.stroke or shape.fill):
            continue
        is_box = shape.kind == "rect" and shape.stroke_width < MOST_LINE_MM and is_upright(shape.setting.here)
        yield order, shape, (box.x, box.y, box.right, box.bottom), is_box


def _may_touch(text: FaceText) -> bool:
    drawn = text.drawn
    if drawn.reason or not is_upright(drawn.setting.here) or not drawn.fill or len(drawn.element):
        return False
    return not (drawn.stroke and drawn.stroke_width >= OUTLINE_MM)


def _touched(face: FaceShapes, text: FaceText, near: Rect, order: int, shape: Drawn) -> Point | None:
    if len(shape.lines) > MOST_LINES or sum(len(line.points) for line in shape.lines) > MOST_CORNERS:
        return None
    half, hidden = shape.stroke_width / 2 if shape.stroke else 0.0, 0
    for a, b in _sides_near(shape, near, half):
        for letter in text.letters:
            at = _meeting(letter, a, b, half)
            if at is None:
                continue
            if not _is_hidden(face, text.number, order, at):
                return at if _stands_out(face, order, shape, at) else None
            hidden += 1
            if hidden == ENOUGH_HIDDEN:
                return None
    return None


def _sides_near(shape: Drawn, near: Rect, half: float) -> Iterator[tuple[Point, Point]]:
    room = near if shape.setting.clip is None else near.common(shape.setting.clip)
    left, top, right, bottom = room.x - half, room.y - half, room.right + half, room.bottom + half
    for line in shape.lines:
        for a, b in line.sides if shape.stroke else line.around:
            if (a[0] > left or b[0] > left) and (a[0] < right or b[0] < right):  # noqa: SIM102 - most fail here
                if (a[1] > top or b[1] > top) and (a[1] < bottom or b[1] < bottom):
                    yield a, b


def _meeting(letter: Rect, a: Point, b: Point, half: float) -> Point | None:
    """Return where a letter and a straight line of twice the width `half` come too near to each other, or None.

    A line that runs as letters do is held against their box. A slanting one may cut its corners, which have no ink.
    """
    across, down = letter.width / 2, letter.height / 2
    x, y, (ax, ay), (bx, by) = letter.x + across, letter.y + down, a, b
    if abs(ax - bx) < LEVEL_MM or abs(ay - by) < LEVEL_MM:
        px, py, room = _within(x, ax, bx), _within(y, ay, by), half + NEAR_MM
        return (px, py) if abs(px - x) < across + room and abs(py - y) < down + room else None
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(max(share, 0.0), 1.0)
    px, py = ax + share * (bx - ax), ay + share * (by - ay)
    far = ((px - x) / (across + half)) ** 2 + ((py - y) / (down + half)) ** 2
    return (px, py) if far < 1 else None


def _within(value: float, one: float, other: float) -> float:
    least, most = (one, other) if one < other else (other, one)
    return least if value < least else min(value, most)


def _overlap(face: FaceShapes, text: FaceText, other: FaceText) -> Point | None:
    if text.text == other.text or (text.is_joined and other.is_joined):
        return None
    for one in text.letters:
        for two in other.letters:
            if one.overlaps(two, slack=OVERLAP_MM):
                at = one.common(two).middle
                return None if _is_hidden(face, text.number, other.number, at) else at
    return None


def _is_hidden(face: FaceShapes, one: int, other: int, at: Point) -> bool:
    below, above = min(one, other), max(one, other)
    return any(shape.covers(*at) for order, shape in face.opaque if order > below and order != above)


def _stands_out(face: FaceShapes, order: int, shape: Drawn, at: Point) -> bool:
    grounds = (ground for number, ground in reversed(face.opaque) if number < order)
    ground = next((ground for ground in grounds if ground.covers(*at)), None)
    if ground is not None and ground.kind in _NO_EDGE:
        return False  # a picture has many colours
    below = ground.fill if ground else PAPER
    colour = shape.stroke or shape.fill
    return (
        is_colour(colour)
        and is_colour(below)
        and contrast(mix(colour, below, 1 - shape.opacity), below) >= FAINT
    )


LONG_MM = 2.0  # A straight side of so much along the cut shows; a corner does not.
BLEED_SHARE = 0.25  # A straight side in the bleed of so much of the piece's own was meant to bleed.
BESIDE_MM = 0.5


class Stop(NamedTuple):
    """A shape that ends at an edge of the piece, `out` mm beyond it, for `length` mm around the place `at`.

    `edge` is what to call the edge: "the top edge". `outwards` points away from the piece there.
    """

    shape: Drawn
    edge: str
    out: float
    at: Point
    length: float = 0.0
    outwards: Point = (0.0, 0.0)

    @property
    def is_on_the_cut(self) -> bool:
        """Say whether it ends on the line itself rather than in the bleed."""
        return abs(self.out) <= NEAR_MM


class _Edge(NamedTuple):
    """A straight edge of a piece: its name, where it begins, its direction clockwise, and its length."""

    name: str
    start: Point
    along: Point
    length: float

    def out(self, point: Point) -> float:
        """Return how far outside the piece a point lies, in mm."""
        return self.along[1] * (point[0] - self.start[0]) - self.along[0] * (point[1] - self.start[1])

    def place(self, point: Point) -> float:
        """Return how far along the edge a point lies."""
        return self.along[0] * (point[0] - self.start[0]) + self.along[1] * (point[1] - self.start[1])

    @property
    def outwards(self) -> Point:
        """The direction away from the piece."""
        return (self.along[1], -self.along[0])

    def at(self, place: float, out: float) -> Point:
        """Return the point so far along the edge and so far outside."""
        (x, y), (dx, dy) = self.start, self.along
        return (x + dx * place + dy * out, y + dy * place - dx * out)


def stops_at_trim(face: FaceShapes, cut: Outline, bleed: float) -> Iterator[Stop]:
    """Yield the shapes that end on the line a piece is cut along, or in the bleed, where that will be seen."""
    if cut.kind == "polygon" and not is_convex(cut.points):
        return
    edges = _edges(cut) if cut.kind in ("rectangle", "polygon") else ()
    for stack, number in _near_the_cut(face.drawn, cut):
        shape = stack[number]
        if cut.kind == "curve":
            stops = _curved_stops(shape, cut)
        else:
            stops = _round_stops(shape, cut.size) if cut.kind == "circle" else _stops(shape, edges, bleed)
        stop = next(stops, None)
        if stop and _is_seen(stop, stack[:number], stack[number + 1 :], bleed):
            yield stop


@lru_cache(maxsize=16)
def _edges(cut: Outline) -> tuple[_Edge, ...]:
    names = ("top", "right", "bottom", "left")
    edges = []
    for number, ((x1, y1), (x2, y2)) in enumerate(cut.edges):
        length = math.hypot(x2 - x1, y2 - y1)
        name = f"the {names[number]} edge" if cut.kind == "rectangle" else f"edge {number + 1}"
        edges.append(_Edge(name, (x1, y1), ((x2 - x1) / length, (y2 - y1) / length), length))
    return tuple(edges)


def _near_the_cut(stack: Sequence[Drawn], cut: Outline) -> Iterator[tuple[Sequence[Drawn], int]]:
    """Yield all that is drawn on a face, pictures that come near the cut taken apart, with the number of each shape near it."""
    number = 0
    while number < len(stack):
        drawn = stack[number]
        if not is_near(drawn, cut):
            number += 1
        elif drawn.kind == "picture":
            stack = (*stack[:number], *drawn.face.inside(drawn), *stack[number + 1 :])
        else:
            if drawn.kind == "image" or drawn.fill or drawn.stroke:
                yield stack, number
            number += 1


def is_near(drawn: Drawn, cut: Outline) -> bool:
    """Say whether something may come near the line that a piece is cut along, or go beyond it."""
    box, size = drawn.box, cut.size
    if box is None or drawn.reason or max(box.width, box.height) < LONG_MM / 2:
        return False
    if cut.kind == "rectangle":
        return not (
            box.x > NEAR_MM
            and box.y > NEAR_MM
            and box.right < size.width - NEAR_MM
            and box.bottom < size.height - NEAR_MM
        )
    if cut.kind == "circle":
        radius = size.width / 2
        return max(math.dist(corner, (radius, radius)) for corner in box.corners) > radius - NEAR_MM
    if cut.kind == "curve":
        return True
    return any(edge.out(corner) > -NEAR_MM for edge in _edges(cut) for corner in box.corners)


def _stops(shape: Drawn, edges: Iterable[_Edge], bleed: float) -> Iterator[Stop]:
    box, half = shape.box, shape.stroke_width / 2 if shape.stroke else 0.0
    assert box is not None
    for edge in edges:
        outs = [*map(edge.out, box.corners)]
        reach = max(outs)
        if reach < -NEAR_MM or min(outs) > bleed:
            continue
        if shape.kind != "rect" or reach < bleed - NEAR_MM:
            yield from _straight_stops(shape, edge, half, reach, bleed)
        around = shape.picture.box if shape.picture else None
        bleeds = around is not None and max(map(edge.out, around.corners)) > NEAR_MM
        if abs(reach) <= NEAR_MM and not bleeds:
            ends = [(edge.out(point), edge.place(point)) for line in shape.lines for point in line.points]
            out, place = max((out for out in ends if 0 < out[1] < edge.length), default=(-math.inf, 0.0))
            if abs(out + half) <= NEAR_MM:
                yield Stop(shape, edge.name, out + half, edge.at(place, out + half), 0.0, edge.outwards)
            elif max(ends)[0] > NEAR_MM and shape.box is not None:
                middle = edge.place(shape.box.middle)
                if shape.covers(*edge.at(middle, reach - BESIDE_MM)):
                    yield Stop(shape, edge.name, reach, edge.at(middle, reach), 0.0, edge.outwards)


def _straight_stops(shape: Drawn, edge: _Edge, half: float, reach: float, bleed: float) -> Iterator[Stop]:
    wide = max(LONG_MM, edge.length * BLEED_SHARE)
    least, most = -NEAR_MM - half, bleed - NEAR_MM - half
    (x, y), (dx, dy) = edge.start, edge.along
    for line in shape.lines:
        outs = [dy * (px - x) - dx * (py - y) for px, py in line.points]
        near = [number for number, out in enumerate(outs) if least <= out <= most]
        last = len(outs) - 1
        for number in near:
            following = number + 1 if number < last else 0
            is_side = number < last or line.closed or shape.fill
            if not is_side or abs(outs[number] - outs[following]) > NEAR_MM / 4:
                continue
            out = min(outs[number] + half, reach)
            begin, end = sorted((edge.place(line.points[number]), edge.place(line.points[following])))
            begin, end = max(begin, 0.0), min(end, edge.length)
            is_short = out > max(NEAR_MM, reach - NEAR_MM) and end - begin >= wide
            if (abs(out) <= NEAR_MM and end - begin >= LONG_MM) or is_short:
                yield Stop(shape, edge.name, out, edge.at((begin + end) / 2, out), end - begin, edge.outwards)


def _round_stops(shape: Drawn, size: Size) -> Iterator[Stop]:
    radius, box = size.width / 2, shape.box
    if shape.kind != "circle" or box is None:
        return
    if math.dist(box.middle, (radius, radius)) <= NEAR_MM and abs(box.width / 2 - radius) <= NEAR_MM:
        at = (radius, radius - box.width / 2)
        yield Stop(shape, "the edge", box.width / 2 - radius, at, math.pi * 2 * radius, (0.0, -1.0))


def _curved_stops(shape: Drawn, cut: Outline) -> Iterator[Stop]:
    half = shape.stroke_width / 2 if shape.stroke else 0.0
    for line in shape.lines:
        length = 0.0
        for start, end in line.around if shape.fill else line.sides:
            at = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
            out, outwards = _from_curve(at, cut)
            near = all(abs(_from_curve(point, cut)[0] + half) <= NEAR_MM for point in (start, at, end))
            length = length + math.dist(start, end) if near else 0.0
            if length >= LONG_MM:
                yield Stop(shape, "the outline", out + half, at, length, outwards)


def _from_curve(point: Point, cut: Outline) -> tuple[float, Point]:
    (x1, y1), (x2, y2) = min(cut.edges, key=lambda edge: distance_to_edge(point, *edge))
    length = math.dist((x1, y1), (x2, y2))
    away = distance_to_edge(point, (x1, y1), (x2, y2))
    return (-away if is_inside(point, cut.points) else away), ((y2 - y1) / length, (x1 - x2) / length)


def _is_seen(stop: Stop, below: Sequence[Drawn], above: Sequence[Drawn], bleed: float) -> bool:
    """Say whether anybody can see where a shape ends: nothing lies over it, and what it lies on has another colour."""
    (x, y), (dx, dy) = stop.at, stop.outwards
    beyond = min(BESIDE_MM, (bleed - stop.out) / 2)
    inside, outside = ((x + dx * by, y + dy * by) for by in (-BESIDE_MM, beyond))
    if any(shape.is_opaque and shape.covers(*inside) and shape.covers(*outside) for shape in above):
        return False
    ground = next((it for it in reversed(below) if it.is_opaque and it.covers(*outside)), None)
    if ground is not None and ground.kind == "image":
        return False
    colour = PAPER if ground is None else ground.fill
    if stop.shape.kind == "image" or not stop.is_on_the_cut:
        return colour == PAPER and stop.shape.fill != PAPER
    return colour != (stop.shape.stroke or stop.shape.fill)


@lru_cache(maxsize=64)
def art_faults(
    svg: str,
    fonts: FontBook,
    cut: Outline | None,
    bleed: float,
    known: frozenset[KnownPart] = frozenset(),
    *,
    size: Size | None = None,
) -> tuple[ArtFault, ...]:
    """Return what is wrong with a well-formed face, each once; without a `cut` or a bleed, art may end where it likes.

    A piece without a `cut` lies in a box of that `size`. What is `known` holds no letters, and is only read where it
    matters. The few backs of a deck are drawn again for each of its cards; each is looked at once.
    """
    face = FaceShapes(without_parts(svg, known))
    texts = list(face_texts(face.drawn, fonts))
    faults = list(touches(face, texts))
    edge = cut or (rectangle(size) if size else None)
    whole = FaceShapes(svg) if known and _matter(face, texts, cut, bleed) else face
    if edge is not None:
        faults += (*lost_texts(whole, texts, edge), *lost_art(face, edge, bleed))
    if cut is not None and bleed > NEAR_MM:
        faults += (_of_stop(stop, bleed) for stop in stops_at_trim(whole, cut, bleed))
    return tuple(dict.fromkeys(faults))


def _matter(face: FaceShapes, texts: list[FaceText], cut: Outline | None, bleed: float) -> bool:
    for number, drawn in enumerate(face.drawn):
        if drawn.kind == "picture":
            if cut is not None and bleed > NEAR_MM and is_near(drawn, cut):
                return True
            box: Rect | None = drawn.box
            if box is not None and any(text.number < number and box.contains(text.box) for text in texts):
                return True
    return False


def _of_stop(stop: Stop, bleed: float) -> ArtFault:
    shape, (x, y) = stop.shape, stop.at
    if stop.is_on_the_cut:
        code = "PNP412"
        where = f"ends on {stop.edge}, at ({decimal(round(x, 1))}, {decimal(round(y, 1))})"
        hint = f"draw it {decimal(bleed)} mm beyond the edge, or end it 1 mm inside; {MEANT}"
    else:
        code, where = "PNP413", f"ends {decimal(round(stop.out, 1))} mm beyond {stop.edge}"
        hint = f"extend it to the end of the bleed, {decimal(bleed)} mm beyond the edge; {MEANT}"
    written = shape.picture.element if shape.picture else None
    box = [] if written is None else [written.get(name, "") for name in ("x", "y", "width", "height")]
    return ArtFault(code, f"{named(shape)} {where}", hint, words=words_of(shape), picture=" ".join(box))

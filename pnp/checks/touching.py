"""The check for letters that touch a line, the edge of a shape or other letters."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.model.geometry import Point, Rect
from pnp.svg.shapes import Drawn, FaceShapes, FaceText, is_upright
from pnp.templates.palette import contrast, is_colour, mix

NEAR_MM = 0.3
"""Less room than this between a letter and a line closes up in print."""

OVERLAP_MM = 0.05
"""Letters share so much without touching: their boxes are a hair larger than they are."""

FAINT = 1.6
"""A line with less contrast to its ground is a texture, such as squared paper, that letters may stand on."""

OUTLINE_MM = 0.3
"""Letters with a line of their own around them, of so much, are set over something on purpose."""

MOST_CORNERS, MOST_LINES = 64, 8
"""A shape with more of them is a drawing or a texture, no rule and no frame; a round corner has eight corners."""

ENOUGH_HIDDEN = 5
"""A shape that is hidden at so many places where letters would touch it is hidden under them."""

MOST_LOOKS = 2_000_000
"""So often two things of a face are held against each other; a face of 900 texts has 400,000 pairs of them."""

LEVEL_MM = 0.01
MOST_LINE_MM = 2.0
"""Letters that lie so far inside a rectangle do not touch the line around it, unless that is broader."""
PAPER = "#ffffff"
_NO_EDGE = frozenset({"picture", "image", "text"})


class Touch(NamedTuple):
    """Letters that touch something: a line, an edge, or the text `other`; `at` is where."""

    text: str
    what: str
    at: Point
    other: str = ""


def touches(face: FaceShapes, found: Iterable[FaceText]) -> Iterator[Touch]:
    """Yield each text that touches a line, the edge of a shape or another text, once for each of them."""
    texts = [text for text in found if _may_touch(text)]
    shapes = list(_with_edges(face)) if texts else []
    for text in texts[: MOST_LOOKS // max(1, len(shapes))]:
        near = _grown(text.box, NEAR_MM)
        x, y, right, bottom = near.x, near.y, near.right, near.bottom
        for order, shape, (left, top, end, foot), is_around in shapes:
            if left >= right or end <= x or top >= bottom or foot <= y:
                continue
            if is_around and left < x - MOST_LINE_MM and end > right + MOST_LINE_MM:  # noqa: SIM102 - seldom
                if top < y - MOST_LINE_MM and foot > bottom + MOST_LINE_MM:
                    continue
            if (at := _touched(face, text, near, order, shape)) is not None:
                yield Touch(text.text, "a line" if shape.stroke else "the edge of a shape", at)
    for text, other in _overlapping(texts):
        if (at := _overlap(face, text, other)) is not None:
            yield Touch(text.text, f'the text "{other.text}"', at, other.text)


def _overlapping(texts: Sequence[FaceText]) -> Iterator[tuple[FaceText, FaceText]]:
    """Yield the pairs of texts whose boxes overlap, in the order of drawing; of thousands the first, from the top."""
    found: list[tuple[int, int]] = []
    left = MOST_LOOKS // 8  # of which each may look at all letters of both
    waiting: list[int] = []
    for number in sorted(range(len(texts)), key=lambda each: texts[each].box.y):
        box = texts[number].box
        waiting = [each for each in waiting if texts[each].box.bottom > box.y]
        near = [
            each
            for each in waiting
            if texts[each].box.overlaps(box) and texts[each].text != texts[number].text
        ]
        left -= len(waiting) + sum(len(texts[each].text) for each in near) * len(texts[number].text)
        if left < 0:
            break
        found += [(min(number, each), max(number, each)) for each in near]
        waiting.append(number)
    yield from ((texts[first], texts[second]) for first, second in sorted(found))


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
    """Say whether a text is upright and seen, and nothing says that it may touch what it likes."""
    drawn = text.drawn
    if drawn.reason or not is_upright(drawn.setting.here) or not drawn.fill or len(drawn.element):
        return False
    return not (drawn.stroke and drawn.stroke_width >= OUTLINE_MM)


def _touched(face: FaceShapes, text: FaceText, near: Rect, order: int, shape: Drawn) -> Point | None:
    """Return where a text touches the line around a shape, or the edge of one that it stands on; None when it does not."""
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
    """Yield the straight lines around a shape that come near, as far as they are not clipped."""
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


def _grown(box: Rect, by: float) -> Rect:
    return box.grown(by, by, by, by)


def _overlap(face: FaceShapes, text: FaceText, other: FaceText) -> Point | None:
    """Return where letters of two texts lie on each other, or None. The same text twice is one with its shadow."""
    if text.text == other.text or (text.is_joined and other.is_joined):
        return None
    for one in text.letters:
        for two in other.letters:
            if one.overlaps(two, slack=OVERLAP_MM):
                common = one.common(two)
                at = (common.x + common.width / 2, common.y + common.height / 2)
                return None if _is_hidden(face, text.number, other.number, at) else at
    return None


def _is_hidden(face: FaceShapes, one: int, other: int, at: Point) -> bool:
    """Say whether something lies between two elements, or over both."""
    below, above = min(one, other), max(one, other)
    return any(each.covers(*at) for order, each in face.opaque if order > below and order != above)


def _stands_out(face: FaceShapes, order: int, shape: Drawn, at: Point) -> bool:
    """Say whether the line or the surface of a shape is seen well on what lies below it."""
    grounds = (each for number, each in reversed(face.opaque) if number < order)
    ground = next((each for each in grounds if each.covers(*at)), None)
    if ground is not None and ground.kind in _NO_EDGE:
        return False  # a picture has many colours
    below = ground.fill if ground else PAPER
    colour = shape.stroke or shape.fill
    return (
        is_colour(colour)
        and is_colour(below)
        and contrast(mix(colour, below, 1 - shape.opacity), below) >= FAINT
    )

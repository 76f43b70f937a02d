"""Which back lies behind which front, once the sheet is turned or folded as it is meant to be.

Worked out afresh from the geometry of paper: this is the check on the stage that laid the sheets out.
"""

from collections.abc import Iterator, Sequence
from typing import Literal

from pnp.model.face import Deck
from pnp.model.geometry import Rect, Size
from pnp.model.sheet import Backs
from pnp.verify.boxes import same
from pnp.verify.found import FoundFile, FoundSheet
from pnp.verify.recognise import Seen

Axis = Literal["vertical", "horizontal"]
Look = tuple[FoundSheet, tuple[Seen, ...]]
"""A page and what is seen on it."""

Pair = tuple[FoundSheet, Seen, Seen | None]
"""A front, the sheet it lies on, and what lies behind it."""


def axis_of(page: Size, flip: Backs) -> Axis:
    """Return the axis about which a page turns when flipped over its long or short edge."""
    return "vertical" if (page.height >= page.width) == (flip == "long-edge") else "horizontal"


def place_behind(trim: Rect, page: Size, axis: Axis) -> Rect:
    """Return the place that comes to lie behind `trim`.

    >>> place_behind(Rect(10, 20, 63, 88), Size(210, 297), "horizontal")
    Rect(x=10, y=189, width=63, height=88)
    """
    if axis == "vertical":
        return Rect(page.width - trim.right, trim.y, trim.width, trim.height)
    return Rect(trim.x, page.height - trim.bottom, trim.width, trim.height)


def turn_behind(turn: int, axis: Axis) -> int:
    """Return how a back is turned so that its top lies behind the top of a front turned by `turn`.

    >>> turn_behind(0, "vertical"), turn_behind(90, "vertical"), turn_behind(0, "horizontal")
    (0, 270, 180)
    """
    return (-turn if axis == "vertical" else 180 - turn) % 360


def flip_of(file: FoundFile, looks: Sequence[Look], deck: Deck, copies: int) -> Backs:
    """Return how backs get behind the fronts of `copies` pieces.

    As the file asks; or folded, when one side of the paper carries backs too.
    """
    faces = [each.face for _, seen in looks for each in seen]
    only_backs = set(deck.backs.values()) - set(deck.fronts.values())
    has_backs = bool(only_backs.intersection(faces)) or (bool(deck.backs) and len(faces) > copies)
    return "gutterfold" if file.flip == "none" and has_backs else file.flip


def pairs(looks: Sequence[Look], flip: Backs, deck: Deck) -> tuple[list[Pair], list[tuple[FoundSheet, Seen]]]:
    """Return every front with what lies behind it, and the backs that lie behind no front."""
    found: list[Pair] = []
    alone: list[tuple[FoundSheet, Seen]] = []
    for front, fronts, backs, back in _sides(looks, flip, deck):
        axis = _fold(front.size, fronts, backs) if flip == "gutterfold" else axis_of(front.size, flip)
        left = list(backs)
        for each in fronts:
            place = place_behind(each.card.trim, front.size, axis)
            covered = [other for other in left if _covers(place, other)]
            behind = min(covered, key=lambda other: _apart(place, other.card.trim), default=None)
            if behind is not None:
                left.remove(behind)
            found.append((front, each, behind))
        alone += [(back, each) for each in left]
    return found, alone


def _apart(one: Rect, other: Rect) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _covers(place: Rect, back: Seen) -> bool:
    """Say whether a back lies about there: near enough to be meant for that place, exact or not.

    Boxes of triangles overlap by half; a neighbour is not meant.
    """
    trim = back.card.trim
    across, down = trim.x + trim.width / 2 - place.x, trim.y + trim.height / 2 - place.y
    return 0.1 < across / place.width < 0.9 and 0.1 < down / place.height < 0.9


def _sides(
    looks: Sequence[Look], flip: Backs, deck: Deck
) -> Iterator[tuple[FoundSheet, list[Seen], list[Seen], FoundSheet]]:
    """Yield each physical sheet: its front page, the fronts, the backs, and the page the backs are on."""
    if flip in ("none", "gutterfold"):
        for sheet, seen in looks:
            backs = _folded_backs(sheet.size, seen, deck) if flip == "gutterfold" else []
            yield sheet, [each for each in seen if each not in backs], backs, sheet
        return
    behind = {sheet.number: (sheet, list(seen)) for sheet, seen in looks if sheet.side == "back"}
    for sheet, seen in looks:
        if sheet.side == "front":
            back, backs = behind.pop(sheet.number, (sheet, []))
            yield sheet, list(seen), backs, back
    for back, backs in behind.values():
        yield back, [], backs, back


def _folded_backs(page: Size, seen: Sequence[Seen], deck: Deck) -> list[Seen]:
    """Return the backs among the cards of a page that is folded: fronts are drawn first.

    A face that is both somebody's front and somebody's back is a back where a front lies behind it.
    """
    axis = _fold(page, seen, seen)
    fronts, backs = set(deck.fronts.values()), set(deck.backs.values())
    found: list[Seen] = []
    places: list[Rect] = []
    for each in seen:
        covered = any(same(place, each.card.trim, within=1) for place in places)
        if each.face in backs and (covered or each.face not in fronts):
            found.append(each)
        else:
            places.append(place_behind(each.card.trim, page, axis))
    return found


def _fold(page: Size, fronts: Sequence[Seen], backs: Sequence[Seen]) -> Axis:
    """Return the fold that brings more backs behind fronts."""

    def met(axis: Axis) -> int:
        places = [place_behind(each.card.trim, page, axis) for each in fronts]
        return sum(any(same(place, back.card.trim, within=1) for place in places) for back in backs)

    return "horizontal" if met("horizontal") > met("vertical") else "vertical"

"""Two sections of a board made of triangles that must be the same: what touches what, which way up, and where.

A section is a mapping from letters to its spaces. Each function returns what is wrong, in words; nothing when all is well.
"""

from collections.abc import Mapping
from itertools import pairwise

from pnp.claims.pieces import Fields
from pnp.model.game import Space

Section = Mapping[str, Space]

FACING = {"base": "base", "left": "right", "right": "left"}
"""Edge of a triangle -> the edge of the neighbour that lies against it."""


def section_of(spaces: tuple[Space, ...], name: str) -> dict[str, Space]:
    """Return the spaces of a section by what their ids have behind its name."""
    own = (space for space in spaces if space.fields.get("section") == name)
    return {space.id.removeprefix(f"{name}-"): space for space in own}


def near(section: Section) -> dict[str, set[str]]:
    """Return the letters of the spaces that each space touches; a space of another section has its whole id."""
    letters = {space.id: letter for letter, space in section.items()}
    return {
        letter: {letters.get(each, each) for each in space.neighbours} for letter, space in section.items()
    }


def loose(section: Section) -> list[str]:
    """A triangle touches up to three others, which touch it; and from every space a way leads to every other."""
    touch = near(section)
    wrong = [
        f"{a} touches {b}, but {b} not {a}"
        for a in touch
        for b in sorted(touch[a])
        if a not in touch.get(b, ())
    ]
    wrong += [f"{a} touches {len(touch[a])} spaces" for a in touch if not 1 <= len(touch[a]) <= len(FACING)]
    seen: set[str] = set()
    ahead = list(touch)[:1]
    while ahead:
        letter = ahead.pop()
        if letter not in seen:
            seen.add(letter)
            ahead += sorted(touch.get(letter, ()))
    return wrong + [f"no way leads to {letter}" for letter in touch if letter not in seen]


def misfacing(section: Section) -> list[str]:
    """What lies across an edge is a neighbour, and this space lies across the facing edge of it."""
    by_id = {space.id: space for space in section.values()}
    wrong = []
    for letter, space in section.items():
        across = {
            edge: each
            for edge, each in Fields(fields=space.fields).group("across").items()
            if isinstance(each, str)
        }
        if set(across.values()) != set(space.neighbours):
            wrong.append(f"{letter} has other neighbours than edges")
        for edge, other in across.items():
            back = Fields(fields=by_id[other].fields).group("across") if other in by_id else {}
            if back.get(FACING.get(edge, "")) != space.id:
                wrong.append(f"{edge} of {letter} faces nothing")
    return wrong


def mislettered(section: Section) -> list[str]:
    """Letters run from a without a gap, row by row from the left, and each space has that of its id."""
    wrong = [
        f"{letter} reads {space.fields.get('letter')}"
        for letter, space in section.items()
        if space.fields.get("letter") != letter
    ]
    wrong += [
        f"{two} follows {one}"
        for one, two in pairwise(section)
        if ord(two[:1] or "?") != ord(one[:1] or "?") + 1
    ]
    return wrong + ([] if next(iter(section), "") == "a" else ["the first is not a"])


def upset(section: Section) -> list[str]:
    """A triangle that points up has one corner at the top, one that points down has two."""
    wrong = []
    for letter, space in section.items():
        heights = sorted(round(y, 3) for _, y in space.points)
        up = len(heights) == len(FACING) and heights[1] == heights[2]
        if space.fields.get("up") is not up:
            wrong.append(f"{letter} points the other way")
    return wrong


def unlike(one: Section, other: Section) -> list[str]:
    """The one section is the other, moved: the same spaces touch, and every corner lies as far away."""
    first, second = near(one), near(other)
    wrong = [
        f"{letter} differs" for letter in sorted({*first, *second}) if first.get(letter) != second.get(letter)
    ]
    moves = {
        (round(x2 - x1, 3), round(y2 - y1, 3))
        for letter in sorted(one.keys() & other.keys())
        for (x1, y1), (x2, y2) in zip(_points(one[letter]), _points(other[letter]), strict=False)
    }
    return wrong + ([] if len(moves) == 1 else [f"{len(moves)} different distances"])


def _points(space: Space) -> tuple[tuple[float, float], ...]:
    return (space.centre, *space.points)

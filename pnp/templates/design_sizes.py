"""The sizes of texts and the shares of pictures that a design of cards tries, best first."""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

Try = tuple[float, float]
"""The share of a card that its picture has, and the size of its text in pt."""

_BETWEEN = 0.2  # Lines between notes.
_GAP = 0.4  # Lines between paragraphs.


def high_of(paragraphs: Sequence[int], size: float, width: float, gap: float, wide: float) -> float:
    """Return how high paragraphs of so many letters are in a width in mm, with `gap` lines between them; letters are `wide` em."""
    lines = gap * (len(paragraphs) - 1)
    for letters in paragraphs:
        lines += max(int(letters * size * 0.3528 * wide / width + 0.5), 1)
    return lines * size * 0.4234


class _Look(NamedTuple):
    """What the sizes of a deck depend on: see `look` in the template of all designs. `inner` is the width of texts, `whole` the room of all, `room` that of picture and text, in mm."""

    sizes: tuple[float, ...]
    wide: float
    plate: float
    strip: float
    layout: str
    texts: tuple[tuple[int, ...], ...]
    shares: tuple[float, ...]
    inner: float
    whole: float
    room: float
    is_plain: bool
    is_bare: bool

    @property
    def is_page(self) -> bool:
        return self.layout == "text"

    @property
    def is_quiet(self) -> bool:
        return self.is_plain and not self.is_page

    def high(self, paragraphs: Sequence[int], size: float) -> float:
        return high_of(paragraphs, size, self.inner, _GAP, self.wide)


class _Common(NamedTuple):
    """The sizes that a deck has: the usual one, which texts have below a picture of a `share`, two smaller, and larger ones."""

    sizes: tuple[float, float, float]
    size: float
    share: float
    smaller: tuple[float, float]
    larger: tuple[float, ...]
    pictured: tuple[Try, ...]


class Tries(NamedTuple):
    """What a card tries: pairs of share and size, by what is tried with them. Larger texts have `air` between paragraphs; `step` and `calm` are the least sizes."""

    goals: Sequence[tuple[str, Sequence[Try]]]
    sizes: tuple[float, float, float]
    least: float
    step: float
    calm: float


@lru_cache(maxsize=512)
def _common(look: _Look) -> _Common:
    """Return the one size of texts that a deck has.

    It is the largest in which all but a few of them fit below a low picture and three in four below one that is the less
    high the smaller the letters; where they are lines, these are larger. Above headlines most pictures are as high.
    """
    usual, pictures, strip = look.texts[0], [*filter(None, look.shares)], look.strip
    sizes = (look.sizes[0] * _growth(look), look.sizes[1], look.sizes[2])
    size, share = _usual_size(look, sizes, pictures)
    least = min(_least(sizes), size)
    smaller = (size * 0.89, max(size * 0.8, least)) if size * 0.88 > least else ((size + least) / 2,) * 2
    # Where it leaves room beside the usual picture its letters are larger, by one step; without pictures by up to three.
    factors = [1.6, 1.3, 1.14] if look.is_plain else [1.36, 1.17] if look.plate else [1.17]
    factors += [1.08] if look.is_page and size < 7 else []
    most = look.sizes[0] * ((1.9 if sum(usual) < 90 else 1.5) if look.is_plain else 1.2)
    legible = look.sizes[1] * 0.9
    grown = [min(size * factor, most * (0.92 if n else 1)) for n, factor in enumerate(factors)]
    grown += [legible] if size < legible and not look.is_page else []
    larger = tuple(dict.fromkeys(each for each in grown if each >= size * 1.07))
    common = _Common(sizes, size, share, smaller, larger, ())
    tries = dict.fromkeys(_with_picture(look, common, 0.16 if look.plate else strip))
    return common._replace(pictured=tuple(each for each in tries if share or (each[0] >= 0.3 and pictures)))


def _growth(look: _Look) -> float:
    """Return how much larger the letters of a deck of values, or of lines, may be than others."""
    usual = look.texts[0]
    line_wide = max(usual, default=0) * look.sizes[0] * 0.416 * look.wide
    if look.is_quiet:
        return 1.4
    if len(usual) > 2:
        return 1
    if line_wide < look.inner:
        return 1.18
    return 1.09 if look.plate and line_wide < 2 * look.inner else 1


def _least(sizes: Sequence[float]) -> float:
    return max(sizes[2] * 0.89, 7)


def _usual_size(look: _Look, sizes: Sequence[float], pictures: Sequence[float]) -> Try:
    """Return the usual size of texts, behind the share of the usual picture."""
    strip, pages, quiet = look.strip, look.is_page, look.is_quiet
    end = max(sizes[2] * 0.82, 6.5) if pages else sizes[2]
    for n in range(9):
        size = sizes[0] + (end - sizes[0]) * n / 8
        of_usual = (look.room - look.high(look.texts[0], size)) / look.whole
        most = look.high(look.texts[1], size * (0.8 if look.plate or quiet else 1))
        of_most = (look.room - (0.95 if pages and not pictures else 1.1) * most) / look.whole
        least_of = strip if pages or quiet else 0.37 - (0.37 - strip) * n / 8
        is_low = of_most >= strip + 0.06 * (8 - n) / 8 and of_usual >= least_of
        if n == 8 or (is_low if pictures else of_most >= 0):
            break
    if not pictures or (pages and of_usual < strip):
        return size, 0
    highest = 0.66 if look.plate and not quiet else max(pictures)
    share, low = _floored(min(of_usual, highest)), _floored(max(of_most, strip))
    return size, share if share - low >= 0.09 else max(min(share, low), strip)


def _floored(share: float) -> float:
    return math.floor(share * 100) / 100


def _with_picture(look: _Look, common: _Common, strip: float) -> list[Try]:
    """Return what a card with a picture tries.

    Pictures of a deck have one height, around which letters grow or are a step smaller. Only a text for which this is not enough
    has a low one, then a strip; then it has no picture.
    """
    size, share, smaller = common.size, common.share, common.smaller
    low = _floored((look.room - 1.1 * look.high(look.texts[1], smaller[0])) / look.whole)
    low = share - 0.05 if look.plate else max(strip, min(low, share - 0.08))
    highs = (share,) if share else (0.4, 0.3)
    usual = [(high, each) for high in highs for each in (*common.larger, size)]
    legible = common.larger if size < look.sizes[1] * 0.9 else ()
    lower = [(high, each) for high in (low, strip) for each in (*legible, size, smaller[0])]
    return [*usual, (share, smaller[0]), *lower, (low, smaller[1]), (strip, smaller[1])]


_SHRINKING = (0.92, 0.85, 0.79, 0.72, 0.66, 0)
_SHRINKING_BACK = (0.96, 0.92, 0.885, 0.85, 0.82, 0.79, 0.755, 0.72, 0.66, 0)
_ON_BACKS = (1, 0.9, 0.82, 0.75, 0.68, 0.62, 0.56, 0.4)


def size_tries(
    look: Mapping[str, Any],
    deck: tuple[str, Sequence[Sequence[int]]],
    texts: tuple[Sequence[int], Sequence[str], Sequence[Sequence[int]]],
    room: tuple[float, float, float, float],
    kind: tuple[bool, ...],
) -> Tries:
    """Return what a card tries, by the layout and the usual `texts` of its deck; its own are its paragraphs, notes and their paragraphs.

    `room` is the width of texts, the height of picture and text, of all with its numbers, and what these leave of it; `kind` says
    whether it has a picture, has only values and words, has nothing that is drawn, goes on on the back,
    then whether this is a back like the front, and whether it is any back.
    """
    (paragraphs, notes, note_paragraphs), (inner, high, whole, left) = texts, room
    is_pictured, is_plain, is_bare, goes_on, is_like_front, is_back = kind
    shares = look["shares"] if is_pictured else (0,) if is_plain else look["plain_shares"]
    given = look["wide"], look.get("plate", 0), look.get("strip", 0.19), deck[0], tuple(map(tuple, deck[1]))
    deck_look = _Look(tuple(look["sizes"]), *given, tuple(shares), inner, whole, left, is_plain, is_bare)
    common = _common(deck_look)
    smallest = common.sizes[-1]
    below = 0.0
    for note in note_paragraphs:
        below += high_of(note, smallest, inner, _BETWEEN, deck_look.wide)
        below += _BETWEEN * smallest * 0.4234
    below = 2 * look["pad"] + (below + 3.2 if notes else 0)
    # What has sections is not smaller than 7 pt on the front; what has facts in a line, or a list, may be.
    sections = sum(map(len, notes)) > 120 * len(notes)
    is_list = not sections if notes else len(paragraphs) > 5
    step = min(common.size, 5.6 if is_like_front else 6 if is_list else 6.5)
    calm = 7 if sections else step
    # A card without the numbers of others has a taller picture in their room.
    bare_foot = high - left - 2.4 > 2 * look["pad"] + 6 and not deck_look.plate
    more = (look["numbers"] - 3) / whole if bare_foot else 0
    pictured = [
        (share, size)
        for share, size in (*_taller(common, more), *common.pictured)
        if share and high - whole * share >= 0.75 * deck_look.high(paragraphs, size) + below
    ]
    ends: list[Try] = [(0, size) for size in _sizes_alone(deck_look, common, step, is_back=is_back)]
    # Letters too small to be read at arm's length come last: rather a lower picture, or none where they are far larger.
    legible, alone = look["sizes"][1] * 0.9, 0.78 if any(shares) and not is_bare else 1
    ranked = sorted([*pictured, *ends], key=lambda each: -min(each[1], legible) * (1 if each[0] else alone))
    shrunk = [(0, max(common.smaller[1] * factor, 4.5)) for factor in (_ON_BACKS if goes_on else (1,))]
    rest = [("text", ends), ("last", [(0.0, min(smallest, 7))])] if notes and goes_on else []
    goals: list[tuple[str, Sequence[Try]]] = [
        (goal, [each for each in tries if each[1] >= calm or not rest])
        for goal, tries in (("all", ranked), *rest)
    ]
    return Tries([*goals, ("part", shrunk)], common.sizes, _least(common.sizes), step, calm)


def _taller(common: _Common, more: float) -> list[Try]:
    usual = [pair for pair in common.pictured if more and pair[0] == common.share]
    return [(share + more, size) for share, size in usual if size >= common.size]


def _sizes_alone(look: _Look, common: _Common, step: float, *, is_back: bool) -> list[float]:
    """Return the sizes of a text without a picture, on the back in smaller steps."""
    between = (
        (common.size * 1.25, common.size * 1.08)
        if common.larger and not (look.is_page or look.is_plain)
        else ()
    )
    factors = _SHRINKING_BACK if is_back else _SHRINKING
    shrunk = (max(common.smaller[1] * factor, step) for factor in factors)
    return [*common.larger, *between, common.size, *common.smaller, *shrunk]

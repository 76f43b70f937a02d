"""Fitting a text into its box: the largest size at which all lines go in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import pyphen

from pnp.typesetting.blocks import Block, SetLine
from pnp.typesetting.fonts import FontFile
from pnp.typesetting.layout import (
    Atom,
    Line,
    even_lines,
    fewest_lines,
    full_lines,
    hyphenated,
    line_width,
)
from pnp.units import MM_PER_PT

LONG_WORD, CUT_WITHIN = 100, 80
"""Letters: of a longer word only the first are looked at, so that thousands without a blank are no work."""

STEP_PT = 0.25  # sizes tried; finer differences are not seen in print
SLACK_MM = 0.005

Cutter = Callable[[str], list[tuple[str, str]]]
"""The ways to split a word, longest head first."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in its final lines at its final size (pt); overflow in mm, zero when it fits.

    `places` are those of the baselines, in lines below that of a first line of usual size; letters of the last line that
    are larger hang `foot` lines lower.
    """

    lines: tuple[SetLine, ...]
    places: tuple[float, ...]
    size: float
    foot: float = 0.0
    over_width: float = 0.0
    over_height: float = 0.0

    @property
    def overflows(self) -> bool:
        """Whether it is too wide or too high for its box."""
        return self.over_width > SLACK_MM or self.over_height > SLACK_MM

    @property
    def below_first(self) -> float:
        """How many lines the last baseline is below the first."""
        return self.places[-1] if self.places else 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The box a text must go into (mm), its main font, the distance of baselines in em, and how many lines it may have."""

    width: float
    height: float
    font: FontFile
    leading: float
    max_lines: int | None = None

    def text_height(self, lines: float, size: float) -> float:
        """Return the height in mm of so many lines, from the top of the first to the foot of the last."""
        return (self.font.ascent + self.font.descent + (lines - 1) * self.leading) * size * MM_PER_PT

    def over_height(self, lines: int, size: float, height: float = 0.0) -> float:
        """Return how many mm so many lines are too high, or how high those are that it may not have.

        They are as high as `height` lines of usual size, if that is given.
        """
        over = self.text_height(height or lines, size) - self.height
        if self.max_lines is not None and lines > self.max_lines:
            over = max(over, (lines - self.max_lines) * self.leading * size * MM_PER_PT)
        return max(0.0, over)

    def placed(self, lines: Sequence[SetLine]) -> tuple[tuple[float, ...], float]:
        """Return the place of each line's baseline, and how much lower the letters of the last one hang."""
        places: list[float] = []
        place, foot = -1.0, 0.0
        for line in lines:
            if not line.beside:
                rise = (line.scale - 1) * self.font.ascent / self.leading
                place += 1 + foot + rise + line.gap
                foot = (line.scale - 1) * self.font.descent / self.leading
            places.append(place)
        return tuple(places), foot

    def extent(self, done: Fitted, baseline: float) -> tuple[float, float]:
        """Return the top of a text whose first baseline is there, and its height: 0 for one without words."""
        top = baseline - self.font.ascent * done.size * MM_PER_PT
        is_empty = not any(line.line for line in done.lines)
        height = 0.0 if is_empty else self.text_height(done.below_first + 1 + done.foot, done.size)
        return top, height

    def first_baseline(self, done: Fitted, valign: str) -> float:
        """Return the first baseline below the top; "middle" centres between cap height and last baseline, as eyes do."""
        em = done.size * MM_PER_PT
        between = done.below_first * self.leading * em
        if valign == "top":
            return self.font.ascent * em
        if valign == "bottom":
            return self.height - (self.font.descent + done.foot * self.leading) * em - between
        return (self.height - between + self.font.cap_height * em) / 2


def fit(
    blocks: Sequence[Block],
    frame: Frame,
    *,
    size: float,
    smallest: float,
    language: str | None = None,
    evenly: bool = True,
    anywhere: bool = False,
) -> Fitted:
    """Return the text at the largest size from `size` down to `smallest` (pt) that fits the frame.

    Words are hyphenated only when they fit at no size whole, and only if `language` has patterns. A text that
    fits nowhere comes back at the smallest size with its overflow. Its lines end as evenly as can be, or, when they are
    to be stretched, not `evenly`: all but the last are full. A word that nothing else makes fit may be cut `anywhere`.
    """
    smallest = min(size, smallest)
    cutters: list[Cutter | None] = [None]
    if language is not None and language in pyphen.LANGUAGES:
        cutters.append(lambda word: _cuts(language, word))
    if anywhere:
        cutters.append(_cuts_anywhere)
    sizes = [size - step * STEP_PT for step in range(max(0, round((size - smallest) / STEP_PT)))] + [smallest]
    done, cut = Fitted((), (), smallest), cutters[-1]
    for cut, tried in product(cutters, sizes):
        done = _set(blocks, frame, tried, cut, fewest_lines)
        if not done.overflows:
            break
    if len(done.lines) == len(blocks):
        return done
    # The same text in as many lines, their ends as even as can be.
    again = _set(blocks, frame, done.size, cut, even_lines if evenly else full_lines)
    if again.over_height > max(done.over_height, SLACK_MM):  # larger words came to stand in more lines
        return done
    return replace(again, over_width=done.over_width, over_height=done.over_height)


def _set(
    blocks: Sequence[Block],
    frame: Frame,
    size: float,
    cut: Cutter | None,
    break_row: Callable[[Sequence[Atom], float], list[Line]],
) -> Fitted:
    """Break the blocks at one size, and say by how much they exceed the frame."""
    em = size * MM_PER_PT
    limit = frame.width / em

    def breaker(row: Sequence[Atom], room: float) -> list[Line]:
        return break_row(hyphenated(row, room, cut) if cut else row, room)

    lines = [line for block in blocks for line in block.set(limit, breaker)]
    places, foot = frame.placed(lines)
    widest = max((line.x + line_width(line.line) for line in lines), default=0.0)
    height = (places[-1] if places else 0.0) + 1 + foot
    over_height = frame.over_height(sum(not line.beside for line in lines), size, height)
    return Fitted(tuple(lines), places, size, foot, max(0.0, widest * em - frame.width), over_height)


@lru_cache(maxsize=4096)
def _cuts(language: str, word: str) -> list[tuple[str, str]]:
    start, rest = word[:LONG_WORD], word[LONG_WORD:]
    cuts = _dictionary(language).iterate(start)
    return [(head, tail + rest) for head, tail in cuts if not rest or len(head) <= CUT_WITHIN]


def _cuts_anywhere(word: str) -> list[tuple[str, str]]:
    return [(word[:at], word[at:]) for at in range(min(len(word), CUT_WITHIN) - 1, 0, -1)]


@lru_cache(maxsize=8)
def _dictionary(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=language)

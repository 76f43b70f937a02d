"""Making a text fit its box: the largest size between two at which every line and the whole block go in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

import pyphen

from pnp.render.fonts import FontFile
from pnp.render.text_layout import (
    Atom,
    Line,
    even_lines,
    fewest_lines,
    hyphenated,
    line_count,
    line_width,
    measures_of,
)
from pnp.units import MM_PER_PT

LONG_WORD, CUT_WITHIN = 100, 80
"""Letters: of a longer word only the first are looked at, so that thousands without a blank are no work."""

STEP_PT = 0.25  # sizes tried; finer differences are not seen in print
SLACK_MM = 0.005
UNKERNED = 0.9
"""The parts of a cut word take up at least so much of the whole one's width."""


Cutter = Callable[[str], list[tuple[str, str]]]
"""The ways to split a word, longest head first."""

Rows = Sequence[Sequence[Atom]]
"""The paragraphs of a text."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in its final lines at its final size (pt); overflow in mm, zero when it fits."""

    lines: tuple[Line, ...]
    size: float
    over_width: float = 0.0
    over_height: float = 0.0


@dataclass(frozen=True, slots=True)
class Frame:
    """The box a text must go into (mm), its main font, the distance of baselines in em, and how many lines it may have."""

    width: float
    height: float
    font: FontFile
    leading: float
    max_lines: int | None = None

    def text_height(self, lines: int, size: float) -> float:
        """Return the height in mm of so many lines, from the top of the first to the foot of the last."""
        return (self.font.ascent + self.font.descent + (lines - 1) * self.leading) * size * MM_PER_PT

    def over_height(self, lines: int, size: float) -> float:
        """Return how many mm so many lines are too high, or how high those are that it may not have."""
        over = self.text_height(lines, size) - self.height
        if self.max_lines is not None and lines > self.max_lines:
            over = max(over, (lines - self.max_lines) * self.leading * size * MM_PER_PT)
        return max(0.0, over)

    def first_baseline(self, done: Fitted, valign: str) -> float:
        """Return the first baseline below the top; "middle" centres between cap height and last baseline, as eyes do."""
        em = done.size * MM_PER_PT
        between = (len(done.lines) - 1) * self.leading * em
        if valign == "top":
            return self.font.ascent * em
        if valign == "bottom":
            return self.height - self.font.descent * em - between
        return (self.height - between + self.font.cap_height * em) / 2


def fit(rows: Rows, frame: Frame, *, size: float, smallest: float, language: str | None = None) -> Fitted:
    """Return the text at the largest size from `size` down to `smallest` (pt) that fits the frame.

    Words are hyphenated only when they fit at no size whole, and only if `language` has patterns. A text that
    fits nowhere comes back at the smallest size with its overflow.
    """
    smallest = min(size, smallest)
    cutters: list[Cutter | None] = [None]
    if language is not None and language in pyphen.LANGUAGES:
        cutters.append(lambda word: _cuts(language, word))
    sizes = [size - step * STEP_PT for step in range(max(0, round((size - smallest) / STEP_PT)))] + [smallest]
    if _is_hopeless(rows, frame, smallest):
        cutters, sizes = cutters[-1:], sizes[-1:]
    done, cut = Fitted((), smallest), cutters[-1]
    measures = [measures_of(row) for row in rows]
    *_, last = ways = list(product(cutters, sizes))
    for cut, each in ways:
        if cut is None and (cut, each) != last and not _goes_in(measures, frame, each):
            continue
        done = _set(rows, frame, each, cut, fewest_lines)
        if done.over_width <= SLACK_MM and done.over_height <= SLACK_MM:
            break
    if len(done.lines) == len(rows):
        return done
    # The same text in as many lines, their ends as even as can be.
    return replace(done, lines=_set(rows, frame, done.size, cut, even_lines).lines)


def _is_hopeless(rows: Rows, frame: Frame, smallest: float) -> bool:
    """Say whether the letters alone, without a blank, are too many for the frame however they are broken."""
    limit = max(frame.width + SLACK_MM, SLACK_MM) / (smallest * MM_PER_PT)
    lines = sum(
        max(1.0, UNKERNED * sum(atom.width + min(0.0, atom.space) for atom in row) / limit) for row in rows
    )
    return frame.over_height(int(lines), smallest) > SLACK_MM


def _goes_in(measures: Sequence[Sequence[tuple[float, float]]], frame: Frame, size: float) -> bool:
    """Say whether rows with these measures fit at one size, their words whole: what `_set` finds, at less cost."""
    em = size * MM_PER_PT
    counted = [line_count(row, frame.width / em) for row in measures]
    lines, widest = sum(count for count, _ in counted), max((width for _, width in counted), default=0.0)
    return widest * em - frame.width <= SLACK_MM and frame.over_height(lines, size) <= SLACK_MM


def _set(
    rows: Rows,
    frame: Frame,
    size: float,
    cut: Cutter | None,
    break_row: Callable[[Sequence[Atom], float], list[Line]],
) -> Fitted:
    """Break the rows at one size, and say by how much they exceed the frame."""
    em = size * MM_PER_PT
    limit = frame.width / em
    lines = [line for row in rows for line in break_row(hyphenated(row, limit, cut) if cut else row, limit)]
    widest = max((line_width(line) for line in lines), default=0.0)
    over_height = frame.over_height(len(lines), size)
    return Fitted(tuple(lines), size, max(0.0, widest * em - frame.width), over_height)


@lru_cache(maxsize=4096)
def _cuts(language: str, word: str) -> list[tuple[str, str]]:
    start, rest = word[:LONG_WORD], word[LONG_WORD:]
    cuts = _dictionary(language).iterate(start)
    return [(head, tail + rest) for head, tail in cuts if not rest or len(head) <= CUT_WITHIN]


@lru_cache(maxsize=8)
def _dictionary(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=language)

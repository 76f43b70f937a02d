"""Making a text fit its box: the largest size between two at which every line and the whole block go in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import pyphen

from pnp.model.length import MM_PER_PT
from pnp.render.text.measure import Atom
from pnp.render.text.wrap import Line, even_lines, fewest_lines, hyphenated, line_width

LONG_WORD, CUT_WITHIN = 100, 80
"""Letters: of a longer word only the first are looked at, so that thousands without a blank are no work."""

STEP_PT = 0.25  # sizes tried; finer differences are not seen in print
SLACK_MM = 0.005
UNKERNED = 0.9
"""The parts of a cut word take up at least so much of the whole one's width."""


@dataclass(frozen=True, slots=True)
class Metrics:
    """The vertical measure of a text's main font, in em, and the distance from baseline to baseline."""

    ascent: float
    descent: float
    leading: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text in its final lines at its final size (pt); overflow in mm, zero when it fits."""

    lines: tuple[Line, ...]
    size: float
    over_width: float = 0.0
    over_height: float = 0.0


Cutter = Callable[[str], list[tuple[str, str]]]
"""The ways to split a word, longest head first."""


@dataclass(frozen=True, slots=True)
class Frame:
    """The box a text must go into (mm), the measure of its letters, and how many lines it may have at most."""

    width: float
    height: float
    metrics: Metrics
    max_lines: int | None = None


def fit(
    paragraphs: Sequence[tuple[Atom, ...]],
    frame: Frame,
    *,
    size: float,
    smallest: float,
    language: str | None = None,
) -> Fitted:
    """Return the text at the largest size from `size` down to `smallest` (pt) that fits the frame.

    Words are hyphenated only when they fit at no size whole, and only if `language` has patterns. A text that
    fits nowhere comes back at the smallest size with its overflow.
    """
    smallest = min(size, smallest)
    cutters: list[Cutter | None] = [None]
    if language is not None and language in pyphen.LANGUAGES:
        cutters.append(lambda word: _cuts(language, word))
    sizes = [size - step * STEP_PT for step in range(max(0, round((size - smallest) / STEP_PT)))] + [smallest]
    if _is_hopeless(paragraphs, frame, smallest):
        cutters, sizes = cutters[-1:], sizes[-1:]
    done = Fitted((), smallest)
    for cut in cutters:
        for each in sizes:
            done = _set(paragraphs, frame, each, cut)
            if done.over_width <= SLACK_MM and done.over_height <= SLACK_MM:
                return _evened(done, paragraphs, frame, cut)
    return _evened(done, paragraphs, frame, cutters[-1])


def _is_hopeless(paragraphs: Sequence[tuple[Atom, ...]], frame: Frame, smallest: float) -> bool:
    """Say whether the letters alone, without a blank, are too many for the frame however they are broken."""
    room = max(frame.width + SLACK_MM, SLACK_MM) / (smallest * MM_PER_PT)
    lines = sum(max(1.0, UNKERNED * sum(atom.width for atom in row) / room) for row in paragraphs)
    return _over_height(int(lines), frame, smallest) > SLACK_MM


def block_height(lines: int, size: float, metrics: Metrics) -> float:
    """Return the height in mm of so many lines, from the top of the first to the foot of the last."""
    return (metrics.ascent + metrics.descent + (lines - 1) * metrics.leading) * size * MM_PER_PT


def _set(paragraphs: Sequence[tuple[Atom, ...]], frame: Frame, size: float, cut: Cutter | None) -> Fitted:
    """Break at one size, with as few lines as can be, and say by how much they exceed the frame."""
    em = size * MM_PER_PT
    limit = frame.width / em
    lines = [line for row in paragraphs for line in fewest_lines(_cut(row, limit, cut), limit)]
    widest = max((line_width(line) for line in lines), default=0.0)
    over_height = _over_height(len(lines), frame, size)
    return Fitted(tuple(lines), size, max(0.0, widest * em - frame.width), over_height)


def _over_height(lines: int, frame: Frame, size: float) -> float:
    """Return how many mm so many lines are too high for the frame, or how high those are that it may not have."""
    over = block_height(lines, size, frame.metrics) - frame.height
    if frame.max_lines is not None and lines > frame.max_lines:
        over = max(over, (lines - frame.max_lines) * frame.metrics.leading * size * MM_PER_PT)
    return max(0.0, over)


def _evened(done: Fitted, paragraphs: Sequence[tuple[Atom, ...]], frame: Frame, cut: Cutter | None) -> Fitted:
    """Return the same text in as many lines, their ends as even as can be."""
    if len(done.lines) == len(paragraphs):
        return done
    limit = frame.width / (done.size * MM_PER_PT)
    lines = tuple(line for row in paragraphs for line in even_lines(_cut(row, limit, cut), limit))
    return replace(done, lines=lines)


def _cut(row: Sequence[Atom], limit: float, cut: Cutter | None) -> Sequence[Atom]:
    return row if cut is None else hyphenated(row, limit, cut)


@lru_cache(maxsize=4096)
def _cuts(language: str, word: str) -> list[tuple[str, str]]:
    start, rest = word[:LONG_WORD], word[LONG_WORD:]
    cuts = _dictionary(language).iterate(start)
    return [(head, tail + rest) for head, tail in cuts if not rest or len(head) <= CUT_WITHIN]


@lru_cache(maxsize=8)
def _dictionary(language: str) -> pyphen.Pyphen:
    return pyphen.Pyphen(lang=language)

"""Making a text fit its box: the largest size between two at which every line and the whole block go in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from html import escape

import pyphen

from pnp.render.fonts import FontFile
from pnp.render.text_layout import (
    ICON_EM,
    ICON_GAP_EM,
    Atom,
    Bit,
    Line,
    even_lines,
    fewest_lines,
    hyphenated,
    line_width,
    width_of,
)
from pnp.text import decimal
from pnp.units import MM_PER_PT

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


# Fitted lines as SVG: letters at measured places, icons on the baseline between them.

ICON_DROP_EM = 0.14  # how far an icon's box reaches below the baseline, so that its middle meets the letters'


@dataclass(frozen=True, slots=True)
class InlineIcon:
    """An icon's box inside a text, in mm."""

    name: str
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """The SVG of the letters, and the icons still to be placed."""

    svg: str
    icons: tuple[InlineIcon, ...]


@dataclass(frozen=True, slots=True)
class Ink:
    """The colour of letters and of the line around them, if any, `width` mm to each side."""

    fill: str
    outline: str | None = None
    width: float = 0.0

    @property
    def attributes(self) -> str:
        """The SVG attributes; the outline lies under the fill so that letters keep their shape."""
        if self.outline is None or self.width <= 0:
            return f'fill="{escape(self.fill)}"'
        stroke = f'stroke="{escape(self.outline)}" stroke-width="{decimal(2 * self.width)}" stroke-linejoin="round"'
        return f'fill="{escape(self.fill)}" {stroke} paint-order="stroke"'


def draw_line(line: Line, x: float, baseline: float, *, size: float, anchor: str, ink: Ink) -> DrawnLine:
    """Draw one line at `size` pt with its start, middle or end at `x` mm."""
    em = size * MM_PER_PT
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
    runs = list(_runs(line))
    width = max((run_x + bit.width for run_x, bit in runs), default=0.0)
    at = x - shift * width * em
    letters: list[str] = []
    icons: list[InlineIcon] = []
    for run_x, bit in runs:
        place = at + run_x * em
        if bit.font is None:
            top = baseline - (ICON_EM - ICON_DROP_EM) * em
            icons.append(InlineIcon(bit.text, place + ICON_GAP_EM * em, top, ICON_EM * em))
        else:
            letters.append(_text(bit.text, bit.font, x=place, y=baseline, em=em, ink=ink))
    return DrawnLine("".join(letters), tuple(icons))


def _runs(line: Line) -> Iterator[tuple[float, Bit]]:
    """Yield (x in em, bit), with neighbours of one font joined so that a reader finds whole phrases in the PDF.

    A phrase is as wide as it is drawn: kerning across its blanks makes it a hair narrower than the sum of its words.
    """
    at = 0.0
    phrase = ""
    font: FontFile | None = None
    for number, atom in enumerate(line):
        for first, bit in enumerate(atom.bits):
            gap = atom.space if number and first == 0 else 0.0
            if font is not None and bit.font is font:
                phrase += (" " if gap else "") + bit.text
                continue
            if font is not None:
                width = width_of(font, phrase)
                yield at, Bit(phrase, font, width)
                at += width
            at += gap
            phrase, font = bit.text, bit.font
            if font is None:
                yield at, bit
                at += bit.width
    if font is not None:
        yield at, Bit(phrase, font, width_of(font, phrase))


def _text(text: str, font: FontFile, *, x: float, y: float, em: float, ink: Ink) -> str:
    style = ' font-style="italic"' if font.style.italic else ""
    weight = f' font-weight="{font.style.weight}"' if font.style.weight != 400 else ""
    return (
        f'<text x="{decimal(x)}" y="{decimal(y)}" font-family="{escape(font.family)}" font-size="{decimal(em)}"'
        f"{weight}{style} {ink.attributes}>{escape(text, quote=False)}</text>"
    )

"""Fitting a text into its box: the largest size at which all lines fit."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

import pyphen

from pnp.model.geometry import MM_PER_PT
from pnp.typesetting.fonts import FontFile
from pnp.typesetting.line_layout import (
    NO_ROW,
    Line,
    Row,
    even_lines,
    fewest_lines,
    full_lines,
    fullest,
    hyphenated,
    line_width,
    paired_lines,
)
from pnp.typesetting.paragraphs_and_tables import Paragraph, Part, Runs, Table

# Blocks of a text (paragraphs, list items, tables) broken into lines of a width.

Breaker = Callable[[Row, float], Sequence[Line]]  # Breaks a row into lines of a width.
MARKER_GAP = 0.4  # Between the marker of an item and its text.

COLUMN_GAP, ROW_GAP, HEAD_GAP = 0.9, 0.15, 0.15
"""Between the columns of a table, between its rows, and more below its head, where a rule is drawn."""


class SetLine(NamedTuple):
    """A line and the room it has, from `x` on; `gap` is the space above it, more than from any line to the next.

    Its largest letters are `scale` times as large as the text. It may stand `beside` the line before it, and `ends` its
    paragraph. Lines of the same `group`, above 0, keep their places to each other when the text is centred. Those of a
    table have an `align` of their own, and the last of its head a `rule` as wide as that below it.
    """

    line: Line
    room: float
    x: float = 0.0
    gap: float = 0.0
    scale: float = 1.0
    beside: bool = False
    ends: bool = True
    group: int = 0
    align: str = ""
    rule: float = 0.0


@dataclass(frozen=True, slots=True)
class TextBlock:
    """A paragraph. An item of a list has an `indent`, and a `marker` left of it. In a `mixed` row sizes differ."""

    row: Row
    gap: float = 0.0
    indent: float = 0.0
    marker: Row = NO_ROW
    group: int = 0
    mixed: bool = False

    def set(self, width: float, breaker: Breaker) -> list[SetLine]:
        """Return the lines of the paragraph."""
        room = width - self.indent
        lines = breaker(self.row, room)
        found = [
            SetLine(line, room, self.indent, group=self.group, ends=number == len(lines))
            for number, line in enumerate(lines, 1)
        ]
        if self.mixed:
            found = [line._replace(scale=_scale(line.line)) for line in found]
        if self.gap:
            found[0] = found[0]._replace(gap=self.gap)
        if self.marker:
            own = line_width(self.marker)
            first = found[0]
            found[0] = first._replace(beside=True)
            x = self.indent - MARKER_GAP - own
            found.insert(0, first._replace(line=self.marker, x=x, room=own, ends=True))
        return found


@dataclass(frozen=True, slots=True)
class TableBlock:
    """Rows of cells, as many in each row as there are `aligned` columns."""

    cells: tuple[tuple[Row, ...], ...]
    aligned: tuple[str, ...]
    head: bool
    gap: float = 0.0
    group: int = 0

    def set(self, width: float, breaker: Breaker) -> list[SetLine]:
        """Return the lines of all cells, those of a row from the top down."""
        widths = self._widths(width - COLUMN_GAP * (len(self.aligned) - 1))
        whole = sum(widths) + COLUMN_GAP * (len(widths) - 1)
        set_lines: list[SetLine] = []
        for number, row in enumerate(self.cells):
            gap = self.gap if number == 0 else ROW_GAP + HEAD_GAP * (self.head and number == 1)
            lines = list(self._row(row, widths, breaker))
            lines[0] = lines[0]._replace(gap=gap)
            if self.head and number == 0:
                lines[-1] = lines[-1]._replace(rule=whole)
            set_lines += lines
        return set_lines

    def _row(self, row: Sequence[Row], widths: Sequence[float], breaker: Breaker) -> Iterator[SetLine]:
        broken = [breaker(cell, width) for cell, width in zip(row, widths, strict=True)]
        for number in range(max(map(len, broken))):
            beside = False
            scale = max(_scale(lines[number]) for lines in broken if number < len(lines))
            x = 0.0
            for lines, width, align in zip(broken, widths, self.aligned, strict=True):
                if number < len(lines):
                    yield SetLine(lines[number], width, x, 0, scale, beside, group=self.group, align=align)
                    beside = True
                x += width + COLUMN_GAP

    def _widths(self, room: float) -> list[float]:
        columns = list(zip(*self.cells, strict=True))
        wanted = [max(map(line_width, column)) for column in columns]
        if sum(wanted) <= room:
            return wanted
        least = [max((atom.width for cell in column for atom in cell), default=0.0) for column in columns]
        spare, missing = max(0.0, room - sum(least)), sum(wanted) - sum(least)
        return [
            low + (spare * (most - low) / missing if missing else 0.0)
            for low, most in zip(least, wanted, strict=True)
        ]


Block = TextBlock | TableBlock


def _scale(line: Line) -> float:
    return max((bit.style.size for atom in line for bit in atom.bits if bit.style.size > 1), default=1.0)


class BlockBuilder:
    """Makes blocks of the parts of a text. `gap` lines are between paragraphs; None keeps empty lines as they are."""

    def __init__(self, row_of: Callable[[Runs], Row], gap: float | None) -> None:
        self._row_of = row_of
        self._gap = gap
        self._groups = 0

    def build(self, parts: Sequence[Part]) -> list[Block]:
        """Return the blocks of the parts, in order."""
        if self._gap is not None:
            parts = [part for part in parts if isinstance(part, Table) or part.runs or part.marker]
        blocks: list[Block] = []
        indents: dict[int, float] = {}
        for number, part in enumerate(parts):
            gap = self._gap or 0.0 if blocks else 0.0
            if isinstance(part, Table):
                self._groups += 1
                cells = tuple(tuple(map(self._row_of, row)) for row in part.rows)
                blocks.append(TableBlock(cells, part.aligned, part.head, gap, self._groups))
                continue
            if part.level and not (part.follows and indents):
                self._groups += 1
                indents = self._indents(parts[number:])
            elif not part.level:
                indents = {}
            blocks.append(self._paragraph(part, 0.0 if part.follows else gap, indents))
        return blocks

    def _paragraph(self, part: Paragraph, gap: float, indents: dict[int, float]) -> TextBlock:
        row = self._row_of(part.runs)
        mixed = any(run.style.size > 1 for run in part.runs)
        if not part.level:
            return TextBlock(row, gap, mixed=mixed)
        return TextBlock(row, gap, indents[part.level], self._row_of(part.marker), self._groups, mixed)

    def _indents(self, parts: Sequence[Part]) -> dict[int, float]:
        widest: dict[int, float] = {}
        for number, part in enumerate(parts):
            if isinstance(part, Table) or not part.level or (number and not part.follows):
                break
            widest[part.level] = max(widest.get(part.level, 0.0), line_width(self._row_of(part.marker)))
        indents, so_far = {}, 0.0
        for level in range(1, max(widest) + 1):
            so_far += widest.get(level, 0.0) + MARKER_GAP
            indents[level] = so_far
        return indents


LONG_WORD, CUT_WITHIN = 100, 80
"""Letters: of a longer word only the first are looked at, so that thousands without a blank are no work."""

STEP_PT = 0.25  # sizes tried; finer differences are not seen in print
SLACK_MM = 0.005
UNKERNED = 0.9  # The parts of a cut word take up at least so much of the whole one's width.
Cutter = Callable[[str], list[tuple[str, str]]]  # The ways to split a word, longest head first.


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
        """Return the mm that so many lines, as high as `height` usual ones if given, are too high or must not be."""
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


@dataclass(frozen=True, slots=True)
class Fitting:
    """How a text is made to fit: down to the `smallest` size (pt), hyphenated if `language` has patterns.

    Its lines end as evenly as can be, or, when they are to be stretched, not `evenly`: all but the last are full. A word
    that nothing else makes fit may be cut `anywhere`.
    """

    smallest: float
    language: str = ""
    evenly: bool = True
    anywhere: bool = False


def fit(blocks: Sequence[Block], frame: Frame, size: float, how: Fitting) -> Fitted:
    """Return the text at the largest size from `size` (pt) down that fits the frame.

    Words are hyphenated only when they fit at no size whole. A text that fits nowhere comes back at the smallest size with
    its overflow.
    """
    smallest = min(size, how.smallest)
    cutters: list[Cutter | None] = [None]
    if how.language in pyphen.LANGUAGES:
        cutters.append(lambda word: _cuts(how.language, word))
    if how.anywhere:
        cutters.append(
            lambda word: [(word[:at], word[at:]) for at in range(min(len(word), CUT_WITHIN) - 1, 0, -1)]
        )
    sizes = [size - step * STEP_PT for step in range(max(0, round((size - smallest) / STEP_PT)))] + [smallest]
    break_row = even_lines if how.evenly else paired_lines if how.anywhere else full_lines
    simple = [block for block in blocks if isinstance(block, TextBlock) and not block.mixed]
    if len(simple) == len(blocks):
        return _fit_simple(simple, frame, sizes, cutters, break_row)
    done, cut = Fitted((), (), smallest), cutters[-1]
    is_hopeless = _is_hopeless(simple, frame, smallest)
    for cut, tried in [(cut, smallest)] if is_hopeless else product(cutters, sizes):  # noqa: B020
        done = _set(blocks, frame, tried, cut, fewest_lines)
        if not done.overflows:
            break
    # The same text in as many lines, their ends as even as can be.
    again = _set(blocks, frame, done.size, cut, break_row)
    if again.over_height > max(done.over_height, SLACK_MM):  # larger words came to stand in more lines
        return done
    return replace(again, over_width=done.over_width, over_height=done.over_height)


def _fit_simple(
    blocks: Sequence[TextBlock],
    frame: Frame,
    sizes: Sequence[float],
    cutters: Sequence[Cutter | None],
    break_row: Callable[[Row, float], list[Line]],
) -> Fitted:
    """Fit paragraphs of one size: whole words at the largest size, then cut ones where words are too wide."""
    smallest, fits = sizes[-1], partial(_fits_whole, blocks, frame)
    if fits(smallest):
        size = sizes[bisect_left(sizes, True, key=fits)] if len(sizes) > 1 else smallest
        return _set(blocks, frame, size, None, break_row)
    if _is_hopeless(blocks, frame, smallest):
        return _set(blocks, frame, smallest, cutters[-1], break_row)
    for cut, size in product(cutters[1:], sizes):
        limit = frame.width / (size * MM_PER_PT)
        if any(block.row.widest + block.indent > limit for block in blocks):
            done = _set(blocks, frame, size, cut, break_row)
            if not done.overflows:
                return done
    return _set(blocks, frame, smallest, cutters[-1], break_row)


def _fits_whole(blocks: Sequence[TextBlock], frame: Frame, size: float) -> bool:
    em = size * MM_PER_PT
    limit = frame.width / em
    if any((block.row.widest + block.indent) * em > frame.width + SLACK_MM for block in blocks):
        return False
    count = sum(len(fullest(block.row, limit - block.indent)) for block in blocks)
    return frame.over_height(count, size, count + sum(block.gap for block in blocks)) <= SLACK_MM


def _is_hopeless(blocks: Sequence[TextBlock], frame: Frame, size: float) -> bool:
    limit, em = max(frame.width + SLACK_MM, SLACK_MM), size * MM_PER_PT
    letters = (
        UNKERNED * em * sum(atom.width + min(0.0, atom.space) for atom in block.row) for block in blocks
    )
    return frame.over_height(int(sum(max(1.0, width / limit) for width in letters)), size) > SLACK_MM


def _set(
    blocks: Sequence[Block],
    frame: Frame,
    size: float,
    cut: Cutter | None,
    break_row: Callable[[Row, float], list[Line]],
) -> Fitted:
    em = size * MM_PER_PT
    limit = frame.width / em

    def breaker(row: Row, room: float) -> list[Line]:
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
    cuts = pyphen.Pyphen(lang=language).iterate(start)  # which keeps what it has read of a language
    return [(head, tail + rest) for head, tail in cuts if not rest or len(head) <= CUT_WITHIN]

"""Blocks of a text (paragraphs, list items, tables) broken into lines of a width.

Widths are in em; heights are in lines, the distance from one baseline to the next.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.typesetting.layout import Atom, Line, line_width
from pnp.typesetting.structure import Paragraph, Part, Runs, Table

Row = tuple[Atom, ...]
Breaker = Callable[[Row, float], Sequence[Line]]
"""Breaks a row into lines of a width."""

MARKER_GAP = 0.4
"""Between the marker of an item and its text."""

COLUMN_GAP, ROW_GAP, HEAD_GAP = 0.9, 0.15, 0.15
"""Between the columns of a table, between its rows, and more below its head, where a rule is drawn."""


@dataclass(frozen=True, slots=True)
class SetLine:
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
    marker: Row = ()
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
            found = [replace(each, scale=_scale(each.line)) for each in found]
        if self.gap:
            found[0] = replace(found[0], gap=self.gap)
        if self.marker:
            own = line_width(self.marker)
            first = found[0]
            found[0] = replace(first, beside=True)
            found.insert(
                0, replace(first, line=self.marker, x=self.indent - MARKER_GAP - own, room=own, ends=True)
            )
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
        found: list[SetLine] = []
        for number, row in enumerate(self.cells):
            gap = self.gap if number == 0 else ROW_GAP + HEAD_GAP * (self.head and number == 1)
            lines = list(self._row(row, widths, breaker))
            lines[0] = replace(lines[0], gap=gap)
            if self.head and number == 0:
                lines[-1] = replace(lines[-1], rule=whole)
            found += lines
        return found

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
        """Return the widths of the columns: what they need in one line, or less, but no less than their longest word."""
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
    """Return how many times as large as the text its largest letters are, or 1."""
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
        """Return how far the text is indented at each level of the list that begins with the first of the parts."""
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

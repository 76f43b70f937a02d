"""Cut comma- or semicolon-separated text into cells that know their line and column.

The csv module of the standard library forgets where a cell began, and a message without a place helps nobody.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from pnp.load.findings import Findings
from pnp.model.diagnostics import Place

SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text without quotes and surrounding blanks, and where it begins."""

    text: str
    place: Place


def cut(text: str, file: str, findings: Findings) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows that are not blank; the separator is the one the first line uses most."""
    return _Cutter(text, file, findings).rows()


class _Cutter:
    """A place in a text, moving towards its end. Lines and columns count from 0 here."""

    def __init__(self, text: str, file: str, findings: Findings) -> None:
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._separator = max(SEPARATORS, key=self._lines[0].count)
        self._file = file
        self._findings = findings
        self._line = 0
        self._column = 0

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        while self._line < len(self._lines):
            cells = self._row()
            if any(cell.text for cell in cells):
                yield cells

    def _row(self) -> tuple[Cell, ...]:
        """Return the cells up to the end of the line, and go on to the next."""
        cells: list[Cell] = []
        self._column = 0
        while True:
            rest = self._lines[self._line][self._column :]
            cells.append(self._quoted() if rest.lstrip(" ").startswith('"') else self._plain())
            if self._column >= len(self._lines[self._line]):
                self._line += 1
                return tuple(cells)
            self._column += 1

    def _plain(self) -> Cell:
        written = self._up_to_separator()
        blanks = len(written) - len(written.lstrip())
        place = self._place(self._column + blanks, max(1, len(written.strip())))
        self._column += len(written)
        return Cell(written.strip(), place)

    def _quoted(self) -> Cell:
        """Return a cell in quotes, which may run over several lines."""
        start = self._line, self._lines[self._line].index('"', self._column)
        text = ""
        self._column = start[1] + 1
        while True:
            line = self._lines[self._line]
            end = line.find('"', self._column)
            if end < 0 and self._line + 1 >= len(self._lines):
                return self._unclosed(*start)
            if end < 0:
                text += line[self._column :] + "\n"
                self._line, self._column = self._line + 1, 0
                continue
            text += line[self._column : end]
            self._column = end + 1
            if line[end + 1 : end + 2] != '"':
                break
            text += '"'
            self._column += 1
        if self._line > start[0] and self._up_to_separator().strip():
            return self._unclosed(*start)
        length = self._column - start[1] if self._line == start[0] else 1
        self._pass_over_rest()
        return Cell(text, Place(self._file, start[0] + 1, start[1] + 1, length))

    def _unclosed(self, line: int, column: int) -> Cell:
        """Report the quote, and go on after its line as if it had been closed there."""
        self._line, self._column = line, len(self._lines[line])
        place = Place(self._file, line + 1, column + 1)
        self._findings.error(
            "PNP124", 'the quote " that opens here is never closed', place, hint='close it with "'
        )
        return Cell("", place)

    def _pass_over_rest(self) -> None:
        """Go to the separator after a closing quote; nothing but blanks may stand between."""
        rest = self._up_to_separator()
        if rest.strip():
            hint = 'write "" for a quote inside quotes'
            self._findings.error(
                "PNP124", "the quoted cell ends before this", self._place(self._column), hint=hint
            )
        self._column += len(rest)

    def _up_to_separator(self) -> str:
        return self._lines[self._line][self._column :].split(self._separator, 1)[0]

    def _place(self, column: int, length: int = 1) -> Place:
        return Place(self._file, self._line + 1, column + 1, length)

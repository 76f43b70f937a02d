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
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    separator = max(SEPARATORS, key=lines[0].count)
    number = 0
    while number < len(lines):
        cells, following = _row(lines, number, separator, file, findings)
        if any(cell.text for cell in cells):
            yield tuple(cells)
        number = following


def _row(
    lines: list[str], number: int, separator: str, file: str, findings: Findings
) -> tuple[list[Cell], int]:
    """Return the cells of the row that begins on line `number` (from 0), and the line after it."""
    cells: list[Cell] = []
    column = 0
    while True:
        line = lines[number]
        blanks = len(line[column:]) - len(line[column:].lstrip(" "))
        if line[column + blanks : column + blanks + 1] == '"':
            cell, number, column = _quoted(lines, number, column + blanks, separator, file, findings)
        else:
            end = line.find(separator, column)
            end = len(line) if end < 0 else end
            written = line[column:end]
            length = max(1, len(written.strip()))
            cell = Cell(written.strip(), Place(file, number + 1, column + blanks + 1, length))
            column = end
        cells.append(cell)
        if column >= len(lines[number]):
            return cells, number + 1
        column += 1


def _quoted(
    lines: list[str], number: int, column: int, separator: str, file: str, findings: Findings
) -> tuple[Cell, int, int]:
    """Return a cell in quotes, and the line and column where it ends: at a separator or the end of the line."""
    place = Place(file, number + 1, column + 1)
    text = ""
    start, column = number, column + 1
    while True:
        end = lines[number].find('"', column)
        if end < 0 and number + 1 >= len(lines):
            findings.error(
                "PNP124", 'the quote " that opens here is never closed', place, hint='close it with "'
            )
            return Cell("", place), start, len(lines[start])
        if end < 0:
            text += lines[number][column:] + "\n"
            number, column = number + 1, 0
        elif lines[number][end + 1 : end + 2] == '"':
            text += lines[number][column : end + 1]
            column = end + 2
        else:
            text += lines[number][column:end]
            break
    rest = lines[number][end + 1 :]
    after = rest.find(separator)
    after = len(rest) if after < 0 else after
    if rest[:after].strip():
        spot = Place(file, number + 1, end + 2)
        findings.error(
            "PNP124", "the quoted cell ends before this", spot, hint='write "" for a quote inside quotes'
        )
    if start == number:
        place = Place(file, place.line, place.column, end + 2 - place.column)
    return Cell(text, place), number, end + 1 + after

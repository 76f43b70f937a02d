"""A table of separated text with one cell changed: separators, quotes, line ends and encoding stay, and all other cells."""

import re
from dataclasses import dataclass
from itertools import zip_longest

from pnp.load.nodes import Findings, Problem
from pnp.load.rows.cells import Row
from pnp.load.rows.csv_cells import decode_table, encoding_mark, read_csv, separator_of
from pnp.model.diagnostics import Place
from pnp.model.errors import CannotEdit

_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


@dataclass(frozen=True, slots=True)
class CsvText:
    """The text of a table, with its line ends as they are; `mark` is what its bytes begin with, `encoding` what follows."""

    text: str
    mark: bytes
    encoding: str

    @classmethod
    def of(cls, data: bytes, label: str) -> "CsvText":
        """Return the text of a table; raises CannotEdit."""
        try:
            text = decode_table(data, label)
        except Problem as problem:
            raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
        return cls(text, *encoding_mark(data))

    def data_with(self, text: str) -> bytes:
        """Return the bytes of the table with another text."""
        return self.mark + text.encode(self.encoding)

    def at(self, place: Place) -> int:
        """Return how many letters stand before a place."""
        starts = [0, *(end.end() for end in _LINE_END.finditer(self.text))]
        return starts[place.line - 1] + place.column - 1


def with_csv_cell(data: bytes, label: str, row: Place, heading: str, value: str) -> bytes:
    """Return a table with another text in the cell below a heading; `row` is where the row begins. Raises CannotEdit."""
    table = CsvText.of(data, label)
    headings, rows = _read(data, label)
    begins = [(cells[0].place.line, cells[0].place.column) for cells in rows]
    number = begins.index((row.line, row.column)) if (row.line, row.column) in begins else None
    column = next((number for number, cell in enumerate(headings) if cell.text == heading), None)
    if number is None or column is None:
        raise CannotEdit(f"there is no such cell in {label}", "the file has changed: look at it again")
    cells, separator = rows[number], separator_of(table.text)
    if column < len(cells):
        start = table.at(cells[column].place)
        end = _end_of_cell(table.text, start, separator)
        form = _written(value, table.text[start:end], separator)
    else:
        start = end = _end_of_cell(table.text, table.at(cells[-1].place), separator)
        form = separator * (column + 1 - len(cells)) + _written(value, "", separator)
    changed = table.data_with(table.text[:start] + form + table.text[end:])
    _refuse_other_changes(data, changed, label, (number, column, value))
    return changed


def _read(data: bytes, label: str) -> tuple[Row, tuple[Row, ...]]:
    try:
        table = read_csv(data, label, Findings())
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    return table.heading, table.rows


def _end_of_cell(text: str, start: int, separator: str) -> int:
    if quoted := _QUOTED.match(text, start):
        return quoted.end()
    plain = re.compile(f"[^{separator}\r\n]*").match(text, start)
    assert plain is not None
    return start + len(plain[0].rstrip())


def _written(value: str, before: str, separator: str) -> str:
    """Return a cell, in quotes if it was in quotes or needs them; line ends in it are those it had."""
    needs = separator in value or '"' in value or "\n" in value or value != value.strip()
    if not before.startswith('"') and not needs:
        return value
    value = value.replace('"', '""')
    if "\r\n" in before:
        value = value.replace("\n", "\r\n")
    return f'"{value}"'


def _refuse_other_changes(before: bytes, after: bytes, label: str, cell: tuple[int, int, str]) -> None:
    """Raise CannotEdit when a table is not as before but for one cell."""
    changed, column, value = cell
    old, new = _read(before, label), _read(after, label)
    expected = [[each.text for each in row] for row in (old[0], *old[1])]
    row = expected[changed + 1]
    row += [""] * (column + 1 - len(row))
    row[column] = value.strip()
    found = [[each.text for each in row] for row in (new[0], *new[1])]
    same = len(found) == len(expected) and all(
        one == other
        for was, now in zip(expected, found, strict=True)
        for one, other in zip_longest(was, now, fillvalue="")
    )
    if not same:
        raise CannotEdit("this text would change other cells", "change it in the spreadsheet")

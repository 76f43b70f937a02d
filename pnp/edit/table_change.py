"""One cell of a table in a text file changed: CSV and its like; everything else keeps its bytes."""

import re
from itertools import zip_longest

from pnp.load.nodes import Findings, Problem
from pnp.load.rows.text_tables import Row, decode_table, encoding_mark, read_csv, separator_of
from pnp.model.diagnostics import Place
from pnp.model.errors import CannotEdit

_LINE_END = re.compile(r"\r\n|\r|\n")
_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def with_csv_cell(data: bytes, label: str, row: Place, heading: str, value: str) -> bytes:
    """Return a table with another text in the cell below a heading; `row` is where the row begins. Raises CannotEdit."""
    try:
        text = decode_table(data, label)
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    headings, *rows = _read_csv(data, label)
    begins = [(cells[0].place.line, cells[0].place.column) for cells in rows]
    number = begins.index((row.line, row.column)) if (row.line, row.column) in begins else None
    column = next((number for number, cell in enumerate(headings) if cell.text == heading), None)
    if number is None or column is None:
        raise CannotEdit(f"there is no such cell in {label}", "the file has changed: look at it again")
    cells, separator = rows[number], separator_of(text)
    starts = [0, *(end.end() for end in _LINE_END.finditer(text))]
    place = cells[min(column, len(cells) - 1)].place
    start = starts[place.line - 1] + place.column - 1
    end = _end_of_cell(text, start, separator)
    if column < len(cells):
        form = _written(value, text[start:end], separator)
    else:
        start, form = end, separator * (column + 1 - len(cells)) + _written(value, "", separator)
    mark, encoding = encoding_mark(data)
    changed = mark + (text[:start] + form + text[end:]).encode(encoding)
    _refuse_other_changes(data, changed, label, (number, column, value))
    return changed


def _read_csv(data: bytes, label: str) -> tuple[Row, ...]:
    """Return the line of the headings and the rows; raises CannotEdit."""
    try:
        table = read_csv(data, label, Findings())
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    return table.heading, *table.rows


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
    expected, found = (
        [[each.text for each in row] for row in _read_csv(data, label)] for data in (before, after)
    )
    row = expected[changed + 1]
    row += [""] * (column + 1 - len(row))
    row[column] = value.strip()
    same = len(found) == len(expected) and all(
        one == other
        for was, now in zip(expected, found, strict=True)
        for one, other in zip_longest(was, now, fillvalue="")
    )
    if not same:
        raise CannotEdit("this text would change other cells", "change it in the spreadsheet")

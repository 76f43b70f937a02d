"""Rows of cells under a line of headings, whatever file they come from."""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from pnp.load.nodes import MAX_TEXT, Findings, Key, MapNode, Problem, ScalarNode
from pnp.load.yaml_source import HIDDEN, resolve
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.limits import USUAL_LIMITS

ERRORS = ("#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!")
"""What a spreadsheet shows in place of a result."""

COMMENT = "#"
"""A row or a column that begins with it is left out."""

MAX_CELLS = USUAL_LIMITS.cells
"""In one table: ten thousand cards of fifty."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text without quotes and surrounding blanks, and where it begins."""

    text: str
    place: Place


Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CellTable:
    """The headings and the rows of a table, without the rows that are blank; `left_out` of them begin with #."""

    heading: Row
    rows: tuple[Row, ...]
    left_out: tuple[Place, ...] = ()


@cache
def column_letters(number: int) -> str:
    """Return what a spreadsheet calls the column of that number, counted from 1.

    >>> [column_letters(number) for number in (1, 26, 27, 702, 703)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while number > 0:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_of(place: Place) -> str:
    """Return the letters of the column of a cell.

    >>> column_of(Place("deck.csv", 7, 12, cell="C7"))
    'C'
    """
    return place.cell.rstrip("0123456789")


def cell_table(rows: Iterator[Row], label: str, *, example: str) -> CellTable:
    """Return the table whose first row, comments apart, is that of the headings. Raises Problem for an empty file."""
    heading: Row = ()
    kept: list[Row] = []
    left_out: list[Place] = []
    cells = 0
    for row in rows:
        cells += len(row)
        if cells > MAX_CELLS:
            message = f"more than {MAX_CELLS:,} cells in one table"
            raise Problem("PNP117", message, row[0].place, "split it into several components")
        if _is_comment(row, is_heading=not heading):
            left_out.append(row[0].place)
        elif heading:
            kept.append(row)
        else:
            heading = row
    while _is_title(heading, kept):
        heading = kept.pop(0)
    if not heading:
        hint = f"write a line of headings: {example}"
        raise Problem("PNP107", "the file is empty", Place(label, 1, 1), hint)
    return CellTable(heading, tuple(kept), tuple(left_out))


def _is_title(first: Row, below: Sequence[Row]) -> bool:
    """Say whether the first row of a table is a title above its headings: one cell, over a row of three or more."""
    one, more = (sum(bool(cell.text) for row in rows for cell in row) for rows in ((first,), below[:1]))
    return one == 1 and more > 2 and len(below) > 1


def _is_comment(row: Row, *, is_heading: bool) -> bool:
    """Say whether a row is to be left out; a first heading of # only leaves out its column."""
    first = row[0].text
    if not first.startswith(COMMENT) or first.upper() in ERRORS:
        return False
    return not is_heading or sum(bool(cell.text) for cell in row) == 1


def row_entries(
    table: CellTable, findings: Findings, said: Container[str] = (), *, strict: bool = True
) -> tuple[MapNode, ...]:
    """Return a mapping of headings to values for each row. An empty cell is a key that is not written.

    What `said` names, such as "column C" for one without a heading, is known, and not reported; nor is any if not `strict`.
    """
    heading = named_columns(table.heading, table.rows, findings if strict else Findings(), said)
    entries = []
    for row in table.rows:
        cells = filled_cells(heading, row, findings)
        read = ((Key(title.text, title.place), _node(cell, findings)) for title, cell in cells)
        for _, cell in cells:
            _warn_of_date(cell, findings)
        entries.append(MapNode(tuple((key, node) for key, node in read if node is not None), row[0].place))
    return tuple(entries)


def column_name(cell: Cell) -> str:
    """Return what `columns` calls a column whose heading is missing, or that of another: "column C", "Text (C)"."""
    return f"{cell.text} ({column_of(cell.place)})" if cell.text else f"column {column_of(cell.place)}"


def named_columns(heading: Row, rows: Sequence[Row], findings: Findings, said: Container[str] = ()) -> Row:
    """Return the headings, and report columns that hold something and have none, or that of another.

    Such a column is then called by its letter, unless nothing is in it.
    """
    used = {number for row in rows for number, cell in enumerate(row) if cell.text}
    named: dict[str, Cell] = {}
    for number, cell in enumerate(heading):
        name = cell.text
        if not name and number in used:
            name = column_name(cell)
            hint = "write the name of the field"
            if sum(bool(each.text) for each in heading) == 1:
                hint += f"; if row {heading[0].place.line} is a title, begin it with {COMMENT}"
            if name not in said:
                findings.error("PNP124", "this column has no heading", cell.place, hint=hint)
        elif name and name in named:
            where = f"column {column_of(named[name].place)}"
            name = column_name(cell)
            hint = f"the first is in {where}; rename or delete one"
            if name not in said:
                findings.error("PNP124", f'two columns have the heading "{cell.text}"', cell.place, hint=hint)
        named[name or f"\0{number}"] = replace(cell, text=name)
    return tuple(named.values())


def filled_cells(heading: Row, row: Row, findings: Findings) -> list[tuple[Cell, Cell]]:
    """Return the heading and the cell of each cell that holds something; report one beyond the headings.

    A column whose heading begins with # is left out.
    """
    for extra in row[len(heading) :]:
        if extra.text:
            message = f"this row has more cells than the {len(heading)} headings"
            hint = 'put a text with a comma in it into quotes: "a, b"'
            findings.error("PNP124", message, extra.place, hint=hint)
            break
    return [
        (title, cell)
        for title, cell in zip(heading, row, strict=False)
        if cell.text and title.text and not is_left_out(title.text)
    ]


def is_left_out(heading: str) -> bool:
    """Say whether a column is left out by its heading: it begins with #, and is not a number of copies.

    >>> is_left_out("#Notes"), is_left_out("#"), is_left_out("# in deck")
    (True, False, False)
    """
    return heading.startswith(COMMENT) and not _NUMBER_SIGN.match(heading)


_NUMBER_SIGN = re.compile(r"#\s*(?:$|(?:in|of|per|copies|cards)\b)", re.IGNORECASE)


def _node(cell: Cell, findings: Findings) -> ScalarNode | None:
    """Return the value of a cell; None, with a finding, for one that has none."""
    text = cell.text
    if text.startswith(COMMENT) and text.upper() in ERRORS:
        message = f"the formula of this cell has no result: {text}"
        findings.error("PNP155", message, cell.place, hint="mend the formula, or write the value")
        return None
    text = whole_text(text, cell.place, findings)
    return ScalarNode(cell_value(text), text, cell.place)


def whole_text(text: str, place: Place, findings: Findings) -> str:
    """Return a text without invisible characters and no longer than it may be, both reported."""
    if len(text) > MAX_TEXT:
        message = f"a text of {len(text):,} characters; the limit is {MAX_TEXT:,}"
        findings.error("PNP108", message, place, hint="shorten it")
        text = text[:MAX_TEXT]
    if not text.isprintable() and (hidden := HIDDEN.search(text)):
        message = f"there is an invisible character (U+{ord(hidden[0]):04X}) in this text"
        findings.error("PNP100", message, place, hint="delete it")
        text = HIDDEN.sub("", text)
    return text


_MONTH = "Jan|Feb|Mar|Mär|Mrz|Apr|Mai|May|Jun|Jul|Aug|Sep|Okt|Oct|Nov|Dez|Dec"
_DATE = re.compile(rf"[0-9]{{1,2}}[-. ]{{1,2}}(?:{_MONTH})|(?:{_MONTH})[-. ]{{1,2}}[0-9]{{1,2}}")


def _warn_of_date(cell: Cell, findings: Findings) -> None:
    """Warn of a date such as spreadsheets make of a fraction, and save in its place."""
    if _DATE.fullmatch(cell.text):
        message = f'"{cell.text}" may have been a fraction: spreadsheets make a date of 1/2'
        hint = "give the column the format Text in the spreadsheet, and type the value again"
        findings.add(Diagnostic("PNP156", message, cell.place, hint, severity="warning"))


_LONGEST_WORD = len("false")
_WHOLE = re.compile(r"(0|-?[1-9][0-9]{0,17})(?:\.0+)?")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{0,16}[1-9]")


def cell_value(text: str) -> bool | int | float | str:
    """Return what a cell holds: true or false, a number written as one prints it, else its text.

    >>> [cell_value(text) for text in ("3", "3.0", "-0.5", "TRUE", "+2", "2.50", "007", "null")]
    [3, 3, -0.5, True, '+2', '2.50', '007', 'null']
    """
    if whole := _WHOLE.fullmatch(text):
        return int(whole[1])
    if _DECIMAL.fullmatch(text):
        return float(text)
    value = resolve(text) if len(text) <= _LONGEST_WORD else text
    return value if isinstance(value, bool) else text


def table_name(label: str) -> str:
    """Return the name of a file without its folders, as messages call it."""
    return Path(label).name

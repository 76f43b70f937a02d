"""Read a sheet of a workbook that is no .xlsx: OpenDocument (.ods), and the older and the binary files of Excel."""

import datetime as dt
import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any
from zipfile import ZipFile

from pnp.load.nodes import Findings, Node, Problem
from pnp.load.rows.cells import MAX_CELLS, Cell, CellTable, Row, cell_table, column_letters
from pnp.load.rows.csv_cells import EXAMPLE
from pnp.load.rows.workbook import MAX_COLUMNS, chosen_sheet, look_at_sizes
from pnp.model.diagnostics import Place

SUFFIXES = (".ods", ".xls", ".xlsb")

_REPEATED = re.compile(
    rb'<table:table-(?:cell|row)\b[^>]*-repeated="(\d+)"[^>]*(?<!/)>(?:(?!</table:table-(?:row|cell)>).)*?<text:p',
    re.DOTALL,
)


def read_other_workbook(data: bytes, label: str, sheet: Node | None, findings: Findings) -> CellTable:
    """Return the table on the sheet of that name, or on the first one; raises Problem."""
    names = other_sheets(data, label)
    try:
        book = _book(data)
        rows = book.get_sheet_by_name(chosen_sheet(names, label, sheet)).to_python(skip_empty_area=False)
    except Problem:
        raise
    except Exception as error:  # whatever a damaged file makes of the library
        raise _damaged(label) from error
    return cell_table(_cells(rows, label, findings), label, example=EXAMPLE)


def other_sheets(data: bytes, label: str) -> tuple[str, ...]:
    """Return the names of the sheets of a workbook; raises Problem."""
    if data.startswith(b"PK"):
        look_at_sizes(data, label)
    try:
        _refuse_endless(data, label)
        return tuple(_book(data).sheet_names)
    except Problem:
        raise
    except Exception as error:
        raise _damaged(label) from error


def _book(data: bytes) -> Any:
    from python_calamine import CalamineWorkbook  # noqa: PLC0415 - only those who have such a file wait for it

    return CalamineWorkbook.from_filelike(BytesIO(data))


def _damaged(label: str) -> Problem:
    hint = "open it in the spreadsheet and save it as .xlsx"
    return Problem("PNP100", "the workbook is damaged, or has a password", Place(label, 1, 1), hint)


def _refuse_endless(data: bytes, label: str) -> None:
    """Raise Problem for an OpenDocument file in which a few letters say that millions of cells are filled."""
    if not data.startswith(b"PK") or "content.xml" not in (archive := ZipFile(BytesIO(data))).namelist():
        return
    if any(int(found[1]) > MAX_CELLS // 100 for found in _REPEATED.finditer(archive.read("content.xml"))):
        message, hint = f"more than {MAX_CELLS:,} cells in one table", "delete what is filled below the cards"
        raise Problem("PNP117", message, Place(label, 1, 1), hint)


def _cells(rows: list[list[Any]], label: str, findings: Findings) -> Iterator[Row]:
    for number, row in enumerate(rows, 1):
        found = []
        for column, value in enumerate(row[:MAX_COLUMNS], 1):
            place = Place(label, number, column, 1, f"{column_letters(column)}{number}")
            found.append(Cell(_text(value, place, findings), place))
        while found and not found[-1].text:
            found.pop()
        if found:
            yield tuple(found)


def _text(value: object, place: Place, findings: Findings) -> str:
    """Return the text of a cell as a CSV file would have it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else f"{value:.15g}"
    if isinstance(value, dt.date | dt.time | dt.timedelta):
        shown = f"{value:%Y-%m-%d}" if isinstance(value, dt.date) else str(value)
        hint = "give the column the format Text and type it again, be it a date or a fraction such as 1/2"
        findings.error("PNP156", f"this is a date, {shown}", place, hint=hint)
        return shown
    return str(value).replace("\r\n", "\n").replace("\r", "\n").strip()

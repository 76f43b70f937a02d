"""Read a sheet of a workbook: the results of its formulas, as the spreadsheet saved them.

Before anything is unpacked its size is looked at: a small file may hold gigabytes.
"""

import datetime as dt
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile, ZipFile

from pnp.load.nodes import Findings, Node, Problem, ScalarNode, not_wanted
from pnp.load.rows.text_tables import EXAMPLE, MAX_CELLS, Cell, CellTable, Row, cell_table
from pnp.model.diagnostics import Place
from pnp.text import column_letters, suggest

XLSX = (".xlsx", ".xlsm")
OTHERS = (".ods", ".xls", ".xlsb")  # OpenDocument, old and binary Excel files: read without formats.
SUFFIXES = (*XLSX, *OTHERS)
MAX_PART_BYTES = 20_000_000  # Of one part of a workbook once it is unpacked; the pictures in it are not read.
MAX_PARTS = 2_000
MAX_COLUMNS = 1_000


class Workbook:
    """A workbook: the `names` of its sheets of cells, and the table on each. Raises Problem for what is none."""

    def __init__(self, data: bytes, label: str) -> None:
        self._label = label
        with _damage_told(label):
            self._book = _open_xlsx(data, label) if is_xlsx(label) else _open_other(data, label)
            sheets = self._book.worksheets if is_xlsx(label) else ()
            self._sheets = {sheet.title: sheet for sheet in sheets}
            self.names: tuple[str, ...] = tuple(self._sheets if is_xlsx(label) else self._book.sheet_names)

    def chosen(self, wanted: Node | None) -> str:
        """Return the name of the sheet that is wanted, or of the first; those of several, as in A + B, with + between."""
        if isinstance(wanted, ScalarNode) and BETWEEN_SHEETS in wanted.text and wanted.text not in self.names:
            return BETWEEN_SHEETS.join(
                chosen_sheet(self.names, self._label, replace(wanted, text=part))
                for part in wanted.text.split(BETWEEN_SHEETS)
            )
        return chosen_sheet(self.names, self._label, wanted)

    def table(self, name: str, findings: Findings) -> CellTable:
        """Return the table on the sheet of that name; of several the rows of all, each with the name of its sheet."""
        if name not in self.names:
            tables = {part: self.table(part, findings) for part in name.split(BETWEEN_SHEETS)}
            return _joined(tables)
        with _damage_told(self._label):
            if name in self._sheets:
                cells = _SheetCells(self._sheets[name], self._label, findings)
                rows = [*cells.rows()]
            else:
                values = self._book.get_sheet_by_name(name).to_python(skip_empty_area=False)
                rows = [*_cells(values, self._label, findings)]
        return cell_table(iter(rows), self._label, example=EXAMPLE)


BETWEEN_SHEETS = " + "


def headings_of(table: CellTable) -> list[str]:
    """Return the headings of a table in small letters."""
    return [cell.text.strip().casefold() for cell in table.heading]


def _joined(tables: Mapping[str, CellTable]) -> CellTable:
    first, rows, parts = next(iter(tables.values())), list[Row](), list[tuple[str, CellTable]]()
    heads = {cell.text.strip().casefold(): cell for part in [*tables.values()][::-1] for cell in part.heading}
    known = dict.fromkeys(each for table in tables.values() for each in headings_of(table))
    for name, table in tables.items():
        own = headings_of(table)
        for row in table.rows:
            cells = [row[own.index(heading)] if heading in own[: len(row)] else None for heading in known]
            place = row[0].place
            rows.append((*(cell or Cell("", place) for cell in cells), Cell(name, place)))
        both = zip(table.heading, own, strict=True)
        heading = tuple(replace(cell, text=heads[each].text) for cell, each in both)
        parts.append((name, replace(table, heading=heading)))
    left_out = tuple(place for table in tables.values() for place in table.left_out)
    every = (*(heads[each] for each in known), Cell(SHEET, first.heading[0].place))
    return CellTable(every, tuple(rows), left_out, parts=tuple(parts))


SHEET = "Sheet"  # The heading of the names of the sheets that are joined.


def read_workbook(data: bytes, label: str, sheet: Node | None, findings: Findings) -> CellTable:
    """Return the table on the sheet of that name, or on the first one; raises Problem."""
    book = Workbook(data, label)
    return book.table(book.chosen(sheet), findings)


def is_xlsx(label: str) -> bool:
    """Say whether a file of that name is a workbook whose cells are read with their formats."""
    return label.lower().endswith(XLSX)


@contextmanager
def _damage_told(label: str) -> Iterator[None]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of features that are not read
            yield
    except Problem:
        raise
    except Exception as error:
        hint = "open it in the spreadsheet and save it as .xlsx"
        message = "the workbook is damaged, or has a password"
        raise Problem("PNP100", message, Place(label, 1, 1), hint) from error


def _open_xlsx(data: bytes, label: str) -> Any:
    from openpyxl import load_workbook  # noqa: PLC0415 - only those who have a workbook wait for it

    look_at_sizes(data, label)
    return load_workbook(BytesIO(data), read_only=True, data_only=True, rich_text=True)


def look_at_sizes(data: bytes, label: str) -> None:
    """Raise Problem for what is no archive, and for one that would fill the memory."""
    try:
        parts = ZipFile(BytesIO(data)).infolist()
    except (BadZipFile, ValueError, OSError) as error:
        hint = "save it as .xlsx, without a password"
        raise Problem("PNP100", "this is not a workbook", Place(label, 1, 1), hint) from error
    large = [part for part in parts if part.file_size > MAX_PART_BYTES and "media/" not in part.filename]
    if large or len(parts) > MAX_PARTS:
        what = f"{large[0].file_size / 1e6:.0f} MB in {large[0].filename}" if large else f"{len(parts)} parts"
        message = f"the workbook holds {what}; the limit is {MAX_PART_BYTES // 1_000_000} MB, or {MAX_PARTS}"
        hint = "copy the rows into a new workbook: empty rows with formats take up room too"
        raise Problem("PNP100", message, Place(label, 1, 1), hint)


def chosen_sheet(names: Sequence[str], label: str, wanted: Node | None) -> str:
    """Return the name of the sheet that is wanted, in any case of its letters, or of the first; raises Problem."""
    if not names:
        hint = "put the rows on a sheet of cells"
        raise Problem("PNP107", "the workbook has no sheet of cells", Place(label, 1, 1), hint)
    if wanted is None:
        return names[0]
    if not isinstance(wanted, ScalarNode) or wanted.value is None:
        raise not_wanted(wanted, "sheet must be the name of a sheet", "write sheet: Cards")
    for name in names:
        if name.strip().casefold() == wanted.text.strip().casefold():
            return name
    message = f'{Path(label).name} has no sheet "{wanted.text}"'
    raise Problem("PNP115", message, wanted.place, suggest(wanted.text, names, what="sheets"))


_DIGITS = re.compile(r"(0+)(?:\.(0+))?(%?)(?:_\)|_-|;.*)?")
_PLAIN = re.compile(r"[#0?,. ]*|General|@", re.IGNORECASE)


class _SheetCells:
    """The cells of one sheet; `findings` gets what is to be said of them."""

    def __init__(self, sheet: Any, label: str, findings: Findings) -> None:
        self._sheet = sheet
        self._label = label
        self._findings = findings
        self._patterns: dict[int, str] = {}
        self._told: set[tuple[str, int]] = set()

    def rows(self) -> Iterator[Row]:
        """Yield the rows that are not blank, the cells of merged areas filled downwards."""
        from openpyxl.worksheet._reader import FORMULA_TAG, WorkSheetParser  # noqa: PLC0415

        sheet, book = self._sheet, self._sheet.parent

        class Parser(WorkSheetParser):  # type: ignore[misc] # the library is not typed
            """Reads cells, and marks formulas of which no result was saved."""

            def parse_cell(self, element: Any) -> dict[str, Any]:
                cell: dict[str, Any] = super().parse_cell(element)
                has_formula = element.find(FORMULA_TAG) is not None
                if cell["value"] is None and has_formula and element.get("t") != "str":
                    cell["data_type"] = "f"  # an empty text is a result
                return cell

        with sheet._get_source() as source:  # noqa: SLF001 - what the sheet's own iterator does
            parser = Parser(
                source,
                sheet._shared_strings,  # noqa: SLF001
                data_only=True,
                epoch=book.epoch,
                date_formats=book._date_formats,  # noqa: SLF001
                timedelta_formats=book._timedelta_formats,  # noqa: SLF001
                rich_text=True,
            )
            cells = {number: row for number, row in parser.parse() if any(_is_filled(cell) for cell in row)}
        self._fill_merged(parser, cells)
        self._tell_hidden(parser, cells)
        for number, row in sorted(cells.items()):
            found = {cell["column"]: self._cell(cell) for cell in row if _is_filled(cell)}
            last = min(max(found), MAX_COLUMNS)
            yield tuple(found.get(each) or Cell("", self._place(number, each)) for each in range(1, last + 1))

    def _fill_merged(self, parser: Any, cells: dict[int, list[dict[str, Any]]]) -> None:
        """Give each row of an area merged downwards the value of its first; tell of those merged across columns."""
        for area in parser.merged_cells.mergeCell if parser.merged_cells else ():
            left, top, right, bottom = area.bounds
            first = next((cell for cell in cells.get(top, ()) if cell["column"] == left), None)
            if first is None or not _is_filled(first):
                continue
            if right > left:
                message = f"{area.coord} is one merged cell; only the first column gets its text"
                hint = "split the cell; or, if it is a headline, begin it with # to leave the row out"
                self._tell("PNP157", message, top, left, hint)
            for row in range(top + 1, bottom + 1):
                if row in cells:
                    others = [cell for cell in cells[row] if cell["column"] != left]
                    cells[row] = [{**first, "row": row}, *others]

    def _tell_hidden(self, parser: Any, cells: dict[int, list[dict[str, Any]]]) -> None:
        looks = {number: parser.row_dimensions.get(str(number), {}) for number in cells}
        hidden = [number for number in cells if looks[number].get("hidden") in ("1", "true")]
        if hidden:
            message = f"hidden rows are read like all others: {', '.join(map(str, sorted(hidden)[:8]))}"
            hint = "delete them, write 0 for their copies, or begin them with #"
            self._tell("PNP157", message, hidden[0], 1, hint)

    def _cell(self, cell: dict[str, Any]) -> Cell:
        place = self._place(cell["row"], cell["column"])
        return Cell(self._text(cell, place), place)

    def _text(self, cell: dict[str, Any], place: Place) -> str:
        value, kind = cell["value"], cell["data_type"]
        if kind == "f":
            message = "this formula was saved without its result"
            hint = "open the workbook in a spreadsheet and save it there"
            self._findings.error("PNP155", message, place, hint=hint)
            return ""
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self._number(value, cell)
        known = isinstance(value, str | bool) or kind == "d"
        return _text(value if known else _marked(value), place, self._findings).replace("_x000D_", "").strip()

    def _number(self, value: float, cell: dict[str, Any]) -> str:
        place, pattern = self._place(cell["row"], cell["column"]), self._pattern(cell["style_id"])
        if shown := _DIGITS.fullmatch(pattern):
            digits, decimals = len(shown[1]), len(shown[2] or "")
            if shown[3]:
                return f"{value * 100:.{decimals}f}%"
            if decimals or digits > 1:
                return f"{value:0{digits + (decimals + 1 if decimals else 0)}.{decimals}f}"
        elif not _PLAIN.fullmatch(pattern) and (pattern, cell["column"]) not in self._told:
            self._told.add((pattern, cell["column"]))
            message = f"the spreadsheet shows this in the format {pattern}; the card gets only the number, {value:.15g}"
            hint = "give the column the format Text and type the value in full"
            self._findings.warn("PNP157", message, place, hint=hint)
        return _text(float(value), place, self._findings)

    def _pattern(self, style: int) -> str:
        from openpyxl.cell.read_only import ReadOnlyCell  # noqa: PLC0415

        if style not in self._patterns:
            cell = ReadOnlyCell(self._sheet, 1, 1, 0, style_id=style)
            self._patterns[style] = str(cell.number_format)
        return self._patterns[style]

    def _place(self, row: int, column: int) -> Place:
        return Place(self._label, row, column, 1, f"{column_letters(column)}{row}")

    def _tell(self, code: str, message: str, row: int, column: int, hint: str) -> None:
        self._findings.warn(code, message, self._place(row, column), hint=hint)


def _is_filled(cell: dict[str, Any]) -> bool:
    value = cell["value"]
    return cell["data_type"] == "f" or (value is not None and str(value).strip() != "")


def _marked(runs: Any) -> str:
    text = ""
    for run in runs:
        words = str(run)
        font = getattr(run, "font", None)
        stars = ("**" if font is not None and font.b else "") + ("*" if font is not None and font.i else "")
        inner = words.strip()
        before, _, after = words.partition(inner) if inner else (words, "", "")
        text += f"{before}{stars}{inner}{stars[::-1]}{after}" if inner else words
    return text


# Read a sheet of a workbook that is no .xlsx: OpenDocument (.ods), and the older and the binary files of Excel.

_REPEATED = re.compile(
    rb'<table:table-(?:cell|row)\b[^>]*-repeated="(\d+)"[^>]*(?<!/)>(?:(?!</table:table-(?:row|cell)>).)*?<text:p',
    re.DOTALL,
)


def _open_other(data: bytes, label: str) -> Any:
    from python_calamine import CalamineWorkbook  # noqa: PLC0415 - only those who have such a file wait for it

    if data.startswith(b"PK"):
        look_at_sizes(data, label)
        archive = ZipFile(BytesIO(data))
        content = archive.read("content.xml") if "content.xml" in archive.namelist() else b""
        if any(int(found[1]) > MAX_CELLS // 100 for found in _REPEATED.finditer(content)):
            message = f"more than {MAX_CELLS:,} cells in one table"
            raise Problem("PNP117", message, Place(label, 1, 1), "delete what is filled below the cards")
    return CalamineWorkbook.from_filelike(BytesIO(data))


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
        is_date = isinstance(value, dt.date)
        shown = f"{value:%Y-%m-%d}" if is_date else str(value)
        message = f"this is a {'date' if is_date else 'time'}, {shown}"
        hint = "give the column the format Text and type it again, be it a date or a fraction such as 1/2"
        findings.error("PNP156", message, place, hint=hint)
        return shown
    return str(value).replace("\r\n", "\n").replace("\r", "\n").strip()

"""Rows of a JSON file and of an .xlsx workbook changed; of the latter, formats, formulas and other sheets keep their bytes.

The XML of the sheet itself is changed: openpyxl would drop the results of formulas, which are what is printed.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise
from xml.sax.saxutils import escape, unescape
from zipfile import ZipFile

from pnp.edit.row_change import RowThen, columns_for
from pnp.edit.yaml_change import ListSpan, MapSpan, read_yaml_text, span_at, values_of
from pnp.load.nodes import Findings, Node, Plain, Problem
from pnp.load.rows.text_tables import CellTable, Row, cell_value, column_letters
from pnp.load.rows.workbook import Workbook, read_workbook
from pnp.model.diagnostics import CannotEdit, Place

_ROW = re.compile(r'<row\b[^>]*?\br="(\d+)"[^>]*?(?:/>|>.*?</row>)', re.DOTALL)
_CELL = re.compile(r'<c\b[^>]*?\br="([A-Z]+)\d+"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
_FORMULA = re.compile(r"<f[\s>/]")
_AREA = re.compile(r'<mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')
_IN_EXCEL = "change it in the spreadsheet"
MOST_BYTES = 200_000_000
"""Of all parts of a workbook once they are unpacked, its pictures too."""


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The XML of a sheet up to its rows, behind them, and each of them by its number; the corners of its merged areas."""

    top: str
    rows: dict[int, str]
    rest: str
    areas: list[tuple[str, str, str, str]]

    @property
    def has_formulas(self) -> bool:
        return any(map(_FORMULA.search, self.rows.values()))

    def is_merged(self, column: str, number: int) -> bool:
        """Say whether a cell is part of an area of several."""
        place = (len(column), column)
        return any(
            (len(left), left) <= place <= (len(right), right) and int(top) <= number <= int(bottom)
            for left, top, right, bottom in self.areas
        )


def with_workbook_rows(
    data: bytes,
    label: str,
    sheet: Node | None,
    rows: Sequence[RowThen] | None,
    renamed: tuple[str, str] | None = None,
) -> tuple[bytes, tuple[str, ...]]:
    """Return a workbook with these rows, None for those that it has, and what is to be known of it.

    The column `renamed` has another heading then. Raises CannotEdit.
    """
    table = _table(data, label, sheet)
    rows = [*map(RowThen, range(len(table.rows)))] if rows is None else rows
    columns, new_columns = columns_for([cell.text for cell in table.heading], rows)
    names = {name: column_letters(number + 1) for name, number in columns.items()}
    with ZipFile(BytesIO(data)) as book:
        infos = book.infolist()
        if sum(info.file_size for info in infos) > MOST_BYTES:
            raise CannotEdit("the workbook holds too much to be changed here", _IN_EXCEL)
        parts = {info.filename: book.read(info) for info in infos}
    part = _part_of(parts, Workbook(data, label).chosen(sheet))
    xml = _read_sheet(parts[part])
    for old, new in (*((name, name) for name in new_columns), *([renamed] if renamed else [])):
        place = (names[old], _number(table.heading))
        xml.rows[place[1]] = _with_cell(xml, xml.rows[place[1]], place, new)
    changed = _arranged(xml, [_number(row) for row in table.rows], rows, names)
    parts[part] = changed.encode()
    told: tuple[str, ...] = ()
    if xml.has_formulas:
        told = ("its formulas show their old results until a spreadsheet saves it",)
        calculation = re.compile(rb"<calcPr\b(?![^>]*fullCalcOnLoad)")
        parts["xl/workbook.xml"] = calculation.sub(
            b'<calcPr fullCalcOnLoad="1"', parts["xl/workbook.xml"], count=1
        )
    out = BytesIO()
    with ZipFile(out, "w") as book:
        for info in infos:
            book.writestr(info, parts[info.filename])
    _refuse_other_cells(table, _table(out.getvalue(), label, sheet), rows, columns)
    return out.getvalue(), told


def _table(data: bytes, label: str, sheet: Node | None) -> CellTable:
    try:
        return read_workbook(data, label, sheet, Findings())
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem


def _number(row: Row) -> int:
    return int(row[0].place.cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _part_of(parts: Mapping[str, bytes], name: str) -> str:
    sheets = re.findall(r"<sheet\b[^>]*>", parts["xl/workbook.xml"].decode())
    relations = re.findall(r"<Relationship\b[^>]*>", parts["xl/_rels/workbook.xml.rels"].decode())
    quotes = {"&quot;": '"', "&apos;": "'"}

    def value(tag: str, attribute: str) -> str:
        found = re.search(rf'\b{attribute}="([^"]*)"', tag)
        return unescape(found[1], quotes) if found else ""

    known = next((value(sheet, "r:id") for sheet in sheets if value(sheet, "name") == name), "")
    target = next((value(relation, "Target") for relation in relations if value(relation, "Id") == known), "")
    path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    if path not in parts:
        raise CannotEdit(f'the sheet "{name}" cannot be changed here', _IN_EXCEL)
    return path


def _read_sheet(data: bytes) -> _Sheet:
    text = data.decode("utf-8-sig")
    found = [*_ROW.finditer(text)]
    if not found:
        raise CannotEdit("this workbook cannot be changed here", _IN_EXCEL)
    rest = text[found[-1].end() :]
    rows = {int(match[1]): match[0] for match in found}
    return _Sheet(text[: found[0].start()], rows, rest, _AREA.findall(rest))


def _arranged(xml: _Sheet, numbers: list[int], rows: Sequence[RowThen], names: Mapping[str, str]) -> str:
    stays = [row.number for row in rows[: len(numbers)] if row.stays]
    is_moved = stays != [*range(len(numbers))] or any(row.is_copy for row in rows)
    if is_moved and (xml.has_formulas or xml.areas):
        raise CannotEdit(
            "rows of a sheet with formulas or merged cells are not moved, copied or deleted here",
            "do it in the spreadsheet, or add a row at the end",
        )
    last = max(xml.rows)
    spots = [*numbers, *range(last + 1, last + 1 + len(rows))]
    changed = {number: row for number, row in xml.rows.items() if number not in numbers}
    for spot, wanted in zip(spots, rows, strict=False):
        row = f'<row r="{spot}"></row>' if wanted.number is None else xml.rows[numbers[wanted.number]]
        row = re.sub(r'(<(?:row|c)\b[^>]*?\br="[A-Z]*)\d+"', rf'\g<1>{spot}"', row) if is_moved else row
        for heading, value in wanted.values.items():
            row = _with_cell(xml, row, (names[heading], spot), value)
        changed[spot] = row
    top = xml.top if max(changed) <= last else re.sub(r"<dimension\b[^>]*/>", "", xml.top)
    return top + "".join(row for _, row in sorted(changed.items())) + xml.rest


def _with_cell(xml: _Sheet, row: str, place: tuple[str, int], value: object) -> str:
    column, number = place
    found = {match[1]: match for match in _CELL.finditer(row)}
    old = found[column][0] if column in found else ""
    if _FORMULA.search(old):
        raise CannotEdit(f"{column}{number} holds a formula", f"{_IN_EXCEL}, or type over it there")
    if xml.is_merged(column, number):
        raise CannotEdit(f"{column}{number} is one of several cells that are merged", _IN_EXCEL)
    style = re.search(r'\bs="\d+"', old.partition(">")[0])
    head = f'<c r="{column}{number}"' + (f" {style[0]}" if style else "")
    text = "" if value is None else str(value).strip()
    cell = cell_value(text)
    if text == "":
        new = f"{head}/>"
    elif isinstance(cell, str):
        new = f'{head} t="inlineStr"><is><t xml:space="preserve">{escape(text)}</t></is></c>'
    else:
        new = f'{head} t="b"><v>{cell:d}</v></c>' if isinstance(cell, bool) else f"{head}><v>{cell}</v></c>"
    if old:
        return row[: found[column].start()] + new + row[found[column].end() :]
    row = re.sub(r"^(<row\b[^>]*?)\s*/>$", r"\1></row>", re.sub(r'\s+spans="[^"]*"', "", row, count=1))
    behind = [cell for name, cell in found.items() if (len(name), name) > (len(column), column)]
    if not behind:
        return row.removesuffix("</row>") + new + "</row>"
    return row.replace(behind[0][0], new + behind[0][0], 1)


def _refuse_other_cells(
    before: CellTable, after: CellTable, rows: Sequence[RowThen], columns: Mapping[str, int]
) -> None:
    wanted = []
    for row in rows:
        cells = {} if row.number is None else _filled(before.rows[row.number])
        new = {columns[key]: "" if value is None else str(value).strip() for key, value in row.values.items()}
        cells |= {number: cell_value(text) for number, text in new.items()}
        wanted.append({number: value for number, value in cells.items() if value != ""})
    if [row for row in wanted if row] != [*map(_filled, after.rows)]:
        raise CannotEdit("this would change other cells", _IN_EXCEL)


def _filled(row: Row) -> dict[int, bool | float | str]:
    return {number: cell_value(cell.text) for number, cell in enumerate(row) if cell.text}


# JSON: a part of YAML as it is read, and written as itself.


def with_json_rows(data: bytes, label: str, places: Sequence[Place], rows: Sequence[RowThen]) -> bytes:
    """Return a file with these rows in place of those that stand at some places; raises CannotEdit."""
    file = read_yaml_text(data, label)
    maps = {
        (span.line, span.column): (path, span)
        for path, span in values_of(file.top)
        if isinstance(span, MapSpan)
    }
    found = [maps[place.line, place.column] for place in places if (place.line, place.column) in maps]
    if len(found) != len(places) or not file.text.lstrip().startswith(("[", "{")):
        raise CannotEdit(
            f"the rows of {label} have a form that is not changed here", "change it in an editor"
        )
    spans = [span for _, span in found]
    parts = [
        _with_members(
            "{}" if row.number is None else file.text[spans[row.number].start : spans[row.number].end],
            row.values,
        )
        for row in rows
    ]
    between = [file.text[one.end : other.start] for one, other in pairwise(spans)]
    if [row.number for row in rows if row.stays] != [*range(len(spans))] or len(rows) != len(spans):
        around = span_at(file.top, found[0][0][:-1])
        if not rows or not isinstance(around, ListSpan) or around.values != tuple(spans):
            raise CannotEdit("these rows are not in one list", "change it in an editor")
        between = [*between, *[between[0] if between else ", "] * len(rows)]
    signs = [*between[: len(rows) - 1], file.text[spans[-1].end :]]
    text = file.text[: spans[0].start] + "".join(part + sign for part, sign in zip(parts, signs, strict=True))
    json.loads(text)
    return (b"\xef\xbb\xbf" if file.marked else b"") + text.encode()


def _with_members(text: str, values: Mapping[str, Plain]) -> str:
    """Return the text of a mapping with these values; "stats.attack" is inside another mapping."""
    for heading, value in values.items():
        top, form = read_yaml_text(text.encode(), "").top, json.dumps(value, ensure_ascii=False)
        steps = (heading,) if span_at(top, (heading,)) else tuple(heading.split("."))
        wanted = json.loads(text)
        inner = wanted
        for step in steps[:-1]:
            inner = inner.get(step) if isinstance(inner, dict) else None
        old, around = span_at(top, steps), span_at(top, steps[:-1])
        if not isinstance(inner, dict) or not isinstance(around, MapSpan):
            raise CannotEdit(f"{heading} is not a single value", "change it in an editor")
        inner[steps[-1]] = json.loads(form)
        if old is not None:
            text = text[: old.start] + form + text[old.end :]
        else:
            known = around.values
            end = known[-1].end if known else around.start + 1
            sign = text[known[-2].end : around.keys[-1].start] if len(known) > 1 else ", " if known else ""
            text = f"{text[:end]}{sign}{json.dumps(steps[-1])}: {form}{text[end:]}"
        if json.loads(text) != wanted:
            raise CannotEdit("this would change other values", "change it in an editor")
    return text

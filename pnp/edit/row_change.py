"""Entries of a YAML list and rows of a CSV table, a JSON file or a workbook added, copied, deleted and moved.

Every other character stays, in a workbook formats, formulas and other sheets. Nothing comes of it that does not read back as
what was asked for. The XML of a sheet itself is changed: openpyxl would drop the results of formulas, which are what is
printed.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from io import BytesIO
from itertools import pairwise
from xml.sax.saxutils import escape, unescape
from zipfile import ZipFile

from pnp.edit import yaml_change as texts
from pnp.edit.yaml_change import KeyPath, ListSpan, MapSpan, YamlText, read_yaml_text, span_at, values_of
from pnp.load.nodes import Findings, Node, Plain, Problem
from pnp.load.rows.cell_values import cell_value
from pnp.load.rows.headings import field_name
from pnp.load.rows.read import table_of_file
from pnp.load.rows.text_tables import CellTable, Row, separator_of
from pnp.load.rows.workbook import Workbook
from pnp.load.yaml_source import decode_table, encoding_mark
from pnp.model.diagnostics import CannotEdit, Place
from pnp.text import column_letters, counted


@dataclass(frozen=True, slots=True)
class RowThen:
    """A row as it shall be: the number that it has now, or that it is a copy of, None for neither; and its new values.

    Values go by the headings of a table, or by keys.
    """

    number: int | None
    values: Mapping[str, Plain] = field(default_factory=dict)
    is_copy: bool = False

    @property
    def stays(self) -> bool:
        return self.number is not None and not self.is_copy


def with_entries(file: YamlText, path: KeyPath, rows: Sequence[RowThen]) -> YamlText:
    """Return the file with these entries in the list at a path, comments above an entry with it; raises CannotEdit."""
    old = texts.span_at(file.top, path)
    if not isinstance(old, ListSpan) or isinstance(old, MapSpan) or not old.values:
        raise CannotEdit("there is no list of cards to change", "write the first card in an editor")
    if not rows:
        raise CannotEdit("a component must have at least one card", "delete the component's file instead")
    begin, end, parts, copies, between = _parts_of(file.text, old, file.line_end)
    for row in rows:
        if row.is_copy and re.search(r"(?:^|[\s:,\[{-])&\w", copies[row.number or 0]):
            raise CannotEdit("this card has an &anchor that others use", "copy it in an editor")
    made = [
        _new_entry(file, old, row.values)
        if row.number is None
        else (parts if row.stays else copies)[row.number]
        for row in rows
    ]
    said = [
        ("map", {key: texts.content_of(value) for key, value in row.values.items()})
        if row.number is None
        else texts.content(old.values[row.number])
        for row in rows
    ]
    whole = texts.after_change(file, path, "set", ("list", said))
    signs = [*between, *[", " if old.flow else file.line_end] * len(made)][: len(made) - 1]
    joined = "".join(part for pair in zip(made, [*signs, ""], strict=True) for part in pair)
    file = texts.first_right(file, [file.text[:begin] + joined + file.text[end:]], whole)
    for number, row in enumerate(rows):
        for key, value in row.values.items() if row.number is not None else ():
            file = texts.with_value(file, (*path, number, key), value, ("id", "name"))
    return file


def _parts_of(text: str, old: ListSpan, line_end: str) -> tuple[int, int, list[str], list[str], list[str]]:
    """Return where the entries of a list begin and end, their texts with what stands above them and without, and what is between."""
    size = len(old.values)
    heads = [texts.head(text, old, number) for number in range(size)]
    tails = [texts.tail(text, old, number) for number in range(size)]
    if old.flow:
        parts = [text[start:end] for start, end in zip(heads, tails, strict=True)]
        between = [text[tail:head] for tail, head in zip(tails, heads[1:], strict=False)]
        return heads[0], tails[-1], parts, parts, between
    lines = [texts.line_start(text, head) for head in heads]
    ends = [texts.line_end(text, tail) for tail in tails]
    if any(text[line:head].strip() for line, head in zip(lines, heads, strict=True)):
        raise CannotEdit("the list of cards follows something else on its line", "change it in an editor")
    first = lines[0]  # the comments above the first entry go with it
    while first and text[(above := texts.line_start(text, first - 1)) : first].lstrip().startswith("#"):
        first = above
    starts = [first, *(end + (2 if text.startswith("\r\n", end) else 1) for end in ends[:-1])]
    parts = [text[start:end] for start, end in zip(starts, ends, strict=True)]
    copies = [text[start:end] for start, end in zip(lines, ends, strict=True)]
    return starts[0], ends[-1], parts, copies, [line_end] * size


def _new_entry(file: YamlText, old: ListSpan, values: Mapping[str, Plain]) -> str:
    beside = old.values[-1]
    flow = texts.flow(values)
    if old.flow:
        return flow
    at = texts.head(file.text, old, len(old.values) - 1)
    indent = " " * (at - texts.line_start(file.text, at))
    if isinstance(beside, MapSpan) and not beside.flow:
        lines = [texts.flow({key: value})[1:-1] for key, value in values.items()]
        return f"{indent}- " + f"{file.line_end}{indent}  ".join(lines)
    return f"{indent}- {flow}"


_IN_EXCEL = "change it in the spreadsheet"


class _Csv:
    """A table as it is written: its text, where its lines begin, and its cells."""

    def __init__(self, data: bytes, label: str) -> None:
        self.heading, *self.rows = _read_csv(data, label)
        self.text, (self.mark, self.encoding) = decode_table(data, label), encoding_mark(data)
        self.separator, self.lines = separator_of(self.text), _line_starts(self.text)

    def changed(self, row: Row, begin: int, end: int, new: Mapping[int, str]) -> str:
        """Return the text from `begin` to `end`, in which a row stands, with new cells, by their columns."""
        text = self.text[begin:end]
        if not new:
            return text
        starts = [self.lines[cell.place.line - 1] + cell.place.column - 1 for cell in row]
        spans = [(start, _end_of_cell(self.text, start, self.separator)) for start in starts]
        behind = range(len(row), max(new, default=0) + 1)
        more = "".join(self.separator + csv_cell(new.get(at, ""), "", self.separator) for at in behind)
        changes = [
            (start, stop, csv_cell(new[column], self.text[start:stop], self.separator))
            for column, (start, stop) in enumerate(spans)
            if column in new
        ]
        for start, stop, form in reversed([*changes, (spans[-1][1], spans[-1][1], more)]):
            text = text[: start - begin] + form + text[stop - begin :]
        return text


def with_csv_rows(
    data: bytes, label: str, rows: Sequence[RowThen] | None, renamed: tuple[str, str] | None = None
) -> bytes:
    """Return a table with these rows below its headings, or a `renamed` column; raises CannotEdit."""
    table = _Csv(data, label)
    separator, ending = table.separator, re.search(r"\r\n|\r|\n", table.text)
    line_end = ending[0] if ending else "\n"
    begins = [*(table.lines[row[0].place.line - 1] for row in table.rows), len(table.text)]
    headings = [cell.text for cell in table.heading]
    rows = [*map(RowThen, range(len(table.rows)))] if rows is None else rows
    columns, new_headings = columns_for(headings, rows)
    if renamed:
        new_headings[renamed[0]] = heading_for(headings, renamed[1])
    titles = {columns[name]: heading for name, heading in new_headings.items()}
    wanted = [dict(enumerate(headings)) | titles]
    parts, fresh = list[str](), list[str]()
    for row in rows:
        new = {columns[name]: "" if value is None else str(value) for name, value in row.values.items()}
        cells = (
            {} if row.number is None else {at: cell.text for at, cell in enumerate(table.rows[row.number])}
        )
        cells |= {column: value.strip() for column, value in new.items()}
        if row.number is not None and row.stays:
            begin, end = begins[row.number : row.number + 2]
            parts.append(table.changed(table.rows[row.number], begin, end, new))
        else:
            width = max((*wanted[0], *cells)) + 1
            texts = (csv_cell(cells.get(column, ""), "", separator) for column in range(width))
            parts.append(separator.join(texts) + line_end)
        if new or not row.stays:
            fresh.append(parts[-1])
            wanted.append(cells)
    top = table.changed(table.heading, 0, begins[0], titles)
    if not top.endswith(("\r", "\n")):
        top += line_end
    if fresh or titles:  # the other lines are as they were
        read = _read_csv(table.mark + (top + _lines(fresh, line_end)).encode(table.encoding), label)
        _refuse_other_cells(wanted, [{at: cell.text for at, cell in enumerate(row)} for row in read])
    return table.mark + (top + _lines(parts, line_end)).encode(table.encoding)


def with_csv_values(
    data: bytes, label: str, lines: Iterable[int], values: Mapping[int, Mapping[str, Plain]]
) -> bytes | None:
    """Return a table with new values in rows that begin on some of these `lines`, None where other rows matter to them.

    Of a large table no more than its headings and these rows are read. Raises CannotEdit.
    """
    text, (mark, encoding) = decode_table(data, label), encoding_mark(data)
    starts = _line_starts(text)
    begins = sorted({starts[line - 1] for line in lines})
    top = text[: begins[0]]
    for begin, new in sorted(((starts[line - 1], new) for line, new in values.items()), reverse=True):
        end = next((other for other in begins if other > begin), len(text))
        part = (top + text[begin:end]).encode()
        changed = with_csv_rows(part, label, [RowThen(0, new)]).decode()
        if len(_read_csv(part, label)) != 2 or not changed.startswith(top):
            return None
        text = text[:begin] + changed.removeprefix(top) + text[end:]
    return mark + text.encode(encoding)


def _line_starts(text: str) -> list[int]:
    return [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", text))]


def heading_for(headings: Iterable[str], name: str) -> str:
    """Return the heading of a new column: in words where all the others begin with a capital."""
    return name.replace("_", " ").capitalize() if all(each[:1].isupper() for each in headings) else name


def columns_for(headings: Sequence[str], rows: Sequence[RowThen]) -> tuple[dict[str, int], dict[str, str]]:
    """Return the number of each column of a table that rows have values for, and headings of those that it lacks.

    A column that nothing stands in is known by the field that its heading would be.
    """
    columns = {heading: number for number, heading in enumerate(headings)}
    blank = {field_name(heading): number for heading, number in columns.items()}
    unknown = dict.fromkeys(name for row in rows for name in row.values if name not in columns)
    new = {name: heading_for(headings, name) for name in unknown if name not in blank}
    known = {name: blank[name] for name in unknown if name in blank}
    return columns | known | {name: len(headings) + at for at, name in enumerate(new)}, new


def _lines(parts: Sequence[str], line_end: str) -> str:
    ended = [part if part.endswith(("\r", "\n")) else part + line_end for part in parts[:-1]]
    return "".join((*ended, *parts[-1:]))


def _refuse_other_cells(wanted: Iterable[Mapping[int, Plain]], read: Iterable[Mapping[int, Plain]]) -> None:
    """Raise CannotEdit for rows that do not read as they are wanted; empty cells and rows make no difference."""
    asked, now = (
        [{at: cell for at, cell in row.items() if cell != ""} for row in rows] for rows in (wanted, read)
    )
    if [row for row in asked if row] != [row for row in now if row]:
        raise CannotEdit("this would change other cells", _IN_EXCEL)


_QUOTED = re.compile(r'"(?:[^"]|"")*"')


def _read_csv(data: bytes, label: str) -> tuple[Row, ...]:
    table = _table(data, label, None, keep=False)
    return table.heading, *table.rows


def _end_of_cell(text: str, start: int, separator: str) -> int:
    if quoted := _QUOTED.match(text, start):
        return quoted.end()
    plain = re.compile(f"[^{separator}\r\n]*").match(text, start)
    assert plain is not None
    return start + len(plain[0].rstrip())


def csv_cell(value: str, before: str, separator: str) -> str:
    """Return a cell, in quotes if it was in quotes or needs them; line ends in it are those it had."""
    needs = separator in value or '"' in value or "\n" in value or value != value.strip()
    if not before.startswith('"') and not needs:
        return value
    value = value.replace('"', '""')
    if "\r\n" in before:
        value = value.replace("\n", "\r\n")
    return f'"{value}"'


_ROW = re.compile(r'<row\b[^>]*?\br="(\d+)"[^>]*?(?:/>|>.*?</row>)', re.DOTALL)
_CELL = re.compile(r'<c\b[^>]*?\br="(([A-Z]+)\d+)"[^>]*?(?:/>|>.*?</c>)', re.DOTALL)
_FORMULA = re.compile(r"<f[\s>/]")
_SHARED = re.compile(r'<f\b(?=[^>]*\bt="shared")[^>]*?\bsi="(\d+)"[^>]*?(?:/>|>(.*?)</f>)', re.DOTALL)
_OF_SEVERAL = re.compile(r'<f\b[^>]*\bref="')  # A formula whose result is in several cells.
_AREA = re.compile(r'<mergeCell ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"')
MOST_BYTES = 200_000_000  # Of all parts of a workbook once they are unpacked, its pictures too.


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The XML of a sheet up to its rows, behind them, and each of them by its number; the corners of its merged areas."""

    top: str
    rows: dict[int, str]
    rest: str
    areas: list[tuple[str, str, str, str]]

    @property
    def formulas(self) -> list[str]:
        """Which cells hold formulas, such as "D2"."""
        with_some = filter(_FORMULA.search, self.rows.values())
        return [cell[1] for row in with_some for cell in _CELL.finditer(row) if _FORMULA.search(cell[0])]

    def is_merged(self, column: str, number: int) -> bool:
        """Say whether a cell is part of an area of several."""
        place = (len(column), column)
        return any(
            (len(left), left) <= place <= (len(right), right) and int(top) <= number <= int(bottom)
            for left, top, right, bottom in self.areas
        )


OLD_RESULTS = "its formulas show their old results until a spreadsheet saves it"


def with_workbook_rows(
    data: bytes,
    label: str,
    sheet: Node | None,
    rows: Sequence[RowThen] | None,
    renamed: tuple[str, str] | None = None,
) -> tuple[bytes, tuple[str, ...]]:
    """Return a workbook with these rows, or a `renamed` column, and what is to be known. Raises CannotEdit."""
    table, named = _table(data, label, sheet), Workbook(data, label).chosen(sheet)
    if named not in Workbook(data, label).names:
        raise CannotEdit("the cards are on several sheets", "change them in the spreadsheet")
    rows = [*map(RowThen, range(len(table.rows)))] if rows is None else rows
    columns, new_columns = columns_for([cell.text for cell in table.heading], rows)
    names = {name: column_letters(number + 1) for name, number in columns.items()}
    parts = _unpacked(data)
    part = _part_of(parts, named)
    xml = _read_sheet(parts[part])
    formulas = xml.formulas
    written = ((table.rows[row.number], row.values) for row in rows if row.number is not None)
    if {f"{names[key]}{_number(row)}" for row, values in written for key in values} & {*formulas}:
        _unshare(xml)
    if formulas or xml.areas:  # the others stay where formulas know them: new rows go to the end
        rows = sorted(rows, key=lambda row: row.number is None)
    if renamed:
        new_columns[renamed[0]] = heading_for([cell.text for cell in table.heading], renamed[1])
    for name, heading in new_columns.items():
        place = (names[name], _number(table.heading))
        xml.rows[place[1]] = _with_cell(xml, xml.rows[place[1]], place, heading)
    changed = _arranged(xml, [_number(row) for row in table.rows], rows, names)
    parts[part] = changed.encode()
    told: tuple[str, ...] = ()
    left = _read_sheet(parts[part]).formulas
    if replaced := len(formulas) - len(left):
        told = (f"{counted(replaced, 'formula')} replaced by what was typed",)
        _forget_order(parts)
    if left:
        told += (OLD_RESULTS,)
        calculation = re.compile(rb"<calcPr\b(?![^>]*fullCalcOnLoad)")
        parts["xl/workbook.xml"] = calculation.sub(
            b'<calcPr fullCalcOnLoad="1"', parts["xl/workbook.xml"], count=1
        )
    out = BytesIO()
    with ZipFile(BytesIO(data)) as given, ZipFile(out, "w") as book:
        for info in given.infolist():
            if info.filename in parts:
                book.writestr(info, parts[info.filename])
    wanted = [_typed_then(table, row, columns) for row in rows]
    _refuse_other_cells(wanted, map(_typed, _table(out.getvalue(), label, sheet).rows))
    return out.getvalue(), told


def _typed(row: Row) -> dict[int, Plain]:
    return {number: cell_value(cell.text) for number, cell in enumerate(row)}


def _typed_then(table: CellTable, row: RowThen, columns: Mapping[str, int]) -> dict[int, Plain]:
    cells = {} if row.number is None else _typed(table.rows[row.number])
    new = {key: "" if value is None else str(value).strip() for key, value in row.values.items()}
    return cells | {columns[key]: cell_value(text) for key, text in new.items()}


def formula_cells(data: bytes, label: str, sheet: Node | None) -> frozenset[str]:
    """Return which cells of the sheet with the cards hold formulas, such as "D2"; none where the sheet cannot be changed."""
    with suppress(CannotEdit, Problem):
        parts = _unpacked(data)
        return frozenset(_read_sheet(parts[_part_of(parts, Workbook(data, label).chosen(sheet))]).formulas)
    return frozenset()


def _unpacked(data: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(data)) as book:
        infos = book.infolist()
        if sum(info.file_size for info in infos) > MOST_BYTES:
            raise CannotEdit("the workbook holds too much to be changed here", _IN_EXCEL)
        return {info.filename: book.read(info) for info in infos}


def _unshare(xml: _Sheet) -> None:
    """Write out formulas that are filled down: only the first cell has their text, so nothing could be typed over it."""
    from openpyxl.formula.translate import Translator  # noqa: PLC0415 - only some workbooks need it

    known: dict[str, Translator] = {}

    def own(cell: re.Match[str]) -> str:
        place, shared = cell[1], _SHARED.search(cell[0])
        if shared is None:
            return cell[0]
        if shared[2]:
            known[shared[1]] = Translator("=" + unescape(shared[2]), place)
        text = escape(known[shared[1]].translate_formula(place)[1:])
        return cell[0].replace(shared[0], f"<f>{text}</f>")

    for number, row in xml.rows.items():
        if _SHARED.search(row):
            xml.rows[number] = _CELL.sub(own, row)


def _forget_order(parts: dict[str, bytes]) -> None:
    """Leave out in which order formulas are worked out: a spreadsheet calls a file damaged if it names one that is gone."""
    if parts.pop("xl/calcChain.xml", None) is not None:
        for name in ("[Content_Types].xml", "xl/_rels/workbook.xml.rels"):
            parts[name] = re.sub(rb"<(?:Override|Relationship)\b[^>]*calcChain\.xml[^>]*/>", b"", parts[name])


def _table(data: bytes, label: str, sheet: Node | None, *, keep: bool = True) -> CellTable:
    try:
        return table_of_file(data, label, sheet, "", Findings(), keep=keep)
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem


def _number(row: Row) -> int:
    return int(row[0].place.cell.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))


def _part_of(parts: Mapping[str, bytes], name: str) -> str:
    sheets = re.findall(r"<sheet\b[^>]*>", parts["xl/workbook.xml"].decode())
    relations = re.findall(r"<Relationship\b[^>]*>", parts["xl/_rels/workbook.xml.rels"].decode())
    quotes = {"&quot;": '"', "&apos;": "'"}

    def value(tag: str, attribute: str) -> str:
        match = re.search(rf'\b{attribute}="([^"]*)"', tag)
        return unescape(match[1], quotes) if match else ""

    known = next((value(sheet, "r:id") for sheet in sheets if value(sheet, "name") == name), "")
    target = next((value(relation, "Target") for relation in relations if value(relation, "Id") == known), "")
    path = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
    if path not in parts:
        raise CannotEdit(f'the sheet "{name}" cannot be changed here', _IN_EXCEL)
    return path


def _read_sheet(data: bytes) -> _Sheet:
    text = data.decode("utf-8-sig")
    matches = [*_ROW.finditer(text)]
    if not matches:
        raise CannotEdit("this workbook cannot be changed here", _IN_EXCEL)
    rest = text[matches[-1].end() :]
    rows = {int(match[1]): match[0] for match in matches}
    return _Sheet(text[: matches[0].start()], rows, rest, _AREA.findall(rest))


def _arranged(xml: _Sheet, numbers: list[int], rows: Sequence[RowThen], names: Mapping[str, str]) -> str:
    stays = [row.number for row in rows[: len(numbers)] if row.stays]
    is_moved = stays != [*range(len(numbers))] or any(row.is_copy for row in rows)
    if is_moved and (xml.formulas or xml.areas):
        raise CannotEdit(
            "rows of a sheet with formulas or merged cells cannot be moved, copied or deleted here",
            "do it in the spreadsheet",
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
    cells = {match[2]: match for match in _CELL.finditer(row)}
    old = cells[column][0] if column in cells else ""
    if _OF_SEVERAL.search(old):
        raise CannotEdit(f"{column}{number} holds a formula with several results", _IN_EXCEL)
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
        return row[: cells[column].start()] + new + row[cells[column].end() :]
    row = re.sub(r"^(<row\b[^>]*?)\s*/>$", r"\1></row>", re.sub(r'\s+spans="[^"]*"', "", row, count=1))
    behind = [cell for name, cell in cells.items() if (len(name), name) > (len(column), column)]
    if not behind:
        return row.removesuffix("</row>") + new + "</row>"
    return row.replace(behind[0][0], new + behind[0][0], 1)


# JSON: a part of YAML as it is read, and written as itself.


def with_json_rows(data: bytes, label: str, places: Sequence[Place], rows: Sequence[RowThen]) -> bytes:
    """Return a file with these rows in place of those that stand at some places; raises CannotEdit."""
    file = read_yaml_text(data, label)
    maps = {
        (span.line, span.column): (path, span)
        for path, span in values_of(file.top)
        if isinstance(span, MapSpan)
    }
    located = [maps[place.line, place.column] for place in places if (place.line, place.column) in maps]
    if len(located) != len(places) or not file.text.lstrip().startswith(("[", "{")):
        raise CannotEdit(
            f"the rows of {label} have a form that is not changed here", "change it in an editor"
        )
    spans = [span for _, span in located]
    parts = [
        _with_members(
            "{}" if row.number is None else file.text[spans[row.number].start : spans[row.number].end],
            row.values,
        )
        for row in rows
    ]
    between = [file.text[one.end : other.start] for one, other in pairwise(spans)]
    if [row.number for row in rows if row.stays] != [*range(len(spans))] or len(rows) != len(spans):
        around = span_at(file.top, located[0][0][:-1])
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

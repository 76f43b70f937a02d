"""One cell of a table changed: of a workbook, of JSON, of CSV and its like; everything else keeps its bytes."""

import json
import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import unescape
from io import BytesIO
from itertools import zip_longest
from xml.sax.saxutils import escape, quoteattr
from zipfile import BadZipFile, ZipFile

from pnp.load.nodes import Findings, ListNode, MapNode, Node, Problem, ScalarNode
from pnp.load.rows.text_tables import (
    CellTable,
    Row,
    column_letters,
    column_of,
    decode_table,
    encoding_mark,
    read_csv,
    read_json,
    separator_of,
)
from pnp.load.rows.workbook import MAX_COLUMNS, read_workbook
from pnp.load.yaml_source import decode
from pnp.model.diagnostics import Place
from pnp.model.errors import CannotEdit

_HINT = "change it in the spreadsheet"


def with_workbook_cell(
    data: bytes, label: str, sheet: str, row: Place, *, heading: str, value: str | float | None
) -> bytes:
    """Return a workbook with another value in the cell below a heading; `row` is where the row begins.

    `sheet` is "" for the first one. Raises CannotEdit.
    """
    before = _read(data, label, sheet)
    title = next((cell for cell in before.heading if cell.text == heading), None)
    number = next((number for number, cells in enumerate(before.rows) if cells[0].place == row), None)
    if title is None or number is None:
        raise CannotEdit(f"there is no such cell in {label}", "the file has changed: look at it again")
    name = f"{column_of(title.place)}{row.line}"
    column = before.heading.index(title)
    part = _part_of(data, sheet)
    wanted = "" if value is None else f"{value}"
    old = _texts(before, number, column)[0]
    for form in (value, wanted):
        changed = _with_cell(data, part, name, form)
        new, found = _texts(_read(changed, label, sheet), number, column)
        if new == old and (found == wanted.strip() or _is_number(found, form)):
            return changed
    raise CannotEdit(f"the cell {name} cannot be changed here without changing others", _HINT)


def _read(data: bytes, label: str, sheet: str) -> CellTable:
    place = Place(label, 1, 1)
    named = ScalarNode(sheet, sheet, place, quoted=True) if sheet else None
    try:
        return read_workbook(data, label, named, Findings())
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem


def _texts(table: CellTable, row: int, column: int) -> tuple[list[list[str]], str]:
    """Return the texts of a table, those at the end of a row that are blank left out, but for one cell; and its text."""
    rows = [[cell.text for cell in cells] for cells in (table.heading, *table.rows)]
    cells = rows[row + 1] if row + 1 < len(rows) else []
    text = cells[column] if column < len(cells) else ""
    cells[column : column + 1] = [""]
    for each in rows:
        while each and not each[-1]:
            each.pop()
    return rows, text


def _is_number(text: str, value: object) -> bool:
    """Say whether a cell shows a number, as its format has it.

    >>> _is_number("3.00", 3), _is_number("3.00", "3")
    (True, False)
    """
    try:
        return not isinstance(value, str) and float(text) == value
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class _Element:
    """An element in a text of XML: from where to where, and its attributes."""

    start: int
    end: int
    attributes: dict[str, str]
    text: str


def _elements(xml: str, name: str) -> list[_Element]:
    """Return the elements of a name that holds none of its own kind, whatever its prefix."""
    found = re.finditer(
        rf"<((?:[\w.-]+:)?){name}(?=[\s/>])((?:[^>\"']|\"[^\"]*\"|'[^']*')*?)(?:/>|>(.*?)</\1{name}\s*>)",
        xml,
        re.DOTALL,
    )
    attribute = re.compile(r"""([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
    return [
        _Element(
            each.start(),
            each.end(),
            {name: unescape(double or single) for name, double, single in attribute.findall(each[2])},
            each[3] or "",
        )
        for each in found
    ]


def _text_of(book: ZipFile, name: str) -> str:
    try:
        return book.read(name).decode("utf-8-sig")
    except (KeyError, UnicodeDecodeError) as error:
        raise CannotEdit(f"the workbook has no {name} that can be read", _HINT) from error


def _part_of(data: bytes, sheet: str) -> str:
    """Return the name of the part that holds a sheet of cells."""
    with _opened(data) as book:
        links = {
            each.attributes.get("Id", ""): each.attributes
            for each in _elements(_text_of(book, "xl/_rels/workbook.xml.rels"), "Relationship")
        }
        sheets = _elements(_text_of(book, "xl/workbook.xml"), "sheet")
    for each in sheets:
        link = next(
            (links.get(value, {}) for name, value in each.attributes.items() if name.endswith(":id")), {}
        )
        title = each.attributes.get("name", "").strip().casefold()
        if link.get("Type", "").endswith("/worksheet") and (not sheet or title == sheet.strip().casefold()):
            return posixpath.normpath(posixpath.join("/xl", link.get("Target", ""))).lstrip("/")
    raise CannotEdit("the sheet is not where workbooks have it", _HINT)


def _opened(data: bytes) -> ZipFile:
    try:
        return ZipFile(BytesIO(data))
    except BadZipFile as error:
        raise CannotEdit("this is not a workbook", _HINT) from error


def _with_cell(data: bytes, part: str, name: str, value: str | float | None) -> bytes:
    """Return the workbook with a value in a cell of a part; the other parts are copied."""
    new = BytesIO()
    with _opened(data) as book, ZipFile(new, "w") as copy:
        shared = _shared_texts(book) if "xl/sharedStrings.xml" in book.namelist() else {}
        for info in book.infolist():
            content = book.read(info)
            if info.filename == part:
                mark = b"\xef\xbb\xbf" if content.startswith(b"\xef\xbb\xbf") else b""
                content = mark + _changed_sheet(content.decode("utf-8-sig"), name, value, shared).encode()
            copy.writestr(info, content, compress_type=info.compress_type)
    return new.getvalue()


def _shared_texts(book: ZipFile) -> dict[str, int]:
    """Return the texts that cells name by a number, those of one format alone."""
    found: dict[str, int] = {}
    for number, each in enumerate(_elements(_text_of(book, "xl/sharedStrings.xml"), "si")):
        texts = _elements(each.text, "t")
        if len(texts) == 1 and not _elements(each.text, "r"):
            found.setdefault(unescape(texts[0].text), number)
    return found


def _changed_sheet(xml: str, name: str, value: str | float | None, shared: dict[str, int]) -> str:
    """Return the text of a sheet with a value in a cell; its format stays."""
    number = name.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    row = _row(xml, number)
    if row is None:
        raise CannotEdit(f"row {number} has no number in the file", _HINT)
    if reason := _locked(xml, row).get(name):
        raise CannotEdit(f"the cell {name} {reason}", _HINT)
    whole = xml[row.start : row.end]
    cells = _elements(row.text, "c")
    offset = row.start + whole.rindex("<") - len(row.text)
    old = next((each for each in cells if each.attributes.get("r") == name), None)
    prefix = re.match(r"<((?:[\w.-]+:)?)row", whole)
    form = _cell(name, old, value, shared, prefix[1] if prefix else "")
    if old is not None:
        return xml[: offset + old.start] + form + xml[offset + old.end :]
    if not row.text:
        raise CannotEdit(f"row {number} is empty", _HINT)
    after = [cell for cell in cells if _number_of(cell.attributes.get("r", "")) > _number_of(name)]
    at = offset + (after[0].start if after else cells[-1].end if cells else 0)
    return xml[:at] + form + xml[at:]


def _cell(
    name: str, old: _Element | None, value: str | float | None, shared: dict[str, int], prefix: str
) -> str:
    kept = dict(old.attributes) if old else {"r": name}
    if kept.get("t") != "n" or not isinstance(value, int | float):
        kept["t"] = ""
    inner = ""
    if isinstance(value, str) and value:
        if value in shared:
            kept["t"], inner = "s", f"<{prefix}v>{shared[value]}</{prefix}v>"
        else:
            kept["t"] = "inlineStr"
            text = escape(value)
            space = ' xml:space="preserve"' if text != text.strip() else ""
            inner = f"<{prefix}is><{prefix}t{space}>{text}</{prefix}t></{prefix}is>"
    elif value is not None and value != "":
        inner = f"<{prefix}v>{value!r}</{prefix}v>"
    attributes = "".join(f" {key}={quoteattr(text)}" for key, text in kept.items() if text)
    return f"<{prefix}c{attributes}>{inner}</{prefix}c>" if inner else f"<{prefix}c{attributes}/>"


def locked_cells(data: bytes, sheet: str, row: int) -> Mapping[str, str]:
    """Return why cells of a row cannot be changed, by their names; `sheet` is "" for the first one. Raises CannotEdit."""
    with _opened(data) as book:
        xml = _text_of(book, _part_of(data, sheet))
    found = _row(xml, str(row))
    return _locked(xml, found) if found else {}


def _row(xml: str, number: str) -> _Element | None:
    return next((each for each in _elements(xml, "row") if each.attributes.get("r") == number), None)


def _locked(xml: str, row: _Element) -> dict[str, str]:
    cells = ((each.attributes.get("r", ""), each) for each in _elements(row.text, "c"))
    found = {name: "is worked out by a formula" for name, cell in cells if _elements(cell.text, "f")}
    number = int(row.attributes["r"])
    for each in _elements(xml, "mergeCell"):
        first, _, last = each.attributes.get("ref", "").partition(":")
        rows = [int(re.sub(r"\D", "", end) or 0) for end in (first, last or first)]
        columns = [_number_of(end) for end in (first, last or first)]
        if rows[0] <= number <= rows[1]:
            names = (f"{column_letters(column)}{number}" for column in range(columns[0], columns[1] + 1))
            found |= dict.fromkeys(names, "is one of several merged into one")
    return found


def _number_of(name: str) -> int:
    """Return the number of the column of a cell, counted from 1.

    >>> _number_of("A7"), _number_of("AB3")
    (1, 28)
    """
    number = 0
    for letter in name.rstrip("0123456789"):
        number = number * 26 + ord(letter) - ord("A") + 1
    return min(number, MAX_COLUMNS)


# One cell of a table in a text file changed: JSON, and CSV with its like.

_DECODER = json.JSONDecoder()
_MARK = b"\xef\xbb\xbf"


def with_json_value(data: bytes, label: str, row: Place, key: str, value: object) -> bytes:
    """Return a file with another value for a key of a row, None for none; `row` is where the row begins.

    Raises CannotEdit.
    """
    try:
        top = read_json(data, label, Findings())
        text = decode(data, label)
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    entry = next((each for each in _maps(top) if each.place == row), None)
    if entry is None:
        raise CannotEdit(f"there is no such row in {label}", "the file has changed: look at it again")
    changed = _changed(text, entry, key, value)
    return (_MARK if data.startswith(_MARK) else b"") + changed.encode()


def _maps(node: Node) -> Iterator[MapNode]:
    if isinstance(node, MapNode):
        yield node
        for _, child in node.entries:
            yield from _maps(child)
    elif isinstance(node, ListNode):
        for child in node.items:
            yield from _maps(child)


def _at(text: str, place: Place) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1


def _changed(text: str, entry: MapNode, key: str, value: object) -> str:
    spans = [_span(text, name.place, node.place) for name, node in entry.entries]
    number = next((number for number, (name, _) in enumerate(entry.entries) if name.text == key), None)
    form = json.dumps(value, ensure_ascii=text.isascii() and "\\u" in text)
    if number is not None:
        start, begin, end = spans[number]
        if value is not None:
            return text[:begin] + form + text[end:]
        if number + 1 < len(spans):
            return text[:start] + text[spans[number + 1][0] :]
        return text[: spans[number - 1][2] if number else start] + text[end:]
    if value is None:
        return text
    if not spans:
        at = _at(text, entry.place) + 1
        return f"{text[:at]}{json.dumps(key)}: {form}{text[at:]}"
    (start, begin, end) = spans[-1]
    before = (
        text[spans[-2][2] : start]
        if len(spans) > 1
        else "," + (text[_at(text, entry.place) + 1 : start] or " ")
    )
    colon = text[start:begin].partition(":")[2]
    return f"{text[:end]}{before}{json.dumps(key)}:{colon}{form}{text[end:]}"


def _span(text: str, key: Place, value: Place) -> tuple[int, int, int]:
    """Return where a key begins, where its value begins, and where that ends."""
    begin = _at(text, value)
    return _at(text, key), begin, _DECODER.raw_decode(text, begin)[1]


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

"""New values of a card written into its source files, in memory."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from pnp.edit.card_form import CardField
from pnp.edit.card_source import Card, ComponentSource
from pnp.edit.file_change import FileChange, current
from pnp.edit.workbook_change import with_workbook_cell
from pnp.edit.yaml_change import with_copy, with_value, without_value
from pnp.edit.yaml_spans import KeyPath, YamlText, path_of, read_yaml_text
from pnp.load.nodes import Findings, ListNode, MapNode, Node, Plain, Problem
from pnp.load.rows.cells import Row
from pnp.load.rows.read import LIST_SIGN
from pnp.load.rows.text_tables import decode_table, encoding_mark, read_csv, read_json, separator_of
from pnp.load.yaml_source import decode
from pnp.model.diagnostics import Place
from pnp.model.errors import CannotEdit
from pnp.model.game import Value

_PAIRS = (
    ("yes", "no"),
    ("y", "n"),
    ("x", ""),
    ("true", "false"),
    ("1", "0"),
    ("ja", "nein"),
    ("oui", "non"),
    ("sí", "no"),
    ("si", "no"),
    ("✓", "-"),
    ("✔", "-"),
)
"""Words for true and false that belong together."""


class CardWriter:
    """Changes the files of a card, one value after the other; the places of all values are those before the first."""

    def __init__(self, source: ComponentSource, card: Card) -> None:
        self._source, self._card = source, card
        self._before: dict[Path, bytes] = {}
        self._after: dict[Path, bytes] = {}
        self._said: dict[Path, list[str]] = {}
        self._read: dict[bytes, YamlText] = {}

    @property
    def changes(self) -> tuple[FileChange, ...]:
        """The files that are not as they were."""
        return tuple(
            FileChange(path, self._before[path], after, tuple(self._said.get(path, ())))
            for path, after in self._after.items()
            if after != self._before[path]
        )

    def set(self, field: CardField, value: Value, *, everywhere: bool) -> None:
        """Give a field a value; raises CannotEdit."""
        if field.refused:
            raise CannotEdit(f"{field.name} cannot be changed here: {field.refused}", field.instead)
        if _is_same(value, field.value):
            return
        if field.kind == "boolean" and isinstance(value, bool) and isinstance(field.value, str):
            value = _in_words(field.value, yes=value)
        is_own = field.origin in ("card", "unwritten") or (field.becomes_own and not everywhere)
        if is_own and self._source.rows is not None:
            self._set_cell(field, value)
        elif is_own and field.origin != "card":
            self._set_yaml(self._source.path, (*self._entry(), field.key), value)
        elif field.place is not None:
            path = self._source.path_of(field.place.file)
            keys = self._written(path, field.place)
            if value is None and field.steps == ("text",):
                keys = keys[:-1]
            self._set_yaml(path, keys, value)

    def copy(self, new: str) -> None:
        """Put a copy of the card's entry behind it, with another id."""
        file = self._yaml(self._source.path)
        self._after[self._source.path] = with_copy(file, self._entry(), {"id": new}).data

    def remove(self) -> None:
        """Take the card's entry out."""
        file = self._yaml(self._source.path)
        self._after[self._source.path] = without_value(file, self._entry()).data

    def _data(self, path: Path) -> bytes:
        """Return what a file holds after the changes so far."""
        if path not in self._before:
            data = current(path)
            unsaved = dict(self._source.folder.unsaved)
            if data is None:
                raise CannotEdit(f"{path.name} is gone", "look at the files of the game")
            self._before[path] = unsaved.get(path, data)
            self._after[path] = self._before[path]
        return self._after[path]

    def _yaml(self, path: Path) -> YamlText:
        return self._parsed(self._data(path), path)

    def _parsed(self, data: bytes, path: Path) -> YamlText:
        if data not in self._read:
            self._read[data] = read_yaml_text(data, self._source.folder.label(path))
        return self._read[data]

    def _keep(self, path: Path, file: YamlText) -> None:
        self._after[path] = file.data
        self._read[file.data] = file

    def _written(self, path: Path, place: Place) -> KeyPath:
        """Return the keys that lead to a place of a YAML file as it was before all changes."""
        self._data(path)
        before = self._parsed(self._before[path], path)
        keys = path_of(before.top, place.line, place.column)
        if keys is None:
            raise CannotEdit(f"{path.name} has changed meanwhile", "open the card again")
        return keys

    def _entry(self) -> KeyPath:
        return self._written(self._source.path, self._card.entry.place)

    def _set_yaml(self, path: Path, keys: KeyPath, value: Value) -> None:
        file = self._yaml(path)
        if value is None:
            if isinstance(keys[-1], int):
                raise CannotEdit("an item of a list cannot be left out here", "take it out in an editor")
            self._keep(path, without_value(file, keys))
            return
        if isinstance(value, Mapping) or (
            isinstance(value, tuple) and any(isinstance(each, tuple | Mapping) for each in value)
        ):
            raise CannotEdit("this is no single value", "change it in an editor")
        changed = with_value(file, keys, value, self._keys_before(str(keys[-1])))  # type: ignore[arg-type]
        self._keep(path, changed)

    def _keys_before(self, name: str) -> tuple[str, ...]:
        """Return the keys behind which other cards have one, so that a new one stands there, too."""
        for each in self._source.cards:
            if name in each.entry:
                names = list(each.entry)
                return tuple(names[: names.index(name)])
        return ("id", "name") if name == "copies" else ()

    # A cell of a table.

    def _set_cell(self, field: CardField, value: Value) -> None:
        rows, row = self._source.rows, self._card.entry.place
        assert rows is not None
        heading = rows.headings.of(field.key)
        data, label = self._data(rows.path), self._source.folder.label(rows.path)
        if rows.kind == "json":
            plain = list(value) if isinstance(value, tuple) else value
            changed = with_json_value(data, label, row, heading or field.key, plain)
        elif heading is None:
            raise CannotEdit(f"the table has no column {field.key}", f"add one to {rows.path.name}")
        elif rows.kind == "workbook":
            single = self._text(value) if isinstance(value, tuple | bool) else value
            changed = with_workbook_cell(data, label, rows.sheet, row, heading=heading, value=single)  # type: ignore[arg-type]
        else:
            changed = with_csv_cell(data, label, row, heading, self._text(value))
        self._after[rows.path] = changed
        self._said.setdefault(rows.path, []).append(f"{heading}: {field.value} -> {value}")

    @staticmethod
    def _text(value: Value) -> str:
        """Return a value as a cell has it."""
        if isinstance(value, tuple):
            return LIST_SIGN.join(f"{each}" for each in value)
        if value is None:
            return ""
        return str(value).lower() if isinstance(value, bool) else str(value)


def _is_same(one: Value, other: Value) -> bool:
    return type(one) is type(other) and one == other


def _in_words(before: str, *, yes: bool) -> Plain:
    """Return yes or no in the words of the value before.

    >>> _in_words("Ja", yes=False), _in_words("n", yes=True)
    ('nein', 'y')
    """
    word = before.strip().casefold()
    for pair in _PAIRS:
        if word in pair:
            return pair[0 if yes else 1] or None
    return "yes" if yes else "no"


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

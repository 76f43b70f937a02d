"""Writes new values of a card into the files that it comes from, in memory: its entry, its row, a table, the defaults."""

from collections.abc import Mapping
from pathlib import Path

from pnp.edit.card_form import CardField
from pnp.edit.card_source import Card, ComponentSource
from pnp.edit.csv_change import with_csv_cell
from pnp.edit.file_change import FileChange, current
from pnp.edit.json_change import with_json_value
from pnp.edit.workbook_change import with_workbook_cell
from pnp.edit.yaml_change import with_copy, with_value, without_value
from pnp.edit.yaml_spans import KeyPath, YamlText, path_of, read_yaml_text
from pnp.load.nodes import Plain
from pnp.load.rows.read import LIST_SIGN
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

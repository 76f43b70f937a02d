"""New values of a card as changes of files, with the diagnostics they would cause; nothing is written yet."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.edit.card_form import Card, CardField, CardForm, ComponentSource, component_source, form_of
from pnp.edit.file_change import FileChange, current_content
from pnp.edit.table_change import with_csv_cell
from pnp.edit.yaml_change import (
    KeyPath,
    YamlText,
    path_of,
    read_yaml_text,
    with_copy,
    with_value,
    without_value,
)
from pnp.load.game import load_game
from pnp.load.nodes import Plain, ScalarNode
from pnp.load.project import Project
from pnp.load.rows.read import LIST_SIGN
from pnp.model.diagnostics import Diagnostic, Place, in_reading_order
from pnp.model.errors import CannotEdit, PnpError
from pnp.model.game import Game, Value
from pnp.text import counted, listed, suggest


@dataclass(frozen=True, slots=True)
class FieldFinding:
    """What pnp says of a change; `field` is the one it is about, "" for none in particular."""

    field: str
    finding: Diagnostic


@dataclass(frozen=True, slots=True)
class CardChange:
    """What becomes of the files of a game when a card gets new values, or is added or taken out.

    `what` says it in a few words; `project` reads the game as it would be. `card` is the card then, None when it is gone
    or cannot be read.
    """

    what: str
    files: tuple[FileChange, ...]
    project: Project
    game: str
    card: CardForm | None

    @property
    def piece(self) -> str:
        """The id that the card has then, "" for none."""
        return self.card.piece if self.card else ""


@dataclass(frozen=True, slots=True)
class ChangeCheck:
    """What pnp would say of a change, and the game as it would be, None when it could not be read."""

    findings: tuple[FieldFinding, ...]
    game: Game | None


def check_change(change: CardChange, known: Iterable[Diagnostic] | None = None) -> ChangeCheck:
    """Return what a change would bring; nothing is written. `known` is what pnp says of the game as it is now."""
    if known is None:
        now = tuple((file.path, file.before) for file in change.files if file.before is not None)
        known = load_game(replace(change.project, unsaved=now), change.game).diagnostics
    seen = {_apart_from_line(each) for each in known}
    loaded = load_game(change.project, change.game)
    new = [finding for finding in loaded.diagnostics if _apart_from_line(finding) not in seen]
    return ChangeCheck(tuple(FieldFinding(_field_of(each, change.card), each) for each in new), loaded.game)


def drawn_findings(change: CardChange, found: Iterable[Diagnostic]) -> tuple[FieldFinding, ...]:
    """Return what drawing the card found, each once, errors first, with the field whose text or icon it quotes."""
    found = sorted(in_reading_order(found), key=lambda each: each.severity != "error")
    return tuple(FieldFinding(_field_quoted(each, change.card), each) for each in found)


def changed_card(
    project: Project,
    game: str,
    component: str,
    piece: str,
    values: Mapping[str, Value],
    *,
    everywhere: Collection[str] = (),
) -> CardChange:
    """Return the change that gives fields of a card new values, None for what is written no more.

    A value of the defaults becomes the card's own, unless the field is in `everywhere`: then the default is changed.
    Raises UnknownName, CannotEdit.
    """
    source = component_source(project, game, component)
    card = source.card(piece)
    form = form_of(source, card, project)
    writer = CardWriter(source, card)
    for name, value in values.items():
        field = form.field(name)
        if field is None:
            names = [each.name for each in form.fields]
            raise CannotEdit(f'{piece} has no field "{name}"', suggest(name, names, what="fields"))
        writer.set(field, tuple(value) if isinstance(value, list) else value, everywhere=name in everywhere)
    what = f"{piece}: {listed(list(values))}"
    return _change(project, source, card, what, writer.changes)


def copied_card(project: Project, game: str, component: str, piece: str, new: str) -> CardChange:
    """Return the change that puts a copy of a card, with the id `new`, behind it; raises UnknownName, CannotEdit."""
    source = component_source(project, game, component)
    card = source.card(piece)
    if any(each.id.casefold() == new.casefold() for each in source.cards):
        raise CannotEdit(f'{component} has a card "{new}" already', "choose another id")
    _refuse_no_entry_of_its_own(source, card)
    writer = CardWriter(source, card)
    writer.copy(new)
    return _change(project, source, replace(card, id=new), f"{piece} copied as {new}", writer.changes)


def removed_card(project: Project, game: str, component: str, piece: str) -> CardChange:
    """Return the change that takes a card out, with all its copies; raises UnknownName, CannotEdit."""
    source = component_source(project, game, component)
    card = source.card(piece)
    _refuse_no_entry_of_its_own(source, card)
    writer = CardWriter(source, card)
    writer.remove()
    copies = card.fields.get("copies")
    number = copies.value if isinstance(copies, ScalarNode) and isinstance(copies.value, int) else 1
    what = f"{piece} deleted ({counted(number, 'copy', 'copies')})"
    return _change(project, source, card, what, writer.changes)


def _refuse_no_entry_of_its_own(source: ComponentSource, card: Card) -> None:
    if source.rows is not None:
        raise CannotEdit("the card is a row of a table", f"add or delete the row in {source.rows.path.name}")
    if card.variables:
        place = card.entry.place
        raise CannotEdit(
            f"{card.id} is one of several cards that one entry makes", f"{place.file} {place.spot}"
        )


def _change(
    project: Project, source: ComponentSource, card: Card, what: str, files: Sequence[FileChange]
) -> CardChange:
    unsaved = tuple((file.path, file.after) for file in files if file.after is not None)
    kept = tuple(each for each in project.unsaved if each[0] not in {path for path, _ in unsaved})
    changed = replace(project, unsaved=(*kept, *unsaved))
    return CardChange(what, tuple(files), changed, source.folder.id, _form_then(changed, source, card))


def _apart_from_line(finding: Diagnostic) -> Diagnostic:
    """Return a finding as it is wherever it moves to in its file."""
    return replace(finding, place=Place(finding.place.file, 0, 0) if finding.place else None)


def _form_then(project: Project, source: ComponentSource, card: Card) -> CardForm | None:
    """Return the form of a card after a change; its id may be made of a value that has changed."""
    try:
        then = component_source(project, source.folder.id, source.path.stem)
    except PnpError:
        return None
    found = next((each for each in then.cards if each.id == card.id), None)
    if found is None and len(then.cards) == len(source.cards):
        found = next(
            (new for new, old in zip(then.cards, source.cards, strict=True) if old.id == card.id), None
        )
    return form_of(then, found, project) if found else None


def _field_quoted(finding: Diagnostic, form: CardForm | None) -> str:
    """Return the field that holds the text, or the {icon}, which a finding quotes first, "" for none."""
    quoted = re.search(r'"(.+?)(?:\.\.\.)?"', finding.message)
    if form is None or quoted is None:
        return ""
    words = _plain_words(quoted[1])
    values = {field.name: _plain_words(field.value) for field in form.fields if isinstance(field.value, str)}
    same = (name for name, value in values.items() if value == words)
    inside = (
        name for name, value in values.items() if f"{{{words}}}" in value or (" " in words and words in value)
    )
    return next(same, None) or next(inside, "")


def _plain_words(text: str) -> str:
    """Return a text without marks of bold and italics, and with single blanks."""
    return " ".join(re.sub(r"[*_]", "", text).split())


def _field_of(finding: Diagnostic, form: CardForm | None) -> str:
    """Return the field that a finding is about, "" for none."""
    place = finding.place
    if form is None or place is None:
        return ""
    for field in form.fields:
        if field.place is None or field.place.file != place.file:
            continue
        if (field.place.line, field.place.column) == (place.line, place.column):
            return field.name
    about = [each for each in form.fields if finding.message.startswith((f"{each.name} ", f'"{each.name}"'))]
    mine = finding.piece in (None, form.piece, f"{form.component}/{form.piece}")
    return about[0].name if about and mine else ""


# New values of a card written into its source files, in memory.

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
        if type(value) is type(field.value) and value == field.value:
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
            data = current_content(path)
            unsaved = dict(self._source.folder.unsaved)
            if data is None:
                raise CannotEdit(f"{path.name} is gone", "look at the files of the game")
            self._before[path] = unsaved.get(path, data)
            self._after[path] = self._before[path]
        return self._after[path]

    def _yaml(self, path: Path, data: bytes | None = None) -> YamlText:
        """Return a file after the changes so far, or with these bytes."""
        data = self._data(path) if data is None else data
        if data not in self._read:
            self._read[data] = read_yaml_text(data, self._source.folder.label(path))
        return self._read[data]

    def _written(self, path: Path, place: Place) -> KeyPath:
        """Return the keys that lead to a place of a YAML file as it was before all changes."""
        self._data(path)
        before = self._yaml(path, self._before[path])
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
            self._after[path] = without_value(file, keys).data
            return
        if isinstance(value, Mapping) or (
            isinstance(value, tuple) and any(isinstance(each, tuple | Mapping) for each in value)
        ):
            raise CannotEdit("this is no single value", "change it in an editor")
        changed = with_value(file, keys, value, self._keys_before(str(keys[-1])))  # type: ignore[arg-type]
        self._after[path], self._read[changed.data] = changed.data, changed

    def _keys_before(self, name: str) -> tuple[str, ...]:
        """Return the keys behind which other cards have one, so that a new one stands there, too."""
        for card in self._source.cards:
            if name in card.entry:
                names = list(card.entry)
                return tuple(names[: names.index(name)])
        return ("id", "name") if name == "copies" else ()

    # A cell of a table.

    def _set_cell(self, field: CardField, value: Value) -> None:
        rows, row = self._source.rows, self._card.entry.place
        assert rows is not None
        heading = rows.headings.of(field.key)
        data, label = self._data(rows.path), self._source.folder.label(rows.path)
        if heading is None:
            raise CannotEdit(f"the table has no column {field.key}", f"add one to {rows.path.name}")
        self._after[rows.path] = with_csv_cell(data, label, row, heading, _cell_text(value))
        self._said.setdefault(rows.path, []).append(f"{heading}: {field.value} -> {value}")


def _cell_text(value: Value) -> str:
    """Return a value as a cell has it."""
    if isinstance(value, tuple):
        return LIST_SIGN.join(f"{each}" for each in value)
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


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

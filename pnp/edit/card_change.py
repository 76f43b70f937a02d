"""New values of a card as changes of files, with the diagnostics that they would cause, before anything is written."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

from pnp.edit.card_form import (
    Card,
    CardField,
    CardForm,
    ComponentSource,
    component_source,
    expect_rows,
    form_of,
)
from pnp.edit.row_change import (
    RowThen,
    with_csv_rows,
    with_csv_values,
    with_entries,
    with_json_rows,
    with_workbook_rows,
)
from pnp.edit.undo import FileChange, current_content, shared_ends
from pnp.edit.yaml_change import KeyPath, YamlText, path_of, read_yaml_text, with_value, without_value
from pnp.load.game import Loaded, load_game
from pnp.load.nodes import MapNode, Plain
from pnp.load.project import Project
from pnp.load.rows.cell_values import LIST_SIGN
from pnp.load.rows.headings import RESERVED, heading_of
from pnp.load.rows.workbook import is_xlsx
from pnp.model.diagnostics import CannotEdit, Diagnostic, Place, PnpError, has_errors, in_reading_order
from pnp.model.game import Game, Piece, Value
from pnp.text import listed, suggest


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
    """What pnp would say of a change, and the game as it would be."""

    findings: tuple[FieldFinding, ...]
    loaded: Loaded

    @property
    def error(self) -> Diagnostic | None:
        findings = (finding.finding for finding in self.findings)
        return next((finding for finding in findings if finding.severity == "error"), None)


def check_change(change: CardChange, known: Iterable[Diagnostic] | None = None) -> ChangeCheck:
    """Return what a change would bring; nothing is written. `known` is what pnp says of the game as it is now."""
    if known is None:
        now = tuple((file.path, file.before) for file in change.files if file.before is not None)
        known = load_game(replace(change.project, unsaved=now), change.game).diagnostics
    seen = {finding.anywhere for finding in known}
    loaded = load_game(change.project, change.game)
    new = [finding for finding in loaded.diagnostics if finding.anywhere not in seen]
    return ChangeCheck(
        tuple(FieldFinding(_field_of(finding, change.card), finding) for finding in new), loaded
    )


def check_rows(
    change: CardChange, component: str, game: Game, known: Sequence[Diagnostic]
) -> ChangeCheck | None:
    """Return what new values in rows of a text table bring, read without the other rows; None where these matter.

    The `game` is as it is now. The rows as they were must give the same cards as in it, and keep their ids.
    """
    file = change.files[0] if len(change.files) == 1 else None
    parts = (
        _changed_rows(file.before or b"", file.after or b"") if file and file.path.suffix == ".csv" else None
    )
    if file is None or parts is None:
        return None
    others = tuple(unsaved for unsaved in change.project.unsaved if unsaved[0] != file.path)
    then, now = (
        load_game(replace(change.project, unsaved=(*others, (file.path, part))), change.game)
        for part in parts
    )
    seen = {finding.anywhere for finding in (*known, *then.diagnostics)}
    new = tuple(finding for finding in now.diagnostics if finding.anywhere not in seen)
    found = tuple(FieldFinding("", finding) for finding in new)
    if now.game is None or then.game is None:
        return ChangeCheck(found, now) if then.game and has_errors(new) else None
    before, after = (_pieces(each, component) for each in (then.game, now.game))
    cards = _pieces(game, component)
    if [*before] != [*after] or any(_seen(cards.get(name)) != _seen(piece) for name, piece in before.items()):
        return None
    saved = replace(change.project, unsaved=others)
    expect_rows(saved, change.game, component, file.after or b"", parts)
    pieces = tuple((cards | after).values())
    components = (replace(each, pieces=pieces) if each.id == component else each for each in game.components)
    return ChangeCheck(found, Loaded(replace(game, components=tuple(components)), (*known, *new)))


def _pieces(game: Game, component: str) -> dict[str, Piece]:
    return {piece.id: piece for each in game.components if each.id == component for piece in each.pieces}


def _seen(piece: Piece | None) -> tuple[object, ...]:
    return (piece.fields, piece.front, piece.back, piece.copies) if piece else ()


MOST_LINES = 200  # Of changed rows that are read without the others.


def _changed_rows(before: bytes, after: bytes) -> tuple[bytes, bytes] | None:
    r"""Return a table before and after with its first rows and those that differ, empty lines above these; None for many.

    >>> _changed_rows(b'a\n1\n2\n3\n"4\n"\n', b'a\n1\n2\n3\n"5\n"\n')
    (b'a\n1\n\n\n"4\n"\n', b'a\n1\n\n\n"5\n"\n')
    """
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    top, same = shared_ends(old, new)
    begins = [
        0,
        *(at for at, quotes in enumerate(accumulate(line.count(b'"') for line in old), 1) if not quotes % 2),
    ]
    head, first = next((at for at in begins if at > 1), 0), max(at for at in begins if at <= top)
    behind = next((len(old) - at for at in begins if at >= max(len(old) - same, first)), 0)
    if b"\0" in after or not head or max(len(old), len(new)) - first - behind > MOST_LINES:
        return None
    gap = [b"\n"] * (first - head)
    was, now = (
        b"".join([*each[:head], *gap, *each[max(first, head) : len(each) - behind]]) for each in (old, new)
    )
    return was, now


def drawn_findings(change: CardChange, found: Iterable[Diagnostic]) -> tuple[FieldFinding, ...]:
    """Return what drawing the card found, each once, errors first, with the field whose text or icon it quotes."""
    found = sorted(in_reading_order(found), key=lambda finding: finding.severity != "error")
    return tuple(FieldFinding(_field_quoted(finding, change.card), finding) for finding in found)


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
    writer = CardWriter(source)
    for name, value in values.items():
        field = form.field(name)
        if field is None:
            names = [field.name for field in form.fields]
            raise CannotEdit(f'{piece} has no field "{name}"', suggest(name, names, what="fields"))
        writer.set(
            card, field, tuple(value) if isinstance(value, list) else value, everywhere=name in everywhere
        )
    what = f"{source.called(card)}: {listed([*map(source.heading, values)])}"
    return change_of(project, source, card, what, writer.changes)


def change_of(
    project: Project, source: ComponentSource, card: Card | None, what: str, files: Sequence[FileChange]
) -> CardChange:
    """Return the change of files of a component; `card` is the one that it is about, None for none in particular."""
    unsaved = tuple((file.path, file.after) for file in files if file.after is not None)
    kept = tuple(change for change in project.unsaved if change[0] not in {path for path, _ in unsaved})
    changed = replace(project, unsaved=(*kept, *unsaved))
    form = _form_then(changed, source, card) if card else None
    return CardChange(what, tuple(files), changed, source.folder.id, form)


def _form_then(project: Project, source: ComponentSource, card: Card) -> CardForm | None:
    try:
        then = component_source(project, source.folder.id, source.path.stem)
    except PnpError:
        return None
    found = next((now for now in then.cards if now.id == card.id), None)
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
    return " ".join(re.sub(r"[*_]", "", text).split())


def _field_of(finding: Diagnostic, form: CardForm | None) -> str:
    place = finding.place
    if form is None or place is None:
        return ""
    for field in form.fields:
        if field.place is None or field.place.file != place.file:
            continue
        if (field.place.line, field.place.column) == (place.line, place.column):
            return field.name
    about = [
        field for field in form.fields if finding.message.startswith((f"{field.name} ", f'"{field.name}"'))
    ]
    mine = finding.piece in (None, form.piece, f"{form.component}/{form.piece}")
    return about[0].name if about and mine else ""


# New values of a card written into its source files, in memory.

_PAIRS = [
    *(("yes", "no"), ("y", "n"), ("x", ""), ("true", "false"), ("1", "0"), ("ja", "nein"), ("oui", "non")),
    *(("sí", "no"), ("si", "no"), ("✓", "-"), ("✔", "-")),
]
"""Words for true and false that belong together."""


class CardWriter:
    """Changes the files of a component, one value after the other; the places of all values are those before the first.

    `told` is what is to be known of the files once `changes` were asked for.
    """

    def __init__(self, source: ComponentSource) -> None:
        self._source = source
        self._before: dict[Path, bytes] = {}
        self._after: dict[Path, bytes] = {}
        self._said: dict[Path, list[str]] = {}
        self._read: dict[bytes, YamlText] = {}
        self._cells: dict[Place, dict[str, Plain]] = {}
        self._rows: list[RowThen] | None = None
        self.told: tuple[str, ...] = ()
        self._listed: set[str] = set()

    @property
    def changes(self) -> tuple[FileChange, ...]:
        """The files that are not as they were. Raises CannotEdit."""
        if self._cells or self._rows is not None:
            self._write_rows()
        return tuple(
            FileChange(path, self._before[path], after, tuple(self._said.get(path, ())))
            for path, after in self._after.items()
            if after != self._before[path]
        )

    def set(self, card: Card, field: CardField, value: Value, *, everywhere: bool = False) -> None:
        """Give a field of a card a value; raises CannotEdit."""
        if field.refused:
            raise CannotEdit(f"{field.name} cannot be changed here: {field.refused}", field.instead)
        if type(value) is type(field.value) and value == field.value:
            return
        if field.kind == "boolean" and isinstance(value, bool) and isinstance(field.value, str):
            value = _in_words(field.value, yes=value)
        if field.origin == "unwritten":
            self._list(field.key, value)
        is_own = field.origin in ("card", "unwritten") or (field.becomes_own and not everywhere)
        if is_own and self._source.rows is not None:
            self._set_cell(card, field, value)
        elif is_own and field.origin != "card":
            self._set_yaml(
                self._source.path, (*self._written(self._source.path, card.entry.place), field.key), value
            )
        elif field.place is not None:
            path = self._source.path_of(field.place.file)
            keys = self._written(path, field.place)
            if value is None and field.steps == ("text",):
                keys = keys[:-1]
            self._set_yaml(path, keys, value)

    def _list(self, name: str, value: Value) -> None:
        """List a field that no card has yet, where the component lists its fields."""
        fields = self._source.section.get("fields")
        if isinstance(fields, MapNode) and name not in (*fields, *RESERVED, "name", *self._listed):
            kinds = {int: "integer", float: "number"}
            kind = kinds.get(type(as_number(value) if isinstance(value, str) else value), "text")
            self._set_yaml(self._source.path, ("fields", name), kind)
            self._listed.add(name)

    def arrange(self, rows: Sequence[RowThen]) -> None:
        """Put the entries, or the rows of the table, in another order, some of them new; numbers are those of entries."""
        self._rows = [*rows]

    def _write_rows(self) -> None:
        source, rows = self._source, self._rows
        entries = [*dict.fromkeys(id(card.entry) for card in source.cards)]
        places = {id(card.entry): card.entry.place for card in source.cards}
        if source.rows is None:
            file = self._yaml(source.path)
            self._after[source.path] = with_entries(file, ("pieces",), rows or ()).data
            return
        path = source.rows.path
        wanted = [
            replace(name, values={**self._cells.get(places[entries[name.number]], {}), **name.values})
            if name.number is not None and name.stays
            else name
            for name in (map(RowThen, range(len(entries))) if rows is None else rows)
        ]
        data, label = self._data(path), source.folder.label(path)
        if source.rows.is_json:
            changed = with_json_rows(data, label, [*places.values()], wanted)
        elif is_xlsx(label):
            changed, self.told = with_workbook_rows(data, label, source.section.get("sheet"), wanted)
        else:
            lines = (place.line for place in places.values())
            new = {place.line: cells for place, cells in self._cells.items()}
            few = with_csv_values(data, label, lines, new) if rows is None else None
            changed = with_csv_rows(data, label, wanted) if few is None else few
        self._after[path] = changed

    def _data(self, path: Path) -> bytes:
        if path not in self._before:
            data = current_content(path)
            unsaved = dict(self._source.folder.unsaved)
            if data is None:
                raise CannotEdit(f"{path.name} is gone", "look at the files of the game")
            self._before[path] = unsaved.get(path, data)
            self._after[path] = self._before[path]
        return self._after[path]

    def _yaml(self, path: Path, data: bytes | None = None) -> YamlText:
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

    def _set_yaml(self, path: Path, keys: KeyPath, value: Value) -> None:
        file = self._yaml(path)
        if value is None:
            if isinstance(keys[-1], int):
                raise CannotEdit("an item of a list cannot be removed here", "remove it in an editor")
            self._after[path] = without_value(file, keys).data
            return
        if isinstance(value, Mapping) or (
            isinstance(value, tuple) and any(isinstance(item, tuple | Mapping) for item in value)
        ):
            raise CannotEdit("this is not a single value", "change it in an editor")
        name = str(keys[-1])  # a new key stands behind those behind which other cards have it
        names: list[str] = next((list(card.entry) for card in self._source.cards if name in card.entry), [])
        before = names[: names.index(name)] if names else ["id", "name"] if name == "copies" else []
        changed = with_value(file, keys, value, before)  # type: ignore[arg-type]
        self._after[path], self._read[changed.data] = changed.data, changed

    # A cell of a table.

    def _set_cell(self, card: Card, field: CardField, value: Value) -> None:
        rows = self._source.rows
        assert rows is not None
        heading = heading_of(rows.headings, field.key) or field.key
        self._data(rows.path)
        text = LIST_SIGN.join(map(str, value)) if isinstance(value, tuple) else str(value)
        text = "" if value is None else text.lower() if isinstance(value, bool) else text
        plain = [*value] if isinstance(value, tuple) else value
        self._cells.setdefault(card.entry.place, {})[heading] = plain if rows.is_json else text  # type: ignore[assignment]
        self._said.setdefault(rows.path, []).append(f"{heading}: {field.value} -> {value}")


def as_number(text: str) -> Plain:
    """Return what somebody typed as a number where it is written as one.

    >>> as_number("3"), as_number("1.5"), as_number("007")
    (3, 1.5, '007')
    """
    if not re.fullmatch(r"-?(?:0|[1-9]\d*)(?:\.\d+)?", text):
        return text
    return float(text) if "." in text else int(text)


def _in_words(before: str, *, yes: bool) -> Plain:
    """Return yes or no in the words of the value before.

    >>> _in_words("Ja", yes=False), _in_words("n", yes=True)
    ('nein', 'y')
    """
    word = before.strip().casefold()
    pair = next((pair for pair in _PAIRS if word in pair), _PAIRS[0])
    return pair[0 if yes else 1] or None

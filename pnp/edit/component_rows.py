"""All cards of a component as a table, and many changes at once: cells, and rows added, deleted and moved."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Literal

from pnp.edit.card_change import CardChange, CardWriter, as_number, change_of
from pnp.edit.card_form import (
    Card,
    CardField,
    ComponentSource,
    Limits,
    component_file,
    component_source,
    field_names,
    field_of,
    game_choices,
    limits_of,
)
from pnp.edit.drawing_change import ObjectChange, changed_objects, objects_of
from pnp.edit.row_change import RowThen, csv_cell, formula_cells, with_csv_rows, with_workbook_rows
from pnp.edit.undo import FileChange, current_content
from pnp.edit.yaml_change import (
    KeyPath,
    ListSpan,
    ScalarSpan,
    read_yaml_text,
    span_at,
    values_of,
    with_key_renamed,
    with_value,
    without_value,
)
from pnp.files import is_within, read_text
from pnp.load.field_types import NO, YES
from pnp.load.nodes import FIELD, Findings, MapNode, Plain, Problem, ScalarNode
from pnp.load.project import Project, is_drawing, template_files, template_folders
from pnp.load.rows.headings import NOT_IN_ROWS, RESERVED, heading_of, made_id
from pnp.load.rows.workbook import SUFFIXES as WITH_SHEETS
from pnp.load.rows.workbook import is_xlsx, read_workbook
from pnp.model.diagnostics import CannotEdit, Place
from pnp.model.game import Value
from pnp.text import counted, listed

# What a table shows.


@dataclass(frozen=True, slots=True)
class Column:
    """A field of the cards: its name, and what it may hold."""

    name: str
    limits: Limits
    heading: str = ""  # What the table itself calls it, "" without one.


# Where a cell's value comes from, or why it cannot be changed here.
Origin = Literal["", "default", "fixed", "formula"]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A card as a row: its values in the order of the columns, and where each comes from."""

    id: str
    values: tuple[Value, ...]
    origins: tuple[Origin, ...]
    is_shared: bool


@dataclass(frozen=True, slots=True)
class ComponentTable:
    """The cards of a component, those without copies too."""

    component: str
    file: str
    columns: tuple[Column, ...]
    rows: tuple[TableRow, ...]


def component_table(project: Project, game: str, component: str) -> ComponentTable:
    """Return the cards of a component as a table; raises UnknownName, CannotEdit."""
    source = component_source(project, game, component)
    choices = game_choices(project, source.folder)
    if not source.cards:
        raise CannotEdit(f"{component} has no cards", "write the first one in an editor")
    written = (key for card in source.cards for key in (*card.entry, *card.variables))
    names = [*dict.fromkeys((*field_names(source, source.cards[0]), *written))]
    names = [name for name in names if name not in NOT_IN_ROWS]
    if source.rows is not None:
        names = [name for name in names if name == "id" or heading_of(source.rows.headings, name)]
    columns = []
    for name in names:
        having = next((card for card in source.cards if name in card.entry), source.cards[0])
        heading = heading_of(source.rows.headings, name) if source.rows else None
        columns.append(Column(name, limits_of(source, having, name, (), choices), heading or ""))
    times = Counter(id(card.entry) for card in source.cards)
    rows, formulas = [], _formulas(source)
    for card in source.cards:
        cells = [_cell(card, name, formulas) for name in names]
        shared = times[id(card.entry)] > 1
        values, origins = tuple(value for value, _ in cells), tuple(origin for _, origin in cells)
        rows.append(TableRow(card.id, values, origins, shared))
    file = source.folder.label(source.rows.path if source.rows else source.path)
    return ComponentTable(component, file, tuple(columns), tuple(rows))


def _formulas(source: ComponentSource) -> frozenset[str]:
    """Return which cells of the component's workbook hold formulas; none where its rows are in no workbook."""
    rows = source.rows
    if rows is None or not is_xlsx(label := source.folder.label(rows.path)):
        return frozenset()
    return formula_cells(current_content(rows.path) or b"", label, source.section.get("sheet"))


def _cell(card: Card, name: str, formulas: frozenset[str] = frozenset()) -> tuple[Value, Origin]:
    if name == "id":
        return card.id, "fixed"
    node, origin = card.written(name)
    if node is None or origin == "variable":
        return (node.value, "fixed") if node else (None, "")
    if card.variables and isinstance(node, ScalarNode) and "{" in node.text:
        shown = card.fields.get(name)
        return shown.value if shown is not None else None, "fixed"
    if isinstance(node, MapNode):
        text = node.get("text")
        if set(node) <= {"text", "claim"} and isinstance(text, ScalarNode):
            return text.value, "fixed" if origin == "default" else ""
        shown = card.fields.get(name)
        return shown.value if isinstance(shown, ScalarNode) else "…", "fixed"
    is_formula = node.place.cell in formulas
    return node.value, "default" if origin == "default" else "formula" if is_formula else ""


# Many changes at once.


@dataclass(frozen=True, slots=True)
class AddedRow:
    """A row that is new, behind the card `after`, "" for the end; a copy of the card `like`, or with these values alone."""

    after: str = ""
    like: str = ""
    values: Mapping[str, Value] = field(default_factory=dict)


def changed_rows(
    project: Project,
    game: str,
    component: str,
    *,
    cells: Mapping[str, Mapping[str, Value]] | None = None,
    was: Mapping[str, Mapping[str, Value]] | None = None,
    add: Sequence[AddedRow] = (),
    remove: Sequence[str] = (),
    move: Sequence[str] = (),
    after: str = "",
) -> tuple[CardChange, tuple[str, ...]]:
    """Return the change that gives cards new values, adds and deletes cards, and moves others behind the card `after`.

    With it come the ids of the cards that are new.
    `cells` has the new values of each card by its id, texts as somebody types them, `was` those that somebody saw before.
    Raises UnknownName, CannotEdit.
    """
    source = component_source(project, game, component)
    choices, writer = game_choices(project, source.folder), CardWriter(source)
    for name, seen in (was or {}).items():
        for key, value in seen.items():
            cell = _cell(source.card(name), key)[0]
            if (list(cell) if isinstance(cell, tuple) else cell) != value:
                raise CannotEdit(
                    f"{name}: {key} was changed meanwhile", "look at its current state, then change it"
                )
    in_table = source.rows is not None and not source.rows.is_json
    for name, values in (cells or {}).items():
        card = source.card(name)
        for key, value in values.items():
            target = field_of(source, card, key, choices)
            is_new = target.origin == "unwritten" and not target.limits.known and key not in source.types
            typed = _typed(target, value, in_table=in_table)
            if isinstance(typed, str) and is_new and not in_table:
                typed = as_number(typed)
            writer.set(card, target, typed)
    if add or remove or move:
        writer.arrange(_arranged(source, add, remove, move, after))
    files = writer.changes
    what = "; ".join((_said(source, cells or {}, add, remove, move), *writer.told))
    change = change_of(project, source, None, what, files)
    known = {card.id for card in source.cards}
    now = component_source(change.project, game, component).cards if add else ()
    return change, tuple(card.id for card in now if card.id not in known)


def renamed_field(project: Project, game: str, component: str, old: str, new: str) -> CardChange:
    """Return the change that gives a field another name in the data and the templates; raises UnknownName, CannotEdit.

    What else names it, and templates that draw other components with a field of that name, stay as they are and are told.
    """
    source = component_source(project, game, component)
    known = _fields(source)
    if old in (*RESERVED, "name") or old not in known:
        raise CannotEdit(f"{old} cannot be renamed, because pnp itself uses it", "rename a field of your own")
    if not FIELD.fullmatch(new) or new in (*RESERVED, "name", *known):
        raise CannotEdit(
            f'"{new}" cannot be the new name of a field', "such as attack_power: small letters, digits and _"
        )
    if any(old in card.variables for card in source.cards):
        raise CannotEdit(f"{old} is what makes the cards of one entry differ", "rename it in an editor")
    files = _renamed_in_data(source, old, new)
    if not files:
        raise CannotEdit(f"{old} cannot be renamed here", "rename it in an editor")
    what = f"{source.heading(old)} renamed {source.heading(new)}"
    templates, naming = _renamed_in_templates(project, source, old, new)
    if templates:
        what += f", also in {listed([template.path.name for template in templates])}"
    if naming:
        what += f"; {listed(naming)} still {'says' if len(naming) == 1 else 'say'} {old}"
    return change_of(project, source, None, what, [*files, *templates])


def _fields(source: ComponentSource) -> set[str]:
    return {name for card in source.cards for name in (*card.entry, *(card.defaults or ()))} | {*source.types}


def _renamed_in_data(source: ComponentSource, old: str, new: str) -> list[FileChange]:
    data, rows = current_content(source.path) or b"", source.rows
    file = read_yaml_text(data, source.label)
    pieces = span_at(file.top, ("pieces",))
    entries: list[KeyPath] = (
        [("pieces", step) for step in pieces.steps] if isinstance(pieces, ListSpan) else []
    )
    changed = with_key_renamed(file, [("fields",), ("defaults",), *entries], old, new)
    files = [FileChange(source.path, data, changed.data)]
    heading = heading_of(rows.headings, old) if rows else None
    if rows and heading and span_at(file.top, ("columns", heading)):
        files = [FileChange(source.path, data, with_value(changed, ("columns", heading), new).data)]
    elif rows and heading:
        before, label, title = current_content(rows.path) or b"", source.folder.label(rows.path), new
        if rows.is_json:
            table = read_yaml_text(before, label)
            places = {(card.entry.place.line, card.entry.place.column) for card in source.cards}
            maps = [path for path, span in values_of(table.top) if (span.line, span.column) in places]
            after = with_key_renamed(table, maps, heading, title).data
        elif is_xlsx(label):
            after, _ = with_workbook_rows(before, label, source.section.get("sheet"), None, (heading, title))
        else:
            after = with_csv_rows(before, label, None, (heading, title))
        files.append(FileChange(rows.path, before, after))
    return [file for file in files if file.after != file.before]


_FIELD_KEYS = frozenset({"art", "icon", "show-if", "fill", "stroke"})
"""Instructions in the names of objects that are followed by a field."""


def _renamed_in_templates(
    project: Project, source: ComponentSource, old: str, new: str
) -> tuple[list[FileChange], list[str]]:
    folder = source.folder
    others = sorted({*folder.path.glob("*.yaml")} - {source.path})
    kept = " ".join(read_text(path) for path in others if _has_field(project, folder.id, path, old))
    mine = read_text(source.path)
    changes, naming = [], []
    for path in (
        file for top in template_folders(project.templates, folder.id) for file in template_files(top)
    ):
        before = after = current_content(path) or b""
        if is_within(path, project.root) and (not kept or (path.name in mine and path.name not in kept)):
            rename = _renamed_in_drawing if is_drawing(path.name) else _renamed_in_code
            with suppress(CannotEdit):  # its lines are told
                after = rename(before, old, new)
            changes += [FileChange(path, before, after)] if after != before else []
        naming += _lines_naming(path, after, rf"\b{old}\b")
    for path in others:
        if path.stem in ("rules", "claims"):
            naming += _lines_naming(path, current_content(path) or b"", rf"\.{old}\b|\b{old} ?[=<>!]")
    return changes, naming


def _has_field(project: Project, game: str, path: Path, name: str) -> bool:
    with suppress(CannotEdit):  # it is no component
        return name in _fields(component_source(project, game, path.stem))
    return False


def _lines_naming(path: Path, data: bytes, name: str) -> list[str]:
    lines = data.decode(errors="replace").splitlines()
    return [f"{path.name}:{number}" for number, line in enumerate(lines, 1) if re.search(name, line)]


def _renamed_in_code(data: bytes, old: str, new: str) -> bytes:
    text = data.decode("utf-8", "surrogateescape")
    text = re.sub(rf"""(\bpiece(?:\.|\[["'])){old}\b""", rf"\g<1>{new}", text)
    declared = re.compile(r"\{#-?\s*fields:.*?#\}", re.DOTALL)
    text = declared.sub(lambda names: re.sub(rf"\b{old}\b", new, names[0]), text)
    return text.encode("utf-8", "surrogateescape")


def _renamed_in_drawing(data: bytes, old: str, new: str) -> bytes:
    name = re.compile(rf"([\w-]+:\s*)?(?<![\w.=|-])({old.replace('_', '[_ ]')})(?![\w-]|\s*:)", re.IGNORECASE)
    braced = re.compile(rf"\{{{old}(?=[.}}])")

    def renamed(match: re.Match[str]) -> str:
        key = match[1] or ""
        return key + new if not key or key.partition(":")[0].lower() in _FIELD_KEYS else match[0]

    changes = {}
    for drawn in objects_of(data):
        label = drawn.attributes.get("inkscape:label", "")
        wanted = name.sub(renamed, label)
        text = name.sub(renamed, drawn.text) if drawn.tag == "desc" else braced.sub(f"{{{new}", drawn.text)
        if (wanted, text) != (label, drawn.text):
            attributes = {"inkscape:label": wanted} if wanted != label else {}
            changes[drawn.number] = ObjectChange(attributes, text if text != drawn.text else None)
    return changed_objects(data, changes) if changes else data


def table_as_csv(project: Project, game: str, component: str) -> CardChange:
    """Return the change that writes the workbook of a component as CSV beside it, and has the component read that.

    Of formulas their results are written, and no formats. Raises UnknownName, CannotEdit.
    """
    path = component_file(project, game, component)
    top, source = path.parent, current_content(path) or b""
    file = read_yaml_text(source, path.name)
    rows, sheet = (span_at(file.top, (key,)) for key in ("rows", "sheet"))
    book = top / rows.text if isinstance(rows, ScalarSpan) else path
    if book.suffix.lower() not in WITH_SHEETS or not is_within(book, top):
        raise CannotEdit(f"{component} has no workbook", "only the cards of a workbook are saved as CSV here")
    copy = book.with_suffix(".csv")
    if copy.exists():
        raise CannotEdit(f"{copy.name} exists already", f"write rows: {copy.name}, or move it away")
    named = (
        ScalarNode(sheet.text, sheet.text, Place(book.name, 1, 1)) if isinstance(sheet, ScalarSpan) else None
    )
    try:
        table = read_workbook(current_content(book) or b"", book.name, named, Findings())
    except Problem as problem:
        raise CannotEdit(f"{book.name}: {problem}", problem.finding.hint) from problem
    lines = (",".join(csv_cell(cell.text, "", ",") for cell in row) for row in (table.heading, *table.rows))
    changed = without_value(with_value(file, ("rows",), copy.name), ("sheet",))
    changes = (
        FileChange(copy, None, "".join(f"{line}\n" for line in lines).encode()),
        FileChange(path, source, changed.data),
    )
    after = replace(project, unsaved=((path, changed.data), (copy, changes[0].after or b"")))
    return CardChange(f"{book.name} saved as {copy.name}", changes, after, game, None)


def _said(
    source: ComponentSource,
    cells: Mapping[str, Mapping[str, Value]],
    add: Sequence[AddedRow],
    remove: Sequence[str],
    move: Sequence[str],
) -> str:
    said = [counted(sum(map(len, cells.values())), "cell")] if cells else []
    if len(cells) == 1:
        said = [
            f"{source.called(source.card(name))}: {listed([*map(source.heading, each)])}"
            for name, each in cells.items()
        ]
    said += [f"{counted(len(add), 'card')} added"] if add else []
    for names, what in ((remove, "deleted"), (move, "moved")):
        one = source.card(names[0]).title if len(names) == 1 else counted(len(names), "card")
        said += [f"{one} {what}"] if names else []
    return ", ".join(said)


def _arranged(
    source: ComponentSource, add: Sequence[AddedRow], remove: Sequence[str], move: Sequence[str], after: str
) -> list[RowThen]:
    numbers = {
        key: number for number, key in enumerate(dict.fromkeys(id(card.entry) for card in source.cards))
    }

    def number_of(name: str) -> int:
        card = source.card(name)
        if card.variables:
            place = card.entry.place
            raise CannotEdit(
                f"{name} is one of several cards that one entry makes", f"{place.file} {place.spot}"
            )
        return numbers[id(card.entry)]

    gone, moved = {number_of(number) for number in remove}, [number_of(number) for number in move]
    rows = [RowThen(number) for number in numbers.values() if number not in gone and number not in moved]

    def behind(name: str, default: int) -> int:
        if not name:
            return default
        number = numbers[id(source.card(name).entry)]
        return next((at + 1 for at, row in enumerate(rows) if row.number == number and row.stays), default)

    at = behind(after, 0)
    rows[at:at] = map(RowThen, moved)
    taken = {card.id.casefold() for card in source.cards}
    names = {
        str(node.value).casefold() for card in source.cards if (node := card.entry.get("name")) is not None
    }
    for row in add:
        at = behind(row.after, len(rows))
        while row.after and at < len(rows) and not rows[at].stays:
            at += 1  # those behind the same card stand in the order in which they are given
        like = number_of(row.like) if row.like else None
        rows.insert(at, RowThen(like, _new_values(source, row, taken, names), is_copy=bool(row.like)))
    return rows


def _new_values(source: ComponentSource, row: AddedRow, taken: set[str], names: set[str]) -> dict[str, Plain]:
    rows = source.rows
    written: dict[str, Value] = {key: value for key, value in row.values.items() if value not in (None, "")}
    of_ids = [part for part in rows.ids_from.split(", ") if part] if rows else []
    title = str(written.get("name") or "")
    if row.like:
        fields = source.card(row.like).fields
        node = fields.get("name")
        title = title or (str(node.value) if isinstance(node, ScalarNode) else row.like)
    for name in of_ids[:1]:
        written[name] = _unused(str(written.get(name) or title or "New card"), names)
    if not row.like and "name" not in written and (rows is None or heading_of(rows.headings, "name")):
        written["name"] = _unused("New card", names)
    title = str(written.get("name") or title)
    if rows is None or heading_of(rows.headings, "id"):
        base = str(written.get("id") or "") or (row.like or made_id(title) or "card")
        new = _unused(base, taken, "-")
        written = {"id": new, **{key: value for key, value in written.items() if key != "id"}}
    plain: dict[str, Plain] = {}
    for key, value in written.items():
        if isinstance(value, tuple | Mapping):
            raise CannotEdit("a new row has single values", "write lists in its cells afterwards")
        plain[key] = as_number(value) if isinstance(value, str) and (rows is None or rows.is_json) else value
    if rows is None:
        return plain
    return {heading_of(rows.headings, key) or key: value for key, value in plain.items()}


def _unused(name: str, taken: set[str], between: str = " ") -> str:
    numbered = (name if number < 2 else f"{name}{between}{number}" for number in count(1))
    new = next(candidate for candidate in numbered if candidate.casefold() not in taken)
    taken.add(new.casefold())
    return new


def _typed(target: CardField, value: Value, *, in_table: bool) -> Value:
    if not isinstance(value, str):
        return value
    if value == "" and (target.kind != "text" or target.value is None or target.origin == "unwritten"):
        return None
    if target.kind in ("integer", "number"):
        return as_number(value.strip())
    if in_table:
        return value
    if target.kind == "boolean" and value.strip().casefold() in (*YES, *NO, ""):
        return value.strip().casefold() in YES
    items = value.replace(";", ",").split(",") if target.kind == "list" else ()
    return (
        tuple(as_number(item.strip()) for item in items if item.strip()) if target.kind == "list" else value
    )

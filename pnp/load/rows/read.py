"""The rows of a table as entries of `pieces`, whatever file format they are in."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from pathlib import Path

from pnp.load.keys import TEXT, FileKey, FlagKey, TextKey, list_of, map_of, one_of
from pnp.load.nodes import (
    Findings,
    Key,
    ListNode,
    MapNode,
    Node,
    Problem,
    ScalarNode,
    described,
    in_hand,
    not_wanted,
    text_node,
    with_values,
)
from pnp.load.project import GameFolder, find_icon, find_inside
from pnp.load.role_guesses import KNOWN_NAMES, TECHNICAL, pattern, table_words
from pnp.load.rows import NOTATIONS
from pnp.load.rows.cell_values import LIST_SIGN, cell_items, list_fields, without_minus_ones
from pnp.load.rows.headings import (
    COPIES,
    NAMES,
    copies_in,
    field_name,
    heading_of,
    read_headings,
    with_amounts,
    with_ids,
    with_named_values,
    with_other_sides,
)
from pnp.load.rows.imported_markup import converted
from pnp.load.rows.text_tables import (
    COMMENT,
    EXAMPLE,
    TEXT_SUFFIXES,
    Cell,
    CellTable,
    Row,
    cell_table,
    is_left_out,
    read_csv,
    row_entries,
    with_dashes,
    with_numbers,
)
from pnp.load.rows.workbook import SHEET, chosen_sheet, read_workbook
from pnp.load.rows.workbook import SUFFIXES as WITH_SHEETS
from pnp.load.yaml_source import likely_encoding, read_json
from pnp.model.diagnostics import Place
from pnp.text import column_letters, counted, is_encoding, listed, suggest

STRICT = FlagKey(
    "strict", "false: cells that cannot be read are warnings (default: true, errors).", default=True
)
KEYS = (
    TextKey("rows", "A table with a row for each piece, instead of pieces: .csv, .tsv, .xlsx, .ods, .json."),
    TextKey("sheet", "The sheet of the workbook (default: the first), or several, as in `Elves + Orcs`."),
    TextKey("encoding", "The encoding of the rows' text file, if not UTF-8: windows-1252."),
    FileKey(
        "markup", "The markup in the texts of the rows (default: that of pnp).", list_of(one_of(NOTATIONS))
    ),
    STRICT,
    FileKey("columns", "The field of each heading: {Card Text: text, Notes: none}.", map_of(TEXT)),
    TextKey("id", 'How to make the ids of rows: "{name}-{level}".'),
)
"""The keys of a component that say where its rows are and how they are read."""

SUFFIXES = (*TEXT_SUFFIXES, *WITH_SHEETS, ".json")
UNREADABLE = (".numbers", ".gsheet")  # Tables that have to be saved in another format first.

MADE_GOOD = ("PNP100", "PNP105", "PNP152", "PNP156", "PNP157")
"""What a table that is not strict is not blamed for: its import has told, and nothing is lost."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table as mappings of its headings, and how many were left out.

    `tables` are the names of those that a JSON file has beside others, that of the rows first.
    """

    entries: tuple[MapNode, ...]
    left_out: int = 0
    tables: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReadRows:
    """The rows as entries of `pieces`, and how they were understood, in sentences."""

    entries: tuple[MapNode, ...]
    headings: Mapping[str, str | None]
    lists: tuple[str, ...]
    ids_from: str
    left_out: int
    merged: str = ""

    @property
    def said(self) -> tuple[str, ...]:
        """Return what was decided about the table."""
        made = listed([heading_of(self.headings, name) or name for name in self.ids_from.split(", ")])
        parts = [f"ids are made from {made}" if self.ids_from else "ids are written"]
        if copies := heading_of(self.headings, "copies"):
            parts.append(f"copies are in {copies}")
        if self.lists:
            verb = "is a list" if len(self.lists) == 1 else "are lists"
            parts.append(f"{listed([heading_of(self.headings, name) or name for name in self.lists])} {verb}")
        if self.left_out:
            parts.append(rows_left_out(self.left_out))
        return tuple(parts)


def rows_left_out(count: int) -> str:
    """Return that so many rows are left out."""
    verbs = ("begins", "is") if count == 1 else ("begin", "are")
    return f"{counted(count, 'row')} {verbs[0]} with {COMMENT} and {verbs[1]} left out"


def read_rows(node: Node, section: MapNode, folder: GameFolder, findings: Findings) -> ReadRows | None:
    """Return the rows of the file that a component names in `node`; None with a finding, or raises Problem."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        raise not_wanted(node, "rows must be the name of a file", "write rows: deck.csv")
    suffix = Path(node.text).suffix.lower()
    if suffix in UNREADABLE:
        message = f'rows are read from CSV, XLSX, ODS and JSON files, not from "{node.text}"'
        hint = f'in the spreadsheet choose "Save as", and write rows: {Path(node.text).stem}.xlsx'
        raise Problem("PNP126", message, node.place, hint)
    path = find_inside(node, folder.path, "rows", what="spreadsheet", suffixes=SUFFIXES)
    sheet, types = section.get("sheet"), section.get("fields")
    if sheet is not None and suffix in TEXT_SUFFIXES:
        message = f"{path.name} has no sheets"
        findings.error("PNP152", message, section.key_place("sheet"), hint="delete sheet")
    data = folder.read(path, findings)
    if data is None:
        return None
    columns = findings.want_map(section.get("columns"), "columns")
    encoding = encoding_of(section.get("encoding"), findings)
    strict = STRICT.read(section, findings)
    if not strict:
        encoding = encoding or likely_encoding(data)
    typed = tuple(types) if isinstance(types, MapNode) else ()
    reading = Reading(sheet, columns, section.get("id"), typed, encoding, strict, folder.keeps(path, data))
    label, told = folder.label(path), findings if strict else Findings()
    written = [(name, section.value.get(name), section.value_place(name)) for name in _READ_BY]
    key = (data, label, repr(written))
    read = in_hand(key, told, lambda told: _read_entries(data, label, reading, told), keep=reading.keep)
    for finding in told.ordered() if told is not findings else ():
        if finding.code not in MADE_GOOD:
            findings.add(replace(finding, severity="warning"))
    return read


_READ_BY = ("rows", "sheet", "columns", "id", "fields", "encoding", "strict")


def _read_entries(data: bytes, label: str, reading: "Reading", findings: Findings) -> ReadRows:
    read = rows_with_fields(rows_of_file(data, label, reading, findings), reading, findings)
    if not read.entries:
        return read
    entries, ids_from = with_ids(read.entries, reading.id, findings)
    return replace(read, entries=entries, ids_from=ids_from)


def encoding_of(node: Node | None, findings: Findings) -> str:
    """Return the encoding that a component names, "" without one, or with a finding."""
    name = findings.want_text(node, "encoding") or ""
    if node is None or is_encoding(name):
        return name
    hint = "write encoding: windows-1252, utf-16, mac-roman ..."
    findings.error("PNP114", f'there is no encoding "{name}"', node.place, hint=hint)
    return ""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a component says about its table: the keys beside `rows`, and the fields whose types it gives.

    What is read is to `keep` while somebody edits it: it is soon read again.
    """

    sheet: Node | None = None
    columns: MapNode | None = None
    id: Node | None = None
    typed: tuple[str, ...] = ()
    encoding: str = ""
    strict: bool = True
    keep: bool = False


def rows_of_file(data: bytes, label: str, reading: Reading, findings: Findings) -> Rows:
    """Return the rows of a file, by the ending of its name; raises Problem."""
    suffix = Path(label).suffix.lower()
    if suffix == ".json":
        node = with_numbers(read_json(data, label, findings, encoding=reading.encoding))
        rows = rows_in(node, findings, reading.sheet)
        read = rows.entries if reading.strict else [with_numbers(row, quoted=True) for row in rows.entries]
        return replace(rows, entries=tuple(read))
    table = table_of_file(data, label, reading.sheet, reading.encoding, findings, keep=reading.keep)
    return rows_of_table(table, reading, findings)


def table_of_file(
    data: bytes, label: str, sheet: Node | None, encoding: str, findings: Findings, *, keep: bool
) -> CellTable:
    """Return the table in a workbook or a text file, to `keep` while somebody edits it; raises Problem."""
    if Path(label).suffix.lower() not in WITH_SHEETS:
        key = (data, label, encoding)
        return in_hand(key, findings, lambda told: read_csv(data, label, told, encoding=encoding), keep=keep)
    key = (data, label, repr(sheet))
    return in_hand(key, findings, lambda told: read_workbook(data, label, sheet, told), keep=keep)


def rows_of_table(table: CellTable, reading: Reading, findings: Findings) -> Rows:
    """Return the rows of a table of cells."""
    said = tuple(reading.columns) if reading.columns else ()
    if table.parts:
        entries = (
            MapNode((*entry.entries, (Key(SHEET, entry.place), text_node(name, entry.place))), entry.place)
            for name, part in table.parts
            for entry in rows_of_table(part, reading, findings).entries
        )
        return Rows(tuple(entries), len(table.left_out))
    table = table if reading.strict else _stacked(table)
    return Rows(row_entries(table, findings, said, strict=reading.strict), len(table.left_out))


# Columns of a table beside others, of which the first has the name of the table for its heading.
_HAS_BLOCKS = 4


def _stacked(table: CellTable) -> CellTable:
    """Return tables with the same headings that stand beside each other as one; `sheet` says what the first of each is called."""
    heads = "\0".join(cell.text.strip().casefold() for cell in table.heading).rstrip("\0").split("\0")
    for wide in range(2, len(heads) // 2 + 2):
        starts = range(0, len(heads), wide)
        gap = heads[wide - 1 : wide] == [""]  # a column between two tables
        blocks = {(*heads[at + 1 : at + wide], *[""] * (gap and at + wide > len(heads))) for at in starts}
        titles = {*(heads[start] for start in starts)}
        is_named = len(titles) == len(starts) and wide - gap >= _HAS_BLOCKS
        if (
            len(blocks) > 1
            or not (len(titles) == 1 or is_named)
            or "" in {*titles, *(*blocks,)[0][: wide - 1 - gap]}
        ):
            continue
        sheet, named = Cell("sheet", table.heading[0].place), len(titles) > 1
        blank = [replace(sheet, text="")] * len(heads)
        parts = ((row, start, start + wide) for start in starts for row in table.rows)
        rows = tuple(
            (*[*row, *blank][start:end], *[replace(row[0], text=table.heading[start].text)] * named)
            for row, start, end in parts
            if any(cell.text.strip() for cell in row[start:end])
        )
        return replace(table, heading=(*table.heading[:wide], *[sheet] * named), rows=rows)
    return table


def rows_in(node: Node, findings: Findings, wanted: Node | None = None) -> Rows:
    """Return the mappings of a list; what is empty or begins with # left out, a mapping in a mapping as fields of the row.

    Around the list there may be mappings, of which the longest list counts, or the one whose name is `wanted`. Where
    there is none, the rows are the mappings of a mapping, or of its lists, each with its `key`; or a mapping is a table
    in another shape.
    """
    node = _with_texts(node)
    tables = sorted(_tables(node), key=lambda table: -len(table[1]))
    most = len(tables[0][1]) if tables else 0
    # What is called cards comes first, unless there are few beside others: decks may name each of them several times.
    tables.sort(key=lambda table: 4 * len(table[1]) < most or not _CARDS & {*field_name(table[0]).split("_")})
    if wanted is not None and tables:
        name = chosen_sheet(tuple(name for name, _ in tables), node.place.file, wanted)
        tables.sort(key=lambda table: table[0] != name)
    found = tables[0][1] if tables else _reshaped(node) if isinstance(node, MapNode) else None
    taken = {item.place for item in found or ()}
    others = [name for name, items in tables[1:] if name and len(items) > 1 and items[0].place not in taken]
    if found is None:
        raise not_wanted(node, "the rows must be a list", 'write [{"name": "First"}]')
    if found and all(isinstance(item, ScalarNode) for item in found):
        found = tuple(map(_text_row, found))
    if len(found) > 1 and all(isinstance(item, ListNode) for item in found):
        table = cell_table(_cells_of(found), node.place.file, example=EXAMPLE)
        found = tuple(with_values(row, _quoted) for row in row_entries(table, findings, strict=False))
    for item in found:
        if not isinstance(item, MapNode):
            findings.wrong_value(item, "a row must be a mapping", hint='write {"name": "First"}')
    entries = tuple(_flat(item) for item in with_dashes(found) if isinstance(item, MapNode) and item.entries)
    entries = _without_bases(_with_names_of_codes(entries, node), findings)
    alike = [level for level in _LEVELS if len({str(row.value.get(level)) for row in entries}) == 1]
    rows = (with_values(row, lambda node, name: None if name in alike else node) for row in entries)
    entries = tuple(rows) if alike and len(entries) > 1 else entries  # what tells none apart
    return Rows(entries, tables=tuple(dict.fromkeys((tables[0][0], *others))) if others else ())


def _with_names_of_codes(rows: tuple[MapNode, ...], node: Node) -> tuple[MapNode, ...]:
    """Return the rows with names for codes, where a mapping beside them has these: {"kinds": {"0": "Ally"}, "cards": [{"kind": 0}]}."""
    legends = [(key.text.casefold(), each) for key, each in getattr(node, "entries", ()) if _is_plain(each)]

    def named(cell: Node, field: str) -> Node:
        begun = field.casefold()[:_BEGUN]
        if not isinstance(cell, ScalarNode) or len(begun) < _BEGUN:
            return cell
        known = (each for name, each in legends if name.startswith(begun) and isinstance(each, MapNode))
        return next((each.get(cell.text) or cell for each in known), cell)

    return tuple(with_values(row, named) for row in rows) if legends else rows


_BEGUN = 4  # Letters with which a field begins as the names of its codes do: category, categories.


def _is_plain(node: Node) -> bool:
    """Say whether a mapping has values alone, and is no card."""
    values = [each for _, each in node.entries] if isinstance(node, MapNode) else [None]
    return not _are_named([node]) and all(isinstance(each, ScalarNode) for each in values)


def _without_bases(rows: tuple[MapNode, ...], findings: Findings) -> tuple[MapNode, ...]:
    """Return the rows without those that are no cards: others take up all their values, with << or *, or add some to them."""
    users: dict[int, dict[Place, MapNode]] = {}
    for row in rows:
        for _, node in row.entries:
            users.setdefault(id(node), {})[row.place] = row
    kept = []
    for row in rows:
        start = (row.place.line, row.place.column)
        written = [node for _, node in row.entries if start <= (node.place.line, node.place.column)]
        others = [other for node in written for other in users[id(node)].values() if other is not row]
        is_taken_up = all(len(users[id(node)]) > 1 for node in written)
        if others and (is_taken_up or all({*row} < {*other} for other in others)):
            message = "other rows are made from it: left out, not a card"
            hint = "give it what the others have"
            findings.warn("PNP157", message, row.place, hint=hint)
        else:
            kept.append(row)
    return tuple(kept)


def _cells_of(lists: Sequence[Node]) -> Iterator[Row]:
    for number, row in enumerate(lists, 1):
        items = row.items if isinstance(row, ListNode) else ()
        cells = [each if isinstance(each, ScalarNode) else None for each in items]
        texts = [cell.text if cell and cell.value is not None else "" for cell in cells]
        names = [f"{column_letters(column)}{number}" for column in range(1, len(items) + 1)]
        if any(texts):
            places = [replace(node.place, cell=name) for node, name in zip(items, names, strict=True)]
            yield tuple(map(Cell, texts, places))


def _quoted(cell: Node, _: str) -> Node:
    return text_node(cell.text, cell.place) if isinstance(cell, ScalarNode) else cell


def _with_texts(node: Node, _: str = "") -> Node:
    """Return lists of texts with their texts whole, of which a colon makes a mapping: "- Beware: a fox"."""
    if not isinstance(node, ListNode):
        return with_values(node, _with_texts)
    pairs = sum(isinstance(item, MapNode) and len(item.entries) == 1 for item in node.items)
    texts = sum(isinstance(item, ScalarNode) for item in node.items)
    return with_values(node, _whole_text) if 0 < pairs < texts == len(node.items) - pairs else node


def _whole_text(item: Node, _: str) -> Node:
    if not isinstance(item, MapNode):
        return item
    (key, value), *_rest = item.entries
    return text_node(f"{key.text}: {value.text}" if isinstance(value, ScalarNode) else key.text, key.place)


def _text_row(text: Node) -> MapNode:
    return MapNode(((Key("text", text.place), text),), text.place)


def _reshaped(table: MapNode) -> tuple[MapNode, ...] | None:
    """Return the rows of a mapping of columns, of one card, of lists of texts, or of names to texts; None for another.

    A mapping with a heading such as "name" is one card: {"name": "Ant", "cost": 2}. Columns are lists of one length.
    """
    values = [value for _, value in table.entries]
    columns = [value.items for value in values if isinstance(value, ListNode)]
    if len(columns) == len(values) > 1 and len({len(column) for column in columns}) == 1:
        keys = [key for key, _ in table.entries]
        rows = zip(*columns, strict=True)
        return tuple(MapNode(tuple(zip(keys, cells, strict=True)), cells[0].place) for cells in rows)
    if any(key.text.casefold() in _CARD_HEADINGS for key, _ in table.entries):
        return (table,)
    if columns and all(isinstance(item, ScalarNode) for column in columns for item in column):
        lists = ((key, node.items) for key, node in table.entries if isinstance(node, ListNode))
        return tuple(_with_key(_text_row(item), key) for key, items in lists for item in items)
    if len(values) > 1 and all(isinstance(value, ScalarNode) for value in values):
        return _named_texts(table)
    return None


def _named_texts(table: MapNode) -> tuple[MapNode, ...]:
    pairs = (
        ((Key("name", key.place), text_node(key.text, key.place)), (Key("text", node.place), node))
        for key, node in table.entries
    )
    return tuple(MapNode(pair, pair[0][0].place) for pair in pairs)


def _are_texts(table: MapNode) -> bool:
    """Say whether a mapping has a sentence for each of some names that are no headings."""
    texts = [node.text for _, node in table.entries if isinstance(node, ScalarNode) and " " in node.text]
    is_long = sum(map(len, texts)) > _SENTENCE * len(texts)
    return len(texts) == len(table.entries) > 2 and is_long and KNOWN_NAMES.isdisjoint(map(field_name, table))


_SENTENCE = 25  # Letters.
_CARD_HEADINGS = frozenset(table_words("one_card")["headings"])  # What a mapping has that describes one card.
_DECK_NAMES = ("nickname", *table_words("one_card")["headings"])
_CARDS = frozenset(table_words("one_card")["lists"])  # What a list of them is called.
_DEEPEST = 3  # Mappings that may stand around the rows.


def _tables(node: Node, name: str = "", depth: int = 0) -> Iterator[tuple[str, tuple[Node, ...]]]:
    """Yield what may be the rows, with the key that it stands below; "" for those of all keys."""
    if isinstance(node, ListNode):
        if depth == 0 or any(isinstance(item, MapNode | ListNode) for item in node.items):
            yield name, node.items
        if in_decks := tuple(_cards_of_decks(node)):
            yield name, in_decks
        return
    if not isinstance(node, MapNode) or depth == _DEEPEST:
        return
    nodes = [each for _, each in node.entries]
    cards = [node for node in nodes if isinstance(node, MapNode)]
    if len(cards) == len(nodes) > 1 and all(map(_are_texts, cards)):
        named = zip((key for key, _ in node.entries), map(_named_texts, cards), strict=True)
        yield name, tuple(_with_key(row, key) for key, rows in named for row in rows)
        return
    are_tables = all(map(_is_table, cards))
    if len(cards) == len(nodes) > 1 and not are_tables and set.intersection(*({*card} for card in cards)):
        yield name, tuple(_with_key(item, key) for (key, _), item in zip(node.entries, cards, strict=True))
        return
    are_listed = any(isinstance(each, ListNode) and len(_mappings(each)) > 1 for each in nodes)
    have_text = any("text" in item for node in nodes for item in _mappings(node))
    keyed: list[tuple[Key, tuple[Node, ...]]] = []
    for key, each in node.entries:
        below = list(_tables(each, key.text, depth + 1))
        yield from below
        largest = max((rows for _, rows in below), key=len, default=()) if _is_table(each) else ()
        is_legend = are_listed and _is_plain(each)
        items = largest or (() if is_legend else _mappings(each, texts=have_text))
        keyed += [(key, items)] if items else []
    if len(keyed) != len(nodes):  # what looks alike belongs together
        looks = Counter(_headings(items) for _, items in keyed if len(items) > 1).most_common(1)
        keyed = [(key, items) for key, items in keyed if looks and _headings(items) == looks[0][0]]
    keyed = [(key, items) for key, items in keyed if _are_named(items) or not _has_cards(items[0])] or keyed
    if len(keyed) > 1:
        rows = tuple(_with_key(row, key) for key, items in keyed for row in items if isinstance(row, MapNode))
        yield name, rows


def _cards_of_decks(decks: Node) -> Iterator[MapNode]:
    """Yield the cards of a list of decks, each with the name of its deck as its key; none for a list of cards."""
    for deck in _mappings(decks):
        said = {key.text.casefold(): node for key, node in deck.entries if node.value}
        named = next((said[name] for name in _DECK_NAMES if name in said), deck)
        for key, node in deck.entries:
            if key.text.casefold() in _CARDS and isinstance(node, ListNode):
                name = named.text if isinstance(named, ScalarNode) else key.text
                cards = (_with_key(card, replace(key, text=name)) for card in _mappings(node))
                yield from tuple(_cards_of_decks(node)) or cards


def _is_table(node: Node) -> bool:
    return isinstance(node, MapNode) and all(
        isinstance(value, MapNode) or (isinstance(value, ListNode) and _are_named(_mappings(value)))
        for _, value in node.entries
    )


def _are_named(rows: Sequence[Node]) -> bool:
    return not _CARD_HEADINGS.isdisjoint(map(str.casefold, _headings(rows[:1])))


def _has_cards(row: Node) -> bool:
    return isinstance(row, MapNode) and any(
        isinstance(node, ListNode) and len(_mappings(node)) > 1 for _, node in row.entries
    )


def _headings(rows: Sequence[Node]) -> frozenset[str]:
    return frozenset(rows[0]) if rows and isinstance(rows[0], MapNode) else frozenset()


def _mappings(node: Node, *, texts: bool = False) -> tuple[MapNode, ...]:
    items = node.items if isinstance(node, ListNode) else (node,)
    if texts and isinstance(node, ListNode):
        items = tuple(_text_row(item) if isinstance(item, ScalarNode) else item for item in items)
    return tuple(item for item in items if isinstance(item, MapNode))


def _with_key(item: MapNode, key: Key) -> MapNode:
    """Return a row with the key that it stands below; of several around it the outer ones are its group and the part of the table."""
    level = next((level for level in _LEVELS if level not in item), "")
    entry = (Key(level, key.place), text_node(key.text, key.place))
    return MapNode((entry, *item.entries), item.place) if level else item


_LEVELS = ("key", "group", "part")
_LOOK_UPS = ({"table", "by"}, {"table"}, {"words"})


def _flat(entry: MapNode) -> MapNode:
    """Return the entry without what is blank; what is in a mapping of plain values has a heading such as "stats.attack"."""
    kept: list[tuple[Key, Node]] = []
    for key, node in entry.entries:
        if node.value in (None, "") or is_left_out(key.text):
            continue
        if isinstance(node, MapNode) and {*node} not in _LOOK_UPS and key.text not in _WHOLE:
            inner = _flat(node).entries
            kept += [(Key(f"{key.text}.{below.text}", below.place), each) for below, each in inner]
        elif isinstance(node, ListNode) and node.items and len(_mappings(node)) == len(node.items):
            items = [[*_flat(item).entries] for item in _mappings(node)]
            lines = "\n".join(filter(None, (_in_a_line(item, entry) for item in items)))
            kept.append((key, text_node(lines, node.place) if lines else node))
            codes: dict[str, list[str]] = {}  # They are no words of a card, but a column of their own.
            for below, each in chain(*items if lines else ()):
                if TECHNICAL.fullmatch(field_name(below.text)):
                    codes.setdefault(f"{key.text}.{below.text}", []).append(_listed(each))
            kept += [
                (Key(name, key.place), text_node(", ".join(said), node.place)) for name, said in codes.items()
            ]
        else:
            kept.append((key, node))
    return MapNode(tuple(kept), entry.place)


def _listed(node: Node) -> str:
    """Return a value, or those of a list."""
    items = node.items if isinstance(node, ListNode) else (node,)
    return ", ".join(item.text for item in items if isinstance(item, ScalarNode))


def _in_a_line(entry: Sequence[tuple[Key, Node]], card: MapNode) -> str:
    """Return the plain values of a mapping in a list of them: an attack with its damage, a planet with what it yields.

    What the card says itself is not said again; several numbers have their names, and without a word they say nothing.
    """
    plain = [
        (field_name(key.text), node)
        for key, node in entry
        if _listed(node)
        and node.value is not False
        and not TECHNICAL.fullmatch(field_name(key.text))
        and not (key.text in card and card.value[key.text] == node.value)
    ]
    numbers = [name for name, node in plain if not isinstance(node.value, str)]
    if len(numbers) == len(plain) > 2:
        return ""
    named = numbers if len(numbers) > 1 and len(plain) > len(numbers) else []
    said = (
        f"{name.replace('_', ' ')} {_listed(node)}" if name in named else _listed(node)
        for name, node in plain
    )
    return " · ".join(said)


_WHOLE = ("source", "for")  # Keys of a piece that hold mappings.


def _finished(rows: tuple[MapNode, ...], findings: Findings) -> tuple[MapNode, ...]:
    """Return the rows without the few that have no name, as nearly all have, but only a word or two that others have."""
    named = [name for name in _HEADLINES if sum(name in row for row in rows) > 0.9 * len(rows)]
    lacking = [row for row in rows if named and named[0] not in row]
    bare = [
        row
        for row in lacking
        if len(row.entries) <= 3
        and all(_WORDS.fullmatch(getattr(node, "text", "")) for _, node in row.entries)
    ]
    said = ("\n".join(f"{key.text}={node.value}" for key, node in row.entries) for row in rows)
    unseen = [row for row, text in zip(rows, said, strict=True) if _NO_CARD.search(text)]
    for row in (*bare, *unseen):
        told = "a type, and no card: left out" if row in bare else "in place of a card: left out"
        findings.warn("PNP157", told, row.place, hint=f"begin it with {COMMENT}")
    return tuple(row for row in rows if row not in bare and row not in unseen)


_NO_CARD = pattern("of_no_card")
_HEADLINES = table_words("roles")["headline"]
_WORDS = re.compile(r"[^\W\d][^\d\n]{0,24}")  # What a type, a rarity or a sheet is called.


def rows_with_fields(rows: Rows, reading: Reading, findings: Findings) -> ReadRows:
    """Return the rows with fields for headings, and lists, as they are without an id of pnp's making."""
    headings = read_headings(rows.entries, reading.columns, findings, strict=reading.strict)
    entries = tuple(_renamed(entry, headings) for entry in rows.entries)
    entries = tuple(_with_whole_copies(entry, findings, strict=reading.strict) for entry in entries)
    if not reading.strict:
        entries = without_minus_ones(_finished(entries, findings), findings)
        entries = with_amounts(with_named_values(entries))
    signs = LIST_SIGN if reading.strict else f"{LIST_SIGN};["
    lists = list_fields(entries, {"id", "copies", "art", *NAMES, *reading.typed}, signs)

    def as_list(node: Node, name: str) -> Node:
        return cell_items(node, lists[name]) if name in lists and isinstance(node, ScalarNode) else node

    entries = tuple(with_values(entry, as_list) for entry in entries)
    entries, merged = (entries, "") if reading.strict else _merged(entries)
    if not reading.strict and not merged:
        entries, merged = with_other_sides(entries, headings, findings)
    return ReadRows(entries, headings, tuple(lists), "id", rows.left_out, merged)


_POSITIONS = frozenset(["x", "y", "z", "scale", "angle", "rotation", "rotate", "flags", "dx", "dy", "flip"])
"""Fields that say where something is on a card."""


def _merged(entries: tuple[MapNode, ...]) -> tuple[tuple[MapNode, ...], str]:
    cards: dict[str, list[MapNode]] = {}
    for entry in entries:
        said = repr([(name, value) for name, value in entry.value.items() if name not in _POSITIONS])
        cards.setdefault(said, []).append(entry)
    differing = {
        name
        for rows in cards.values()
        for name in _POSITIONS.intersection(rows[0])
        if len({repr(row.value.get(name)) for row in rows}) > 1
    }
    if not {"x", "y"} <= differing:
        return entries, ""
    kept: list[MapNode] = []
    for rows in cards.values():
        places = {repr([row.value.get(name) for name in sorted(differing)]) for row in rows}
        kept += rows if len(places) < len(rows) else rows[:1]
    names = ", ".join(name for name in kept[0] if name in differing)
    told = f"{counted(len(entries), 'row')} make {counted(len(kept), 'card')}: rows with the same name differ only in {names}"
    return tuple(kept), told


def _with_whole_copies(entry: MapNode, findings: Findings, *, strict: bool) -> MapNode:
    copies = entry.get("copies")
    if not strict and isinstance(copies, ScalarNode) and (number := copies_in(copies.text)) is not None:
        made = replace(copies, value=number, text=str(number))
        return with_values(entry, lambda node, name: made if name == "copies" else node)
    if copies is None or COPIES.parsed(copies, findings) is not None:
        return entry
    return with_values(entry, lambda node, name: None if name == "copies" else node)


def with_converted_markup(
    entries: Sequence[MapNode], markup: Node | None, folder: GameFolder, findings: Findings
) -> tuple[MapNode, ...]:
    """Return the entries with their texts in pnp's own marks, if `markup` of the component names those that they have."""
    listed_marks = findings.want_list(markup, "markup")
    if listed_marks is None:
        return tuple(entries)
    for item in listed_marks.items:
        if item.value not in NOTATIONS:
            hint = suggest(str(item.value), NOTATIONS, what="notations")
            findings.error("PNP114", f"{described(item)} is not a kind of markup", item.place, hint=hint)
    notations = tuple(notation for notation in NOTATIONS if notation in listed_marks.value)

    @cache
    def is_icon(name: str) -> bool:
        return find_icon(folder, name) is not None

    return converted_texts(entries, notations, is_icon)


def converted_texts(
    entries: Sequence[MapNode], notations: tuple[str, ...], is_icon: Callable[[str], bool]
) -> tuple[MapNode, ...]:
    """Return the entries with their texts, which are written in these notations, in pnp's own marks."""

    def convert(node: Node, name: str) -> Node:
        if isinstance(node, ListNode) and name not in _NO_TEXTS:
            return with_values(node, convert)
        if isinstance(node, ScalarNode) and isinstance(node.value, str) and name not in _NO_TEXTS:
            text = converted(node.text, notations, is_icon)
            return node if text is node.text else text_node(text, node.place)
        return node

    return tuple(with_values(entry, convert) for entry in entries)


_NO_TEXTS = ("id", "copies", "art", "front", "back", "source", "claim")


def _renamed(entry: MapNode, fields: Mapping[str, str | None]) -> MapNode:
    chosen = {fields[heading]: heading for heading in reversed([*fields]) if heading in entry}
    named = ((fields[key.text], key, node) for key, node in entry.entries)
    kept = ((Key(name, key.place), node) for name, key, node in named if name and chosen[name] == key.text)
    return MapNode(tuple(kept), entry.place)

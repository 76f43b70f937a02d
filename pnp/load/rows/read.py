"""The rows of a table as the entries of `pieces`, whatever file they are in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.load.nodes import Findings, Key, ListNode, MapNode, Node, Problem, ScalarNode, not_wanted
from pnp.load.project import GameFolder, find_inside
from pnp.load.rows.cells import COMMENT, cell_value, row_entries
from pnp.load.rows.csv_cells import TEXT_SUFFIXES, read_csv
from pnp.load.rows.headings import Headings, read_headings
from pnp.load.rows.ids import NAMES, with_ids
from pnp.load.rows.json_nodes import read_json
from pnp.load.rows.workbook import SUFFIXES as WORKBOOK_SUFFIXES
from pnp.load.rows.workbook import read_workbook
from pnp.text import counted, listed

KEYS = ("rows", "sheet", "columns", "id")
"""The keys of a component that say where its rows are and how they are read."""

SUFFIXES = (*TEXT_SUFFIXES, *WORKBOOK_SUFFIXES, ".json")
OTHER_WORKBOOKS = (".xls", ".ods", ".numbers", ".xlsb")

LIST_SIGN = "|"
LONGEST_ITEM = 40
"""Letters of an item: where a | stands in longer texts, they are no lists."""


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table as mappings of its headings, and how many were left out."""

    entries: tuple[MapNode, ...]
    left_out: int = 0


@dataclass(frozen=True, slots=True)
class ReadRows:
    """The rows as entries of `pieces`, and how they were understood, in sentences."""

    entries: tuple[MapNode, ...]
    headings: Headings
    lists: tuple[str, ...]
    ids_from: str
    left_out: int

    @property
    def said(self) -> tuple[str, ...]:
        """Return what was decided about the table."""
        by_field = {field: heading for heading, field in self.headings.fields.items() if field}
        made = listed([by_field.get(name, name) for name in self.ids_from.split(", ")])
        parts = [f"ids are made of {made}" if self.ids_from else "ids are written"]
        if self.headings.copies is not None:
            parts.append(f"copies are in {self.headings.copies}")
        if self.lists:
            verb = "is a list" if len(self.lists) == 1 else "are lists"
            parts.append(f"{listed([by_field.get(name, name) for name in self.lists])} {verb}")
        if self.left_out:
            rows = "begins" if self.left_out == 1 else "begin"
            left = "is" if self.left_out == 1 else "are"
            parts.append(f"{counted(self.left_out, 'row')} {rows} with {COMMENT} and {left} left out")
        return tuple(parts)


def read_rows(node: Node, section: MapNode, folder: GameFolder, findings: Findings) -> ReadRows | None:
    """Return the rows of the file that a component names in `node`; None with a finding, or raises Problem."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        raise not_wanted(node, "rows must be the name of a file", node.place, "write rows: deck.csv")
    suffix = Path(node.text).suffix.lower()
    if suffix in OTHER_WORKBOOKS:
        message = f'rows are read from CSV, XLSX and JSON files, not from "{node.text}"'
        hint = f'in the spreadsheet choose "Save as", and write rows: {Path(node.text).stem}.xlsx'
        raise Problem("PNP126", message, node.place, hint)
    path = find_inside(node, folder.path, "rows", what="spreadsheet", suffixes=SUFFIXES)
    sheet = section.get("sheet")
    if sheet is not None and suffix not in WORKBOOK_SUFFIXES:
        message = f"{path.name} has no sheets"
        findings.error("PNP152", message, section.key_place("sheet"), hint="delete sheet")
    data = folder.read(path, findings)
    if data is None:
        return None
    rows = rows_of(data, folder.label(path), sheet, findings)
    columns = findings.want_map(section.get("columns"), "columns")
    types = section.get("fields")
    typed = tuple(types) if isinstance(types, MapNode) else ()
    return understood(rows, columns, section.get("id"), typed, findings)


def rows_of(data: bytes, label: str, sheet: Node | None, findings: Findings) -> Rows:
    """Return the rows of a file, by the ending of its name; raises Problem."""
    suffix = Path(label).suffix.lower()
    if suffix == ".json":
        return Rows(listed_rows(read_json(data, label, findings), findings))
    if suffix in WORKBOOK_SUFFIXES:
        table = read_workbook(data, label, sheet, findings)
    else:
        table = read_csv(data, label, findings)
    return Rows(row_entries(table, findings), len(table.left_out))


def listed_rows(node: Node, findings: Findings) -> tuple[MapNode, ...]:
    """Return the mappings of a list, or of the one list in a mapping; what is empty or begins with # left out."""
    if isinstance(node, MapNode):
        lists = [each for _, each in node.entries if isinstance(each, ListNode)]
        node = lists[0] if len(lists) == 1 else node
    if not isinstance(node, ListNode):
        raise not_wanted(node, "the rows must be a list", node.place, 'write [{"name": "First"}]')
    for item in node.items:
        if not isinstance(item, MapNode):
            findings.wrong_value(item, "a row must be a mapping", hint='write {"name": "First"}')
    return tuple(_without_blanks(item) for item in node.items if isinstance(item, MapNode))


def _without_blanks(entry: MapNode) -> MapNode:
    kept = (
        (key, node)
        for key, node in entry.entries
        if node.value not in (None, "") and not key.text.startswith(COMMENT)
    )
    return MapNode(tuple(kept), entry.place)


def understood(
    rows: Rows, columns: MapNode | None, pattern: Node | None, typed: Sequence[str], findings: Findings
) -> ReadRows:
    """Return the rows with fields for headings, an id each, and lists; the `typed` fields are read later."""
    headings = read_headings(rows.entries, columns, findings)
    entries = tuple(_renamed(entry, headings.fields) for entry in rows.entries)
    lists = _list_fields(entries, {"id", *NAMES, *typed})
    entries = tuple(_with_lists(entry, lists) for entry in entries)
    ids_from = "id"
    if entries:
        entries, ids_from = with_ids(entries, pattern, findings)
    return ReadRows(entries, headings, lists, ids_from, rows.left_out)


def _renamed(entry: MapNode, fields: Mapping[str, str | None]) -> MapNode:
    """Return the entry with its fields by name, those left out and those said twice gone."""
    found: dict[str, tuple[Key, Node]] = {}
    for key, node in entry.entries:
        if field := fields[key.text]:
            found.setdefault(field, (Key(field, key.place), node))
    return MapNode(tuple(found.values()), entry.place)


def _list_fields(entries: Sequence[MapNode], others: set[str]) -> tuple[str, ...]:
    """Return the fields in which some cells have a | between short words, and none has one in a longer text."""
    short: dict[str, bool] = {}
    for entry in entries:
        for key, node in entry.entries:
            if key.text not in others and isinstance(node, ScalarNode) and LIST_SIGN in node.text:
                parts = node.text.split(LIST_SIGN)
                is_short = all(len(part) <= LONGEST_ITEM and "\n" not in part for part in parts)
                short[key.text] = short.get(key.text, True) and is_short
    return tuple(field for field, each in short.items() if each)


def _with_lists(entry: MapNode, lists: Sequence[str]) -> MapNode:
    if not lists:
        return entry
    return MapNode(
        tuple(
            (key, list_of(node) if key.text in lists and isinstance(node, ScalarNode) else node)
            for key, node in entry.entries
        ),
        entry.place,
    )


def list_of(node: ScalarNode) -> ListNode:
    """Return the items between the | of a cell."""
    parts = (part.strip() for part in node.text.split(LIST_SIGN))
    return ListNode(
        tuple(ScalarNode(cell_value(part), part, node.place) for part in parts if part), node.place
    )

"""The plan of an import: sheet, encoding, columns, roles, ids and notation."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pnp.load.nodes import Findings, Key, ListNode, MapNode, Node, Problem, ScalarNode, text_node
from pnp.load.roles import GuessedRoles, guess_roles
from pnp.load.rows.headings import LEFT_OUT, with_ids
from pnp.load.rows.imported_markup import notations_in
from pnp.load.rows.read import WITH_SHEETS, Reading, Rows, listed_rows, rows_of, with_fields
from pnp.load.rows.text_tables import TEXT_SUFFIXES, likely_encoding
from pnp.load.rows.workbook import OTHER_SUFFIXES, other_sheets, sheet_names
from pnp.load.yaml_source import parse_noting
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Value
from pnp.model.roles import USUAL_DESIGN
from pnp.start.table_columns import Columns, decide_columns, id_pattern, said_heading

YAML_SUFFIXES = (".yaml", ".yml")


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What is said about a table; what is left out is found in the table.

    `id`, `title` and `count` are headings ("none" for no count), `columns` gives headings another field, `fields` are
    the only headings to be printed, `markup` the notations of the texts. Pictures are also looked for below `art_folder`.
    """

    game: str = ""
    component: str = ""
    sheet: str = ""
    id: str = ""
    title: str = ""
    count: str = ""
    columns: Mapping[str, str] = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    encoding: str = ""
    markup: tuple[str, ...] | None = None
    design: str = USUAL_DESIGN
    art_folder: Path | None = None


@dataclass(frozen=True, slots=True)
class TablePlan:
    """How a table is read: all that is written into its component, and what is told of it.

    `entries` are its rows with their fields; `found` is what is not as it should be in the cells.
    """

    entries: tuple[MapNode, ...]
    columns: Columns
    guessed: GuessedRoles
    id: str
    lists: tuple[str, ...]
    markup: tuple[str, ...] | None
    unknown_marks: Mapping[str, int]
    encoding: str
    sheet: str
    sheets: tuple[str, ...]
    left_out_rows: int
    merged_rows: str
    found: tuple[Diagnostic, ...]

    @property
    def cards(self) -> int:
        """How many are printed: a row without a number of copies is one."""
        copies = (node.value if (node := entry.get("copies")) else 1 for entry in self.entries)
        return sum(each for each in copies if isinstance(each, int))


def plan_table(data: bytes, path: Path, options: ImportOptions, findings: Findings) -> TablePlan:
    """Return what becomes of a table; raises Problem for what is none, CannotUse for an option that does not fit it.

    `findings` gets what keeps YAML from being read.
    """
    label, told = str(path), Findings()
    encoding = options.encoding
    if not encoding and path.suffix.lower() in (*TEXT_SUFFIXES, ".json"):
        encoding = likely_encoding(data)
    sheets = _sheets(data, label)
    wanted = text_node(options.sheet, Place(label, 1, 1)) if options.sheet else None
    if path.suffix.lower() in YAML_SUFFIXES:
        node = parse_noting(data, label, findings)
        sheet, rows = "", Rows(listed_rows(node, told) if node else ())
    else:
        sheet, rows = _rows(data, label, Reading(wanted, encoding=encoding, strict=False), sheets, told)
    if not rows.entries:
        raise Problem(
            "PNP127", "there are no rows below the headings", Place(label, 1, 1), "write a row for each card"
        )
    columns = decide_columns(rows.entries, options.columns, options.count, options.title)
    place = Place(label, 1, 1)
    mapped = tuple((Key(name, place), text_node(made, place)) for name, made in columns.fields.items())
    some = next((made for made in columns.fields.values() if made != LEFT_OUT), "id")
    read = with_fields(rows, Reading(columns=MapNode(mapped, place), strict=False), told)
    by_heading = {heading: made for heading, made in columns.fields.items() if made != LEFT_OUT}
    title = by_heading[said_heading(options.title, by_heading, "--title")] if options.title else ""
    shown = [by_heading[said_heading(name, by_heading, "--fields")] for name in options.fields]
    guessed = guess_roles(_values(read.entries), headline=title, shown=shown)
    pattern = id_pattern(read.entries, guessed.roles.headline or some)
    if options.id:
        pattern = f"{{{by_heading[said_heading(options.id, by_heading, '--id')]}}}"
    entries = read.entries
    if path.suffix.lower() in YAML_SUFFIXES:
        entries = with_ids(entries, text_node(pattern, place), told)[0]
    notations, unknown = notations_in(_texts(entries))
    return TablePlan(
        entries=entries,
        columns=columns,
        guessed=guessed,
        id="" if pattern == "{id}" else pattern,
        lists=read.lists,
        markup=options.markup if options.markup is not None else notations,
        unknown_marks=unknown,
        encoding=encoding,
        sheet=sheet,
        sheets=sheets,
        left_out_rows=rows.left_out,
        merged_rows=read.merged,
        found=told.ordered(),
    )


def _sheets(data: bytes, label: str) -> tuple[str, ...]:
    suffix = Path(label).suffix.lower()
    if suffix not in WITH_SHEETS:
        return ()
    return other_sheets(data, label) if suffix in OTHER_SUFFIXES else sheet_names(data, label)


def _rows(
    data: bytes,
    label: str,
    reading: Reading,
    sheets: Sequence[str],
    told: Findings,
) -> tuple[str, Rows]:
    """Return the rows of a table and the sheet that they are on: the one wanted, or the first that looks like cards."""
    if reading.sheet is not None or len(sheets) < 2:
        return str(reading.sheet.value if reading.sheet else ""), rows_of(data, label, reading, told)
    first: tuple[str, Rows, Findings] | None = None
    for name in sheets:
        noted = Findings()
        try:
            rows = rows_of(data, label, Reading(text_node(name, Place(label, 1, 1)), strict=False), noted)
        except Problem:
            continue
        first = first or (name, rows, noted)
        if len({key for entry in rows.entries for key in entry}) > 1:
            first = (name, rows, noted)
            break
    if first is None:
        raise Problem(
            "PNP107", "no sheet of the workbook has a table", Place(label, 1, 1), "write headings and rows"
        )
    for each in first[2].ordered():
        told.add(each)
    return ("" if first[0] == sheets[0] else first[0]), first[1]


_OF_PNP = ("id", "copies", "art")


def _values(entries: Sequence[MapNode]) -> dict[str, list[Value]]:
    """Return the values of each field, one for every row."""
    names = dict.fromkeys(key for entry in entries for key in entry if key not in _OF_PNP)
    nodes = {name: [entry.get(name) for entry in entries] for name in names}
    return {name: [node.value if node else None for node in column] for name, column in nodes.items()}


def _texts(entries: Sequence[MapNode]) -> Iterator[str]:
    for entry in entries:
        for key, node in entry.entries:
            if key.text not in _OF_PNP:
                yield from _texts_of(node)


def _texts_of(node: Node) -> Iterator[str]:
    if isinstance(node, ListNode):
        for item in node.items:
            yield from _texts_of(item)
    elif isinstance(node, ScalarNode) and isinstance(node.value, str):
        yield node.text

"""Read the rows of a spreadsheet as the entries of `pieces`: the headings are the keys."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.load.nodes import Findings, Key, MapNode, Node, Problem, ScalarNode, not_wanted
from pnp.load.project import GameFolder, find_inside, read
from pnp.load.yaml_source import decode, resolve
from pnp.model.diagnostics import Place

# Cut comma- or semicolon-separated text into cells that know their line and column.

SEPARATORS = (",", ";", "\t")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text without quotes and surrounding blanks, and where it begins."""

    text: str
    place: Place


def cut(text: str, file: str, findings: Findings) -> Iterator[tuple[Cell, ...]]:
    """Yield the rows that are not blank; the separator is the one the first line uses most."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    separator = max(SEPARATORS, key=text.partition("\n")[0].count)
    lines = [0, *(end.end() for end in re.finditer("\n", text))]
    until_separator = re.compile(f"[^{separator}\n]*")

    def place(at: int, length: int = 1) -> Place:
        line = bisect_right(lines, at) - 1
        return Place(file, line + 1, at - lines[line] + 1, length)

    def cell(at: int) -> tuple[Cell, int]:
        """Return the cell that begins at `at`, and where it ends."""
        rest = until_separator.match(text, at)
        assert rest is not None  # it matches nothing at all, too
        if not rest[0].lstrip(" ").startswith('"'):
            written = rest[0].strip()
            blanks = len(rest[0]) - len(rest[0].lstrip())
            return Cell(written, place(at + blanks, max(1, len(written)))), rest.end()
        start = text.index('"', at)
        quoted = _QUOTED.match(text, start)
        after = until_separator.match(text, quoted.end()) if quoted else None
        if quoted is None or after is None or ("\n" in quoted[0] and after[0].strip()):
            message = 'the quote " that opens here is never closed'
            findings.error("PNP124", message, place(start), hint='close it with "')
            end = text.find("\n", start)  # as if it had been closed at the end of its line
            return Cell("", place(start)), end if end >= 0 else len(text)
        if after[0].strip():
            message, hint = "the quoted cell ends before this", 'write "" for a quote inside quotes'
            findings.error("PNP124", message, place(quoted.end()), hint=hint)
        length = 1 if "\n" in quoted[0] else len(quoted[0])
        return Cell(quoted[1].replace('""', '"'), place(start, length)), after.end()

    at, row = 0, list[Cell]()
    while at <= len(text):
        found, at = cell(at)
        row.append(found)
        if text[at : at + 1] != separator:
            if any(each.text for each in row):
                yield tuple(row)
            row = []
        at += 1


_QUOTED = re.compile(r'"((?>[^"]*(?:""[^"]*)*))"')

WORKBOOKS = (".xlsx", ".xls", ".ods", ".numbers")


def read_rows(node: Node, folder: GameFolder, findings: Findings) -> tuple[MapNode, ...] | None:
    """Return one mapping for each row of the file that `node` names; None with a finding, or raises Problem.

    An empty cell is a key that is not written. Numbers, true and false are read as in YAML; all else is text.
    """
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        raise not_wanted(node, "rows must be the name of a file", node.place, "write rows: pieces.csv")
    if Path(node.text).suffix.lower() in WORKBOOKS:
        message = f'rows are read from CSV files, not from "{node.text}"'
        hint = f'in the spreadsheet choose "Save as", "CSV UTF-8", and write rows: {Path(node.text).stem}.csv'
        raise Problem("PNP126", message, node.place, hint)
    path = find_inside(node, folder.path, "rows", what="CSV file", suffixes=(".csv",))
    label = folder.label(path)
    data = read(path, label, findings)
    return None if data is None else _entries(decode(data, label), label, findings)


def headed_rows(
    text: str, label: str, findings: Findings, *, example: str
) -> tuple[tuple[Cell, ...], Iterator[tuple[Cell, ...]]] | None:
    """Return the headings and the rows below them; None, with findings, where a heading is missing or there twice.

    A first line of "sep=;", which Excel writes for itself, is passed over. Raises Problem for an empty file.
    """
    rows = cut(text, label, findings)
    heading = next(rows, None)
    if heading is not None and heading[0].text == "sep=":
        heading = next(rows, None)
    if heading is None:
        raise Problem(
            "PNP107", "the file is empty", Place(label, 1, 1), f"write a line of headings: {example}"
        )
    return (heading, rows) if _good(heading, findings) else None


def _entries(text: str, label: str, findings: Findings) -> tuple[MapNode, ...] | None:
    headed = headed_rows(text, label, findings, example="id,name,copies")
    if headed is None:
        return None
    heading, rows = headed
    if "id" not in (cell.text for cell in heading):
        near = next((cell for cell in heading if cell.text.casefold() == "id"), None)
        hint = f'write id in place of "{near.text}"' if near else "add a column: id,name,copies"
        raise Problem("PNP105", "no column has the heading id", (near or heading[0]).place, hint)
    return tuple(_entry(heading, row, findings) for row in rows)


def _good(heading: tuple[Cell, ...], findings: Findings) -> bool:
    """Say whether every column has a heading of its own, and report where not."""
    seen: dict[str, Cell] = {}
    good = True
    for cell in heading:
        if not cell.text:
            hint = "write the name of the field"
            findings.error("PNP124", "this column has no heading", cell.place, hint=hint)
            good = False
        elif cell.text in seen:
            hint = f"the first is in column {seen[cell.text].place.column}; rename or delete one"
            findings.error("PNP124", f'two columns have the heading "{cell.text}"', cell.place, hint=hint)
            good = False
        seen.setdefault(cell.text, cell)
    return good


def _entry(heading: tuple[Cell, ...], row: tuple[Cell, ...], findings: Findings) -> MapNode:
    cells = filled_cells(heading, row, findings)
    return MapNode(tuple((Key(title.text, title.place), _cell(cell)) for title, cell in cells), row[0].place)


def filled_cells(
    heading: tuple[Cell, ...], row: tuple[Cell, ...], findings: Findings
) -> list[tuple[Cell, Cell]]:
    """Return the heading and the cell of each cell that holds something; report one beyond the headings."""
    for extra in row[len(heading) :]:
        if extra.text:
            message = f"this row has more cells than the {len(heading)} headings"
            hint = 'put a text with a comma in it into quotes: "a, b"'
            findings.error("PNP124", message, extra.place, hint=hint)
            break
    return [(title, cell) for title, cell in zip(heading, row, strict=False) if cell.text]


def _cell(cell: Cell) -> ScalarNode:
    value = resolve(cell.text)
    return ScalarNode(cell.text if value is None else value, cell.text, cell.place)

"""Read the rows of a spreadsheet as the entries of `pieces`: the headings are the keys."""

from pathlib import Path

from pnp.load.findings import Findings
from pnp.load.folder import GameFolder, find_inside, read
from pnp.load.pieces.csvtext import Cell, cut
from pnp.load.yaml.nodes import Key, MapNode, Node, ScalarNode, described
from pnp.load.yaml.scalars import resolve
from pnp.load.yaml.source import decode
from pnp.model.diagnostics import Place

WORKBOOKS = (".xlsx", ".xls", ".ods", ".numbers")


def read_rows(node: Node, folder: GameFolder, findings: Findings) -> tuple[MapNode, ...] | None:
    """Return one mapping for each row of the file that `node` names, or None with a finding.

    An empty cell is a key that is not written. Numbers, true and false are read as in YAML; all else is text.
    """
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        message = f"rows must be the name of a file, got {described(node)}"
        findings.error("PNP104", message, node.place, hint="write rows: pieces.csv")
        return None
    if Path(node.text).suffix.lower() in WORKBOOKS:
        message = f'rows are read from CSV files, not from "{node.text}"'
        hint = f'in the spreadsheet choose "Save as", "CSV UTF-8", and write rows: {Path(node.text).stem}.csv'
        findings.error("PNP126", message, node.place, hint=hint)
        return None
    path = find_inside(folder.path, node, findings, what="CSV file", suffixes=(".csv",))
    label = folder.label(path) if path else ""
    data = read(path, label, findings) if path else None
    text = decode(data, label, findings) if data is not None else None
    return None if text is None else _entries(text, label, findings)


def _entries(text: str, label: str, findings: Findings) -> tuple[MapNode, ...] | None:
    rows = cut(text, label, findings)
    heading = next(rows, None)
    if heading is None:
        findings.error(
            "PNP107", "the file is empty", Place(label, 1, 1), hint="write a line of headings: id,name,copies"
        )
        return None
    if not _good(heading, findings) or not _named(heading, findings):
        return None
    return tuple(_entry(heading, row, findings) for row in rows)


def _good(heading: tuple[Cell, ...], findings: Findings) -> bool:
    """Say whether every column has a heading of its own, and report where not."""
    seen: dict[str, Cell] = {}
    good = True
    for cell in heading:
        if not cell.text:
            findings.error(
                "PNP124", "this column has no heading", cell.place, hint="write the name of the field"
            )
            good = False
        elif cell.text in seen:
            hint = f"the first is in column {seen[cell.text].place.column}; rename or delete one"
            findings.error("PNP124", f'two columns have the heading "{cell.text}"', cell.place, hint=hint)
            good = False
        seen.setdefault(cell.text, cell)
    return good


def _named(heading: tuple[Cell, ...], findings: Findings) -> bool:
    """Say whether a column holds the ids: a table without one is told once, not at every row."""
    headings = [cell.text for cell in heading]
    if "id" in headings:
        return True
    near = next((cell for cell in heading if cell.text.casefold() == "id"), None)
    hint = f'write id in place of "{near.text}"' if near else "add a column: id,name,copies"
    findings.error("PNP105", "no column has the heading id", (near or heading[0]).place, hint=hint)
    return False


def _entry(heading: tuple[Cell, ...], row: tuple[Cell, ...], findings: Findings) -> MapNode:
    for extra in row[len(heading) :]:
        if extra.text:
            message = f"this row has more cells than the {len(heading)} headings"
            findings.error(
                "PNP124", message, extra.place, hint='put a text with a comma in it into quotes: "a, b"'
            )
            break
    entries = tuple(
        (Key(title.text, title.place), _cell(cell))
        for title, cell in zip(heading, row, strict=False)
        if cell.text
    )
    return MapNode(entries, row[0].place)


def _cell(cell: Cell) -> ScalarNode:
    value = resolve(cell.text)
    return ScalarNode(cell.text if value is None else value, cell.text, cell.place)

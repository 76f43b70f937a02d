"""Read the rows of a spreadsheet as the entries of `pieces`: the headings are the keys."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pnp.load.nodes import Findings, Key, MapNode, Node, ScalarNode
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
    return _Cutter(text, file, findings).rows()


class _Cutter:
    """A place in a text, moving towards its end. Lines and columns count from 0 here."""

    def __init__(self, text: str, file: str, findings: Findings) -> None:
        self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        self._separator = max(SEPARATORS, key=self._lines[0].count)
        self._file = file
        self._findings = findings
        self._line = 0
        self._column = 0

    def rows(self) -> Iterator[tuple[Cell, ...]]:
        while self._line < len(self._lines):
            cells = self._row()
            if any(cell.text for cell in cells):
                yield cells

    def _row(self) -> tuple[Cell, ...]:
        """Return the cells up to the end of the line, and go on to the next."""
        cells: list[Cell] = []
        self._column = 0
        while True:
            rest = self._lines[self._line][self._column :]
            cells.append(self._quoted() if rest.lstrip(" ").startswith('"') else self._plain())
            if self._column >= len(self._lines[self._line]):
                self._line += 1
                return tuple(cells)
            self._column += 1

    def _plain(self) -> Cell:
        written = self._up_to_separator()
        blanks = len(written) - len(written.lstrip())
        place = self._place(self._column + blanks, max(1, len(written.strip())))
        self._column += len(written)
        return Cell(written.strip(), place)

    def _quoted(self) -> Cell:
        """Return a cell in quotes, which may run over several lines."""
        start = self._line, self._lines[self._line].index('"', self._column)
        text = ""
        self._column = start[1] + 1
        while True:
            line = self._lines[self._line]
            end = line.find('"', self._column)
            if end < 0 and self._line + 1 >= len(self._lines):
                return self._unclosed(*start)
            if end < 0:
                text += line[self._column :] + "\n"
                self._line, self._column = self._line + 1, 0
                continue
            text += line[self._column : end]
            self._column = end + 1
            if line[end + 1 : end + 2] != '"':
                break
            text += '"'
            self._column += 1
        if self._line > start[0] and self._up_to_separator().strip():
            return self._unclosed(*start)
        length = self._column - start[1] if self._line == start[0] else 1
        self._pass_over_rest()
        return Cell(text, Place(self._file, start[0] + 1, start[1] + 1, length))

    def _unclosed(self, line: int, column: int) -> Cell:
        """Report the quote, and go on after its line as if it had been closed there."""
        self._line, self._column = line, len(self._lines[line])
        place = Place(self._file, line + 1, column + 1)
        self._findings.error(
            "PNP124", 'the quote " that opens here is never closed', place, hint='close it with "'
        )
        return Cell("", place)

    def _pass_over_rest(self) -> None:
        """Go to the separator after a closing quote; nothing but blanks may stand between."""
        rest = self._up_to_separator()
        if rest.strip():
            hint = 'write "" for a quote inside quotes'
            self._findings.error(
                "PNP124", "the quoted cell ends before this", self._place(self._column), hint=hint
            )
        self._column += len(rest)

    def _up_to_separator(self) -> str:
        return self._lines[self._line][self._column :].split(self._separator, 1)[0]

    def _place(self, column: int, length: int = 1) -> Place:
        return Place(self._file, self._line + 1, column + 1, length)


WORKBOOKS = (".xlsx", ".xls", ".ods", ".numbers")


def read_rows(node: Node, folder: GameFolder, findings: Findings) -> tuple[MapNode, ...] | None:
    """Return one mapping for each row of the file that `node` names, or None with a finding.

    An empty cell is a key that is not written. Numbers, true and false are read as in YAML; all else is text.
    """
    if not isinstance(node, ScalarNode) or not isinstance(node.value, str):
        findings.wrong_value(node, "rows must be the name of a file", hint="write rows: pieces.csv")
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

"""A table of jobs as a spreadsheet saves it: its rows, and what each cell is called there."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.files import MAX_TEXT_BYTES, TooLarge, is_link_out, is_within, read_bytes, real_path
from pnp.load.nodes import Findings, Problem
from pnp.load.project import Project
from pnp.load.rows.cells import Cell, column_of, filled_cells, named_columns
from pnp.load.rows.read import UNREADABLE, WITH_SHEETS
from pnp.load.rows.text_tables import read_csv
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.errors import CannotUse
from pnp.text import one_line

EXAMPLE = "name,game,cards.player"
"""Headings such as a table may have."""


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a row that hold something, by heading, and where the row begins."""

    cells: Mapping[str, Cell]
    place: Place


@dataclass(frozen=True, slots=True)
class Table:
    """The headings and the rows of a file."""

    file: str
    heading: tuple[Cell, ...]
    rows: tuple[Row, ...]

    def named(self, finding: Diagnostic) -> Diagnostic:
        """Return the finding with row and column of its cell in its message, when it is about one."""
        place = finding.place
        if place is None or place.file != self.file or not place.cell:
            return finding
        column = column_of(place)
        title = next((cell.text for cell in self.heading if column_of(cell.place) == column), "")
        row = "" if place.line == 1 else f"row {place.cell.removeprefix(column)}, "
        message = one_line(f"{row}column {column}{title and f' ({title})'}: {finding.message}")
        return replace(finding, message=message, place=replace(place, cell=""))


def read_table(project: Project, path: Path, findings: Findings) -> Table:
    """Return what is in a CSV file, with findings about its form. Raises CannotUse."""
    label = _label(project, path)
    try:
        table = read_csv(_bytes(path, project.root), label, findings, example=EXAMPLE)
    except Problem as problem:
        findings.add(problem.finding)
        return Table(label, (), ())
    before = len(findings)
    named_columns(table.heading, table.rows, findings)
    filled = [(row, filled_cells(table.heading, row, findings)) for row in table.rows]
    if len(findings) > before:
        return Table(label, (), ())
    return Table(
        label,
        table.heading,
        tuple(Row({title.text: cell for title, cell in each}, row[0].place) for row, each in filled),
    )


def _label(project: Project, path: Path) -> str:
    """Return the name of the file for messages: relative to the project when it lies in it."""
    real, root = real_path(path), real_path(project.root)
    return real.relative_to(root).as_posix() if is_within(path, project.root) else str(real)


def _bytes(path: Path, root: Path) -> bytes:
    if path.suffix.lower() in (*WITH_SHEETS, *UNREADABLE):
        hint = f'in the spreadsheet choose "Save as", "CSV UTF-8", and name {path.stem}.csv'
        raise CannotUse(f"jobs are read from a CSV file, not from {path.name}", hint)
    if is_link_out(path, root):
        raise CannotUse(f"{path} is a link that leads out of the project to {real_path(path)}", "name that")
    try:
        return read_bytes(path, limit=MAX_TEXT_BYTES)
    except TooLarge as error:
        message = f"{path} has {error.size / 1e6:.1f} MB; the limit is {MAX_TEXT_BYTES // 1_000_000} MB"
        raise CannotUse(message, "split it into several batches") from error
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise CannotUse(f"{path} cannot be read: {reason}", "name a CSV file of jobs") from error

"""A table of jobs as a spreadsheet saves it: its rows, and what each cell is called there."""

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.files import MAX_TEXT_BYTES, TooLarge, is_within, read_bytes, real_path
from pnp.load.csv_rows import WORKBOOKS, Cell, filled_cells, headed_rows
from pnp.load.nodes import Findings, Problem
from pnp.load.project import Project
from pnp.load.yaml_source import decode
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
    """The headings and the rows of a file; `names` say what the cells are called, by where they begin, in that order."""

    file: str
    heading: tuple[Cell, ...]
    rows: tuple[Row, ...]
    names: Mapping[tuple[int, int], str]

    def named(self, finding: Diagnostic) -> Diagnostic:
        """Return the finding with row and column of its cell in its message, when it is about one."""
        place = finding.place
        if place is None or place.file != self.file:
            return finding
        starts = list(self.names)
        number = bisect_right(starts, (place.line, place.column)) - 1
        cell = self.names[starts[number]] if number >= 0 else ""
        return replace(finding, message=one_line(f"{cell}: {finding.message}")) if cell else finding


def read_table(project: Project, path: Path, findings: Findings) -> Table:
    """Return what is in a CSV file, with findings about its form. Raises CannotUse."""
    label = _label(project, path)
    empty = Table(label, (), (), {})
    try:
        headed = headed_rows(decode(_bytes(path), label), label, findings, example=EXAMPLE)
    except Problem as problem:
        findings.add(problem.finding)
        return empty
    if headed is None:
        return empty
    heading, rows = headed
    cells = list(rows)
    filled = (filled_cells(heading, row, findings) for row in cells)
    own = tuple(
        Row({title.text: cell for title, cell in each}, row[0].place)
        for row, each in zip(cells, filled, strict=True)
    )
    return Table(label, heading, own, dict(_names(heading, cells)))


def _label(project: Project, path: Path) -> str:
    """Return the name of the file for messages: relative to the project when it lies in it."""
    real, root = real_path(path), real_path(project.root)
    return real.relative_to(root).as_posix() if is_within(path, project.root) else str(real)


def _bytes(path: Path) -> bytes:
    if path.suffix.lower() in WORKBOOKS:
        hint = f'in the spreadsheet choose "Save as", "CSV UTF-8", and name {path.stem}.csv'
        raise CannotUse(f"jobs are read from a CSV file, not from {path.name}", hint)
    try:
        return read_bytes(path, limit=MAX_TEXT_BYTES)
    except TooLarge as error:
        message = f"{path} has {error.size / 1e6:.1f} MB; the limit is {MAX_TEXT_BYTES // 1_000_000} MB"
        raise CannotUse(message, "split it into several batches") from error
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise CannotUse(f"{path} cannot be read: {reason}", "name a CSV file of jobs") from error


def _names(heading: tuple[Cell, ...], rows: list[tuple[Cell, ...]]) -> Iterator[tuple[tuple[int, int], str]]:
    """Yield where each cell begins and what a spreadsheet calls it: "row 3, column B (game)"."""
    titles = [f"column {_letters(number)} ({cell.text})" for number, cell in enumerate(heading)]
    yield from (_named(cell, title) for cell, title in zip(heading, titles, strict=True))
    inner = 0  # line ends within cells so far: a spreadsheet does not count them
    for above, row in zip([heading, *rows], rows, strict=False):
        inner += sum(cell.text.count("\n") for cell in above)
        number = row[0].place.line - inner
        yield from (_named(cell, f"row {number}, {title}") for cell, title in zip(row, titles, strict=False))


def _named(cell: Cell, name: str) -> tuple[tuple[int, int], str]:
    return (cell.place.line, cell.place.column), name


def _letters(number: int) -> str:
    """Return what a spreadsheet calls the column of that number, counted from 0.

    >>> [_letters(number) for number in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while number >= 0:
        letters = chr(ord("A") + number % 26) + letters
        number = number // 26 - 1
    return letters

"""The jobs of a batch: the rows of a table as a spreadsheet saves it, and the builds that they ask for."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pnp.build.options import BuildOptions, refuse_unknown_theme
from pnp.files import MAX_TEXT_BYTES, TooLarge, is_device, is_link_out, is_within, read_bytes, real_path
from pnp.load.game import load_game
from pnp.load.header import PLAIN_TEXTS, SETTABLE, Override
from pnp.load.nodes import MAX_TEXT, Findings, Problem, ScalarNode, not_wanted, text_node
from pnp.load.project import Project, game_ids
from pnp.load.rows.read import UNREADABLE
from pnp.load.rows.text_tables import Cell, column_of, filled_cells, named_columns, read_csv
from pnp.load.rows.workbook import SUFFIXES as WITH_SHEETS
from pnp.load.yaml_source import resolve
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.game import Game, Piece, Value
from pnp.model.papers import Paper, find_paper
from pnp.text import one_line, plain_ascii, suggest

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
        raise CannotUse(f"{path} is a link that leads outside the project to {real_path(path)}", "name that")
    try:
        return read_bytes(path, limit=MAX_TEXT_BYTES)
    except TooLarge as error:
        message = f"{path} has {error.size / 1e6:.1f} MB; the limit is {MAX_TEXT_BYTES // 1_000_000} MB"
        raise CannotUse(message, "split it into several batches") from error
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise CannotUse(f"{path} cannot be read: {reason}", "name a CSV file of jobs") from error


# The rows of a table of jobs as builds; all mistakes in it are found before the first build.


JOB_COLUMNS = ("name", "game", "language", "theme", "paper")
"""The columns that say what to build; the heading of any other is COMPONENT.FIELD, COMPONENT/PIECE.FIELD or game.KEY."""

GAME = "game"
"""What the heading of a column about game.yaml begins with; no component is called so."""

GROUPS = ("palette", "fonts", "facts")
"""The keys of game.yaml whose values can be set one by one."""


@dataclass(frozen=True, slots=True)
class Target:
    """The field or key that a column is about, and what the files of the game have there now."""

    component: str
    piece: str
    field: str
    values: tuple[Value, ...]

    def override(self, cell: Cell) -> Override:
        """Return the value of a cell, of the type that stands there now; raises Problem (PNP104, PNP108)."""
        return Override(self.component, self.piece, self.field, self._read(cell))

    def _read(self, cell: Cell) -> ScalarNode:
        text, value = cell.text, resolve(cell.text)
        node = ScalarNode(text if value is None else value, text, cell.place)
        if len(text) > MAX_TEXT:
            message = f"a text of {len(text):,} characters; the limit is {MAX_TEXT:,}"
            raise Problem("PNP108", message, cell.place, "shorten it")
        kinds = {_kind(value) for value in self.values if value is not None}
        if kinds == {"a text"}:
            return text_node(text, cell.place)
        if len(kinds) == 1 and _kind(node.value) not in kinds:
            (kind,) = kinds
            hint = "write true or false" if kind == "true or false" else "write a number, such as 3"
            raise not_wanted(node, f"{self.field} must be {kind}", cell.place, hint)
        return node


def _kind(value: Value) -> str:
    if isinstance(value, str):
        return "a text"
    if isinstance(value, bool):
        return "true or false"
    return "a number" if isinstance(value, int | float) else "a list or a mapping"


def find_target(heading: Cell, game: Game) -> Target:
    """Return what a column is about in this game; raises Problem (PNP103, PNP104, PNP118)."""
    owner, dot, field = heading.text.partition(".")
    if not dot:
        having = {
            f"{component.id}.{heading.text}": None
            for component in game.components
            for piece in component.pieces
            if heading.text in (*piece.fields, *SETTABLE)
        }
        known = having or JOB_COLUMNS
        also = "" if having else "the heading of a column for a field is COMPONENT.FIELD"
        hint = suggest(heading.text, known, what="columns", also=also)
        raise Problem("PNP103", f'there is no column "{heading.text}"', heading.place, hint)
    target = _of_game(heading, field, game) if owner == GAME else _of_pieces(heading, owner, field, game)
    if target.values and all(_kind(value) == "a list or a mapping" for value in target.values):
        message = f"{field} is a list or a mapping, which does not fit in a cell"
        raise Problem("PNP104", message, heading.place, "take the column out, or let the template use a text")
    return target


def _of_game(heading: Cell, key: str, game: Game) -> Target:
    keys: dict[str, Value] = {name: getattr(game, name) for name in PLAIN_TEXTS}
    for group in GROUPS:
        keys |= _inner(getattr(game, group), group)
    if key not in keys:
        message = f'game.yaml of {game.id} has no "{key}" that a column could set'
        raise Problem("PNP118", message, heading.place, suggest(key, keys, what="keys"))
    return Target("", "", key, (keys[key],))


def _inner(group: Mapping[str, Value], path: str) -> dict[str, Value]:
    """Return the values in a mapping, and in mappings in it, by path."""
    found: dict[str, Value] = {}
    for name, value in group.items():
        found |= _inner(value, f"{path}.{name}") if isinstance(value, Mapping) else {f"{path}.{name}": value}
    return found


def _of_pieces(heading: Cell, owner: str, field: str, game: Game) -> Target:
    name, slash, piece_id = owner.partition("/")
    component = next((component for component in game.components if component.id == name), None)
    if component is None:
        known = [component.id for component in game.components]
        message = f'{game.id} has no component "{name}"'
        raise Problem("PNP118", message, heading.place, suggest(name, known, what="components"))
    pieces = component.pieces
    if slash:
        pieces = tuple(piece for piece in component.pieces if piece.id == piece_id)
    if not pieces:
        known = [piece.id for piece in component.pieces]
        message = f'{game.id}/{name} has no piece "{piece_id}"'
        raise Problem("PNP118", message, heading.place, suggest(piece_id, known, what="pieces"))
    return Target(name, piece_id, field, tuple(_values(heading, f"{game.id}/{owner}", pieces, field)))


def _values(heading: Cell, owner: str, pieces: tuple[Piece, ...], field: str) -> Iterator[Value]:
    """Yield what the pieces have in a field; raises Problem when none of them has it."""
    preset: dict[str, Value] = {"copies": 1, "extra": False, **dict.fromkeys(("front", "back", "art"), "")}
    known = {*SETTABLE, *(name for piece in pieces for name in piece.fields)}
    if field not in known:
        message = f'{owner} has no field "{field}"'
        raise Problem("PNP118", message, heading.place, suggest(field, known, what="fields"))
    for piece in pieces:
        if field in piece.fields or field in preset:
            yield piece.fields.get(field, preset.get(field))


NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")
"""What a folder can be called on every system, without a way out of the folder it is in."""


@dataclass(frozen=True, slots=True)
class Job:
    """One row: a build of one game into a folder called `name`; `place` is where the row says so."""

    name: str
    game: str
    options: BuildOptions
    place: Place


def read_jobs(project: Project, table: Table, options: BuildOptions, findings: Findings) -> tuple[Job, ...]:
    """Return the jobs of the rows that have no mistake; `options` hold where a row says nothing else."""
    titles = [cell.text for cell in table.heading]
    if not titles:
        return ()
    first = table.heading[0].place
    if "name" not in titles:
        hint = f"add one with a name for each row, which becomes a folder: {EXAMPLE}"
        findings.error("PNP105", "no column has the heading name", first, hint=hint)
    if not table.rows:
        findings.error("PNP127", "the table has no rows", first, hint="write a row for each build")
    if {"language", "game.language"} <= {*titles}:
        message = "language and game.language say the same"
        findings.error("PNP125", message, first, hint="delete one of the two columns")
    if len(findings):
        return ()
    known = game_ids(project)
    ids = [_game_id(known, row, findings) for row in table.rows]
    games = _games(project, ids, findings)
    reader = _RowReader(options, _targets(table, games, findings), findings)
    return tuple(
        job
        for row, game_id in zip(table.rows, ids, strict=True)
        if (job := reader.job(row, games.get(game_id))) is not None
    )


def _game_id(known: Sequence[str], row: Row, findings: Findings) -> str:
    """Return the game of a row, one of those `known` and the only one when it names none; "" with a finding."""
    cell = row.cells.get("game")
    if cell is None and len(known) == 1:
        return known[0]
    if cell is None:
        hint = suggest("", known, what="games", also="write one into the column game")
        findings.error("PNP105", "this row names no game", row.place, hint=hint)
        return ""
    if cell.text not in known:
        hint = suggest(cell.text, known, what="games")
        findings.error("PNP118", f'there is no game "{cell.text}"', cell.place, hint=hint)
        return ""
    return cell.text


def _games(project: Project, ids: list[str], findings: Findings) -> dict[str, Game]:
    """Return the games as their files have them; of one that cannot be read, what is wrong is a finding."""
    games: dict[str, Game] = {}
    for game_id in dict.fromkeys(filter(None, ids)):
        loaded = load_game(project, game_id)
        if loaded.game is not None:
            games[game_id] = loaded.game
        else:
            for finding in loaded.diagnostics:
                findings.add(finding)
    return games


def _targets(
    table: Table, games: Mapping[str, Game], findings: Findings
) -> dict[tuple[str, str], Target | Problem]:
    """Return what a column is about in a game, or why it is about nothing there.

    A column that is about nothing in any game is a finding, and left out.
    """
    found: dict[tuple[str, str], Target | Problem] = {}
    for cell in table.heading:
        if cell.text in JOB_COLUMNS and cell.text != "language":
            continue
        heading = replace(cell, text="game.language") if cell.text == "language" else cell
        own = {game.id: _target(heading, game) for game in games.values()}
        if any(isinstance(each, Target) for each in own.values()):
            found |= {(cell.text, game): each for game, each in own.items()}
        elif isinstance(problem := next(iter(own.values()), None), Problem):
            findings.add(problem.finding)
    return found


def _target(heading: Cell, game: Game) -> Target | Problem:
    try:
        return find_target(heading, game)
    except Problem as problem:
        return problem


@dataclass(frozen=True, slots=True)
class _RowReader:
    """Reads rows; remembers the names it has met."""

    options: BuildOptions
    targets: Mapping[tuple[str, str], Target | Problem]
    findings: Findings
    names: dict[str, Cell] = field(default_factory=dict)

    def job(self, row: Row, game: Game | None) -> Job | None:
        """Return the job of a row, or None with findings."""
        before = len(self.findings)
        name = self._name(row)
        papers = tuple(dict.fromkeys(self._papers(row.cells.get("paper")))) or self.options.papers
        if game is None or name is None:
            return None
        overrides = tuple(self._overrides(row, game))
        own = replace(self.options, papers=papers, theme=self._theme(row, game), overrides=overrides)
        return Job(name.text, game.id, own, name.place) if len(self.findings) == before else None

    def _name(self, row: Row) -> Cell | None:
        cell = row.cells.get("name")
        if cell is None:
            hint = "name the folder that it is built into"
            self.findings.error("PNP105", "this row has no name", row.place, hint=hint)
            return None
        name, first = cell.text, self.names.setdefault(cell.text.casefold(), cell)
        if not NAME.fullmatch(name) or is_device(name):
            plain = plain_ascii(name)
            fixed = re.sub(r"[^A-Za-z0-9_-]+", "-", plain).strip("-_")[:60]
            hint = f"such as {fixed if fixed and not is_device(fixed) else 'player-1'}"
            form = (
                "Windows keeps it for a device"
                if is_device(name)
                else "write letters a to z, digits, - and _, 60 at most"
            )
            message = f'"{name[:80]}" cannot name a folder: {form}'
            self.findings.error("PNP112", message, cell.place, hint=hint)
        elif first is not cell:
            hint = f'"{first.text}" is on line {first.place.line}; write another, so that each has its own folder'
            self.findings.error("PNP504", f'two rows have the name "{name}"', cell.place, hint=hint)
        return cell

    def _papers(self, cell: Cell | None) -> Iterator[Paper]:
        for name in re.split(r"[+,]", cell.text) if cell else ():
            try:
                yield find_paper(name)
            except UnknownName as error:
                self.findings.error("PNP118", str(error), cell.place if cell else None, hint=error.hint or "")

    def _theme(self, row: Row, game: Game) -> str:
        cell = row.cells.get("theme")
        theme = cell.text if cell else self.options.theme
        try:
            refuse_unknown_theme(theme, game)
        except UnknownName as error:
            place = cell.place if cell else row.place
            self.findings.error("PNP118", str(error), place, hint=error.hint or "")
        return theme

    def _overrides(self, row: Row, game: Game) -> Iterator[Override]:
        for title, cell in row.cells.items():
            target = self.targets.get((title, game.id))
            try:
                if isinstance(target, Target):
                    yield target.override(cell)
                elif target is not None:  # other games of the table have it
                    raise target
            except Problem as problem:
                self.findings.add(replace(problem.finding, place=cell.place))

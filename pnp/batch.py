"""Builds of games for each row of a table of jobs.

All mistakes in the table are found before the first build; finished rows are skipped, the rest shared among workers.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from pnp.build.build_cache import build_records, open_cache
from pnp.build.games import build_games
from pnp.build.options import BuildOptions, game_output, refuse_unknown_theme
from pnp.build.result import BuildCount, BuildResult, Progress, silent, stepping
from pnp.escaping import table_text
from pnp.files import is_device, is_link_out, is_within, real_path, write
from pnp.load.game import load_game
from pnp.load.game_yaml import PLAIN_TEXTS, SETTABLE, Override
from pnp.load.nodes import MAX_TEXT, Findings, Problem, ScalarNode, not_wanted, text_node
from pnp.load.project import Project, game_ids, read_given
from pnp.load.rows.read import UNREADABLE
from pnp.load.rows.text_tables import Cell, Row, column_of, filled_cells, named_columns, read_csv
from pnp.load.rows.workbook import SUFFIXES as WITH_SHEETS
from pnp.load.yaml_source import resolve
from pnp.model.diagnostics import (
    CannotUse,
    CannotWrite,
    Diagnostic,
    Place,
    PnpError,
    UnknownName,
    WorkerLost,
    has_errors,
    in_reading_order,
)
from pnp.model.game import Game, Value, single_values
from pnp.model.papers import Paper, find_paper
from pnp.text import one_line, plain_ascii, suggest
from pnp.workers.pool import WorkerDied
from pnp.workers.tasks import Workers, workers

EXAMPLE = "name,game,cards.player"  # Headings such as a table may have.

JOB_COLUMNS = ("name", "game", "language", "theme", "paper")
"""The columns that say what to build; the heading of any other is COMPONENT.FIELD, COMPONENT/PIECE.FIELD or game.KEY."""

GAME = "game"  # What the heading of a column about game.yaml begins with; no component is called so.
GROUPS = ("palette", "fonts", "facts")  # The keys of game.yaml whose values can be set one by one.
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,59}")  # What a folder can be called on every system.
COMPOUND = "a list or a mapping"
Cells = Mapping[str, Cell]  # The cells of a row that hold something, by heading.


@dataclass(frozen=True, slots=True)
class Table:
    """The headings of a file, and of each row its cells and where it begins."""

    file: str
    heading: Row = ()
    rows: tuple[tuple[Cells, Place], ...] = ()

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


@dataclass(frozen=True, slots=True)
class Job:
    """One row: a build of one game into a folder called `name`; `place` is where the row says so."""

    name: str
    game: str
    options: BuildOptions
    place: Place


def read_table(project: Project, path: Path, findings: Findings) -> Table:
    """Return what is in a CSV file, with findings about its form. Raises CannotUse."""
    real, root = real_path(path), real_path(project.root)
    label = real.relative_to(root).as_posix() if is_within(path, project.root) else str(real)
    if path.suffix.lower() in (*WITH_SHEETS, *UNREADABLE):
        hint = f'in the spreadsheet choose "Save as", "CSV UTF-8", and name {path.stem}.csv'
        raise CannotUse(f"jobs are read from a CSV file, not from {path.name}", hint)
    if is_link_out(path, project.root):
        raise CannotUse(f"{path} is a link that leads outside the project to {real}", "name that")
    try:
        table = read_csv(read_given(path, "name a CSV file of jobs"), label, findings, example=EXAMPLE)
    except Problem as problem:
        findings.add(problem.finding)
        return Table(label)
    before = len(findings)
    named_columns(table.heading, table.rows, findings)
    rows = [
        ({title.text: cell for title, cell in filled_cells(table.heading, row, findings)}, row[0].place)
        for row in table.rows
    ]
    return Table(label) if len(findings) > before else Table(label, table.heading, tuple(rows))


# What a column is about.


@dataclass(frozen=True, slots=True)
class Target:
    """The field or key that a column is about, and the kind of what the files of the game have there, "" for several."""

    component: str
    piece: str
    field: str
    kind: str

    def override(self, cell: Cell) -> Override:
        """Return the value of a cell, of the kind that is there now; raises Problem (PNP104, PNP108)."""
        text, value = cell.text, resolve(cell.text)
        node = ScalarNode(text if value is None else value, text, cell.place)
        if len(text) > MAX_TEXT:
            message = f"a text of {len(text):,} characters; the limit is {MAX_TEXT:,}"
            raise Problem("PNP108", message, cell.place, "shorten it")
        if self.kind == "a text":
            node = text_node(text, cell.place)
        elif self.kind not in ("", _kind(node.value)):
            hint = "write true or false" if self.kind == "true or false" else "write a number, such as 3"
            raise not_wanted(node, f"{self.field} must be {self.kind}", hint, place=cell.place)
        return Override(self.component, self.piece, self.field, node)


def _kind(value: Value) -> str:
    if isinstance(value, bool):
        return "true or false"
    kinds = {str: "a text", int: "a number", float: "a number"}
    return kinds.get(type(value), COMPOUND)


def find_target(heading: Cell, game: Game) -> Target:
    """Return what a column is about in this game; raises Problem (PNP103, PNP104, PNP118)."""
    owner, dot, name = heading.text.partition(".")
    if not dot:
        having = {
            f"{component.id}.{heading.text}": None
            for component, piece in game.pieces
            if heading.text in (*piece.fields, *SETTABLE)
        }
        also = "" if having else "the heading of a column for a field is COMPONENT.FIELD"
        hint = suggest(heading.text, having or JOB_COLUMNS, what="columns", also=also)
        raise Problem("PNP103", f'there is no column "{heading.text}"', heading.place, hint)
    component, _, piece = owner.partition("/")
    values = _of_game(heading, name, game) if owner == GAME else _of_pieces(heading, owner, name, game)
    kinds = {_kind(value) for value in values if value is not None}
    if kinds == {COMPOUND}:
        message = f"{name} is a list or a mapping, which does not fit in a cell"
        raise Problem("PNP104", message, heading.place, "remove the column, or use a text in the template")
    kind = kinds.pop() if len(kinds) == 1 else ""
    return Target("" if owner == GAME else component, piece, name, kind)


def _known(heading: Cell, name: str, known: Sequence[str], message: str, what: str) -> None:
    if name not in known:
        raise Problem("PNP118", f'{message} "{name}"', heading.place, suggest(name, known, what=what))


def _of_game(heading: Cell, key: str, game: Game) -> list[Value]:
    keys: dict[str, Value] = {name: getattr(game, name) for name in PLAIN_TEXTS}
    keys |= {
        path: value for group in GROUPS for path, value in single_values(getattr(game, group), f"{group}.")
    }
    if key not in keys:
        message = f'game.yaml of {game.id} has no "{key}" that a column could set'
        raise Problem("PNP118", message, heading.place, suggest(key, keys, what="keys"))
    return [keys[key]]


def _of_pieces(heading: Cell, owner: str, name: str, game: Game) -> list[Value]:
    component_id, slash, piece_id = owner.partition("/")
    parts = {component.id: component.pieces for component in game.components}
    _known(heading, component_id, [*parts], f"{game.id} has no component", "components")
    pieces = parts[component_id]
    if slash:
        ids = [piece.id for piece in pieces]
        _known(heading, piece_id, ids, f"{game.id}/{component_id} has no piece", "pieces")
        pieces = tuple(piece for piece in pieces if piece.id == piece_id)
    fields = {*SETTABLE, *(field for piece in pieces for field in piece.fields)}
    _known(heading, name, sorted(fields), f"{game.id}/{owner} has no field", "fields")
    preset: dict[str, Value] = {"copies": 1, "extra": False, **dict.fromkeys(("front", "back", "art"), "")}
    return [
        piece.fields.get(name, preset.get(name)) for piece in pieces if name in piece.fields or name in preset
    ]


# The rows as jobs.


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
    ids = [_game_id(known, cells, place, findings) for cells, place in table.rows]
    games: dict[str, Game] = {}
    for game_id in dict.fromkeys(filter(None, ids)):
        loaded = load_game(project, game_id)
        if loaded.game is not None:
            games[game_id] = loaded.game
        else:
            findings.add(*loaded.diagnostics)
    reader = _RowReader(options, _targets(table, games, findings), findings)
    jobs = (
        reader.job(cells, place, games.get(game_id))
        for (cells, place), game_id in zip(table.rows, ids, strict=True)
    )
    return tuple(job for job in jobs if job is not None)


def _game_id(known: Sequence[str], cells: Cells, place: Place, findings: Findings) -> str:
    """Return the game of a row, one of those `known` and the only one when it names none; "" with a finding."""
    cell = cells.get("game")
    if cell is None and len(known) == 1:
        return known[0]
    if cell is None:
        hint = suggest("", known, what="games", also="write one into the column game")
        findings.error("PNP105", "this row names no game", place, hint=hint)
    elif cell.text not in known:
        hint = suggest(cell.text, known, what="games")
        findings.error("PNP118", f'there is no game "{cell.text}"', cell.place, hint=hint)
    else:
        return cell.text
    return ""


# What a column is about in a game, or why about nothing.
Targets = Mapping[tuple[str, str], Target | Problem]


def _targets(table: Table, games: Mapping[str, Game], findings: Findings) -> Targets:
    targets: dict[tuple[str, str], Target | Problem] = {}
    for cell in table.heading:
        if cell.text in JOB_COLUMNS and cell.text != "language":
            continue
        heading = replace(cell, text="game.language") if cell.text == "language" else cell
        of_games: dict[str, Target | Problem] = {}
        for game in games.values():
            try:
                of_games[game.id] = find_target(heading, game)
            except Problem as problem:
                of_games[game.id] = problem
        if any(isinstance(target, Target) for target in of_games.values()):
            targets |= {(cell.text, game): target for game, target in of_games.items()}
        elif isinstance(first := next(iter(of_games.values()), None), Problem):
            findings.add(first.finding)
    return targets


@dataclass(frozen=True, slots=True)
class _RowReader:
    options: BuildOptions
    targets: Targets
    findings: Findings
    names: dict[str, Cell] = field(default_factory=dict)

    def job(self, cells: Cells, place: Place, game: Game | None) -> Job | None:
        before = len(self.findings)
        name = cells.get("name")
        if name is None:
            hint = "name the folder that it is built into"
            self.findings.error("PNP105", "this row has no name", place, hint=hint)
        else:
            folder, first = name.text, self.names.setdefault(name.text.casefold(), name)
            if not NAME.fullmatch(folder) or is_device(folder):
                fixed = re.sub(r"[^A-Za-z0-9_-]+", "-", plain_ascii(folder)).strip("-_")[:60]
                hint = f"such as {fixed if fixed and not is_device(fixed) else 'player-1'}"
                form = "write letters a to z, digits, - and _, 60 at most"
                form = "Windows reserves this name for a device" if is_device(folder) else form
                message = f'"{folder[:80]}" cannot name a folder: {form}'
                self.findings.error("PNP112", message, name.place, hint=hint)
            elif first is not name:
                hint = f'"{first.text}" is on line {first.place.line}; write another, so that each has its own folder'
                self.findings.error("PNP504", f'two rows have the name "{folder}"', name.place, hint=hint)
        papers = tuple(dict.fromkeys(self._papers(cells.get("paper")))) or self.options.papers
        if game is None or name is None:
            return None
        overrides = tuple(self._overrides(cells, game))
        theme = cells["theme"].text if "theme" in cells else self.options.theme
        try:
            refuse_unknown_theme(theme, game)
        except UnknownName as error:
            theme_place = cells["theme"].place if "theme" in cells else place
            self.findings.error("PNP118", str(error), theme_place, hint=error.hint or "")
        options = replace(self.options, papers=papers, theme=theme, overrides=overrides)
        return Job(name.text, game.id, options, name.place) if len(self.findings) == before else None

    def _papers(self, cell: Cell | None) -> Iterator[Paper]:
        for name in re.split(r"[+,]", cell.text) if cell else ():
            try:
                yield find_paper(name)
            except UnknownName as error:
                self.findings.error("PNP118", str(error), cell.place if cell else None, hint=error.hint or "")

    def _overrides(self, cells: Cells, game: Game) -> Iterator[Override]:
        for title, cell in cells.items():
            target = self.targets.get((title, game.id))
            try:
                if isinstance(target, Target):
                    yield target.override(cell)
                elif target is not None:  # other games of the table have it
                    raise target
            except Problem as problem:
                self.findings.add(replace(problem.finding, place=cell.place))


State = Literal["built", "unchanged", "failed", "not built"]
STATES: tuple[State, ...] = get_args(State)
FOLDER = "batch"  # The folder of the output that batches go to.
REPORT = "batch-report.csv"  # The file of the report; no job can be called so.
HEADINGS = ("name", "game", "paper", "theme", "result", "sheets", "reason")


@dataclass(frozen=True, slots=True)
class JobResult:
    """What became of a job, into which folder, and what was found."""

    job: Job
    state: State
    folder: Path
    diagnostics: tuple[Diagnostic, ...] = ()
    count: BuildCount = field(default_factory=BuildCount)

    @property
    def name(self) -> str:
        return self.job.name

    @property
    def reason(self) -> str:
        """Why a job failed, in a line; "" for any other."""
        error = next((finding for finding in self.diagnostics if finding.severity == "error"), None)
        if self.state != "failed" or error is None:
            return ""
        place = f"{error.place.file}:{error.place.line}:{error.place.column}: " if error.place else ""
        return f"{place}{error.message}" + (f"; {error.hint}" if error.hint else "")


@dataclass(frozen=True, slots=True)
class BatchResult:
    """What came of all jobs in the order of the rows, the report, and what was found in `other` places."""

    folder: Path
    jobs: tuple[JobResult, ...]
    other: tuple[Diagnostic, ...] = ()
    report: Path | None = None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return (*self.other, *(finding for result in self.jobs for finding in result.diagnostics))

    def number(self, state: State) -> int:
        """Return how many jobs are in that state."""
        return sum(result.state == state for result in self.jobs)


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How a table of jobs is built; `build` holds where a row says nothing else.

    So many `workers` build at a time, each a process of its own when there are several.
    """

    build: BuildOptions = field(default_factory=BuildOptions)
    out: Path | None = None
    workers: int = 1
    cache: bool = True


def batch_games(
    project: Project, table: Path, options: BatchOptions | None = None, *, progress: Progress = silent
) -> BatchResult:
    """Return what came of each row of a table; nothing is built when any row has a mistake.

    Each is built into a folder of its own. Those whose row, game and output are as they were are left alone.
    Raises CannotUse and CannotWrite.
    """
    options = options or BatchOptions()
    folder = game_output(project, None, FOLDER) if options.out is None else real_path(options.out)
    if options.out is None and project.game_folder(FOLDER) is not None:
        raise CannotWrite(f"{folder} is the output of the game {FOLDER}", "choose another folder with --out")
    findings = Findings()
    read = read_table(project, table, findings)
    jobs = read_jobs(project, read, options.build, findings)
    results = _unchanged(project, folder, jobs, read, cache=options.cache)
    rest = [job for job in jobs if job.name not in results]
    found = [read.named(finding) for finding in findings.ordered()]
    for number, job in enumerate(rest, 1):
        progress(f"read {job.name}", number, len(rest))
        loaded = load_game(project, job.game, job.options.overrides)
        for error in (finding for finding in loaded.diagnostics if finding.severity == "error"):
            in_cell = error.place is not None and error.place.file == read.file
            named = read.named(error) if in_cell else replace(error, message=f"{job.name}: {error.message}")
            found.append(named)
    if has_errors(found):
        return BatchResult(folder, (), in_reading_order(found))
    step, on = stepping(progress, len(rest)), options.build.on if rest else ""
    with workers(max(1, min(options.workers, len(rest))), on) as shared:
        if not shared.shares_files:
            shared.stop()
        builders = shared if shared.shares_files and (on or shared.cluster.count > 1) else None

        def build(job: Job) -> None:
            result = _built(project, folder, job, builders, cache=options.cache)
            results[job.name] = replace(result, diagnostics=tuple(map(read.named, result.diagnostics)))
            step(f"{result.state} {job.name}")

        try:
            if builders is None:
                for job in rest:
                    build(job)
            else:
                builders.share_out(rest, build)
        except BaseException:
            _with_report(folder, jobs, results)
            raise
    return _with_report(folder, jobs, results)


def _with_report(folder: Path, jobs: Sequence[Job], results: Mapping[str, JobResult]) -> BatchResult:
    every = tuple(results.get(job.name) or JobResult(job, "not built", folder / job.name) for job in jobs)
    rows: list[tuple[object, ...]] = [HEADINGS]
    for result in every:
        papers = "+".join(paper.name for paper in result.job.options.papers)
        outcome = (result.state, result.count.sheets or "", result.reason)
        rows.append((result.name, result.job.game, papers, result.job.options.theme, *outcome))
    try:  # Excel needs the byte order mark
        write(folder / REPORT, table_text(rows).encode("utf-8-sig"), root=folder)
    except CannotWrite as error:
        return BatchResult(folder, every, (Diagnostic("PNP503", str(error), hint=error.hint),))
    return BatchResult(folder, every, report=folder / REPORT)


def _unchanged(
    project: Project, folder: Path, jobs: Sequence[Job], table: Table, *, cache: bool
) -> dict[str, JobResult]:
    """Return, by name, the jobs whose output is already what building them would make; its findings are in its row now."""
    results: dict[str, JobResult] = {}
    with open_cache(wanted=cache) as store:
        inputs: dict[str, str | None] = {}
        for job in jobs:
            try:
                options = replace(job.options, out=game_output(project, folder, job.name))
                records = build_records(project, options, store)
                if job.game not in inputs:
                    inputs |= records.inputs([job.game])
                fields = records.find(job.game, inputs[job.game], "builds", "failures")
            except CannotWrite:  # a link that leads out, as will be said when the job is tried
                continue
            if fields is not None:
                earlier = BuildResult.from_fields(fields).unchanged()
                moved = (
                    replace(finding, place=job.place)
                    if finding.place and finding.place.file == table.file
                    else finding
                    for finding in earlier.diagnostics
                )
                diagnostics = tuple(map(table.named, moved))
                results[job.name] = JobResult(job, "unchanged", folder / job.name, diagnostics, earlier.count)
    return results


def build_job(project: Project, folder: Path, job: Job, cache: bool) -> JobResult:  # noqa: FBT001 - a task
    """Build one job below `folder`; what kept it from it is a finding. Raises CannotUse and WorkerLost."""
    try:
        options = replace(job.options, out=game_output(project, folder, job.name))
        (result,) = build_games(project, (job.game,), options, cache=cache)
    except (CannotUse, WorkerLost):
        raise
    except (PnpError, OSError) as error:
        return _failed(job, folder, str(error), getattr(error, "hint", None))
    state: State = "built" if result.files or not has_errors(result.diagnostics) else "failed"
    return JobResult(job, state, folder / job.name, result.diagnostics, result.count)


def _failed(job: Job, folder: Path, message: str, hint: str | None) -> JobResult:
    finding = Diagnostic("PNP503", message, job.place, hint, game=job.game)
    return JobResult(job, "failed", folder / job.name, (finding,))


def _built(project: Project, folder: Path, job: Job, builders: Workers | None, *, cache: bool) -> JobResult:
    if builders is None:
        return build_job(project, folder, job, cache)
    alone = replace(job, options=replace(job.options, workers=1, on=""))
    try:
        return replace(builders.run(build_job, project, folder, alone, cache), job=job)
    except WorkerDied:
        message = f"the worker that built {job.name} ended unexpectedly, usually for lack of memory"
        return _failed(job, folder, message, "build with --workers 1")

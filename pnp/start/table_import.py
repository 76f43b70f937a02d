"""`pnp import`: a component that reads a spreadsheet, and a game around it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.files import (
    MAX_TEXT_BYTES,
    TooLarge,
    is_device,
    is_file,
    is_within,
    read_bytes,
    rewrite,
    walk,
    write,
)
from pnp.load.game import NOT_COMPONENTS, OTHER_PDFS, load_game
from pnp.load.nodes import Findings, MapNode, Problem, ScalarNode
from pnp.load.pieces import picture_name
from pnp.load.project import Project, find_project, game_ids
from pnp.load.rows.headings import LEFT_OUT
from pnp.load.rows.read import SUFFIXES, UNREADABLE
from pnp.load.yaml_source import parse_noting
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotUse, CannotWrite, ProjectNotFound
from pnp.model.game import Component, Piece
from pnp.model.limits import USUAL_LIMITS
from pnp.start.table_component import (
    cell_summary,
    component_yaml,
    game_yaml,
    plan_summary,
    shortened,
)
from pnp.start.table_plan import YAML_SUFFIXES, ImportOptions, TablePlan, plan_table
from pnp.text import counted, slug


@dataclass(frozen=True, slots=True)
class ImportedTable:
    """What came of a table: the files that were written, below `root`, and in sentences what was decided.

    With an error in `diagnostics`, which name the table itself, nothing was written.
    """

    root: Path
    game: str
    component: str
    files: tuple[Path, ...]
    decided: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]


@dataclass(frozen=True, slots=True)
class _Source:
    """A table on the way into a game: where it comes from, its bytes, and what it will be called there."""

    path: Path
    data: bytes
    component: str
    game: str
    title: str

    @property
    def is_yaml(self) -> bool:
        """Whether its rows are written into the component, since YAML beside it would be one itself."""
        return self.path.suffix.lower() in YAML_SUFFIXES

    @property
    def name(self) -> str:
        """The name of the copy in the game's folder."""
        return self.component + self.path.suffix.lower()


def import_table(table: Path, *, here: Path, options: ImportOptions | None = None) -> ImportedTable:
    """Make a component of cards that reads `table` in the project around `here`, or in a new one there.

    Without a name, the game is the only one there is, or is called as the table. A component that reads the table
    already is kept, and its copy of the table brought up to date; nothing else that is there is written over. Raises
    CannotUse, CannotWrite.
    """
    options = options or ImportOptions()
    try:
        project: Project | None = find_project(here)
    except ProjectNotFound:
        project = None
    root, games = (project.root, game_ids(project)) if project else (here, ())
    title = " ".join(table.stem.replace("_", " ").replace("-", " ").split()) or "cards"
    title = title[0].upper() + title[1:]
    game = _id(options.game or (games[0] if len(games) == 1 else title), "game", options.game)
    component = _id(options.component or title, "component", options.component)
    component = f"{component}_cards" if component in {*NOT_COMPONENTS, *OTHER_PDFS} else component
    source = _Source(table, _bytes(table), component, game, title)
    findings = Findings()
    try:
        plan = plan_table(source.data, table, options, findings)
    except Problem as problem:
        findings.add(problem.finding)
        return ImportedTable(root, game, component, (), (), findings.ordered())
    if project is not None and _is_reading(root, source):
        return _updated(project, source, plan, options)
    if has_errors(findings.ordered()):
        return ImportedTable(root, game, component, (), (), findings.ordered())
    return _new(root, source, plan, options)


def _id(name: str, what: str, said: str) -> str:
    made = slug(name)
    if made and not is_device(made):
        return made
    if said:
        raise CannotUse(f'"{name}" cannot name a {what}', f"write --{what} and a name in letters a to z")
    return "cards"


def _bytes(table: Path) -> bytes:
    suffix = table.suffix.lower()
    if suffix in UNREADABLE:
        raise CannotUse(f"{table.name} cannot be read", f"save it as {table.stem}.xlsx in the spreadsheet")
    if suffix not in (*SUFFIXES, *YAML_SUFFIXES):
        kinds = ", ".join((*SUFFIXES, *YAML_SUFFIXES))
        raise CannotUse(f"{table} is not a table", f"name a file that ends in one of {kinds}")
    try:
        return read_bytes(table, limit=MAX_TEXT_BYTES)
    except TooLarge as error:
        limit = f"the limit is {MAX_TEXT_BYTES // 1_000_000} MB"
        raise CannotUse(f"{table} has {error.size / 1e6:.1f} MB; {limit}", "split it") from error
    except OSError as error:
        reason = (error.strerror or "unreadable").lower()
        raise CannotUse(f"{table} cannot be read: {reason}", "name a spreadsheet that is there") from error


# A table that is new.


def _new(root: Path, source: _Source, plan: TablePlan, options: ImportOptions) -> ImportedTable:
    folder = root / "card_data" / source.game
    pictures, told = _pictures(source, plan, options)
    if plan.columns.art and not pictures:
        fields = {**plan.columns.fields, plan.columns.art: LEFT_OUT}  # of which there are none
        plan = replace(plan, columns=replace(plan.columns, fields=fields))
    words = {"table": source.path.name, "copy": "" if source.is_yaml else source.name, "title": source.title}
    text = component_yaml(plan, component=source.component, design=options.design, **words)
    files = {} if source.is_yaml else {source.name: source.data}
    files[f"{source.component}.yaml"] = text.encode()
    for each, content in files.items():
        if is_file(folder / each) and not _is_same(folder / each, source.path, content):
            hint = "choose another name with --component, or change what is there"
            raise CannotWrite(f"{folder / each} is there already", hint)
    if not (folder / "game.yaml").exists():
        files["game.yaml"] = game_yaml(source.title).encode()
    _write_pictures(folder, pictures, root)
    for each, content in sorted(files.items(), key=lambda file: file[0] != "game.yaml"):  # it makes a game
        if not (folder / each).exists():
            write(folder / each, content, root=root)
    decided = (*plan_summary(plan), *told, *cell_summary(plan.found))
    return ImportedTable(
        root, source.game, source.component, tuple(folder / each for each in files), decided, ()
    )


def _is_same(path: Path, table: Path, content: bytes) -> bool:
    """Say whether a file is the table itself, or what a command that was killed has written already."""
    try:
        return path.samefile(table) or read_bytes(path, limit=len(content)) == content
    except OSError:
        return False


def _pictures(
    source: _Source, plan: TablePlan, options: ImportOptions
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the pictures that the table names, by their names in the art folder, and what is to be told of them."""
    names = [node.text for entry in plan.entries if isinstance(node := entry.get("art"), ScalarNode)]
    if not names:
        return {}, ()
    found, missing = find_pictures(names, source.path, options.art_folder)
    heading = plan.columns.art
    if not found:
        return found, (shortened(f"no picture that {heading} names is here (--art-folder): none is printed"),)
    lack = f", {len(missing)} not found: {', '.join(missing)}" if missing else ""
    return found, (shortened(f"{counted(len(found), 'picture')} of {heading} copied into art/{lack}"),)


def _write_pictures(folder: Path, pictures: Mapping[str, bytes], root: Path) -> None:
    for name, data in pictures.items():
        if not is_file(folder / "art" / name):
            write(folder / "art" / name, data, root=root)


# A newer file of a table that is there.


def _is_reading(root: Path, source: _Source) -> bool:
    """Say whether there is a component of that name, and a copy of the table that it reads."""
    folder = root / "card_data" / source.game
    path = folder / f"{source.component}.yaml"
    if source.is_yaml or not is_file(path) or not is_file(folder / source.name):
        return False
    node = parse_noting(read_bytes(path, limit=MAX_TEXT_BYTES), str(path), Findings())
    return isinstance(node, MapNode) and node.value.get("rows") == source.name


def _updated(project: Project, source: _Source, plan: TablePlan, options: ImportOptions) -> ImportedTable:
    """Bring the copy of a table up to date, and say which cards came, went and changed."""
    folder = project.root / "card_data" / source.game
    copy, component = folder / source.name, folder / f"{source.component}.yaml"
    old = load_game(project, source.game)
    new = load_game(replace(project, unsaved=(*project.unsaved, (copy, source.data))), source.game)
    errors = tuple(
        each for each in new.diagnostics if each.severity == "error" and each not in old.diagnostics
    )
    if has_errors(errors):
        return ImportedTable(project.root, source.game, source.component, (), (), errors)
    before, after = (
        next((each for each in loaded.game.components if each.id == source.component), None)
        if loaded.game
        else None
        for loaded in (old, new)
    )
    pictures, lines = _pictures(source, plan, options)
    _write_pictures(folder, pictures, project.root)
    rewrite(copy, source.data, root=project.root)
    decided = (
        f"{component.name} is kept as it is",
        *_changes(before, after),
        *lines,
        *cell_summary(plan.found),
    )
    return ImportedTable(project.root, source.game, source.component, (copy,), decided, ())


MOST_NAMED = 4
"""Cards that are named of those that came, went or changed."""


def _changes(before: Component | None, after: Component | None) -> tuple[str, ...]:
    old, new = ({piece.id: piece for piece in each.pieces} if each else {} for each in (before, after))
    came = [new[name] for name in new if name not in old]
    went = [old[name] for name in old if name not in new]
    changed = [
        new[name]
        for name in new
        if name in old and _visible_content(new[name]) != _visible_content(old[name])
    ]
    kinds = (("came", came), ("went", went), ("changed", changed))
    lines = tuple(_named(pieces, verb) for verb, pieces in kinds if pieces) or ("no card has changed",)
    known = {name for piece in old.values() for name in piece.fields}
    fields = dict.fromkeys(name for piece in new.values() for name in piece.fields if name not in known)
    if not fields or not old:
        return lines
    return (*lines, shortened(f"printed when roles names them: {', '.join(fields)}"))


def _visible_content(piece: Piece) -> tuple[object, ...]:
    return piece.copies, piece.fields


def _named(pieces: list[Piece], verb: str) -> str:
    names = ", ".join(piece.name for piece in pieces[:MOST_NAMED])
    more = f" and {len(pieces) - MOST_NAMED} more" if len(pieces) > MOST_NAMED else ""
    return shortened(f"{counted(len(pieces), 'card')} {verb}: {names}{more}")


MOST_FILES = 20_000
"""That are looked through below a folder which somebody names."""


def find_pictures(
    names: Iterable[str], table: Path, folder: Path | None
) -> tuple[dict[str, bytes], tuple[str, ...]]:
    """Return the pictures that cells name, by the name they have in the art folder, and the names of those not found.

    They lie where the cell says, beside the table, in a folder beside it, or anywhere below `folder`. A file that
    is no picture counts as not found.
    """
    known = {path.name.casefold(): path for path in _files_below(folder)} if folder else {}
    beside = [table.parent, *sorted(path for path in table.parent.iterdir() if path.is_dir())]
    found: dict[str, bytes] = {}
    missing: dict[str, None] = {}
    for written in dict.fromkeys(names):
        name = picture_name(written)
        if not name or name in found:
            if not name:
                missing[written] = None
            continue
        places = [
            table.parent / written.partition(",")[0].replace("\\", "/"),
            *(each / name for each in beside),
        ]
        path = known.get(name.casefold()) or next(
            (each for each in places if is_file(each) and is_within(each, table.parent)), None
        )
        data = _picture(path) if path else None
        if data is None:
            missing[name] = None
        else:
            found[name] = data
    return found, tuple(missing)


def _files_below(folder: Path) -> Iterator[Path]:
    count = 0
    for top, _, names in walk(folder):
        for name in names:
            count += 1
            if count > MOST_FILES:
                return
            yield Path(top) / name


def _picture(path: Path) -> bytes | None:
    """Return what to put into the art folder for a file; None when it is no picture that pnp can print."""
    from pnp.art.add import import_picture  # noqa: PLC0415 - only who has pictures waits for all that draws
    from pnp.svg.images import UnsafeDrawing  # noqa: PLC0415

    try:
        return import_picture(read_bytes(path, limit=USUAL_LIMITS.picture_bytes), keep_png=True).data
    except (OSError, UnsafeDrawing):
        return None

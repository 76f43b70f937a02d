"""Starting from a spreadsheet: a component that reads it, a game around it if there is none, and what was decided."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from pnp.files import MAX_TEXT_BYTES, TooLarge, is_device, read_bytes, temporary_folder, write
from pnp.load.field_types import NO, YES
from pnp.load.game import NOT_COMPONENTS, OTHER_PDFS, load_game
from pnp.load.nodes import Findings, ListNode, Node, Problem, ScalarNode, text_node
from pnp.load.pieces import RESERVED
from pnp.load.project import Project, find_project, game_ids, shipped_project
from pnp.load.rows.read import OTHER_WORKBOOKS, SUFFIXES, ReadRows, Rows, listed_rows, rows_of, understood
from pnp.load.yaml_source import parse_noting
from pnp.model.diagnostics import Diagnostic, Place, has_errors, in_reading_order
from pnp.model.errors import CannotUse, CannotWrite, ProjectNotFound
from pnp.model.game import Value
from pnp.text import counted, slug

YAML_SUFFIXES = (".yaml", ".yml")


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
    """A table on the way into a game: where it comes from, what it will be called there, and its bytes."""

    path: Path
    data: bytes
    component: str
    sheet: str

    @property
    def is_yaml(self) -> bool:
        """Whether its rows are written into the component, since YAML beside it would be one itself."""
        return self.path.suffix.lower() in YAML_SUFFIXES

    @property
    def name(self) -> str:
        """The name of the copy in the game's folder."""
        return self.component + self.path.suffix.lower()


def import_table(
    table: Path, *, here: Path, game: str = "", component: str = "", sheet: str = ""
) -> ImportedTable:
    """Make a component of cards that reads `table` in the project around `here`, or in a new one there.

    Without a name, the game is the only one there is, or is called as the table. Nothing that is there is written
    over. Raises CannotUse, CannotWrite.
    """
    project, root = _project(here)
    title = " ".join(table.stem.replace("_", " ").replace("-", " ").split()) or "cards"
    title = title[0].upper() + title[1:]
    name = _id(game or _only_game(project) or title, "game")
    source = _Source(table, _bytes(table), _component_id(component or title), sheet)
    folder = root / "card_data" / name
    findings = Findings()
    try:
        read = _read(source, findings)
    except Problem as problem:
        findings.add(problem.finding)
        return ImportedTable(root, name, source.component, (), (), findings.ordered())
    files = dict(_files(source, read, title))
    for each, content in files.items():
        if (folder / each).exists() and not _is_same(folder / each, table, content):
            hint = "choose another name with --component, or change what is there"
            raise CannotWrite(f"{folder / each} is there already", hint)
    if not (folder / "game.yaml").exists():
        files["game.yaml"] = _game_yaml(title).encode()
    cards, loaded = _tried(source, name, files)
    diagnostics = in_reading_order((*findings.ordered(), *loaded) if source.is_yaml else loaded)
    if has_errors(diagnostics):
        return ImportedTable(root, name, source.component, (), (), diagnostics)
    for each, content in files.items():
        if not (folder / each).exists():
            write(folder / each, content, root=root)
    decided = (f"{counted(cards, 'card')} in {counted(len(read.entries), 'row')}", *read.said, _said_of(read))
    return ImportedTable(
        root, name, source.component, tuple(folder / each for each in files), decided, diagnostics
    )


def _project(here: Path) -> tuple[Project | None, Path]:
    try:
        project = find_project(here)
    except ProjectNotFound:
        return None, here
    return project, project.root


def _only_game(project: Project | None) -> str:
    names = game_ids(project) if project else ()
    return names[0] if len(names) == 1 else ""


def _id(name: str, what: str) -> str:
    made = slug(name)
    if not made or is_device(made):
        raise CannotUse(f'"{name}" cannot name a {what}', f"write --{what} and a name in letters a to z")
    return made


def _component_id(name: str) -> str:
    made = _id(name, "component")
    return f"{made}_cards" if made in {*NOT_COMPONENTS, *OTHER_PDFS} else made


def _is_same(path: Path, table: Path, content: bytes) -> bool:
    """Say whether a file is the table itself, or what a command that was killed has written already."""
    try:
        return path.samefile(table) or read_bytes(path, limit=len(content)) == content
    except OSError:
        return False


def _bytes(table: Path) -> bytes:
    suffix = table.suffix.lower()
    if suffix in OTHER_WORKBOOKS:
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


def _read(source: _Source, findings: Findings) -> ReadRows:
    """Return the rows as a component without more words about them would have them; raises Problem."""
    label = str(source.path)
    if source.is_yaml:
        node = parse_noting(source.data, label, findings)
        rows = Rows(listed_rows(node, findings) if node else ())
    else:
        sheet = text_node(source.sheet, Place(label, 1, 1)) if source.sheet else None
        rows = rows_of(source.data, label, sheet, findings)
    return understood(rows, Reading(), findings)


# What is written.


def _files(source: _Source, read: ReadRows, title: str) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the component and of its table."""
    lines = [f"# Made of {source.path.name} by pnp import."]
    if not source.is_yaml:
        lines += [f"# The cards are in {source.name}: change them there. Here stands how they are read."]
    lines += ["kind: cards", f"title: {_word(title)}", "size: standard   # or poker, tarot, 70mm x 120mm ..."]
    lines += [
        f"# front: {source.component}.svg.j2   # a template of your own; without one, the cards are plain"
    ]
    if not source.is_yaml:
        lines += [f"rows: {source.name}"]
        lines += [f"sheet: {_word(source.sheet)}"] if source.sheet else []
        if read.ids_from:
            pattern = "-".join(f"{{{name}}}" for name in read.ids_from.split(", "))
            lines += [f'id: "{pattern}"']
        yield source.name, source.data
    types = field_types(read)
    if types:
        lines += ["fields:", *(f"  {name}: {kind}" for name, kind in types.items())]
    if source.is_yaml:
        pieces = [{key: _plain(value) for key, value in each.value.items()} for each in read.entries]
        lines += ["pieces:", _dumped(pieces)]
    yield f"{source.component}.yaml", ("\n".join(lines).rstrip() + "\n").encode()


def _game_yaml(title: str) -> str:
    return f'title: {_word(title)}\n# fonts: {{title: Manrope, body: Source Sans Pro}}\n# palette: {{accent: "#2f4b7c"}}\n'


def _word(text: str) -> str:
    """Return a text as YAML has it on one line."""
    return yaml.safe_dump(text, allow_unicode=True, width=10_000).removesuffix("...\n").strip()


def _plain(value: Value) -> object:
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    if isinstance(value, str):
        return value.strip()
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as such."""


def _text(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _text)


def _dumped(pieces: list[dict[str, object]]) -> str:
    text = yaml.dump(pieces, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=100)
    return "".join(f"  {line}\n" for line in text.splitlines())


def field_types(read: ReadRows) -> dict[str, str]:
    """Return the types of the fields, as far as all cells of a column are of one.

    Words such as yes and x make a boolean; a column of mixed values is a text.
    """
    values: dict[str, list[Node]] = {}
    for entry in read.entries:
        for key, node in entry.entries:
            if key.text not in (*RESERVED, "name"):
                values.setdefault(key.text, []).append(node)
    return {name: _type_of(nodes) for name, nodes in values.items()}


def _type_of(nodes: list[Node]) -> str:
    if all(isinstance(node, ListNode) for node in nodes):
        return "list"
    words = [node.text.strip().casefold() for node in nodes if isinstance(node, ScalarNode)]
    if all(word in (*YES, *NO) and not word.isdigit() for word in words):
        return "boolean"
    kinds = {type(node.value) for node in nodes}
    if kinds == {int}:
        return "integer"
    return "number" if kinds <= {int, float} else "text"


def _said_of(read: ReadRows) -> str:
    types = field_types(read)
    return "fields: " + (", ".join(f"{name} ({kind})" for name, kind in types.items()) or "none")


# Trying it before anything is written.


def _tried(source: _Source, game: str, files: Mapping[str, bytes]) -> tuple[int, tuple[Diagnostic, ...]]:
    """Return how many cards come of the files, and what is found in them, told of the table itself."""
    with temporary_folder("import") as name:
        folder = Path(name) / "card_data" / game
        for each, content in {"game.yaml": b"title: Game\n", **files}.items():
            write(folder / each, content, durable=False)
        project = replace(shipped_project(Path(name)), card_data=(folder.parent,))
        loaded = load_game(project, game)
    copy = f"card_data/{game}/{source.name if not source.is_yaml else source.component + '.yaml'}"
    found = tuple(_about(each, copy, source) for each in loaded.diagnostics)
    return sum(each.copies for each in loaded.game.components) if loaded.game else 0, found


def _about(finding: Diagnostic, copy: str, source: _Source) -> Diagnostic:
    """Return a finding in the copy of a table as one in the table; of YAML that was written anew, the lines differ."""
    if finding.place is None or finding.place.file != copy:
        return finding
    place = replace(finding.place, file=str(source.path))
    if source.is_yaml:
        place = replace(place, line=1, column=1, length=1)
    return replace(finding, place=place)

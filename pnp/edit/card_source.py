"""The source of a card: its entry in YAML or its row in a table, and its defaults."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.load.effect_text import EffectWriter
from pnp.load.field_types import FieldType, read_field_types
from pnp.load.header import read_header
from pnp.load.nodes import Findings, ListNode, MapNode, Node, ScalarNode
from pnp.load.piece_fields import FieldContext, PieceFields, Variables, combinations, read_tables
from pnp.load.project import GameFolder, Project
from pnp.load.rows.headings import RESERVED, Headings
from pnp.load.rows.read import ReadRows, read_rows
from pnp.load.rows.workbook import OTHER_SUFFIXES
from pnp.load.rows.workbook import SUFFIXES as WORKBOOKS
from pnp.load.translation_files import read_words, translated_file
from pnp.load.yaml_source import read_yaml
from pnp.model.diagnostics import Place
from pnp.model.errors import CannotEdit, UnknownName
from pnp.model.game import Game
from pnp.model.limits import raisable
from pnp.text import suggest_argument


@dataclass(frozen=True, slots=True)
class RowFile:
    """The file that rows come from, its sheet, "" for the first, and which field each heading is."""

    path: Path
    sheet: str
    headings: Headings
    ids_from: str

    @property
    def kind(self) -> str:
        """What is read from it: "json", "workbook" or "csv"."""
        suffix = self.path.suffix.lower()
        return "json" if suffix == ".json" else "workbook" if suffix in WORKBOOKS else "csv"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that an entry makes: all of it is in the entry, its variables, and the defaults of the component."""

    id: str
    entry: MapNode
    variables: Variables
    fields: PieceFields
    defaults: MapNode | None


@dataclass(frozen=True, slots=True)
class ComponentSource:
    """The file of a component, read with the places of all values, and its cards, those without copies too."""

    folder: GameFolder
    path: Path
    section: MapNode
    defaults: MapNode | None
    types: Mapping[str, FieldType]
    cards: tuple[Card, ...]
    rows: RowFile | None = None

    @property
    def label(self) -> str:
        """The name of the file in messages."""
        return self.folder.label(self.path)

    def card(self, name: str) -> Card:
        """Return the card of that id; raises UnknownName."""
        found = next((each for each in self.cards if each.id == name), None)
        if found is None:
            known = [each.id for each in self.cards]
            message = f'{self.path.stem} has no card "{name}"'
            raise UnknownName(message, suggest_argument(name, known, "cards"))
        return found

    def path_of(self, label: str) -> Path:
        """Return the file of a place."""
        return self.folder.path / label.removeprefix(f"card_data/{self.folder.id}/")


def component_source(project: Project, game: str, component: str) -> ComponentSource:
    """Return a component as its files have it; raises UnknownName, and CannotEdit when they cannot be read."""
    top = project.game_folder(game)
    if top is None:
        raise UnknownName(f'there is no game "{game}" here')
    folder, findings = GameFolder.of(project, game, top), Findings()
    path = top / f"{component}.yaml"
    known = sorted(each.stem for each in top.glob("*.yaml") if each.is_file())
    if component not in known:  # no path, whatever the system takes for one
        raise UnknownName(
            f'{game} has no component "{component}"', suggest_argument(component, known, "components")
        )
    node = read_yaml(path, folder, findings)[0]
    words = read_words(folder, component, findings)
    section = words.translated(node) if node else None
    if not isinstance(section, MapNode):
        found = next(iter(findings.ordered()), None)
        raise CannotEdit(
            found.message if found else f"{path.name} holds no component", "mend it in an editor first"
        )
    header = read_header(translated_file(top / "game.yaml", folder, findings)[0], _unread(folder), findings)
    context = FieldContext(
        read_tables(section.get("tables"), findings), EffectWriter(header.wording, findings), findings
    )
    defaults = findings.want_map(section.get("defaults"), "defaults")
    types = read_field_types(section.get("fields"), RESERVED, findings) or {}
    entries, rows = _entries(section, folder, findings)
    if rows is not None:
        entries = words.translated_pieces(entries)
    cards = tuple(_cards(entries, defaults, context))
    return ComponentSource(folder, path, section, defaults, types, cards, rows)


def _unread(folder: GameFolder) -> Game:
    return Game(folder.id, "", "", (), Place(folder.label(folder.path / "game.yaml"), 1, 1))


def _entries(
    section: MapNode, folder: GameFolder, findings: Findings
) -> tuple[tuple[MapNode, ...], RowFile | None]:
    rows, pieces, sheet = section.get("rows"), section.get("pieces"), section.get("sheet")
    if rows is not None:
        read = findings.attempt(read_rows, rows, section, folder, findings)
        if not isinstance(read, ReadRows):
            problem = next(iter(findings.ordered()), None)
            raise CannotEdit(
                problem.message if problem else "the rows cannot be read", problem.hint if problem else None
            )
        path = folder.path / (rows.text if isinstance(rows, ScalarNode) else "")
        if path.suffix.lower() in OTHER_SUFFIXES or "encoding" in section:
            raise CannotEdit(f"{path.name} is not changed by pnp", "change it in the program that made it")
        named = sheet.text if isinstance(sheet, ScalarNode) else ""
        return read.entries, RowFile(path, named, read.headings, read.ids_from)
    items = pieces.items if isinstance(pieces, ListNode) else ()
    return tuple(each for each in items if isinstance(each, MapNode)), None


MOST_PIECES = raisable()["pieces"].most
"""In a form a deck may be as large as game.yaml can allow."""


def _cards(entries: tuple[MapNode, ...], shared: MapNode | None, context: FieldContext) -> Iterator[Card]:
    for entry in entries:
        alone = entry.get("defaults")
        defaults = None if isinstance(alone, ScalarNode) and alone.text == "none" else shared
        for variables in combinations(entry.get("for"), context.findings, MOST_PIECES):
            fields = PieceFields(entry, variables, context, defaults=defaults)
            name = fields.identity(entry.get("id"))
            if name is not None:
                yield Card(name, entry, variables, fields, defaults)


def within(node: Node | None, steps: tuple[str | int, ...]) -> Node | None:
    """Return the value at some steps inside another, None when there is none."""
    for step in steps:
        if isinstance(node, MapNode) and isinstance(step, str):
            node = node.get(step)
        elif isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node

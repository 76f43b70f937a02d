"""The source of a card, and its form: its fields, their values, limits and places, and why a field cannot be edited."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Literal

from pnp.edit.undo import current_content
from pnp.load.effect_text import EffectWriter
from pnp.load.field_types import FieldType, read_field_types, typed_fields
from pnp.load.game_yaml import read_header
from pnp.load.nodes import FIELD, MAX_TEXT, Findings, ListNode, MapNode, Node, ScalarNode
from pnp.load.piece_fields import (
    FieldContext,
    PieceFields,
    Variables,
    combinations,
    read_tables,
    without_claim,
)
from pnp.load.pieces import PICTURES
from pnp.load.project import BASE, GameFolder, Project, template_files, template_folders
from pnp.load.rows.headings import COPIES, NAMES, SOURCE_KIND, heading_of
from pnp.load.rows.read import ReadRows, read_rows
from pnp.load.rows.text_tables import TEXT_SUFFIXES
from pnp.load.rows.workbook import XLSX
from pnp.load.translation_files import FOLDER, read_words, translated_file
from pnp.load.yaml_source import read_yaml
from pnp.model.diagnostics import CannotEdit, Place, UnknownName
from pnp.model.game import Game, Value
from pnp.model.limits import raisable
from pnp.text import counted, suggest, suggest_argument


@dataclass(frozen=True, slots=True)
class RowFile:
    """The file that rows come from, and which field each heading is."""

    path: Path
    headings: Mapping[str, str | None]
    ids_from: str

    @property
    def is_json(self) -> bool:
        return self.path.suffix.lower() == ".json"


@dataclass(frozen=True, slots=True)
class Card:
    """A card that an entry makes: all of it is in the entry, its variables, and the defaults of the component."""

    id: str
    entry: MapNode
    variables: Variables
    fields: PieceFields
    defaults: MapNode | None

    @property
    def title(self) -> str:
        written = (self.written(name)[0] for name in NAMES)
        return next((node.text for node in written if isinstance(node, ScalarNode) and node.text), self.id)

    def written(self, name: str) -> tuple[Node | None, "Origin"]:
        """Return the value of a field as it is written, and where it comes from."""
        if name in self.variables:
            return self.variables[name], "variable"
        if name in self.entry:
            return self.entry.get(name), "card"
        if self.defaults is not None and name in self.defaults:
            return self.defaults.get(name), "default"
        return None, "unwritten"


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

    def heading(self, name: str) -> str:
        """Return what the table calls a field, or its name in words."""
        return (heading_of(self.rows.headings, name) if self.rows else None) or name.replace("_", " ")

    def called(self, card: Card) -> str:
        """Return what a change of a card is about: the card, or how many of them its entry makes."""
        several = sum(other.entry is card.entry for other in self.cards)
        return counted(several, "card") if several > 1 else card.title

    @property
    def label(self) -> str:
        return self.folder.label(self.path)

    def card(self, name: str) -> Card:
        """Return the card of that id; raises UnknownName."""
        found = next((card for card in self.cards if card.id == name), None)
        if found is None:
            known = [card.id for card in self.cards]
            message = f'{self.path.stem} has no card "{name}"'
            raise UnknownName(message, suggest_argument(name, known, "cards"))
        return found

    def path_of(self, label: str) -> Path:
        """Return the file of a place."""
        return self.folder.path / label.removeprefix(f"card_data/{self.folder.id}/")


def component_file(project: Project, game: str, component: str) -> Path:
    """Return the YAML file of a component; raises UnknownName."""
    top = project.game_folder(game)
    if top is None:
        raise UnknownName(f'there is no game "{game}" here')
    known = sorted(path.stem for path in top.glob("*.yaml") if path.is_file())
    if component not in known:  # no path, whatever the system takes for one
        raise UnknownName(
            f'{game} has no component "{component}"', suggest_argument(component, known, "components")
        )
    return top / f"{component}.yaml"


def component_source(project: Project, game: str, component: str) -> ComponentSource:
    """Return a component as its files have it; raises UnknownName, and CannotEdit when they cannot be read."""
    path = component_file(project, game, component)
    words = path.parent / FOLDER / project.language
    state = _state(path, words)
    ahead = _AHEAD.get(path)
    if ahead is not None and not project.unsaved and ahead.source.rows is not None:
        rows = ahead.source.rows.path
        is_other = state.keys() != ahead.state.keys() or {
            name for name, at in state.items() if at != ahead.state[name]
        } - {str(rows)}
        if not is_other and current_content(rows) == ahead.data:
            return ahead.source
        if is_other:
            del _AHEAD[path]
    return _source(project, game, path, tuple(state.items()))


def _state(path: Path, words: Path) -> dict[str, tuple[int, ...]]:
    folders = (folder for folder in (path.parent, words) if folder.is_dir())
    files = (entry for folder in folders for entry in os.scandir(folder) if entry.is_file())
    known = sorted((entry.path, entry.stat()) for entry in files)
    return {name: (at.st_mtime_ns, at.st_ctime_ns, at.st_size, at.st_ino) for name, at in known}


@dataclass(frozen=True, slots=True)
class _Ahead:
    """A component as its files will be once its table is written: the state of the files before, and the table."""

    state: Mapping[str, tuple[int, ...]]
    data: bytes
    source: ComponentSource


_AHEAD: dict[Path, _Ahead] = {}


def expect_rows(project: Project, game: str, component: str, data: bytes, parts: Sequence[bytes]) -> None:
    """Have a component at hand as it is once `data` is written, which differs in the rows of `parts`, before and after."""
    now = component_source(project, game, component)
    if now.rows is None or len({len(part.splitlines()) for part in parts}) > 1:  # the rows below have moved
        return
    then = (replace(project, unsaved=((now.rows.path, part),)) for part in parts)
    before, after = (
        {card.id: card for card in _source.__wrapped__(each, game, now.path, ()).cards} for each in then
    )
    known = {card.id: card for card in now.cards}
    if [*before] == [*after] and all(
        name in known and known[name].entry.value == card.entry.value for name, card in before.items()
    ):
        state = _state(now.path, now.path.parent / FOLDER / project.language)
        cards = tuple(after.get(card.id, card) for card in now.cards)
        _AHEAD[now.path] = _Ahead(state, data, replace(now, cards=cards))


def forget_expected() -> None:
    """Forget what was expected: all of the tables has been read since."""
    _AHEAD.clear()


@lru_cache(maxsize=2)
def _source(project: Project, game: str, path: Path, state: tuple[object, ...]) -> ComponentSource:
    del state  # of the files: another one is read anew
    top, component = path.parent, path.stem
    folder, findings = GameFolder.of(project, game, top), Findings()
    node = read_yaml(path, folder, findings)[0]
    words = read_words(folder, component, findings)
    section = words.translated(node) if node else None
    if not isinstance(section, MapNode):
        finding = next(iter(findings.ordered()), None)
        raise CannotEdit(
            finding.message if finding else f"{path.name} is not a component", "fix it in an editor first"
        )
    unread = Game(game, "", "", (), Place(folder.label(top / "game.yaml"), 1, 1))
    header = read_header(translated_file(top / "game.yaml", folder, findings)[0], unread, findings)
    context = FieldContext(
        read_tables(section.get("tables"), findings), EffectWriter(header.wording, findings), findings
    )
    defaults = findings.want_map(section.get("defaults"), "defaults")
    types = read_field_types(section.get("fields"), findings) or {}
    entries, rows = _entries(section, folder, findings)
    if rows is not None:
        entries = words.translated_pieces(entries)
    cards = tuple(_cards(entries, defaults, context))
    return ComponentSource(folder, path, section, defaults, types, cards, rows)


def _entries(
    section: MapNode, folder: GameFolder, findings: Findings
) -> tuple[tuple[MapNode, ...], RowFile | None]:
    rows, pieces = section.get("rows"), section.get("pieces")
    if rows is not None:
        read = findings.attempt(read_rows, rows, section, folder, findings)
        if not isinstance(read, ReadRows):
            problem = next(iter(findings.ordered()), None)
            raise CannotEdit(
                problem.message if problem else "the rows cannot be read", problem.hint if problem else None
            )
        path = folder.path / (rows.text if isinstance(rows, ScalarNode) else "")
        if path.suffix.lower() not in (*TEXT_SUFFIXES, *XLSX, ".json") or "encoding" in section:
            hint = "change it in the program that made it, or save the table as CSV UTF-8 to change it here"
            raise CannotEdit(f"{path.name} is not changed by pnp", hint)
        return read.entries, RowFile(path, read.headings, read.ids_from)
    items = pieces.items if isinstance(pieces, ListNode) else ()
    return tuple(item for item in items if isinstance(item, MapNode)), None


MOST_PIECES = raisable()["pieces"].most  # In a form a deck may be as large as game.yaml can allow.


def _cards(entries: tuple[MapNode, ...], shared: MapNode | None, context: FieldContext) -> Iterator[Card]:
    for entry in entries:
        alone = entry.get("defaults")
        defaults = None if isinstance(alone, ScalarNode) and alone.text == "none" else shared
        for variables in combinations(entry.get("for"), context.findings, MOST_PIECES):
            fields = PieceFields(entry, variables, context, defaults=defaults)
            name = fields.identity(entry.get("id"))
            if name is not None:
                yield Card(name, entry, variables, fields, defaults)


def _node_at(node: Node | None, steps: tuple[str | int, ...]) -> Node | None:
    for step in steps:
        if isinstance(node, MapNode) and isinstance(step, str):
            node = node.get(step)
        elif isinstance(node, ListNode) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
        else:
            return None
    return node


# The form of a card: its fields, their values, limits and places, and why a field cannot be edited.

FieldKind = Literal["text", "integer", "number", "boolean", "list"]
MOST_KNOWN = 60  # Values of other cards that are offered, the most frequent first.
LONG = 40  # Letters from which on a text wants more than one line.


@dataclass(frozen=True, slots=True)
class Limits:
    """What a field may hold: `one_of` are all values it may have, or its items; `known` those that other cards have.

    `names` says what its values are names of: "icons", "templates", "pictures"; "" for anything else.
    """

    kind: FieldKind
    low: float | None = None
    high: float | None = None
    longest: int = MAX_TEXT
    one_of: tuple[Value, ...] = ()
    required: bool = False
    known: tuple[Value, ...] = ()
    names: str = ""
    is_long: bool = False


@dataclass(frozen=True, slots=True)
class GameChoices:
    """The names that a field of any card of a game may have."""

    icons: tuple[str, ...]
    templates: tuple[str, ...]
    pictures: tuple[str, ...]


def game_choices(project: Project, folder: GameFolder) -> GameChoices:
    """Return the icons, the templates and the pictures of a game."""
    tops = template_folders(project.templates, folder.id, BASE)
    icons = {
        path.stem for top in tops for path in (top / "icons").glob("*") if path.suffix.lower() in PICTURES
    }
    templates = {path.name for top in tops for path in template_files(top) if not path.name.startswith("_")}
    pictures = {path.name for path in (folder.path / "art").glob("*") if path.suffix.lower() in PICTURES}
    return GameChoices(tuple(sorted(icons)), tuple(sorted(templates)), tuple(sorted(pictures)))


def limits_of(
    source: ComponentSource, card: Card, name: str, steps: tuple[str | int, ...], choices: GameChoices
) -> Limits:
    """Return what a field, or the value at some steps inside it, may hold."""
    templates = choices.templates
    if name == "source" and steps[-1:] != ("pointer",):
        return Limits("text", one_of=tuple(SOURCE_KIND.words))
    of_pnp = {
        "copies": Limits("integer", COPIES.low, COPIES.high),
        "extra": Limits("boolean"),
        "front": Limits("text", known=templates, names="templates"),
        "back": Limits("text", known=("none", *templates), names="templates"),
        "art": Limits("text", known=choices.pictures, names="pictures"),
    }
    if name in of_pnp:
        return of_pnp[name]
    nodes = [*_column(source, card, name, steps)]
    values = [
        item for node in nodes for item in (node.value if isinstance(node, ListNode) else (node.value,))
    ]
    counted = Counter(value for value in values if isinstance(value, str | int | float) and value != "")
    known = tuple(value for value, _ in counted.most_common(MOST_KNOWN))
    is_long = any(isinstance(value, str) and (len(value) > LONG or "\n" in value) for value in values)
    words = [value for value in values if isinstance(value, str)]
    names = "icons" if words and len(words) == len(values) and set(words) <= {*choices.icons} else ""
    if names:
        known = (*known, *(icon for icon in choices.icons if icon not in known))
    limits = Limits(_guessed(nodes), known=known, names=names, is_long=is_long)
    field = source.types.get(name) if not steps or steps == ("text",) else None
    if field is None:
        return limits
    declared = {limit: getattr(field, limit) for limit in ("low", "high", "longest", "one_of", "required")}
    return replace(limits, **{"kind": field.type, **declared})


def _column(source: ComponentSource, card: Card, name: str, steps: tuple[str | int, ...]) -> Iterator[Node]:
    seen = set()
    for other in (card, *source.cards):
        node, _ = other.written(name)
        if isinstance(node, MapNode) and "table" in node:
            node = other.fields.get(name)
        node = _node_at(node, steps)
        if node is not None and id(node) not in seen:
            seen.add(id(node))
            yield node


def _guessed(nodes: list[Node]) -> FieldKind:
    if any(isinstance(node, ListNode) for node in nodes):
        return "list"
    kinds = {type(node.value) for node in nodes if node.value is not None}
    if kinds == {int}:
        return "integer"
    if kinds and kinds <= {int, float}:
        return "number"
    return "boolean" if kinds == {bool} else "text"


Origin = Literal["card", "default", "table", "variable", "words", "translation", "unwritten"]
"""Where a value comes from: the card's own entry or row, the defaults, a look-up, `for`, an effect said in words, or nowhere."""

Steps = tuple[str | int, ...]
_ALWAYS_OFFERED = ("copies", "art")


@dataclass(frozen=True, slots=True)
class CardField:
    """A field of a card, or a value inside one: "text", "hands.players", "steps.2".

    `value` is as it is written, `shown` as the card has it once all is worked out. `shared` are the other cards that
    change with it. Where it cannot be changed here `refused` says why, and `instead` where it can.
    """

    name: str
    steps: Steps
    value: Value
    shown: Value
    origin: Origin
    place: Place | None
    limits: Limits
    shared: tuple[str, ...] = ()
    refused: str = ""
    instead: str = ""

    @property
    def key(self) -> str:
        """The name of the field that it is, or is inside of."""
        return self.name.partition(".")[0]

    @property
    def kind(self) -> FieldKind:
        return self.limits.kind

    @property
    def becomes_own(self) -> bool:
        """Say whether a new value is written into the card's own entry, in place of that of the defaults."""
        return self.origin == "default" and self.steps in ((), ("text",))


@dataclass(frozen=True, slots=True)
class CardForm:
    """The fields of a card in the order in which people read them; `icons` are those that its texts may name."""

    game: str
    component: str
    piece: str
    file: str
    place: Place
    fields: tuple[CardField, ...]
    icons: tuple[str, ...]
    makes: tuple[str, ...] = ()

    def field(self, name: str) -> CardField | None:
        """Return the field of that name."""
        return next((field for field in self.fields if field.name == name), None)


def card_form(project: Project, game: str, component: str, piece: str) -> CardForm:
    """Return the form of a card, of one without copies too; raises UnknownName, CannotEdit."""
    source = component_source(project, game, component)
    return form_of(source, source.card(piece), project)


def form_of(source: ComponentSource, card: Card, project: Project) -> CardForm:
    """Return the form of a card of a component."""
    choices = game_choices(project, source.folder)
    fields = tuple(
        field
        for name in field_names(source, card)
        for field in _FieldReader(source, card, name, choices).fields()
    )
    file = source.folder.label(source.rows.path if source.rows else source.path)
    makes = tuple(other.id for other in source.cards if other.entry is card.entry and other.id != card.id)
    names = (source.folder.id, source.path.stem, card.id)
    return CardForm(*names, file, card.entry.place, fields, choices.icons, makes)


def field_of(source: ComponentSource, card: Card, name: str, choices: GameChoices) -> CardField:
    """Return one field of a card; raises CannotEdit for one that it cannot have."""
    key = name.partition(".")[0]
    fields = _FieldReader(source, card, key, choices).fields()
    known = next((field for field in fields if field.name == name), None) if FIELD.fullmatch(key) else None
    if known is None:
        hint = suggest(name, field_names(source, card), what="fields")
        raise CannotEdit(f'{card.id} has no field "{name}"', hint)
    return known


def field_names(source: ComponentSource, card: Card) -> Sequence[str]:
    """Return the names of the fields: id and name, those of the card, of `for`, the defaults, then those it might have."""
    names = [*card.entry, *card.variables, *(card.defaults or ()), *source.types]
    if source.rows is not None:
        names += [field for field in source.rows.headings.values() if field]
    others = [other for other in source.cards if other.entry is not card.entry]
    for name in dict.fromkeys(name for other in others for name in other.entry):
        if sum(name in other.entry for other in others) * 2 >= len(others):
            names.append(name)
    first = [name for name in ("id", "name") if name in names or name == "id"]
    return [
        name for name in dict.fromkeys((*first, *names, *_ALWAYS_OFFERED)) if name not in ("for", "defaults")
    ]


class _FieldReader:
    def __init__(self, source: ComponentSource, card: Card, name: str, choices: GameChoices) -> None:
        self._source, self._card, self._name, self._choices = source, card, name, choices
        self._node, self._origin = card.written(name)
        self._shown = card.fields.get(name) if name not in ("id", "source") else self._node
        if isinstance(self._node, MapNode) and "table" in self._node:
            self._node, self._origin = self._shown, "table"
        elif isinstance(self._node, MapNode) and "words" in self._node and len(self._node.entries) == 1:
            self._origin = "words"
            self._node = without_claim(self._shown) or self._node

    def fields(self) -> Iterator[CardField]:
        name = self._name
        if field := self._source.types.get(name):
            place = self._card.entry.place
            self._shown = (
                typed_fields({name: field}, {name: self._shown}, place, Findings()).get(name) or self._shown
            )
        yield from self._values(self._name, self._node, self._shown, ())

    def _values(self, name: str, node: Node | None, shown: Node | None, steps: Steps) -> Iterator[CardField]:
        if isinstance(node, MapNode):
            for key, value in node.entries:
                inner = key.text if key.text != "text" or set(node) != {"text", "claim"} else ""
                yield from self._values(
                    f"{name}.{inner}".removesuffix("."),
                    value,
                    _node_at(shown, (key.text,)),
                    (*steps, key.text),
                )
        elif isinstance(node, ListNode) and not all(isinstance(item, ScalarNode) for item in node.items):
            for number, item in enumerate(node.items):
                yield from self._values(
                    f"{name}.{number + 1}", item, _node_at(shown, (number,)), (*steps, number)
                )
        else:
            yield self._field(name, node, shown, steps)

    def _field(self, name: str, node: Node | None, shown: Node | None, steps: Steps) -> CardField:
        limits = limits_of(self._source, self._card, self._name, steps, self._choices)
        (value, place), rows = (node.value, node.place) if node else (None, None), self._source.rows
        field = CardField(name, steps, value, shown.value if shown else value, self._origin, place, limits)
        if limits.kind == "list" and isinstance(node, ScalarNode) and isinstance(field.shown, tuple):
            field = replace(field, value=field.shown)
        own_files = [self._source.label, *([self._source.folder.label(rows.path)] if rows else [])]
        if node is not None and node.place.file not in own_files:
            field = replace(field, origin="translation")
        refused, instead = next(self._refusals(field), ("", ""))
        return replace(field, refused=refused, instead=instead, shared=self._shared(field))

    def _shared(self, field: CardField) -> tuple[str, ...]:
        """Return the other cards whose value stands at the very same place."""

        def is_same(card: Card) -> bool:
            if field.origin in ("unwritten", "words", "variable"):
                return card.entry is self._card.entry
            node, origin = card.written(self._name)
            node = _node_at(card.fields.get(self._name) if field.origin == "table" else node, field.steps)
            return (
                node is not None
                and node.place == field.place
                and (field.origin == "table" or origin != "variable")
            )

        return tuple(card.id for card in self._source.cards if card.id != self._card.id and is_same(card))

    def _refusals(self, field: CardField) -> Iterator[tuple[str, str]]:
        where = f"{field.place.file} {field.place.spot}" if field.place else ""
        rows = self._source.rows
        if self._name == "id" and rows and rows.ids_from and "id" not in rows.headings.values():
            yield f"the id is made from {rows.ids_from}", f"change {rows.ids_from}"
        if self._name == "id":
            known = "rules, claims, pictures and approved texts know the card by its id"
            yield known, f"rename it there and in {where}"
        if field.origin == "variable":
            yield "one line makes this card and others, one for each value of for", where
        if field.origin == "words":
            yield "its text is generated from an effect", "change the effect, or wording in game.yaml"
        if rows and field.steps and field.origin == "card":
            yield "it is inside another value of a row", where
        if isinstance(field.value, Mapping):
            yield "nothing in it can be changed separately", where

"""What a column of a table of jobs is about: a field of the pieces of a game, or a key of its game.yaml."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pnp.load.header import TEXTS
from pnp.load.nodes import MAX_TEXT, Problem, ScalarNode, not_wanted, text_node
from pnp.load.overrides import SETTABLE, Override
from pnp.load.rows.cells import Cell
from pnp.load.yaml_source import resolve
from pnp.model.game import Game, Piece, Value
from pnp.text import suggest

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
        kinds = {_kind(each) for each in self.values if each is not None}
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
        message = f"{field} is a list or a mapping, which no cell can hold"
        raise Problem("PNP104", message, heading.place, "take the column out, or let the template use a text")
    return target


def _of_game(heading: Cell, key: str, game: Game) -> Target:
    keys: dict[str, Value] = {name: getattr(game, name) for name in TEXTS}
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
    component = next((each for each in game.components if each.id == name), None)
    if component is None:
        known = [each.id for each in game.components]
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

"""Which pieces a reference means: `food`, `food value<0`, `food/kale`, `*` for all components."""

import re
from collections.abc import Callable, Iterable, Mapping

from pnp.load.near import suggest
from pnp.load.yaml.scalars import resolve
from pnp.model.game import Component, Game, Piece
from pnp.model.value import Value

_FILTER = re.compile(r"([A-Za-z][A-Za-z0-9_.]*)(!=|<=|>=|=|<|>)(\S+)")

_TESTS: Mapping[str, Callable[[Value, Value], bool]] = {
    "=": lambda a, b: a == b,
    "!=": lambda a, b: a != b,
    "<": lambda a, b: _is_number(a) and _is_number(b) and a < b,  # type: ignore[operator]
    ">": lambda a, b: _is_number(a) and _is_number(b) and a > b,  # type: ignore[operator]
    "<=": lambda a, b: _is_number(a) and _is_number(b) and a <= b,  # type: ignore[operator]
    ">=": lambda a, b: _is_number(a) and _is_number(b) and a >= b,  # type: ignore[operator]
}


class Dangling(ValueError):
    """A reference that leads nowhere: the code of the finding, str() the message, and what to write instead."""

    def __init__(self, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.hint = hint


def select(words: str, game: Game) -> tuple[Piece, ...]:
    """Return the pieces that `words` mean, reference cards left out; raises Dangling.

    >>> from pnp.model.diagnostics import Place
    >>> select("*", Game("soup", "Soup", "1", (), Place("game.yaml", 1, 1)))
    ()
    """
    name, *filters = words.split() or [""]
    known = {component.id: component for component in game.components}
    if name != "*" and name not in known:
        raise Dangling("PNP171", f'there is no component "{name}"', suggest(name, known, what="components"))
    chosen = game.components if name == "*" else (known[name],)
    pieces = tuple(piece for component in chosen for piece in component.pieces if not piece.extra)
    for each in filters:
        pieces = _filtered(each, pieces, name)
    return pieces


def _filtered(words: str, pieces: tuple[Piece, ...], component: str) -> tuple[Piece, ...]:
    match = _FILTER.fullmatch(words)
    if match is None:
        raise Dangling(
            "PNP170", f'"{words}" is no condition', "write field=value, field!=value, field<9 or field>9"
        )
    path, sign, text = match.groups()
    if pieces and all(field_of(piece, path) is None for piece in pieces):
        names = {name for piece in pieces for name in ("id", "name", "copies", *piece.fields)}
        raise Dangling(
            "PNP172", f'no piece of {component} has a field "{path}"', suggest(path, names, what="fields")
        )
    wanted = resolve(text)
    return tuple(
        piece
        for piece in pieces
        if (value := field_of(piece, path)) is not None and _TESTS[sign](value, wanted)
    )


def find_piece(name: str, game: Game) -> tuple[Component, Piece]:
    """Return the piece called `component/piece`; raises Dangling with the nearest name.

    A reference card can be named too.
    """
    component_id, _, piece_id = name.partition("/")
    known = {component.id: component for component in game.components}
    component = known.get(component_id)
    if component is None:
        raise Dangling(
            "PNP171",
            f'there is no component "{component_id}"',
            suggest(component_id, known, what="components"),
        )
    for piece in component.pieces:
        if piece.id == piece_id:
            return component, piece
    near = suggest(piece_id, [piece.id for piece in component.pieces], what="pieces")
    raise Dangling("PNP171", f'{component_id} has no piece "{piece_id}"', near)


def fields_of(piece: Piece) -> Mapping[str, Value]:
    """Return the fields of a piece with its id, name and number of copies."""
    return {**piece.fields, "id": piece.id, "name": piece.name, "copies": piece.copies}


def field_of(piece: Piece, path: str) -> Value:
    """Return the value of a field of a piece, None when it has no such field."""
    return field_in(fields_of(piece), path)


def field_in(fields: Mapping[str, Value], path: str) -> Value:
    """Return the value of a field, dots leading into mappings; None when there is no such field.

    >>> field_in({"permanent": {"cost": 2}}, "permanent.cost")
    2
    """
    value: Value = fields
    for step in path.split("."):
        if not isinstance(value, Mapping) or step not in value:
            return None
        value = value[step]
    return value


def distinct(values: Iterable[Value]) -> tuple[Value, ...]:
    """Return each value once, in the order of first use.

    >>> distinct([2, 1, 2])
    (2, 1)
    """
    kept: list[Value] = []
    for value in values:
        if value not in kept:
            kept.append(value)
    return tuple(kept)


def _is_number(value: Value) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

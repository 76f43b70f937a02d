"""Which pieces a selection means, and what their fields hold."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeGuard

from pnp.engine.data import Data, Unknown
from pnp.model.claims import Condition, Selection
from pnp.model.game import Component, Value

SPACES = ".spaces"
"""After the id of a board: its spaces rather than the board itself."""


@dataclass(frozen=True, slots=True)
class Item:
    """A selected piece or space: `count` is its copies, or 1 in a selection of distinct pieces."""

    component: str
    id: str
    name: str
    count: int
    fields: Mapping[str, Value]


def select(selection: Selection, data: Data) -> tuple[Item, ...]:
    """Return the selected pieces in the order of the files; raises Unknown for a component that is not there."""
    components = {component.id: component for component in data.game.components}
    names = tuple(components) if selection.of == ("*",) else selection.of
    found: list[Item] = []
    for name in names:
        component = components.get(name.removesuffix(SPACES))
        if component is None:
            raise Unknown(f"there is no component {name.removesuffix(SPACES)}")
        items = _spaces(component) if name.endswith(SPACES) else _pieces(component, selection)
        found += [item for item in items if all(meets(item, condition) for condition in selection.where)]
    return tuple(found)


def _pieces(component: Component, selection: Selection) -> Iterator[Item]:
    for piece in component.pieces:
        if selection.extras or not piece.extra:
            own: dict[str, Value] = {
                "id": piece.id,
                "name": piece.name,
                "copies": piece.copies,
                "kind": component.kind.name,
                "component": component.id,
                "front": piece.front,
                "back": piece.back,
            }
            count = 1 if selection.distinct else piece.copies
            yield Item(component.id, piece.id, piece.name, count, {**piece.fields, **own})


def _spaces(component: Component) -> Iterator[Item]:
    for space in component.board.spaces if component.board else ():
        own: dict[str, Value] = {"id": space.id, "neighbours": space.neighbours}
        yield Item(component.id, space.id, space.id, 1, {**space.fields, **own})


def value_of(item: Item, path: str) -> Value:
    """Return what a field holds, dots leading into mappings; None when the piece has no such field.

    >>> card = Item("cards", "YG01", "YG01", 1, {"enemy": {"strength": 3}, "parts": ("stick", "stick")})
    >>> value_of(card, "enemy.strength"), value_of(card, "parts.length")
    (3, 2)
    """
    value: Value = item.fields
    for step in path.split("."):
        if isinstance(value, tuple) and step == "length":
            value = len(value)
        elif isinstance(value, Mapping) and step in value:
            value = value[step]
        else:
            return None
    return value


def values_of(item: Item, path: str) -> tuple[Value, ...]:
    """Return what a field holds one by one: the items of a list, or the value alone; nothing when it is missing."""
    value = value_of(item, path)
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)


def number_of(item: Item, path: str) -> float | None:
    """Return the number in a field, or None when it holds something else."""
    value = value_of(item, path)
    return value if is_number(value) else None


def is_number(value: Value) -> TypeGuard[int | float]:
    """Say whether a value is a number; true and false are none.

    >>> is_number(3), is_number(True), is_number("3")
    (True, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool)


def meets(item: Item, condition: Condition) -> bool:
    """Say whether a piece meets a condition."""
    return _holds(item, condition) != condition.negated


def _holds(item: Item, condition: Condition) -> bool:
    held = values_of(item, condition.field)
    if condition.exactly is not None:
        return sorted(map(repr, held)) == sorted(map(repr, condition.exactly))
    if condition.span is not None:
        span = condition.span
        return any(is_number(value) and value in span for value in held)
    return any(same(value, wanted) for value in held for wanted in condition.values)


def same(value: Value, other: Value) -> bool:
    """Say whether two values are equal; true is not 1.

    >>> same(1, 1.0), same(True, 1), same(("a",), ("a",))
    (True, False, True)
    """
    return value == other and isinstance(value, bool) == isinstance(other, bool)

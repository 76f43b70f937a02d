"""Selections of pieces and their values, for expressions and for the reference engine."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeGuard

from pnp.model.diagnostics import HintedError
from pnp.model.game import Component, Game, Value, empty, value_at
from pnp.text import suggest

ROUNDING = 1e-6  # As near as numbers with decimals come to each other.


@dataclass(frozen=True, slots=True)
class Data:
    """A game and the parameters of its rules.yaml: what claims are tested on."""

    game: Game
    params: Mapping[str, Value] = field(default_factory=empty)


class QueryError(HintedError):
    """A question that the data cannot answer.

    `kind` is what is wrong: syntax, name (no such component or piece), field, fact, value, limit or context.
    `word` is the word of the question that it is about, if any.
    """

    def __init__(self, kind: str, message: str, hint: str = "", *, word: str = "") -> None:
        super().__init__(message, hint)
        self.kind = kind
        self.word = word


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """Values by name; one of another sort than is asked for counts as nothing, for loading has already said so.

    >>> card = Fields(fields={"enemy": {"strength": 3}, "parts": ("stick", 1), "name": 4})
    >>> card.number("enemy.strength"), card.text("name"), card.words("parts"), card.number("parts")
    (3, '', ('stick',), 0)
    """

    fields: Mapping[str, Value]

    def number(self, path: str) -> int:
        """Return a whole number, 0 when there is none."""
        value = value_at(self.fields, path)
        return value if isinstance(value, int) and not isinstance(value, bool) else 0

    def text(self, path: str) -> str:
        """Return a text, "" when there is none."""
        value = value_at(self.fields, path)
        return value if isinstance(value, str) else ""

    def words(self, path: str) -> tuple[str, ...]:
        """Return the words of a list, () when there is none."""
        value = value_at(self.fields, path)
        return tuple(item for item in value if isinstance(item, str)) if isinstance(value, tuple) else ()

    def groups(self, path: str) -> tuple["Fields", ...]:
        """Return the mappings of a list, () when there is none."""
        value = value_at(self.fields, path)
        listed = value if isinstance(value, tuple) else ()
        return tuple(Fields(fields=entry) for entry in listed if isinstance(entry, Mapping))

    def group(self, path: str) -> Mapping[str, Value]:
        """Return the fields of a mapping, none when there is none."""
        value = value_at(self.fields, path)
        return value if isinstance(value, Mapping) else {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Fields):
    """A selected piece or space: `count` is its copies, or 1 in a selection of distinct pieces."""

    component: str
    id: str
    count: int = 1
    extra: bool = False

    @property
    def name(self) -> str:
        return self.text("name") or self.id


@dataclass(frozen=True, slots=True)
class Pieces:
    """Pieces of a component or spaces of a board, and `among` which they are; extras count only `with_extras`."""

    name: str
    chosen: tuple[Item, ...]
    among: tuple[Item, ...]
    with_extras: bool = False

    def __iter__(self) -> Iterator[Item]:
        return (item for item in self.chosen if self.with_extras or not item.extra)

    def __add__(self, other: "Pieces") -> "Pieces":
        name, among = f"{self.name} + {other.name}", self.among + other.among
        if self.with_extras == other.with_extras:
            return Pieces(name, self.chosen + other.chosen, among, self.with_extras)
        return Pieces(name, (*self, *other), among, with_extras=True)

    @property
    def count(self) -> int:
        return sum(item.count for item in self)

    def where(self, conditions: Mapping[str, object], *required: str) -> "Pieces":
        """Return the pieces whose fields hold what is wanted: a value, one of a list, or a Condition."""
        self.require(*conditions, *required)
        if not conditions:
            return self
        kept = (
            item for item in self.chosen if all(meets(item, *condition) for condition in conditions.items())
        )
        return replace(self, chosen=tuple(kept))

    def require(self, *paths: str) -> None:
        """Raise QueryError when none of the pieces has one of the fields."""
        for path in paths if self.among else ():
            if not any(path in item.fields or value_of(item, path) is not None for item in self.among):
                names = {name for item in self.among for name in dotted(item.fields)}
                message = f'no piece of {self.name} has a field "{path}"'
                raise QueryError("field", message, suggest(path, names, what="fields"), word=path)

    def numbers(self, path: str) -> list[tuple[float, int]]:
        """Return the numbers in a field with their copies; raises QueryError for what is no number, and for nothing."""
        self.require(path)
        found = []
        for item in self:
            value = value_of(item, path)
            if value is None:
                continue
            if not is_number(value):
                message = f"{path} of {item.id} is {shown(value)}, which is not a number"
                raise QueryError("value", message, "name a field with numbers", word=path)
            found.append((value, item.count))
        if not found:
            raise QueryError(
                "value",
                f"no piece of {self.name} has a {path}",
                "use other conditions, or name another field",
                word=path,
            )
        return found


def pieces_of(component: Component) -> Pieces:
    """Return the pieces of a component."""
    shared = {"kind": component.kind.name, "component": component.id}
    every = []
    for piece in component.pieces:
        values = {name: getattr(piece, name) for name in ("id", "name", "copies", "front", "back")}
        fields = {**piece.fields, **shared, **values}
        item = Item(component=component.id, id=piece.id, count=piece.copies, extra=piece.extra, fields=fields)
        every.append(item)
    return Pieces(component.id, tuple(every), tuple(every))


def spaces_of(component: Component) -> Pieces:
    """Return the spaces of a board; none for a component without spaces."""
    every = []
    for space in component.board.spaces if component.board else ():
        fields = {**space.fields, "id": space.id, "neighbours": space.neighbours}
        every.append(Item(component=component.id, id=space.id, fields=fields))
    return Pieces(f"{component.id}.spaces", tuple(every), tuple(every))


def dotted(fields: Mapping[str, Value]) -> Iterator[str]:
    """Yield the names of fields, and of the fields within them."""
    for key, value in fields.items():
        yield key
        if isinstance(value, Mapping):
            yield from (f"{key}.{inner}" for inner in dotted(value))


def value_of(item: Item, path: str) -> Value:
    """Return what a field of a piece holds; None when the piece has no such field."""
    return value_at(item.fields, path)


def values_of(item: Item, path: str) -> tuple[Value, ...]:
    """Return what a field holds one by one: the items of a list, or the value alone; nothing when it is missing."""
    value = value_of(item, path)
    if isinstance(value, tuple):
        return value
    return () if value is None else (value,)


@dataclass(frozen=True, slots=True)
class Condition:
    """What a field must hold instead of a plain value, `in_words` as a message has it.

    `whole` is a question to all that the field holds, otherwise one item of a list is enough.
    """

    in_words: str
    holds: Callable[[object], bool]
    whole: bool = False
    numbers: tuple[Value, ...] = ()

    def __str__(self) -> str:
        return self.in_words


def meets(item: Item, path: str, wanted: object) -> bool:
    """Say whether a field of a piece holds what is wanted."""
    held = values_of(item, path)
    if isinstance(wanted, Condition):
        return wanted.holds(held) if wanted.whole else any(map(wanted.holds, held))
    several = wanted if isinstance(wanted, tuple) else (wanted,)
    return any(same(value, option) for value in held for option in several)


def is_number(value: object) -> TypeGuard[int | float]:
    """Say whether a value is a number; true and false are none.

    >>> is_number(3), is_number(True), is_number("3")
    (True, False, False)
    """
    return isinstance(value, int | float) and not isinstance(value, bool)


def same(value: object, wanted: object) -> bool:
    """Say whether two values are equal, or the one meets the condition that the other is; true is not 1.

    >>> same(1, 1.0), same(True, 1), same(("a",), ("a",)), same(4, 3.9999999)
    (True, False, True, True)
    """
    if isinstance(wanted, Condition):
        return wanted.holds(value)
    if isinstance(value, str) or isinstance(wanted, str):
        return value == wanted
    if is_number(value) and is_number(wanted):
        return abs(value - wanted) <= ROUNDING
    if isinstance(value, tuple) and isinstance(wanted, tuple):
        return len(value) == len(wanted) and all(map(same, value, wanted))
    if isinstance(value, Mapping) and isinstance(wanted, Mapping):
        return value.keys() == wanted.keys() and all(same(value[key], wanted[key]) for key in value)
    return value == wanted and isinstance(value, bool) == isinstance(wanted, bool)


def shown(value: object) -> str:  # noqa: PLR0911 - one line for each sort
    """Return a value as a message has it.

    >>> shown(2.0), shown(("red", "blue")), shown(None)
    ('2', 'red, blue', 'nothing')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if is_number(value):
        return f"{value:g}" if abs(value) < 1e6 else f"{value}"
    if isinstance(value, tuple):
        return ", ".join(map(shown, value))
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {shown(item)}" for key, item in value.items())
    if isinstance(value, Item):
        return value.id
    if isinstance(value, Pieces):
        return f"the pieces of {value.name}"
    return str(value)

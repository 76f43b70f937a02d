"""What a file says, value by value, each with the place where it is written.

A node holds the same thing twice: itself, for those who report on it, and `value`, the plain frozen value for the
game. Nodes may be shared (a YAML alias, a table row used by many pieces), so nobody changes one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from pnp.model.diagnostics import Place
from pnp.model.game import Value

Plain = None | bool | int | float | str


@dataclass(frozen=True, slots=True, eq=False)
class ScalarNode:
    """One word, number or text; `text` is how it is written, without its quotes."""

    value: Plain
    text: str
    place: Place
    quoted: bool = False
    weight: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class ListNode:
    """A list."""

    items: tuple["Node", ...]
    place: Place
    value: tuple[Value, ...] = field(init=False)
    weight: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", tuple(item.value for item in self.items))
        object.__setattr__(self, "weight", 1 + sum(item.weight for item in self.items))


@dataclass(frozen=True, slots=True)
class Key:
    """The left side of a colon."""

    text: str
    place: Place


@dataclass(frozen=True, slots=True, eq=False)
class MapNode:
    """Keys with their values, in the order in which they are written; every key once."""

    entries: tuple[tuple[Key, "Node"], ...]
    place: Place
    value: "MappingProxyType[str, Value]" = field(init=False)
    weight: int = field(init=False)
    _by_key: dict[str, tuple[Key, "Node"]] = field(init=False)

    def __post_init__(self) -> None:
        value = MappingProxyType({key.text: node.value for key, node in self.entries})
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "weight", 1 + sum(node.weight for _, node in self.entries))
        object.__setattr__(self, "_by_key", {key.text: (key, node) for key, node in self.entries})

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def get(self, key: str) -> "Node | None":
        """Return the value of `key`, or None when the key is not written."""
        found = self._by_key.get(key)
        return found[1] if found else None

    def key_place(self, key: str) -> Place:
        """Return where `key` is written; the mapping's own place when it is not."""
        found = self._by_key.get(key)
        return found[0].place if found else self.place


Node = ScalarNode | ListNode | MapNode

MAX_TEXT = 20_000
"""Characters in one text, written or put together: four pages, where a card holds a few lines."""

NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def described(node: Node) -> str:
    """Return how to speak of a value in a message.

    >>> described(ScalarNode("four", "four", Place("f", 1, 1)))
    '"four"'
    """
    match node:
        case ScalarNode(value=None):
            return "nothing"
        case ScalarNode(text=text):
            return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
        case ListNode():
            return "a list"
        case MapNode():
            return "a mapping"


def text_node(text: str, place: Place) -> ScalarNode:
    """Return a text that stands at `place` without being written there word for word."""
    return ScalarNode(text, text, place, quoted=True)


_SIGN = re.compile(r"\\.|''|\S", re.DOTALL)


def place_within(node: Node, lines: Sequence[str], at: int, length: int = 1) -> Place:
    """Return where the letters from `at` on of a text stand in the file with these `lines`, folded texts too."""
    if not isinstance(node, ScalarNode):
        return node.place
    start = node.place
    first = lines[start.line - 1][start.column - 1 :] if start.line <= len(lines) else ""
    written = "\n".join((first, *lines[start.line :]))
    begun = re.match(r"[|>][^\n]*\n|[\"']", written) if node.quoted else None
    pending = len("".join(node.text[:at].split()))
    for sign in _SIGN.finditer(written, begun.end() if begun else 0):
        if pending == 0:
            before = written[: sign.start()]
            line = start.line + before.count("\n")
            column = sign.start() - before.rfind("\n") + (start.column - 1 if line == start.line else 0)
            return Place(start.file, line, column, length)
        pending -= 1
    return start

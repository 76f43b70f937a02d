"""The translatable texts of a game's files, and the same files with other texts in their place.

Whatever players may read is one: not ids, file names, colours, names of icons and other words that the program reads.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pnp.load.nodes import Key, ListNode, MapNode, Node, ScalarNode

TextPath = tuple[str, ...]
"""Where a text stands in its file: ("pieces", "picky_eater", "text"); a piece goes by its id, other items by number."""

Replace = Callable[[ScalarNode | Key, TextPath], ScalarNode | None]
"""Returns what stands in place of a text, None to leave it as it is."""

_NOT_READ = frozenset(
    {
        "id",
        "for",
        "copies",
        "front",
        "back",
        "extra",
        "source",
        "sources",
        "art",
        "claim",
        "kind",
        "rows",
        "size",
    }
    | {"engine", "version", "language", "palette", "themes", "fonts", "licence_url", "params"}
    | {"of", "by", "fact", "icon", "test", "labels"}
)
"""Keys whose values are for the program."""

_CALLED = frozenset({"name", "title", "text", "note", "heading", "means", "word", "ask", "answer", "reason"})
"""Keys whose values are texts, even single small words."""

_KEYS_READ = frozenset({"columns", "players", "facts", "charts", "same", "glossary"})
"""Mappings of rules.yaml whose keys are printed."""

_OF_RULING = frozenset({"conflict", "ruling", "reason"})
_OF_GAME = frozenset({"wording", "title", "credits", "notice", "licence"})

_EXPRESSION = re.compile(r"\{\{(?:(?!\{\{).)*?\}\}|\{[A-Za-z][A-Za-z0-9_-]*\}", re.DOTALL)
_PLURAL = re.compile(r"\|\s*plural\(")
_FOR_PROGRAM = re.compile(
    r"[a-z0-9_./|*+#-]+|[A-Z]{1,4}[0-9]+[a-z]?|#[0-9A-Fa-f]+|https?://\S+|\S+\.(?:svg|png|jpe?g|webp|csv|j2)"
)
"""One small word, a code such as PE02, a colour, an address, a file: nobody reads these as they stand."""


def is_worded(text: str) -> bool:
    """Say whether there are words in a text beside its placeholders: without any, it may stay in another language.

    >>> is_worded("{color} {value}"), is_worded("{{ food.kale.value }} points")
    (False, True)
    """
    return any(sign.isalpha() for sign in _EXPRESSION.sub("", text)) or _PLURAL.search(text) is not None


def replaced(file: str, node: Node, replace: Replace, path: TextPath = ()) -> Node:
    """Return what a file, such as "food" or "rules", says, with other texts in the place of those that `replace` knows.

    `path` is where the node stands, for one that is a part of the file.
    """
    return _Walk(file, replace).node(node, path)


@dataclass(frozen=True, slots=True)
class _Walk:
    """Goes through one file; nodes in which nothing is replaced stay the same."""

    file: str
    replace: Replace

    def node(self, node: Node, path: TextPath) -> Node:
        if isinstance(node, MapNode):
            entries = tuple(self.entry(key, value, path) for key, value in node.entries)
            same = all(new == old for new, old in zip(entries, node.entries, strict=True))
            return node if same else MapNode(entries, node.place)
        if isinstance(node, ListNode):
            items = tuple(
                self.node(item, (*path, _called(item, number))) for number, item in enumerate(node.items, 1)
            )
            same = all(new is old for new, old in zip(items, node.items, strict=True))
            return node if same else ListNode(items, node.place)
        return (self.replace(node, path) if self.is_read(node, path) else None) or node

    def entry(self, key: Key, value: Node, path: TextPath) -> tuple[Key, Node]:
        below = (*path, key.text)
        if key.text in _NOT_READ:
            return key, value
        if self.file == "rules" and path and path[-1] in _KEYS_READ and is_worded(key.text):
            other = self.replace(key, below)
            key = Key(other.text, other.place) if other else key
        return key, self.node(value, below)

    def is_read(self, node: ScalarNode, path: TextPath) -> bool:
        if not path or not isinstance(node.value, str) or not node.text.strip():
            return False
        last = path[-1]
        if self.file == "claims":
            return path[0] == "rulings" and last in _OF_RULING
        if last == "table" or (last.isdigit() and path[-2:-1] == ("cards",)):
            return False
        called = last in _CALLED or (self.file == "game" and path[0] in _OF_GAME)
        word = _FOR_PROGRAM.fullmatch(node.text.strip())
        return called or word is None or (node.quoted and self.file not in ("rules", "game"))


def _called(item: Node, number: int) -> str:
    """Return what an item of a list goes by: its id if it has one."""
    named = item.get("id") if isinstance(item, MapNode) else None
    return named.text if isinstance(named, ScalarNode) else str(number)


def texts_in(file: str, node: Node, path: TextPath = ()) -> Iterator[tuple[ScalarNode | Key, TextPath]]:
    """Yield the texts of a file, or of a part of it at `path`, each with where it stands."""
    found: list[tuple[ScalarNode | Key, TextPath]] = []

    def note(text: ScalarNode | Key, where: TextPath) -> None:
        found.append((text, where))

    replaced(file, node, note, path)
    yield from found

"""Values of a file with their positions, and their conversion to the required type.

A node holds the same thing twice: itself, for those who report on it, and `value`, the plain frozen value for the
game. Nodes may be shared (a YAML alias, a table row used by many pieces), so nobody changes one.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Concatenate, ParamSpec, TypeVar, cast

from pnp.model.diagnostics import Diagnostic, Place, in_reading_order
from pnp.model.limits import USUAL_LIMITS
from pnp.text import suggest

if TYPE_CHECKING:
    from pnp.model.game import Value

Plain = None | bool | int | float | str


@dataclass(frozen=True, slots=True, eq=False)
class ScalarNode:
    """One word, number or text; `text` is how it is written, without its quotes."""

    value: Plain
    text: str
    place: Place
    quoted: bool = False
    weight: ClassVar[int] = 1

    @property
    def letters(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True, eq=False)
class ListNode:
    """A list."""

    items: tuple["Node", ...]
    place: Place
    value: "tuple[Value, ...]" = field(init=False)
    weight: int = field(init=False)
    letters: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "value", tuple(item.value for item in self.items))
        object.__setattr__(self, "weight", 1 + sum(item.weight for item in self.items))
        object.__setattr__(self, "letters", sum(item.letters for item in self.items))


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
    letters: int = field(init=False)
    _by_key: dict[str, tuple[Key, "Node"]] = field(init=False)

    def __post_init__(self) -> None:
        by_key, weight, letters = {}, 1, 0
        for entry in self.entries:  # a large table has a hundred thousand
            by_key[entry[0].text] = entry
            weight += entry[1].weight
            letters += entry[1].letters
        value = MappingProxyType({name: node.value for name, (_, node) in by_key.items()})
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "weight", weight)
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "_by_key", by_key)

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

    def value_place(self, key: str) -> Place:
        """Return where the value of `key` is written; the mapping's own place when it is not."""
        return (self.get(key) or self).place


Node = ScalarNode | ListNode | MapNode
MAX_TEXT = USUAL_LIMITS.letters  # Characters in one text, written or put together.

NUMBER_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def described(node: Node | None) -> str:
    """Return how to speak of a value in a message.

    >>> described(ScalarNode("four", "four", Place("f", 1, 1)))
    '"four"'
    """
    match node:
        case None | ScalarNode(value=None):
            return "nothing"
        case ScalarNode(text=text):
            return f'"{text[:40]}…"' if len(text) > 40 else f'"{text}"'
        case ListNode():
            return "a list"
        case MapNode():
            return "a mapping"


def place_after(before: str, file: str) -> Place:
    """Return the place behind the text `before`, which a file begins with."""
    return Place(file, before.count("\n") + 1, len(before) - before.rfind("\n"))


def items_of(node: Node | None) -> tuple[Node, ...]:
    """Return the nodes of a list, or what stands there in place of one."""
    return node.items if isinstance(node, ListNode) else () if node is None else (node,)


def text_node(text: str, place: Place) -> ScalarNode:
    """Return a text that stands at `place` without being written there word for word."""
    return ScalarNode(text, text, place, quoted=True)


_Some = TypeVar("_Some", bound="Node")


def with_values(node: _Some, changed: Callable[[Node, str], Node | None]) -> _Some:
    """Return a list or a mapping with other values in it, without those that are None; the same node when none is another.

    `changed` is given each value, and its key, or its number from 1.
    """
    if isinstance(node, ListNode):
        named = [(str(number), item) for number, item in enumerate(node.items, 1)]
    else:
        named = [(key.text, value) for key, value in node.entries] if isinstance(node, MapNode) else []
    values = [changed(value, name) for name, value in named]
    if all(new is old for new, (_, old) in zip(values, named, strict=True)):
        return node
    if isinstance(node, ListNode):
        return cast("_Some", ListNode(tuple(new for new in values if new is not None), node.place))
    assert isinstance(node, MapNode)
    pairs = zip(node.entries, values, strict=True)
    entries = tuple((key, new) for (key, _), new in pairs if new is not None)
    return cast("_Some", MapNode(entries, node.place))


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


class Problem(Exception):
    """Why a value cannot be used. What reads one value raises it; what reads many notes it, and goes on."""

    def __init__(self, code: str, message: str, place: Place | None, hint: str) -> None:
        super().__init__(message)
        self.finding = Diagnostic(code, message, place, hint)


def not_wanted(
    node: Node | None, wanted: str, hint: str, code: str = "PNP104", *, place: Place | None = None
) -> Problem:
    """Return that there is something else than is `wanted`, such as "copies must be a whole number"."""
    return Problem(code, f"{wanted}, got {described(node)}", place or (node.place if node else None), hint)


def text_of(node: Node, what: str) -> str:
    """Return a text; a bare number is taken as it is written."""
    if isinstance(node, ScalarNode) and node.value is not None and not isinstance(node.value, bool):
        return node.text
    hint = f'write {what}: "..."' if FIELD.fullmatch(what) else 'write a text: "..."'
    raise not_wanted(node, f"{what} must be a text", hint)


def whole_of(node: Node, what: str, low: int, high: int) -> int:
    """Return a whole number from `low` to `high`."""
    if not isinstance(node, ScalarNode) or not isinstance(node.value, int) or isinstance(node.value, bool):
        word = node.text.strip().lower() if isinstance(node, ScalarNode) else ""
        digits = re.match(r"[0-9]{1,3}", word)
        number = int(digits[0]) if digits else max(low, 1)
        hint = f"write {NUMBER_WORDS.index(word) if word in NUMBER_WORDS else number}"
        raise not_wanted(node, f"{what} must be a whole number", hint)
    if not low <= node.value <= high:
        message = f"{what} must be {low} to {high}, got {node.value}"
        raise Problem("PNP117", message, node.place, f"write {min(max(node.value, low), high)}")
    return node.value


_Result = TypeVar("_Result")
_Given = ParamSpec("_Given")

# Diagnostics are collected, so that one run shows every mistake.


class Findings:
    """A growing list of diagnostics about one game; its `want_` methods read a value and note what is wrong with it."""

    def __init__(self) -> None:
        self._found: list[Diagnostic] = []
        self._seen: set[tuple[str, str, Place | None]] = set()

    def error(self, code: str, message: str, place: Place | None, *, hint: str) -> None:
        """Note one error; the same thing said of the same place twice counts once."""
        self.add(Diagnostic(code, message, place, hint))

    def warn(self, code: str, message: str, place: Place, *, hint: str) -> None:
        """Note what does not keep the game from being printed."""
        self.add(Diagnostic(code, message, place, hint, "warning"))

    def wrong_value(self, node: Node, wanted: str, *, hint: str, code: str = "PNP104") -> None:
        """Note that there is something else than is `wanted`, such as "copies must be a whole number"."""
        self.add(not_wanted(node, wanted, hint, code).finding)

    def unknown(
        self, code: str, message: str, name: Key | ScalarNode, known: Iterable[str], what: str
    ) -> None:
        """Note that a name is none of those known; the hint has the nearest, or all: `what` they are."""
        self.error(code, message, name.place, hint=suggest(name.text, known, what=what))

    def add(self, *findings: Diagnostic) -> None:
        """Note diagnostics that somebody else made."""
        for finding in findings:
            key = (finding.code, finding.message, finding.place)
            if key not in self._seen:
                self._seen.add(key)
                self._found.append(finding)

    def __len__(self) -> int:
        return len(self._found)

    def name_piece(self, piece: str | None, *, since: int) -> None:
        """Say that what was found after the first `since` findings concerns `piece`."""
        self._found[since:] = [finding.about(piece=piece) for finding in self._found[since:]]

    def ordered(self, *, game: str | None = None) -> tuple[Diagnostic, ...]:
        """Return what was found in reading order, each about `game`."""
        return in_reading_order(finding.about(game=game) for finding in self._found)

    def attempt(
        self,
        read: Callable[Concatenate[Node, _Given], _Result],
        node: Node | None,
        *args: _Given.args,
        **kwargs: _Given.kwargs,
    ) -> _Result | None:
        """Return what a function that raises Problem makes of a node; None for no node, or after noting the problem."""
        try:
            return None if node is None else read(node, *args, **kwargs)
        except Problem as problem:
            self.add(problem.finding)
            return None

    def want_text(self, node: Node | None, what: str) -> str | None:
        """Return a text; a bare number is taken as it is written. None (with PNP104) for anything else."""
        return self.attempt(text_of, node, what)

    def want_flag(self, node: Node | None, what: str, *, default: bool) -> bool:
        """Return true or false; the default (with PNP104) for anything else."""
        if node is None:
            return default
        if isinstance(node, ScalarNode) and isinstance(node.value, bool):
            return node.value
        off = isinstance(node, ScalarNode) and node.text.lower() in ("no", "off", "0")
        self.wrong_value(node, f"{what} must be true or false", hint=f"write {'false' if off else 'true'}")
        return default

    def want_number(
        self, node: Node | None, what: str, bounds: tuple[float, float], *, default: float, hint: str
    ) -> float:
        """Return a number within bounds, ends included; the default (with PNP104) for anything else."""
        low, high = bounds
        value = node.value if isinstance(node, ScalarNode) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high:
            return float(value)
        if node is not None:
            self.wrong_value(node, f"{what} must be a number from {low:g} to {high:g}", hint=hint)
        return default

    def want_map(self, node: Node | None, what: str) -> MapNode | None:
        """Return a mapping, or None (with PNP104 when there is something else)."""
        if node is None or isinstance(node, MapNode):
            return node
        hint = "write indented lines of key: value below it"
        self.wrong_value(node, f"{what} must be a mapping", hint=hint)
        return None

    def want_list(self, node: Node | None, what: str) -> ListNode | None:
        """Return a list, or None (with PNP104 when there is something else)."""
        if node is None or isinstance(node, ListNode):
            return node
        self.wrong_value(node, f"{what} must be a list", hint='begin each item with "- ", or write [a, b]')
        return None

    def items(self, node: Node | None, what: str) -> tuple[Node, ...]:
        """Return what is in a list; nothing (with PNP104 when there is something else)."""
        listed = self.want_list(node, what)
        return listed.items if listed else ()

    def maps(self, node: Node | None, what: str, each: str) -> tuple[MapNode, ...]:
        """Return the mappings in a list, without what is none (with PNP104)."""
        return tuple(filter(None, (self.want_map(item, each) for item in self.items(node, what))))

    def entries(self, node: Node | None, what: str) -> tuple[tuple[Key, Node], ...]:
        """Return the keys and values of a mapping; none (with PNP104 when there is something else)."""
        section = self.want_map(node, what)
        return section.entries if section else ()

    def require(self, section: MapNode, key: str, what: str, *, example: str) -> Node | None:
        """Return the value of a key that must be there, or None with PNP105."""
        node = section.get(key)
        if node is None or (isinstance(node, ScalarNode) and node.value is None and not node.quoted):
            self.error("PNP105", f"{what} has no {key}", section.place, hint=f"add {key}: {example}")
            return None
        return node

    def refuse_both(self, section: MapNode, key: str, others: Iterable[str]) -> None:
        """Report each of the `others` that a section has beside `key`, which says the same (PNP125)."""
        for other in others:
            if other in section:
                message = f"{key} and {other} say the same thing"
                self.error("PNP125", message, section.key_place(other), hint="delete one of the two")

    def check_keys(self, section: MapNode, known: Iterable[str], what: str) -> None:
        """Report every key that `what` does not know."""
        known = tuple(known)
        for key, _ in section.entries:
            if key.text not in known:
                self.unknown("PNP103", f'{what} has no key "{key.text}"', key, known, "keys")


SLUG = re.compile(r"[a-z][a-z0-9_]*")
FIELD = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LONG = re.compile(r"#[0-9a-fA-F]{6}")
_SHORT = re.compile(r"#[0-9a-fA-F]{3}")


def colour_of(node: Node, name: str) -> str:
    """Return the colour as lower-case "#rrggbb"."""
    text = node.text if isinstance(node, ScalarNode) else ""
    if _LONG.fullmatch(text):
        return text.lower()
    if _SHORT.fullmatch(text):
        return "#" + "".join(letter * 2 for letter in text[1:].lower())
    hint = 'write red, green and blue in hexadecimal, in quotes: "#c81e1e"'
    if isinstance(node, ScalarNode) and node.value is None:
        hint = 'a colour needs quotes, or # begins a comment: "#c81e1e"'
    elif re.fullmatch(r"[0-9a-fA-F]{6}", text):
        hint = f'write "#{text.lower()}"'
    raise not_wanted(node, f'{name} must be a colour such as "#c81e1e"', hint, "PNP111")


def read_palette(section: MapNode, findings: Findings) -> dict[str, str]:
    """Return the colours of a palette by name, those that are none left out."""
    colours = {key.text: findings.attempt(colour_of, node, key.text) for key, node in section.entries}
    return {name: colour for name, colour in colours.items() if colour is not None}


# What was read of a file that somebody edits: the check of a change and the form after it read the same.

_Read = TypeVar("_Read")
_IN_HAND: OrderedDict[Hashable, tuple[Any, tuple[Diagnostic, ...]]] = OrderedDict()
MOST_IN_HAND = 12  # A table before a change and after it, as cells and as entries, changed rows alone; the file of its component.


def in_hand(key: Hashable, findings: Findings, read: Callable[[Findings], _Read], *, keep: bool) -> _Read:
    """Return what `read` makes of a file, or made of the same `key` when that was to `keep`. Raises what `read` does."""
    known = _IN_HAND.get(key)
    if known is None:
        told = Findings()
        try:
            made = read(told)
        finally:
            found = told.ordered()
            findings.add(*found)
        if keep:
            while len(_IN_HAND) >= MOST_IN_HAND:
                _IN_HAND.popitem(last=False)
            _IN_HAND[key] = made, found
        return made
    findings.add(*known[1])
    return cast("_Read", known[0])

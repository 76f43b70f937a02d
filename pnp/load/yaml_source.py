"""Read the bytes of a YAML file into nodes that know their line and column, whatever the bytes are.

Nothing is raised for anything in a file, no object is built from a tag, and no alias is followed without end.
"""

import math
import re
from collections.abc import Iterator
from typing import Any, NoReturn

import yaml

from pnp.load.nodes import MAX_TEXT, Findings, Key, ListNode, MapNode, Node, Plain, ScalarNode
from pnp.load.yaml_errors import explain
from pnp.model.diagnostics import Diagnostic, Place

# What an unquoted word in a file means: a number, true or false, nothing, or (nearly always) text.

_WORDS: dict[str, Plain] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_WHOLE = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,17})")
_DECIMAL = re.compile(r"[-+]?[0-9]{0,17}\.[0-9]{1,17}(?:[eE][-+]?[0-9]{1,3})?")


def resolve(text: str) -> Plain:
    """Return the value of a plain scalar.

    >>> [resolve(text) for text in ("12", "-0.5", "true", "on", "1:30", "007", "1..9", "")]
    [12, -0.5, True, 'on', '1:30', '007', '1..9', None]
    """
    if text in _WORDS:
        return _WORDS[text]
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text


# Build nodes from YAML events, following aliases only as far as a person could have meant.

MAX_NODES = 500_000
"""Values in one file with every alias written out: ten thousand cards of fifty."""

MAX_DEPTH = 40
"""Lists in lists in lists: cards need about six."""

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


_HIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""What an escape in quotes can still put into a text: signs that steer a terminal, and what XML cannot hold.

Also the signs that turn the reading order round: a message would show the words after them backwards.
"""


class Refused(Exception):
    """The file cannot be read further; `finding` says why."""

    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


class _Composer:
    """The events of one file, and the anchors seen so far.

    Raises yaml.YAMLError for what is not YAML, and Refused for what no reader should follow.
    """

    def __init__(self, text: str, file: str, findings: Findings) -> None:
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))
        self._lines = text.split("\n")
        self._file = file
        self._findings = findings
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._open: set[str] = set()
        self._written = 0  # nodes built so far, aliases not counted
        self._height = 0  # of the node built last

    def document(self) -> Node | None:
        """Return the one document, or None when there is none."""
        next(self._events)
        event = next(self._events)
        if isinstance(event, yaml.StreamEndEvent):
            return None
        node = self._node(next(self._events), depth=1)
        next(self._events)
        event = next(self._events)
        if not isinstance(event, yaml.StreamEndEvent):
            hint = "put it in a file of its own, and delete the ---"
            self._unsupported("a second document begins here", event, hint)
        return None if isinstance(node, ScalarNode) and node.value is None and not node.quoted else node

    def _node(self, event: Any, *, depth: int) -> Node:
        if isinstance(event, yaml.AliasEvent):
            return self._alias(event, depth=depth)
        if depth > MAX_DEPTH:
            self._refuse(f"more than {MAX_DEPTH} lists and mappings inside each other", event, "flatten them")
        self._written += 1
        if self._written > MAX_NODES:
            self._refuse(f"more than {MAX_NODES:,} values in one file", event, "split it into several files")
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            hint = "delete it; a text that begins with ! needs quotes"
            self._unsupported(f"the tag {tag} is not for card files", event, hint)
        if event.anchor:
            self._open.add(event.anchor)
        if isinstance(event, yaml.ScalarEvent):
            node: Node = self._scalar(event)
        elif isinstance(event, yaml.SequenceStartEvent):
            node = self._list(event, depth=depth)
        else:
            node = self._map(event, depth=depth)
        if node.weight > MAX_NODES:
            message = f"its aliases, written out, make more than {MAX_NODES:,} values"
            self._refuse(message, event, "write less, or use a table")
        if event.anchor:
            self._open.discard(event.anchor)
            self._anchors[event.anchor] = (node, self._height)
        return node

    def _scalar(self, event: Any) -> ScalarNode:
        self._height = 1
        quoted = not event.implicit[0] if event.tag is None else True
        if len(event.value) > MAX_TEXT:
            message = f"a text of {len(event.value):,} characters; the limit is {MAX_TEXT:,}"
            self._refuse(message, event, "shorten it")
        hidden = _HIDDEN.search(event.value)
        if hidden:
            message = f"there is an invisible character (U+{ord(hidden[0]):04X}) in this text"
            self._findings.error("PNP100", message, self._place(event), hint="delete it")
        value = event.value if quoted else resolve(event.value)
        return ScalarNode(value, event.value, self._place(event), quoted)

    def _list(self, start: Any, *, depth: int) -> ListNode:
        items: list[Node] = []
        height = 0
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            items.append(self._node(event, depth=depth + 1))
            height = max(height, self._height)
        self._height = height + 1
        return ListNode(tuple(items), self._place(start, event))

    def _map(self, start: Any, *, depth: int) -> MapNode:
        entries: dict[str, tuple[Key, Node]] = {}
        height = 0
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, depth=depth)
            value = self._node(next(self._events), depth=depth + 1)
            height = max(height, self._height)
            if key is None:
                continue
            if key.text in entries:
                first = entries[key.text][0].place.line
                message = f'"{key.text}" is written twice'
                hint = f"it is first on line {first}; delete one"
                self._findings.error("PNP106", message, key.place, hint=hint)
                continue
            entries[key.text] = (key, value)
        self._height = height + 1
        return MapNode(tuple(entries.values()), self._place(start, event))

    def _key(self, event: Any, *, depth: int) -> Key | None:
        """Return the key, or None for one that no file of ours has use for."""
        if not isinstance(event, yaml.ScalarEvent):
            self._unsupported("a key must be a word", event, "write the key as text before the colon")
            self._node(event, depth=depth + 1)
            return None
        node = self._node(event, depth=depth + 1)
        assert isinstance(node, ScalarNode)
        if node.text == "<<" and not node.quoted:
            hint = "use defaults: for what pieces share, or a table"
            self._unsupported("pnp does not merge with <<", event, hint)
            return None
        if node.value is None:
            self._unsupported("a key must be a word", event, "write the key as text before the colon")
            return None
        return Key(node.text, node.place)

    def _alias(self, event: Any, *, depth: int) -> Node:
        name = event.anchor
        if name in self._open:
            self._refuse(f"*{name} contains itself", event, f"write out what *{name} stands for")
        if name not in self._anchors:
            hint = 'text that begins with * needs quotes: "*..."'
            self._refuse(f"*{name} has no &{name} before it", event, hint)
        node, height = self._anchors[name]
        if depth + height - 1 > MAX_DEPTH:
            self._refuse(f"more than {MAX_DEPTH} lists and mappings inside each other", event, "flatten them")
        self._height = height
        return node

    def _refuse(self, message: str, event: Any, hint: str) -> NoReturn:
        raise Refused(Diagnostic("PNP108", message, self._place(event), hint))

    def _unsupported(self, message: str, event: Any, hint: str) -> None:
        self._findings.error("PNP109", message, self._place(event), hint=hint)

    def _place(self, start: Any, end: Any = None) -> Place:
        """Return the place from `start` to `end`; of more than one line, the first."""
        first, last = start.start_mark, (end or start).end_mark
        length = last.column - first.column
        if last.line != first.line:
            line = self._lines[first.line] if first.line < len(self._lines) else ""
            length = len(line.rstrip()) - first.column
        return Place(self._file, first.line + 1, first.column + 1, max(1, length))


_INVISIBLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def parse(data: bytes, file: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Return what the file says, and what is wrong with it; None when nothing could be read.

    `file` is the name for messages. A file can be read and still have findings (a key written twice).
    """
    findings = Findings()
    text = decode(data, file, findings)
    if text is None:
        return None, findings.ordered()
    node: Node | None = None
    try:
        node = _Composer(text, file, findings).document()
    except Refused as refusal:
        findings.add(refusal.finding)
    except yaml.YAMLError as error:
        findings.add(explain(error, text, file))
    else:
        if node is None:
            hint = "write something in it, or delete it"
            findings.error("PNP107", "the file is empty", Place(file, 1, 1), hint=hint)
    return node, findings.ordered()


def decode(data: bytes, file: str, findings: Findings) -> str | None:
    """Return the text of a file without its byte order mark, or None with a finding."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        message = f"byte {data[error.start]:#04x} is not UTF-8 text"
        hint = 'save the file as "UTF-8" (in the editor\'s save dialogue)'
        findings.error("PNP100", message, _place_after(before, file), hint=hint)
        return None
    found = _INVISIBLE.search(text)
    if found:
        message = f"there is an invisible character (U+{ord(found[0]):04X}) here"
        findings.error("PNP100", message, _place_after(text[: found.start()], file), hint="delete it")
        return None
    return text


def _place_after(before: str, file: str) -> Place:
    return Place(file, before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1)

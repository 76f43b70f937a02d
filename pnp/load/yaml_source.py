"""Read the bytes of a YAML file into nodes that know their line and column, whatever the bytes are.

Nothing is raised for anything in a file, no object is built from a tag, and no alias is followed without end.
"""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import yaml

from pnp.load.nodes import (
    MAX_TEXT,
    Findings,
    Key,
    ListNode,
    MapNode,
    Node,
    Plain,
    Problem,
    ScalarNode,
    place_after,
)
from pnp.load.project import GameFolder
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.limits import USUAL_LIMITS

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
    if text[0] not in "+-.0123456789":
        return text
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return number if math.isfinite(number) else text
    return text


# Build nodes from YAML events, following aliases only as far as a person could have meant.

MAX_NODES = USUAL_LIMITS.values
"""Values in one file with every alias written out."""

MAX_DEPTH = USUAL_LIMITS.nesting
"""Lists in lists in lists."""

LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


HIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""What an escape in quotes can still put into a text: signs that steer a terminal, and what XML cannot hold.

Also the signs that turn the reading order round: a message would show the words after them backwards.
"""


class _Composer:
    """The events of one file, and the anchors seen so far.

    Raises yaml.YAMLError for what is not YAML, and Problem for what no reader should follow.
    """

    def __init__(self, text: str, file: str, findings: Findings) -> None:
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=LOADER))
        self._lines = text.split("\n")
        self._may_hide = "\\" in text or HIDDEN.search(text) is not None
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
        kind = type(event)
        if kind is yaml.AliasEvent:
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
        if kind is yaml.ScalarEvent:
            node: Node = self._scalar(event)
        elif kind is yaml.SequenceStartEvent:
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
        hidden = HIDDEN.search(event.value) if self._may_hide else None
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
        raise Problem("PNP108", message, self._place(event), hint)

    def _unsupported(self, message: str, event: Any, hint: str) -> None:
        self._findings.error("PNP109", message, self._place(event), hint=hint)

    def _place(self, start: Any, end: Any = None) -> Place:
        """Return the place from `start` to `end`; of more than one line, the first."""
        first, last = start.start_mark, (end or start).end_mark
        line, column = first.line, first.column
        length = last.column - column
        if last.line != line:
            written = self._lines[line] if line < len(self._lines) else ""
            length = len(written.rstrip()) - column
        return Place(self._file, line + 1, column + 1, max(1, length))


INVISIBLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What is no letter, no blank and no line end."""


def parse(data: bytes, file: str) -> tuple[Node | None, tuple[Diagnostic, ...]]:
    """Return what the file says, and what is wrong with it; None when nothing could be read.

    `file` is the name for messages. A file can be read and still have findings (a key written twice).
    """
    findings = Findings()
    node: Node | None = None
    text = ""
    try:
        text = decode(data, file)
        node = _Composer(text, file, findings).document()
    except Problem as problem:
        findings.add(problem.finding)
    except yaml.YAMLError as error:
        findings.add(explain(error, text, file))
    else:
        if node is None:
            hint = "write something in it, or delete it"
            findings.error("PNP107", "the file is empty", Place(file, 1, 1), hint=hint)
    return node, findings.ordered()


def decode(data: bytes, file: str) -> str:
    """Return the text of a file without its byte order mark; raises Problem (PNP100)."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start].decode("utf-8", "replace")
        message = f"byte {data[error.start]:#04x} is not UTF-8 text"
        hint = 'save the file as "UTF-8" (in the editor\'s save dialogue)'
        raise Problem("PNP100", message, place_after(before, file), hint) from error
    found = INVISIBLE.search(text)
    if found:
        message = f"there is an invisible character (U+{ord(found[0]):04X}) here"
        raise Problem("PNP100", message, place_after(text[: found.start()], file), "delete it")
    return text


# What is wrong with text that is not YAML, in plain words. PyYAML's two parsers word the same fault differently, so
# most of the judgement here looks at the text itself.

_NEEDS_QUOTES = "@`%&*!|>"
_CLOSING = {"[": "]", "{": "}"}

_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_BARE_COLOUR = re.compile(r"[{\[][^#]*\s(#[0-9a-fA-F]{3,6})\b.*[\]}]")
_LONG = 1_000
"""Letters of a line too long to have been typed by hand."""

_Spot = tuple[int, int]
_Verdict = tuple[_Spot, str, str]
"""Where the fault is, what it is, and what to write instead."""


@dataclass(frozen=True, slots=True)
class _Fault:
    """Where the parser gave up, and where what it was reading began; lines and columns count from 0."""

    problem: str
    context: str
    spot: _Spot
    opened: _Spot | None
    lines: list[str]

    def text_at(self, spot: _Spot) -> str:
        """Return the line from that spot on."""
        return self.lines[spot[0]][spot[1] :] if spot[0] < len(self.lines) else ""

    @property
    def before(self) -> str:
        """The line up to where the parser gave up."""
        line, column = self.spot
        return self.lines[line][:column] if line < len(self.lines) else ""


def explain(error: Any, text: str, file: str) -> Diagnostic:
    """Return the diagnostic for a yaml.YAMLError: PNP102 for tabs, PNP108 for too much nesting, else PNP101."""
    mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    fault = _Fault(
        problem=str(getattr(error, "problem", "") or ""),
        context=str(getattr(error, "context", "") or ""),
        spot=(mark.line, mark.column) if mark else (0, 0),
        opened=(opened.line, opened.column) if opened else None,
        lines=text.split("\n"),
    )
    if "nesting depth" in fault.problem:  # newer versions of libyaml stop on their own
        message = f"more than {MAX_DEPTH} lists and mappings inside each other"
        return Diagnostic("PNP108", message, _place(fault.spot, fault.lines, file), "flatten them")
    tab = _tab(fault)
    hint = "look at this line and the one above; quotes often help"
    unknown = (fault.spot, f"this is not YAML ({fault.problem})", hint)
    spot, message, hint = tab or next(_verdicts(fault), unknown)
    return Diagnostic("PNP102" if tab else "PNP101", message, _place(spot, fault.lines, file), hint)


def _place(spot: _Spot, lines: list[str], file: str) -> Place:
    """Return the place of a spot; of one past the end, the end of the last line."""
    line, column = spot
    if line >= len(lines):
        line, column = len(lines) - 1, len(lines[-1])
    return Place(file, line + 1, column + 1)


def _tab(fault: _Fault) -> _Verdict | None:
    """Judge a tab in the indentation, or where the parser tripped over one."""
    line, column = fault.spot
    written = fault.text_at((line, 0))
    indent = written[: len(written) - len(written.lstrip())]
    if "\t" in indent:
        column = indent.index("\t")
    elif written[column : column + 1] != "\t":
        return None
    hint = "YAML wants spaces: put two for each step, and let the editor replace tabs"
    return (line, column), "there is a tab in the indentation", hint


def _verdicts(fault: _Fault) -> Iterator[_Verdict]:
    """Yield what may be wrong, the likeliest first."""
    yield from _bare_colours(fault)
    yield from _quotes_and_brackets(fault)
    rest, (line, _) = fault.text_at(fault.spot), fault.spot
    if "mapping values" in fault.problem:
        if ": " in fault.before:
            yield fault.spot, 'a second ": " on one line', 'put the text in quotes: key: "a: b"'
        hint = "indent the keys of one mapping equally"
        yield fault.spot, "this key does not line up with the others", hint
    if "could not find expected ':'" in fault.problem:
        hint = 'write "key: value", with a space after the colon'
        yield fault.opened or fault.spot, "there is no colon and space after this key", hint
    if rest and rest[0] in _CLOSING.values():
        yield fault.spot, f"this {rest[0]} closes nothing", "delete it, or open it before"
    if "sequence entries are not allowed" in fault.problem:
        hint = "put the - on a line of its own, indented"
        yield fault.spot, "a list cannot begin on the line of its key", hint
    if not rest.strip() and not any(below.strip() for below in fault.lines[line + 1 :]):
        yield fault.spot, "the file ends in the middle of something", "close the last bracket or quote"
    if rest.strip() and not fault.before.strip():
        hint = "give the keys of one mapping, and the - of one list, the same indentation"
        yield fault.spot, "this line is not indented like the ones it belongs to", hint


def _bare_colours(fault: _Fault) -> Iterator[_Verdict]:
    """Yield the colours without quotes inside brackets: the rest of such a line, the closing bracket too, is a comment."""
    for number, line in enumerate(fault.lines[: fault.spot[0] + 1]):
        bare = _QUOTED.sub(lambda quoted: "." * len(quoted[0]), line[:_LONG])
        if found := _BARE_COLOUR.search(bare):
            hint = f'put the colour into quotes: "{found[1]}"'
            yield (number, found.start(1)), "from this # on the line is a comment", hint


def _quotes_and_brackets(fault: _Fault) -> Iterator[_Verdict]:
    """Yield what opens and does not close, and a text that needs quotes or goes on after its own."""
    sign = fault.text_at(fault.opened)[:1] if fault.opened else ""
    if fault.opened and sign in ("'", '"') and "end of stream" in fault.problem:
        yield fault.opened, f"the quote {sign} that opens here is never closed", f"close it with {sign}"
    if sign == '"' and "escape" in fault.problem:
        message = 'a \\ inside "..." begins a special character, and this is none'
        yield fault.spot, message, "write \\\\ for one \\"
    if fault.opened and sign in _CLOSING and "flow" in fault.context:
        hint = f"put a comma between the items and {_CLOSING[sign]} at the end"
        yield fault.opened, f"the {sign} that opens here is not closed properly", hint
    rest = fault.text_at(fault.spot)
    if rest and rest[0] in _NEEDS_QUOTES:
        quoted = rest.strip()[:30].replace('"', "'")
        yield fault.spot, f"a text cannot begin with {rest[0]}", f'put it in quotes: "{quoted}"'
    if rest and fault.before.rstrip().endswith(("'", '"')):
        hint = 'put the whole text in "...", and use \' inside it'
        yield fault.spot, "the quoted text ends before this", hint


def parse_noting(data: bytes, label: str, findings: Findings) -> Node | None:
    """Return what a file says, and note what is wrong with it."""
    node, diagnostics = parse(data, label)
    for diagnostic in diagnostics:
        findings.add(diagnostic)
    return node


def read_yaml(path: Path, folder: GameFolder, findings: Findings) -> tuple[Node | None, Sequence[str]]:
    """Return what one of a game's own files says, and its lines; None, with findings, when it cannot be read."""
    data = folder.read(path, findings)
    if data is None:
        return None, ()
    return parse_noting(data, folder.label(path), findings), data.decode("utf-8-sig", "replace").splitlines()

"""Read the bytes of any YAML or JSON file, or of a table in text, into nodes that know their line and column.

Nothing is raised for anything in a file, no object is built from a tag, and no alias is followed without end.
"""

import json
import math
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, NoReturn

import yaml

from pnp.escaping import yaml_text
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
    in_hand,
    items_of,
    place_after,
)
from pnp.load.project import GameFolder
from pnp.load.role_guesses import pattern
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


_SIMPLE = re.compile(r"[^\W_](?:[^:#{}\[\],&*?|<>=!%@`\"'\n\\]|(?<=\w)['’])*")


def yaml_word(text: str) -> str:
    """Return a key or a text as it is written in one line, in quotes where it needs them.

    >>> yaml_word("leek"), yaml_word("no"), yaml_word("a: b")
    ('leek', '"no"', '"a: b"')
    """
    return text if _SIMPLE.fullmatch(text) and not is_ambiguous(text) else yaml_text(text)


def is_ambiguous(text: str) -> bool:
    """Say whether a word without quotes is no text to pnp, or to others that read YAML.

    >>> [is_ambiguous(word) for word in ("yes", "12", "007", "2024-05-01", "Kale", "1:30")]
    [True, True, True, True, False, True]
    """
    if text == "" or not isinstance(resolve(text), str):
        return True
    rules = yaml.SafeLoader.yaml_implicit_resolvers
    return any(rule.match(text) for _, rule in (*rules.get(text[0], ()), *rules.get(None, ())))


# Build nodes from YAML events, following aliases only as far as a person could have meant.

MAX_NODES = USUAL_LIMITS.values  # Values in one file with every alias written out.
MAX_DEPTH = USUAL_LIMITS.nesting  # Lists in lists in lists.
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

HIDDEN = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""What an escape in quotes can still put into a text: signs that steer a terminal, and what XML cannot hold.

Also the signs that turn the reading order round: a message would show the words after them backwards.
"""


class _Composer:
    """The events of one file, and the anchors seen so far; raises yaml.YAMLError, Problem for what no reader should follow."""

    def __init__(self, text: str, file: str, findings: Findings) -> None:
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=LOADER))
        self._lines = text.split("\n")
        self._may_hide = "\\" in text or HIDDEN.search(text) is not None
        self._file = file
        self._findings = findings
        self._anchors: dict[str, tuple[Node, int]] = {}
        self._open: set[str] = set()
        self._written = 0  # nodes built so far and values taken in with <<, aliases not counted
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
        self._count(1, event)
        if event.tag is not None:
            tag = event.tag.replace("tag:yaml.org,2002:", "!!")
            hint = "delete it; a text that begins with ! needs quotes"
            self._unsupported(f"the tag {tag} is not allowed in card files", event, hint)
        if event.anchor:
            self._open.add(event.anchor)
        if kind is yaml.ScalarEvent:
            node: Node = self._scalar(event)
        elif kind is yaml.SequenceStartEvent:
            items: list[Node] = []
            height = 0
            while not isinstance(item := next(self._events), yaml.SequenceEndEvent):
                items.append(self._node(item, depth=depth + 1))
                height = max(height, self._height)
            self._height = height + 1
            node = ListNode(tuple(items), self._place(event, item))
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
        text = HIDDEN.sub("", event.value) if hidden else event.value
        return ScalarNode(text if quoted else resolve(text), text, self._place(event), quoted)

    def _map(self, start: Any, *, depth: int) -> MapNode:
        entries: dict[str, tuple[Key, Node]] = {}
        merged: list[Node] = []
        height = 0
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = self._key(event, depth=depth)
            value = self._node(next(self._events), depth=depth + 1)
            height = max(height, self._height)
            if key is None:
                continue
            if key.text == "<<":
                merged += items_of(value)
                continue
            if key.text in entries:
                first = entries[key.text][0].place.line
                message = f'"{key.text}" is written twice'
                hint = f"it is first on line {first}; delete one"
                self._findings.error("PNP106", message, key.place, hint=hint)
                continue
            entries[key.text] = (key, value)
        for other in merged:  # what the mapping says itself comes first
            if not isinstance(other, MapNode):
                hint = "write <<: *name, of a mapping &name"
                self._findings.error("PNP109", "<< needs a mapping", other.place, hint=hint)
                continue
            self._count(len(other.entries), start)
            for key, value in other.entries:
                entries.setdefault(key.text, (key, value))
        self._height = height + 1
        return MapNode(tuple(entries.values()), self._place(start, event))

    def _count(self, more: int, event: Any) -> None:
        self._written += more
        if self._written > MAX_NODES:
            self._refuse(f"more than {MAX_NODES:,} values in one file", event, "split it into several files")

    def _key(self, event: Any, *, depth: int) -> Key | None:
        if not isinstance(event, yaml.ScalarEvent):
            self._unsupported("a key must be a word", event, "write the key as text before the colon")
            self._node(event, depth=depth + 1)
            return None
        node = self._node(event, depth=depth + 1)
        assert isinstance(node, ScalarNode)
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


def explain(error: Any, text: str, file: str) -> Diagnostic:
    """Return the diagnostic for a yaml.YAMLError: PNP102 for tabs, PNP108 for too much nesting, else PNP101."""
    mark, opened = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
    problem, context = (str(getattr(error, name, "") or "") for name in ("problem", "context"))
    lines = text.split("\n")
    line, column = (mark.line, mark.column) if mark else (0, 0)
    written = lines[line] if line < len(lines) else ""
    indent = written[: len(written) - len(written.lstrip())]
    code, message = "PNP101", "this line and those above it are not valid YAML"
    hint = 'align the keys, write "key: value", and quote a text that contains ": " or " #" or begins with a sign'
    if "nesting depth" in problem:  # newer versions of libyaml stop on their own
        code, message = "PNP108", f"more than {MAX_DEPTH} lists and mappings inside each other"
        hint = "flatten them"
    elif "\t" in indent or written[column : column + 1] == "\t":
        code, message = "PNP102", "there is a tab in the indentation"
        column = indent.index("\t") if "\t" in indent else column
        hint = "YAML needs spaces: use two for each level, and let the editor replace tabs"
    elif "//" in (begun := [each.lstrip()[:2] for each in lines[: line + 1]]):
        line, column = begun.index("//"), 0
        message, hint = "a comment of YAML does not begin with //", "begin it with #"
    elif opened and ("flow" in context or "quoted" in context):
        line, column = opened.line, opened.column
        message = "what opens here is not closed properly"
        hint = 'close it, put commas between items, and a colour such as "#3f9b3a" into quotes'
    if line >= len(lines):
        line, column = len(lines) - 1, len(lines[-1])
    return Diagnostic(code, message, Place(file, line + 1, column + 1), hint)


def parse_noting(data: bytes, label: str, findings: Findings) -> Node | None:
    """Return what a file says, and note what is wrong with it."""
    node, diagnostics = parse(data, label)
    findings.add(*diagnostics)
    return node


def read_yaml(path: Path, folder: GameFolder, findings: Findings) -> tuple[Node | None, Sequence[str]]:
    """Return what one of a game's own files says, and its lines; None, with findings, when it cannot be read."""
    data = folder.read(path, findings)
    if data is None:
        return None, ()
    label, keep = folder.label(path), folder.keeps(path, data)
    node = in_hand((data, label), findings, lambda told: parse_noting(data, label, told), keep=keep)
    return node, data.decode("utf-8-sig", "replace").splitlines()


# How a file of text is encoded.

_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be", b"\xef\xbb\xbf": "utf-8"}


def encoding_mark(data: bytes) -> tuple[bytes, str]:
    """Return the bytes that say how a table is encoded, none of them where nothing says so, and the encoding."""
    mark = next((mark for mark in _MARKS if data.startswith(mark)), b"")
    return mark, _MARKS.get(mark, "utf-8")


def likely_encoding(data: bytes) -> str:
    """Return how a table without a mark is encoded: "" for UTF-8, UTF-16 by its zeros, else by what its other bytes are.

    It is "utf-8" where most letters are and a few are not: texts of two programs, put together.
    """
    mark, encoding = encoding_mark(data)
    letters = re.sub("[\0-\x7f]", "", data.decode("utf-8", "surrogateescape"))
    if not mark and 0 < 2 * len(_NOT_UTF_8.findall(letters)) < len(letters):
        return "utf-8"
    for each in chain((encoding,), () if mark else chain(_by_bytes(data), ("windows-1252",))):
        try:
            data[len(mark) :].decode(each)
        except UnicodeDecodeError:
            continue
        return "" if each == encoding else each
    return "iso-8859-1"


_NOT_UTF_8 = re.compile("[\udc80-\udcff]")  # What Python reads a byte as that is none.


def _by_bytes(data: bytes) -> Iterator[str]:
    """Yield the encodings of which a text has the signs: every second byte 0, bytes beyond ASCII in pairs, in long words, or of DOS within words."""
    for start, name in ((1, "utf-16-le"), (0, "utf-16-be")):
        if data[start:4000:2].count(0) * 5 >= len(data[:4000]):
            yield name
    runs = re.findall(rb"[\x80-\xff]+", data)
    if runs and all(len(run) % 2 == 0 and min(run) > 0xA0 for run in runs) and sum(map(len, runs)) > 5:
        yield "gb18030"
    if sum(len(run) > 2 and min(run) > 0xA7 for run in runs) * 2 > len(runs) and max(map(len, runs)) > 3:
        yield "windows-1251"
    # No capital letter is within a word: 0x92 is an apostrophe of Windows.
    within = len(re.findall(rb"(?<=[a-z])[\x81-\x8d\x91\x93-\x98](?=[a-z])", data))
    if within and (within + data.count(b" \x85 ")) * 2 > len(runs):
        yield "cp850"


def decode_table(data: bytes, label: str, encoding: str = "") -> str:
    """Return the text of a table: as its mark says, UTF-8, or else as it is named; raises Problem (PNP100)."""
    mark, marked = encoding_mark(data)
    body, name = data[len(mark) :], encoding if encoding.lower().startswith("utf") and not mark else marked
    try:
        return body.decode(name)
    except UnicodeError as error:
        if encoding and name == "utf-8":
            if encoding.lower() != name:
                return body.decode(encoding, "replace")
            text = body.decode(name, "surrogateescape")
            return _NOT_UTF_8.sub(
                lambda sign: bytes([ord(sign[0]) - 0xDC00]).decode("cp1252", "replace"), text
            )
        message, hint = f"this is not {name.upper()} text", 'in the spreadsheet choose "Save as", "CSV UTF-8"'
        if name != "utf-8" or not isinstance(error, UnicodeDecodeError):
            raise Problem("PNP100", message, Place(label, 1, 1), hint) from error
        place = place_after(body[: error.start].decode("utf-8", "replace"), label)
        words = re.finditer(r"\w{1,40}|\W", body.decode("cp1252", "replace"))
        word = next(word[0] for word in words if word.end() > error.start)
        message = f'byte {body[error.start]:#04x} is not UTF-8 text; saved by Windows, it may be "{word}"'
        hint = f"write encoding: windows-1252 in the component, or {hint}"
        raise Problem("PNP100", message, place, hint) from error


def without_invisible(text: str, label: str, findings: Findings) -> str:
    """Return a text without its invisible characters, of which the first is reported."""
    found = INVISIBLE.search(text)
    if found is None:
        return text
    message = f"there is an invisible character (U+{ord(found[0]):04X}) here"
    findings.error("PNP100", message, place_after(text[: found.start()], label), hint="delete it")
    return INVISIBLE.sub("", text)


# JSON, which YAML holds: read into nodes that know their line and column.

_LINES = re.compile(r"\s*\{[^\n]*\}[ \t]*\r?\n\s*\{")
_LINE_END = re.compile(r"(?<=\})(?=[ \t]*\r?\n\s*\{)")
_PAIR = re.compile(r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")
"""A letter beyond the first 65,536, which JSON escapes in two halves."""


def read_json(data: bytes, label: str, findings: Findings, *, encoding: str = "") -> Node:
    """Return what a JSON file says; raises Problem for one that is none."""
    text = without_invisible(decode_table(data, label, encoding), label, findings)
    if _LINES.match(text):  # an object on each line
        text = f"[{re.sub(_LINE_END, ',', text.strip())}]"
    try:
        try:
            json.loads(text, parse_constant=_refuse)
        except json.JSONDecodeError:  # comments, commas before a bracket, blanks of word processors
            text = _BESIDE_JSON.sub(_blanked, _BESIDE_JSON.sub(_blanked, text))
            json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        hint = "look at this line and the one above: commas, quotes and brackets"
        raise Problem("PNP101", message, place_after(text[: error.pos], label), hint) from error
    except (RecursionError, ValueError) as error:
        message = "a number is too large, or brackets are nested too deeply"
        raise Problem("PNP108", message, Place(label, 1, 1), "simplify it") from error
    node = parse_noting(_PAIR.sub(_whole_letter, text).encode(), label, findings)
    return node or ListNode((), Place(label, 1, 1))


_BESIDE_JSON = pattern("beside_json")


def _blanked(beside: re.Match[str]) -> str:
    return beside[1] or re.sub(r"[^\n]", " ", beside[0])


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


def _whole_letter(pair: re.Match[str]) -> str:
    high, low = int(pair[2], 16), int(pair[3], 16)
    return f"{pair[1]}\\U{0x10000 + ((high - 0xD800) << 10) + low - 0xDC00:08x}"

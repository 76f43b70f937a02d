"""The span of each value in a YAML file, which a change of it replaces."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import yaml

from pnp.load.nodes import Plain, Problem
from pnp.load.yaml_source import MAX_DEPTH, decode, resolve
from pnp.model.errors import CannotEdit

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
BYTE_ORDER_MARK = b"\xef\xbb\xbf"

KeyPath = tuple[str | int, ...]
"""The way from the top of a file to a value: keys of mappings, and numbers of items from 0."""


@dataclass(frozen=True, slots=True)
class Span:
    """A value and where it stands: the letters from `start` to `end`, an anchor before it left out.

    `line` and `column` are those of its Place. `style` is "" for a plain word, else the sign that a text begins with.
    """

    start: int
    end: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ScalarSpan(Span):
    """One word, number or text."""

    value: Plain
    text: str
    style: str


@dataclass(frozen=True, slots=True)
class AliasSpan(Span):
    """A *name that stands for what &name is."""

    name: str


@dataclass(frozen=True, slots=True)
class ListSpan(Span):
    """A list, in brackets when it is `flow`."""

    items: tuple["AnySpan", ...]
    flow: bool


@dataclass(frozen=True, slots=True)
class MapSpan(Span):
    """A mapping, in braces when it is `flow`; of a key that is there twice, the first."""

    entries: tuple[tuple[ScalarSpan, "AnySpan"], ...]
    flow: bool

    def number_of(self, key: str) -> int | None:
        """Return which of the entries has that key."""
        return next((number for number, (name, _) in enumerate(self.entries) if name.text == key), None)


AnySpan = ScalarSpan | AliasSpan | ListSpan | MapSpan


@dataclass(frozen=True, slots=True)
class YamlText:
    """The text of a YAML file without its byte order mark, and its values."""

    text: str
    top: AnySpan
    marked: bool

    @property
    def line_end(self) -> str:
        """How the lines of the file end."""
        return "\r\n" if "\r\n" in self.text else "\n"

    def with_text(self, text: str) -> "YamlText":
        """Return the file with another text; raises CannotEdit when that is not YAML."""
        return replace(self, text=text, top=read_spans(text))

    @property
    def data(self) -> bytes:
        """The bytes of the file."""
        return (BYTE_ORDER_MARK if self.marked else b"") + self.text.encode()


def read_yaml_text(data: bytes, label: str) -> YamlText:
    """Return a file with the places of its values; raises CannotEdit for one that cannot be read."""
    try:
        text = decode(data, label)
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    return YamlText(text, read_spans(text), marked=data.startswith(BYTE_ORDER_MARK))


def read_spans(text: str) -> AnySpan:
    """Return the one value of a file; raises CannotEdit for what is not YAML, or has no value."""
    try:
        reader = _Reader(text)
        return reader.document()
    except (yaml.YAMLError, StopIteration) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f" on line {line + 1}"
        raise CannotEdit(f"the file is not YAML{where}", "mend it in an editor first") from error


class _Reader:
    """Puts the events of a parser together."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=_LOADER))
        self._anchors: set[str] = set()

    def document(self) -> AnySpan:
        next(self._events)
        next(self._events)
        top = self._value(next(self._events), 1)
        for _ in self._events:  # what is wrong further down is wrong, too
            pass
        return top

    def _value(self, event: Any, depth: int) -> AnySpan:
        if depth > MAX_DEPTH:
            raise CannotEdit("the file has lists and mappings too deep inside each other", "flatten them")
        begin, end = event.start_mark, event.end_mark
        place = (begin.line + 1, begin.column + 1)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                raise CannotEdit(
                    f"*{event.anchor} has no &{event.anchor} before it", "write out what it stands for"
                )
            return AliasSpan(begin.index, end.index, *place, event.anchor)
        start = begin.index
        if event.anchor:
            self._anchors.add(event.anchor)
            start += len(event.anchor) + 1
            while start < end.index and self._text[start] in " \t\r\n":
                start += 1
        if isinstance(event, yaml.ScalarEvent):
            style = event.style or ""
            plain = event.value if style else resolve(event.value)
            return ScalarSpan(start, end.index, *place, plain, event.value, style)
        if isinstance(event, yaml.SequenceStartEvent):
            items = tuple(self._items(yaml.SequenceEndEvent, depth))
            return ListSpan(start, self._end, *place, items, self._flow(start))
        parts = tuple(self._items(yaml.MappingEndEvent, depth))
        entries: dict[str, tuple[ScalarSpan, AnySpan]] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if isinstance(key, ScalarSpan):
                entries.setdefault(key.text, (key, value))
        return MapSpan(start, self._end, *place, tuple(entries.values()), self._flow(start))

    _end = 0

    def _items(self, closing: Any, depth: int) -> Iterator[AnySpan]:
        event: Any = next(self._events)
        while not isinstance(event, closing):
            yield self._value(event, depth + 1)
            event = next(self._events)
        self._end = event.end_mark.index

    def _flow(self, start: int) -> bool:
        return self._text[start : start + 1] in ("[", "{")


# What the spans say, to compare two files: aliases stay what they are, the order of keys makes no difference.

Said = tuple[str, Any]


def said(span: AnySpan) -> Said:
    """Return what a value says, to be compared; 1, true and 1.0 are not the same."""
    match span:
        case ScalarSpan():
            return said_by(span.value)
        case AliasSpan():
            return ("alias", span.name)
        case ListSpan():
            return ("list", [said(item) for item in span.items])
        case MapSpan():
            return ("map", {key.text: said(value) for key, value in span.entries})


def said_by(value: Any) -> Said:
    """Return what a plain value says, as `said` has it."""
    if isinstance(value, list | tuple):
        return ("list", [said_by(item) for item in value])
    if isinstance(value, Mapping):
        return ("map", {key: said_by(item) for key, item in value.items()})
    return (type(value).__name__, value)


def span_at(top: AnySpan, path: KeyPath) -> AnySpan | None:
    """Return the value at a path, None when there is none."""
    here: AnySpan | None = top
    for step in path:
        if isinstance(here, MapSpan) and isinstance(step, str):
            number = here.number_of(step)
            here = None if number is None else here.entries[number][1]
        elif isinstance(here, ListSpan) and isinstance(step, int) and step < len(here.items):
            here = here.items[step]
        else:
            return None
    return here


def path_of(top: AnySpan, line: int, column: int) -> KeyPath | None:
    """Return the path of the value that begins at a line and a column, as its Place has them."""
    for path, span in values_of(top):
        if (span.line, span.column) == (line, column) and not isinstance(span, AliasSpan):
            return path
    return None


def values_of(span: AnySpan, path: KeyPath = ()) -> Iterator[tuple[KeyPath, AnySpan]]:
    """Yield a value and all values inside it, each with its path; those of which nothing is written are left out."""
    if span.end > span.start:
        yield path, span
    if isinstance(span, ListSpan):
        for number, item in enumerate(span.items):
            yield from values_of(item, (*path, number))
    elif isinstance(span, MapSpan):
        for key, value in span.entries:
            yield from values_of(value, (*path, key.text))


def tail(span: AnySpan, text: str) -> int:
    """Return where the last letter of a value ends: the marks of blocks stand behind the comments after them."""
    if isinstance(span, ListSpan | MapSpan) and not span.flow:
        last = span.items[-1:] if isinstance(span, ListSpan) else [value for _, value in span.entries[-1:]]
        for each in last:
            end = tail(each, text)
            return max(end, span.start) if end > span.start else span.end
        return span.end
    if isinstance(span, ScalarSpan) and span.style in ("|", ">"):
        return span.start + len(text[span.start : span.end].rstrip())
    return span.end

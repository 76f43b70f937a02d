"""One value of a YAML file changed, added or removed; every other character stays.

Nothing comes of it that does not read back as the file before with just that value changed; what cannot be done so is
refused.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, NoReturn

import yaml

from pnp.edit.undo import shared_ends
from pnp.escaping import yaml_text
from pnp.load.nodes import Plain, Problem
from pnp.load.yaml_source import LOADER, MAX_DEPTH, decode, is_ambiguous, resolve, yaml_word
from pnp.model.diagnostics import CannotEdit

KeyPath = tuple[str | int, ...]  # The way to a value: keys of mappings, and numbers of items from 0.

# The span of each value in a file, which a change of it replaces.


@dataclass(frozen=True, slots=True)
class Span:
    """A value from letter `start` to `end`, without its anchor; `line` and `column` are those of its Place."""

    start: int
    end: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class ScalarSpan(Span):
    """One word, number or text; `style` is "" for a plain word, else the sign that a text begins with."""

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

    values: tuple["AnySpan", ...]
    flow: bool

    @property
    def steps(self) -> tuple[str | int, ...]:
        return tuple(range(len(self.values)))


@dataclass(frozen=True, slots=True)
class MapSpan(ListSpan):
    """A mapping, in braces when it is `flow`; of a key that occurs twice, the first."""

    keys: tuple[ScalarSpan, ...]

    @property
    def steps(self) -> tuple[str | int, ...]:
        return tuple(key.text for key in self.keys)


AnySpan = ScalarSpan | AliasSpan | ListSpan | MapSpan


@dataclass(frozen=True, slots=True)
class YamlText:
    """The text of a YAML file without its byte order mark, and its values."""

    text: str
    top: AnySpan
    marked: bool

    @property
    def line_end(self) -> str:
        return "\r\n" if "\r\n" in self.text else "\n"

    @property
    def data(self) -> bytes:
        return (b"\xef\xbb\xbf" if self.marked else b"") + self.text.encode()


def read_yaml_text(data: bytes, label: str) -> YamlText:
    """Return a file with the places of its values; raises CannotEdit for one that cannot be read."""
    try:
        text = decode(data, label)
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    return YamlText(text, _read_spans(text), marked=data.startswith(b"\xef\xbb\xbf"))


@lru_cache(maxsize=2)  # a file is changed again and again
def _read_spans(text: str) -> AnySpan:
    try:
        return _SpanReader(text).document()
    except (yaml.YAMLError, StopIteration) as error:
        line = getattr(getattr(error, "problem_mark", None), "line", None)
        where = "" if line is None else f" on line {line + 1}"
        raise CannotEdit(f"the file is not YAML{where}", "fix it in an editor first") from error


class _SpanReader:
    def __init__(self, text: str) -> None:
        self._text = text
        self._events: Iterator[Any] = iter(yaml.parse(text, Loader=LOADER))
        self._anchors: set[str] = set()
        self._end = 0

    def document(self) -> AnySpan:
        next(self._events)
        next(self._events)
        top = self._value(next(self._events), 1)
        for _ in self._events:  # what is wrong further down is wrong, too
            pass
        return top

    def _value(self, event: Any, depth: int) -> AnySpan:
        if depth > MAX_DEPTH:
            raise CannotEdit("the lists and mappings of the file are nested too deeply", "flatten them")
        start, end = event.start_mark.index, event.end_mark.index
        place = (event.start_mark.line + 1, event.start_mark.column + 1)
        if isinstance(event, yaml.AliasEvent):
            if event.anchor not in self._anchors:
                message = f"*{event.anchor} has no &{event.anchor} before it"
                raise CannotEdit(message, "write out what it stands for")
            return AliasSpan(start, end, *place, event.anchor)
        if event.anchor:
            self._anchors.add(event.anchor)
            start += len(event.anchor) + 1
            while start < end and self._text[start] in " \t\r\n":
                start += 1
        if isinstance(event, yaml.ScalarEvent):
            style = event.style or ""
            plain = event.value if style else resolve(event.value)
            return ScalarSpan(start, end, *place, plain, event.value, style)
        flow = self._text[start : start + 1] in ("[", "{")
        if isinstance(event, yaml.SequenceStartEvent):
            items = tuple(self._items(yaml.SequenceEndEvent, depth))
            return ListSpan(start, self._end, *place, items, flow)
        parts = tuple(self._items(yaml.MappingEndEvent, depth))
        entries: dict[str, tuple[ScalarSpan, AnySpan]] = {}
        for key, value in zip(parts[::2], parts[1::2], strict=True):
            if isinstance(key, ScalarSpan):
                entries.setdefault(key.text, (key, value))
        keys, values = zip(*entries.values(), strict=True) if entries else ((), ())
        return MapSpan(start, self._end, *place, values, flow, keys)

    def _items(self, closing: Any, depth: int) -> Iterator[AnySpan]:
        event: Any = next(self._events)
        while not isinstance(event, closing):
            yield self._value(event, depth + 1)
            event = next(self._events)
        self._end = event.end_mark.index


def span_at(top: AnySpan, path: KeyPath) -> AnySpan | None:
    """Return the value at a path, None when there is none."""
    here: AnySpan = top
    for step in path:
        if not isinstance(here, ListSpan) or step not in here.steps:
            return None
        here = here.values[here.steps.index(step)]
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
        for step, value in zip(span.steps, span.values, strict=True):
            yield from values_of(value, (*path, step))


# What files say, to compare them: aliases stay what they are, the order of keys makes no difference.

Content = tuple[str, Any]  # The sort of a value, and the value or the content of its values.


def content(span: AnySpan) -> Content:
    """Return what a value says; 1, true and 1.0 are not the same."""
    match span:
        case ScalarSpan():
            return content_of(span.value)
        case AliasSpan():
            return ("alias", span.name)
        case MapSpan():
            return ("map", dict(zip(span.steps, map(content, span.values), strict=True)))
        case ListSpan():
            return ("list", [*map(content, span.values)])


def content_of(value: Any) -> Content:
    """Return what a plain value says, as `_content` has it."""
    if isinstance(value, list | tuple):
        return ("list", [*map(content_of, value)])
    if isinstance(value, Mapping):
        return ("map", {key: content_of(item) for key, item in value.items()})
    return (type(value).__name__, value)


# Changes.

Items = tuple[Plain, ...]
Item = Plain | Items
Whole = Item | Mapping[str, Item]  # What can be written: a value, a list of them, or a mapping of such.
EMPTY = "{}\n"  # Stands where a file has no entry left, so that it can be read.
_LINE_END = re.compile(r"\r\n|\n|\r")


def with_value(file: YamlText, path: KeyPath, value: Whole, after: Sequence[str] = ()) -> YamlText:
    """Return the file with a value at a path, a new key behind those of `after`. Raises CannotEdit."""
    old = span_at(file.top, path)
    if old is None:
        return _with_key(file, path, value, after)
    if isinstance(old, AliasSpan):
        raise CannotEdit(f"*{old.name} stands for this value", f"change what is behind &{old.name}")
    if content(old) == content_of(value):
        return file
    if isinstance(value, tuple) and isinstance(old, ListSpan) and not isinstance(old, MapSpan):
        return _with_items(file, path, value)
    if isinstance(old, MapSpan) or (isinstance(old, ListSpan) and not old.flow):
        raise CannotEdit("this is not a single value", "change it in an editor")
    scalar = old if isinstance(old, ScalarSpan) else None
    source = file.text[old.start : old.end]
    if isinstance(value, tuple | Mapping):
        blanks = source[len(source.rstrip()) :] if scalar and scalar.style in ("|", ">") else ""
        texts: Iterable[str] = (flow(value) + blanks,)
    else:
        texts = ways_to_write(scalar, value, source, _indent_below(file, path), file.line_end)
    start = old.start
    if start == old.end:  # nothing is written behind the colon
        start = _behind_colon(file, path)
        texts = (f" {text}" for text in texts)
    changed = (file.text[:start] + text + file.text[max(start, old.end) :] for text in texts)
    return first_right(file, changed, after_change(file, path, "set", content_of(value)))


def without_value(file: YamlText, path: KeyPath) -> YamlText:
    """Return the file without the key, or the item, at a path; raises CannotEdit."""
    parent = span_at(file.top, path[:-1])
    if not isinstance(parent, ListSpan) or path[-1] not in parent.steps:
        return file
    start, end = _taken_out(file.text, parent, parent.steps.index(path[-1]))
    text = file.text[:start] + file.text[end:]
    if len(path) == 1 and isinstance(parent, MapSpan) and not parent.flow and len(parent.values) == 1:
        text += EMPTY
    return first_right(file, [text], after_change(file, path, "remove"))


def with_key_renamed(file: YamlText, paths: Iterable[KeyPath], old: str, new: str) -> YamlText:
    """Return the file with another name for a key of the mappings at some paths; raises CannotEdit."""
    expected, text = content(file.top), file.text
    keys: list[ScalarSpan] = []
    for path in paths:
        around, inner = span_at(file.top, path), expected
        if isinstance(around, MapSpan) and old in around.steps:
            for step in path:
                inner = inner[1][step]
            inner[1][new] = inner[1].pop(old)
            keys.append(around.keys[around.steps.index(old)])
    for key in sorted(keys, key=lambda key: -key.start):
        text = text[: key.start] + (json.dumps(new) if key.style else new) + text[key.end :]
    return first_right(file, [text], expected)


def _refuse() -> NoReturn:
    raise CannotEdit("this cannot be changed here without changing something else", "change it in an editor")


def first_right(file: YamlText, texts: Iterable[str], expected: Content) -> YamlText:
    """Return the file with the first of the texts that says what is expected."""
    for text in texts:
        try:
            changed = replace(file, text=text, top=_read_spans(text))
        except CannotEdit:
            continue
        if content(changed.top) == expected:
            return changed
    _refuse()


def after_change(
    file: YamlText, path: KeyPath, what: Literal["set", "insert", "remove"], new: Content = ("", None)
) -> Content:
    """Return what a file says once the value at a path is another, one more, or gone."""
    whole = content(file.top)
    inner: Any = whole[1]
    for step in path[:-1]:
        inner = inner[step][1]
    if what == "remove":
        del inner[path[-1]]
    elif what == "insert":
        inner.insert(path[-1], new)
    else:
        inner[path[-1]] = new
    return whole


# Where things stand.


def line_start(text: str, at: int) -> int:
    """Return where the line begins in which a letter stands."""
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def line_end(text: str, at: int) -> int:
    """Return where the line ends in which a letter stands, before its line end."""
    match = _LINE_END.search(text, at)
    return match.start() if match else len(text)


def _column(text: str, at: int) -> int:
    return at - line_start(text, at)


def _indent_below(file: YamlText, path: KeyPath) -> str | None:
    """Return the indentation of lines below a value, None where there can be none: in brackets and braces."""
    column = None
    for count in range(len(path)):
        around = span_at(file.top, path[:count])
        if not isinstance(around, ListSpan) or around.flow:
            return None
        column = _column(file.text, around.start)
    return None if column is None else " " * (2 + column)


def _behind_colon(file: YamlText, path: KeyPath) -> int:
    parent = span_at(file.top, path[:-1])
    if not isinstance(parent, MapSpan):
        _refuse()
    return file.text.index(":", parent.keys[parent.steps.index(path[-1])].end) + 1


def _last_letter(span: AnySpan, text: str) -> int:
    """Return where the last letter of a value ends: the marks of blocks stand behind the comments after them."""
    if isinstance(span, ListSpan) and not span.flow:
        end = _last_letter(span.values[-1], text) if span.values else 0
        return end if end > span.start else span.end
    if isinstance(span, ScalarSpan) and span.style in ("|", ">"):
        return span.start + len(text[span.start : span.end].rstrip())
    return span.end


def tail(text: str, parent: ListSpan, number: int) -> int:
    """Return where the last letter of an entry stands; of one without a value, that of its key."""
    value = parent.values[number]
    if not isinstance(parent, MapSpan):
        return _last_letter(value, text)
    key = parent.keys[number]
    if value.end <= value.start:
        return key.end + 1
    return max(_last_letter(value, text), text.index(":", key.end) + 1)


def head(text: str, parent: ListSpan, number: int) -> int:
    """Return where an entry begins: its key, or the - of an item."""
    if isinstance(parent, MapSpan):
        return parent.keys[number].start
    item = parent.values[number]
    if parent.flow:
        return item.start
    before = tail(text, parent, number - 1) if number else parent.start
    return text.rindex("-", before, max(item.start, before + 1))


def _taken_out(text: str, parent: ListSpan, number: int) -> tuple[int, int]:
    start, end = head(text, parent, number), tail(text, parent, number)
    is_last = number == len(parent.values) - 1
    if parent.flow:
        if not is_last:
            return start, head(text, parent, number + 1)
        return (tail(text, parent, number - 1) if number else start), end
    if text[line_start(text, start) : start].strip():  # it stands behind the - of an item
        following = start if is_last else head(text, parent, number + 1)
        if is_last or text[end:following].strip():
            _refuse()
        return start, following
    following_line = _LINE_END.search(text, end)
    begin, after = line_start(text, start), following_line.end() if following_line else len(text)
    return begin, after


# Adding.


def _with_key(file: YamlText, path: KeyPath, value: Whole, after: Sequence[str]) -> YamlText:
    parent, key = span_at(file.top, path[:-1]), str(path[-1])
    if isinstance(parent, AliasSpan):
        raise CannotEdit(f"*{parent.name} stands for all of this", f"change what is behind &{parent.name}")
    if not isinstance(parent, MapSpan):
        _refuse()
    behind = [parent.steps.index(step) for step in after if step in parent.steps]
    if isinstance(value, tuple | Mapping):
        forms: Iterable[str] = [flow(value)]
    else:
        forms = ways_to_write(None, value, "", _indent_below(file, path), file.line_end)
    texts = (
        _with_key_behind(file, parent, f"{yaml_word(key)}: {form}", number)
        for form in forms
        for number in (*behind[-1:], len(parent.values) - 1)
    )
    return first_right(file, texts, after_change(file, path, "set", content_of(value)))


def _with_key_behind(file: YamlText, parent: MapSpan, entry: str, number: int) -> str:
    text = file.text
    if not parent.values:
        return text[: parent.start + 1] + entry + text[parent.start + 1 :]
    end = tail(text, parent, number)
    if parent.flow:
        return f"{text[:end]}, {entry}{text[end:]}"
    at = line_end(text, end)
    return f"{text[:at]}{file.line_end}{' ' * _column(text, parent.keys[0].start)}{entry}{text[at:]}"


# Lists, of which every item that stays keeps its letters.


def flow(value: Whole) -> str:
    """Return a value in one line."""
    if isinstance(value, Mapping):
        items = ((key, yaml_word(one) if isinstance(one, str) else flow(one)) for key, one in value.items())
        return f"{{{', '.join(f'{yaml_word(key)}: {text}' for key, text in items)}}}"
    if isinstance(value, tuple):
        return f"[{', '.join(map(flow, value))}]"
    return yaml_text(value) if isinstance(value, str) else json.dumps(value)


def _with_items(file: YamlText, path: KeyPath, new: Items) -> YamlText:
    wanted = [content_of(item) for item in new]
    while True:
        old = span_at(file.top, path)
        assert isinstance(old, ListSpan)
        now = [content(item) for item in old.values]
        if now == wanted:
            return file
        before, after = shared_ends(now, wanted)
        if not wanted and not old.flow:
            start, end = _behind_colon(file, path), _last_letter(old, file.text)
            text = f"{file.text[:start]} []{file.text[end:]}"
            return first_right(file, [text], after_change(file, path, "set", content_of(())))
        if before == len(wanted) - after:
            file = without_value(file, (*path, before))
        elif before == len(now) - after:
            file = _with_item(file, (*path, before), old, new[before])
        else:
            file = with_value(file, (*path, before), new[before])


def _with_item(file: YamlText, path: KeyPath, old: ListSpan, item: Plain) -> YamlText:
    number = int(path[-1])
    forms = ways_to_write(None, item, "", None, file.line_end)
    text, indent = file.text, " " * _column(file.text, old.start)
    if old.flow:
        at = old.values[number - 1].end if number else old.start + 1
        before, behind = (", ", "") if number else ("", ", " if old.values else "")
    elif number:
        at, before, behind = line_end(text, tail(text, old, number - 1)), f"{file.line_end}{indent}- ", ""
    else:
        at, before, behind = old.start, "- ", f"{file.line_end}{indent}"
    texts = (text[:at] + before + form + behind + text[at:] for form in forms)
    return first_right(file, texts, after_change(file, path, "insert", content_of(item)))


# A new scalar written in the style of the old one: quotes, lines, indentation.


def ways_to_write(
    old: ScalarSpan | None, value: Plain, source: str, indent: str | None, line_end: str
) -> Iterator[str]:
    """Yield how a value may be written; `source` is how the `old` one is, `indent` that of lines below it.

    Without an `indent`, in brackets and braces, no text has lines of its own.
    """
    if not isinstance(value, str):
        yield json.dumps(value)
        return
    style = old.style if old else ""
    if (
        old is not None
        and isinstance(old.value, str)
        and (style or not is_ambiguous(value) or is_ambiguous(old.text))
    ):
        yield from _spliced(old, value, source, line_end)
    blanks = source[len(source.rstrip()) :] if style in ("|", ">") else ""
    if "\n" in value and indent is not None and style not in ("'", '"'):
        lines = value.removesuffix("\n").split("\n")  # on lines of their own, below the key
        sign = "|" if value.endswith("\n") else "|-"
        comment = source.partition("\n")[0].rstrip("\r").lstrip("|>+-0123456789") if blanks else ""
        body = "".join(f"{line_end}{indent}{line}" if line else line_end for line in lines)
        yield sign + comment + body + blanks
    if (old is None or not style) and yaml_word(value) == value:
        yield value
    if style == "'" and "\n" not in value:
        yield "'" + value.replace("'", "''") + "'"
    yield yaml_text(value) + blanks


# A text of which a part is written anew: the letters before and after it stay as they are, and so do their line ends.

_LETTERS = {
    '"': re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|\S)|\S"),
    "'": re.compile(r"''|\S"),
}
_PLAIN_LETTERS = re.compile(r"\S")


def _spliced(old: ScalarSpan, value: str, source: str, line_end: str) -> Iterator[str]:
    """Yield the source with another part; nothing where its letters cannot be told, blanks apart."""
    text, style, start, end = old.text, old.style, 0, len(source)
    if style in ("'", '"'):
        start, end = 1, end - 1
    elif style:
        header = _LINE_END.search(source)
        start = header.end() if header else end
        if len(text) - len(text.rstrip("\n")) != len(value) - len(value.rstrip("\n")):
            return
        text, value = text.rstrip("\n"), value.rstrip("\n")
    letters = [letter.span() for letter in _LETTERS.get(style, _PLAIN_LETTERS).finditer(source, start, end)]
    if len(letters) != len("".join(text.split())) or not letters:
        return
    before, after = shared_ends(text, value)
    last = len(text) - after
    number, count = (len("".join(text[:at].split())) for at in (before, last))
    if text[before : before + 1].strip():  # the blanks before a letter stay as they are
        begin = letters[number][0]
    else:
        before = len(text[:before].rstrip())
        begin = letters[number - 1][1] if number else start
    if text[last - 1 : last].strip() and after:  # and so do those behind one
        close = letters[count - 1][1]
    else:
        after = len(text[last:].lstrip())
        close = letters[count][0] if after else letters[-1][1]
    middle = value[before : len(value) - after]
    if style == '"':
        middle = yaml_text(middle)[1:-1]
    elif style == "'":
        middle = middle.replace("'", "''")
    elif style == "|":
        indent = re.search(r"[\r\n]( *)\S", source)
        middle = middle.replace("\n", line_end + (indent[1] if indent else ""))
    yield source[:begin] + middle + source[max(begin, close) :]

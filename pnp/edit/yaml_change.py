"""One value of a YAML file changed, added or removed; every other character stays.

Nothing comes of it that does not read back as the file before with just that value changed; what cannot be done so is
refused.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NoReturn

import yaml

from pnp.edit.yaml_spans import (
    AliasSpan,
    KeyPath,
    ListSpan,
    MapSpan,
    Said,
    ScalarSpan,
    YamlText,
    said,
    said_by,
    span_at,
    tail,
)
from pnp.load.nodes import Plain
from pnp.load.yaml_source import resolve
from pnp.model.errors import CannotEdit

Items = tuple[Plain, ...]
"""A list of single values."""

Item = Plain | Items
Whole = Item | Mapping[str, Item]
"""What can be written: a single value, a list of them, or a mapping of such."""

EMPTY = "{}\n"
"""Stands where a file has no entry left, so that it can be read."""

_STEP = "  "
_LINE_END = re.compile(r"\r\n|\n|\r")


def with_value(file: YamlText, path: KeyPath, value: Whole, after: Sequence[str] = ()) -> YamlText:
    """Return the file with a value at a path; a key that its mapping lacks is put behind the last of the keys `after`.

    Raises CannotEdit.
    """
    old = span_at(file.top, path)
    if old is None:
        return _with_key(file, path, value, after)
    if isinstance(old, AliasSpan):
        raise CannotEdit(f"*{old.name} stands for this value", f"change what is behind &{old.name}")
    if said(old) == said_by(value):
        return file
    if isinstance(value, tuple) and isinstance(old, ListSpan):
        return _with_items(file, path, value)
    if isinstance(old, MapSpan) or (isinstance(old, ListSpan) and not old.flow):
        raise CannotEdit("this is no single value", "change it in an editor")
    scalar = old if isinstance(old, ScalarSpan) else None
    source = file.text[old.start : old.end]
    if isinstance(value, tuple | Mapping):
        blanks = source[len(source.rstrip()) :] if scalar and scalar.style in ("|", ">") else ""
        texts: Iterable[str] = (flow(value) + blanks,)
    else:
        texts = ways(scalar, value, source, _indent_below(file, path), file.line_end)
    start = old.start
    if start == old.end:  # nothing is written behind the colon
        start = _behind_colon(file, path)
        texts = (f" {text}" for text in texts)
    changed = (file.text[:start] + text + file.text[max(start, old.end) :] for text in texts)
    return _first_right(file, changed, _said_after(said(file.top), path, "set", said_by(value)))


def without_value(file: YamlText, path: KeyPath) -> YamlText:
    """Return the file without the key, or the item, at a path; raises CannotEdit."""
    parent = span_at(file.top, path[:-1])
    number = parent.number_of(str(path[-1])) if isinstance(parent, MapSpan) else path[-1]
    if not isinstance(parent, MapSpan | ListSpan) or not isinstance(number, int):
        return file
    start, end = _taken_out(file.text, parent, number)
    text = file.text[:start] + file.text[end:]
    if len(path) == 1 and isinstance(parent, MapSpan) and not parent.flow and len(parent.entries) == 1:
        text += EMPTY
    return _first_right(file, [text], _said_after(said(file.top), path, "remove"))


def _refuse() -> NoReturn:
    raise CannotEdit("this cannot be changed here without changing something else", "change it in an editor")


def _first_right(file: YamlText, texts: Iterable[str], expected: Said) -> YamlText:
    """Return the file with the first of the texts that says what is expected."""
    for text in texts:
        try:
            changed = file.with_text(text)
        except CannotEdit:
            continue
        if said(changed.top) == expected:
            return changed
    _refuse()


def _said_after(
    before: Said, path: KeyPath, what: Literal["set", "insert", "remove"], new: Said = ("", None)
) -> Said:
    """Return what a file says once the value at a path is another, one more, or gone."""
    if not path:
        return new
    kind, inner = before
    step, rest = path[0], path[1:]
    inner = inner.copy()
    if rest:
        inner[step] = _said_after(inner[step], rest, what, new)
    elif what == "remove":
        del inner[step]
    elif what == "insert" and isinstance(inner, list) and isinstance(step, int):
        inner.insert(step, new)
    else:
        inner[step] = new
    return kind, inner


# Where things stand.


def _line_start(text: str, at: int) -> int:
    return max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1


def _line_end(text: str, at: int) -> int:
    """Return where the line ends in which a letter stands, before its line end."""
    found = _LINE_END.search(text, at)
    return found.start() if found else len(text)


def _next_line(text: str, at: int) -> int:
    found = _LINE_END.search(text, at)
    return found.end() if found else len(text)


def _column(text: str, at: int) -> int:
    return at - _line_start(text, at)


def _in_braces(file: YamlText, path: KeyPath) -> bool:
    """Say whether a value at a path stands in brackets or braces."""
    here = (span_at(file.top, path[:count]) for count in range(len(path)))
    return any(isinstance(each, ListSpan | MapSpan) and each.flow for each in here)


def _indent_below(file: YamlText, path: KeyPath) -> str | None:
    """Return the indentation of lines below a value, None where there can be none."""
    parent = span_at(file.top, path[:-1])
    if _in_braces(file, path) or not isinstance(parent, MapSpan | ListSpan):
        return None
    return " " * _column(file.text, parent.start) + _STEP


def _behind_colon(file: YamlText, path: KeyPath) -> int:
    parent = span_at(file.top, path[:-1])
    if not isinstance(parent, MapSpan):
        _refuse()
    number = parent.number_of(str(path[-1]))
    assert number is not None
    return file.text.index(":", parent.entries[number][0].end) + 1


def _tail(text: str, parent: MapSpan | ListSpan, number: int) -> int:
    """Return where the last letter of an entry stands; of one without a value, that of its key."""
    if isinstance(parent, ListSpan):
        return tail(parent.items[number], text)
    key, value = parent.entries[number]
    return max(tail(value, text), text.index(":", key.end) + 1) if value.end > value.start else key.end + 1


def _head(text: str, parent: MapSpan | ListSpan, number: int) -> int:
    """Return where an entry begins: its key, or the - of an item."""
    if isinstance(parent, MapSpan):
        return parent.entries[number][0].start
    item = parent.items[number]
    if parent.flow:
        return item.start
    before = _tail(text, parent, number - 1) if number else parent.start
    return text.rindex("-", before, max(item.start, before + 1))


def _count(parent: MapSpan | ListSpan) -> int:
    return len(parent.entries if isinstance(parent, MapSpan) else parent.items)


def _taken_out(text: str, parent: MapSpan | ListSpan, number: int) -> tuple[int, int]:
    """Return from where to where the text goes when an entry is taken out."""
    start, end = _head(text, parent, number), _tail(text, parent, number)
    is_last = number == _count(parent) - 1
    if parent.flow:
        if not is_last:
            return start, _head(text, parent, number + 1)
        return (_tail(text, parent, number - 1) if number else start), end
    if text[_line_start(text, start) : start].strip():  # it stands behind the - of an item
        following = start if is_last else _head(text, parent, number + 1)
        if is_last or text[end:following].strip():
            _refuse()
        return start, following
    begin, after = _line_start(text, start), _next_line(text, end)
    if after == len(text) and not text.endswith(("\n", "\r")):  # the file ends without a line end
        before = _LINE_END.search(text, max(0, begin - 2))
        return (before.start() if before and before.end() == begin else begin), after
    return begin, after


# Adding.


def _with_key(file: YamlText, path: KeyPath, value: Whole, after: Sequence[str]) -> YamlText:
    parent, key = span_at(file.top, path[:-1]), str(path[-1])
    if isinstance(parent, AliasSpan):
        raise CannotEdit(f"*{parent.name} stands for all of this", f"change what is behind &{parent.name}")
    if not isinstance(parent, MapSpan):
        _refuse()
    there = [number for each in after if (number := parent.number_of(each)) is not None]
    indent = None if _in_braces(file, path) or parent.flow else _indent_below(file, path)
    forms: Iterable[str] = (
        [flow(value)] if isinstance(value, tuple | Mapping) else ways(None, value, "", indent, file.line_end)
    )
    numbers = [*there[-1:], _count(parent) - 1]
    texts = (
        _with_key_behind(file, parent, f"{short_text(key)}: {form}", number)
        for form in forms
        for number in numbers
    )
    return _first_right(file, texts, _said_after(said(file.top), path, "set", said_by(value)))


def _with_key_behind(file: YamlText, parent: MapSpan, entry: str, number: int) -> str:
    text, line_end = file.text, file.line_end
    if not parent.entries:
        return text[: parent.start + 1] + entry + text[parent.start + 1 :]
    end = _tail(text, parent, number)
    if parent.flow:
        return f"{text[:end]}, {entry}{text[end:]}"
    at = _line_end(text, end)
    indent = " " * _column(text, parent.entries[0][0].start)
    return f"{text[:at]}{line_end}{indent}{entry}{text[at:]}"


# Lists, of which every item that stays keeps its letters.


def flow(value: Whole) -> str:
    """Return a value in one line."""
    if isinstance(value, Mapping):
        texts = (short_text(item) if isinstance(item, str) else flow(item) for item in value.values())
        return (
            f"{{{', '.join(f'{short_text(key)}: {text}' for key, text in zip(value, texts, strict=True))}}}"
        )
    if isinstance(value, tuple):
        return f"[{', '.join(map(flow, value))}]"
    return quoted(value) if isinstance(value, str) else plain_word(value)


def _with_items(file: YamlText, path: KeyPath, new: Items) -> YamlText:
    """Return the file with another list: what both have at the beginning and at the end stays."""
    wanted = [said_by(item) for item in new]
    while True:
        old = span_at(file.top, path)
        assert isinstance(old, ListSpan)
        now = [said(item) for item in old.items]
        if now == wanted:
            return file
        before = after = 0
        most = min(len(now), len(wanted))
        while before < most and now[before] == wanted[before]:
            before += 1
        while after < most - before and now[-1 - after] == wanted[-1 - after]:
            after += 1
        if not wanted and not old.flow:
            return _emptied(file, path, old)
        if before == len(wanted) - after:
            file = without_value(file, (*path, before))
        elif before == len(now) - after:
            file = _with_item(file, path, old, before, new[before])
        else:
            file = with_value(file, (*path, before), new[before])


def _emptied(file: YamlText, path: KeyPath, old: ListSpan) -> YamlText:
    start = _behind_colon(file, path)
    text = f"{file.text[:start]} []{file.text[tail(old, file.text) :]}"
    return _first_right(file, [text], _said_after(said(file.top), path, "set", said_by(())))


def _with_item(file: YamlText, path: KeyPath, old: ListSpan, number: int, item: Plain) -> YamlText:
    beside = old.items[max(0, number - 1)] if old.items else None
    forms: Iterator[str] = ways(None, item, "", None, file.line_end)
    if isinstance(item, str) and isinstance(beside, ScalarSpan) and beside.style == '"':
        forms = iter([quoted(item)])
    texts = (_with_item_at(file.text, old, number, form, file.line_end) for form in forms)
    expected = _said_after(said(file.top), (*path, number), "insert", said_by(item))
    return _first_right(file, texts, expected)


def _with_item_at(text: str, old: ListSpan, number: int, form: str, line_end: str) -> str:
    if old.flow:
        if not old.items:
            return text[: old.start + 1] + form + text[old.start + 1 :]
        if number:
            end = old.items[number - 1].end
            return f"{text[:end]}, {form}{text[end:]}"
        return f"{text[: old.items[0].start]}{form}, {text[old.items[0].start :]}"
    indent = " " * _column(text, old.start)
    if number:
        at = _line_end(text, _tail(text, old, number - 1))
        return f"{text[:at]}{line_end}{indent}- {form}{text[at:]}"
    return f"{text[: old.start]}- {form}{line_end}{indent}{text[old.start :]}"


# Whole entries of a list.


def with_copy(file: YamlText, path: KeyPath, values: dict[str, Plain]) -> YamlText:
    """Return the file with a copy of a mapping of a list behind it, some of its values changed; raises CannotEdit."""
    parent, number = span_at(file.top, path[:-1]), path[-1]
    if not isinstance(parent, ListSpan) or not isinstance(number, int) or parent.flow:
        _refuse()
    if not isinstance(parent.items[number], MapSpan):
        _refuse()
    start, end = _head(file.text, parent, number), _line_end(file.text, _tail(file.text, parent, number))
    copy = file.text[_line_start(file.text, start) : end]
    if "&" in copy and re.search(r"(?:^|[\s:,\[{-])&\w", copy):
        raise CannotEdit("this card has an &anchor that others use", "copy it in an editor")
    text = file.text[:end] + file.line_end + copy + file.text[end:]
    expected = _said_after(said(file.top), (*path[:-1], number + 1), "insert", said(parent.items[number]))
    file = _first_right(file, [text], expected)
    for key, value in values.items():
        file = with_value(file, (*path[:-1], number + 1, key), value)
    return file


# A new scalar written in the style of the old one: quotes, lines, indentation.

_BREAK = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t\r\n]*")
_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|.)", re.DOTALL)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff]")
_SIMPLE = re.compile(r"[^\W_](?:[^:#{}\[\],&*?|<>=!%@`\"'\n\\]|(?<=\w)['’])*")
_HEADER = re.compile(r"([|>])([1-9]?)[-+]?([1-9]?)")
_SHORTEST_LINE = 40

Letter = tuple[str, int, int]
"""One letter of a text, and from where to where it is written."""


def ways(
    old: ScalarSpan | None, value: Plain, source: str, indent: str | None, line_end: str
) -> Iterator[str]:
    """Yield how a value may be written; `source` is how the `old` one is, `indent` that of lines below it.

    Without an `indent`, in brackets and braces, no text has lines of its own.
    """
    if not isinstance(value, str):
        yield plain_word(value)
        return
    style = old.style if old else ""
    if old is not None and isinstance(old.value, str):
        if style or not is_ambiguous(value) or is_ambiguous(old.text):
            yield from _spliced(old, value, source, line_end)
        if style in ("|", ">"):
            yield from _as_block(old, value, source, line_end)
    if "\n" in value and indent is not None and style not in ("'", '"'):
        yield _literal(value, indent, line_end)
    if (old is None or not style) and _SIMPLE.fullmatch(value) and not is_ambiguous(value):
        yield value
    blanks = source[len(source.rstrip()) :] if style in ("|", ">") else ""
    if style == "'" and "\n" not in value:
        yield "'" + value.replace("'", "''") + "'"
    yield quoted(value) + blanks


def plain_word(value: Plain) -> str:
    """Return a number, true, false or null as YAML has it."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def quoted(text: str) -> str:
    r"""Return a text in quotes.

    >>> print(quoted('say "hi"\n'))
    "say \"hi\"\n"
    """
    return f'"{_escaped(text)}"'


def short_text(text: str) -> str:
    """Return a key or a text as it is written in one line, in quotes where it needs them.

    >>> short_text("leek"), short_text("no"), short_text("a: b")
    ('leek', '"no"', '"a: b"')
    """
    return next(ways(None, text, "", None, ""))


def _escaped(text: str) -> str:
    text = (
        text.replace("\\", "\\\\")
        .replace('"', '\\"')
        .replace("\n", "\\n")
        .replace("\t", "\\t")
        .replace("\xa0", "\\_")
    )
    return _CONTROL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def is_ambiguous(text: str) -> bool:
    """Say whether a word without quotes is no text to pnp, or to others that read YAML.

    >>> [is_ambiguous(word) for word in ("yes", "12", "007", "2024-05-01", "Kale", "1:30")]
    [True, True, True, True, False, True]
    """
    if text == "" or not isinstance(resolve(text), str):
        return True
    rules = yaml.SafeLoader.yaml_implicit_resolvers
    return any(rule.match(text) for _, rule in (*rules.get(text[0], ()), *rules.get(None, ())))


# A text of which a part is written anew: what is before and after stays as it is, letter by letter.


def _spliced(old: ScalarSpan, value: str, source: str, line_end: str) -> Iterator[str]:
    letters = list(_letters(source, old.style))
    if "".join(letter for letter, _, _ in letters) != old.text:
        return
    before = after = 0
    most = min(len(value), len(letters))
    while before < most and letters[before][0] == value[before]:
        before += 1
    while after < most - before and letters[-1 - after][0] == value[-1 - after]:
        after += 1
    if not letters:
        return
    start = letters[before][1] if before < len(letters) else letters[-1][2]
    end = letters[len(letters) - after][1] if after else letters[-1][2]
    middle = value[before : len(value) - after]
    if old.style == '"':
        middle = _escaped(middle)
    elif old.style == "'":
        middle = middle.replace("'", "''")
    elif old.style == "|":
        middle = middle.replace("\n", line_end + _indent_of(source))
    yield source[:start] + middle + source[max(start, end) :]


def _letters(source: str, style: str) -> Iterator[Letter]:
    """Yield the letters of a text as its source has them; line ends within are a blank, or as many lines as they leave free."""
    if style in ("|", ">"):
        yield from _letters_of_block(source, style)
        return
    at, end = (1, len(source) - 1) if style else (0, len(source))
    while at < end:
        if found := _BREAK.match(source, at, end):
            count = len(_LINE_END.findall(found[0]))
            yield from _several(" " if count == 1 else "\n" * (count - 1), at, found.end())
            at = found.end()
        elif style == '"' and (escape := _ESCAPE.match(source, at, end)):
            at = escape.end()
            if escape[0][1] in "\r\n":
                blank = _BREAK.match(source, escape.start() + 1, end)
                at = blank.end() if blank else at
            else:
                yield yaml.safe_load(f'"{escape[0]}"'), escape.start(), at
        else:
            size = 2 if style == "'" and source.startswith("''", at) else 1
            yield source[at], at, at + size
            at += size


def _several(letters: str, start: int, end: int) -> Iterator[Letter]:
    yield letters[0], start, end
    yield from ((letter, end, end) for letter in letters[1:])


def _letters_of_block(source: str, style: str) -> Iterator[Letter]:
    """Yield the letters of a text on lines of their own, as it ends with one line end or none."""
    indent = len(_indent_of(source))
    header = _LINE_END.search(source)
    lines = [*_lines(source, header.end())] if header else []
    while lines and not source[slice(*lines[-1][:2])].strip():
        lines.pop()
    pending: list[Letter] = []
    for number, (start, end, after) in enumerate(lines):
        begin = min(start + indent, end)
        if style == ">" and begin < end and pending:
            breaks = len(pending)
            yield from _several(" " if breaks == 1 else "\n" * (breaks - 1), pending[0][1], begin)
            pending = []
        yield from ((source[at], at, at + 1) for at in range(begin, end))
        closing = ("\n", end, lines[number + 1][0] + indent if number + 1 < len(lines) else after)
        if style == ">" and number + 1 < len(lines):
            pending.append(closing)
        elif number + 1 < len(lines) or "-" not in source[: header.end() if header else 0]:
            yield closing


def _lines(source: str, at: int) -> Iterator[tuple[int, int, int]]:
    """Yield where each line begins, where it ends, and where the next one begins."""
    ends = [(found.start(), found.end()) for found in _LINE_END.finditer(source, at)]
    starts = [at, *(after for _, after in ends)]
    for (start, _), (end, after) in zip(pairwise([*starts, len(source)]), ends, strict=False):
        yield start, end, after
    if starts[-1] < len(source):
        yield starts[-1], len(source), len(source)


def _indent_of(source: str) -> str:
    """Return the blanks before the first line of a block."""
    for line in _LINE_END.split(source)[1:]:
        if line.strip():
            return line[: len(line) - len(line.lstrip(" "))]
    return ""


# A text on lines of its own, written anew.


def _as_block(old: ScalarSpan, value: str, source: str, line_end: str) -> Iterator[str]:
    """Yield a text with the sign, the comment and the indentation of the one before."""
    body = value.rstrip("\n")
    indent = _indent_of(source)
    if not body or not indent:
        return
    first = _LINE_END.split(source, maxsplit=1)[0]
    ending = {0: "-", 1: ""}.get(len(value) - len(body), "+")
    kept = "-" if "-" in first.partition("#")[0] else "+" if "+" in first.partition("#")[0] else ""
    if ending != kept:
        first = _HEADER.sub(lambda found: f"{found[1]}{found[2]}{found[3]}{ending}", first, count=1)
    lines = body.split("\n")
    if old.style == ">":
        width = max(_SHORTEST_LINE, *(len(line) - len(indent) for line in _LINE_END.split(source)))
        lines = [each for number, line in enumerate(lines) for each in _folded(line, width, first=not number)]
    rest = source[len(source.rstrip()) :]
    blanks = line_end * (len(value) - len(body) - 1) if ending == "+" else ""
    written = line_end.join(f"{indent}{line}" if line else "" for line in lines)
    yield first + line_end + written + (line_end + blanks if ending == "+" else rest)


def _folded(line: str, width: int, *, first: bool) -> Iterator[str]:
    """Yield the lines of a paragraph; an empty one before it, unless it is the first."""
    if not first:
        yield ""
        if not line:
            return
    row = ""
    for word in line.split(" "):
        if row and len(row) + 1 + len(word) > width:
            yield row
            row = word
        else:
            row = f"{row} {word}" if row else word
    yield row


def _literal(value: str, indent: str, line_end: str) -> str:
    """Return a text of several lines below its key."""
    sign = "|" if value.endswith("\n") else "|-"
    lines = value.removesuffix("\n").split("\n")
    return sign + "".join(f"{line_end}{indent}{line}" if line else line_end for line in lines)

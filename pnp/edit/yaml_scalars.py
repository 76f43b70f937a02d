"""A new scalar written in the style of the old one: quotes, lines, indentation.

Each function yields ways to write, the one nearest to what was there first; who asks takes the first that reads back right.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

import yaml

from pnp.edit.yaml_spans import ScalarSpan
from pnp.load.nodes import Plain
from pnp.load.yaml_source import resolve

_BREAK = re.compile(r"[ \t]*(?:\r\n|\n|\r)[ \t\r\n]*")
_LINE_END = re.compile(r"\r\n|\n|\r")
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

"""Read JSON into nodes that know their line and column."""

import json
import re
from bisect import bisect_right
from typing import NoReturn

from pnp.load.nodes import Findings, Key, ListNode, MapNode, Node, Plain, Problem, ScalarNode
from pnp.load.rows.cells import whole_text
from pnp.load.rows.csv_cells import decode_table, without_invisible
from pnp.load.yaml_source import MAX_DEPTH
from pnp.model.diagnostics import Place

_BLANK = re.compile(r"[ \t\n\r]*")
_PLAIN = re.compile(r"[^\s,\]}]+")
_DECODER = json.JSONDecoder()
_WORDS: dict[str, Plain] = {"true": True, "false": False, "null": None}


def read_json(data: bytes, label: str, findings: Findings, *, encoding: str = "") -> Node:
    """Return what a JSON file says; raises Problem for one that is none."""
    text = without_invisible(decode_table(data, label, encoding), label, findings)
    if _LINES.match(text):  # an object on each line
        text = f"[{re.sub(_LINE_END, ',', text.strip())}]"
    reader = _Reader(text, label, findings)
    try:
        json.loads(text, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        message = f"this is not JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        hint = "look at this line and the one above: commas, quotes and brackets"
        raise Problem("PNP101", message, reader.place(error.pos), hint) from error
    except (RecursionError, ValueError) as error:
        message = "a number that no computer reckons with, or brackets too deep in each other"
        raise Problem("PNP108", message, reader.place(0), "write it in a simpler way") from error
    return reader.value(0, depth=1)[0]


def _refuse(word: str) -> NoReturn:
    raise ValueError(word)


_LINES = re.compile(r"\s*\{[^\n]*\}[ \t]*\r?\n\s*\{")
_LINE_END = re.compile(r"(?<=\})(?=[ \t]*\r?\n\s*\{)")


class _Reader:
    """Walks a text that is known to be JSON."""

    def __init__(self, text: str, file: str, findings: Findings) -> None:
        self._text = text
        self._file = file
        self._findings = findings
        self._lines = [0, *(end.end() for end in re.finditer("\n", text))]

    def place(self, at: int, length: int = 1) -> Place:
        """Return the line and column of a letter."""
        line = bisect_right(self._lines, at) - 1
        return Place(self._file, line + 1, at - self._lines[line] + 1, max(1, length))

    def value(self, at: int, *, depth: int) -> tuple[Node, int]:
        """Return the value that begins at `at` or after blanks, and where it ends."""
        at = self._past_blanks(at)
        if depth > MAX_DEPTH:
            message = f"more than {MAX_DEPTH} lists and mappings inside each other"
            raise Problem("PNP108", message, self.place(at), "flatten them")
        sign = self._text[at]
        if sign == "{":
            return self._map(at, depth)
        if sign == "[":
            return self._list(at, depth)
        if sign == '"':
            return self._string(at)
        plain = _PLAIN.match(self._text, at)
        assert plain is not None
        return ScalarNode(_plain(plain[0]), plain[0], self.place(at, len(plain[0]))), plain.end()

    def _past_blanks(self, at: int) -> int:
        blank = _BLANK.match(self._text, at)
        assert blank is not None
        return blank.end()

    def _string(self, start: int) -> tuple[ScalarNode, int]:
        text, end = _DECODER.raw_decode(self._text, start)
        place = self.place(start, end - start)
        text = whole_text(text, place, self._findings)
        return ScalarNode(text, text, place, quoted=True), end

    def _list(self, start: int, depth: int) -> tuple[ListNode, int]:
        items: list[Node] = []
        at = self._past_blanks(start + 1)
        while self._text[at] != "]":
            item, at = self.value(at, depth=depth + 1)
            items.append(item)
            at = self._past_comma(at)
        return ListNode(tuple(items), self.place(start)), at + 1

    def _map(self, start: int, depth: int) -> tuple[MapNode, int]:
        entries: dict[str, tuple[Key, Node]] = {}
        at = self._past_blanks(start + 1)
        while self._text[at] != "}":
            key, at = self._string(at)
            value, at = self.value(self._past_blanks(at) + 1, depth=depth + 1)
            if key.text in entries:
                line = entries[key.text][0].place.line
                hint = f"it is first on line {line}; delete one"
                self._findings.error("PNP106", f'"{key.text}" is written twice', key.place, hint=hint)
            entries.setdefault(key.text, (Key(key.text, key.place), value))
            at = self._past_comma(at)
        return MapNode(tuple(entries.values()), self.place(start)), at + 1

    def _past_comma(self, at: int) -> int:
        at = self._past_blanks(at)
        return self._past_blanks(at + 1) if self._text[at] == "," else at


def _plain(word: str) -> Plain:
    """Return a number, true, false or nothing; a number without a fraction is whole.

    >>> _plain("3.0"), _plain("2.5"), _plain("null")
    (3, 2.5, None)
    """
    if word in _WORDS:
        return _WORDS[word]
    number = float(word)
    if re.fullmatch(r"-?[0-9]+", word):
        return int(word)
    return int(number) if number.is_integer() and abs(number) < 1e15 else number

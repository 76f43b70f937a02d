"""A JSON file of rows with one value changed, added or removed, and every other letter as it was."""

import json
from collections.abc import Iterator

from pnp.load.nodes import Findings, ListNode, MapNode, Node, Problem
from pnp.load.rows.json_nodes import read_json
from pnp.load.yaml_source import decode
from pnp.model.diagnostics import Place
from pnp.model.errors import CannotEdit

_DECODER = json.JSONDecoder()
_MARK = b"\xef\xbb\xbf"


def with_json_value(data: bytes, label: str, row: Place, key: str, value: object) -> bytes:
    """Return a file with another value for a key of a row, None for none; `row` is where the row begins.

    Raises CannotEdit.
    """
    try:
        top = read_json(data, label, Findings())
        text = decode(data, label)
    except Problem as problem:
        raise CannotEdit(f"{label}: {problem}", problem.finding.hint) from problem
    entry = next((each for each in _maps(top) if each.place == row), None)
    if entry is None:
        raise CannotEdit(f"there is no such row in {label}", "the file has changed: look at it again")
    changed = _changed(text, entry, key, value)
    return (_MARK if data.startswith(_MARK) else b"") + changed.encode()


def _maps(node: Node) -> Iterator[MapNode]:
    if isinstance(node, MapNode):
        yield node
        for _, child in node.entries:
            yield from _maps(child)
    elif isinstance(node, ListNode):
        for child in node.items:
            yield from _maps(child)


def _at(text: str, place: Place) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1


def _changed(text: str, entry: MapNode, key: str, value: object) -> str:
    spans = [_span(text, name.place, node.place) for name, node in entry.entries]
    number = next((number for number, (name, _) in enumerate(entry.entries) if name.text == key), None)
    form = json.dumps(value, ensure_ascii=text.isascii() and "\\u" in text)
    if number is not None:
        start, begin, end = spans[number]
        if value is not None:
            return text[:begin] + form + text[end:]
        if number + 1 < len(spans):
            return text[:start] + text[spans[number + 1][0] :]
        return text[: spans[number - 1][2] if number else start] + text[end:]
    if value is None:
        return text
    if not spans:
        at = _at(text, entry.place) + 1
        return f"{text[:at]}{json.dumps(key)}: {form}{text[at:]}"
    (start, begin, end) = spans[-1]
    before = (
        text[spans[-2][2] : start]
        if len(spans) > 1
        else "," + (text[_at(text, entry.place) + 1 : start] or " ")
    )
    colon = text[start:begin].partition(":")[2]
    return f"{text[:end]}{before}{json.dumps(key)}:{colon}{form}{text[end:]}"


def _span(text: str, key: Place, value: Place) -> tuple[int, int, int]:
    """Return where a key begins, where its value begins, and where that ends."""
    begin = _at(text, value)
    return _at(text, key), begin, _DECODER.raw_decode(text, begin)[1]

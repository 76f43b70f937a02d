"""What a cell of a table holds: a checked text, true or false, a number in one of the ways that people write it."""

import re
from collections.abc import Sequence
from itertools import chain

from pnp.load.nodes import MAX_TEXT, Findings, ListNode, MapNode, Node, ScalarNode, with_values
from pnp.load.yaml_source import HIDDEN, resolve
from pnp.model.diagnostics import Place

ERRORS = ("#REF!", "#N/A", "#VALUE!", "#DIV/0!", "#NAME?", "#NUM!", "#NULL!", "#SPILL!", "#CALC!")
"""What a spreadsheet shows in place of a result."""

NO_VALUES = ("NULL", "null", "None", "NaN", "nan", "undefined", "N/A", "n/a", "NA", "-", "–", "—", "--", "~")
"""What databases, programs and people write into a cell that is empty."""


def checked_text(text: str, place: Place, findings: Findings) -> str:
    """Return a text without invisible characters and no longer than it may be, both reported."""
    if len(text) > MAX_TEXT:
        message = f"a text of {len(text):,} characters; the limit is {MAX_TEXT:,}"
        findings.error("PNP108", message, place, hint="shorten it")
        text = text[:MAX_TEXT]
    if not text.isprintable() and (hidden := HIDDEN.search(text)):
        message = f"there is an invisible character (U+{ord(hidden[0]):04X}) in this text"
        findings.error("PNP100", message, place, hint="delete it")
        text = HIDDEN.sub("", text)
    return text


_WHOLE = re.compile(r"(0|-?[1-9][0-9]{0,17})(?:\.0+)?")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})\.[0-9]{0,16}[1-9]")
_TYPED = re.compile(r"[-+−]?[0-9]{1,15}(?:[.,][0-9]{1,15})?")
_FIRST_OF_NUMBERS = frozenset("-0123456789")
_LONGEST_WORD = len("false")


def cell_value(text: str) -> bool | int | float | str:
    """Return what a cell holds: true or false, a number written as one prints it, else its text.

    >>> [cell_value(text) for text in ("3", "3.0", "-0.5", "TRUE", "+2", "2.50", "007", "null")]
    [3, 3, -0.5, True, '+2', '2.50', '007', 'null']
    """
    if text[:1] in _FIRST_OF_NUMBERS:
        if whole := _WHOLE.fullmatch(text):
            return int(whole[1])
        if _DECIMAL.fullmatch(text):
            return float(text)
    value = resolve(text) if len(text) <= _LONGEST_WORD else text
    return value if isinstance(value, bool) else text


def number_in(text: str) -> int | float | None:
    """Return the number that a field of numbers is given, None for what is none; a fraction of zeros makes it no fraction.

    >>> [number_in(text) for text in ("+2", "−3", "1,50", "'7", "2.0", "two")]
    [2, -3, 1.5, 7, 2, None]
    """
    written = text.strip().lstrip("'")
    if not _TYPED.fullmatch(written):
        return None
    number = float(written.replace(",", ".").replace("−", "-"))
    return int(number) if number.is_integer() else number


def without_minus_ones(rows: Sequence[MapNode], findings: Findings) -> tuple[MapNode, ...]:
    """Return the rows without a -1 that says of a card that it has none: one in five has it, all others have numbers from 1 on."""
    columns = {name: [row.value.get(name) for row in rows] for name in dict.fromkeys(chain(*rows))}
    often = {name: {*map(str, each)} for name, each in columns.items() if 5 * each.count(-1) >= len(rows)}
    above = {name for name in often if all(map(_ABOVE_0.fullmatch, often[name] - {"-1", "None"}))}

    def kept(node: Node, name: str) -> Node | None:
        if node.value != -1 or name not in above or len(often[name]) <= _ENOUGH:
            return node
        findings.warn("PNP157", f"{name} -1, for none: left out", node.place, hint="empty the cell")
        return None

    return tuple(with_values(row, kept) for row in rows)


_ABOVE_0 = re.compile("[1-9][0-9]*")
_ENOUGH = 4  # Numbers of a column in which a -1 may be none: 1 and -1 are what is won and lost.
LIST_SIGN = "|"
LONGEST_ITEM = 40  # Letters of an item: where a | stands in longer texts, they are no lists.


def list_fields(entries: Sequence[MapNode], others: set[str], signs: str) -> dict[str, str]:
    """Return the fields, but for some others, whose cells are lists, each with one of the signs between its items."""
    cells: dict[str, list[str]] = {}
    for entry in entries:
        for key, node in entry.entries:
            if key.text not in others and isinstance(node, ScalarNode):
                cells.setdefault(key.text, []).append(node.text)
    found = {
        name: next((sign for sign in signs if _are_lists(texts, sign)), "") for name, texts in cells.items()
    }
    return {field: sign for field, sign in found.items() if sign}


_ITEM = r"""'[^']*'|"[^"]*"|-?\d+(?:\.\d+)?"""
_WRITTEN_LIST = re.compile(rf"\[\s*(?:(?:{_ITEM})\s*,?\s*)*\]")


def _are_lists(cells: Sequence[str], sign: str) -> bool:
    if sign == "[":
        return all(map(_WRITTEN_LIST.fullmatch, cells))
    parts = [part for cell in cells if sign in cell for part in cell.split(sign) if cell[0] != "("]  # (2|1)
    is_text = sign == ";" and any(part[:1].isspace() or "&" in part for part in parts)
    is_short = all(len(part) <= LONGEST_ITEM and "\n" not in part for part in parts)
    return bool(parts) and not is_text and is_short


def cell_items(node: ScalarNode, sign: str = LIST_SIGN) -> ListNode:
    """Return the items between the signs of a cell."""
    parts = re.findall(_ITEM, node.text) if sign == "[" else node.text.split(sign)
    parts = [part.strip("'\"") if sign == "[" else part.strip() for part in parts]
    items = (ScalarNode(cell_value(part), part, node.place) for part in parts if part)
    return ListNode(tuple(items), node.place)

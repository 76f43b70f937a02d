"""What a cell of a table holds: a checked text, true or false, a number in one of the ways that people write it."""

import re

from pnp.load.nodes import MAX_TEXT, Findings
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

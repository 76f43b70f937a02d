"""Where a line may end in a text: at blanks, and beside letters of other scripts as Unicode has it (UAX 14).

All languages have the strict rules, by which no line begins with a small kana. Scripts without blanks whose words only a
dictionary knows, such as Thai, need a library that has one (extra `thai`).
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from itertools import accumulate
from typing import NamedTuple
from unicodedata import category, east_asian_width

from pnp.files import read_package
from pnp.model.diagnostics import CannotUse

BLANKS = " \t\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2008\u2009\u200a\u205f\u3000"
"""Blanks at which a line may end; a no-break space is none."""

BREAK = "\u200b"

_RULED = re.compile(
    "[\u00ad\u200b\u2060"  # soft hyphen, break and no break without a blank
    "\u0590-\u08ff"  # Hebrew to Arabic
    "\u0900-\u11ff\u1700-\u18af\u1950-\u1aaf\u1b00-\u1c7f"  # scripts of India and South East Asia, Hangul letters
    "\u2e80-\ua4cf\ua8e0-\ua8ff\ua960-\uabff\uac00-\ud7ff"  # Chinese, Japanese, Korean, Yi
    "\uf900-\ufaff\ufb1d-\ufdff\ufe10-\ufe4f\ufe70-\ufeff\uff00-\uffef"
    "\U00010800-\U00010fff\U00011000-\U000123ff\U00016800-\U0001ffff\U00020000-\U0003ffff"
    "\u2000-\u2006\u2008-\u200a\u205f]"
)
"""Characters beside which a line may end without a blank, and blanks of a width of their own."""

_BY_DICTIONARY = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\u1b00-\u1bf3\ua980-\ua9ff\uaa00-\uaadf"
    "\U00011000-\U000123ff\U00016800-\U00016fff]"
)
"""Thai, Lao, Khmer, Burmese and their neighbours."""


@lru_cache(maxsize=4096)
def unbreakable(text: str) -> tuple[tuple[int, int, int], ...]:
    """Return the unbreakable parts of a text in order, each as its start, the end of its letters, and the end of its blanks.

    Raises CannotUse when the library that a text needs is not installed.

    >>> [text[a:b] for text in ["山札、「赤」x-y"] for a, b, _ in unbreakable(text)]
    ['山', '札、', '「赤」', 'x-y']
    """
    if text.isascii() or _RULED.search(text) is None:
        return tuple((part.start(), part.end(1), part.end()) for part in _WORD.finditer(text) if part[0])
    return tuple(_ruled_parts(text))


_WORD = re.compile(r"([^ \t]*)[ \t]*")


def _ruled_parts(text: str) -> Iterator[tuple[int, int, int]]:
    start = 0
    for end in _opportunities_by_dictionary(text) if _BY_DICTIONARY.search(text) else opportunities(text):
        if (
            end == len(text)
            or text[end - 1] in BLANKS
            or _RULED.match(text, end - 1)
            or _RULED.match(text, end)
        ):
            core = len(text[start:end].rstrip(BLANKS + BREAK))
            yield start, start + core, end
            start = end


def _opportunities_by_dictionary(text: str) -> list[int]:
    try:
        from icu4py.breakers import LineBreaker  # noqa: PLC0415 - an extra
    except ImportError:
        message = "Thai, Lao, Khmer and Burmese need the library icu4py, which is not installed"
        raise CannotUse(message, 'pip install "pnp-cards[thai]"') from None
    # English stands for the rules without any language's exceptions: those of Japanese let small kana begin a line.
    return list(accumulate(map(len, LineBreaker(text.encode("utf-8", "replace").decode(), "en"))))


@cache
def _kinds() -> Mapping[str, re.Pattern[str]]:
    """Return Unicode's line breaking classes, as far as the category and the width of a character do not tell them.

    CM has the vowels of Korean, too, which follow their consonant.
    """
    classes = json.loads(read_package("pnp.typesetting", "line_break_classes.json"))
    return {name: re.compile(f"[{characters}]") for name, characters in classes.items()}


_KINDS_BY_CATEGORY = {"Ps": "OP", "Pe": "CL", "Pi": "QU", "Pf": "QU", "Nd": "NU", "Sc": "PR", "Pd": "BA"}
_KINDS_BY_CATEGORY |= dict.fromkeys(("Mn", "Mc", "Me", "Cc", "Cf"), "CM")


@lru_cache(maxsize=8192)
def _kind(character: str) -> str:
    known = next((name for name, pattern in _kinds().items() if pattern.match(character)), None)
    known = known or _KINDS_BY_CATEGORY.get(category(character))
    return known or ("ID" if _is_wide(character) else "AL")


class _Unit(NamedTuple):
    """A character with the marks on it: its class, how many characters are before it, and what its rules ask of these."""

    kind: str = ""
    character: str = "a"
    place: int = 0
    ends_number: bool = False
    is_odd_flag: bool = False

    def then(self, kind: str, character: str, place: int) -> "_Unit":
        """Return the unit that follows."""
        ends_number = kind == "NU" or (
            self.ends_number and self.kind not in {"CL", "CP"} and kind in {"SY", "IS", "CL", "CP"}
        )
        return _Unit(kind, character, place, ends_number, kind == "RI" and not self.is_odd_flag)

    @property
    def is_wide(self) -> bool:
        return _is_wide(self.character)


def _is_wide(character: str) -> bool:
    return east_asian_width(character) in "WFH"


def opportunities(text: str) -> list[int]:
    """Return how many characters of a text stand before each place where a line may end, and how many there are."""
    units = [_Unit()]
    for place, character in enumerate(text):
        kind = _kind(character)
        if kind != "CM" or units[-1].kind in {"", "SP", "ZW"}:
            units.append(units[-1].then("AL" if kind == "CM" else kind, character, place))
    units.append(_Unit())
    places, last = [], 0
    for number, unit in enumerate(units[1:-1], 1):
        earlier = units[last - 1] if last else _Unit()
        is_spaced = last < number - 1
        may_end = _may_end(earlier, units[last], unit, units[number + 1], is_spaced=is_spaced)
        if may_end and unit.place and text[unit.place - 1] != "\u200d":
            places.append(unit.place)
        if unit.kind != "SP":
            last = number
    return [*places, len(text)]


_LETTERS = {"AL", "HL"}
_BEGINS = {"", "SP", "ZW", "GL"}


def _may_end(earlier: _Unit, last: _Unit, unit: _Unit, after: _Unit, *, is_spaced: bool) -> bool:
    """Say whether a line may end before a unit; `last` is the one before it that is no blank, `earlier` the one before that."""
    if unit.kind in {"SP", "ZW"} or last.kind == "ZW":
        return unit.kind not in {"SP", "ZW"}
    if (
        unit.kind in {"WJ", "CL", "CP", "EX", "SY"}
        or last.kind == "OP"
        or (category(last.character) == "Pi" and earlier.kind in _BEGINS | {"OP", "QU"})
        or (category(unit.character) == "Pf" and after.kind in _ENDS)
        or (unit.kind == "NS" and last.kind in {"CL", "CP"})
        or unit.kind == last.kind == "B2"
    ):
        return False
    if unit.kind == "IS":
        return is_spaced and after.kind == "NU"
    return is_spaced or not (_is_quoted(earlier, last, unit, after) or _is_joined(earlier, last, unit, after))


_ENDS = _BEGINS | {"WJ", "CL", "QU", "CP", "EX", "IS", "SY"}


def _is_quoted(earlier: _Unit, last: _Unit, unit: _Unit, after: _Unit) -> bool:
    """Say whether one of two units is a quotation mark that keeps to the other: not all do among wide letters."""
    if unit.kind == "QU" and not (category(unit.character) == "Pi" and last.is_wide and after.is_wide):
        return True
    return last.kind == "QU" and not (category(last.character) == "Pf" and unit.is_wide and earlier.is_wide)


def _is_joined(earlier: _Unit, last: _Unit, unit: _Unit, after: _Unit) -> bool:
    """Say whether no line ends between two units that touch."""
    before, kind = last.kind, unit.kind
    begins_word = earlier.kind in _BEGINS and kind in _LETTERS
    hyphens_word = earlier.kind == "HL" and kind != "HL" and not last.is_wide
    return (
        (before, kind) in _JOINED
        or before in {"WJ", "GL"}
        or kind in {"BA", "HY", "HH", "NS", "IN"}
        or (kind == "GL" and before not in {"BA", "HY", "HH"})
        or (before in {"HY", "HH"} and (begins_word or hyphens_word))
        or (kind in {"PO", "PR"} and last.ends_number)
        or (before in {"PO", "PR"} and kind == "OP" and after.kind == "NU")
        or (before == "SY" and (kind == "HL" or (kind == "NU" and last.ends_number)))
        or (before in _LETTERS | {"NU"} and kind == "OP" and not unit.is_wide)
        or (before == "CP" and kind in _LETTERS | {"NU"} and not last.is_wide)
        or (kind == "RI" and last.is_odd_flag)
        or (kind == "EM" and category(last.character) == "So")
    )


_JOINED = {(one, other) for one in ("AL", "HL", "NU", "PO", "PR", "IS") for other in ("AL", "HL", "NU")}
_JOINED |= {(one, "PO") for one in ("AL", "HL", "ID", "EM")}
_JOINED |= {("PR", "ID"), ("PR", "EM"), ("AL", "PR"), ("HL", "PR"), ("HY", "NU")}

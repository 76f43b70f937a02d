"""Which letters of a text run from right to left, by Unicode's bidirectional algorithm (UAX 9), implicit directions only.

Every letter has a level: even ones run to the right, odd ones to the left, and what has a higher level is set as a whole
inside what has a lower one. The names of the rules are those of the standard.
"""

import re
from collections.abc import Sequence
from itertools import groupby, takewhile
from unicodedata import bidirectional

RIGHT_TO_LEFT_MARK = "\u200f"
JOINER = "\u200d"  # Beside an Arabic letter: the letter has the form that joins.

RIGHT_TO_LEFT_LANGUAGES = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"}
)

_STRONG = {"L": 0, "R": 1, "AL": 1}
_NO_LETTER = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI", "BN", "B"})
"""Kinds without a direction of their own. Embeddings, overrides and isolates come from web pages, and are passed over."""

_INSIDE_NUMBERS = {("ES", "EN"), ("CS", "EN"), ("CS", "AN")}
_TURNING = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_MARKS = str.maketrans("", "", RIGHT_TO_LEFT_MARK + JOINER)

_BRACKETS = (
    "()[]{}\u0f3a\u0f3b\u0f3c\u0f3d\u169b\u169c\u2045\u2046\u207d\u207e\u208d\u208e\u2308\u2309\u230a\u230b"
    "\u2768\u2769\u276a\u276b\u276c\u276d\u276e\u276f\u2770\u2771\u2772\u2773\u2774\u2775\u27c5\u27c6\u27e6\u27e7"
    "\u27e8\u27e9\u27ea\u27eb\u27ec\u27ed\u27ee\u27ef\u2983\u2984\u2985\u2986\u2987\u2988\u2989\u298a\u298b\u298c"
    "\u298d\u2990\u298f\u298e\u2991\u2992\u2993\u2994\u2995\u2996\u2997\u2998\u29d8\u29d9\u29da\u29db\u29fc\u29fd"
    "\u2e22\u2e23\u2e24\u2e25\u2e26\u2e27\u2e28\u2e29\u2e55\u2e56\u2e57\u2e58\u2e59\u2e5a\u2e5b\u2e5c\u3008\u3009"
    "\u300a\u300b\u300c\u300d\u300e\u300f\u3010\u3011\u3014\u3015\u3016\u3017\u3018\u3019\u301a\u301b\ufe59\ufe5a"
    "\ufe5b\ufe5c\ufe5d\ufe5e\uff08\uff09\uff3b\uff3d\uff5b\uff5d\uff5f\uff60\uff62\uff63\u2329\u232a"
)
_CLOSING = dict(zip(_BRACKETS[::2], _BRACKETS[1::2], strict=True)) | {"\u2329": "\u3009"}
_CLOSES = {**{closing: closing for closing in _CLOSING.values()}, "\u232a": "\u3009"}
_DEEPEST_BRACKETS = 63


def unmarked(text: str) -> str:
    """Return the letters of a drawing as they were written, without the marks that tell how to set them."""
    return text.translate(_MARKS)


def base_level(text: str, otherwise: int = 0) -> int:
    """Return 0 or 1, the direction of the first letter that has one (rules P2 and P3).

    >>> base_level("3 apples"), base_level("3 תפוחים"), base_level("3", otherwise=1)
    (0, 1, 1)
    """
    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), otherwise)


def may_turn(text: str) -> bool:
    """Say whether a text has letters, or marks, that make some of it run to the left."""
    return not text.isascii() and _TURNING.search(text) is not None


def levels(text: str, base: int) -> list[int]:
    """Return the level of each letter of a paragraph whose own is `base`.

    >>> levels("ab אב 12", 0)
    [0, 0, 0, 1, 1, 1, 2, 2]
    """
    given = [bidirectional(letter) or "L" for letter in text]
    kinds, outside = list(given), "R" if base % 2 else "L"
    places = [at for at, kind in enumerate(given) if kind not in _NO_LETTER]
    _resolve_marks(places, kinds, outside)
    _resolve_numbers(places, kinds, outside)
    _resolve_brackets(places, text, given, kinds, outside)
    _resolve_neutrals(places, kinds, outside)
    result, level = [], base
    for at, kind in enumerate(kinds):
        if given[at] not in _NO_LETTER:  # I1 and I2
            odd = base % 2
            level = base + {"L": odd, "R": 1 - odd}.get(kind, 2 - odd)
        result.append(level)
    return result


def visual_order(line_levels: Sequence[int]) -> list[int]:
    """Return the places of what has these levels, from left to right (rule L2).

    >>> visual_order([0, 1, 2, 2, 1])
    [0, 4, 2, 3, 1]
    """
    order = list(range(len(line_levels)))
    for level in range(max(line_levels, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and line_levels[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return order


def _resolve_marks(places: Sequence[int], kinds: list[str], outside: str) -> None:
    """Let marks be what they stand on (W1), and numbers after Arabic letters Arabic numbers (W2, W3)."""
    before = strong = outside
    for at in places:
        if kinds[at] == "NSM":
            kinds[at] = before
        before = kinds[at]
        if before in _STRONG:
            strong = before
        elif before == "EN" and strong == "AL":
            kinds[at] = "AN"
    for at in places:
        kinds[at] = "R" if kinds[at] == "AL" else kinds[at]


def _resolve_numbers(places: Sequence[int], kinds: list[str], outside: str) -> None:
    """Settle what stands in and beside numbers (W4 to W7)."""
    for one, at, other in zip(places, places[1:], places[2:], strict=False):
        if kinds[one] == kinds[other] and (kinds[at], kinds[one]) in _INSIDE_NUMBERS:
            kinds[at] = kinds[one]
    for is_terminator, group in groupby(places, key=lambda at: kinds[at] in {"ET", "EN"}):
        members = list(group)
        if is_terminator and any(kinds[at] == "EN" for at in members):
            for at in members:
                kinds[at] = "EN"
    strong = outside
    for at in places:
        if kinds[at] in {"ES", "ET", "CS"}:
            kinds[at] = "ON"
        elif kinds[at] == "EN" and strong == "L":
            kinds[at] = "L"
        strong = kinds[at] if kinds[at] in _STRONG else strong


def _as_strong(kind: str) -> str:
    return {"L": "L", "R": "R", "EN": "R", "AN": "R"}.get(kind, "")


def _resolve_brackets(
    places: Sequence[int], text: str, given: Sequence[str], kinds: list[str], outside: str
) -> None:
    """Give the brackets of a pair one direction (N0)."""
    for opening, closing in _bracket_pairs(places, text, kinds):
        inside = {_as_strong(kinds[at]) for at in places[opening + 1 : closing]} - {""}
        if not inside:
            continue
        direction = outside
        if direction not in inside:
            earlier = (_as_strong(kinds[at]) for at in reversed(places[:opening]))
            direction = next(filter(None, earlier), outside)
        for bracket in (opening, closing):
            kinds[places[bracket]] = direction
            for at in takewhile(lambda at: given[at] == "NSM", places[bracket + 1 :]):
                kinds[at] = direction


def _bracket_pairs(places: Sequence[int], text: str, kinds: Sequence[str]) -> list[tuple[int, int]]:
    open_: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for number, at in enumerate(places):
        letter = text[at]
        if kinds[at] != "ON":
            continue
        if letter in _CLOSING:
            if len(open_) == _DEEPEST_BRACKETS:
                return []
            open_.append((_CLOSING[letter], number))
        elif letter in _CLOSES:
            for depth in range(len(open_) - 1, -1, -1):
                if open_[depth][0] == _CLOSES[letter]:
                    pairs.append((open_[depth][1], number))
                    del open_[depth:]
                    break
    return sorted(pairs)


def _resolve_neutrals(places: Sequence[int], kinds: list[str], outside: str) -> None:
    """Give neutrals the direction of both their neighbours, or that of their level (N1 and N2)."""
    before = outside
    start = 0
    for end, at in enumerate((*places, -1)):
        after = _as_strong(kinds[at]) if at >= 0 else outside
        if after:
            for neutral in places[start:end]:
                kinds[neutral] = before if before == after else outside
            start, before = end + 1, after

"""Which letters of a text run from right to left, by Unicode's bidirectional algorithm (UAX 9).

Every letter has a level: even ones run to the right, odd ones to the left, and what has a higher level is set as a whole
inside what has a lower one. The names of the rules are those of the standard.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from operator import itemgetter
from typing import NamedTuple
from unicodedata import bidirectional

DEEPEST = 125
RIGHT_TO_LEFT_MARK = "\u200f"
JOINER = "\u200d"
"""Beside an Arabic letter: the letter has the form that joins."""

RIGHT_TO_LEFT_LANGUAGES = frozenset(
    {"ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "syr", "ug", "ur", "yi"}
)

_STRONG = {"L": 0, "R": 1, "AL": 1}
_ISOLATES = frozenset({"LRI", "RLI", "FSI"})
_EMBEDDINGS = {"LRE": (0, ""), "RLE": (1, ""), "LRO": (0, "L"), "RLO": (1, "R")}
_NO_LETTER = frozenset({*_EMBEDDINGS, "PDF", "BN"})  # rule X9
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
    depth = 0
    for letter in text:
        kind = bidirectional(letter)
        if kind in _ISOLATES:
            depth += 1
        elif kind == "PDI":
            depth = max(0, depth - 1)
        elif kind in _STRONG and not depth:
            return _STRONG[kind]
    return otherwise


def may_turn(text: str) -> bool:
    """Say whether a text has letters, or marks, that make some of it run to the left."""
    return not text.isascii() and _TURNING.search(text) is not None


def levels(text: str, base: int) -> list[int]:
    """Return the level of each letter of a paragraph whose own is `base`.

    >>> levels("ab אב 12", 0)
    [0, 0, 0, 1, 1, 1, 2, 2]
    """
    given = [bidirectional(letter) or "L" for letter in text]
    found, kinds = _explicit(text, given, base)
    for run in _sequences(given, found, base):
        _resolve_marks(run, given, kinds)
        _resolve_numbers(run, kinds)
        _resolve_brackets(run, text, given, kinds)
        _resolve_neutrals(run, kinds)
        for at in run.places:  # I1 and I2
            odd = run.level % 2
            found[at] += {"L": odd, "R": 1 - odd}.get(kinds[at], 2 - odd)
    before = base
    for at, kind in enumerate(given):
        found[at] = before = before if kind in _NO_LETTER else found[at]
    return found


def visual_order(found: Sequence[int]) -> list[int]:
    """Return the places of what has these levels, from left to right (rule L2).

    >>> visual_order([0, 1, 2, 2, 1])
    [0, 4, 2, 3, 1]
    """
    order = list(range(len(found)))
    for level in range(max(found, default=0), 0, -1):
        start = 0
        while start < len(order):
            end = start
            while end < len(order) and found[order[end]] >= level:
                end += 1
            order[start:end] = order[start:end][::-1]
            start = end + 1
    return order


def _explicit(text: str, given: Sequence[str], base: int) -> tuple[list[int], list[str]]:
    """Return the levels that embeddings and isolates give, and the kinds with those that they override (X1 to X8)."""
    found, kinds = [base] * len(given), list(given)
    stack: list[tuple[int, str, bool]] = [(base, "", False)]
    overflow = _Overflow()
    for at, kind in enumerate(given):
        if kind == "PDI" and not overflow.ends_isolate() and any(isolate for *_, isolate in stack):
            overflow.embeddings = 0
            while not stack.pop()[2]:
                pass
        level, override, is_isolate = stack[-1]
        if kind == "B":
            continue
        found[at] = level
        if override and kind not in _NO_LETTER:
            kinds[at] = override
        if kind in _ISOLATES or kind in _EMBEDDINGS:
            odd, own = _EMBEDDINGS.get(kind, (int(kind == "RLI"), ""))
            if kind == "FSI":
                odd = base_level(_isolated(text, at))
            deeper = level + 1 + (level + 1 + odd) % 2
            if overflow.is_free and deeper <= DEEPEST:
                stack.append((deeper, own, kind in _ISOLATES))
            else:
                overflow.begins(isolate=kind in _ISOLATES)
        elif kind == "PDF" and not overflow.ends_embedding() and not is_isolate and len(stack) > 1:
            stack.pop()
    return found, kinds


@dataclass(slots=True)
class _Overflow:
    """How many isolates and embeddings are open that lie too deep to count."""

    isolates: int = 0
    embeddings: int = 0

    @property
    def is_free(self) -> bool:
        return not self.isolates and not self.embeddings

    def begins(self, *, isolate: bool) -> None:
        if isolate:
            self.isolates += 1
        elif not self.isolates:
            self.embeddings += 1

    def ends_isolate(self) -> bool:
        """Say whether the end of an isolate is the end of one that did not count."""
        ends = self.isolates > 0
        self.isolates -= ends
        return ends

    def ends_embedding(self) -> bool:
        """Say whether the end of an embedding means nothing, or one that did not count."""
        if self.isolates:
            return True
        ends = self.embeddings > 0
        self.embeddings -= ends
        return ends


def _isolated(text: str, start: int) -> str:
    depth = 1
    for at in range(start + 1, len(text)):
        kind = bidirectional(text[at])
        depth += (kind in _ISOLATES) - (kind == "PDI")
        if not depth:
            return text[start + 1 : at]
    return text[start + 1 :]


class _Sequence(NamedTuple):
    """An isolating run sequence (X10): the places of its letters, its level, and the kinds before and after it."""

    places: list[int]
    level: int
    before: str
    after: str

    @property
    def direction(self) -> str:
        """The kind of a letter of this level."""
        return _direction(self.level)


def _direction(level: int) -> str:
    return "R" if level % 2 else "L"


def _sequences(given: Sequence[str], found: Sequence[int], base: int) -> list[_Sequence]:
    """Return the runs of one level, those joined that an isolate parts."""
    kept = [at for at, kind in enumerate(given) if kind not in _NO_LETTER]
    ends = _ends_of_isolates(given)
    follows = dict(pairwise(kept))
    comes_after = {after: before for before, after in follows.items()}
    joined: list[list[int]] = []
    waiting: dict[int, list[int]] = {}  # by the place of the PDI that goes on with them
    for _, group in groupby(_with_run_numbers(kept, found), key=itemgetter(0)):
        run = [at for _, at in group]
        places = waiting.pop(run[0], None)
        if places is None:
            joined.append(places := [])
        places += run
        if run[-1] in ends:
            waiting[ends[run[-1]]] = places
    sequences: list[_Sequence] = []
    for places in joined:
        first, last = places[0], places[-1]
        level = found[first]
        before = found[comes_after[first]] if first in comes_after else base
        after = found[follows[last]] if last in follows and given[last] not in _ISOLATES else base
        sequences.append(
            _Sequence(places, level, _direction(max(level, before)), _direction(max(level, after)))
        )
    return sequences


def _with_run_numbers(kept: Sequence[int], found: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each place with the number of the run of one level that it lies in."""
    number = 0
    for before, at in zip((None, *kept), kept, strict=False):
        number += before is not None and found[before] != found[at]
        yield number, at


def _ends_of_isolates(given: Sequence[str]) -> dict[int, int]:
    """Return where each isolate ends that ends at all (BD9)."""
    open_: list[int] = []
    ends: dict[int, int] = {}
    for at, kind in enumerate(given):
        if kind == "B":
            open_.clear()
        elif kind in _ISOLATES:
            open_.append(at)
        elif kind == "PDI" and open_:
            ends[open_.pop()] = at
    return ends


def _resolve_marks(run: _Sequence, given: Sequence[str], kinds: list[str]) -> None:
    """Let marks be what they stand on (W1), and numbers after Arabic letters Arabic numbers (W2, W3)."""
    before, strong = run.before, run.before
    for number, at in enumerate(run.places):
        if kinds[at] == "NSM":
            is_after_isolate = number > 0 and given[run.places[number - 1]] in {*_ISOLATES, "PDI"}
            kinds[at] = "ON" if is_after_isolate else before
        before = kinds[at]
        if before in _STRONG:
            strong = before
        elif before == "EN" and strong == "AL":
            kinds[at] = "AN"
    for at in run.places:
        kinds[at] = "R" if kinds[at] == "AL" else kinds[at]


def _resolve_numbers(run: _Sequence, kinds: list[str]) -> None:
    """Settle what stands in and beside numbers (W4 to W7)."""
    places = run.places
    for one, at, other in zip(places, places[1:], places[2:], strict=False):
        if kinds[one] == kinds[other] and (kinds[at], kinds[one]) in _INSIDE_NUMBERS:
            kinds[at] = kinds[one]
    for is_terminator, group in groupby(places, key=lambda at: kinds[at] in {"ET", "EN"}):
        members = list(group)
        if is_terminator and any(kinds[at] == "EN" for at in members):
            for at in members:
                kinds[at] = "EN"
    strong = run.before
    for at in places:
        if kinds[at] in {"ES", "ET", "CS"}:
            kinds[at] = "ON"
        elif kinds[at] == "EN" and strong == "L":
            kinds[at] = "L"
        strong = kinds[at] if kinds[at] in _STRONG else strong


def _as_strong(kind: str) -> str:
    """Return the direction of a letter or a number, "" for a neutral."""
    return {"L": "L", "R": "R", "EN": "R", "AN": "R"}.get(kind, "")


def _resolve_brackets(run: _Sequence, text: str, given: Sequence[str], kinds: list[str]) -> None:
    """Give the brackets of a pair one direction (N0)."""
    for opening, closing in _bracket_pairs(run, text, kinds):
        inside = {_as_strong(kinds[at]) for at in run.places[opening + 1 : closing]} - {""}
        if not inside:
            continue
        direction = run.direction
        if direction not in inside:
            earlier = (_as_strong(kinds[at]) for at in reversed(run.places[:opening]))
            direction = next(filter(None, earlier), run.before)
        for bracket in (opening, closing):
            kinds[run.places[bracket]] = direction
            for at in takewhile(lambda at: given[at] == "NSM", run.places[bracket + 1 :]):
                kinds[at] = direction


def _bracket_pairs(run: _Sequence, text: str, kinds: Sequence[str]) -> list[tuple[int, int]]:
    """Return the pairs of brackets (BD16), as places in the sequence, sorted."""
    open_: list[tuple[str, int]] = []
    pairs: list[tuple[int, int]] = []
    for number, at in enumerate(run.places):
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


def _resolve_neutrals(run: _Sequence, kinds: list[str]) -> None:
    """Give neutrals the direction of both their neighbours, or that of their level (N1 and N2)."""
    before = run.before
    start = 0
    for end, at in enumerate((*run.places, -1)):
        after = _as_strong(kinds[at]) if at >= 0 else run.after
        if after:
            for neutral in run.places[start:end]:
                kinds[neutral] = before if before == after else run.direction
            start, before = end + 1, after

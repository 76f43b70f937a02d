"""A text with one thing in it said wrongly: a word turned round, a "not" put in, a number or a direction changed."""

import re
from collections.abc import Iterator

OPPOSITES = """\
lower raise|lower higher|lowers raises|falls rises|fall rise|weakest strongest|weaker stronger|least most|fewer more
less more|smaller larger|smallest largest|lowest highest|low high|youngest oldest|dearest cheapest|before after|top bottom
win lose|wins loses|won lost|may must|can cannot|every no|all none|any no|each no|both neither|nobody everybody|always never
with without|empty full|yes no|draw discard|draws discards|buy sell|earn pay|hand deck|face\u00a0up face\u00a0down|up down
front back|own neighbor's|own another's|your another's|you they|it everything|and or|if unless|when unless|until before
same different|new old|in outside|on under|open hidden|public secret|active inactive|begins ends|begin end|alone together
keep discard|together alone|harder easier|unlimited limited|counts passes|is isn't|are aren't|was wasn't|not also|only also
red blue|yellow green|gear belt|to from|goes stays|take leave|takes leaves|roll stop|their your|touching distant|for against
good bad|free forbidden|printed found|rulebook's publisher's|ours theirs|published lost|part whole"""
"""Pairs of words of which each stands for the other."""

NUMBERS = """\
left right|clockwise counterclockwise|first last|once twice|one two|two three|three four|four five|twice thrice|next previous
single double|half double|second third|upper lower"""
"""Pairs of number words and directions."""

VERBS = "is|are|must|may|can|cannot|does|do|has|have|counts?|needs?|goes|stays|keeps|wins|costs|holds|begins|ends|makes|lies"

_HELD = re.compile(r"\{\{.*?\}\}|\{[a-z0-9_-]+\}|https?://\S+", re.DOTALL)
"""What is no word of the text: expressions, icons, addresses."""


def _pairs(written: str) -> list[tuple[str, str]]:
    pairs = [pair.replace("\u00a0", " ") for pair in re.split(r"[|\n]", written)]
    both: list[tuple[str, str]] = []
    for pair in pairs:
        words = pair.split()
        half = len(words) // 2
        one, other = " ".join(words[:half]), " ".join(words[half:])
        both += [(one, other), (other, one)]
    return both


def _table(written: str) -> tuple[re.Pattern[str], dict[str, list[str]]]:
    """A pattern that finds any of the words, and what each is exchanged for."""
    others: dict[str, list[str]] = {}
    for word, other in _pairs(written):
        others.setdefault(word, []).append(other)
    longest_first = sorted(others, key=len, reverse=True)
    return re.compile(rf"(?<![\w'-])(?:{'|'.join(longest_first)})(?![\w'-])", re.IGNORECASE), others


_OPPOSITES, _NUMBERS = _table(OPPOSITES), _table(NUMBERS)


def _exchanged(text: str, table: tuple[re.Pattern[str], dict[str, list[str]]]) -> Iterator[str]:
    """Yield the text with one word replaced, each word where it stands first."""
    pattern, others = table
    held = [match.span() for match in _HELD.finditer(text)]
    done: set[str] = set()
    for match in pattern.finditer(text):
        word, start, end = match[0].lower(), *match.span()
        if word in done or any(at <= start < to for at, to in held):
            continue
        done.add(word)
        for other in others[word]:
            new = other.capitalize() if match[0][0].isupper() else other
            yield text[:start] + new + text[end:]


def inverted(text: str) -> Iterator[str]:
    """Yield the text with a word turned into its opposite."""
    yield from _exchanged(text, _OPPOSITES)


def renumbered(text: str) -> Iterator[str]:
    """Yield the text with a number or a direction changed, in words or as the data give it."""
    yield from _exchanged(text, _NUMBERS)
    for match in re.finditer(
        r"\{\{ ((?:facts|params)\.[\w.]+|(?:count|sum|max|min)\([\w, '.]+\))(?= |\|)", text
    ):
        yield f"{text[: match.start(1)]}({match[1]} + 1){text[match.end(1) :]}"
    held = [match.span() for match in _HELD.finditer(text)]
    for match in re.finditer(r"(?<![\w.#])\d+(?![\w.])", text):
        if not any(at <= match.start() < to for at, to in held):
            yield f"{text[: match.start()]}{int(match[0]) + 1}{text[match.end() :]}"


def negated(text: str) -> Iterator[str]:
    """Yield the text with a "not" in one place, or a "Never" before it."""
    held = [match.span() for match in _HELD.finditer(text)]
    for match in re.finditer(rf"\b(?:{VERBS}) (?!not\b)", text):
        if not any(at <= match.start() < to for at, to in held):
            yield f"{text[: match.end()]}not {text[match.end() :]}"
            return
    first = re.match(r"[\"']?\**(?=[A-Z])", text)
    if first and not text[first.end() :].startswith("Never"):
        at = first.end()
        yield f"{text[:at]}Never {text[at].lower()}{text[at + 1 :]}"


def shortened(text: str) -> Iterator[str]:
    """Yield the text without one of its sentences, where it has several."""
    ends = [match.end() for match in re.finditer(r"[.!?:;](?:\*\*)? (?=\S)", text)]
    spans = list(zip([0, *ends], [*ends, len(text)], strict=True))
    for start, end in spans[1:-1]:
        yield text[:start] + text[end:]
    if len(spans) > 1:
        last = re.search(r"[\"']?$", text)
        yield text[: spans[-1][0]].rstrip(" :;") + (last[0] if last else "")

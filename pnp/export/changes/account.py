"""What a document about changes is told: the games, what became of their pieces, and which words are others."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from unicodedata import category

from pnp.model.changes import KINDS, Change, Changes, Redrawn, What
from pnp.model.drawing import BREAK

MOST_PLACES = 3
"""So many changed places of one text are quoted; a text with more is another text."""

MOST_WORDS = 2_000
"""Longer texts are not searched for the places: that takes time with the square of their length."""

CONTEXT = 2
"""Words that are quoted before and after those that changed."""


@dataclass(frozen=True, slots=True)
class GameChanges:
    """What became of one game since the edition called `since`.

    `titles` are those of its components, by id. `existed` is False when the game is new since then.
    """

    game: str
    title: str
    since: str
    titles: Mapping[str, str]
    changes: Changes
    existed: bool = True


@dataclass(frozen=True, slots=True)
class Wording:
    """A place in a text where other words stand: those before it, the old ones, the new ones, those after it."""

    before: str
    was: str
    now: str
    after: str


def ordered(what: frozenset[What]) -> tuple[What, ...]:
    """Return kinds of change in the order in which they are told."""
    return tuple(kind for kind in KINDS if kind in what)


def wordings(side: Redrawn) -> tuple[Wording, ...]:
    """Return the places in which the words of a side differ; one for all of it when there are many.

    >>> wordings(Redrawn("front", "a", "b", frozenset({"text"}), ("pay", "2", "coins"), ("pay", "3", "coins")))
    (Wording(before='pay', was='2', now='3', after='coins'),)
    """
    old, new = ([word.replace(BREAK, "") for word in words] for words in (side.was, side.now))
    found = list(_places(old, new)) if len(old) + len(new) <= MOST_WORDS else None
    if found is None or len(found) > MOST_PLACES:
        return (Wording("", plain(" ".join(old)), plain(" ".join(new)), ""),)
    return tuple(found)


def _places(old: list[str], new: list[str]) -> Iterator[Wording]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            before = ("… " if c > CONTEXT else "") + " ".join(new[max(0, c - CONTEXT) : c])
            after = " ".join(new[d : d + CONTEXT]) + (" …" if d + CONTEXT < len(new) else "")
            yield Wording(plain(before), plain(" ".join(old[a:b])), plain(" ".join(new[c:d])), plain(after))


def plain(text: str) -> str:
    r"""Return a text without characters that would move the cursor of a terminal or break the line.

    >>> plain("a\x1b[31m\n")
    'a [31m '
    """
    return "".join(" " if category(letter) in ("Cc", "Cf", "Zl", "Zp") else letter for letter in text)


def both_sided(change: Change) -> bool:
    """Say whether one has to be told which side of the piece looks different."""
    return change.new.back is not None or change.old.back is not None

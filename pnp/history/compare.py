"""What is different between two editions of a game, piece by piece.

Only what is printed counts: a drawing whose title or comments alone differ is the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from pathlib import Path
from typing import Literal
from unicodedata import category

from pnp.history.drawing import BREAK, Drawing, read, same_words
from pnp.model.face import Face, Side

# One state of a game as it is printed: which pieces there are, how many copies of each, and what they look like.

Address = tuple[str, str]
"""Component and id: what a piece goes by in all editions of its game."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A piece as it is printed. `sha256` is that of the manifest: it changes when and only when a face does.

    `front` and `back` are keys of faces. Both are None when only the `sha256` is known; `back` alone is None for a
    piece without a back. `sha256` is "" for a piece that could not be drawn.
    """

    component: str
    id: str
    name: str
    copies: int
    front: str | None
    back: str | None
    sha256: str

    @property
    def address(self) -> Address:
        """Component and id."""
        return self.component, self.id


@dataclass(frozen=True, slots=True)
class Edition:
    """All pieces of a game in one state, and as many of their `faces`, by key, as are known.

    `label` is what the user calls the state: a release, a revision, a file; "now" for the present one. `fonts` is the
    folder of those that the faces need beside the installed ones, None for the project's own.
    """

    game: str
    version: str
    label: str
    pieces: Mapping[Address, Printed]
    faces: Mapping[str, Face]
    fonts: Path | None = None


What = Literal["text", "art", "layout", "face"]
"""Other words; other pictures; other places, shapes or colours; or, with an old drawing unknown, something."""

KINDS: tuple[What, ...] = ("text", "art", "layout", "face")
"""In the order in which they are told."""


@dataclass(frozen=True, slots=True)
class Redrawn:
    """One side that looks different. `old` and `new` are face keys, None when there is or is known no such face.

    `was` and `now` are the words drawn, of a side whose words differ.
    """

    side: Side
    old: str | None
    new: str | None
    what: frozenset[What]
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """A piece whose faces differ. `sides` says which, as far as the old ones are known."""

    old: Printed
    new: Printed
    what: frozenset[What]
    sides: tuple[Redrawn, ...] = ()


@dataclass(frozen=True, slots=True)
class Recount:
    """A piece of which there are more or fewer copies; its faces may have changed as well."""

    old: Printed
    new: Printed


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that differs, each part in the order of the newer edition (`removed` in that of the older).

    `same` counts the pieces with the same faces and as many copies.
    """

    added: tuple[Printed, ...] = ()
    removed: tuple[Printed, ...] = ()
    changed: tuple[Change, ...] = ()
    copies: tuple[Recount, ...] = ()
    same: int = 0

    def __bool__(self) -> bool:
        """Say whether anything differs."""
        return bool(self.added or self.removed or self.changed or self.copies)


@dataclass(slots=True)
class _Eyes:
    """Looks at drawings; a back that a whole deck shares is compared once."""

    old: Mapping[str, Face]
    new: Mapping[str, Face]
    seen: dict[tuple[str, str], Redrawn] = field(default_factory=dict)

    def compared(self, side: Side, old: str, new: str) -> Redrawn:
        if (old, new) not in self.seen:
            before = read(self.old[old].svg) if old in self.old else None
            after = read(self.new[new].svg) if new in self.new else None
            self.seen[old, new] = _redrawn(side, (old, new), before, after)
        found = self.seen[old, new]
        return Redrawn(side, old, new, found.what, found.was, found.now)


def compare(old: Edition, new: Edition) -> Changes:
    """Return what became of each piece from `old` to `new`, two editions of one game.

    A piece's place in its file does not matter. What an old face showed is told only where `old.faces` has it.
    """
    eyes = _Eyes(old.faces, new.faces)
    changed = []
    copies = []
    both = [(old.pieces[key], piece) for key, piece in new.pieces.items() if key in old.pieces]
    same = 0
    for before, after in both:
        change = _change(before, after, eyes)
        if change is not None:
            changed.append(change)
        if before.copies != after.copies:
            copies.append(Recount(before, after))
        elif change is None:
            same += 1
    return Changes(
        added=tuple(piece for key, piece in new.pieces.items() if key not in old.pieces),
        removed=tuple(piece for key, piece in old.pieces.items() if key not in new.pieces),
        changed=tuple(changed),
        copies=tuple(copies),
        same=same,
    )


def _change(old: Printed, new: Printed, eyes: _Eyes) -> Change | None:
    """Return how the faces of a piece differ, None when one sees no difference."""
    if old.sha256 == new.sha256 != "":
        return None
    if old.front is None or new.front is None:
        return Change(old, new, frozenset({"face"}))
    sides = tuple(side for side in _sides(old, new, eyes) if side.what)
    what: frozenset[What] = frozenset().union(*(side.what for side in sides))
    return Change(old, new, what, sides) if what else None


def _sides(old: Printed, new: Printed, eyes: _Eyes) -> Iterator[Redrawn]:
    pairs: tuple[tuple[Side, str | None, str | None], ...] = (
        ("front", old.front, new.front),
        ("back", old.back, new.back),
    )
    for side, before, after in pairs:
        if before is not None and after is not None and before != after:
            yield eyes.compared(side, before, after)
        elif before != after:  # the back is new, or gone
            yield Redrawn(side, before, after, frozenset({"face"}))


def _redrawn(side: Side, keys: tuple[str, str], old: Drawing | None, new: Drawing | None) -> Redrawn:
    if old is None or new is None:
        return Redrawn(side, *keys, frozenset({"face"}))
    what: set[What] = set()
    if not same_words(old.words, new.words):
        what.add("text")
    if old.pictures != new.pictures:
        what.add("art")
    if _is_moved(old, new, what):
        what.add("layout")
    words = (old.words, new.words) if "text" in what else ((), ())
    return Redrawn(side, *keys, frozenset(what), *words)


def _is_moved(old: Drawing, new: Drawing, what: set[What]) -> bool:
    """Say whether places, shapes or colours differ beyond what other words and other pictures bring with them."""
    if not what:
        return old.whole != new.whole or old.shapes != new.shapes
    return (
        old.shapes != new.shapes
        or ("text" not in what and old.letters != new.letters)
        # Icons stand in the text, and move when it does.
        or (not what & {"art", "text"} and old.boxes != new.boxes)
    )


# What a document about changes is told: the games, what became of their pieces, and which words are others.

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

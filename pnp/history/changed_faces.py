"""Compare two versions of a game piece by piece; only printed differences count."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path
from typing import Literal, Self

from pnp.escaping import blanked
from pnp.export.manifest import fingerprint
from pnp.model.face import BACK, FRONT, Face, PieceSide, Side
from pnp.model.game import Game, Piece
from pnp.render.face_content import BREAK, FaceContent, face_content, same_words
from pnp.text import counted

Address = tuple[str, str]  # Component and id: what a piece goes by in all versions of its game.

Kind = Literal["text", "art", "layout", "face"]
"""Other words; other pictures; other places, shapes or colours; or, with an old drawing unknown, something."""

KINDS: tuple[Kind, ...] = ("text", "art", "layout", "face")  # In the order in which they are told.
MOST_PLACES = 3  # So many changed places of one text are quoted; a text with more is another text.
MOST_WORDS = 2_000  # Longer texts are not searched for places: that takes time with the square of it.
CONTEXT = 2  # Words that are quoted before and after those that changed.


@dataclass(frozen=True, slots=True)
class PrintedPiece:
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

    @classmethod
    def of(cls, component: str, piece: Piece, front: str | None, back: str | None) -> Self:
        """Return a piece that shows these faces, as far as it could be drawn."""
        if front is None or (back is None and piece.back is not None):
            return cls(component, piece.id, piece.name, piece.copies, None, None, "")
        return cls(component, piece.id, piece.name, piece.copies, front, back, fingerprint(front, back))

    @property
    def address(self) -> Address:
        return self.component, self.id


@dataclass(frozen=True, slots=True)
class Version:
    """All pieces of a game in one state, and as many of their `faces`, by key, as are known.

    `label` is what the user calls the state: a release, a revision, a file; "now" for the present one. `fonts` is the
    folder of those that the faces need beside the installed ones, None for the project's own.
    """

    game: str
    version: str
    label: str
    pieces: Mapping[Address, PrintedPiece]
    faces: Mapping[str, Face]
    fonts: Path | None = None

    @property
    def sides(self) -> dict[PieceSide, str]:
        """The key of the face that each side shows, as far as faces are known; the front of a piece, then its back."""
        return {
            PieceSide(piece.component, piece.id, side): key
            for piece in self.pieces.values()
            for side, key in ((FRONT, piece.front), (BACK, piece.back))
            if key is not None
        }


@dataclass(frozen=True, slots=True)
class SideChange:
    """One side that looks different. `old` and `new` are face keys, None when there is or is known no such face.

    `was` and `now` are the words drawn, of a side whose words differ.
    """

    side: Side
    old: str | None
    new: str | None
    kinds: tuple[Kind, ...]
    was: tuple[str, ...] = ()
    now: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceChange:
    """A piece before and now. `sides` are those that look different, as far as the old ones are known."""

    old: PrintedPiece
    new: PrintedPiece
    sides: tuple[SideChange, ...] = ()

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """What is different about the piece, in the order in which it is told."""
        found = {kind for side in self.sides for kind in side.kinds}
        return tuple(kind for kind in KINDS if kind in found) or ("face",)

    @property
    def two_sided(self) -> bool:
        """Whether one has to be told which side of the piece looks different."""
        return self.new.back is not None or self.old.back is not None


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that differs, each part in the order of the newer version (`removed` in that of the older).

    The faces of `changed` differ, the number of `copies` does; a piece may be among both. `same` counts the others.
    """

    changed: tuple[PieceChange, ...] = ()
    copies: tuple[PieceChange, ...] = ()
    added: tuple[PrintedPiece, ...] = ()
    removed: tuple[PrintedPiece, ...] = ()
    same: int = 0

    def __bool__(self) -> bool:
        return bool(self.added or self.removed or self.changed or self.copies)

    def of(self, component: str) -> "Changes":
        """Return those of one component."""
        return Changes(
            tuple(change for change in self.changed if change.new.component == component),
            tuple(copy for copy in self.copies if copy.new.component == component),
            tuple(piece for piece in self.added if piece.component == component),
            tuple(piece for piece in self.removed if piece.component == component),
        )


@dataclass(frozen=True, slots=True)
class GameChanges:
    """What became of a game that `existed` before or not; `titles` are those of its components, by id."""

    title: str
    titles: Mapping[str, str]
    old: Version
    new: Version
    changes: Changes
    existed: bool = True

    @classmethod
    def between(cls, game: Game, old: Version, new: Version, *, existed: bool = True) -> Self:
        """Compare two versions of a game."""
        titles = {component.id: component.title for component in game.components}
        return cls(game.title, titles, old, new, compare(old, new), existed)

    @property
    def since(self) -> str:
        return self.old.label

    @property
    def summary(self) -> str:
        """The sentence that sums the game up: "2 changed, 1 added, 104 the same"."""
        changes = self.changes
        if not self.existed:
            return f"did not exist at {blanked(self.since)}; {counted(len(changes.added), 'piece')} now"
        if not changes:
            return f"nothing changed since {blanked(self.since)}, {changes.same} the same"
        counts = (
            (len(changes.changed), "changed"),
            (len(changes.added), "added"),
            (len(changes.removed), "removed"),
            (len(changes.copies), "with another number of copies"),
            (changes.same, "the same"),
        )
        return ", ".join(f"{count} {word}" for count, word in counts if count)

    def components(self) -> Iterator[tuple[str, Changes]]:
        """Yield the components in which anything differs, with what does, in the order of the game."""
        every = self.changes
        both = (change.new for change in (*every.changed, *every.copies))
        components = (piece.component for piece in (*both, *every.added, *every.removed))
        for component in dict.fromkeys((*self.titles, *components)):
            if side := every.of(component):
                yield component, side


def by_side(changes: Iterable[tuple[SideChange, PieceChange]]) -> dict[SideChange, list[PieceChange]]:
    """Return each side that looks different with all the pieces that show it."""
    pieces: dict[SideChange, list[PieceChange]] = {}
    for side, change in changes:
        pieces.setdefault(side, []).append(change)
    return pieces


# Two versions compared.


def compare(old: Version, new: Version) -> Changes:
    """Return what became of each piece from `old` to `new`, two versions of one game.

    A piece's place in its file does not matter. What an old face showed is told only where `old.faces` has it.
    """

    @cache  # a back that a whole deck shares is compared once
    def side_change(side: Side, before: str | None, after: str | None) -> SideChange:
        if before == after:
            return SideChange(side, before, after, ())
        faces = (old.faces.get(before or ""), new.faces.get(after or ""))
        contents = [face_content(face.svg) if face is not None else None for face in faces]
        return _side_change(SideChange(side, before, after, ("face",)), *contents)

    def change(before: PrintedPiece, after: PrintedPiece) -> PieceChange | None:
        if before.sha256 == after.sha256 != "":
            return None
        if before.front is None or after.front is None:
            return PieceChange(before, after)
        sides = (
            side_change("front", before.front, after.front),
            side_change("back", before.back, after.back),
        )
        seen = tuple(side for side in sides if side.kinds)
        return PieceChange(before, after, seen) if seen else None

    both = [(old.pieces[key], piece) for key, piece in new.pieces.items() if key in old.pieces]
    found = [(before, after, change(before, after)) for before, after in both]
    return Changes(
        changed=tuple(difference for _, _, difference in found if difference is not None),
        copies=tuple(PieceChange(was, now) for was, now in both if was.copies != now.copies),
        added=tuple(piece for key, piece in new.pieces.items() if key not in old.pieces),
        removed=tuple(piece for key, piece in old.pieces.items() if key not in new.pieces),
        same=sum(difference is None and was.copies == now.copies for was, now, difference in found),
    )


def _side_change(side: SideChange, old: FaceContent | None, new: FaceContent | None) -> SideChange:
    if old is None or new is None:
        return side
    text, art = not same_words(old.words, new.words), old.pictures != new.pictures
    layout = old.shapes != new.shapes
    if not art and not text:  # other words and other pictures bring other places with them
        layout |= old.sequence != new.sequence
    elif not text:
        layout |= old.texts != new.texts
    kinds = tuple(kind for kind, differs in zip(KINDS, (text, art, layout), strict=False) if differs)
    was, now = (old.words, new.words) if text else ((), ())
    return replace(side, kinds=kinds, was=was, now=now)


@dataclass(frozen=True, slots=True)
class WordChange:
    """A place in a text where other words stand: those before it, the old ones, the new ones, those after it."""

    before: str
    was: str
    now: str
    after: str


def word_changes(side: SideChange) -> tuple[WordChange, ...]:
    """Return the places in which the words of a side differ; one for all of it when there are many.

    >>> word_changes(SideChange("front", "a", "b", ("text",), ("pay", "2", "coins"), ("pay", "3", "coins")))
    (WordChange(before='pay', was='2', now='3', after='coins'),)
    """
    old, new = ([word.replace(BREAK, "") for word in words] for words in (side.was, side.now))
    places = list(_places(old, new)) if len(old) + len(new) <= MOST_WORDS else None
    if places is None or len(places) > MOST_PLACES:
        return (WordChange("", blanked(" ".join(old)), blanked(" ".join(new)), ""),)
    return tuple(places)


def _places(old: list[str], new: list[str]) -> Iterator[WordChange]:
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            before = ("… " if c > CONTEXT else "") + " ".join(new[max(0, c - CONTEXT) : c])
            after = " ".join(new[d : d + CONTEXT]) + (" …" if d + CONTEXT < len(new) else "")
            yield WordChange(
                blanked(before), blanked(" ".join(old[a:b])), blanked(" ".join(new[c:d])), blanked(after)
            )

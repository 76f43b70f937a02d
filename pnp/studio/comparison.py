"""A game beside what it was: a release, a revision in git, or what was approved; what changed, and how it looked."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pnp.export.manifest import fingerprint
from pnp.history.compare import (
    Address,
    Kind,
    PrintedPiece,
    SideChange,
    Version,
    WordChange,
    compare,
    word_changes,
)
from pnp.history.revision import branches_and_tags, commit_of
from pnp.history.store import SnapshotFolder
from pnp.history.versions import games_in, releases
from pnp.load.approved import DIGITS, Approvals, load_approvals
from pnp.load.project import Project
from pnp.model.face import BACK, FRONT, PieceSide, Side
from pnp.render.face_content import face_content, in_a_line
from pnp.studio.looks import Look

APPROVED = "approved"
"""What the state of a game is called that was found right; a release or a branch of that name gives way to it."""

State = Literal["changed", "new", "gone"]


@dataclass(frozen=True, slots=True)
class EarlierState:
    """A state that a game can be compared with: its name, and whether that is of a release, a revision or what was approved."""

    name: str
    kind: Literal["release", "revision", "approved"]


@dataclass(frozen=True, slots=True)
class SideBefore:
    """A side that looks different: the key of its old face where that is known, and its words where they differ."""

    side: Side
    old: str | None
    words: tuple[WordChange, ...] = ()


@dataclass(frozen=True, slots=True)
class PieceBefore:
    """A piece that is not as it was, `copies` before and now; `kinds` of difference and `sides` of one that changed."""

    component: str
    id: str
    name: str
    state: State
    copies: tuple[int | None, int | None]
    kinds: tuple[Kind, ...] = ()
    sides: tuple[SideBefore, ...] = ()


def earlier_states(project: Project, game: str) -> tuple[EarlierState, ...]:
    """Return what a game can be compared with, the latest release first."""
    approved = load_approvals(project, game).approvals is not None
    kept = (name for name in reversed(releases(project)) if game in (games_in(project, name) or ()))
    revisions = ("HEAD", *branches_and_tags(project)) if commit_of(project, "HEAD") else ()
    return (
        *((EarlierState(APPROVED, "approved"),) if approved else ()),
        *(EarlierState(name, "release") for name in kept),
        *(EarlierState(name, "revision") for name in revisions),
    )


def present_version(look: Look) -> Version:
    """Return a game as it looks now; all of it must be drawn. A piece that cannot be drawn has no faces."""
    pieces: dict[Address, PrintedPiece] = {}
    faces = {}
    for component in look.game.components if look.game else ():
        for piece in component.pieces:
            shown = [look.shown.get(PieceSide(component.id, piece.id, side)) for side in (FRONT, BACK)]
            front, back = (each.face.key if each and each.current else None for each in shown)
            whole = front is not None and (back is not None or piece.back is None)
            faces.update({each.face.key: each.face for each in shown if each and whole})
            keys = (front, back) if whole else (None, None)
            sha256 = fingerprint(front, back) if whole and front else ""
            own = PrintedPiece(component.id, piece.id, piece.name, piece.copies, *keys, sha256)
            pieces[own.address] = own
    assert look.game is not None
    return Version(look.game.id, look.game.version, "now", pieces, faces)


def pieces_since(old: Version, new: Version) -> tuple[PieceBefore, ...]:
    """Return the pieces that are not as they were, in the order of the new version, those that are gone last."""
    changes = compare(old, new)
    looks = {each.new.address: each for each in changes.changed}
    copies = {each.new.address: each for each in changes.copies}
    added = {each.address for each in changes.added}

    def told() -> Iterator[PieceBefore]:
        for address, piece in new.pieces.items():
            change = looks.get(address)
            before = change.old if change else copies[address].old if address in copies else None
            if address in added:
                yield _piece(piece, "new", copies=(None, piece.copies))
            elif before is not None:
                sides = tuple(_side(each) for each in change.sides) if change else ()
                kinds = change.kinds if change else ()
                copied = (before.copies, piece.copies)
                yield _piece(piece, "changed", copies=copied, kinds=kinds, sides=sides)
        for piece in changes.removed:
            yield _piece(
                piece, "gone", copies=(piece.copies, None), sides=(SideBefore("front", piece.front),)
            )

    return tuple(told())


def _piece(piece: PrintedPiece, state: State, **about: Any) -> PieceBefore:
    return PieceBefore(piece.component, piece.id, piece.name, state, **about)


def _side(change: SideChange) -> SideBefore:
    words = word_changes(change) if change.was or change.now else ()
    return SideBefore(change.side, change.old, words)


def pieces_since_approval(project: Project, look: Look, new: Version) -> tuple[PieceBefore, ...]:
    """Return the pieces whose faces are not as approved; how they looked is known where pictures of them are kept."""
    assert look.game is not None
    approvals = load_approvals(project, look.game.id).approvals or Approvals()
    approved = {face.at: face for face in approvals.faces}
    kept = SnapshotFolder.of(project, look.game.id).read(lambda _: True)
    found: list[PieceBefore] = []
    for piece in new.pieces.values():
        sides: list[SideBefore] = []
        states: set[State] = set()
        for side, key in ((FRONT, piece.front), (BACK, piece.back)):
            name = f"{piece.component}/{piece.id} {side}"
            before = approved.get(name) or approved.get(f"{piece.component} {side}")
            if key is not None and before is None:
                states.add("new")
            elif key is not None and before and before.drawings.get(look.theme, "") != key[:DIGITS]:
                states.add("changed")
                words = _words_since(before.text, side, new.faces[key].svg)
                sides.append(SideBefore(side, kept.get(PieceSide(*piece.address, side)), words))
        if states:
            kinds: tuple[Kind, ...] = ("text",) if any(each.words for each in sides) else ("face",)
            state: State = "changed" if sides else "new"
            copies = (piece.copies, piece.copies)
            found.append(
                _piece(piece, state, copies=copies, kinds=kinds if sides else (), sides=tuple(sides))
            )
    return (*found, *_gone(approvals, new))


def _words_since(before: str, side: Side, svg: str) -> tuple[WordChange, ...]:
    content = face_content(svg)
    now = content.words if content else ()
    if before == in_a_line(now):
        return ()
    return word_changes(SideChange(side, None, None, ("text",), tuple(before.split()), tuple(now)))


def _gone(approvals: Approvals, new: Version) -> Iterator[PieceBefore]:
    """Yield the pieces that were approved and are in the game no more."""
    names = dict.fromkeys(face.at.partition(" ")[0] for face in approvals.faces if "/" in face.at)
    for name in names:
        component, _, piece = name.partition("/")
        if (component, piece) not in new.pieces:
            yield PieceBefore(component, piece, piece, "gone", (None, None))

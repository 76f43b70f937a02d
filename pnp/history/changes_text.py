"""Changes as lines for a terminal: one for each piece, by component."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.history.compare import (
    Address,
    Change,
    GameChanges,
    Printed,
    Recount,
    Redrawn,
    Wording,
    both_sided,
    ordered,
    plain,
    wordings,
)
from pnp.history.drawing import BREAK
from pnp.text import counted

LONGEST = 160
"""Characters of a text that are quoted."""

MANY, FEW = 4, 3
"""A change that so many pieces share, as of their back, is told once, and so few of them are named."""

_Look = tuple[str, str, str | None, str | None]
"""A component, a side, and the keys of the old face and the new one."""


def text(games: Iterable[GameChanges]) -> str:
    """Return what became of the games, a paragraph each; the last line of a paragraph sums it up."""
    return "\n\n".join("\n".join(_paragraph(each)) for each in games) + "\n"


def _paragraph(game: GameChanges) -> Iterator[str]:
    shared = _shared(game.changes.changed)
    lines = [*_shared_lines(shared), *_lines(game, shared)]
    if lines:
        yield f"{plain(game.title)}, since {plain(game.since)}"
    for component in dict.fromkeys((*game.titles, *(component for component, _ in lines))):
        own = [line for owner, line in lines if owner == component]
        if own:
            yield f"  {component}"
            yield from (f"    {line}" for line in own)
    yield f"{plain(game.title)}: {summary(game)}"


def summary(game: GameChanges) -> str:
    """Return the sentence that sums a game up: "2 changed, 1 added, 104 the same"."""
    if not game.existed:
        count = len(game.changes.added)
        return f"did not exist at {plain(game.since)}; {counted(count, 'piece')} now"
    changes = game.changes
    if not changes:
        return f"nothing changed since {plain(game.since)}, {changes.same} the same"
    counts = (
        (len(changes.changed), "changed"),
        (len(changes.added), "added"),
        (len(changes.removed), "removed"),
        (len(changes.copies), "in other numbers"),
        (changes.same, "the same"),
    )
    return ", ".join(f"{count} {word}" for count, word in counts if count)


def _shared(changed: Iterable[Change]) -> Mapping[_Look, list[Change]]:
    """Return the looks that many pieces have in common before and after, and whose they are."""
    found: dict[_Look, list[Change]] = {}
    for change in changed:
        for side in change.sides:
            found.setdefault(_look(change, side), []).append(change)
    return {look: changes for look, changes in found.items() if len(changes) >= MANY}


def _look(change: Change, side: Redrawn) -> _Look:
    return (change.new.component, side.side, side.old, side.new)


def _shared_lines(shared: Mapping[_Look, list[Change]]) -> Iterator[tuple[str, str]]:
    for (component, which, old, new), changes in shared.items():
        first = changes[0]
        side = next(each for each in first.sides if (each.side, each.old, each.new) == (which, old, new))
        names = ", ".join(plain(change.new.name) for change in changes[:FEW])
        pieces = f"{len(changes)} pieces ({names} and {len(changes) - FEW} more)"
        yield component, f"~ {pieces}: {_difference(first, side)}"


def _lines(game: GameChanges, shared: Mapping[_Look, list[Change]]) -> list[tuple[str, str]]:
    """Return the component and the line of each piece that has something to itself; those that are gone come last."""
    changes = game.changes
    said: dict[Address, list[str]] = {}
    names: dict[Address, str] = {}
    for change in changes.changed:
        differences = list(_differences(change, shared))
        if differences:
            names[change.new.address] = f"~ {_called(change.new)}"
            said.setdefault(change.new.address, []).extend(differences)
    for recount in changes.copies:
        names.setdefault(recount.new.address, f"~ {_called(recount.new)}")
        said.setdefault(recount.new.address, []).append(recounted(recount))
    for pieces, sign, word in ((changes.added, "+", "new"), (changes.removed, "-", "gone")):
        for piece in pieces:
            names[piece.address] = f"{sign} {_called(piece)}"
            said[piece.address] = [f"{word}, {copies(piece.copies)}"]
    return [(address[0], f"{names[address]}: {'; '.join(parts)}") for address, parts in said.items()]


def copies(count: int) -> str:
    """Return a number of copies in words."""
    return counted(count, "copy", "copies")


def recounted(recount: Recount) -> str:
    """Return what became of the number of copies: "3 copies, were 2"."""
    old = recount.old.copies
    return f"{copies(recount.new.copies)} ({'was' if old == 1 else 'were'} {old})"


def _called(piece: Printed) -> str:
    return piece.id if piece.name == piece.id else f"{piece.id} ({plain(piece.name)})"


def _differences(change: Change, shared: Mapping[_Look, list[Change]]) -> Iterator[str]:
    if not change.sides:
        yield "looks different (its old face is not known)"
    for side in change.sides:
        if _look(change, side) not in shared:
            yield _difference(change, side)


def _difference(change: Change, side: Redrawn) -> str:
    where = f"{side.side}: " if both_sided(change) else ""
    return where + ", ".join(_kind(kind, side, change) for kind in ordered(side.what))


def _kind(kind: str, side: Redrawn, change: Change) -> str:
    if kind == "text":
        return "; ".join(_said(each) for each in wordings(side))
    if kind == "face":
        return _whole(side, change)
    return {"art": "other art", "layout": "other layout"}[kind]


def _whole(side: Redrawn, change: Change) -> str:
    if side.old is None and change.old.front is not None:
        return "new"
    return "gone" if side.new is None else "looks different"


def _said(place: Wording) -> str:
    if not place.was:
        return (
            f'"{_short(place.now)}" added after "{_short(place.before)}"'
            if place.before
            else f'"{_short(place.now)}" added'
        )
    if not place.now:
        return f'"{_short(place.was)}" left out'
    return f'was "{_short(place.was)}", now "{_short(place.now)}"'


def _short(words: str) -> str:
    return words if len(words) <= LONGEST else words[: LONGEST - 2] + " …"


# Changes as JSON for other programs.


def record(since: str, games: Iterable[GameChanges]) -> str:
    """Return the changes since the edition of that name as JSON."""
    whole = {"since": since, "games": [_game(each) for each in games]}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _game(game: GameChanges) -> dict[str, Any]:
    changes = game.changes
    return {
        "game": game.game,
        "title": game.title,
        "existed": game.existed,
        "same": changes.same,
        "added": [{**_piece(piece), "copies": piece.copies} for piece in changes.added],
        "removed": [{**_piece(piece), "copies": piece.copies} for piece in changes.removed],
        "changed": [_change(change) for change in changes.changed],
        "copies": [_recount(recount) for recount in changes.copies],
    }


def _piece(piece: Printed) -> dict[str, Any]:
    return {"component": piece.component, "id": piece.id, "name": piece.name}


def _change(change: Change) -> dict[str, Any]:
    sides = [_side(side) for side in change.sides]
    return {**_piece(change.new), "what": ordered(change.what), "sides": sides}


def _side(side: Redrawn) -> dict[str, Any]:
    differ = "text" in side.what
    was, now = (" ".join(words).replace(BREAK, "") if differ else None for words in (side.was, side.now))
    return {"side": side.side, "what": ordered(side.what), "was": was, "now": now}


def _recount(recount: Recount) -> dict[str, Any]:
    return {**_piece(recount.new), "was": recount.old.copies, "now": recount.new.copies}

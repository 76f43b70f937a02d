"""Changes as lines for a terminal: one for each piece, by component."""

from collections.abc import Iterable, Iterator, Mapping

from pnp.export.changes.account import GameChanges, Wording, both_sided, ordered, plain, wordings
from pnp.model.changes import Change, Recount, Redrawn
from pnp.model.edition import Address, Printed

LONGEST = 160
"""Characters of a text that are quoted."""


def text(games: Iterable[GameChanges]) -> str:
    """Return what became of the games, a paragraph each; the last line of a paragraph sums it up."""
    return "\n\n".join("\n".join(_paragraph(each)) for each in games) + "\n"


def _paragraph(game: GameChanges) -> Iterator[str]:
    lines = _lines(game)
    if lines:
        yield f"{plain(game.title)}, since {plain(game.since)}"
    for component in dict.fromkeys(component for component, _ in lines):
        yield f"  {component}"
        yield from (f"    {line}" for (owner, _), line in lines.items() if owner == component)
    yield f"{plain(game.title)}: {summary(game)}"


def summary(game: GameChanges) -> str:
    """Return the sentence that sums a game up: "2 changed, 1 added, 104 the same"."""
    if not game.existed:
        count = len(game.changes.added)
        return f"did not exist at {plain(game.since)}; {count} piece{'' if count == 1 else 's'} now"
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


def _lines(game: GameChanges) -> Mapping[Address, str]:
    """Return the line of each piece that is not the same, those that are gone at the end of their component."""
    changes = game.changes
    said: dict[Address, list[str]] = {}
    names: dict[Address, str] = {}
    for change in changes.changed:
        names[change.new.address] = f"~ {_called(change.new)}"
        said.setdefault(change.new.address, []).extend(_differences(change))
    for recount in changes.copies:
        names.setdefault(recount.new.address, f"~ {_called(recount.new)}")
        said.setdefault(recount.new.address, []).append(recounted(recount))
    for pieces, sign, word in ((changes.added, "+", "new"), (changes.removed, "-", "gone")):
        for piece in pieces:
            names[piece.address] = f"{sign} {_called(piece)}"
            said[piece.address] = [f"{word}, {copies(piece.copies)}"]
    return {address: f"{names[address]}: {'; '.join(parts)}" for address, parts in said.items()}


def copies(count: int) -> str:
    """Return a number of copies in words."""
    return f"{count} cop{'y' if count == 1 else 'ies'}"


def recounted(recount: Recount) -> str:
    """Return what became of the number of copies: "3 copies, were 2"."""
    old = recount.old.copies
    return f"{copies(recount.new.copies)} ({'was' if old == 1 else 'were'} {old})"


def _called(piece: Printed) -> str:
    return piece.id if piece.name == piece.id else f"{piece.id} ({plain(piece.name)})"


def _differences(change: Change) -> Iterator[str]:
    if not change.sides:
        yield "looks different (its old face is not known)"
    for side in change.sides:
        where = f"{side.side}: " if both_sided(change) else ""
        yield where + ", ".join(_kind(kind, side, change) for kind in ordered(side.what))


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

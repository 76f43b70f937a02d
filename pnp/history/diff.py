"""`pnp diff`: the changes of games as text, as JSON, and as an HTML page with pictures.

    {"since", "games": [{"game", "title", "existed", "same",
                         "added": [{"component", "id", "name", "copies"}], "removed": [the same],
                         "changed": [{"component", "id", "name", "what", "sides": [{"side", "what", "was", "now"}]}],
                         "copies": [{"component", "id", "name", "was", "now"}]}]}

"what" has some of "text", "art", "layout" and "face"; "was" and "now" of a side are its words, where they differ.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pnp.build.options import BuildOptions, refuse_unknown
from pnp.build.result import Progress, in_steps, silent
from pnp.escaping import json_text
from pnp.history.compare import (
    Changes,
    GameChanges,
    PieceChange,
    PrintedPiece,
    SideChange,
    WordChange,
    by_side,
    plain,
    word_changes,
)
from pnp.history.pictures import changes_page, pictured
from pnp.history.versions import changes_since, is_kept, open_versions
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import PnpError
from pnp.render.face_content import in_a_line
from pnp.text import counted

Form = Literal["text", "json", "html"]

LONGEST = 160
"""Characters of a text that are quoted."""

MANY, FEW = 4, 3
"""A change that so many pieces share, as of their back, is told once, and so few of them are named."""


@dataclass(frozen=True, slots=True)
class DiffResult:
    """What became of each game, the document that tells it, and the errors of games that cannot be compared."""

    games: tuple[GameChanges, ...]
    document: str
    diagnostics: tuple[Diagnostic, ...]


def diff_games(
    project: Project,
    since: str,
    games: Sequence[str] = (),
    *,
    theme: str = "",
    form: Form = "text",
    cache: bool = True,
    progress: Progress = silent,
) -> DiffResult:
    """Return what became of games, of all when none is named, since the version `since`.

    Raises UnknownName for a name that means nothing, PnpError when what it means cannot be read or drawn, and
    CannotRender.
    """
    options, loaded = BuildOptions(theme=theme), load_games(project, games)
    refuse_unknown(options, loaded.games)
    done: list[GameChanges] = []
    found = [*loaded.diagnostics]
    with open_versions(project, options, cache=cache) as context:
        for game in in_steps(loaded.games, "compare", progress):
            if theme and is_kept(project, since, game.id):
                raise PnpError(f"{since} is kept in the normal look", "leave out --theme")
            changes, diagnostics = changes_since(context, game, since)
            found += diagnostics
            done += [changes] if changes is not None else []
        writers = {
            "text": lambda: as_text(done),
            "json": lambda: as_json(since, done),
            "html": lambda: changes_page(since, [pictured(game) for game in done]),
        }
        document = writers[form]() if done else ""
    errors = tuple(
        finding for finding in found if finding.severity == "error"
    )  # warnings are for check to tell
    return DiffResult(tuple(done), document, errors)


def as_text(games: Iterable[GameChanges]) -> str:
    """Return a paragraph for each game: a line for each piece, by component, and one that sums it up."""
    return "\n\n".join("\n".join(paragraph(game)) for game in games) + "\n"


def paragraph(game: GameChanges) -> Iterator[str]:
    """Yield the lines about a game, the last sums it up."""
    if game.changes:
        yield f"{plain(game.title)}, since {plain(game.since)}"
    for component, changes in game.components():
        yield f"  {component}"
        yield from (f"    {line}" for line in _lines(changes))
    yield f"{plain(game.title)}: {game.summary}"


def _lines(changes: Changes) -> Iterator[str]:
    """Yield what many pieces have in common, then a line for each piece that has something to itself."""
    sides = by_side((side, change) for change in changes.changed for side in change.sides)
    shared = {side: pieces for side, pieces in sides.items() if len(pieces) >= MANY}
    for side, pieces in shared.items():
        names = ", ".join(plain(change.new.name) for change in pieces[:FEW])
        more = f"{names} and {len(pieces) - FEW} more"
        yield f"~ {len(pieces)} pieces ({more}): {difference(pieces[0], side)}"
    recounts = {copy.new.address: copy for copy in changes.copies}
    for change in changes.changed:
        told = [difference(change, side) for side in change.sides if side not in shared]
        if not change.sides:
            told = ["looks different (its old face is not known)"]
        if told:
            recount = recounts.pop(change.new.address, None)
            told += [_recounted(recount)] if recount else []
            yield f"~ {_called(change.new)}: {'; '.join(told)}"
    for recount in recounts.values():
        yield f"~ {_called(recount.new)}: {_recounted(recount)}"
    for piece in changes.added:
        yield f"+ {_called(piece)}: new, {_copies(piece.copies)}"
    for piece in changes.removed:
        yield f"- {_called(piece)}: gone, {_copies(piece.copies)}"


def _copies(count: int) -> str:
    return counted(count, "copy", "copies")


def _recounted(recount: PieceChange) -> str:
    """Return what became of the number of copies: "3 copies (were 2)"."""
    old = recount.old.copies
    return f"{_copies(recount.new.copies)} ({'was' if old == 1 else 'were'} {old})"


def _called(piece: PrintedPiece) -> str:
    return piece.id if piece.name == piece.id else f"{piece.id} ({plain(piece.name)})"


def difference(change: PieceChange, side: SideChange) -> str:
    """Return what is different about a side of a piece: 'front: was "Leek", now "Leeks"'."""
    whole = "looks different"
    if side.old is None and change.old.front is not None:
        whole = "new"
    elif side.new is None:
        whole = "gone"
    words = {"art": "other art", "layout": "other layout", "face": whole}
    quoted = "; ".join(_quoted(change) for change in word_changes(side))
    where = f"{side.side}: " if change.two_sided else ""
    return where + ", ".join(words.get(kind, quoted) for kind in side.kinds)


def _quoted(place: WordChange) -> str:
    def short(words: str) -> str:
        return words if len(words) <= LONGEST else words[: LONGEST - 2] + " …"

    if not place.was:
        after = f' after "{short(place.before)}"' if place.before else ""
        return f'"{short(place.now)}" added{after}'
    if not place.now:
        return f'"{short(place.was)}" left out'
    return f'was "{short(place.was)}", now "{short(place.now)}"'


def as_json(since: str, games: Iterable[GameChanges]) -> str:
    """Return the changes since the version of that name as JSON."""
    whole = {"since": since, "games": [_game_entry(game) for game in games]}
    return json_text(whole, indent=2) + "\n"


def _game_entry(game: GameChanges) -> dict[str, Any]:
    def entry(piece: PrintedPiece, **more: object) -> dict[str, Any]:
        return {"component": piece.component, "id": piece.id, "name": piece.name, **more}

    def words(side: SideChange, drawn: tuple[str, ...]) -> str | None:
        return in_a_line(drawn) if "text" in side.kinds else None

    def side_entry(side: SideChange) -> dict[str, Any]:
        was, now = words(side, side.was), words(side, side.now)
        return {"side": side.side, "what": side.kinds, "was": was, "now": now}

    changes = game.changes
    return {
        "game": game.new.game,
        "title": game.title,
        "existed": game.existed,
        "same": changes.same,
        "added": [entry(piece, copies=piece.copies) for piece in changes.added],
        "removed": [entry(piece, copies=piece.copies) for piece in changes.removed],
        "changed": [
            entry(change.new, what=change.kinds, sides=[side_entry(side) for side in change.sides])
            for change in changes.changed
        ],
        "copies": [entry(copy.new, was=copy.old.copies, now=copy.new.copies) for copy in changes.copies],
    }

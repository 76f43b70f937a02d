"""Changes as JSON for other programs.

    {"since", "games": [{"game", "title", "existed", "same",
        "added":   [{"component", "id", "name", "copies"}],
        "removed": [{"component", "id", "name", "copies"}],
        "changed": [{"component", "id", "name", "what": ["text", "art", "layout" or "face"],
                     "sides": [{"side", "what", "was", "now"}]}],
        "copies":  [{"component", "id", "name", "was", "now"}]}]}

`was` and `now` of a side are its words, null where they are the same or not known.
"""

import json
from collections.abc import Iterable
from typing import Any

from pnp.export.changes.account import GameChanges, ordered
from pnp.model.changes import Change, Recount, Redrawn
from pnp.model.drawing import BREAK
from pnp.model.edition import Printed


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

"""Which pieces a save is most likely about; they are drawn first, because somebody is waiting to see them."""

from collections.abc import Iterable, Mapping
from pathlib import PurePath

from pnp.cli.watching.trees import Changes
from pnp.load.folder import TEMPLATE_SUFFIX
from pnp.model.game import Component, Game, Piece

FEW = 4
"""So many pieces are drawn first when a template changed, which is about all of them."""


def likely(component: Component, before: Game | None, changes: Changes) -> frozenset[str]:
    """Return the pieces whose data differ from `before`, or whose picture was saved; a few when a template was."""
    names = {_stem(path.name) for path in changes.paths if not path.name.endswith(TEMPLATE_SUFFIX)}
    old = _pieces(before, component.id)
    found = [
        piece.id
        for piece in component.pieces
        if _stem(str(piece.fields.get("art", piece.id))) in names or _differ(piece, old.get(piece.id, piece))
    ]
    if not found and any(path.name.endswith(TEMPLATE_SUFFIX) for path in changes.paths):
        found = [piece.id for piece in component.pieces[:FEW]]
    return frozenset(found)


def _pieces(game: Game | None, component: str) -> Mapping[str, Piece]:
    every: Iterable[Component] = game.components if game else ()
    return {piece.id: piece for each in every if each.id == component for piece in each.pieces}


def _differ(piece: Piece, old: Piece) -> bool:
    return (piece.fields, piece.front, piece.back) != (old.fields, old.front, old.back)


def _stem(name: str) -> str:
    return PurePath(name).stem

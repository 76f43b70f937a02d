"""What play needs of the box, for each number of players and variant, computed from the data.

A game's module in `pnp.engine.games` offers `needs(game)`, which yields a Need for everything that must hold: enough
cards to deal, a tile for every shape a space can ask for. Games without a module need nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from pnp.model.game import Component, Game, Piece


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that play asks of a component: `says` it in a sentence, and `found` what there is."""

    id: str
    component: str
    says: str
    holds: bool
    found: str


def needs_of(game: Game) -> tuple[Need, ...]:
    """Return all needs of a game, kept and broken, in the order its module states them."""
    name = f"pnp.engine.games.{game.id}"
    if not game.id.isidentifier() or find_spec(name) is None:
        return ()
    found: Iterator[Need] = import_module(name).needs(game)
    return tuple(found)


def component(game: Game, name: str) -> Component | None:
    """Return a component of the game by id."""
    return next((each for each in game.components if each.id == name), None)


def dealt(deck: Component | None) -> Iterator[Piece]:
    """Yield every copy of every piece that counts, as often as the box holds it; nothing when there is no such deck."""
    for piece in deck.pieces if deck else ():
        if not piece.extra:
            yield from [piece] * piece.copies

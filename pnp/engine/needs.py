"""What play needs of the box, for each number of players and variant, computed from the data.

The module of pnp.engine.games that `engine:` in game.yaml names offers `needs(game)`, which yields a Need for everything
that must hold: enough cards to deal, a tile for every shape a space can ask for. Games without an engine need nothing.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

from pnp.engine import games
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component, Game, Piece
from pnp.text import suggest


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that play asks of a component: `says` it in a sentence, and `found` what there is."""

    id: str
    component: str
    says: str
    holds: bool
    found: str


def engines() -> tuple[str, ...]:
    """Return the engines there are."""
    return tuple(module.name for module in iter_modules(games.__path__))


def needs_of(game: Game) -> tuple[Need, ...]:
    """Return all needs of a game, met or not, in the order its engine states them."""
    if game.engine not in engines():
        return ()
    found: Iterator[Need] = import_module(f"pnp.engine.games.{game.engine}").needs(game)
    return tuple(found)


def unmet_needs(needs: tuple[Need, ...], game: Game) -> tuple[Diagnostic, ...]:
    """Return an error for an engine that is not there, and for every need that is not met, at its component."""
    found = [_unmet(each, game) for each in needs if not each.holds]
    if game.engine and game.engine not in engines():
        hint = suggest(game.engine, engines(), what="engines")
        message = f'there is no engine "{game.engine}"'
        found.append(Diagnostic("PNP118", message, game.engine_place, hint, game=game.id))
    return tuple(found)


def _unmet(need: Need, game: Game) -> Diagnostic:
    about = component(game, need.component)
    return Diagnostic(
        "PNP521",
        f"play needs it ({need.id}): {need.says.rstrip('.')}; found: {need.found}",
        about.place if about else game.place,
        f"pnp list {game.id} --pieces shows what there is",
        game=game.id,
    )


def component(game: Game, name: str) -> Component | None:
    """Return a component of the game by id."""
    return next((each for each in game.components if each.id == name), None)


def dealt(deck: Component | None) -> Iterator[Piece]:
    """Yield every copy of every piece that counts, as often as the box holds it; nothing when there is no such deck."""
    for piece in deck.pieces if deck else ():
        if not piece.extra:
            yield from [piece] * piece.copies

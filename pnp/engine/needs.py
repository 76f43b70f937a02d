"""What play needs of the components, for each number of players and variant, computed from the data.

The module of pnp.engine.box_needs that `engine:` in game.yaml names offers `needs(box)`, which yields a Need for everything
that must hold: enough cards to deal, a tile for every shape a space can ask for. Games without an engine need nothing.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

from pnp.claims.selections import Fields, Item, pieces_of
from pnp.engine import box_needs
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component, Game, Space
from pnp.plugins import named
from pnp.text import suggest


@dataclass(frozen=True, slots=True)
class Need:
    """One thing that play asks of a component: `says` it in a sentence, and `found` what there is."""

    id: str
    component: str
    says: str
    holds: bool
    found: str


def need_without(name: str, component: str, says: str, wrong: Iterable[str], fine: str) -> Need:
    """Return a need that holds when nothing is wrong; then it has found `fine`."""
    found = ", ".join(dict.fromkeys(wrong))
    return Need(name, component, says, holds=not found, found=found or fine)


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a game, as needs ask about it; what is not there counts as nothing."""

    game: Game

    @property
    def facts(self) -> Fields:
        """The facts of the game."""
        return Fields(fields=self.game.facts)

    @property
    def players(self) -> range:
        """The numbers of players the game is for, from its fact `players: {from: 2, to: 5}`."""
        least = self.facts.number("players.from")
        return range(least, self.facts.number("players.to") + 1) if least else range(0)

    def component(self, name: str) -> Component | None:
        """Return a component by its id."""
        return next((each for each in self.game.components if each.id == name), None)

    def pieces(self, name: str) -> tuple[Item, ...]:
        """Return every piece of a component that counts, once."""
        component = self.component(name)
        return tuple(pieces_of(component)) if component else ()

    def dealt(self, name: str) -> tuple[Item, ...]:
        """Return every piece of a component that counts, as often as the box holds it."""
        return tuple(item for item in self.pieces(name) for _ in range(item.count))

    def spaces(self) -> tuple[Space, ...]:
        """Return the spaces of the board."""
        board = self.component("board")
        return board.board.spaces if board and board.board else ()

    def enough(self, name: str, deck: str, says: str, wanted: int) -> Need:
        """Return the need of so many pieces of a component."""
        count = len(self.dealt(deck))
        return Need(name, deck, says, holds=0 < wanted <= count, found=f"{count} {deck}")


ENGINES = "pnp.engines"
"""The entry points by which an installed package says that it has the rules of a game."""


def engines() -> tuple[str, ...]:
    """Return the engines there are."""
    return tuple(module.name for module in iter_modules(box_needs.__path__))


def needs_of(game: Game) -> tuple[Need, ...]:
    """Return all needs of a game, met or not, in the order its engine states them."""
    if game.engine not in engines():
        return ()
    found: Iterator[Need] = import_module(f"pnp.engine.box_needs.{game.engine}").needs(Box(game))
    return tuple(found)


def unmet_needs(needs: tuple[Need, ...], game: Game) -> tuple[Diagnostic, ...]:
    """Return an error for an engine that is not there, and for every need that is not met, at its component."""
    found = [_unmet(each, game) for each in needs if not each.holds]
    if game.engine and game.engine not in engines() and not named(ENGINES, game.engine):
        hint = suggest(game.engine, engines(), what="engines")
        message = f'there is no engine "{game.engine}"'
        found.append(Diagnostic("PNP118", message, game.engine_place, hint, game=game.id))
    return tuple(found)


def _unmet(need: Need, game: Game) -> Diagnostic:
    about = Box(game).component(need.component)
    return Diagnostic(
        "PNP521",
        f"play needs it ({need.id}): {need.says.rstrip('.')}; found: {need.found}",
        about.place if about else game.place,
        f"pnp list {game.id} --pieces shows what there is",
        game=game.id,
    )

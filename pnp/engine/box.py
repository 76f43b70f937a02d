"""The box of a game: what the rules of play read from its data, and the engines that have such rules.

What play needs of a box, such as enough cards to deal, is among the claims of the game.
"""

from dataclasses import dataclass

from pnp.claims.selections import Fields, Item, pieces_of
from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component, Game, Space
from pnp.plugins import named
from pnp.text import suggest

PLAYED = ("ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire")
"""The engines, as `engine:` of game.yaml names them, whose module in pnp.engine.play has rules to play by."""

ENGINES = "pnp.engines"
"""The entry points by which an installed package says that it has the rules of a game."""


@dataclass(frozen=True, slots=True)
class Box:
    """The box of a game; what is missing counts as nothing."""

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
        return next((component for component in self.game.components if component.id == name), None)

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


def unknown_engine(game: Game) -> tuple[Diagnostic, ...]:
    """Return an error when game.yaml names an unknown engine."""
    if not game.engine or game.engine in PLAYED or named(ENGINES, game.engine):
        return ()
    message = f'there is no engine "{game.engine}"'
    hint = suggest(game.engine, PLAYED, what="engines")
    return (Diagnostic("PNP118", message, game.engine_place, hint, game=game.id),)

"""What a game is made of, in a player's words."""

from pnp.build.claims_report import inventory
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Size

HERE = Place("x.yaml", 1, 1)


def component(kind, title, copies, extras=0):
    pieces = [Piece("a", copies, {}, "front", None, HERE)]
    pieces += [Piece("b", extras, {}, "front", None, HERE, extra=True)] if extras else []
    return Component(title, KINDS[kind], title, Size(63, 88), 0, 0, 0, tuple(pieces), HERE)


def told(*components):
    return inventory(Game("g", "Game", "1", components, HERE))


def test_components_of_a_kind_are_counted_together_unless_they_have_a_name_of_their_own():
    assert (
        told(
            component("cards", "Player aids", 5),
            component("board", "Game board", 1),
            component("cards", "Order cards", 22),
            component("discs", "Coins", 20),
            component("stickers", "Token stickers", 25, extras=3),
            component("cards", "Color cards", 22),
        )
        == "44 cards, 5 player aids, 25 stickers, 20 coins, 1 board"
    )

"""Every sentence of Yoggity's rulebook is tested, judged or dropped, and a changed box breaks the one that speaks of it."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pnp.build.claims_report import explained, promises
from pnp.claims.check import results
from pnp.claims.load import LoadedClaims, load_claims
from pnp.claims.pieces import Data
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Game

STATED = {f"Y{number:03}" for number in range(1, 105)}


@cache
def yoggity() -> tuple[Game, LoadedClaims]:
    project = find_project(Path(__file__))
    game = load_game(project, "yoggity").game
    return game, load_claims(project, game)


def broken(game: Game) -> set[str]:
    loaded = yoggity()[1]
    return {
        each.claim.id for each in results(loaded.claims, Data(game, loaded.params)) if each.state == "broken"
    }


def changed(path: str, **changes) -> Game:
    """Return the game with one piece changed: copies, or its fields by their names."""
    component, wanted = path.split("/")
    copies = changes.pop("copies", None)

    def alter(piece):
        if piece.id != wanted:
            return piece
        return replace(
            piece, copies=piece.copies if copies is None else copies, fields={**piece.fields, **changes}
        )

    game = yoggity()[0]
    decks = (
        replace(each, pieces=tuple(map(alter, each.pieces))) if each.id == component else each
        for each in game.components
    )
    return replace(game, components=tuple(decks))


def test_the_whole_rulebook_is_there_and_every_promise_is_kept():
    game, loaded = yoggity()
    assert loaded.diagnostics == ()
    assert {claim.id for claim in loaded.claims} >= STATED
    assert all(claim.source == "stated" for claim in loaded.claims if claim.id in STATED)
    assert broken(game) == set()


def test_what_was_worked_out_is_not_called_stated():
    assert [c.id for c in yoggity()[1].claims if c.id not in STATED and c.source == "stated"] == []


def test_twelve_paint_tokens_are_a_ruling_and_neither_a_failure_nor_silence():
    project = find_project(Path(__file__))
    found = promises(project, yoggity()[0])
    ruling = "\n".join(explained(project, "X1", [found]))
    assert ruling.startswith("Yoggity X1: a ruling")
    assert "12 paint tokens" in ruling
    assert "9 paints are in play, 3 of each" in ruling
    claim = "\n".join(explained(project, "Y020", [found]))
    assert claim.startswith("Yoggity Y020: kept")
    assert "X1: 9 paints are in play" in claim


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (lambda: changed("stickers/red", copies=2), {"Y006", "Y020", "Y071", "Y230"}),
        (lambda: changed("stickers/red-spare", copies=2), {"Y020", "Y230"}),
        (lambda: changed("orders/tv_set", parts=("square", "circle")), {"Y067", "Y213"}),
        (lambda: changed("orders/banjo", parts=("stick", "square", "triangle")), {"Y210", "Y213"}),
        (lambda: changed("orders/banjo", points=4), {"Y211"}),
        (lambda: changed("colors/teal", name="Cyan"), {"Y222", "Y223"}),
        (lambda: changed("yoggity_cards/wild", text="Counts as any paint."), {"Y056"}),
        (lambda: changed("yoggity_cards/cancel_order", text="Nothing."), {"Y063"}),
        (lambda: changed("coins/coin", copies=19), {"Y023"}),
        (lambda: changed("aids/aid", copies=4), {"Y235"}),
    ],
)
def test_a_changed_piece_breaks_the_promise_that_speaks_of_it(game, found):
    assert broken(game()) == found

"""Every sentence of Ingeniators' rules is tested, judged or dropped, and a changed box breaks the one that speaks of it."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pnp.claims.check import results
from pnp.claims.load import LoadedClaims, load_claims
from pnp.claims.pieces import Data
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Game

STATED = {f"I{number:03}" for number in range(1, 51)}


@cache
def ingeniators() -> tuple[Game, LoadedClaims]:
    project = find_project(Path(__file__))
    game = load_game(project, "ingeniators").game
    return game, load_claims(project, game)


def broken(game: Game) -> set[str]:
    loaded = ingeniators()[1]
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

    game = ingeniators()[0]
    decks = (
        replace(each, pieces=tuple(map(alter, each.pieces))) if each.id == component else each
        for each in game.components
    )
    return replace(game, components=tuple(decks))


def test_the_whole_rulebook_is_there_and_every_promise_is_kept():
    game, loaded = ingeniators()
    assert loaded.diagnostics == ()
    assert {claim.id for claim in loaded.claims} >= STATED
    assert all(claim.source == "stated" for claim in loaded.claims if claim.id in STATED)
    assert broken(game) == set()


def test_a_board_that_cannot_be_filled_has_its_ruling():
    (dead,) = (each for each in ingeniators()[1].rulings if each.id == "X1")
    assert dead.about == ("I032", "I035", "I047")
    assert "filled or dead" in dead.ruling


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (lambda: changed("tiles/RRB", copies=9), {"I005", "I013", "I203"}),
        (
            lambda: changed("tiles/RRB", edges=("belt", "gear", "boiler")),
            {"I029", "I031", "I032", "I203"},
        ),
        (lambda: changed("tiles/RYY", name="Boilers"), {"I201"}),
        (lambda: changed("dice/more", copies=11), {"I204"}),
        (lambda: changed("dice/more", sides=("gear", "belt", "boiler", "valve")), {"I205"}),
        (lambda: changed("valves/moon", copies=2), {"I007", "I010", "I206"}),
        (lambda: changed("aids/aid", copies=3), {"I208"}),
    ],
)
def test_a_changed_piece_breaks_the_promise_that_speaks_of_it(game, found):
    assert broken(game()) == found

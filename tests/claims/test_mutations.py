"""Every mistake in a shipped game breaks one of its promises, and every promise can break."""

from functools import cache
from pathlib import Path

import pytest
from boxes import Box
from mutations import EVERY, KINDS, misstate, misword, mutations

from pnp.build.claims_report import explained, promises
from pnp.claims.claims_file import Claim, LoadedClaims, load_claims, result, results
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.load.project import find_project, game_ids

PROJECT = find_project(Path(__file__).parents[2])
GAMES = game_ids(PROJECT)


@cache
def loaded(name: str) -> tuple[Data, LoadedClaims]:
    game = Box(name).game
    claims = load_claims(PROJECT, game)
    return Data(game, claims.params), claims


def breaks(claim: Claim, known: Expressions) -> bool:
    return result(claim, known).state in ("broken", "unreadable")


def asked(claim: Claim, data: Data) -> set[str]:
    known = Expressions(data)
    for test in claim.tests:
        known.test(test.text)
    return {name.removesuffix(".spaces") for name in known._selections}


@pytest.mark.parametrize("name", GAMES)
def test_a_shipped_game_keeps_its_promises(name):
    data, claims = loaded(name)
    assert claims.diagnostics == ()
    found = results(claims.claims, data)
    assert {each.claim.id: each.findings for each in found if each.state == "broken"} == {}


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_mistake_breaks_a_promise(name):
    data, claims = loaded(name)
    tested = [claim for claim in claims.claims if claim.tests]
    tried = mutations(data)
    survivors = []
    for mutation in tried:
        known = Expressions(mutation.make())
        if not any(breaks(claim, known) for claim in tested):
            survivors.append(mutation.says)
    assert (len(tried) >= 40, survivors) == (True, [])


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_tested_claim_can_fail_or_says_why_not(name):
    data, claims = loaded(name)
    idle = {claim: asked(claim, data) for claim in claims.claims if claim.tests and not claim.reason}
    for generate in EVERY:
        for says, make in generate(data):
            component = says.split("/")[0].split(".")[0]
            about = [
                claim
                for claim, names in idle.items()
                if generate in (misstate, misword) or component in names
            ]
            if about:
                known = Expressions(make())
                idle = {
                    claim: names
                    for claim, names in idle.items()
                    if claim not in about or not breaks(claim, known)
                }
    assert {claim.id for claim in idle} == set()


def test_every_kind_of_mistake_is_made_in_some_game():
    assert {mutation.kind for name in GAMES for mutation in mutations(loaded(name)[0])} == set(KINDS)


# Every sentence of a rulebook is tested, judged or dropped, and a changed box breaks the claim that speaks of it.


STATED = {
    "yoggity": {f"Y{number:03}" for number in range(1, 105)},
    "ingeniators": {f"I{number:03}" for number in range(1, 51)},
}
"""The ids of the claims that the rulebooks state; what was worked out has others."""


@pytest.mark.parametrize("name", STATED)
def test_the_whole_rulebook_is_there_and_what_was_worked_out_is_not_called_stated(name):
    _, claims = loaded(name)
    assert {claim.id for claim in claims.claims} >= STATED[name]
    assert {claim.id for claim in claims.claims if claim.source == "stated"} == STATED[name]


def test_twelve_paint_tokens_are_a_ruling_and_neither_a_failure_nor_silence():
    found = promises(PROJECT, loaded("yoggity")[0].game)
    ruling = "\n".join(explained(PROJECT, "X1", [found]))
    assert ruling.startswith("Yoggity X1: a ruling")
    assert "12 paint tokens" in ruling
    assert "Nine, as the stickers and the prices say." in ruling
    claim = "\n".join(explained(PROJECT, "Y020", [found]))
    assert claim.startswith("Yoggity Y020: holds")
    assert "X1: Nine, as the stickers and the prices say." in claim


def test_a_board_that_cannot_be_filled_has_its_ruling():
    (dead,) = (each for each in loaded("ingeniators")[1].rulings if each.id == "X1")
    assert dead.about == ("I032", "I035", "I047")
    assert "filled or dead" in dead.ruling

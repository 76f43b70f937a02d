"""Every sentence of a rulebook is tested, judged or dropped, and a changed box breaks the claim that speaks of it."""

import pytest
from test_mutations import PROJECT, loaded

from pnp.build.claims_report import explained, promises

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

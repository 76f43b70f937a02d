"""pnp explain: a card's text, its rulings, how often it is there, and where the rules name it."""

import pytest


@pytest.fixture
def rules(soup):
    claims = "claims: []\nrulings: [{id: A1, about: [], conflict: Raw?, ruling: No., reason: It bites.}]\n"
    (soup / "card_data/soup/claims.yaml").write_text(claims, encoding="utf-8")
    (soup / "card_data/soup/rules.yaml").write_text(
        "turn: 'Start with {{ card(food.leek) }}.'\nquestions: [{id: A1, cards: [food/leek]}]\n",
        encoding="utf-8",
    )


@pytest.mark.parametrize("name", ["leek", "LEEK", "food/leek"])
def test_a_card_is_found_by_its_name_or_its_id_and_told_whole(soup, rules, pnp, name):
    outcome = pnp(f"explain soup {name}")
    assert outcome.status == 0
    for line in (
        "Leek (food/leek): 2 copies, of 3 cards",
        "A1: Raw? No.",
        "  Why: It bites.",
        "In the rules: Start with Leek.",
        "Its face: pnp build draws it",
    ):
        assert line in outcome.out.splitlines()
    assert "A1" not in pnp("explain soup pea").out


def test_a_card_that_is_not_there_is_told_with_one_that_is(soup, pnp):
    outcome = pnp("explain soup leak")
    assert outcome.status == 2
    assert 'soup has no card "leak"' in outcome.err
    assert "did you mean Leek" in outcome.err


def test_what_a_text_reads_from_the_data_is_worked_out(soup, pnp):
    aid = "{id: aid, name: Aid, tells: {all: 'There are {{ count(food) }} foods.'}}"
    (soup / "card_data/soup/aids.yaml").write_text(
        f"kind: cards\ntitle: Aids\nsize: poker\nfront: food.svg.j2\npieces: [{aid}]\n", encoding="utf-8"
    )
    assert "There are 3 foods." in pnp("explain soup aid").out

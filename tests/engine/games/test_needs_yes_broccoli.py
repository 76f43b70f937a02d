"""Yes! Broccoli! can be played by two to five, with every option; a card less and the need says which game is off."""

from dataclasses import replace

import pytest
from boxes import Box, broken

from pnp.engine.needs import needs_of

BOX = Box("yes_broccoli")
changed, told = BOX.changed, BOX.told


def test_the_box_has_what_every_game_needs():
    assert broken(BOX.game) == {}


EVERY_NEED = """
    BN1-2 BN2-2 BN3-2 BN4-2
    BN1-3 BN2-3 BN3-3 BN4-3
    BN1-4 BN2-4 BN3-4 BN4-4
    BN1-5 BN2-5 BN3-5 BN4-5
    BN5 BN6 BN7 BN8 BN9 BN10
    BN11-food BN12-food BN11-bids BN12-bids BN11-powers BN12-powers
"""


def test_each_number_of_players_and_each_option_has_its_need():
    assert [need.id for need in needs_of(BOX.game)] == EVERY_NEED.split()


def test_needs_speak_in_numbers_of_the_data():
    says = {need.id: f"{need.says} {need.found}" for need in needs_of(BOX.game)}
    assert says["BN2-5"] == "5 players eat 40 foods in a meal. 45 foods"
    assert says["BN7"] == "One of each food lasts two players for 8 rounds. 18 kinds of food"
    assert says["BN8"] == "With the nines 5 players eat 45 foods. 45 foods"
    assert says["BN10"] == "5 players can have 1 more for all but one of them, 14 powers in all. 14 powers"


@pytest.mark.parametrize(
    ("deck", "pieces", "found"),
    [
        # a set with a gap: the fifth player, and forty mixed bids, are off
        ("bids", {"red-4": {"copies": 0}}, {"BN1-5": "4 whole sets", "BN4-5": "39 bids"}),
        # a 4 that became a second 5: it shows three icons, as the yellow 5 does
        (
            "bids",
            {"red-4": {"value": 5}},
            {"BN1-5": "4 whole sets", "BN6": "5 with 3 icons", "BN12-bids": "red-4 is called red 4"},
        ),
        # red 7 shows two icons and blue 7 five; now both show five
        ("bids", {"red-7": {"icons": 5}}, {"BN6": "7 with 5 icons"}),
        ("bids", {"red-7": {"icons": 0}}, {"BN6": "red-7"}),
        # nobody with red could have the handicap
        ("bids", {"red-9": {"copies": 0}}, {"BN9": "not red"}),
        # 45 foods are just enough for nine rounds, 40 for eight
        ("food", {"kale": {"copies": 1}}, {"BN8": "44 foods"}),
        (
            "food",
            {"kale": {"copies": 0}, "beans": {"copies": 0}, "soda": {"copies": 0}},
            {"BN2-5": "39 foods", "BN7": "15 kinds of food", "BN8": "39 foods"},
        ),
        # a blank food is no food
        ("food", {"kale": {"value": None}}, {"BN8": "43 foods"}),
        # fourteen powers are just enough for five players with an extra one for four of them
        ("powers", {"spoiled": {"copies": 0}}, {"BN10": "13 powers"}),
        # a card that can be told from behind
        (
            "powers",
            {"spoiled": {"back": "yes_broccoli/bid-back.svg.j2"}},
            {"BN11-powers": "yes_broccoli/bid-back.svg.j2, yes_broccoli/power-back.svg.j2"},
        ),
        ("bids", {"red-1": {"name": "one red"}}, {"BN12-bids": "red-1 is called one red"}),
        # a name that the picture is not filed under
        ("food", {"kale": {"name": "Cabbage"}}, {"BN12-food": "kale is called Cabbage"}),
        ("powers", {"blank": {"when": "any"}}, {"BN12-powers": "blank is called Blank power"}),
        ("food", {"kale": {"back": None}}, {"BN11-food": "None, yes_broccoli/food-back.svg.j2"}),
    ],
)
def test_a_changed_card_breaks_the_games_that_need_it(deck, pieces, found):
    assert broken(changed(deck, pieces)) == found


def test_a_deck_without_cards_is_told_apart_from_one_that_is_fine():
    bare = replace(BOX.game, components=())
    fine = {need.id for need in needs_of(bare) if need.holds}
    assert fine == {
        "BN5",
        "BN6",
        "BN9",
        "BN12-food",
        "BN12-bids",
        "BN12-powers",
    }  # they speak of no number of cards


def test_the_lengths_of_a_game_are_read_from_the_facts():
    assert broken(told(rounds=9)) == {
        "BN5": "8 bids, 9 rounds",
        "BN8": "45 foods",  # ten rounds for five players take fifty
    }
    assert broken(told(rounds=0)) == {
        **{f"BN2-{count}": "45 foods" for count in (2, 3, 4, 5)},  # a meal without rounds is a mistake
        "BN5": "8 bids, 0 rounds",
    }
    assert broken(told(setup={"bids": 0, "powers": 2}, rounds=0)).keys() >= {"BN1-2", "BN5"}
    assert "BN3-7" not in broken(told(players={"from": 7, "to": 7}))  # fourteen powers, no less
    assert broken(told(handicap={"value": 1, "replaces": 1, "powers": 1})) == {"BN9": "every colour has"}
    assert broken(told(setup={"bids": 8, "powers": 3})) == {"BN3-5": "14 powers", "BN10": "14 powers"}
    assert broken(told(players={"from": 2, "to": 6})) == {
        "BN1-6": "5 whole sets",
        "BN2-6": "45 foods",
        "BN4-6": "40 bids",
        "BN8": "45 foods",
        "BN10": "14 powers",
    }

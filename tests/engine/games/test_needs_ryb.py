"""RYB can be dealt, rolled and won by two to five; a changed card, die or fact breaks the need that speaks of it."""

from dataclasses import replace

import pytest
from boxes import Box, broken

from pnp.engine.needs import needs_of
from pnp.model.game import Game

BOX = Box("ryb")
changed, told = BOX.changed, BOX.told


def goals(**change) -> Game:
    """Return the game with all goals changed alike."""
    deck = next(each for each in BOX.game.components if each.id == "cards")
    return changed("cards", {piece.id: change for piece in deck.pieces if "target" in piece.fields})


def option(side: str, **rules) -> Game:
    """Return the game with some of the rules for Variable replaced; None takes one away."""
    held = next(each for each in BOX.game.components if each.id == "variable").pieces[0].fields[side]
    new = {name: rule for name, rule in {**held, **rules}.items() if rule is not None}
    return changed("variable", {"rules": {side: new}})


def test_the_box_has_what_every_game_needs():
    assert broken(BOX.game) == {}


def test_each_number_of_players_has_its_needs():
    assert [need.id for need in needs_of(BOX.game)] == [
        *(f"RN{need}-{count}" for count in (2, 3, 4, 5) for need in range(1, 7)),
        *(f"RN{need}" for need in range(7, 18)),
    ]


def test_needs_speak_in_numbers_of_the_data():
    says = {need.id: f"{need.says} {need.found}" for need in needs_of(BOX.game)}
    assert says["RN1-2"] == "2 players get 5 cards each, and a deck is left for a round of refills. 54 cards"
    assert says["RN2-5"] == "5 players start with 30 dice. 10 red, 10 yellow, 10 blue"
    # 660 points dealt to five, the dearest goals first, each to the poorest seat
    assert says["RN4-5"] == "The goals are enough for 5 winners at once. 131 points in 4 colours for each"
    # two players own four dice of each colour between them, 6 the highest side
    assert says["RN5-2"] == "All dice of 2 players can fill any goal in one throw. 24 at most"
    assert says["RN8"] == "Any 3 colours are worth more than 100 points. 240 at least"
    # two dice bank 2 at least: 2, 4, ... 18
    assert says["RN10"].endswith("however they fall. in 9 throws at most")
    assert says["RN11"].startswith(
        "A marker shows each sum that can be banked, 1 to 17, and all show 1 to 20."
    )


@pytest.mark.parametrize(
    ("deck", "pieces", "found"),
    [
        # ten yellow dice are just enough for five
        ("dice", {"yellow": {"copies": 9}}, {"RN2-5": "9 yellow for 10"}),
        ("dice", {"yellow": {"color": "red"}}, {"RN2-2": "0 yellow for 4"}),
        ("dice", {"yellow": {"sides": (1, 2, 3, 4, 5, 5)}}, {"RN12": "yellow die"}),
        # a highest side of 4: two players throw 16 at most
        ("dice", {"red": {"sides": (1, 2, 3, 4)}}, {"RN5-2": "Red 18, Orange 18, Purple 18, Black 18"}),
        ("dice", {"red": {"sides": (0, 2, 3, 4, 5, 6)}}, {"RN12": "red die"}),
        # nobody could throw 25 with the dice of two; with a marker for each sum up to 20, 21 cannot be banked
        ("cards", {"red-18": {"target": 25}}, {"RN5-2": "Red 18", "RN11": "no 21, no 22, no 23, no 24"}),
        # no black goal that two dice of each colour can fill
        ("cards", {f"black-{n}": {"target": n + 12} for n in (6, 9, 12)}, {"RN9": "not black"}),
        ("cards", {"red-6": {"color": "green"}}, {"RN13": "Red 6: Add up your red dice."}),
        ("cards", {"red-6": {"color": "scarlet"}}, {"RN7": "scarlet is no mix"}),
        ("cards", {"red-6": {"hint": None}}, {"RN13": "Red 6: nothing"}),
        ("cards", {"red-6": {"word": "Rad"}}, {"RN14": "red is called Rad, red-6 is called Red 6"}),
        ("cards", {"red-6": {"name": "Red 9"}}, {"RN14": "red-6 is called Red 9"}),
        ("cards", {"red-6": {"back": None}}, {"RN17": "None, ryb/back.svg.j2"}),
        (
            "cards",
            {"swap": {"text": "Is the sum 11 or less?"}},
            {"RN15": "swap does not read facts.swap.up_to"},
        ),
        ("aids", {"aid": {"copies": 4}}, {"RN6-5": "4 aids"}),
        ("aids", {"aid": {"words": {"red": "Red"}}}, {"RN14": "Player aid lacks a colour"}),
        ("bank_markers", {"bank-7": {"copies": 0}}, {"RN11": "no 7, no 17"}),
        ("bank_markers", {"bank-7": {"copies": 2}}, {"RN11": "7 is there 2 times, 17 is there 2 times"}),
        ("bank_markers", {"bank-10": {"flip": 21}}, {"RN11": "no 20, 21 is beyond"}),
    ],
)
def test_a_changed_piece_breaks_the_need_that_speaks_of_it(deck, pieces, found):
    assert broken(changed(deck, pieces)).items() >= found.items()


def test_goals_without_points_leave_nobody_a_winner():
    # 35 goals of 14 points are 490: less than five times 100, and five seats get seven goals each
    poor = broken(goals(value=14))
    assert poor == {"RN3-5": "490 points in all", "RN4-5": "98 points in 7 colours for each"}
    # with 6 points each three colours, 15 goals, come to 90
    assert broken(goals(value=6))["RN8"] == "90 at least"


def test_goals_of_one_colour_win_for_nobody():
    assert broken(goals(color="black"))["RN4-2"] == "326 points in 1 colours for each"


def test_a_game_without_components_breaks_what_it_needs():
    bare = replace(BOX.game, components=())
    held = {"RN5-2", "RN5-3", "RN5-4", "RN5-5", "RN10", "RN13", "RN14"}  # what no goal and no piece can break
    assert set(broken(bare)) == {need.id for need in needs_of(BOX.game)} - held


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"hand": {"2": 5, "3": 4, "4": 3, "5": 10}}, {"RN1-5": "54 cards"}),  # 55 with the refills
        ({"hand": {"2": 5, "3": 4, "4": 3}}, {"RN1-5": "54 cards"}),
        ({"win": {"colors": 3, "over": 132}}, {"RN3-5": "660 points in all", "RN4-5": "131 points in 4 colours for each"}),
        ({"win": {"colors": 5, "over": 100}}, {"RN4-5": "131 points in 4 colours for each"}),
        ({"bank": {"from": 1, "to": 18}}, {"RN11": "19 is beyond, 20 is beyond"}),
        ({"swap": {"up_to": 5}}, {"RN12": "a sum of 5"}),
        ({"variable": "chaos"}, {"RN16": "no chaos"}),
        (
            {"red_rover": {"from": 1, "to": 8}},
            {"RN12": "red die, yellow die, blue die"},
        ),
        (
            {"start_dice": {"red": 3, "yellow": 2, "blue": 2}},
            {"RN2-4": "10 red for 12", "RN2-5": "10 red for 15"},
        ),
        (
            {"start_dice": {"red": 2, "yellow": 2, "blue": 1}},
            {"RN5-2": "Blue 15, Blue 18, Green 15, Green 18, Purple 15, Purple 18, Black 15, Black 18"},
        ),
    ],
)  # fmt: skip
def test_a_changed_fact_breaks_what_the_box_cannot_do(facts, found):
    assert broken(told(**facts)) == found


def test_every_mix_is_one_colour():
    mixes = BOX.game.facts["mixes"]
    twice = broken(told(mixes={**mixes, "black": ("red", "blue")}))
    assert twice["RN7"] == "2 for blue and red, 0 for blue and red and yellow"
    fewer = broken(told(mixes={color: mix for color, mix in mixes.items() if color != "black"}))
    assert fewer["RN7"] == "0 for blue and red and yellow, black is no mix"


@pytest.mark.parametrize(
    ("side", "rules", "found"),
    [
        ("options", {"reset": None}, "no reset"),
        ("more", {"trade": {"name": "Trading", "text": "Trade dice."}}, "trade is called Trading"),
        ("more", {"void": {"name": "Void", "text": ""}}, "void is empty"),
        (
            "more",
            {
                "void": {
                    "name": "Void",
                    "text": "Say left or right. All players pass all their dice to that side.",
                }
            },
            "two say Say left or right. All players pass all their dice to that side.",
        ),
    ],
)
def test_rules_for_variable_are_told_apart(side, rules, found):
    assert broken(option(side, **rules))["RN16"] == found

"""The box says what is in it, and the score sheet has room for every player and every meal."""

from pathlib import Path

from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Component, Game
from pnp.model.papers import PAPERS

ROOT = Path(__file__).parents[2]


def game() -> Game:
    found = load_game(find_project(ROOT), "yes_broccoli").game
    assert found is not None
    return found


def component(name: str) -> Component:
    (found,) = (each for each in game().components if each.id == name)
    return found


def test_the_box_counts_the_cards_that_are_printed() -> None:
    (box,) = component("box").pieces
    told = [(deck["count"], deck["what"], deck["back"]) for deck in box.fields["inside"]]
    decks = {"food": "food cards", "bids": "bid cards", "powers": "power cards"}
    backs = {"food": "back_food", "bids": "back_bid", "powers": "back_power"}
    assert told == [(f"{{{{ count({name}) }}}}", what, backs[name]) for name, what in decks.items()]


def test_the_box_is_as_deep_as_the_three_decks() -> None:
    net = component("box").net
    assert net is not None
    (side,) = (panel for panel in net.panels if panel.id == "left")
    assert side.width == 108 * 0.32 + 1


def test_the_score_sheet_has_a_picture_for_every_meal() -> None:
    (sheet,) = component("score_sheet").pieces
    assert len(sheet.fields["meals"]) == game().facts["meals"] == 3


def test_the_box_fits_on_a4_and_on_letter() -> None:
    size = component("box").size
    for name in ("a4", "letter"):
        paper = PAPERS[name]
        room = (paper.size.height - 2 * paper.unprintable, paper.size.width - 2 * paper.unprintable)
        assert (size.width <= room[0], size.height <= room[1]) == (True, True)

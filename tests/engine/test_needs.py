"""The needs of play: which engine states them, and what is said when one is not met."""

from dataclasses import replace
from pathlib import Path

import pytest

from pnp.engine.needs import Need, engines, needs_of, unmet_needs
from pnp.load.game import load_game
from pnp.load.project import find_project

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def yoggity():
    return load_game(find_project(ROOT), "yoggity").game


def test_a_need_of_play_that_is_not_met_is_an_error_at_its_component(yoggity):
    met = Need("N1", "orders", "Two can play.", holds=True, found="22 cards")
    lacking = Need("N2", "orders", "Nine can play.", holds=False, found="22 cards")
    (finding,) = unmet_needs((met, lacking), yoggity)
    assert finding.message == "play needs it (N2): Nine can play; found: 22 cards"
    assert (finding.code, finding.severity, finding.game) == ("PNP521", "error", "yoggity")
    assert finding.place == next(each.place for each in yoggity.components if each.id == "orders")


def test_a_need_of_a_component_that_is_not_there_is_an_error_at_the_game(yoggity):
    (finding,) = unmet_needs((Need("N1", "spoons", "Two eat.", holds=False, found="0"),), yoggity)
    assert finding.place == yoggity.place


def test_the_engine_is_what_game_yaml_says_and_not_the_name_of_the_folder(yoggity):
    assert needs_of(replace(yoggity, engine="")) == ()
    renamed = replace(yoggity, id="my_game")
    assert [need.id for need in needs_of(renamed)] == [need.id for need in needs_of(yoggity)] != []


def test_an_engine_that_is_not_there_is_an_error_with_the_nearest_name(yoggity):
    game = replace(yoggity, engine="yogity")
    assert needs_of(game) == ()
    (finding,) = unmet_needs((), game)
    assert (finding.code, finding.message) == ("PNP118", 'there is no engine "yogity"')
    assert finding.hint == 'did you mean "yoggity"?'
    assert finding.place == yoggity.engine_place
    assert finding.place.file == "card_data/yoggity/game.yaml"


def test_every_shipped_game_has_an_engine():
    project = find_project(ROOT)
    assert {load_game(project, name).game.engine for name in engines()} == set(engines())

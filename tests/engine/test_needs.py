"""The needs of play: which engine states them, what breaks each of them, and what is said of one that is not met."""

from dataclasses import replace
from pathlib import Path

import pytest
from boxes import Box, broken

from pnp.engine.needs import Need, engines, needs_of, unmet_needs
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Game, Space

ROOT = Path(__file__).parents[2]
BOXES = {name: Box(name) for name in engines()}


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


@pytest.mark.parametrize("name", BOXES)
def test_a_shipped_box_has_what_its_game_needs(name):
    assert broken(BOXES[name].game) == {}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("yoggity", {"YN5-part": "at least 10 symbols of each",
                     "YN10": "a hand of 5, a price of 3"}),
        ("ingeniators", {"IN10": "36 dice", "IN15-4": "4 valves"}),
        # 660 points dealt to five, the dearest goals first; two own four dice of each colour, 6 the highest side
        ("ryb", {"RN1-2": "54 cards", "RN2-5": "10 red, 10 yellow, 10 blue", "RN4-5": "131 points in 4 colours for each",
                 "RN5-2": "24 at most", "RN8": "240 at least", "RN10": "in 9 throws at most"}),
        ("yes_broccoli", {"BN2-5": "45 foods", "BN7": "18 kinds of food", "BN10": "14 powers"}),
        ("yogire", {"GN5": "43 units", "GN7": "attacks of 11 for nothing"}),
    ],
)  # fmt: skip
def test_a_need_says_what_it_found(name, said):
    found = {need.id: need.found for need in needs_of(BOXES[name].game)}
    assert {need: found[need] for need in said} == said


def piece(path: str, **changes) -> Game:
    game, _, rest = path.partition("/")
    return BOXES[game].piece(rest, **changes)


def space(path: str, **changes) -> Game:
    game, name = path.split("/")
    board = BOXES[game].component("board")

    def altered(each: Space) -> Space:
        own = {key: value for key, value in changes.items() if key in ("neighbours", "centre")}
        fields = {**each.fields, **{key: value for key, value in changes.items() if key not in own}}
        return replace(each, fields=fields, **own)

    spaces = tuple(altered(each) if each.id == name else each for each in board.board.spaces)
    return BOXES[game].put(replace(board, board=replace(board.board, spaces=spaces)))


def facts(path: str, **changes) -> Game:
    game, _, group = path.partition("/")
    return BOXES[game].told_in(group, **changes) if group else BOXES[game].told(**changes)


CHANGES = [
    # tokens, cards, coins and prices of Yoggity
    (piece("yoggity/orders/tent", parts=("stick",) * 5, points=11),
     {"YN1-orders": "Tent wants 5 stick of 4", "YN2-orders": "Tent is worth 11, its parts cost 8"}),
    (piece("yoggity/orders/tent", parts=("stick",) * 4, points=8), {}),  # the whole row, and its price
    (piece("yoggity/orders/rocket", copies=0), {"YN8": "21 orders, 22 colors"}),
    (piece("yoggity/colors/brown", paints=(), points=0), {"YN1-colors": "Brown wants nothing"}),
    (piece("yoggity/yoggity_cards/red_paint", copies=2),
     {"YN5-paint": "red costs up to 3, the deck pays 2", "YN6-paint": "2 red cards"}),
    (piece("yoggity/coins/coin", copies=15), {"YN12-5": "15 coins"}),
    (piece("yoggity/stickers/blue-spare", copies=3), {}),  # spares are not in play
    (space("yoggity/stick-4", steal=False), {"YN4-part": "stick reads 1, 2, 2, 3, 3"}),
    (facts("yoggity", cost={}), dict.fromkeys(["YN4-part", "YN4-paint"])),
    (facts("yoggity/turn", hand_limit=2), {"YN10": "a hand of 2, a price of 3"}),
    (facts("yoggity/setup", coins=4), {"YN12-5": "20 coins"}),  # none is left
    (facts("yoggity/setup", hand=12), {"YN13-5": "60 cards"}),
    (facts("yoggity/players", to=6), {"YN14-6": "5 aids"}),
    # tiles, halves of the board and dice of Ingeniators
    (piece("ingeniators/tiles/RRB", copies=0), {"IN1": "no tile for belt belt gear"}),
    (piece("ingeniators/tiles/RRB", edges=("gear", "belt", "belt")), {}),  # the same tile, turned
    (facts("ingeniators/turn", dice_per_tile=2), dict.fromkeys(["IN1"])),
    (space("ingeniators/blueprint-a", neighbours=("blueprint-b",)),
     {"IN6-blueprint": "a has other neighbours than edges", "IN7": "a differs"}),
    (space("ingeniators/workshop-a", across={"base": "workshop-g", "left": "workshop-b", "right": None}),
     {"IN6-workshop": "left of a faces nothing, left of b faces nothing"}),
    (space("ingeniators/workshop-h", centre=(0, 0)), {"IN7": "2 different distances"}),
    (piece("ingeniators/dice/more", copies=11), {"IN10": "35 dice"}),
    (piece("ingeniators/valves/star", copies=0), {"IN15-4": "3 valves"}),
    (facts("ingeniators/players", to=5), {"IN10": "36 dice", "IN15-5": "4 valves", "IN16-5": "4 aids"}),
    # dice and goals of RYB
    (piece("ryb/dice/yellow", copies=9), {"RN2-5": "9 yellow for 10"}),
    (piece("ryb/dice/red", sides=(1, 2, 3, 4)), {"RN5-2": "Red 18, Orange 18, Purple 18, Black 18"}),
    (BOXES["ryb"].changed("cards", {f"black-{n}": {"target": n + 12} for n in (6, 9, 12)}), {"RN9": "not black"}),
    (piece("ryb/cards/red-6", color="scarlet", word="scarlet"), dict.fromkeys(["RN5-2", "RN5-3", "RN5-4", "RN5-5", "RN7", "RN10"])),
    (piece("ryb/cards/red-6", word="Rad"), {"RN14": "red is called Rad"}),
    (piece("ryb/aids/aid", words={"red": "Red"}), dict.fromkeys(["RN14"])),
    (facts("ryb/hand", **{"5": 10}), {"RN1-5": "54 cards"}),  # 55 with the refills
    (facts("ryb/win", over=132), {"RN3-5": "660 points in all", "RN4-5": "131 points in 4 colours for each"}),
    # bids, foods and powers of Yes! Broccoli!
    (piece("yes_broccoli/bids/red-4", copies=0), {"BN1-5": "4 whole sets", "BN4-5": "39 bids"}),
    (piece("yes_broccoli/bids/red-7", icons=5), {"BN6": "7 with 5 icons"}),
    (piece("yes_broccoli/bids/red-9", copies=0), {"BN9": "not red"}),
    (piece("yes_broccoli/food/kale", copies=1), {"BN8": "44 foods"}),  # 45 are just enough for nine rounds
    (piece("yes_broccoli/food/kale", value=None), {"BN8": "43 foods"}),  # a blank food is no food
    (piece("yes_broccoli/powers/spoiled", copies=0), {"BN10": "13 powers"}),
    (facts("yes_broccoli", rounds=9), {"BN5": "8 bids, 9 rounds", "BN8": "45 foods"}),
    (facts("yes_broccoli/setup", powers=3), {"BN3-5": "14 powers", "BN10": "14 powers"}),
    # cards of YOGIRE
    (facts("yogire/setup", enemy_deck=49), dict.fromkeys(["GN1", "GN4"])),  # nor is a datacenter left
    (facts("yogire/setup", active=3), {"GN2": "3 of 5, visibility 2, hand 4 of 4"}),
    (facts("yogire/setup", hand=2), dict.fromkeys(["GN3"])),
]  # fmt: skip


@pytest.mark.parametrize(("game", "found"), CHANGES)
def test_a_change_breaks_the_needs_that_speak_of_it(game, found):
    changed = broken(game)
    assert changed.keys() == found.keys()
    assert {name: said for name, said in changed.items() if found[name]} == {
        k: v for k, v in found.items() if v
    }

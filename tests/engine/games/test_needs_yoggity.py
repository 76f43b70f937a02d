"""Yoggity can be dealt, bought and filled; a changed card, row or fact breaks the need that speaks of it."""

from dataclasses import replace

import pytest
from boxes import Box, broken

from pnp.engine.needs import needs_of
from pnp.model.game import Game

BOX = Box("yoggity")
put, component, piece, told = BOX.put, BOX.component, BOX.piece, BOX.told


def space(name: str, /, *, by: tuple[float, float] = (0, 0), **fields) -> Game:
    """Return the game with one space of the board changed, or moved by some mm."""
    table = component("board")
    spaces = tuple(
        replace(
            each, centre=(each.centre[0] + by[0], each.centre[1] + by[1]), fields={**each.fields, **fields}
        )
        if each.id == name
        else each
        for each in table.board.spaces
    )
    return put(replace(table, board=replace(table.board, spaces=spaces)))


def prices(table: str, *cases: tuple[str, int]) -> Game:
    """Return the game with another table of prices; the last case is the theft."""
    lines = [{"left": left, "price": price} for left, price in cases]
    lines[-1]["steal"] = True
    return told(cost={**BOX.game.facts["cost"], table: tuple(lines)})


def test_the_box_has_what_the_game_needs():
    assert broken(BOX.game) == {}


def test_every_number_of_players_is_looked_at():
    looked = [need.id for need in needs_of(BOX.game) if need.component == "coins"]
    assert looked == ["YN12-2", "YN12-3", "YN12-4", "YN12-5"]
    six = told(players={"from": 2, "to": 6})
    assert broken(six) == {"YN14-6": "5 aids"}
    assert broken(told(players={"from": 2, "to": 7})) == {
        "YN14-6": "5 aids",
        "YN12-7": "20 coins",
        "YN14-7": "5 aids",
    }


def test_needs_speak_in_numbers_of_the_data():
    says = {need.id: f"{need.says} {need.found}" for need in needs_of(BOX.game)}
    assert says["YN3-paint"] == (
        "At the start every paint circle holds a token, and no token is left over. 9 tokens on as many circles"
    )
    assert (
        says["YN5-part"]
        == "The hand cards can buy any part at its highest price. at least 10 symbols of each"
    )
    assert (
        says["YN10"]
        == "A full hand can pay the highest price, and a set for a coin. a hand of 5, a price of 3"
    )


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (
            lambda: piece("orders/tent", parts=("stick",) * 5, points=11),
            {
                "YN1-orders": "Tent wants 5 stick of 4",
                "YN15-orders": "Tent wants 5",
                "YN2-orders": "Tent is worth 11, its parts cost 8",
            },
        ),
        (lambda: piece("orders/tent", parts=("stick",) * 4, points=8), {}),  # the whole row, and its price
        (lambda: piece("orders/rocket", points=4), {"YN2-orders": "Rocket is worth 4, its parts cost 3"}),
        (lambda: piece("orders/rocket", name="Rockets"), {"YN7-orders": "rocket is called Rockets"}),
        (
            lambda: piece("orders/rocket", parts=("triangle", "star")),
            {
                "YN1-orders": "Rocket wants 1 star of 0",
                "YN2-orders": "Rocket is worth 3, its parts cost 1",
            },
        ),
        (lambda: piece("orders/rocket", copies=0), {"YN8": "21 orders, 22 colors"}),
        (lambda: piece("colors/lime", copies=2), {"YN8": "22 orders, 23 colors"}),
        (
            lambda: piece("colors/brown", paints=(), points=0),
            {"YN1-colors": "Brown wants nothing", "YN15-colors": "Brown wants 0"},
        ),
        (
            lambda: piece("colors/brown", paints=("red", "red", "blue")),
            {"YN2-colors": "Brown is worth 3, its paints cost 4"},
        ),
    ],
)
def test_a_changed_card_breaks_what_it_must(game, found):
    assert broken(game()) == found


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (
            lambda: piece("yoggity_cards/red_paint", copies=2),
            {"YN5-paint": "red costs up to 3, the deck pays 2", "YN6-paint": "2 red cards"},
        ),
        (lambda: piece("yoggity_cards/red_paint", copies=3), {}),
        (lambda: piece("yoggity_cards/stick_double", symbols=3), {"YN9": "stick cards count 1, 3"}),
        (lambda: piece("yoggity_cards/stick_double", copies=0), {"YN9": "stick cards count 1"}),
        (
            lambda: piece(
                "yoggity_cards/stick_single", copies=0
            ),  # two doubles are four symbols and two cards
            {"YN6-part": "2 stick cards", "YN9": "stick cards count 2"},
        ),
        (lambda: piece("coins/coin", copies=15), {"YN12-5": "15 coins"}),
        (lambda: piece("aids/aid", copies=4), {"YN14-5": "4 aids"}),
    ],
)
def test_a_changed_hand_or_purse_breaks_what_it_must(game, found):
    assert broken(game()) == found


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (lambda: piece("stickers/blue", copies=4), {"YN3-paint": "blue has 4 tokens for 3 circles"}),
        (
            lambda: piece("stickers/blue", copies=1),
            {
                "YN3-paint": "blue has 1 tokens for 3 circles",
                "YN1-colors": "Teal wants 2 blue of 1, Indigo wants 2 blue of 1",
            },
        ),
        (lambda: piece("stickers/blue-spare", copies=3), {}),  # spares are not in play
        (lambda: space("stick-4", steal=False), {"YN4-part": "stick reads 1, 2, 2, 3, 3"}),
        (lambda: space("stick-3", steal=True), {"YN4-part": "stick reads 1, 2, 2, 3, 3"}),
        (lambda: space("stick-3", place=4), {"YN16-part": "stick has places 1, 2, 4, 4, 1 widths of gaps"}),
        (lambda: space("stick-3", by=(1, 0)), {"YN16-part": "stick has places 1, 2, 3, 4, 3 widths of gaps"}),
        (lambda: space("stick-3", by=(0, 1)), {"YN16-part": "stick has places 1, 2, 3, 4, 1 widths of gaps"}),
        (
            lambda: space("blue-1", by=(120, 0)),  # now it is the last of its row
            {
                "YN2-colors": "Blue is worth 1, its paints cost 2",
                "YN4-paint": "blue reads 2, 3, 1, 1",
                "YN16-paint": "blue has places 2, 3, 1, 2 widths of gaps",
            },
        ),
    ],
)  # fmt: skip
def test_a_changed_token_or_circle_breaks_what_it_must(game, found):
    changed = broken(game())
    assert [name for name in found if not changed.get(name, "").startswith(found[name])] == []
    assert bool(changed) == bool(found)


def test_the_printed_prices_are_those_of_the_table():
    table = (("4", 1), ("2 or 3", 2), ("1", 3), ("0", 3))
    assert broken(prices("part", *table)) == {}
    for other in (
        (("4", 1), ("2 or 3", 2), ("1", 3), ("0", 4)),  # the theft costs more
        (("4", 1), ("3", 2), ("2", 3), ("1", 3), ("0", 3)),  # the third token costs more
        (("4", 1), ("2 or 3", 2), ("0", 3)),  # nothing is said of the last
        (("4", 1), ("2 or 3", 2), ("1", 3), ("one", 3), ("0", 3)),  # and here of something else
    ):
        assert list(broken(prices("part", *other))) == ["YN4-part"]
    assert list(broken(told(cost={}))) == ["YN4-part", "YN4-paint"]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"coin_set": 9}, {"YN6-part": "8 triangle cards, 8 stick cards, 8 square cards, 8 circle cards",
                           "YN6-paint": "6 red cards, 6 yellow cards, 6 blue cards",
                           "YN10": "a hand of 5, a price of 3"}),
        ({"double_symbols": 3}, {"YN9": "triangle cards count 1, 2, stick cards count 1, 2, square cards count 1, 2, circle cards count 1, 2"}),
        ({"turn": {"draw": 1, "hand_limit": 2}}, {"YN10": "a hand of 2, a price of 3"}),
        ({"setup": {"coins": 4, "hand": 5}}, {"YN12-5": "20 coins"}),  # none is left
        ({"setup": {"coins": 3, "hand": 11}}, {}),
        ({"setup": {"coins": 3, "hand": 12}}, {"YN13-5": "60 cards"}),
        ({"wants": {"parts": {"from": 2, "to": 3}, "paints": {"from": 1, "to": 3}}},
         {"YN15-orders": "Robot wants 4, Puppet Theater wants 4, Tent wants 4, Toy Truck wants 4"}),
    ],
)  # fmt: skip
def test_a_changed_fact_breaks_what_it_must(facts, found):
    assert broken(told(**facts)) == found


def test_a_spot_is_as_large_as_a_card():
    orders = component("orders")
    wide = put(replace(orders, size=replace(orders.size, width=68)))
    assert broken(wide) == {"YN11": "67 x 92 mm for the orders"}


def test_without_a_board_its_needs_are_broken():
    bare = replace(BOX.game, components=tuple(each for each in BOX.game.components if each.id != "board"))
    found = broken(bare)
    assert {"YN3-part", "YN3-paint", "YN11"} <= set(found)
    assert found["YN3-part"] == "the board has no part rows"

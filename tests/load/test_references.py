"""What stands in place of each reference, for a basket of five fruits."""

import pytest

from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Size
from pnp.model.rules import Parameter
from pnp.rules.references import Dangling, Scope, evaluate

HERE = Place("card_data/fruit/fruit.yaml", 1, 1)


def piece(key, copies, *, extra=False, **fields):
    return Piece(key, copies, fields, "f", None, HERE, extra=extra)


BASKET = Component(
    "fruit",
    KINDS["cards"],
    "Fruit",
    Size(63, 88),
    3,
    3,
    3,
    (
        piece("pear", 2, name="Pear", value=4, cost={"cut": 1}),
        piece("plum", 2, name="Plum", value=-1, cost={"cut": 2.5}),
        piece("fig", 1, name="Fig", value=4),
        piece("aid", 1, extra=True),
    ),
    HERE,
)
GAME = Game("fruit", "Fruit", "1", (BASKET,), HERE, facts={"players": {"from": 2, "to": 4}, "hand": {"3": 7}})
PARAMS = {"rounds": Parameter(8, "B1", HERE), "one": Parameter(1, None, HERE)}

TABLE = """
count fruit                        5
count fruit value=4                3
count fruit value!=4               2
count fruit value<0                2
count *                            5
kinds fruit                        3
sum fruit.value                    10
min fruit.value                    −1
max fruit.cost.cut                 2.5
list fruit.name                    Pear, Plum and Fig
list fruit.name value>=4           Pear and Fig
copies fruit/pear                  2
value fruit/plum.cost.cut          2.5
fact players.to                    4
param rounds                       8
param rounds|meal|meals            8 meals
param one|meal|meals               1 meal
2 + 3 * 4 - 1                      13
fact players.to * param rounds     32
players * 2                        6
fact hand.players                  7
this value                         4
this name                          Fig
card fruit/pear                    [[card fruit/pear]]
card fruit/this                    [[card fruit/fig]]
"""


@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_a_reference_comes_to_what_the_table_says(line):
    reference, _, wanted = line.partition("  ")
    this = {"id": "fig", "name": "Fig", "value": 4}
    assert evaluate(reference, Scope(GAME, PARAMS, this, players=3)) == wanted.strip()


@pytest.mark.parametrize(
    ("reference", "code", "hint"),
    [
        ("cuont fruit", "PNP170", 'did you mean "count"?'),
        ("count friut", "PNP171", 'did you mean "fruit"?'),
        ("card fruit/paer", "PNP171", 'did you mean "pear"?'),
        ("sum fruit.vlaue", "PNP172", 'did you mean "value"?'),
        ("param ruonds", "PNP173", 'did you mean "rounds"?'),
        ("fact players.too", "PNP173", 'did you mean "to"?'),
        ("sum fruit.name", "PNP174", "name a field with numbers"),
    ],
)
def test_a_dangling_reference_names_the_nearest(reference, code, hint):
    with pytest.raises(Dangling) as caught:
        evaluate(reference, Scope(GAME, PARAMS))
    assert (caught.value.code, caught.value.hint) == (code, hint)

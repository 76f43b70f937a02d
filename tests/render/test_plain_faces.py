"""Cards and tiles without a front are drawn, whatever their fields are called and whatever size they have."""

import pytest

from pnp.build.check import CheckOptions, check_games
from pnp.load.project import find_project

DECK = """\
Name,Cost,Type,Card Text,Attack,Flavor Text,Tags,Rare,Notes
Ember Fox,2,Creature,"When it enters, **deal 1 damage** to any target.",2,"Small fires travel fast.",beast|fire,yes,ask
Lantern Keeper,3,Creature,"Look at the top card of your deck. If it is a Lantern, draw it.",1,,human,no,
The Long Way Around the Mountain,11,Spell,Draw a card.,+2,,,,
Seven,7,,,,,,,
"""
KINDS = {
    "standard": "kind: cards",
    "mini": "kind: cards\nsize: mini",
    "business": "kind: cards\nsize: business",
    "jumbo": "kind: cards\nsize: jumbo",
    "hexagon": "kind: tiles\nshape: hexagon\nside: 40mm",
    "triangle": "kind: tiles\nshape: triangle\nside: 90mm",
    "square": "kind: tiles\nshape: square\nside: 50mm",
}


@pytest.fixture(scope="module")
def drawn(tmp_path_factory):
    root = tmp_path_factory.mktemp("plain")
    folder = root / "card_data/deck"
    (folder / "art").mkdir(parents=True)
    (folder / "game.yaml").write_text("title: The Long Deck\n", encoding="utf-8")
    (folder / "deck.csv").write_text(DECK, encoding="utf-8")
    (folder / "art/lantern-keeper.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4.5" cy="4.5" r="3"/></svg>',
        encoding="utf-8",
    )
    for name, kind in KINDS.items():
        (folder / f"{name}.yaml").write_text(f"{kind}\nrows: deck.csv\n", encoding="utf-8")
    (result,) = check_games(find_project(root), ("deck",), CheckOptions(legible=True, cache=False))
    return result


def test_nothing_is_wrong_with_them_in_any_size_or_shape(drawn):
    assert [each for each in drawn.diagnostics if each.code not in {"PNP404", "PNP405"}] == []

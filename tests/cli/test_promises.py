"""`pnp check` and the promises of claims.yaml."""

import pytest
from small_game import change

CLAIMS = """\
claims:
  - id: S1
    says: The box holds three food cards.
    where: Contents
    test: count(food) == 3
  - id: S2
    says: There are two leeks and one pea.
    where: Contents
    test: values(food, 'copies') == dict(leek=2, pea=1)
  - id: S3
    says: The hungriest begins.
    where: How to play
    judged: a rule of play; nothing printed can break it
rulings:
  - id: X1
    about: [S1]
    conflict: The title speaks of four cards.
    ruling: Three.
    reason: The list has three.
  - {id: X2, about: S3, conflict: Nobody is hungry., ruling: The cook begins.}
"""

S1 = """\
Soup S1: holds
  claim     The box holds three food cards.
  place     rulebook, "Contents" (stated); card_data/soup/claims.yaml:2
  test      count(food) == 3
  data      count(food): 3 in 2 different
              2 × leek, pea
  ruling    X1: Three.
"""

X1 = """\
Soup X1: a ruling
  conflict  The title speaks of four cards.
  about     S1: The box holds three food cards.
  ruling    Three.
  reason    The list has three.
"""


@pytest.fixture
def promising(soup):
    (soup / "card_data/soup/claims.yaml").write_text(CLAIMS)
    return soup


def test_kept_promises_and_rulings_are_told_in_a_line(promising, pnp):
    outcome = pnp("check")
    assert (outcome.status, outcome.err) == (0, "")
    assert outcome.out == (
        "Soup: 2 of 2 claims hold, 1 judged, 2 rulings, 3 cards\n"
        "  2 rulings: pnp check soup --explain X1 (X1, X2)\n"
    )


def test_a_card_more_breaks_a_promise_at_its_place(promising, pnp):
    change(promising / "card_data/soup/food.yaml", "name: Pea", "name: Pea, copies: 2")
    outcome = pnp("check")
    assert outcome.status == 1
    assert outcome.err == (
        "card_data/soup/claims.yaml:2:9: error PNP520: S1 is broken, The box holds three food cards: "
        "count(food) is 4, not 3 (pieces: leek and pea)\n"
        "  2 |   - id: S1\n"
        "    |         ^^\n"
        "  hint: pnp check soup --explain S1 shows the data it looked at\n"
        "card_data/soup/claims.yaml:6:9: error PNP520: S2 is broken, There are two leeks and one pea: "
        "values(food, 'copies'): pea is 2, not 1 (pieces: pea)\n"
        "  6 |   - id: S2\n"
        "    |         ^^\n"
        "  hint: pnp check soup --explain S2 shows the data it looked at\n"
    )
    assert outcome.out.startswith("Soup: 0 of 2 claims hold, 1 judged, 2 rulings, 4 cards, 2 errors\n")
    explained = pnp("check --explain S1")
    assert (explained.status, explained.out.splitlines()[0]) == (1, "Soup S1: broken")
    assert "  broken    count(food) is 4, not 3\n" in explained.out


@pytest.mark.parametrize(("name", "shown"), [("S1", S1), ("X1", X1)])
def test_one_promise_or_ruling_is_explained(name, shown, promising, pnp):
    outcome = pnp(f"check soup --explain {name}")
    assert (outcome.status, outcome.out, outcome.err) == (0, shown, "")


def test_promises_can_be_tried_without_drawing(promising, pnp):
    (promising / "templates/soup/food.svg.j2").write_text("{{ nonsense")
    change(promising / "card_data/soup/food.yaml", "name: Pea", "name: Pea, copies: 2")
    outcome = pnp("check --no-faces")
    assert outcome.status == 1
    assert outcome.err.count("error PNP") == outcome.err.count("error PNP520") == 2

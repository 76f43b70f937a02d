"""Rules for the game of two cards: sentences with claims, a ruling, a word explained, and all of it approved."""

from pathlib import Path

import pnp
from pnp.load.project import find_project

RULES = """\
object: {text: "Eat **all** {{ count(food) }} cards, {{ card(food.pea) }} last.", claim: [S1, A1]}
turn:
  - "Stir."
  - steps: ["Taste.", {text: "Pass it on.", claim: S2}]
cards:
  food:
    notes: {leek: "It is green."}
glossary:
  Spoon: "What you hold."
"""
CLAIMS = """\
claims:
  - {id: S1, where: Object, says: There are 3 cards., test: count(food) == 3}
  - {id: S2, where: The turn, says: It goes round., judged: it is done at the table}
rulings:
  - {id: A1, about: [S1], conflict: Hot or cold?, ruling: Hot., reason: It is soup.}
"""


def write_rules(soup: Path) -> None:
    (soup / "card_data/soup/rules.yaml").write_text(RULES)
    (soup / "card_data/soup/claims.yaml").write_text(CLAIMS)
    assert pnp.approve_game(find_project(soup), "soup").lines

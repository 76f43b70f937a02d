"""Every ruling that play needs is named in the code where it holds."""

import re
from pathlib import Path

import pytest
from boxes import Box

from pnp.claims.claims_file import load_claims
from pnp.engine.play import games
from pnp.load.project import find_project

PROJECT = find_project(Path(__file__))
CODE = Path(games.__file__).parent

WORDS_ONLY = {
    "ingeniators": {"X4": "all dice are there", "A19": "corners are chosen in turn, which changes nothing"},
    "ryb": {
        "X1": "the table of hands is data",
        "X4": "a name",
        "A22": "markers are numbers",
        "A28": "how a marker lies",
    },
    "yes_broccoli": {
        "X3": "how many foods there are is data",
        "X6": "a rule that the basic game never needs",
    },
    "yoggity": {
        "X1": "how many tokens there are is data",
        "X2": "names of decks",
        "A14": "offers are made in one's own turn only",
        "A16": "where a token lies; only how many do matters",
    },
    "yogire": {"X1": "how many cards there are is data", "X3": "which cards are dealt is chance"},
}
"""The rulings that change no move, and why."""


@pytest.mark.parametrize("game", games.PLAYED)
def test_a_ruling_is_named_in_the_code_or_is_one_of_words(game):
    rulings = {ruling.id for ruling in load_claims(PROJECT, Box(game).game).rulings}
    texts = (path.read_text(encoding="utf-8") for path in CODE.glob(f"{game}*.py"))
    code = {name for text in texts for name in re.findall(r"\b[AX]\d+\b", text)}
    assert code <= rulings
    assert rulings - code == WORDS_ONLY[game].keys()

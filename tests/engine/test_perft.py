"""Positions after whole turns from fixed deals, as many and the same as in a second implementation.

That was written from the printed rules alone by somebody who had not seen this engine. Where the two differed, the engine
was wrong (YOGIRE: ten times; RYB: a card that is discarded counted as played) or the rules did not say it (RYB: points that are
banked keep a game going). The numbers and digests here are those of the second implementation.
"""

from functools import cache
from pathlib import Path

import perft
import pytest
from boxes import Box

from pnp.engine.game_rules import rules_of

GAMES = {
    "yes_broccoli": perft.Broccoli,
    "ryb": perft.Colors,
    "ingeniators": perft.Machines,
    "yoggity": perft.Factories,
    "yogire": perft.Networks,
}
LINES = Path(__file__).with_name("deals.txt").read_text(encoding="utf-8").splitlines()
DEALS = {tuple(line.split(";")[:2]): line.split(";")[2] for line in LINES[1:]}


@cache
def box(name):
    return Box(name)


NEAR = [
    ("yes_broccoli", "two players", 1, 128, "a1fc4add5a51"),
    ("yes_broccoli", "three players", 1, 3072, "7e84308c3f1c"),
    ("ryb", "four cards", 1, 20, "c4dfbed55013"),
    ("ryb", "full deal", 1, 62, "047722ec8636"),
    ("ingeniators", "new board", 1, 2570, "ff97914e3671"),
    ("ingeniators", "three spaces", 1, 95, "c25e3db120b3"),
    ("ingeniators", "six dice", 1, 605, "9e55aff6bab8"),
    ("ingeniators", "last space", 2, 1895, "734aa78ba60c"),
    ("yoggity", "new game", 2, 1072, "8782d6a331d2"),
    ("yoggity", "middle", 2, 981, "0ce11a62d4f2"),
    ("yoggity", "shoddy", 2, 1687, "07b65d333ffc"),
    ("yogire", "seed 1", 4, 942, "89e7925e775a"),
    ("yogire", "seed 2", 4, 1705, "3290845ed572"),
    ("yogire", "seed 3", 2, 793, "38dacda7d607"),
    ("yogire", "built 5", 2, 115, "59bc26e38666"),
    ("yogire", "built 6", 2, 1166, "cbee878c567d"),
    ("yogire", "end", 3, 1102, "0816619292d2"),
]
FAR = [
    ("yes_broccoli", "two players", 4, 39200, "9536d2a37b31"),
    ("ryb", "full deal", 2, 2415, "50285bcabcc1"),
    ("ryb", "four cards", 3, 247, "8f7b646441c4"),
    ("ryb", "last turns", 1, 53, "9456045653f9"),
    ("ingeniators", "three spaces", 2, 2898, "b39424572f7a"),
    ("yoggity", "new game", 3, 13392, "74bf473849fc"),
    ("yoggity", "middle", 3, 15031, "dfcfa5a55ec5"),
    ("yoggity", "shoddy", 3, 21517, "b22aec55a227"),
    ("yogire", "seed 3", 3, 4209, "8b6328fe3460"),
    ("yogire", "built 4", 2, 871, "a9f8781ec406"),
    ("yogire", "built 5", 3, 2100, "a6714fa7ac3f"),
    ("yogire", "built 6", 3, 14193, "43165ac277f0"),
    ("yogire", "end", 4, 3546, "0dfcd30c1e0a"),
]


@pytest.mark.parametrize(
    ("name", "deal", "turns", "number", "digest"),
    [*NEAR, *(pytest.param(*each, marks=pytest.mark.long) for each in FAR)],
)
def test_a_second_implementation_reaches_the_same_positions(name, deal, turns, number, digest):
    seats = {"yogire": 1}.get(name, 3 if deal == "three players" else 2)
    told = perft.told(GAMES[name](rules_of(box(name).game, seats)), DEALS[name, deal], turns)
    assert told == (number, digest)

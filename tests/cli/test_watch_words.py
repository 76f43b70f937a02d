"""What `pnp watch` finds out and says, without a game to watch."""

import pytest
from small_game import change, write_game

from pnp.load.kinds import KINDS
from pnp.load.project import find_project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import PieceSide
from pnp.model.game import Component, Piece
from pnp.model.geometry import Size
from pnp.watch.file_events import affected_games
from pnp.watch.game_state import new_diagnostics
from pnp.watch.session import sides_in_words

PLACE = Place("game.yaml", 1, 1)


def component(name: str, pieces: str) -> Component:
    made = tuple(Piece(each, 1, {}, "f.svg.j2", "b.svg.j2", PLACE) for each in pieces.split())
    return Component(name, KINDS["cards"], name, Size(63, 88), 3, 3, 3, made, PLACE)


FOOD = component("food", "apple beans corn dill egg fig")
TOOLS = component("tools", "pot lid")


def sides(words: str) -> list[PieceSide]:
    """ "food/apple.front food/apple.back" as sides of pieces."""
    found = []
    for word in words.split():
        name, _, side = word.partition(".")
        found.append(PieceSide(*name.split("/"), side))
    return found


@pytest.mark.parametrize(
    ("found", "said"),
    [
        ("", ""),
        ("food/apple.front", "food/apple front"),
        ("food/apple.front food/apple.back", "food/apple front and back"),
        ("food/apple.front tools/lid.back", "food/apple front, tools/lid back"),
        ("tools/pot.front tools/lid.front", "both fronts of tools"),
        (" ".join(f"food/{each.id}.back" for each in FOOD.pieces), "all 6 backs of food"),
        (" ".join(f"food/{each.id}.front" for each in FOOD.pieces[:5]), "5 fronts of food"),
        ("food/pea.front food/pea.back food/apple.front", "food/pea gone, food/apple front"),
        ("box/box.front", "box/box gone"),
    ],
)
def test_faces_are_named_or_counted(found, said):
    assert sides_in_words(sides(found), [FOOD, TOOLS]) == said


def finding(code: str, line: int = 1, *, file: str = "food.yaml", message: str = "no", severity="error"):
    return Diagnostic(code, message, Place(file, line, 1), None, severity)


def test_a_diagnostic_is_told_when_it_comes_and_when_it_goes():
    one, other = finding("PNP104"), finding("PNP309", file="art.yaml")
    assert new_diagnostics([], [one]) == ((one,), [])
    assert new_diagnostics([one, other], [other]) == ((), ["food.yaml is mended"])
    assert new_diagnostics([one, finding("PNP105")], [one]) == ((), ["food.yaml: 1 error left"])


@pytest.fixture
def two_games(soup):
    return find_project(write_game(soup, "stew"))


@pytest.mark.parametrize(
    ("path", "games"),
    [
        ("card_data/soup/food.yaml", "soup"),
        ("card_data/soup/art/leek.png", "soup"),
        ("card_data/other/food.yaml", ""),
        ("templates/stew/food.svg.j2", "stew"),
        ("templates/base/card.svg.j2", "soup stew"),
        ("templates/shared/frame.svg.j2", "soup stew"),
        ("fonts/a.ttf", "soup stew"),
    ],
)
def test_a_file_affects_its_game_and_a_shared_one_all(two_games, path, games):
    assert affected_games([two_games.root / path], two_games, ["soup", "stew"]) == set(games.split())


def test_a_template_affects_the_game_that_includes_it(two_games):
    front = two_games.root / "templates/soup/food.svg.j2"
    change(front, "{% block body %}", '{% block body %}{% include "stew/leaf.svg.j2" %}')
    path = two_games.root / "templates/stew/leaf.svg.j2"
    assert affected_games([path], two_games, ["soup", "stew"]) == {"soup", "stew"}

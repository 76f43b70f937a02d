"""What `pnp watch` finds out and says, without a game to watch."""

from pathlib import Path

import pytest
from small_game import change, write_game

from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.game import Component, Piece
from pnp.model.geometry import Size
from pnp.watch.file_changes import Changes
from pnp.watch.game_state import Spot, changed, in_force, in_words, likely, news
from pnp.watch.session import Round, concerned

PLACE = Place("game.yaml", 1, 1)


def component(name: str, pieces: str) -> Component:
    made = tuple(Piece(each, 1, {}, "f.svg.j2", "b.svg.j2", PLACE) for each in pieces.split())
    return Component(name, "cards", name, Size(63, 88), 3, 3, 3, made, PLACE)


FOOD = component("food", "apple beans corn dill egg fig")
TOOLS = component("tools", "pot lid")


def spots(words: str) -> list[Spot]:
    """ "food/apple.front food/apple.back" as spots."""
    found = []
    for word in words.split():
        name, _, side = word.partition(".")
        found.append(Spot(*name.split("/"), side))
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
    assert in_words(spots(found), [FOOD, TOOLS]) == said


def test_a_face_has_changed_when_its_drawing_is_another_or_it_is_new():
    apple, beans, corn = spots("food/apple.front food/beans.front food/corn.front")
    assert changed({apple: "a", beans: "b"}, {apple: "a", beans: "c", corn: "d"}) == (beans, corn)


def finding(code: str, line: int = 1, *, file: str = "food.yaml", message: str = "no", severity="error"):
    return Diagnostic(code, message, Place(file, line, 1), None, severity)


def test_a_finding_that_moves_to_another_line_is_no_news():
    said = news([finding("PNP104", 3)], [finding("PNP104", 9)])
    assert (said.findings, said.lines) == ((), ())


def test_a_finding_is_news_and_so_is_its_end():
    one, other = finding("PNP104"), finding("PNP309", file="art.yaml")
    assert news([], [one]).findings == (one,)
    assert news([one, other], [other]).lines == ("food.yaml is mended",)
    assert news([one, finding("PNP105")], [one]).lines == ("food.yaml: 1 error left",)


def test_what_a_stage_said_holds_until_it_is_asked_again():
    data, drawing, layout = finding("PNP104"), finding("PNP301"), finding("PNP401")
    assert in_force([drawing, layout], [data], "load") == [data, drawing, layout]
    assert in_force([data, drawing, layout], [drawing], "render") == [drawing, layout]
    assert in_force([data, drawing, layout], [], "all") == []


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
def test_a_file_concerns_its_game_and_a_shared_one_all(two_games, path, games):
    assert concerned([two_games.root / path], two_games, ["soup", "stew"]) == set(games.split())


def test_a_template_concerns_the_game_that_borrows_it(two_games):
    front = two_games.root / "templates/soup/food.svg.j2"
    change(front, "{% block body %}", '{% block body %}{% include "stew/leaf.svg.j2" %}')
    path = two_games.root / "templates/stew/leaf.svg.j2"
    assert concerned([path], two_games, ["soup", "stew"]) == {"soup", "stew"}


def test_what_somebody_waits_for_is_drawn_first(soup):
    project = find_project(soup)
    before = load_game(project, "soup").game
    art = Changes(modified=frozenset({Path("art/pea.png")}))
    template = Changes(modified=frozenset({Path("templates/soup/food.svg.j2")}))
    food = before.components[0]
    assert likely(food, before, art) == {"pea"}
    assert likely(food, before, template) == {"leek", "pea"}
    assert likely(food, before, Changes(modified=frozenset({Path("food.yaml")}))) == set()
    change(soup / "card_data/soup/food.yaml", "Leek", "Leeks")
    after = load_game(project, "soup").game.components[0]
    assert likely(after, before, Changes(modified=frozenset({Path("food.yaml")}))) == {"leek"}


def test_a_round_without_faces_is_about_its_files(tmp_path):
    at = Round(0.0)
    at.save(Changes(added=frozenset({tmp_path / "a.yaml"})), 1.0)
    assert at.subject({}, tmp_path) == "a.yaml saved"
    at.save(Changes(removed=frozenset({tmp_path / "a.yaml"})), 2.0)
    assert at.subject({}, tmp_path) == "a.yaml removed"
    at.save(Changes(modified=frozenset({tmp_path / "b.yaml"})), 3.0)
    assert at.subject({}, tmp_path) == "2 files saved or removed"


def test_with_several_games_a_face_is_named_with_its_game(tmp_path):
    at = Round(0.0)
    at.show("soup", spots("food/apple.front"))
    assert at.subject({"soup": [FOOD]}, tmp_path) == "food/apple front"
    assert at.subject({"soup": [FOOD], "stew": [TOOLS]}, tmp_path) == "soup food/apple front"

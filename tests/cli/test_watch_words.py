"""What `pnp watch` finds out and says, without a game to watch."""

from pathlib import Path

import pytest
from small_game import change, write_game
from watchfiles import Change

from pnp.load.game import load_game
from pnp.load.kinds import KINDS
from pnp.load.project import find_project
from pnp.model.diagnostics import Diagnostic, Place
from pnp.model.face import PieceSide
from pnp.model.game import Component, Piece
from pnp.model.geometry import Size
from pnp.watch.file_events import affected_games
from pnp.watch.game_state import in_force, likely, new_diagnostics
from pnp.watch.session import Cycle, sides_in_words

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


def test_a_diagnostic_that_moves_to_another_line_is_not_new():
    assert new_diagnostics([finding("PNP104", 3)], [finding("PNP104", 9)]) == ((), [])


def test_a_diagnostic_is_told_when_it_comes_and_when_it_goes():
    one, other = finding("PNP104"), finding("PNP309", file="art.yaml")
    assert new_diagnostics([], [one]) == ((one,), [])
    assert new_diagnostics([one, other], [other]) == ((), ["food.yaml is mended"])
    assert new_diagnostics([one, finding("PNP105")], [one]) == ((), ["food.yaml: 1 error left"])


def test_what_a_stage_said_holds_until_it_is_asked_again():
    data, drawing, layout = finding("PNP104"), finding("PNP301"), finding("PNP401")
    assert in_force([drawing, layout], [data], "load") == (data, drawing, layout)
    assert in_force([data, drawing, layout], [drawing], "render") == (drawing, layout)
    assert in_force([data, drawing, layout], [], "all") == ()


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


def test_the_pieces_a_save_is_most_likely_about_are_drawn_first(soup):
    project = find_project(soup)
    before = load_game(project, "soup").game
    art = {Path("art/pea.png"): Change.modified}
    template = {Path("templates/soup/food.svg.j2"): Change.modified}
    food = before.components[0]
    assert likely(food, before, art) == {"pea"}
    assert likely(food, before, template) == {"leek", "pea"}
    assert likely(food, before, {Path("food.yaml"): Change.modified}) == set()
    change(soup / "card_data/soup/food.yaml", "Leek", "Leeks")
    after = load_game(project, "soup").game.components[0]
    assert likely(after, before, {Path("food.yaml"): Change.modified}) == {"leek"}


def line(changes: dict[Path, Change], root: Path) -> str:
    cycle = Cycle(0.0)
    cycle.add_files(changes, 1.0)
    return cycle.line({}, root)


def test_a_cycle_without_faces_is_about_its_files(tmp_path):
    first, second = tmp_path / "a.yaml", tmp_path / "b.yaml"
    assert line({first: Change.added}, tmp_path) == "a.yaml saved: no face changed"
    assert line({first: Change.deleted}, tmp_path) == "a.yaml removed: no face changed"
    both = {first: Change.deleted, second: Change.modified}
    assert line(both, tmp_path) == "2 files saved or removed: no face changed"


def test_a_cycle_with_errors_and_no_face_says_only_that(tmp_path):
    cycle = Cycle(0.0)
    cycle.add_files({tmp_path / "a.yaml": Change.modified}, 1.0)
    assert cycle.line({}, tmp_path, "not built (1 error)") == "a.yaml saved: not built (1 error)"


def test_with_several_games_a_face_is_named_with_its_game(tmp_path):
    cycle = Cycle(0.0, sides={"soup": dict.fromkeys(sides("food/apple.front"))}, seen=0.123)
    assert cycle.line({"soup": [FOOD]}, tmp_path) == "food/apple front: seen after 0.12 s"
    two = {"soup": [FOOD], "stew": [TOOLS]}
    assert cycle.line(two, tmp_path, "2 PDFs after 0.9 s") == (
        "soup food/apple front: seen after 0.12 s, 2 PDFs after 0.9 s"
    )

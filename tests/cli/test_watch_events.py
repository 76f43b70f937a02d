"""Which files count as saved, and how their coming and going is noticed."""

import os
from pathlib import Path

import pytest
from small_game import change, write_game
from watchfiles import Change

from pnp.load.project import find_project
from pnp.watch import FileEvents, affected_games, file_state

links = pytest.mark.skipif(os.name == "nt", reason="links need rights there")


@pytest.fixture
def project(soup):
    return find_project(soup)


SIGNS = {Change.added: "+", Change.modified: "~", Change.deleted: "-"}


def since(project, before) -> str:
    """What changed, as "+new ~changed -gone"."""
    changes = file_state(project).since(before)
    return " ".join(
        f"{sign}{path.name}" for sign in "+~-" for path in changes if SIGNS[changes[path]] == sign
    )


def test_files_come_change_and_go(project):
    before = file_state(project)
    data = project.root / "card_data/soup"
    (data / "tools.yaml").write_text("kind: cards\n")
    (data / "food.yaml").write_text("kind: tiles\n")
    (data / "game.yaml").unlink()
    assert since(project, before) == "+tools.yaml ~food.yaml -game.yaml"


def test_a_file_saved_by_renaming_another_has_changed(project):
    before = file_state(project)
    path = project.root / "card_data/soup/food.yaml"
    state = path.stat()
    new = path.with_name("new-file")
    new.write_bytes(path.read_bytes())
    os.utime(new, ns=(state.st_atime_ns, state.st_mtime_ns))
    new.replace(path)
    assert since(project, before) == "~food.yaml"


@pytest.mark.parametrize(
    "name", [".food.yaml.swp", "food.yaml~", "4913", "#food.yaml#", "apple.png.tmp", ".#x"]
)
def test_what_editors_put_beside_a_file_does_not_count(project, name):
    before = file_state(project)
    (project.root / "card_data/soup" / name).write_text("x")
    assert since(project, before) == ""


@pytest.mark.parametrize("name", ["output/soup/a4/food.pdf", "notes.txt", ".git/index", "card_data/.cache/x"])
def test_what_is_not_the_games_own_does_not_count(project, name):
    before = file_state(project)
    (project.root / name).parent.mkdir(parents=True, exist_ok=True)
    (project.root / name).write_text("x")
    assert since(project, before) == ""


@links
def test_a_link_is_followed_inside_the_project_and_not_out_of_it(project, tmp_path):
    (project.root / "shared").mkdir()
    (project.root / "shared/apple.png").write_text("x")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/secret.png").write_text("x")
    (project.root / "card_data/soup/art").symlink_to(project.root / "shared")
    (project.root / "card_data/soup/more").symlink_to(tmp_path / "elsewhere")
    names = {Path(path).name for path in file_state(project).files}
    assert "apple.png" in names
    assert "secret.png" not in names


def test_a_save_is_noticed_in_folders_that_come_later_too(project, tmp_path):
    """With real events: in a new folder, and after the project's own folder was gone."""
    root = project.root
    before = file_state(project)
    with FileEvents(lambda: file_state(project).folders) as events:

        def noticed(*wanted: str) -> bool:
            nonlocal before
            found: set[str] = set()
            for _ in range(50):  # ten seconds; a twentieth of one is usual
                if events.wait(0.2):
                    found |= set(since(project, before).split())
                    before = file_state(project)
                if found >= set(wanted):
                    return True
            return False

        (root / "card_data/soup/food.yaml").write_text("kind: tiles\n")
        assert noticed("~food.yaml")
        (root / "fonts").mkdir()
        (root / "fonts/a.ttf").write_text("x")
        assert noticed("+a.ttf")
        root.rename(tmp_path / "away")
        assert noticed("-a.ttf", "-game.yaml")
        write_game(root)
        assert noticed("+game.yaml", "+back.svg.j2")
        (root / "templates/soup/back.svg.j2").write_text("x")
        assert noticed("~back.svg.j2")


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

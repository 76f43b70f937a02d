"""`pnp watch` as people run it, and which files count as saved."""

import os
import re
import time
from contextlib import nullcontext
from itertools import islice
from pathlib import Path

import pytest
from small_game import RunningPnp, change, write_game
from watchfiles import Change

from pnp.build.options import BuildOptions
from pnp.build.result import silent
from pnp.load.project import find_project
from pnp.model.papers import find_paper
from pnp.watch import LATER, FileEvents, affected_games, file_state
from pnp.watch import watch as watch_games

FOOD = "card_data/soup/food.yaml"


@pytest.fixture
def watch():
    running = []

    def start(cwd, *arguments, **environment):
        running.append(RunningPnp(cwd, "watch", *arguments, **environment))
        return running[-1]

    yield start
    for each in running:
        each.kill()


windows = pytest.mark.skipif(os.name == "nt", reason="Ctrl-C is sent otherwise there")


@pytest.mark.long
@windows
def test_a_save_is_seen_where_the_system_tells_of_none(soup, watch):
    pnp = watch(soup, "--component", "food", "--paper", "a4", WATCHFILES_FORCE_POLLING="1")
    pnp.until("soup: 1 PDF after")
    change(soup / FOOD, "copies: 2", "copies: 3")
    pnp.until("soup: 1 PDF after")
    assert pnp.stop() == 130


@pytest.mark.long
@windows
def test_a_session_from_its_start_to_ctrl_c(soup, watch):
    pnp = watch(soup, "--paper", "a4")
    pnp.until("watching soup; press Ctrl-C to stop")
    pnp.until("soup: 3 PDFs after")

    change(soup / FOOD, "copies: 2", "copies: two")
    pnp.until("food.yaml:7:36: error PNP104")
    pnp.until("soup: not built (1 error)")

    (soup / "card_data/soup/.food.yaml.swp").write_text("not looked at")
    new = soup / "card_data/soup/4913"
    new.write_text((soup / FOOD).read_text().replace("copies: two", "copies: 2").replace("Leek", "Leeks"))
    new.replace(soup / FOOD)
    pnp.until("soup: fixed, ")

    (soup / "card_data/soup").rename(soup / "away")
    pnp.until("soup is gone")
    (soup / "away").rename(soup / "card_data/soup")
    pnp.until("soup: 0 PDFs after")

    assert pnp.stop() == 130
    assert pnp.said[-1] == "pnp: stopped; no file is left half-written"
    assert not any("Traceback" in line for line in pnp.said)
    assert not list((soup / "output").rglob("*.pnp-tmp"))
    assert len([line for line in pnp.said if "PDFs after" in line]) == 3, "output does not count as saved"


def test_what_a_save_may_change_is_built_again(soup):
    """Without a file system's events: each wait saves what comes next."""
    write_game(soup, "stew")
    saves = iter(
        [
            lambda: change(soup / FOOD, "name: Pea", "name: Bean"),
            lambda: change(soup / FOOD, "copies: 2", "copies: two"),
            lambda: change(soup / "templates/stew/food.svg.j2", "31.5, 44", "31.5, 45"),
            lambda: change(soup / FOOD, "copies: two", "copies: 2"),
        ]
    )

    class Saves:
        at = 0.0

        def wait(self, seconds):
            if seconds is None:
                next(saves)()
            return False

    options = BuildOptions((find_paper("a4"),), workers=1, svg=False)
    reports = watch_games(find_project(soup), options, Saves(), lambda: nullcontext(silent))
    said = [(re.sub(r" after .*", "", each.line), len(each.findings)) for each in islice(reports, 6)]
    assert said == [
        ("soup: 3 PDFs", 0),
        ("stew: 3 PDFs", 0),
        ("soup: 2 PDFs", 0),
        ("soup: not built (1 error)", 1),
        ("stew: 3 PDFs", 0),
        ("soup: fixed, 0 PDFs", 0),
    ]


def test_output_among_the_watched_files_is_refused(soup, pnp):
    outcome = pnp("watch --out card_data/soup")
    assert outcome.status == 2
    assert "card_data/soup is inside the watched folders" in outcome.err
    assert "choose another folder with --out" in outcome.err


def test_a_game_that_is_not_there_is_refused(soup, pnp):
    outcome = pnp("watch stew")
    assert outcome.status == 2
    assert 'there is no game "stew"' in outcome.err


links = pytest.mark.skipif(os.name == "nt", reason="links need rights there")


@pytest.fixture
def project(soup):
    return find_project(soup)


SIGNS = {Change.added: "+", Change.modified: "~", Change.deleted: "-"}


def since(project, before) -> str:
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


BESIDE = (".food.yaml.swp", "food.yaml~", "4913", "#food.yaml#", "apple.png.tmp", ".#x")
"""What editors put beside a file."""


@pytest.mark.parametrize(
    "name",
    [
        *("output/soup/a4/food.pdf", "notes.txt", ".git/index", "card_data/.cache/x"),
        *(f"card_data/soup/{name}" for name in BESIDE),
    ],
)
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


def test_nothing_is_looked_at_while_nothing_is_saved(project):
    """A walk over thousands of files ten times a second would take a third of a core."""
    looked = []
    with FileEvents(lambda: looked.append(1) or file_state(project).folders):
        time.sleep(0.1 * (LATER + 4))
        before = len(looked)
        time.sleep(0.5)
        assert len(looked) == before


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

"""`pnp watch` as people run it: a program of its own, real saves, and what it prints."""

import os
import re
from contextlib import nullcontext
from itertools import islice

import pytest
from small_game import change, write_game
from watched import Watch

from pnp.build.options import BuildOptions
from pnp.build.result import silent
from pnp.load.project import find_project
from pnp.model.papers import find_paper
from pnp.watch import watch as watch_games

FOOD = "card_data/soup/food.yaml"


@pytest.fixture
def watch():
    running = []

    def start(*arguments, **environment):
        running.append(Watch(*arguments, **environment))
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
    pnp.until("watching soup; Ctrl-C ends")
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

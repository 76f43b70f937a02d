"""`pnp watch` as people run it: a program of its own, real saves, and what it prints."""

import os

import pytest
from desk import paint, with_pictures
from PIL import Image
from small_game import change
from watched import Watch

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
    with_pictures(soup)
    pnp = watch(soup, "--component", "food", "--paper", "a4", WATCHFILES_FORCE_POLLING="1")
    pnp.until("soup: 1 PDF after")
    paint(soup / "card_data/soup/art/pea.png", "red")
    pnp.until("food/pea front: seen after")
    assert pnp.stop() == 130


@pytest.mark.long
@windows
def test_a_session_from_its_start_to_ctrl_c(soup, watch):
    with_pictures(soup)
    pnp = watch(soup, "--paper", "a4")
    pnp.until("watching soup; Ctrl-C ends")
    pnp.until("each save is shown in output/soup/preview/latest.png")
    pnp.until("soup: 3 PDFs after")

    paint(soup / "card_data/soup/art/pea.png", "red")
    pnp.until("food/pea front: seen after")
    with Image.open(soup / "output/soup/preview/latest.png") as picture:
        assert picture.getpixel((picture.width // 2, picture.height * 43 // 94)) == (255, 0, 0)

    change(soup / FOOD, "copies: 2", "copies: two")
    pnp.until("food.yaml:7:36: error PNP104")
    pnp.until("food.yaml saved: not built (1 error)")

    (soup / "card_data/soup/.food.yaml.swp").write_text("not looked at")
    new = soup / "card_data/soup/4913"
    new.write_text((soup / FOOD).read_text().replace("copies: two", "copies: 2").replace("Leek", "Leeks"))
    new.replace(soup / FOOD)
    pnp.until("food.yaml is mended")
    pnp.until("food/leek front: seen after")

    (soup / "card_data/soup").rename(soup / "away")
    pnp.until("soup is gone")
    (soup / "away").rename(soup / "card_data/soup")
    pnp.until("soup is here")
    pnp.until("no PDF changed")

    assert pnp.stop() == 130
    assert pnp.said[-1] == "pnp: stopped; every file is whole, as it was or as it is now"
    assert not any("Traceback" in line for line in pnp.said)
    assert not list((soup / "output").rglob("*.pnp-tmp"))
    assert len([line for line in pnp.said if ": seen after" in line]) == 2, "output does not count as saved"


def test_output_among_the_watched_files_is_refused(soup, pnp):
    outcome = pnp("watch --out card_data/soup")
    assert outcome.status == 2
    assert "card_data/soup is among the files that are watched" in outcome.err
    assert "choose another folder with --out" in outcome.err


def test_a_game_that_is_not_there_is_refused(soup, pnp):
    outcome = pnp("watch stew")
    assert outcome.status == 2
    assert 'there is no game "stew"' in outcome.err

"""`pnp export`: pictures, press files, and the form that playingcards.io reads; whole or not at all."""

import csv
import io
import json
import zipfile
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from icc import cmyk_profile
from jsonschema import Draft202012Validator
from PIL import Image
from small_game import change, contents
from table_game import with_every_kind

import pnp
from pnp.build.build_cache import open_cache
from pnp.build.pipeline import BuildContext, draw_game, fonts_of
from pnp.export.image_files import picture_files
from pnp.model.bleed import PRESS_BLEED
from pnp.workers.tasks import Workers

FOLDER = "output/soup/export/png"


def exported(root, target="png"):
    return contents(root / f"output/soup/export/{target}")


def test_every_face_is_a_picture_of_its_true_size_with_its_bleed(soup, pnp):
    outcome = pnp("export png soup --dpi 254 --workers 1")
    files = exported(soup)
    assert outcome.out.startswith(f"{FOLDER}: 4 files, ")
    assert list(files) == ["files.csv", "food/back.png", "food/leek.front.png", "food/pea.front.png"]
    back = Image.open(io.BytesIO(files["food/back.png"]))
    assert (back.size, back.info["dpi"], back.getpixel((0, 0))) == (
        (690, 940),
        (254, 254),
        (0x3F, 0x9B, 0x3A),
    )


def test_the_list_says_what_each_file_shows_and_how_many_are_wanted(soup, pnp):
    pnp("export png --dpi 50 --no-bleed --workers 1")
    rows = list(csv.DictReader(io.StringIO(exported(soup)["files.csv"].decode())))
    assert [(row["file"], row["copies"], row["width"], row["height"]) for row in rows] == [
        ("food/leek.front.png", "2", "124", "173"),
        ("food/pea.front.png", "1", "124", "173"),
        ("food/back.png", "3", "124", "173"),
    ]


def test_an_export_takes_the_place_of_the_one_before_as_a_whole(soup, pnp):
    pnp("export png --dpi 50 --workers 1")
    pnp("export png --dpi 50 --only pea --workers 1")
    assert list(exported(soup)) == ["files.csv", "food/back.png", "food/pea.front.png"]
    assert [path.name for path in (soup / "output/soup/export").iterdir()] == ["png"]


def test_an_export_that_fails_leaves_the_one_before_and_no_trace(soup, pnp, monkeypatch):
    pnp("export png --dpi 50 --workers 1")
    before, usual = exported(soup), Workers.run

    def full(self, task, *arguments, **limits):
        if task is picture_files:
            raise OSError(28, "No space left on device")
        return usual(self, task, *arguments, **limits)

    monkeypatch.setattr(Workers, "run", full)
    assert pnp("export png --dpi 50 --only pea --workers 1").status != 0
    assert exported(soup) == before
    assert [path.name for path in (soup / "output/soup/export").iterdir()] == ["png"]


def test_a_folder_that_may_be_somebodys_is_not_replaced(soup, pnp):
    (soup / FOLDER).mkdir(parents=True)
    (soup / FOLDER / "mine.txt").write_text("mine")
    outcome = pnp("export png --dpi 50 --workers 1")
    assert (outcome.status, list(exported(soup))) == (2, ["mine.txt"])
    assert "it may be yours" in outcome.err


def test_what_is_not_there_is_told_with_what_there_is(soup, pnp):
    for line in (
        "export pgn",
        "export",
        "export png soop",
        "export png --component fod",
        "export png --dpi 5",
    ):
        outcome = pnp(line)
        assert (outcome.status, "hint: " in outcome.err) == (2, True), line
    for line in ("export tts --no-bleed", "export png --url-base https://example.org"):
        assert (pnp(line).status, "leave out --" in pnp(line).err) == (2, True), line
    assert "the targets are png" in pnp("export pgn").err
    assert not (soup / "output").exists()


@pytest.fixture
def profile(soup):
    path = soup / "paper.icc"
    path.write_bytes(cmyk_profile())
    return path


def test_every_copy_has_a_page_for_each_side_with_3_mm_of_bleed(soup, pnp, profile):
    change(soup / "card_data/soup/food.yaml", "size: standard", "size: standard\nbleed: 1mm")
    outcome = pnp(f"export press --icc {profile.name}")
    assert "Food cards: drawn with 1 mm of bleed; its edge is continued to 3 mm" in outcome.out
    assert "Made for FOGRA39; colours are sRGB" in outcome.out
    assert "colours are CMYK" in pnp(f"export press --cmyk --icc {profile.name} --out other").out
    with pikepdf.open(soup / "output/soup/export/press/food.pdf") as pdf:
        sizes = {tuple(round(float(edge) / 72 * 25.4, 2) for edge in page.MediaBox) for page in pdf.pages}
        intent = pdf.Root.OutputIntents[0]
        assert (len(pdf.pages), sizes) == (6, {(0, 0, 63 + 2 * PRESS_BLEED, 88 + 2 * PRESS_BLEED)})
        assert str(intent.RegistryName) == "http://www.color.org"
        assert bytes(intent.DestOutputProfile.read_bytes()) == cmyk_profile()


def test_a_profile_that_cannot_be_used_is_told_before_anything_is_written(soup, pnp, profile):
    profile.write_bytes(b"no profile")
    outcome = pnp(f"export press --icc {profile.name}")
    assert (outcome.status, "paper.icc is not an ICC profile" in outcome.err) == (2, True)
    assert "PSOcoated_v3.icc" in outcome.err
    assert not (soup / "output/soup/export").exists()
    outcome = pnp(f"export png --icc {profile.name}")
    assert (outcome.status, "leave out --icc and --cmyk, which are for press" in outcome.err) == (2, True)
    outcome = pnp("export press --cmyk")
    assert (outcome.status, "give the profile that the print shop names" in outcome.err) == (2, True)


# `pnp export pcio`: the file is of the form that importers read, and a reader of that form finds every card in its pile.


SCHEMA = json.loads(Path(__file__).with_name("playingcards-io.schema.json").read_text(encoding="utf-8"))
PREFIX = "package://"
COPIES = {"Leek": 2, "Pea": 1, "One of coins": 3, "One of tiles": 2, "One of men": 1}


@pytest.fixture
def packed(soup, pnp):
    with_every_kind(soup)
    outcome = pnp("export pcio --dpi 40 --workers 1")
    assert outcome.status == 0, outcome.err
    with zipfile.ZipFile(soup / "output/soup/export/pcio/soup.pcio") as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def table(packed):
    """What lies on the table: (kind, what it is called, its front and its back as pictures), read as importers do."""
    widgets = json.loads(packed["widgets.json"])
    known = {widget["id"]: widget for widget in widgets}

    def picture(address):
        return Image.open(io.BytesIO(packed[address.removeprefix(PREFIX)]))

    for widget in widgets:
        if widget["type"] == "card":
            deck, pile = known[widget["deck"]], known[widget["parent"]]
            assert (widget["x"], widget["y"], deck["parent"]) == (pile["x"], pile["y"], pile["id"])
            shown = deck["cardTypes"][widget["cardType"]]
            sides = [
                picture(shown[template["objects"][0]["value"]])
                for template in (deck["faceTemplate"], deck["backTemplate"])
            ]
            yield "card", shown["label"], *sides
        elif widget["type"] == "board":
            yield "board", widget["id"], picture(widget["boardImage"]), None


def test_the_widgets_are_of_the_published_form_and_have_names_of_their_own(packed):
    widgets = json.loads(packed["widgets.json"])
    Draft202012Validator.check_schema(SCHEMA)
    assert [error.message for error in Draft202012Validator(SCHEMA).iter_errors(widgets)] == []
    assert len({widget["id"] for widget in widgets}) == len(widgets)
    assert Counter(widget["type"] for widget in widgets) == Counter(
        hand=1, cardPile=4, cardDeck=4, card=3 + 3 + 2 + 1, board=1, spinner=1
    )


def test_every_card_and_board_shows_its_pictures_and_no_picture_is_left_over(packed):
    things = list(table(packed))
    assert Counter(name for kind, name, _, _ in things if kind == "card") == COPIES
    text = packed["widgets.json"].decode()
    assert {name for name in packed if name != "widgets.json" and f'"{PREFIX}{name}"' not in text} == set()
    coin = next(front for _, name, front, _ in things if name == "One of coins")
    assert (coin.mode, coin.getpixel((0, 0))[3], coin.getpixel((16, 16))[3]) == ("RGBA", 0, 255)
    leek_back = next(back for _, name, _, back in things if name == "Leek")
    assert leek_back.convert("RGB").getpixel((5, 5)) == pytest.approx((0x3F, 0x9B, 0x3A), abs=6)


def test_there_is_one_file_with_all_in_it_and_its_list(soup, pnp):
    pnp("export pcio --dpi 40 --workers 1")
    files = contents(soup / "output/soup/export/pcio")
    assert list(files) == ["files.csv", "soup.pcio"]
    assert b"soup.pcio/userassets/food-leek.jpg,food,,front,2," in files["files.csv"]
    pnp("export pcio --dpi 40 --workers 1")
    assert contents(soup / "output/soup/export/pcio") == files


GAMES = ("ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire")


@pytest.fixture(scope="module")
def drawn():
    project = pnp.open_project(GAMES)
    with open_cache() as store:
        context = BuildContext(project, fonts_of(project), pnp.ExportOptions().build, store)
        return [draw_game(context, pnp.load_game(project, name).game, convert=False) for name in GAMES]


@pytest.mark.long
@pytest.mark.parametrize("target", pnp.export_targets(), ids=lambda target: target.name)
def test_every_game_goes_to_every_target(drawn, target, tmp_path):
    for game in drawn:
        plan = target.plan(game, pnp.ExportOptions(dpi=300)).fitting()
        paths = [each.path.casefold() for each in (*plan.pictures, *plan.files)]
        assert len(set(paths)) == len(paths) > 0
        assert not [path for path in paths if ".." in path or path.startswith("/")]
        components = {each.component.id for each in game.components}
        shown = {each.component for each in (*plan.pictures, *plan.files)} - {""}
        dice = sum("spinner" in note for note in plan.notes)
        assert len(shown) + len(plan.left_out) + dice == len(components)
        if target.name not in ("tts", "pcio"):  # where pictures show several pieces
            wanted = {each.component.id: each.component.copies for each in game.components}
            for component in {each.component for each in plan.pictures}:
                fronts = [one for one in plan.pictures if (one.component, one.side) == (component, "front")]
                assert sum(each.copies for each in fronts) == wanted[component]

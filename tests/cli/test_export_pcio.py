"""`pnp export pcio`: the file is of the form that importers read, and a reader of that form finds every card in its pile."""

import io
import json
import zipfile
from collections import Counter
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from PIL import Image
from small_game import contents
from table_game import with_every_kind

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

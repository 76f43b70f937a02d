"""The public API: its page is true, and it neither prints nor is heavy to import."""

import asyncio
import doctest
import importlib.util
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from small_game import FOOD, workbook, write_game

import pnp
from pnp.model.diagnostics import UnknownName
from pnp.plugins import installed
from pnp.shops.export_games import GROUP, export_targets, find_target
from pnp.shops.shop_files import ExportTarget

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs/api.md"


@pytest.mark.long
def test_the_examples_of_the_page_come_to_what_it_says(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert (failed, tried > 15) == (0, True)


def test_every_function_of_the_api_is_on_the_page_and_all_of_them_are_there():
    named = set(re.findall(r"\w+", PAGE.read_text(encoding="utf-8")))
    functions = {name for name in pnp.__all__ if callable(getattr(pnp, name)) and name.islower()}
    helpers = {"cache_folder", "game_output", "chosen_games", "game_ids", "in_reading_order"}
    assert functions - helpers <= named


def test_importing_pnp_loads_nothing_else():
    code = "import sys, pnp; print(*(name for name in sys.modules if name.startswith('pnp')))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["pnp"]


def test_a_name_that_is_not_offered_is_an_attribute_error():
    assert not hasattr(pnp, "nosuch")


# Export targets of packages that the user installed are found; what lies in the folder of a game is not.


MODULE = """\
from pnp.shops.shop_files import ExportPlan, ExportTarget

TARGET = ExportTarget("corner-shop", "The shop round the corner", (), lambda *_: ExportPlan(()))
OTHER = "no target"
"""


@pytest.fixture
def package(tmp_path):
    """A folder as an installed package leaves it: a module, and the names that it has for others."""
    (tmp_path / "corner_shop.py").write_text(MODULE)
    about = tmp_path / "corner_shop-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: corner-shop\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        f"[{GROUP}]\ncorner-shop = corner_shop:TARGET\n[wrong]\na = corner_shop:OTHER\n"
    )
    return tmp_path


def test_an_installed_package_adds_a_target(package, monkeypatch):
    monkeypatch.syspath_prepend(package)
    assert find_target("corner-shop").title == "The shop round the corner"
    assert [target.name for target in export_targets()][-1] == "corner-shop"


def test_a_package_in_the_current_folder_adds_nothing(package, monkeypatch):
    monkeypatch.chdir(package)
    with pytest.raises(UnknownName):
        find_target("corner-shop")


def test_an_entry_point_of_another_class_is_an_error(package, monkeypatch):
    monkeypatch.syspath_prepend(package)
    with pytest.raises(TypeError, match="the entry point a of wrong is not of the class ExportTarget"):
        list(installed("wrong", ExportTarget))


# Decks from Python data: checked, drawn and printed without a file of one's own, and nothing left behind.


RECIPES = ROOT / "docs/recipes"
FOX = {"Name": "Ember Fox", "Cost": 2, "Text": "When it enters, deal 1 damage.", "Qty": 3}
TIDE = {"Name": "Low Tide", "Cost": None, "Text": "Each player discards two cards.", "Qty": 2}


@dataclass
class Spell:
    name: str
    text: str
    cost: float


class Frame:
    def to_dict(self, form):
        assert form == "records"
        return [FOX, {**TIDE, "Cost": float("nan")}]


@pytest.fixture
def deck():
    with pnp.Deck([FOX, TIDE], title="Lanterns", design="classic") as made:
        yield made


def test_dictionaries_become_a_deck_and_it_says_how(deck):
    assert deck.cards == ("ember-fox", "low-tide")
    assert "copies are in Qty" in deck.decided
    assert [finding for finding in deck.check() if finding.severity == "error"] == []


def test_it_is_printed_into_a_folder(deck, tmp_path):
    a4 = pnp.BuildOptions(papers=(pnp.find_paper("a4"),), rules=False)
    result = deck.build(tmp_path, a4)
    assert not pnp.has_errors(result.diagnostics)
    manifest = json.loads((tmp_path / "lanterns/manifest.json").read_text(encoding="utf-8"))
    assert {piece["id"]: piece["copies"] for piece in manifest["pieces"]} == {"ember-fox": 3, "low-tide": 2}
    with pikepdf.open(tmp_path / "lanterns/a4/cards.pdf") as pdf:
        assert len(pdf.pages) == 2


def test_a_face_is_a_drawing_and_a_picture(deck):
    face = deck.face("ember-fox")
    assert "Ember Fox" in face.svg
    assert (face.png(100)[:4], len(face.png(100)) > 2000) == (b"\x89PNG", True)
    with pytest.raises(pnp.PnpError, match='no front of "ember"') as told:
        deck.face("ember")
    assert told.value.hint == "did you mean ember-fox?"


@pytest.mark.parametrize("cards", [[Spell("Fox", "Run.", 1.5)], Frame()])
def test_dataclasses_and_data_frames_are_cards_too(cards):
    with pnp.Deck(cards) as deck:
        assert deck.cards[0] in {"fox", "ember-fox"}


def test_a_template_of_ones_own_takes_the_place_of_the_design():
    text = (
        '{% extends "base/card.svg.j2" %}{% block body %}{{ line(piece.name, 5, 20, size=20) }}{% endblock %}'
    )
    with pnp.Deck([{"name": "Fox"}], template=text, size="70mm x 120mm", back=text) as deck:
        assert 'viewBox="-3 -3 76 126"' in deck.face("fox").svg
        assert ">Fox</text>" in deck.face("fox", "back").svg


@pytest.mark.parametrize(("cards", "fault"), [([], "no rows"), ([3], "a card is int")])
def test_data_that_make_no_cards_are_refused(cards, fault):
    with pytest.raises(pnp.PnpError, match=fault):
        pnp.Deck(cards).check()


def test_nothing_is_left_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with pnp.Deck([FOX]) as deck:
        deck.face("ember-fox").png(50)
        assert len(list(Path(tmp_path).iterdir())) == 1
    assert list(Path(tmp_path).iterdir()) == []


def recipe(name, lines=20):
    spec = importlib.util.spec_from_file_location(name, RECIPES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert len((RECIPES / f"{name}.py").read_text(encoding="utf-8").splitlines()) <= lines
    return module


def test_one_deck_becomes_a_pdf_and_its_findings_are_listed(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert recipe("deck_pdf", lines=30).main("yogire", "markers") == 0
    assert capsys.readouterr().out == "markers.pdf: 1 sheet, 1 page\n"
    assert (tmp_path / "decks/yogire/a4/markers.pdf").read_bytes().startswith(b"%PDF")


def test_a_web_service_gives_a_face():
    async def ask():
        sent = []
        scope = {"type": "http", "method": "GET", "path": "/owl.png", "headers": [], "query_string": b""}
        await recipe("web_faces").app(scope, None, lambda message: asyncio.sleep(0, sent.append(message)))
        return sent

    start, body = asyncio.run(ask())
    assert (start["status"], body["body"][:4]) == (200, b"\x89PNG")


def test_a_script_prints_the_cheap_cards_of_a_workbook(tmp_path):
    (tmp_path / "deck.xlsx").write_bytes(workbook([["Name", "Cost"], ["Fox", 2], ["Whale", 9]]))
    assert recipe("spreadsheet_deck").main(str(tmp_path / "deck.xlsx"), str(tmp_path / "out")) == 0
    manifest = json.loads((tmp_path / "out/cheap_cards/manifest.json").read_text(encoding="utf-8"))
    assert [piece["id"] for piece in manifest["pieces"]] == ["fox"]


def test_a_game_is_tested_in_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(write_game(tmp_path, food=FOOD))
    recipe("test_my_game").test_every_game_is_in_order()
    write_game(tmp_path, food=FOOD.replace("copies: 2", "copies: none"))
    with pytest.raises(AssertionError):
        recipe("test_my_game").test_every_game_is_in_order()

"""Decks from Python data: checked, drawn and printed without a file of one's own, and nothing left behind."""

import asyncio
import importlib.util
import json
from dataclasses import dataclass
from pathlib import Path

import pikepdf
import pytest
from openpyxl import Workbook
from small_game import FOOD, write_game

import pnp

RECIPES = Path(__file__).parent.parent / "docs/recipes"

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


# The examples in docs/recipes/.


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
    book = Workbook()
    for row in (["Name", "Cost"], ["Fox", 2], ["Whale", 9]):
        book.active.append(row)
    book.save(tmp_path / "deck.xlsx")
    assert recipe("spreadsheet_deck").main(str(tmp_path / "deck.xlsx"), str(tmp_path / "out")) == 0
    manifest = json.loads((tmp_path / "out/cheap_cards/manifest.json").read_text(encoding="utf-8"))
    assert [piece["id"] for piece in manifest["pieces"]] == ["fox"]


def test_a_game_is_tested_in_its_own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(write_game(tmp_path, food=FOOD))
    recipe("test_my_game").test_every_game_is_in_order()
    write_game(tmp_path, food=FOOD.replace("copies: 2", "copies: none"))
    with pytest.raises(AssertionError):
        recipe("test_my_game").test_every_game_is_in_order()

"""Commands that tell something in a line or a table: list, stats, explain, template, cache."""

import json
from xml.etree.ElementTree import fromstring

import pypdfium2
import pytest
from small_game import change

from pnp.build.claims_report import inventory
from pnp.convert.renderers import engine
from pnp.export.charts import bar_chart
from pnp.export.marks_layer import font_file
from pnp.load.kinds import KINDS
from pnp.model.diagnostics import Place
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Size


def test_games_are_listed_with_their_components_and_counts(soup, pnp):
    told = "Soup (soup, version 1.2)\n  food       3  Food cards, 63 x 88 mm\n"
    assert (pnp("list").out, pnp("list").out) == (told, told)
    change(soup / "card_data/soup/food.yaml", "name: Pea", "name: Pea, copies: 4")
    assert pnp("list").out == told.replace("3  Food", "6  Food")


def test_pieces_are_named_and_what_is_reconstructed_is_marked(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "name: Pea", "name: Pea, source: reconstructed")
    assert pnp("list --pieces").out.splitlines()[2:] == [
        "             2  leek  Leek",
        "             1  pea°  Pea",
    ]


def test_json_has_pieces_with_their_sources(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "name: Pea", "name: Pea, source: reconstructed")
    (game,) = json.loads(pnp("list --format json").out)
    (food,) = game["components"]
    assert (game["id"], food["id"], food["count"], food["extras"]) == ("soup", "food", 3, 0)
    assert food["pieces"][1] == {
        "id": "pea",
        "name": "Pea",
        "copies": 1,
        "extra": False,
        "sources": {"piece": {"kind": "reconstructed", "pointer": None}},
    }


def test_a_game_that_cannot_be_read_is_a_finding(soup, pnp):
    change(soup / "card_data/soup/food.yaml", "copies: 2", "copies: two")
    outcome = pnp("list --format json")
    assert (outcome.status, json.loads(outcome.out)) == (1, [])
    assert "error PNP104" in outcome.err


def test_a_project_without_a_game_is_told_how_to_begin(tmp_path, pnp, monkeypatch):
    (tmp_path / "card_data").mkdir()
    monkeypatch.chdir(tmp_path)
    outcome = pnp("list")
    assert outcome.status == 2
    assert "there is no game in" in outcome.err
    assert "card_data/<game>/game.yaml" in outcome.err


def test_the_tables_say_counts_shares_and_chances(pnp, tmp_path):
    outcome = pnp(f"stats yogire --no-charts --out {tmp_path}")
    assert outcome.status == 0
    assert "cards, enemy.strength: 53 pieces; 1 to 5, mean 2.17, median 2, total 115" in outcome.out
    assert "  5     5    9.4%   33.6% in a hand of 4" in outcome.out
    assert list(tmp_path.iterdir()) == []


def test_charts_come_as_svg_and_png(pnp, tmp_path):
    assert pnp(f"stats yes_broccoli --out {tmp_path}").status == 0
    folder = tmp_path / "yes_broccoli" / "stats"
    assert {"food-value.svg", "food-value.png", "bids-icons.svg"} <= {path.name for path in folder.iterdir()}
    assert (folder / "food-value.png").read_bytes().startswith(b"\x89PNG")
    assert fromstring((folder / "food-value.svg").read_text()).get("width") == "120mm"


def test_scripts_read_json(pnp):
    tables = json.loads(pnp("stats yoggity --format json --no-charts").out)
    (parts,) = [table for table in tables if (table["component"], table["field"]) == ("orders", "parts")]
    assert dict(parts["rows"]) == {"circle": 15, "square": 15, "stick": 15, "triangle": 15}


def test_bars_are_as_long_as_their_counts():
    chart = bar_chart("Parts", (("stick", 4), ("circle", 2)))
    bars = list(fromstring(chart.svg).iter("{http://www.w3.org/2000/svg}rect"))[1:]
    long, short = (float(bar.get("width")) for bar in bars)
    assert long == 2 * short
    pages = engine("typst").convert([chart], [font_file(), font_file().with_name("Lato-Bold.ttf")])
    with pypdfium2.PdfDocument(pages.chunks[0]) as pdf:
        assert "stick" in pdf[0].get_textpage().get_text_bounded()


@pytest.fixture
def rules(soup):
    claims = "claims: []\nrulings: [{id: A1, about: [], conflict: Raw?, ruling: No., reason: It bites.}]\n"
    (soup / "card_data/soup/claims.yaml").write_text(claims, encoding="utf-8")
    (soup / "card_data/soup/rules.yaml").write_text(
        "turn: 'Start with {{ card(food.leek) }}.'\nquestions: [{id: A1, cards: [food/leek]}]\n",
        encoding="utf-8",
    )


@pytest.mark.parametrize("name", ["leek", "LEEK", "food/leek"])
def test_a_card_is_found_by_its_name_or_its_id_and_told_whole(soup, rules, pnp, name):
    outcome = pnp(f"explain soup {name}")
    assert outcome.status == 0
    for line in (
        "Leek (food/leek): 2 copies, of 3 cards",
        "A1: Raw? No.",
        "  Why: It bites.",
        "In the rules: Start with Leek.",
        "Its face: pnp build draws it",
    ):
        assert line in outcome.out.splitlines()
    assert "A1" not in pnp("explain soup pea").out


def test_a_card_that_is_not_there_is_told_with_one_that_is(soup, pnp):
    outcome = pnp("explain soup leak")
    assert outcome.status == 2
    assert 'soup has no card "leak"' in outcome.err
    assert "did you mean Leek" in outcome.err


def test_what_a_text_reads_from_the_data_is_worked_out(soup, pnp):
    aid = "{id: aid, name: Aid, tells: {all: 'There are {{ count(food) }} foods.'}}"
    (soup / "card_data/soup/aids.yaml").write_text(
        f"kind: cards\ntitle: Aids\nsize: poker\nfront: food.svg.j2\npieces: [{aid}]\n", encoding="utf-8"
    )
    assert "There are 3 foods." in pnp("explain soup aid").out


def test_an_exported_card_is_used_as_a_template(soup, pnp):
    made = pnp("template export soup leek")
    assert (made.status, made.out.splitlines()) == (
        0,
        ["templates/soup/food-leek.svg", "next: write front: food-leek.svg in the file of the component"],
    )
    data = soup / "card_data/soup/food.yaml"
    data.write_text(data.read_text().replace("name: Pea}", "name: Pea, taste: sweet}"))
    assert pnp("template export soup food --out -").out.count("Pea") > 0, "it has the most fields"
    data.write_text(data.read_text().replace("food.svg.j2", "food-leek.svg").replace(", taste: sweet", ""))
    assert pnp("check soup").status == 0
    built = pnp("build soup --paper a4 --no-rules")
    assert built.status == 0, built.err
    assert "Pea" in (soup / "output/soup/svg/food/pea.front.svg").read_text()


def test_what_cannot_be_exported_is_said(soup, pnp):
    pnp("template export soup leek --out templates/soup/drawn.svg")
    missing, back = pnp("template export soup leak"), pnp("template export soup leek --back --out -")
    assert (missing.status, "did you mean leek?" in missing.err) == (2, True)
    assert (back.status, back.out.startswith("<?xml")) == (0, True)
    data = soup / "card_data/soup/food.yaml"
    data.write_text(data.read_text().replace("food.svg.j2", "drawn.svg"))
    again = pnp("template export soup leek")
    assert again.status == 2
    assert "is already a drawing" in again.err


@pytest.fixture
def built(soup, pnp, monkeypatch, tmp_path):
    monkeypatch.setenv("PNP_CACHE_DIR", str(tmp_path / "kept"))
    pnp("build --paper a4")
    return soup


def test_what_a_build_keeps_is_told_in_words(built, pnp):
    said = pnp("cache info").out
    for words in ("drawn faces", "faces as PDF", "sheets", "SVG files", "small pictures", "whole builds"):
        assert f"\n  {words} " in said
    assert "other" not in said.split("\n", 1)[1].split(" in all")[0]
    assert "pnp cache empty removes everything" in said


def test_an_emptied_cache_is_empty(built, pnp):
    assert pnp("cache empty").out.endswith(" dropped\n")
    assert pnp("cache info").out.splitlines()[1] == "it is empty"
    assert "4 faces (all reused)" not in pnp("build --paper a4").out


HERE = Place("x.yaml", 1, 1)


def component(kind, title, copies, extras=0):
    pieces = [Piece("a", copies, {}, "front", None, HERE)]
    pieces += [Piece("b", extras, {}, "front", None, HERE, extra=True)] if extras else []
    return Component(title, KINDS[kind], title, Size(63, 88), 0, 0, 0, tuple(pieces), HERE)


def test_components_of_a_kind_are_counted_together_unless_they_have_a_name_of_their_own():
    components = (
        component("cards", "Player aids", 5),
        component("board", "Game board", 1),
        component("cards", "Order cards", 22),
        component("discs", "Coins", 20),
        component("stickers", "Token stickers", 25, extras=3),
        component("cards", "Color cards", 22),
    )
    counted = inventory(Game("g", "Game", "1", components, HERE))
    assert counted == "44 cards, 5 player aids, 25 stickers, 20 coins, 1 board"

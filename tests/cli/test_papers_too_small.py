"""A component without room on a paper is named and left out there; the rest is built, and verify knows."""

import json

import pypdfium2
import pytest
from small_game import FOOD, change, contents, write_game

MAT = """\
kind: cards
title: Mat
size: 120mm x 160mm
front: food.svg.j2
pieces:
  - {id: mat, name: Mat}
"""


@pytest.fixture
def soup(tmp_path, monkeypatch):
    monkeypatch.chdir(write_game(tmp_path / "soup", food=FOOD, mats=MAT))
    return tmp_path / "soup"


def made(root) -> list[str]:
    return [name for name in contents(root / "output/soup") if name.endswith(".pdf")]


def left_out(root) -> list[str]:
    manifest = json.loads((root / "output/soup/manifest.json").read_text(encoding="utf-8"))
    return manifest.get("left_out", [])


def test_the_rest_is_built_and_the_status_says_that_something_is_on_no_paper(soup, pnp):
    for _ in range(2):  # the second build finds all of it there
        outcome = pnp("build --paper a6")
        assert outcome.status == 1
        assert (
            "error PNP402: Mat: 120 × 160 mm is larger than A6 (105 × 148 mm, of which a printer reaches "
            "92.3 × 135.3 mm); the rest is printed without it" in outcome.err
        )
        assert "hint: print it with --paper a5, a4_letter, a4, letter, legal, a3" in outcome.err
        assert (made(soup), left_out(soup)) == (["a6/food.pdf", "a6/print.pdf"], ["a6/mats.pdf"])
    checked = pnp("verify")
    assert checked.status == 0
    assert "every one in its place; a6 is without Mat" in checked.out


def test_the_first_page_names_what_is_missing_and_where_it_has_room(soup, pnp):
    change(soup / "card_data/soup/mats.yaml", "120mm x 160mm", "250mm x 320mm")
    assert pnp("build --paper a4").status == 1
    with pypdfium2.PdfDocument(soup / "output/soup/a4/print.pdf") as pdf:
        words = pdf[0].get_textpage().get_text_range()
    assert "Not on this paper: Mat(needs A3)" in words.replace(" (", "(")

"""`pnp pages` says where each copy is printed, and `--pieces food:2-3` makes the copies of these numbers again."""

import pytest
from small_game import FOOD, TOOLS, write_game

BOARD = """\
kind: board
title: Map
size: 300mm x 200mm
front: map.svg.j2
pieces:
  - {id: map}
"""
MAP = '{# A map. #}\n{% extends "base/card.svg.j2" %}\n'


@pytest.fixture
def kitchen(tmp_path, monkeypatch, pnp):
    """Eleven foods on two sheets, of which the second is shared with three tools, and a board in two parts."""
    root = write_game(tmp_path, food=FOOD.replace("copies: 2", "copies: 10"), tools=TOOLS, maps=BOARD)
    (root / "templates/soup/map.svg.j2").write_text(MAP, encoding="utf-8")
    monkeypatch.chdir(root)
    assert pnp("build --paper a4 --no-svg").status == 0
    return root


def test_every_page_with_what_is_on_it(kitchen, pnp):
    assert pnp("pages").out == (
        "output/soup/a4/print.pdf\n"
        "  pages 3-4: food:1-9 (leek 1-9)\n"
        "  pages 5-6: food:10-11 (leek 10, pea); tools:1-3 (pot 1-2, lid)\n"
        "  pages 7-9: maps:1 (map)\n"
    )


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        ("lid", "  pages 5-6: tools:3 (lid)\n"),
        ("food/*", "  pages 3-4: food:1-9 (leek 1-9)\n  pages 5-6: food:10-11 (leek 10, pea)\n"),
        ("food:9-10", "  pages 3-4: food:9 (leek 9)\n  pages 5-6: food:10 (leek 10)\n"),
    ],
)
def test_only_where_certain_pieces_are(kitchen, pnp, pieces, said):
    assert pnp("pages soup --pieces", pieces).out == f"output/soup/a4/print.pdf\n{said}"


def test_what_cannot_be_told_is_said_with_the_way_out(kitchen, pnp):
    assert pnp("pages --pieces leak").err.startswith(
        'pnp: no piece is called "leak"\n  hint: did you mean leek?'
    )
    assert pnp("pages --out elsewhere").err.endswith("hint: run: pnp build soup --out elsewhere\n")
    (kitchen / "output/soup/a4/maps.pdf").write_bytes(b"%PDF-")
    outcome = pnp("pages")
    assert (outcome.status, "do not match\n  hint: run: pnp build soup\n" in outcome.err) == (2, True)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "build --pieces food:12",
            "food has 11 pieces to print, so there is no number 12\n  hint: write numbers from 1 to 11",
        ),
        (
            "build --pieces food:0",
            '"food:0" is not a list of numbered pieces\n  hint: write a component and numbers',
        ),
        ("build --pieces food:3-1", '"food:3-1" is not a list of numbered pieces'),
        ("build --pieces food:leek", '"food:leek" is not a list of numbered pieces'),
        ("build --pieces soda:1", 'no piece is called "soda:1"'),
        ("build --changed-since v1 --pieces food:1", "changed pieces cannot be selected by number"),
    ],
)
def test_numbers_that_cannot_be_are_said(kitchen, pnp, line, said):
    outcome = pnp(line)
    assert (outcome.status, said in outcome.err) == (2, True), outcome.err
    assert not (kitchen / "output/soup/selection").exists()

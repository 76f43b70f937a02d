"""`pnp pages` says where each copy is printed; sheets of bought cards, and `--pieces food:2-3`."""

import pytest
from small_game import BACK, FOOD, TOOLS, manifest, write_game

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
        "  pages 3-5: maps:1 (map)\n"
        "  pages 7-8: food:1-9 (leek 1-9)\n"
        "  pages 9-10: food:10-11 (leek 10, pea); tools:1-3 (pot 1-2, lid)\n"
    )


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        ("lid", "  pages 9-10: tools:3 (lid)\n"),
        ("food/*", "  pages 7-8: food:1-9 (leek 1-9)\n  pages 9-10: food:10-11 (leek 10, pea)\n"),
        ("food:9-10", "  pages 7-8: food:9 (leek 9)\n  pages 9-10: food:10 (leek 10)\n"),
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


# `--paper 5371` prints what has the size of the cards of that sheet, and says so where nothing has.


DEALS = """\
kind: cards
title: Deals
size: 2in x 3.5in
front: food.svg.j2
back: deal-back.svg.j2
pieces:
  - {id: loan, name: Loan, copies: 12}
"""


@pytest.fixture
def bank(tmp_path, monkeypatch):
    root = write_game(tmp_path / "bank", food=FOOD, deals=DEALS)
    back = BACK.replace("69", "60").replace("94", "100")
    (root / "templates/soup/deal-back.svg.j2").write_text(back, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


def test_what_has_the_size_is_printed_and_the_rest_is_no_finding(bank, pnp):
    outcome = pnp("build --paper avery-8371 --paper a4 --no-svg")
    assert (outcome.status, outcome.err) == (0, "")
    assert "output/soup/5371/print.pdf: 2 sheets (2 card), 4 pages" in outcome.out
    assert manifest(bank)["left_out"] == ["5371/food.pdf"]
    assert sorted(path.name for path in (bank / "output/soup/5371").iterdir()) == ["deals.pdf", "print.pdf"]
    checked = pnp("verify")
    assert (checked.status, checked.out.endswith("in its place; 5371 is without Food cards\n")) == (0, True)
    assert "  pages 3-4: deals:11-12 (loan 11-12)\n" in pnp("pages --pieces loan").out


def test_two_decks_share_a_sheet_and_keep_to_its_cards(bank, pnp):
    more = DEALS.replace("Deals", "Loans").replace("12", "3")
    (bank / "card_data/soup/loans.yaml").write_text(more, encoding="utf-8")
    outcome = pnp("build --paper 5371 --no-svg --verbose")
    assert "Soup on Avery 5371: Deals, Loans: 2 sheets instead of 3" in outcome.out
    assert pnp("verify").status == 0
    assert "  pages 3-4: deals:11-12 (loan 11-12); loans:1-3 (loan 1-3)\n" in pnp("pages").out
    sheets = manifest(bank)["sheets"]
    placed = {
        (place["x_mm"], place["y_mm"])
        for sheet in sheets
        if sheet["component"] == "packed-cards" and sheet["side"] == "front"
        for place in sheet["placements"]
    }
    assert placed == {(x, y) for x in (19.05, 107.95) for y in (12.7, 63.5, 114.3, 165.1, 215.9)}

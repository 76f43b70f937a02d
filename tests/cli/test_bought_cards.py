"""`--paper 5371` prints what has the size of the cards of that sheet, and says so where nothing has."""

import pytest
from small_game import BACK, FOOD, manifest, write_game

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
    assert "output/soup/5371/print.pdf: 2 sheets, 4 pages" in outcome.out
    assert manifest(bank)["left_out"] == ["5371/food.pdf"]
    assert sorted(path.name for path in (bank / "output/soup/5371").iterdir()) == ["deals.pdf", "print.pdf"]
    checked = pnp("verify")
    assert (checked.status, checked.out.endswith("in its place; 5371 is without Food cards\n")) == (0, True)


def test_two_decks_share_a_sheet_and_keep_to_its_cards(bank, pnp):
    more = DEALS.replace("Deals", "Loans").replace("12", "3")
    (bank / "card_data/soup/loans.yaml").write_text(more, encoding="utf-8")
    outcome = pnp("build --paper 5371 --no-svg")
    assert "Soup on Avery 5371: Deals, Loans: 2 sheets instead of 3" in outcome.out
    assert pnp("verify").status == 0
    sheets = manifest(bank)["sheets"]
    placed = {
        (place["x_mm"], place["y_mm"])
        for sheet in sheets
        if sheet["component"] == "packed-cards" and sheet["side"] == "front"
        for place in sheet["placements"]
    }
    assert placed == {(x, y) for x in (19.05, 107.95) for y in (12.7, 63.5, 114.3, 165.1, 215.9)}

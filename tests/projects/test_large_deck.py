"""A deck comes out the same from a CSV, a JSON and an XLSX file, and one changed row is one card drawn anew."""

import csv
import json
from io import StringIO

import pytest
from small_game import contents, workbook, write_files

import pnp

HEADINGS = ("Name", "Cost", "Card Text", "Strength", "Flavour", "Tags", "Qty")
CARDS = [
    (
        f"Basilisk {number}",
        number % 10,
        f"**When it enters:** draw {number}. Then wait." * (1 + number % 4),
        (1, "+1", "X", None)[number % 4],
        "“So it goes,” says Ann." if number % 2 else None,
        "|".join(("sea", "sky", "old")[: number % 4]) or None,
        2 + number % 2,
    )
    for number in range(10)
]


def as_csv(cards) -> bytes:
    """Return the cards as Excel saves them in Europe: semicolons and a byte order mark."""
    text = StringIO()
    csv.writer(text, delimiter=";").writerows([HEADINGS, *cards])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def as_json(cards) -> bytes:
    rows = (zip(HEADINGS, card, strict=True) for card in cards)
    return json.dumps([{key: value for key, value in row if value is not None} for row in rows]).encode()


FORMS = {"csv": as_csv, "json": as_json, "xlsx": lambda cards: workbook([HEADINGS, *cards])}


def built(root, form, cards):
    deck = {"game.yaml": "title: A Large Deck\n", "deck.yaml": f"kind: cards\nrows: deck.{form}\n"}
    write_files(root / "card_data/large", {**deck, f"deck.{form}": FORMS[form](cards)})
    options = pnp.BuildOptions(papers=(pnp.find_paper("a4"),), svg=False, rules=False, workers=1)
    (result,) = pnp.build_games(pnp.find_project(root), [], options)
    assert not pnp.has_errors(result.diagnostics), result.diagnostics[:3]
    return result.count.faces, result.count.drawn


@pytest.mark.long
def test_every_form_gives_the_same_bytes(tmp_path):
    assert [built(tmp_path / form, form, CARDS)[0] for form in FORMS] == [11] * 3  # a back is among them
    pdfs = [contents(tmp_path / form / "output/large/a4") for form in FORMS]
    assert pdfs[0] == pdfs[1] == pdfs[2]
    assert "deck.pdf" in pdfs[0]


def test_a_changed_row_of_a_workbook_is_the_only_card_drawn_anew(tmp_path):
    assert built(tmp_path, "xlsx", CARDS) == (11, 11)
    name, cost, *rest = CARDS[7]
    assert built(tmp_path, "xlsx", [*CARDS[:7], (name, cost + 1, *rest), *CARDS[8:]]) == (11, 1)

"""A deck comes out the same from a CSV, a JSON and an XLSX file, and one changed row is one card drawn anew."""

import csv
import hashlib
import json
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook

import pnp

HEADINGS = ("Name", "Cost", "Type", "Card Text", "Strength", "Toughness", "Flavour", "Tags", "Qty")
Card = tuple[object, ...]


def deck(number: int) -> list[Card]:
    """Return some cards; None is an empty cell."""
    return [
        (
            f"Basilisk {each}",
            each % 10,
            ("Creature", "Spell", "Place")[each % 3],
            f"**When it enters:** draw {each}. Then wait." * (1 + each % 4),
            (1, "+1", "X")[each % 9 // 3] if each % 3 == 0 else None,
            each if each % 3 == 0 else None,
            "“So it goes,” says Ann." if each % 2 else None,
            "|".join(("sea", "sky", "old")[: each % 4]) or None,
            2 + each % 2,
        )
        for each in range(number)
    ]


def as_csv(cards: Sequence[Card]) -> bytes:
    """Return the cards as Excel saves them in Europe: semicolons and a byte order mark."""
    text = StringIO()
    csv.writer(text, delimiter=";").writerows([HEADINGS, *cards])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def as_json(cards: Sequence[Card]) -> bytes:
    rows = [
        {key: value for key, value in zip(HEADINGS, card, strict=True) if value is not None} for card in cards
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1).encode()


def as_xlsx(cards: Sequence[Card]) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Cards")
    for row in (HEADINGS, *cards):
        sheet.append(row)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


FORMS = {"csv": as_csv, "json": as_json, "xlsx": as_xlsx}


def write_project(root: Path, cards: Sequence[Card], form: str) -> Path:
    folder = root / "card_data/large"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: A Large Deck\n", encoding="utf-8")
    (folder / "deck.yaml").write_text(f"kind: cards\nrows: deck.{form}\n", encoding="utf-8")
    path = folder / f"deck.{form}"
    path.write_bytes(FORMS[form](cards))
    return path


def built(root, form, cards):
    write_project(root, cards, form)
    return rebuilt(root)


def rebuilt(root):
    options = pnp.BuildOptions(papers=(pnp.find_paper("a4"),), svg=False, rules=False, workers=1)
    (result,) = pnp.build_games(pnp.find_project(root), [], options)
    assert not pnp.has_errors(result.diagnostics), result.diagnostics[:3]
    return result


def digests(root):
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted((root / "output/large/a4").glob("*.pdf"))
    }


@pytest.mark.long
def test_every_form_gives_the_same_bytes(tmp_path):
    found = []
    for form in FORMS:
        assert built(tmp_path / form, form, deck(12)).count.faces == 13
        found.append(digests(tmp_path / form))
    assert found[0] == found[1] == found[2]
    assert "deck.pdf" in found[0]


def test_a_changed_row_of_a_workbook_is_the_only_card_drawn_anew(tmp_path):
    cards = deck(10)
    assert built(tmp_path, "xlsx", cards).count.drawn == 11  # a back is among them
    name, cost, *rest = cards[7]
    cards[7] = (name, cost + 1, *rest)
    (tmp_path / "card_data/large/deck.xlsx").write_bytes(as_xlsx(cards))
    assert rebuilt(tmp_path).count.drawn == 1

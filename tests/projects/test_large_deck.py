"""A deck comes out the same from a CSV, a JSON and an XLSX file, and one changed row is one card drawn anew."""

import csv
import hashlib
import json
import random
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path

import pytest
from openpyxl import Workbook

import pnp

CARDS, COPIES = 2_394, 6_598
HEADINGS = ("Name", "Cost", "Type", "Card Text", "Strength", "Toughness", "Flavour", "Tags", "Qty")
TYPES = ("Creature", "Creature", "Creature", "Spell", "Spell", "Artifact", "Place", "Event")
SYLLABLES = [
    "ba",
    "den",
    "fir",
    "gol",
    "ha",
    "kem",
    "lor",
    "mi",
    "na",
    "os",
    "pel",
    "ra",
    "sun",
    "tor",
    "ul",
    "ves",
    "wyn",
]
Card = tuple[object, ...]


def deck(number: int = CARDS) -> list[Card]:
    """Return the first cards of the deck; None is an empty cell."""
    chance = random.Random(2394)
    return [_card(chance, each) for each in range(CARDS)][:number]


def _card(chance: random.Random, number: int) -> Card:
    kind = chance.choice(TYPES)
    text = ". ".join(_words(chance, chance.randint(4, 14)) for _ in range(chance.randint(1, 3))) + "."
    if chance.random() < 0.3:
        text = f"**{_words(chance, 2)}:** {text}"
    fights = kind == "Creature"
    tags = (
        "|".join(sorted({_word(chance) for _ in range(chance.randint(1, 3))}))
        if chance.random() < 0.6
        else None
    )
    bonus = chance.choice((1, 2, 3, "+1", "X")) if fights else None
    return (
        f"{_words(chance, chance.randint(1, 3))} {number}",
        chance.randint(0, 9),
        kind,
        text,
        bonus,
        chance.randint(1, 9) if fights else None,
        f"“{_words(chance, 6)},” says {_word(chance)}." if chance.random() < 0.4 else None,
        tags,
        # of 6,598 copies among 2,394 cards: 3 of most, 2 of the others
        3 if number < COPIES - 2 * CARDS else 2,
    )


def _word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=chance.randint(1, 3)))


def _words(chance: random.Random, number: int) -> str:
    return " ".join(_word(chance) for _ in range(number)).capitalize()


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


@pytest.mark.parametrize(
    "number", [pytest.param(12, marks=pytest.mark.long), pytest.param(CARDS, marks=pytest.mark.slow)]
)
def test_every_form_gives_the_same_bytes(tmp_path, number):
    found = []
    for form in FORMS:
        assert built(tmp_path / form, form, deck(number)).count.faces == number + 1
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


def test_the_deck_has_the_numbers_it_says():
    cards = deck()
    assert (len(cards), sum(card[-1] for card in cards)) == (CARDS, COPIES)
    assert len({card[0] for card in cards}) == CARDS

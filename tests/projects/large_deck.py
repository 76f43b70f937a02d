"""A deck as large as large decks are, of words that mean nothing: 2,394 cards in 6,598 copies, the same at every run."""

import csv
import json
import random
from collections.abc import Sequence
from io import BytesIO, StringIO
from pathlib import Path

from openpyxl import Workbook

CARDS, COPIES = 2_394, 6_598
HEADINGS = ("Name", "Cost", "Type", "Card Text", "Strength", "Toughness", "Flavour", "Tags", "Qty")
TYPES = ("Creature", "Creature", "Creature", "Spell", "Spell", "Artifact", "Place", "Event")
SYLLABLES = (
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
)
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
    """Return the cards as a list of mappings without what is empty."""
    rows = [
        {key: value for key, value in zip(HEADINGS, card, strict=True) if value is not None} for card in cards
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1).encode()


def as_xlsx(cards: Sequence[Card]) -> bytes:
    """Return the cards as a workbook."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Cards")
    for row in (HEADINGS, *cards):
        sheet.append(row)
    stream = BytesIO()
    book.save(stream)
    return stream.getvalue()


FORMS = {"csv": as_csv, "json": as_json, "xlsx": as_xlsx}


def write_project(root: Path, cards: Sequence[Card], form: str) -> Path:
    """Write a project of the deck in one form; return the file of its rows."""
    folder = root / "card_data/large"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text("title: A Large Deck\n", encoding="utf-8")
    (folder / "deck.yaml").write_text(f"kind: cards\nrows: deck.{form}\n", encoding="utf-8")
    path = folder / f"deck.{form}"
    path.write_bytes(FORMS[form](cards))
    return path

"""A game of six cards, each side of one colour, and pages of it as letters: a for the front of a, A for its back."""

from collections.abc import Iterable
from pathlib import Path

from small_game import write_game

from pnp.export.image_files import page_picture

COLOURS = {
    "a": "#c00000", "b": "#00a000", "c": "#0000c0", "d": "#a08000",
    "A": "#ff8080", "B": "#80ff80", "C": "#8080ff", "D": "#ffff80", "X": "#808080",
}  # fmt: skip

CARDS = """\
kind: cards
title: Colour cards
size: standard
front: card.svg.j2
back: card-back.svg.j2
pieces:
  - {id: a, name: Ant, copies: 2, colour: "#c00000", behind: "#ff8080"}
  - {id: b, name: Bee, copies: 3, colour: "#00a000", behind: "#80ff80"}
  - {id: c, name: Cat, copies: 1, colour: "#0000c0", behind: "#8080ff"}
"""

FACE = """\
{# A colour and a name. Fields: name, colour, behind. #}
{% extends "base/card.svg.j2" %}
{% block background %}<rect x="-3" y="-3" width="69" height="94" fill="{{ piece.FIELD }}"/>{% endblock %}
"""
DATA = "card_data/soup/cards.yaml"


def colour_cards(root: Path) -> Path:
    write_game(root, cards=CARDS)
    (root / "templates/soup/card.svg.j2").write_text(FACE.replace("FIELD", "colour"))
    (root / "templates/soup/card-back.svg.j2").write_text(FACE.replace("FIELD", "behind"))
    return root


def letters_of(pdf: Path, number: int, rows: Iterable[int], columns: Iterable[int]) -> str:
    """The colours of a page at so many mm from its upper left corner, as letters, with a dot for any other colour."""
    letters = {tuple(bytes.fromhex(colour[1:])): letter for letter, colour in COLOURS.items()}
    page, columns = page_picture(pdf, number, dpi=25.4), tuple(columns)  # a pixel is a millimetre
    return "\n".join(
        ["", *("".join(letters.get(page.getpixel((x, y)), ".") for x in columns) for y in rows), ""]
    )

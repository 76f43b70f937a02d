"""Texts with styles, lists, tables and straight edges, drawn for docs/templates.md."""  # noqa: INP001

import json
import re
from pathlib import Path

from PIL import Image
from sample_cards import card_pictures

PAGE = (Path(__file__).parent / "templates.md").read_text(encoding="utf-8")
DPI = 110

GAME = """\
title: Harbour
palette: {ink: "#1c2430", sea: "#1769b5"}
styles:
  cost: {colour: sea, bold: true, size: 1.2}
  title: {font: title, bold: true, size: 1.4}
"""
CRATE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">
<path d="M8 20H92V90H8ZM8 44H92M8 67H92M30 20V90M70 20V90" fill="none" stroke="currentColor" stroke-width="9"/></svg>"""
SHEET = '{{% extends "base/card.svg.j2" %}}\n{{% block body %}}{}{{% endblock %}}'

WORDS = (
    "Pay [2 {crate}]{.cost} or ~~three~~ four coins. A **bold** word, an *italic* one, [a few underlined]{.underline}, "
    "and [the sea]{.sea}."
)
PROSE = (
    "Whoever calls at the harbour unloads first, and takes a crate of what the town has to spare. The others may trade, "
    "but none may leave before the tide turns."
)


def sample(name: str) -> str:
    """Return the text of the first example in YAML below a heading of the page, as YAML reads it."""
    section = PAGE.split(f"## {name}\n")[1]
    found = re.search(r"```yaml\ntext: \|\n(.*?)```", section, re.DOTALL)
    assert found is not None
    return "\n".join(line[2:] for line in found[1].rstrip().split("\n"))


def example(words: str) -> str:
    """Return the example of a template on the page that has these words in it."""
    return next(each for each in re.findall(r"```jinja\n(.*?)```", PAGE, re.DOTALL) if words in each)


def drawn(template: str, height: float, **fields: str) -> Image.Image:
    """Return a card of 63 mm by so many, drawn by a template."""
    cards = {"kind": "cards", "title": "Ships", "size": f"63mm x {height}mm", "front": "ship.svg.j2"}
    piece = {"id": "galley", "name": "Galley", **fields}
    files = {
        "card_data/harbour/game.yaml": GAME,
        "card_data/harbour/ships.yaml": json.dumps(cards | {"pieces": [piece]}),
        "templates/harbour/ship.svg.j2": template,
        "templates/harbour/icons/crate.svg": CRATE,
    }
    return card_pictures("harbour", files, dpi=DPI)["galley"]


def words_in_a_text() -> list[Image.Image]:
    """Return a card whose words have styles."""
    return [drawn(SHEET.format("{{ fit(piece.text, (5, 5, 53, 18), size=11) }}"), 26, text=WORDS)]


def lists_and_tables() -> list[Image.Image]:
    """Return the example of the page, a justified text, and several texts in one box."""
    options = "(5, 5, 53, 41), size=9.5, paragraph_gap=0.5"
    several = (
        f'{{{{ fit([(piece.name, "title"), piece.text, ("Two by two they sail.", "italic")], {options}) }}}}'
    )
    one = f"{{{{ fit(piece.text, {options}) }}}}"
    straight = f'{{{{ fit(piece.text, {options}, align="justify") }}}}'
    return [
        drawn(SHEET.format(one), 50, text=sample("Paragraphs, lists and tables")),
        drawn(SHEET.format(straight), 50, text=f"{PROSE}\n{PROSE}"),
        drawn(SHEET.format(several), 50, text=PROSE),
    ]


def what_follows_a_text() -> list[Image.Image]:
    """Return the example of a template that puts things below a text, with a short one and a long one."""
    template = example("rules.bottom")
    return [drawn(template, 46, text=text) for text in ("Holds three crates.", PROSE)]

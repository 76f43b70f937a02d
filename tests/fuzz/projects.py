"""The sound projects that are damaged: small, and between them with every kind of file that pnp reads."""

import contextlib
import io
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path

from PIL import Image
from small_game import BACK, contents, workbook, write_files

from pnp import new_project
from pnp.__main__ import run
from tests.fuzz.font_files import small_font

Files = Mapping[str, str | bytes]
"""What is in a folder: path -> content."""

GAME = """\
title: Soup
version: "1.2"
credits: Cooked by Ann
fonts: {title: Fredoka One, body: Source Sans Pro}
palette: {leaf: "#3f9b3a", red: "#aa0000"}
themes:
  low-ink:
    palette: {leaf: "#ffffff"}
facts: {spoons: 4, players: {from: 2, to: 4}}
"""
DRAWINGS = sorted(Path(__file__).with_name("drawings").glob("*.svg"))  # as drawing programs write them
FOOD = """\
kind: cards
title: Food cards
size: 63 x 88 mm
front: food.svg.j2
back: back.svg.j2
fields: {cost: {type: integer, from: 0, to: 12}, text: text}
pieces:
  - {id: leek, name: Leek, copies: 2, cost: 3, text: "Boil **twice**, then {{ facts.spoons }} spoons {pea}."}
  - for: {number: 1..3}
    id: "pea-{number}"
    name: Pea
    cost: 0
    text: |
      - One *line*
      - Another one that is long enough to go on
"""
DECK = "kind: cards\ntitle: Deck\nsize: 40 x 40 mm\nfront: plain.svg\nrows: deck.csv\n"
BOOK = "kind: markers\ntitle: Book\nsize: 25 x 50 mm\nfront: food.svg.j2\nrows: deck.xlsx\n"
BOOK_ROWS = [("Id", "Name", "Text", "Qty"), ("cat", "Cat", "Purrs", 2), ("dog", "Dog", "Barks", 1.0)]
LIST = "kind: cards\ntitle: List\nsize: 40 x 60 mm\nrows: deck.json\n"
TILES = """\
kind: tiles
title: Tiles
shape: hexagon
side: 30mm
front: food.svg.j2
pieces:
  - {id: a, name: A, text: x}
"""
DISCS = (
    "kind: discs\ntitle: Discs\ndiameter: 30mm\nfront: food.svg.j2\npieces:\n  - {id: a, name: A, text: x}\n"
)
CSV = 'id,name,text,copies\nant,Ant,Six legs,2\nbee,Bee,"Flies, and stings",1\n'
FRONT = """\
{# fields: name, text #}
{% extends "base/card.svg.j2" %}
{% block body %}
{% for i in range(3) %}<circle cx="{{ 10 + i * 3 }}" cy="30" r="1" fill="{{ palette.leaf }}"/>{% endfor %}
{{ line(piece.name, face.width / 2, 12, anchor="middle", max_width=face.width - 12, size=9) }}
{{ fit(piece.text, (6, 14, face.width - 12, 10), size=7, min=4) }}
{% if piece.id == "leek" %}{{ picture("leek", (12, 34, 30, 30)) }}{{ icon("pea", 10, 70, 6) }}{% endif %}
{% endblock %}
"""
PLAIN = """\
<?xml version="1.0" encoding="UTF-8"?>
<svg width="40mm" height="40mm" viewBox="0 0 40 40" xmlns="http://www.w3.org/2000/svg"
  xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape">
  <g inkscape:label="Layer 1" transform="translate(1,1)" style="fill:#ffeecc">
    <text inkscape:label="name" x="5" y="9" style="font-family:'Source Sans Pro';font-size:4px;fill:#000000">Name</text>
    <rect inkscape:label="text" x="4" y="12" width="30" height="20" style="fill:none"/>
  </g>
</svg>
"""
ART = """\
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">
<defs><linearGradient id="g"><stop offset="0" stop-color="#aa0000"/><stop offset="1" stop-color="#00aa00"/></linearGradient></defs>
<style>.a{fill:#aa0000;stroke:none}</style>
<g transform="rotate(10 50 50)"><path class="a" d="M10 10h80v80h-80z"/><circle cx="50" cy="50" r="20" fill="url(#g)"/></g>
</svg>
"""
CLAIMS = 'claims:\n  - id: R1\n    says: There are 5 food cards.\n    where: "page 1"\n    test: count(food) == 5\n'
RULES = """\
params: {hands: {value: 2, claim: R1}}
object:
  - {text: "Eat {{ facts.spoons }} spoons of {{ card(food.leek) }}.", claim: R1}
setup:
  - steps:
      - {text: "Deal {{ params.hands }} of {{ count(food) }} cards {pea}.", claim: R1}
  - players: {Cards: "{{ players * 2 }}"}
"""
FRENCH = '"Food cards": "Cartes"\n"Leek": "Poireau"\n"Pea": "Pois {number}"\n"One *line*": "Une *ligne*"\n'
NUMBERS = 'fonts: {body: Lato}\ncomma: ", "\nand: " et "\ndecimal: ","\n'
SLOT = """\
{% extends "base/card.svg.j2" %}
{% block body %}{{ picture(piece.id, (2, 2, face.width - 4, face.height - 4)) }}{% endblock %}
"""
PICTURES = "kind: cards\ntitle: Shown\nsize: 30 x 30 mm\nfront: slot.svg.j2\npieces:\n"
CREDITS = "png: Ann\njpg: {credit: Ben, licence: CC0, source: a book}\n"
PLACED = "png: {focus: [0.5, 0.4], zoom: 1.2, rotation: 15}\njpg: {fit: cover}\n"
LETTERED = """\
{% extends "base/card.svg.j2" %}
{% block body %}
{{ line(piece.name, 15, 8, anchor="middle", size=9, font="Trial") }}
{{ fit(piece.name, (3, 10, 24, 15), size=7, min=4, font="Trial") }}
<text x="3" y="27" font-family="Trial" font-size="3">Ab 12</text>
{% endblock %}
"""


def picture(form: str) -> bytes:
    out = io.BytesIO()
    image = Image.linear_gradient("L").resize((24, 20)).convert("RGB")
    image.save(out, form)
    return out.getvalue()


def cards() -> Files:
    return {
        "card_data/soup/game.yaml": GAME,
        "card_data/soup/food.yaml": FOOD,
        "card_data/soup/claims.yaml": CLAIMS,
        "card_data/soup/rules.yaml": RULES,
        "card_data/soup/art/leek.svg": ART,
        "templates/soup/food.svg.j2": FRONT,
        "templates/soup/back.svg.j2": BACK,
        "templates/soup/icons/pea.svg": ART,
    }


def tables() -> Files:
    rows = [{"id": "elk", "name": "Elk", "text": "Big"}, {"id": "fox", "name": "Fox", "copies": 2}]
    return {
        "card_data/soup/game.yaml": GAME,
        "card_data/soup/deck.yaml": DECK,
        "card_data/soup/book.yaml": BOOK,
        "card_data/soup/list.yaml": LIST,
        "card_data/soup/deck.csv": CSV,
        "card_data/soup/deck.xlsx": workbook(BOOK_ROWS),
        "card_data/soup/deck.json": json.dumps(rows, indent=1),
        "templates/soup/food.svg.j2": FRONT,
        "templates/soup/plain.svg": PLAIN,
    }


def languages() -> Files:
    words = {f"card_data/soup/i18n/fr/{name}.yaml": FRENCH for name in ("food", "game")}
    return {
        **cards(),
        **words,
        "card_data/soup/i18n/fr/fonts-and-numbers.yaml": NUMBERS,
        "card_data/soup/tiles.yaml": TILES,
        "card_data/soup/discs.yaml": DISCS,
    }


def pictures() -> Files:
    shown = {"png": "png", "jpg": "jpeg", "webp": "webp"}
    return {
        **{f"card_data/soup/art/{ending}.{ending}": picture(form) for ending, form in shown.items()},
        "card_data/soup/game.yaml": "title: Soup\n",
        "card_data/soup/shown.yaml": PICTURES + "".join(f"  - {{id: {each}}}\n" for each in shown),
        "card_data/soup/art/credits.yaml": CREDITS,
        "card_data/soup/art/placement.yaml": PLACED,
        "templates/soup/slot.svg.j2": SLOT,
    }


def drawing(content: str) -> Files:
    return {
        "card_data/soup/game.yaml": "title: Soup\n",
        "card_data/soup/shown.yaml": PICTURES + "  - {id: drawn}\n",
        "templates/soup/slot.svg.j2": SLOT,
        "card_data/soup/art/drawn.svg": content,
    }


def lettered() -> Files:
    return {
        "card_data/soup/game.yaml": "title: Soup\nfonts: {title: Trial, body: Trial}\n",
        "card_data/soup/shown.yaml": PICTURES + "  - {id: a, name: Ab 12 ffi}\n",
        "card_data/soup/rules.yaml": 'object:\n  - {text: "Eat **12** *soups*."}\n',
        "templates/soup/slot.svg.j2": LETTERED,
        "fonts/trial.ttf": small_font(),
    }


def started(start: str) -> Files:
    with tempfile.TemporaryDirectory() as folder:
        return contents(new_project("soup", start, parent=Path(folder)).folder)


def built() -> Files:
    with tempfile.TemporaryDirectory() as folder:
        root = write_files(Path(folder), {**cards(), ".gitignore": b"output\n"})
        for line in ("approve soup --pictures", "release one", "build --paper a4", "rules --format html"):
            with (
                contextlib.chdir(root),
                contextlib.redirect_stdout(io.StringIO()),
                contextlib.redirect_stderr(io.StringIO()),
            ):
                run(line.split())
        return contents(root)


def empty(root: Path) -> None:
    for path in list(root.iterdir()):
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()


STARTS = ("cards", "tiles", "board", "solo", "spreadsheet", "inkscape")
_MAKERS: Mapping[str, Callable[[], Files]] = {
    "cards": cards,
    "tables": tables,
    "languages": languages,
    "pictures": pictures,
    "built": built,
    "font": lettered,
    **{f"drawing {path.stem}": partial(drawing, path.read_text(encoding="utf-8")) for path in DRAWINGS},
    **{f"new {start}": partial(started, start) for start in STARTS},
}
VARIANTS = tuple(_MAKERS)


@cache
def variant(name: str) -> Mapping[str, bytes]:
    files = _MAKERS[name]().items()
    return {path: each if isinstance(each, bytes) else each.encode() for path, each in files}

"""A deck that costs what a rich real one costs, generated the same every time, as a pnp project and as JSON.

Each card: four gradients, an illustration of a hundred clipped paths, six icons, a title and 40 to 60 words. Three
backs. The JSON is for rivals that draw by program.

    python -m benchmarks.deck FOLDER CARDS COPIES
"""

import csv
import json
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from benchmarks.drawing import ICONS, Blob, art_svg, blobs, colour, icon_svg

GAME = "bench"
SEED = 63088
WORDS = """
draw discard until their own broken lantern river merchant gather twice before crossing another silver gate whoever
offers fewer seeds must wait while every neighbour trades affinity waffles for official maps the a of to and if you may
then each when pay it with from no two three all
"""

FRONT = """{# Fields: name, text, icons, light, dark. #}
{% extends "base/card.svg.j2" %}
{% block background %}
{% set box = face.bleed_box %}
<defs>
<linearGradient id="ground" x2="0" y2="1"><stop offset="0" stop-color="{{ piece.light }}"/>\
<stop offset="1" stop-color="{{ piece.dark }}"/></linearGradient>
<radialGradient id="shine"><stop offset="0" stop-color="#ffffff"/>\
<stop offset="1" stop-color="#ffffff" stop-opacity="0"/></radialGradient>
</defs>
<rect x="{{ box.x }}" y="{{ box.y }}" width="{{ box.width }}" height="{{ box.height }}" fill="url(#ground)"/>
<circle cx="12" cy="10" r="24" fill="url(#shine)"/>
{% endblock %}
{% block body %}
{{ line(piece.name, 31.5, 11, size=14, min=9, max_width=55, anchor="middle", fill="#111111") }}
{{ picture(piece.id, (4, 14, 55, 38.5)) }}
{% for name in piece.icons %}
{{ icon(name, 4.5 + 9.5 * loop.index0, 53.5, 6.5, color=piece.dark|darken(0.4)) }}
{% endfor %}
<rect x="4" y="61" width="55" height="23" rx="1.5" fill="#ffffff"/>
{{ fit(piece.text, (5.5, 62, 52, 21), size=9, min=6, fill="#111111") }}
{% endblock %}
"""

BACK = """{# Fields: suit. #}
{% extends "base/card.svg.j2" %}
{% block background %}
{% set box = face.bleed_box %}
<rect x="{{ box.x }}" y="{{ box.y }}" width="{{ box.width }}" height="{{ box.height }}" fill="{{ piece.suit }}"/>
{% for y in range(0, 88, 8) %}
<circle cx="{{ 8 + y / 2 }}" cy="{{ y }}" r="3" fill="#ffffff" fill-opacity="0.4"/>
{% endfor %}
{% endblock %}
"""

SUITS = ("#204a87", "#8f2d2d", "#2d6a3e")


@dataclass(frozen=True, slots=True)
class Card:
    """One card, all that is drawn on it."""

    id: str
    name: str
    text: str
    icons: tuple[str, ...]
    light: str
    dark: str
    suit: str
    blobs: tuple[Blob, ...]


def cards(count: int) -> list[Card]:
    """Return the first `count` cards."""
    random = Random(SEED)
    return [_card(random, number) for number in range(1, count + 1)]


def _card(random: Random, number: int) -> Card:
    known = WORDS.split()
    words = random.choices(known, k=random.randint(40, 60))
    words[5] = f"**{words[5]}**"
    return Card(
        id=f"card-{number:04}",
        name=f"{random.choice(known)} {random.choice(known)} {number}".capitalize(),
        text=" ".join(words).capitalize() + ".",
        icons=tuple(random.sample(ICONS, 6)),
        light=f"#{random.randrange(0xD0, 0x100):02x}{random.randrange(0xD0, 0x100):02x}e8",
        dark=colour(random),
        suit=SUITS[number % len(SUITS)],
        blobs=blobs(random),
    )


def write_project(folder: Path, *, count: int, copies: int = 1) -> None:
    """Write a pnp project of `count` distinct cards below `folder`, and the same cards as deck.json."""
    deck = cards(count)
    data, templates = folder / "card_data" / GAME, folder / "templates" / GAME
    for where in (data / "art", templates / "icons"):
        where.mkdir(parents=True)
    (data / "game.yaml").write_text(
        'title: Bench\nversion: "1.0"\nfonts: {title: Fredoka One, body: Source Sans Pro}\n'
        f"limits: {{prints: {max(30_000, count * copies)}}}\n",
        encoding="utf-8",
    )
    (data / "cards.yaml").write_text(_yaml(deck, copies), encoding="utf-8")
    for card in deck:
        colours = (card.light, card.dark, "#ffffff", card.light)
        (data / "art" / f"{card.id}.svg").write_text(art_svg(card.blobs, colours), encoding="utf-8")
    for name in ICONS:
        (templates / "icons" / f"{name}.svg").write_text(icon_svg(name), encoding="utf-8")
    (templates / "front.svg.j2").write_text(FRONT, encoding="utf-8")
    (templates / "back.svg.j2").write_text(BACK, encoding="utf-8")
    (folder / "deck.json").write_text(json.dumps([asdict(card) for card in deck]), encoding="utf-8")


COLUMNS = (
    *(
        "Name",
        "Suit",
        "Type",
        "Cost",
        "Attack",
        "Defence",
        "Life",
        "Points",
        "Text",
        "Effect",
        "Flavour",
        "Author",
    ),
    *(
        "Rarity",
        "Code",
        "Series",
        "Number",
        "Speed",
        "Reach",
        "Gold",
        "Poison",
        "Notes",
        "Skill",
        "Condition",
    ),
    *("Version", "Copies"),
)


def write_table(path: Path, *, rows: int) -> None:
    """Write a table of cards as people have it: names, few values, numbers, texts, codes, and cells that are empty."""
    random, words = Random(SEED), WORDS.split()

    def text(least: int, most: int, share: float = 1.0) -> str:
        said = " ".join(random.choices(words, k=random.randint(least, most))).capitalize()
        return f"{said}." if random.random() < share else ""

    def row(number: int) -> list[object]:
        few = [random.choice(each.split()) for each in ("Fire Water Earth Wind", "Creature Spell Item Place")]
        numbers = [random.randint(0, most) for most in (9, 12, 12, 20, 5)]
        texts = [text(10, 30), text(4, 18), text(4, 14), random.choice(("Red", "White", "Green"))]
        codes = [random.choice(("common", "rare", "epic")), f"EN-{number:05}", random.choice("ABC"), number]
        more = [random.randint(0, most) for most in (6, 3, 8, 4)]
        last = [text(4, 9, 0.4), random.choice(("Flight", "Haste", "Guard", "")), text(4, 8, 0.3), "1.0", 1]
        name = " ".join(random.choices(words, k=random.randint(1, 3))).title()
        return [
            f"{name} {number}" if random.random() < 0.3 else name,
            *few,
            *numbers,
            *texts,
            *codes,
            *more,
            *last,
        ]

    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *map(row, range(1, rows + 1))])


def _yaml(deck: list[Card], copies: int) -> str:
    head = "kind: cards\ntitle: Cards\nsize: standard\nfront: front.svg.j2\nback: back.svg.j2\npieces:\n"
    fields = ("id", "name", "text", "icons", "light", "dark", "suit")
    pieces = "".join(
        "".join(
            f"  {'-' if key == 'id' else ' '} {key}: {json.dumps(getattr(card, key))}\n" for key in fields
        )
        + f"    copies: {copies}\n"
        for card in deck
    )
    return head + pieces


if __name__ == "__main__":
    write_project(Path(sys.argv[1]), count=int(sys.argv[2]), copies=int(sys.argv[3]))

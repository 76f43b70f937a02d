"""The values of a design: the fields of a card by role, and the colour of its suit."""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from pnp.load.roles import value_as_text
from pnp.model.game import Component, Piece, Value
from pnp.model.roles import Design, Roles
from pnp.templates.values import Values
from pnp.text import plain_ascii

DESIGNS_FOLDER = "base/designs/"
"""Templates in it take any data: what cannot be shown is left out and told."""

ACCENTS = (
    *("#2b5c8a", "#a8402f", "#3c7a4a", "#7a4a94", "#96600c", "#1d7d80", "#a8386a", "#5b6472"),
    *("#4a55a8", "#7d5a3c", "#6b8c21", "#8c2f2f", "#2f7fb5", "#946b8f", "#c05a1f", "#37474f"),
)
"""Of the suits of a deck, in the order in which they come; dark enough for white letters."""

_COLOURS = {
    "#b3302c": (
        "red",
        "rouge",
        "rot",
        "rojo",
        "rosso",
        "crimson",
        "fire",
        "feu",
        "feuer",
        "fuego",
        "fuoco",
        "hearts",
    ),
    "#2b5c9e": ("blue", "bleu", "blau", "azul", "blu", "water", "eau", "wasser", "agua", "acqua"),
    "#2f7a42": ("green", "vert", "grun", "verde", "earth", "forest", "nature", "terre", "erde"),
    "#946c00": ("yellow", "jaune", "gelb", "amarillo", "giallo", "gold", "or", "oro", "light", "sun"),
    "#6d3f96": ("purple", "violet", "violett", "lila", "morado", "viola", "magic"),
    "#b0560f": ("orange", "naranja", "arancione"),
    "#7a5536": ("brown", "brun", "braun", "marron", "marrone", "wood"),
    "#2b2e33": ("black", "noir", "schwarz", "negro", "nero", "dark", "death", "spades", "clubs"),
    "#616a74": ("grey", "gray", "gris", "grau", "grigio", "steel", "silver", "stone", "neutral", "colorless"),
    "#7d6c50": ("tan", "beige", "white", "blanc", "weiss", "blanco", "bianco", "sand"),
    "#b84a80": ("pink", "rose", "rosa", "magenta"),
    "#1c7f83": ("teal", "cyan", "turquoise", "turkis", "sea"),
}
_BY_WORD = {word: colour for colour, words in _COLOURS.items() for word in words}

MOST_LETTERS = {"line": 48, "number": 9}
"""Of a field in one line, and of one in a badge or a box."""

LETTERS_PER_MM2 = 0.11
"""So many letters of a text surely fit on a card beside all else, at the smallest size that is easy to read."""

ALIKE = 60
"""Two colours this near to each other, in steps of red, green and blue, are not both used."""

LETTERS_PER_BREAK = 25
"""So many letters have room in what the end of a line leaves white."""

_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")


def design_values(
    design: Design, headline: str, fields: Mapping[str, Value], palette: Mapping[str, str]
) -> Values:
    """Return the fields of a piece by role: texts joined, numbers as (label, value), `accent` the colour of its suit."""
    roles = design.roles
    texts = {name: value_as_text(fields.get(name)) for name in dict.fromkeys(_placed(roles))}
    # What is too long for its place stands among the texts.
    long = [name for name, text in texts.items() if len(text) > _most_letters(roles, name)]
    short = {name: text for name, text in texts.items() if text and name not in long}
    shown = [name for name in roles.numbers if name in short]
    labels = _labels(shown)
    suit = value_as_text(fields.get(roles.suit)) if roles.suit else ""
    return {
        "headline": headline,
        "subtitle": " · ".join(
            dict.fromkeys(_words(short[name]) for name in roles.subtitle if name in short)
        ),
        "cost": short.get(roles.cost, ""),
        "numbers": tuple(zip(labels, (short[name] for name in shown), strict=True)),
        "longest_label": max(map(len, labels), default=0),
        "text": _joined((*roles.text, *long), fields),
        "flavour": "\n\n".join(filter(None, (value_as_text(fields.get(name)) for name in roles.flavour))),
        "footer": " · ".join(short[name] for name in roles.footer if name in short),
        "motif": design.suits.index(suit) if suit in design.suits else sum(map(ord, headline)),
        "accent": _accent(suit, design.suits, palette),
    }


def _placed(roles: Roles) -> Iterator[str]:
    yield from (*roles.subtitle, roles.cost, *roles.numbers, *roles.footer)


def _most_letters(roles: Roles, name: str) -> int:
    """Return how many letters have room where a field belongs."""
    return MOST_LETTERS["line" if name in roles.subtitle or name in roles.footer else "number"]


def text_continues(component: Component, piece: Piece) -> bool:
    """Say whether the text of a piece may be too long for its front: then its back is drawn for it alone."""
    design = component.design
    if design is None or piece.back != piece.front:
        return False
    texts = [
        (name, value_as_text(piece.fields.get(name)))
        for name in (*design.roles.texts, *_placed(design.roles))
    ]
    letters = sum(
        len(name) + len(text) + LETTERS_PER_BREAK * text.count("\n") for name, text in texts if text
    )
    inner = (component.size.width - 2 * component.safe) * (component.size.height - 2 * component.safe)
    return letters > LETTERS_PER_MM2 * inner


def label(field: str) -> str:
    """Return the name of a field as a card prints it.

    >>> label("flavour_text"), label("hp"), label("skill_wild")
    ('Flavour text', 'HP', 'Skill wild')
    """
    words = _NOT_SAID.sub("", field).replace("_", " ").strip() or field
    return words.upper() if len(words) <= 2 else words[:1].upper() + words[1:]


def _labels(fields: Sequence[str]) -> list[str]:
    """Return the names of numbers that stand in one row, without a first word that most of them share.

    >>> _labels(["health", "skill_combat", "skill_wild", "skill_agility"])
    ['Health', 'Combat', 'Wild', 'Agility']
    """
    starts = Counter(name.partition("_")[0] for name in fields if "_" in name)
    shared = {start for start, count in starts.items() if count > 1}
    rests = [name.partition("_")[2] if name.partition("_")[0] in shared else name for name in fields]
    return [label(rest if rests.count(rest) == 1 else name) for rest, name in zip(rests, fields, strict=True)]


_NOT_SAID = re.compile(r"^(?:is|has|card)_(?=\w)|(?<=\w)_?(?:code|desc|\d+)$")


def _words(value: Value) -> str:
    """Return a value of few words; what a database writes in small letters begins with a capital one."""
    text = value_as_text(value).replace("_", " ")
    return text[:1].upper() + text[1:] if text.islower() and text.isascii() else text


_NO = frozenset({"no", "false", "nein", "non", "0", "-"})
_YES = frozenset({"yes", "true", "x", "ja", "oui", "si", "sí"})


def _joined(names: Sequence[str], fields: Mapping[str, Value]) -> str:
    """Return the texts as one: the first as it is, others with their names; short values share a paragraph."""
    paragraphs: list[str] = []
    facts: list[str] = []
    for name in names:
        text = value_as_text(fields.get(name))
        if not text or text.casefold() in _NO:
            continue
        if text.casefold() in _YES:
            facts.append(f"**{label(name)}**")
        elif name == names[0]:
            paragraphs.append(text)
        elif len(text) <= 30 and "\n" not in text:
            facts.append(f"**{label(name)}:** {text}")
        else:
            paragraphs.append(f"**{label(name)}:** {text}")
    return "\n\n".join((*paragraphs, *(("\u00a0· ".join(facts),) if facts else ())))


def _accent(suit: str, suits: tuple[str, ...], palette: Mapping[str, str]) -> str:
    """Return the colour of a suit: as the palette has it, as its name says, or the next that no other has."""
    if _HEX.fullmatch(suit):
        return suit
    own = palette.get(suit) or palette.get(suit.casefold())
    return own or _accents(suits).get(suit) or palette.get("accent", ACCENTS[0])


@lru_cache(maxsize=64)
def _accents(suits: tuple[str, ...]) -> Mapping[str, str]:
    named = {each: colour for each in suits if (colour := _named_colour(each))}
    free = [each for each in ACCENTS if all(_distance(each, other) > ALIKE for other in named.values())]
    others = (each for each in suits if each not in named)
    return named | {
        each: (free or ACCENTS)[number % len(free or ACCENTS)] for number, each in enumerate(others)
    }


def _named_colour(word: str) -> str | None:
    return _BY_WORD.get(plain_ascii(word.replace("ß", "ss")).strip().casefold())


def _distance(one: str, other: str) -> float:
    return math.dist(*([int(each[at : at + 2], 16) for at in (1, 3, 5)] for each in (one, other)))

"""What a game of mixed dice is made of: goals, the colours they mix, dice and their sides."""

from collections import Counter
from collections.abc import Iterator, Mapping

from pnp.engine.needs import component, dealt
from pnp.engine.written import group, number, text, words
from pnp.model.game import Component, Game, Piece, Value

TITLES = {"cards": "{word} {target}", "bank_markers": "Bank {number} and {flip}", "dice": "{color} die"}
"""Component -> the name of each of its pieces, with the fields it is made of; actions have names of their own."""

LISTS = {"aids": "words", "score_pad": "colors"}
"""Component -> its field that gives every colour a word."""


def pieces(deck: Component | None) -> tuple[Piece, ...]:
    """Return every piece of a component that counts, once."""
    return tuple(piece for piece in deck.pieces if not piece.extra) if deck else ()


def goals(game: Game) -> tuple[Piece, ...]:
    """Return the goals as often as the deck holds them: the cards with a target."""
    return tuple(card for card in dealt(component(game, "cards")) if number(card.fields, "target"))


def mixes(game: Game) -> dict[str, tuple[str, ...]]:
    """Return the colours of goals, and the colours of dice that each of them counts."""
    table = group(game.facts, "mixes")
    return {color: words(table, color) for color in table}


def dice(game: Game) -> Counter[str]:
    """Return how many dice of each colour the box holds."""
    return Counter(text(die.fields, "color") for die in dealt(component(game, "dice")))


def sides(game: Game, color: str) -> tuple[int, ...]:
    """Return what the dice of a colour show."""
    shown = (each.fields for each in pieces(component(game, "dice")) if text(each.fields, "color") == color)
    held = (each.get("sides") for each in shown)
    return tuple(side for each in held if isinstance(each, tuple) for side in each if isinstance(side, int))


def lowest(game: Game, goal: Piece, most: Mapping[str, int]) -> int:
    """Return the sum that counts for a goal: the smallest of its colours; 0 for a colour that nothing is mixed of."""
    return min((most.get(color, 0) for color in mixes(game).get(text(goal.fields, "color"), ())), default=0)


def options(game: Game) -> list[tuple[str, Mapping[str, Value]]]:
    """Return the rules that a Variable card can stand for, by id, from both sides of the card."""
    sheets = pieces(component(game, "variable"))
    lists = [group(sheet.fields, side) for sheet in sheets for side in ("options", "more")]
    return [(name, group(each, name)) for each in lists for name in each]


def misnamed(game: Game) -> list[str]:
    """Return what is called otherwise than it is: colours where a word stands for them, pieces by their titles."""
    wrong = [f"{color} is called {word}" for color, word in _worded(game) if word.lower() != color]
    for deck, field in LISTS.items():
        listed = [(piece.name, list(group(piece.fields, field))) for piece in pieces(component(game, deck))]
        wrong += [f"{name} lacks a colour" for name, colors in listed if colors != list(mixes(game))]
    for deck, title in TITLES.items():
        titled = goals(game) if deck == "cards" else pieces(component(game, deck))
        wrong += [
            f"{each.id} is called {each.name}" for each in titled if _filled(title, each.fields) != each.name
        ]
    return wrong


def _filled(title: str, fields: Mapping[str, Value]) -> str:
    """Return a title with the fields of a piece in it.

    >>> _filled("{word} {target}", {"word": "Red", "target": 6})
    'Red 6'
    """
    for field, value in fields.items():
        title = title.replace(f"{{{field}}}", str(value))
    return title


def _worded(game: Game) -> Iterator[tuple[str, str]]:
    """Yield every colour with the word that stands for it on a goal, an aid, the score pad."""
    for goal in goals(game):
        yield text(goal.fields, "color"), text(goal.fields, "word")
    for deck, field in LISTS.items():
        for piece in pieces(component(game, deck)):
            names = group(piece.fields, field)
            yield from ((color, text(names, color)) for color in names)

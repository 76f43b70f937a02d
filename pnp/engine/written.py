"""Read what a designer wrote: a value of the wrong sort counts as nothing, for loading has already said so."""

from collections.abc import Mapping

from pnp.model.game import Game, Value


def number(fields: Mapping[str, Value], name: str) -> int:
    """Return a whole number, 0 when there is none.

    >>> number({"points": 3}, "points"), number({"points": "three"}, "points")
    (3, 0)
    """
    value = fields.get(name)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def text(fields: Mapping[str, Value], name: str) -> str:
    """Return a text, "" when there is none."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def words(fields: Mapping[str, Value], name: str) -> tuple[str, ...]:
    """Return the words of a list, () when there is none.

    >>> words({"parts": ("circle", "square")}, "parts")
    ('circle', 'square')
    """
    value = fields.get(name)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, tuple) else ()


def group(fields: Mapping[str, Value], name: str) -> Mapping[str, Value]:
    """Return the fields of a mapping, none when it is no mapping."""
    value = fields.get(name)
    return value if isinstance(value, Mapping) else {}


def players(game: Game) -> range:
    """Return the numbers of players the game is for, from its fact `players: {from: 2, to: 5}`."""
    many = group(game.facts, "players")
    return range(number(many, "from"), number(many, "to") + 1) if number(many, "from") else range(0)

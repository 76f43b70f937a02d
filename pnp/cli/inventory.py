"""What a game is made of, as a player would say it: 104 cards, 25 stickers, 20 coins, 1 board."""

from collections import Counter

from pnp.model.game import Component, Game

ORDER = ("cards", "tiles", "stickers", "discs", "dice", "markers", "board", "sheet", "box")
"""The kinds as they are listed; any other comes last."""

NOUNS = {"board": "boards", "sheet": "sheets", "box": "boxes"}
"""What several things of a kind are called, where that is not the name of the kind."""

ONE = {"dice": "die", "boxes": "box"}


def inventory(game: Game) -> str:
    """Return how many things of each sort belong to the game; extra pieces do not."""
    numbers: Counter[str] = Counter()
    for component in sorted(game.components, key=_rank):
        numbers[noun(component)] += component.copies - component.extras
    return ", ".join(counted(number, word) for word, number in numbers.items() if number)


def noun(component: Component) -> str:
    """Return what the things of a component are called: cards, when its title speaks of cards; else its title.

    "Order cards" are cards, "Game board" is a board, but "Coins" are coins and "Player aids" are player aids.
    """
    many = NOUNS.get(component.kind, component.kind)
    words = component.title.casefold().split()
    return many if {many, _one(many)} & set(words) or not words else " ".join(words)


def counted(number: int, many: str) -> str:
    """Return a number and what is counted.

    >>> counted(1, "boards"), counted(2, "boards"), counted(1, "score pad"), counted(1, "dice")
    ('1 board', '2 boards', '1 score pad', '1 die')
    """
    return f"{number} {_one(many) if number == 1 else many}"


def _one(many: str) -> str:
    return ONE.get(many, many.removesuffix("s"))


def _rank(component: Component) -> tuple[int, bool]:
    """Return where a component is listed: by its kind, and those with a name of their own after the others."""
    kind = component.kind
    return ORDER.index(kind) if kind in ORDER else len(ORDER), noun(component) != NOUNS.get(kind, kind)

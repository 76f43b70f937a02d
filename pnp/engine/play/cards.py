"""Cards: hands and rows, and decks whose order nobody knows, as how often each card is still in them."""

from collections import Counter
from collections.abc import Iterable, Sequence

Pool = tuple[tuple[str, int], ...]
"""Cards whose order nobody knows, each with its number, which is never 0."""


def pool_of(cards: Iterable[str]) -> Pool:
    """Return shuffled cards.

    >>> pool_of(["b", "a", "b"])
    (('a', 1), ('b', 2))
    """
    return tuple(sorted(Counter(cards).items()))


def fewer(pool: Pool, card: str) -> Pool:
    """Return a pool with one of a card less.

    >>> fewer((("a", 1), ("b", 2)), "a")
    (('b', 2),)
    """
    return tuple((name, count - (name == card)) for name, count in pool if name != card or count > 1)


def more(pool: Pool, cards: Iterable[str]) -> Pool:
    """Return a pool with cards more."""
    return tuple(sorted((Counter(dict(pool)) + Counter(cards)).items()))


def without(cards: Sequence[str], *some: str) -> tuple[str, ...]:
    """Return cards without some of them, each taken out once; raises ValueError for one that is not among them.

    >>> without(("a", "b", "a"), "a")
    ('b', 'a')
    """
    left = list(cards)
    for card in some:
        left.remove(card)
    return tuple(left)


def with_cards(cards: Sequence[str], *added: str) -> tuple[str, ...]:
    """Return cards with others among them, sorted."""
    return tuple(sorted((*cards, *added)))

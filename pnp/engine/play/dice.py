"""Dice: rolls, sums and choices, and pools of dice by colour."""

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

Dice = tuple[int, ...]
"""How many dice of each colour, or how many show each side."""


def throws(dice: int, sides: int) -> Iterator[Dice]:
    """Yield every result of so many dice, as how many show each side.

    >>> list(throws(1, 2))
    [(1, 0), (0, 1)]
    """
    if sides == 1:
        yield (dice,)
        return
    for first in range(dice, -1, -1):
        yield from ((first, *others) for others in throws(dice - first, sides - 1))


def thrown(dice: int, sides: int, random: Random) -> Dice:
    """Return one result of so many dice, as how many show each side."""
    shown = random.choices(range(sides), k=dice)
    return tuple(shown.count(side) for side in range(sides))


def sums(dice: int, sides: int) -> range:
    """Return what so many dice may come to.

    >>> list(sums(2, 2))
    [2, 3, 4]
    """
    return range(dice, dice * sides + 1)


def choices(pool: Dice) -> Iterator[Dice]:
    """Yield every choice of at least one die, the largest first."""
    return filter(any, product(*(range(count, -1, -1) for count in pool)))


def amounts(counts: Sequence[int], names: Sequence[str]) -> str:
    """Return how many there are of what there is any of: "2 red, 1 blue", or "none"."""
    some = (f"{count} {name}" for count, name in zip(counts, names, strict=True) if count)
    return ", ".join(some) or "none"


def plus(dice: Dice, color: int, count: int) -> Dice:
    """Return the dice with so many more of a colour."""
    return replaced(dice, color, dice[color] + count)


def replaced(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    """Return the values with another at one place."""
    return (*values[:place], value, *values[place + 1 :])

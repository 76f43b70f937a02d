"""Dice: throws, sums and choices, in how many ways they come about, and pools of dice by colour."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, product
from math import comb, prod
from random import Random
from typing import Any

Dice = tuple[int, ...]
"""How many dice of each colour, or how many show each side."""


def multinomial(counts: Sequence[int]) -> int:
    """Return in how many ways dice can show each side so often.

    >>> multinomial((2, 1, 0))
    3
    """
    return prod(map(comb, accumulate(counts), counts))


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


@cache
def ways_to_sum(dice: int, sides: int) -> dict[int, int]:
    """Return in how many ways dice come to each sum.

    >>> ways_to_sum(2, 2)
    {2: 1, 3: 2, 4: 1}
    """
    if dice == 0:
        return {0: 1}
    fewer = ways_to_sum(dice - 1, sides)
    return {
        total: sum(fewer.get(total - side, 0) for side in range(1, sides + 1))
        for total in range(dice, dice * sides + 1)
    }


def ways_to_show(pool: Dice, counts: Sequence[int], sides: int) -> int:
    """Return in how many ways so many dice of each colour show one number.

    >>> ways_to_show((2, 1), (1, 0), 6)
    50
    """
    return prod(
        comb(dice, count) * (sides - 1) ** (dice - count) for dice, count in zip(pool, counts, strict=True)
    )


def choices(pool: Dice) -> Iterator[Dice]:
    """Yield every choice of at least one die, the largest first."""
    return filter(any, product(*(range(count, -1, -1) for count in pool)))


def plus(dice: Dice, color: int, count: int) -> Dice:
    """Return the dice with so many more of a colour."""
    return replaced(dice, color, dice[color] + count)


def replaced(values: tuple[Any, ...], place: int, value: object) -> tuple[Any, ...]:
    """Return the values with another at one place."""
    return (*values[:place], value, *values[place + 1 :])

"""How far long work is, told to whoever asked for it.

Library functions take a `Progress`; only the command line makes a bar of it.
"""

from collections.abc import Callable
from itertools import count

Progress = Callable[[str, int, int], None]
"""Told that a step begins: what it does, its number counted from 1, and how many steps there are."""

Step = Callable[[str], None]
"""Says that one more step begins, and what it does."""


def silent(*told: object) -> None:
    """Tell nobody: a Progress or a Step of work that nobody watches."""
    del told


def stepping(progress: Progress, total: int) -> Step:
    """Return a function that counts the steps for `progress`.

    >>> step = stepping(lambda *told: print(told), 2)
    >>> step("draw soup"), step("write soup")
    ('draw soup', 1, 2)
    ('write soup', 2, 2)
    (None, None)
    """
    number = count(1)
    return lambda name: progress(name, next(number), total)

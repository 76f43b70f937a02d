"""Selections of pieces and copies, such as "apple", "food/b*" or "food:1-12,20"."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from itertools import chain, groupby

from pnp.model.errors import PnpError, UnknownName
from pnp.model.game import Component, Game
from pnp.text import counted

_NUMBERED = re.compile(r"([^:/]+):(.*)")
_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


def matches(pattern: str, component: str, piece: str) -> bool:
    """Say whether a shell pattern on the id, or on component/id, names the piece.

    >>> matches("red-*", "bids", "red-1"), matches("food/b*", "food", "beans"), matches("food/b*", "bids", "b")
    (True, True, False)
    """
    return fnmatchcase(f"{component}/{piece}" if "/" in pattern else piece, pattern)


def is_numbered(pattern: str) -> bool:
    """Say whether a pattern names pieces by their numbers."""
    return ":" in pattern


def chosen_copies(pattern: str, component: Component) -> Mapping[str, int]:
    """Return how many copies of which pieces of the component are meant. Raises PnpError as chosen_numbers does."""
    numbers = chosen_numbers(pattern, component)
    return Counter(
        piece for number, (piece, _) in enumerate(copies_in_order(component), 1) if number in numbers
    )


def chosen_numbers(pattern: str, component: Component) -> Collection[int]:
    """Return which copies of the component are meant, as numbers from 1 in the order in which they are printed.

    Raises PnpError for numbers that cannot be read.
    """
    if is_numbered(pattern):
        name, ranges = _parts(pattern)
        return set(chain.from_iterable(ranges)) if name == component.id else ()
    wanted = {piece.id for piece in component.pieces if matches(pattern, component.id, piece.id)}
    return {number for number, (piece, _) in enumerate(copies_in_order(component), 1) if piece in wanted}


def copies_in_order(component: Component) -> Iterator[tuple[str, int]]:
    """Yield every copy of the component as it is printed: the id of the piece, and which of its copies, from 1."""
    for piece in component.pieces:
        for copy in range(1, piece.copies + 1):
            yield piece.id, copy


def refuse_numbers(pattern: str, games: Sequence[Game]) -> None:
    """Raise UnknownName where a pattern has numbers that none of the games has."""
    if not is_numbered(pattern):
        return
    name, ranges = _parts(pattern)
    named = [component for game in games for component in game.components if component.id == name]
    highest = max(each.stop - 1 for each in ranges)
    most = max((component.copies for component in named), default=0)
    if named and highest > most:
        raise UnknownName(
            f"{name} has {counted(most, 'piece')} to print, and so no number {highest}",
            f"write numbers from 1 to {most}; pnp pages tells which piece has which number",
        )


def _parts(pattern: str) -> tuple[str, list[range]]:
    match = _NUMBERED.fullmatch(pattern)
    found = [_RANGE.fullmatch(part.strip()) for part in match[2].split(",")] if match else []
    ranges = [range(int(each[1]), int(each[2] or each[1]) + 1) for each in found if each]
    if match is None or len(ranges) < len(found) or not all(each and each.start > 0 for each in ranges):
        raise PnpError(
            f'"{pattern}" names no pieces by number', "write a component and numbers, such as food:1-12,20"
        )
    return match[1], ranges


def in_ranges(numbers: Iterable[int]) -> str:
    """Return whole numbers as a list of ranges.

    >>> in_ranges([3, 1, 2, 7])
    '1-3,7'
    """
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda each: each[1] - each[0])
    ends = ([number for _, number in run] for _, run in runs)
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in ends)

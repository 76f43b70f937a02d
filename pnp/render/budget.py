"""What one drawing may spend: turns of loops and calls, letters handed to functions, and text and lists made on the way."""

import re
from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass

from jinja2.exceptions import SecurityError
from markupsafe import Markup

MAX_TURNS = 100_000  # turns of loops, and calls of functions and macros
MAX_LETTERS = 200_000  # letters handed to functions; a rulebook has some tens of thousands
MAX_MADE = 100_000_000  # bytes of texts and lists made on the way, pictures included
MAX_WIDTH = 20_000  # what a width, a count or a precision may be
_ITEM = 8  # bytes that a list keeps for each of its items
_WIDE = re.compile(r"\d{5}|\*|\{[^{}]*\{")
"""A width of five digits, or one that comes from a value, in a format such as "%5d" or "{:>5}"."""


@dataclass(slots=True)
class Budget:
    """What is left for one drawing; whatever goes below nothing raises SecurityError."""

    turns: int = MAX_TURNS
    letters: int = MAX_LETTERS
    made: int = MAX_MADE

    def turn(self, times: int = 1) -> None:
        """Pay for turns of a loop, or for a call."""
        self.turns -= times
        if self.turns < 0:
            raise SecurityError(f"its loops and calls take more than {MAX_TURNS} turns")

    def counted(self, items: object) -> object:
        """Return what a loop goes through, paid for at once when its length is known, else turn by turn."""
        if isinstance(items, Sized):
            self.turn(len(items))
            return items
        return self._one_by_one(items) if isinstance(items, Iterable) else items

    def _one_by_one(self, items: Iterable[object]) -> Iterator[object]:
        for item in items:
            self.turn()
            yield item

    def handed(self, values: Iterable[object]) -> None:
        """Pay for the letters of texts given to a function; finished drawings (Markup) are free."""
        self.letters -= sum(
            len(value) for value in values if isinstance(value, str) and not isinstance(value, Markup)
        )
        if self.letters < 0:
            raise SecurityError(f"it works on more than {MAX_LETTERS} letters")

    def makes(self, size: int) -> None:
        """Pay for `size` bytes of text or list before they are made."""
        self.made -= size
        if self.made < 0:
            raise SecurityError("the texts it makes are too long")


def weight(value: object) -> int:
    """Return roughly how many bytes a text or a list takes; 0 for anything else.

    >>> weight("abc"), weight([1, 2]), weight(7)
    (3, 16, 0)
    """
    if isinstance(value, str | bytes):
        return len(value)
    return _ITEM * len(value) if isinstance(value, list | tuple) else 0


def refuse_wide(values: Iterable[object]) -> None:
    """Raise SecurityError when a number that may be a width or a count is out of all proportion."""
    for value in values:
        if isinstance(value, int | float) and abs(value) > MAX_WIDTH:
            raise SecurityError(f"a width or count above {MAX_WIDTH}")


def refuse_wide_format(text: object) -> None:
    """Raise SecurityError when a format string asks for very wide columns, or for a width it is yet to be told."""
    if isinstance(text, str) and _WIDE.search(text):
        raise SecurityError("a format with so wide a column")

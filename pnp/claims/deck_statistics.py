"""Statistics of a deck: how often each value occurs, and the odds of an opening hand.

Counts are of copies; reference cards and other extras are left out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from statistics import median

from pnp.claims.selections import is_number
from pnp.model.game import Component, Game, Piece, Value, single_values
from pnp.text import ENGLISH, Speech

FEWEST_PIECES = 3
MOST_ROWS = 30  # A field with more different values says nothing in a table: it is a name or a text.


@dataclass(frozen=True, slots=True)
class Summary:
    """The usual figures of a numeric field."""

    total: float
    mean: float
    median: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class Distribution:
    """How often each value of a field occurs in a component of `size` pieces, numbers in order, words by frequency.

    `having` is how many pieces have a value at all. A field that holds lists counts its symbols: `pieces` says on how many
    pieces each one stands.
    """

    component: str
    field: str
    size: int
    having: int
    rows: tuple[tuple[str, int], ...]
    pieces: tuple[int, ...]
    summary: Summary | None = None

    def totals(self, one: str = "piece", many: str = "pieces", speech: Speech = ENGLISH) -> str:
        """Return what the rows add up to: "47 cards", "35 of 54 cards", "60 symbols on 22 cards"."""
        pieces = speech.counted(self.having, one, many)
        if self.having < self.size:
            whole = speech.counted(self.size, one, many)
            pieces = speech.filled("{some} of {all}", some=self.having, all=whole)
        symbols = sum(count for _, count in self.rows)
        words = "{number} symbols on {pieces}"
        return pieces if symbols == self.having else speech.filled(words, number=symbols, pieces=pieces)


def distributions(component: Component, *, texts: bool = False) -> tuple[Distribution, ...]:
    """Return the tables of a component, field by field in the order they are written; none for what is not drawn from.

    Fields of long texts have one too where `texts` are wanted: in another language, a word can be a sentence.
    """
    deck = [piece for piece in component.pieces if not piece.extra]
    if not component.kind.drawn_from or len(deck) < FEWEST_PIECES:
        return ()
    fields = [dict(single_values(piece.fields)) for piece in deck]
    tables = (
        _distribution(component.id, name, deck, [held.get(name) for held in fields], texts=texts)
        for name in dict.fromkeys(name for held in fields for name in held)
    )
    return tuple(table for table in tables if table is not None)


def chance_in_hand(pieces: int, size: int, hand: int) -> float:
    """Return the probability that a hand dealt from a shuffled deck holds at least one of `pieces` pieces.

    >>> round(chance_in_hand(4, 52, 5), 4)
    0.3412
    """
    hand = min(hand, size)
    return 1.0 - comb(size - pieces, hand) / comb(size, hand)


def _distribution(
    component: str, name: str, deck: Sequence[Piece], held: Sequence[Value], *, texts: bool
) -> Distribution | None:
    values = [(value, piece.copies) for value, piece in zip(held, deck, strict=True)]
    symbols: Counter[Value] = Counter()
    holders: Counter[Value] = Counter()
    lists = False
    for value, copies in values:
        if isinstance(value, tuple):
            lists = True
            if not all(isinstance(item, str | int | float) for item in value):
                return None
        listed: tuple[Value, ...] = value if isinstance(value, tuple) else (value,)
        for item in listed:
            symbols[item] += copies
        for item in dict.fromkeys(listed):
            holders[item] += copies
    symbols.pop(None, None)
    # Different on every piece, or sentences.
    words = [symbol for symbol in symbols if isinstance(symbol, str)]
    names_pieces = words and (len(words) >= len(deck) or any(len(word) > 24 for word in words))
    if not 2 <= len(symbols) <= MOST_ROWS or (not lists and not texts and names_pieces):
        return None
    spread = sorted(float(value) for value in symbols.elements() if is_number(value))
    numeric, total = len(spread) == symbols.total(), sum(spread)
    order = sorted(symbols, key=float) if numeric else sorted(symbols, key=lambda v: (-symbols[v], str(v)))  # type: ignore[arg-type]
    figures = Summary(total, total / len(spread), median(spread), spread[0], spread[-1]) if numeric else None
    shown = {True: "yes", False: "no"}
    return Distribution(
        component=component,
        field=name,
        size=sum(piece.copies for piece in deck),
        having=sum(copies for value, copies in values if value is not None and value != ()),
        rows=tuple((shown[item] if isinstance(item, bool) else str(item), symbols[item]) for item in order),
        pieces=tuple(holders[item] for item in order),
        summary=figures,
    )


def opening_hand(game: Game) -> int | None:
    """Return the size of the opening hand that the game's facts state under setup.hand, if they do."""
    setup = game.facts.get("setup")
    hand = setup.get("hand") if isinstance(setup, Mapping) else None
    return hand if isinstance(hand, int) and not isinstance(hand, bool) else None

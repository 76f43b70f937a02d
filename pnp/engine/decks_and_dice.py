"""Cards and dice: hands, decks of unknown order as counts of their cards, rolls, and pools of dice by colour."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from random import Random
from typing import Any, TypeVar

from pnp.engine.game_rules import Event, Move

Dice = tuple[int, ...]  # How many dice of each colour, or how many show each side.


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


Pool = tuple[tuple[str, int], ...]  # Cards whose order nobody knows, each with how many there are.
Card = TypeVar("Card")
UNSEEN = "?"  # A card in the hand of somebody else.


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
    return tuple([(name, count - (name == card)) for name, count in pool if name != card or count > 1])


def more(pool: Pool, cards: Iterable[str]) -> Pool:
    """Return a pool with cards more."""
    return tuple(sorted((Counter(dict(pool)) + Counter(cards)).items()))


def without(cards: Sequence[Card], *some: Card) -> tuple[Card, ...]:
    """Return cards without some of them, each taken out once; raises ValueError for one that is not among them.

    >>> without(("a", "b", "a"), "a")
    ('b', 'a')
    """
    kept = list(cards)
    for card in some:
        kept.remove(card)
    return tuple(kept)


def with_cards(cards: Sequence[str], *added: str) -> tuple[str, ...]:
    """Return cards with others among them, sorted."""
    return tuple(sorted((*cards, *added)))


class DeckAndHands:
    """What games have in common whose states have a deck, discards, hidden hands, and cards that are still to be drawn.

    `drawing` says which seats draw how many cards, `next_phase` what follows.
    """

    seats: int
    hand: int  # The cards of a hand that is dealt.
    drawn_from = "cards"  # The component that is the deck.
    reshuffles = True  # Whether the discards are the deck anew when it has run out.

    def _dealt(self, state: Any, first: int, after: str) -> Any:
        hands = tuple(((first + number) % self.seats, self.hand) for number in range(self.seats))
        return self._drawn(state._replace(seat=first, drawing=hands), after)

    def _drawn(self, state: Any, after: str) -> Any:
        """Let chance deal what is still to be drawn, or go on with `after` when nothing is, or no card is left."""
        drawing = tuple([(seat, count) for seat, count in state.drawing if count])
        if drawing and not state.deck and self.reshuffles and state.discards:
            state = state._replace(deck=pool_of(state.discards), discards=())
        if not drawing or not state.deck:
            return state._replace(drawing=(), phase=after, next_phase="")
        return state._replace(drawing=drawing, phase="take card", next_phase=after)

    def _in_take_card(self, state: Any) -> Iterator[Move]:
        seat = state.drawing[0][0] + 1
        return (("card", seat, card) for card, _ in state.deck)

    def _do_card(self, state: Any, seat: int, card: str) -> Any:
        hands = replaced(state.hands, seat - 1, with_cards(state.hands[seat - 1], card))
        deck, drawing = fewer(state.deck, card), ((seat - 1, state.drawing[0][1] - 1), *state.drawing[1:])
        return self._drawn(state._replace(deck=deck, hands=hands, drawing=drawing), state.next_phase)

    def uses(self, state: Any, move: Move) -> Iterator[Event]:
        """Yield the card that is drawn, and the deck if it was the last one."""
        if move[0] == "card":
            yield Event("drawn", f"{self.drawn_from}/{move[2]}")
            if state.deck == ((move[2], 1),):
                yield Event("exhausted", self.drawn_from)

    def weights(self, state: Any) -> Sequence[int] | None:
        """Return how many there are of each card that may come next."""
        return [count for _, count in state.deck] if state.phase == "take card" else None

    def view(self, state: Any, seat: int) -> Any:
        """Return the state with the hands of the others among the cards that are not drawn yet."""
        others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
        unseen = tuple((UNSEEN,) * len(hand) for hand in state.hands)
        return state._replace(deck=more(state.deck, others), hands=replaced(unseen, seat, state.hands[seat]))

    def guess(self, view: Any, seat: int, random: Random) -> Any:  # noqa: ARG002 - it sees its own
        """Return a state that looks like this one: hidden hands are filled with cards that are not seen."""
        hands, deck = dealt_unseen(view.hands, view.deck, random)
        return view._replace(deck=deck, hands=hands)


def dealt_unseen(
    hands: tuple[tuple[str, ...], ...], deck: Pool, random: Random
) -> tuple[tuple[tuple[str, ...], ...], Pool]:
    """Return hands whose hidden cards are drawn from a deck, and what is left of that."""
    cards = list(Counter(dict(deck)).elements())
    random.shuffle(cards)
    filled = tuple(tuple(sorted(cards.pop() if card == UNSEEN else card for card in hand)) for hand in hands)
    return filled, pool_of(cards)

"""The material of RYB: cards, dice and limits from the data, the state of a game, and its description."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from pnp.engine.cards import Dice, Pool, amounts
from pnp.engine.game_rules import Box, Move, State, called
from pnp.text import counted

CHOOSE_A_PLAYER = ("take_die", "swap_dice", "take_shown", "borrow_color")
"""The verbs that De-nied! can stop (A30)."""


class Goal(NamedTuple):
    """A goal in the middle, or completed: what is banked on it, and in Swiss Banks, by seat."""

    card: str
    banked: int = 0
    private: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Table(State):
    """A state. `next_phase` is what follows the cards that `drawing` says a seat has still to draw."""

    deck: Pool  # The cards that are not drawn yet, with their number; they have no order.
    discards: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    pools: tuple[Dice, ...]
    middle: tuple[Goal, ...]
    piles: tuple[tuple[Goal, ...], ...]
    seat: int
    phase: str
    drawing: tuple[tuple[int, int], ...] = ()
    next_phase: str = ""
    heap: Dice = (0, 0, 0)  # Dice that are not drafted yet, or that a player has to give away.
    pending: Move = ()  # The action, or the try, that is not carried out yet.
    asked: tuple[int, ...] = ()  # Seats that may still answer it.
    rolled: Dice = (0, 0, 0)
    borrowed: tuple[tuple[int, int, int], ...] = ()  # Of Shanghai: from whom, the colour, how many.
    raiding: bool = False
    offers: int = 0
    idle: int = 0  # Turns in which nobody drew, played or gained points (A16).
    active: bool = False
    winner: int = -1


class RybBox:
    """Cards, dice and limits, as the data have them."""

    variants: ClassVar[Mapping[str, str]] = {
        "": "Variable is Reset",
        "balance": "Variable is Balance",
        "tea_party": "Variable is Tea Party!",
        "recycle": "Variable is Recycle",
        "trade": "Variable is Trade",
        "void": "Variable is Void",
        "swiss_bank": "Variable is Swiss Bank",
        "denied": "Variable is De-nied!",
        "raid": "Variable is Raid",
        "draft": "dice are chosen one by one",
        "cancel": "an action is stopped with another of its name",
    }

    def __init__(self, box: Box, seats: int, variant: str = "") -> None:
        facts = box.facts
        self.seats, self.variant = seats, variant
        self.variable = variant if variant not in ("", "draft", "cancel") else facts.text("variable")
        self.colors = tuple(facts.group("start_dice"))
        self.start_dice = tuple(facts.number(f"start_dice.{color}") for color in self.colors)
        self.hand = facts.number(f"hand.{seats}")
        self.reshuffles = seats >= facts.number("reshuffle.from")
        self.swap_limit = facts.number("swap.up_to")
        self.numbers = range(facts.number("red_rover.from"), facts.number("red_rover.to") + 1)
        self.win_colors, self.win_over = facts.number("win.colors"), facts.number("win.over")
        self.minutes = facts.number("trade.minutes")
        self.draft_dice = facts.number("draft.dice")
        cards = box.pieces("cards")
        self.cards = {card.id: card.count for card in cards}
        self.verb = {card.id: card.text("do") for card in cards}
        by_verb = {verb: card for card, verb in self.verb.items()}
        self.agreed, self.again = by_verb.get("agreed", ""), by_verb.get("roll_again", "")
        self.goals = {
            card.id: (card.text("color"), card.number("target"), card.number("value"))
            for card in cards
            if card.text("color")
        }
        self.mixes = {
            mix: tuple(self.colors.index(color) for color in facts.words(f"mixes.{mix}"))
            for mix in facts.group("mixes")
        }
        sides = box.pieces("dice")[0].fields["sides"]
        self.sides = len(sides) if isinstance(sides, tuple) else 0
        self.most_moves = 100_000  # no bound that is proved: players may dump their hands for ever

    def _value(self, pile: Sequence[Goal]) -> int:
        return sum(self.goals[goal.card][2] for goal in pile)

    def _colors(self, pile: Sequence[Goal]) -> int:
        return len({self.goals[goal.card][0] for goal in pile})

    def _owned(self, state: Table, seat: int) -> list[str]:
        return [color for color, count in zip(self.colors, state.pools[seat - 1], strict=True) if count]

    def show(self, state: Table, seat: int) -> Iterator[str]:
        """Yield the middle, what everybody has, and the hand of the seat."""
        middle = [
            f"{goal.card} ({goal.banked} banked)" if goal.banked else goal.card for goal in state.middle
        ]
        yield f"In the middle: {', '.join(middle) or 'no goal'}"
        for other in range(self.seats):
            pile = state.piles[other]
            yield (
                f"{called(other, seat)}: {counted(self._value(pile), 'point')} in {counted(self._colors(pile), 'color')}; "
                f"dice: {amounts(state.pools[other], self.colors)}; {counted(len(state.hands[other]), 'card')}"
            )
        yield f"Your hand: {', '.join(state.hands[seat]) or 'empty'}"
        if state.phase == "answer":
            yield f"You rolled {amounts(state.rolled, self.colors)}"

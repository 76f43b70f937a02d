"""RYB, played: goals are completed with rolls of coloured dice, and cards take dice from each other.

Colours, hands, dice and limits are facts of game.yaml, goals and actions the cards that are printed. Each rule that the
Variable card can stand for is a variant, and so are the draft of dice and the cancelling of actions. A roll is recorded as the
sum of each colour. Two things are simpler than at a table: with Trade dice are traded one for one, an offer for each of its
minutes (X6), and who goes first is drawn.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, product
from random import Random
from typing import ClassVar, NamedTuple

from pnp.engine.decks_and_dice import (
    DeckAndHands,
    Dice,
    Pool,
    amounts,
    choices,
    plus,
    replaced,
    sums,
    with_cards,
    without,
)
from pnp.engine.game_rules import OVER, Box, Event, GameRules, Move, State, called
from pnp.model.game import Value
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


class Ryb(DeckAndHands, GameRules[Table]):
    """The rules over the data of a box."""

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
    chances = ("begin", "take card", "swap roll", "rover roll", "try roll")
    choices: ClassVar[Mapping[str, Sequence[Move]]] = {
        "turn": [("refill",), ("dump",)],
        "cancel": [("cancel",), ("let",)],
        "deny": [("deny",), ("allow",)],
        "swap deny": [("deny",), ("allow",)],
        "answer": [("do_over",), ("accept",)],
    }
    rulings: ClassVar[Mapping[str, str]] = {
        "discard": "X5",
        "skip": "X5",
        "do_over": "A10",
        "deny": "A30",
        "keep": "A26",
        "raid": "A19",
        "bank": "A6",
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
        middle = [f"{one.card} ({one.banked} banked)" if one.banked else one.card for one in state.middle]
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

    def start(self) -> Table:
        """Return the table before it is known who begins."""
        nobody: tuple[tuple[str, ...], ...] = ((),) * self.seats
        pools = (self.start_dice,) * self.seats
        return Table(tuple(self.cards.items()), (), nobody, pools, (), ((),) * self.seats, 0, "begin")

    def chooser(self, state: Table) -> int:
        """Return the seat, or the one that answers a card."""
        return state.asked[0] if state.asked else state.seat

    # Who begins, the draft, and cards that are drawn.

    def _do_begin(self, state: Table, seat: int) -> Table:
        if self.variant == "draft":
            heap = tuple(count * self.seats for count in self.start_dice)
            state = state._replace(heap=heap, pools=((0,) * len(self.colors),) * self.seats)
        dealt: Table = self._dealt(state, seat - 1, "draft" if self.variant == "draft" else "turn")
        return dealt

    def _in_draft(self, state: Table) -> Iterator[Move]:
        return (("take", color) for color, count in zip(self.colors, state.heap, strict=True) if count)

    def _do_take(self, state: Table, color: str) -> Table:
        """Take a die from the heap; the order turns at each end, where the same seat takes again (R058)."""
        number = self.colors.index(color)
        state = self._more_dice(state._replace(heap=plus(state.heap, number, -1)), state.seat, number, 1)
        taken = sum(map(sum, state.pools))
        if taken == self.draft_dice * self.seats or not any(state.heap):
            # As often, the neighbour of who took the last die took the first.
            turned = taken // self.seats % 2
            return state._replace(seat=(state.seat + turned) % self.seats, phase="turn", heap=(0, 0, 0))
        forth, place = divmod(taken, self.seats)
        if place == 0:
            return state
        return state._replace(seat=(state.seat + (1 if forth % 2 == 0 else -1)) % self.seats)

    def _drawn(self, state: Table, after: str) -> Table:
        """Deal cards, go on, or end a turn that was dumped; with two players an empty deck stays so (A15)."""
        drawn: Table = super()._drawn(state, after)
        if drawn.phase == "take card":
            return drawn if drawn.active else drawn._replace(active=True)
        return self._next(drawn) if drawn.phase == "next" else drawn

    # A turn: refill or dump, play a card, try a goal.

    def _do_refill(self, state: Table) -> Table:
        missing = max(0, self.hand - len(state.hands[state.seat]))  # A21
        return self._drawn(state._replace(drawing=((state.seat, missing),)), "play")

    def _do_dump(self, state: Table) -> Table:
        """Discard the hand and draw a new one, which is the whole turn (X3)."""
        dumped = state._replace(
            discards=with_cards(state.discards, *state.hands[state.seat]),
            hands=replaced(state.hands, state.seat, ()),
            drawing=((state.seat, self.hand),),
        )
        return self._drawn(dumped, "next")

    def _in_play(self, state: Table) -> Iterator[Move]:
        hand = tuple(dict.fromkeys(state.hands[state.seat]))
        moves = [move for card in hand for move in self._plays(state, card)]
        yield from moves
        if not moves:  # X5: cards that answer, or none
            yield from (("discard", card) for card in hand)
            yield ("dump",) if hand else ("skip",)

    def _plays(self, state: Table, card: str) -> Iterator[Move]:
        """Yield the ways to play a card in its step; Do-Over and De-nied! have none (X2)."""
        if card in self.goals:
            yield ("play", card)
            return
        others = [seat + 1 for seat in range(self.seats) if seat != state.seat]
        verb = self.verb[card]
        if verb in ("take_die", "borrow_color"):
            yield from (("play", card, seat, color) for seat in others for color in self._owned(state, seat))
        elif verb == "swap_dice":
            yield from (("play", card, *dice) for dice in choices(state.pools[state.seat]))  # A12
        elif verb == "take_shown":
            yield from (("play", card, number, seat) for number in self.numbers for seat in others)  # A14
        elif verb == "agreed":
            yield from self._variable_plays(state, others)

    def _variable_plays(self, state: Table, others: Sequence[int]) -> Iterator[Move]:
        rule = self.variable
        if rule in ("reset", "trade", "raid"):
            yield ("play", self.agreed)
        elif rule == "balance":
            yield from (("play", self.agreed, seat) for seat in others)
        elif rule == "tea_party":
            yield from (("play", self.agreed, side) for side in ("left", "right"))
        elif rule == "recycle":  # A27: the card itself is not discarded yet
            for card in dict.fromkeys(state.discards):
                if card != self.agreed:
                    yield from (("play", self.agreed, *move[1:]) for move in self._plays(state, card))
        elif rule == "void":
            yield from (
                ("play", self.agreed, seat, color) for seat in others for color in self._owned(state, seat)
            )
        elif rule == "swiss_bank":
            yield from (("play", self.agreed, goal.card) for goal in dict.fromkeys(state.middle))

    def _do_skip(self, state: Table) -> Table:
        return state._replace(phase="try")

    def _do_discard(self, state: Table, card: str) -> Table:
        return self._spent(state, card, state.seat)._replace(phase="try")

    def _spent(self, state: Table, card: str, seat: int) -> Table:
        return self._off_hand(state, card, seat)._replace(discards=with_cards(state.discards, card))

    def _off_hand(self, state: Table, card: str, seat: int) -> Table:
        return state._replace(hands=replaced(state.hands, seat, without(state.hands[seat], card)))

    def _do_play(self, state: Table, card: str, *how: int | str) -> Table:
        state = self._off_hand(state, card, state.seat)._replace(active=True)
        if card == self.agreed and self.variable == "recycle":
            card, how = str(how[0]), how[1:]
            state = state._replace(discards=with_cards(without(state.discards, card), self.agreed))
        if card in self.goals:
            return state._replace(middle=(*state.middle, Goal(card)), phase="try")
        return self._asked_to_stop(state._replace(pending=(card, *how)))

    # Answers to a card: De-nied! of who was chosen, or another of its name.

    def _asked_to_stop(self, state: Table) -> Table:
        card = str(state.pending[0])
        if self.variant == "cancel":
            others = [(state.seat + number) % self.seats for number in range(1, self.seats)]
            able = tuple(seat for seat in others if card in state.hands[seat])
            if able:
                return state._replace(asked=able, phase="cancel")
        if self.verb[card] in CHOOSE_A_PLAYER and self.verb[card] != "swap_dice":
            chosen = int(state.pending[2 if self.verb[card] == "take_shown" else 1]) - 1
            return self._unless_denied(state, chosen, "deny")
        return self._carried_out(state)

    def _unless_denied(self, state: Table, chosen: int, phase: str) -> Table:
        if self.variable == "denied" and self.agreed in state.hands[chosen]:
            return state._replace(asked=(chosen,), phase=phase)
        return self._carried_out(state)

    def _do_cancel(self, state: Table) -> Table:
        return self._do_keep(self._spent(state, str(state.pending[0]), state.asked[0]))

    def _do_let(self, state: Table) -> Table:
        state = state._replace(asked=state.asked[1:])
        return state if state.asked else self._carried_out(state)

    def _do_deny(self, state: Table) -> Table:
        """Discard De-nied! and the card, unused; it is no card of the turn (A10), and none stops it (A20)."""
        return self._do_keep(self._spent(state, self.agreed, state.asked[0]))

    _do_allow = _do_let

    def _do_keep(self, state: Table) -> Table:
        card = str(state.pending[0])
        return state._replace(discards=with_cards(state.discards, card), pending=(), asked=(), phase="try")

    # What the actions do.

    def _carried_out(self, state: Table) -> Table:
        verb, how = self.verb[str(state.pending[0])], state.pending[1:]
        if verb == "agreed":
            after: Table = getattr(self, f"_as_{self.variable}")(state, *how)
            return after
        if verb == "swap_dice":
            rolled = len(how) > len(self.colors)  # and chosen whom to give the dice, who has not denied it
            return self._swapped(state, how) if rolled else state._replace(phase="swap roll")
        if verb == "take_shown":
            return state._replace(phase="rover roll")
        seat, color = int(how[0]) - 1, self.colors.index(str(how[1]))
        if verb == "take_die":
            return self._do_keep(self._moved(state, seat, state.seat, color, 1))
        count = state.pools[seat][color]
        state = self._moved(state, seat, state.seat, color, count)
        return self._do_keep(state._replace(borrowed=(*state.borrowed, (seat, color, count))))

    def _more_dice(self, state: Table, seat: int, color: int, count: int) -> Table:
        return state._replace(pools=replaced(state.pools, seat, plus(state.pools[seat], color, count)))

    def _moved(self, state: Table, giver: int, taker: int, color: int, count: int) -> Table:
        return self._more_dice(self._more_dice(state, giver, color, -count), taker, color, count)

    def _in_swap_roll(self, state: Table) -> Iterator[Move]:
        dice = sum(int(count) for count in state.pending[1:])
        return (("roll", total) for total in sums(dice, self.sides))

    def _in_rover_roll(self, state: Table) -> Iterator[Move]:
        pool = state.pools[int(state.pending[2]) - 1]
        return (("show", *counts) for counts in product(*(range(count + 1) for count in pool)))

    def _in_try_roll(self, state: Table) -> Iterator[Move]:
        dice = [int(count) for count in state.pending[-len(self.colors) :]]
        return (("roll", *totals) for totals in product(*(sums(count, self.sides) for count in dice)))

    def _do_roll(self, state: Table, *totals: int) -> Table:
        if state.phase == "try roll":
            rolled = state._replace(rolled=totals)
            can_answer = self.again in state.hands[state.seat]  # A9, A31
            return rolled._replace(phase="answer") if can_answer else self._settled(rolled)
        if totals[0] > self.swap_limit:  # A11
            return self._do_keep(state)
        return state._replace(phase="swap")

    def _do_show(self, state: Table, *counts: int) -> Table:
        seat = int(state.pending[2]) - 1
        for color, count in enumerate(counts):
            state = self._moved(state, seat, state.seat, color, count)
        return self._do_keep(state)

    def _in_swap(self, state: Table) -> Iterator[Move]:
        dice = [int(count) for count in state.pending[1 : 1 + len(self.colors)]]
        for seat in range(self.seats):
            if seat != state.seat:  # A26: as many as were rolled, or not with that player
                yield from (
                    ("exchange", seat + 1, *taken)
                    for taken in choices(state.pools[seat])
                    if sum(taken) == sum(dice)
                )
        yield ("keep",)

    def _do_exchange(self, state: Table, seat: int, *taken: int) -> Table:
        state = state._replace(pending=(*state.pending, seat, *taken))
        return self._unless_denied(state, seat - 1, "swap deny")

    def _swapped(self, state: Table, how: Sequence[int | str]) -> Table:
        size = len(self.colors)
        given, seat = [int(count) for count in how[:size]], int(how[size]) - 1
        taken = [int(count) for count in how[size + 1 :]]
        for color in range(size):
            state = self._moved(state, seat, state.seat, color, taken[color] - given[color])
        return self._do_keep(state)

    # What Variable stands for.

    def _as_reset(self, state: Table) -> Table:  # A29
        return self._do_keep(state._replace(pools=(self.start_dice,) * self.seats, borrowed=()))

    def _as_tea_party(self, state: Table, side: str) -> Table:
        step = 1 if side == "left" else -1
        pools = tuple(state.pools[(seat - step) % self.seats] for seat in range(self.seats))
        return self._do_keep(state._replace(pools=pools))

    def _as_trade(self, state: Table) -> Table:
        return state._replace(phase="trade", offers=self.minutes)

    def _as_raid(self, state: Table) -> Table:
        return self._do_keep(state._replace(raiding=True))

    def _as_swiss_bank(self, state: Table, card: str) -> Table:
        goal = next(goal for goal in state.middle if goal.card == card)
        marked = goal._replace(private=(*goal.private, (state.seat, 0)))
        return state._replace(middle=_changed(state.middle, goal, marked), pending=(), phase="try")

    def _as_void(self, state: Table, seat: int, color: str) -> Table:
        number, chosen = self.colors.index(color), seat - 1
        count = state.pools[chosen][number]
        heap = plus((0,) * len(self.colors), number, count)
        state = self._more_dice(state, chosen, number, -count)
        return state._replace(heap=heap, asked=(chosen,), phase="give")

    def _as_balance(self, state: Table, seat: int) -> Table:
        return self._balanced(state._replace(asked=(seat - 1,), phase="give"))

    def _balanced(self, state: Table) -> Table:
        mine, theirs = sum(state.pools[state.seat]), sum(state.pools[state.asked[0]])
        return self._do_keep(state) if mine >= theirs else state

    def _in_give(self, state: Table) -> Iterator[Move]:
        giver = state.asked[0]
        if self.variable == "balance":
            yield from (("give", state.seat + 1, color) for color in self._owned(state, giver + 1))
            return
        color = next(name for name, count in zip(self.colors, state.heap, strict=True) if count)
        yield from (("give", seat + 1, color) for seat in range(self.seats) if seat != giver)

    def _do_give(self, state: Table, seat: int, color: str) -> Table:
        number, giver = self.colors.index(color), state.asked[0]
        state = self._more_dice(state, seat - 1, number, 1)
        if self.variable == "balance":
            return self._balanced(self._more_dice(state, giver, number, -1))
        state = state._replace(heap=plus(state.heap, number, -1))
        return state if any(state.heap) else self._do_keep(state)

    def _in_trade(self, state: Table) -> Iterator[Move]:
        if state.asked:
            yield ("accept",)
            yield ("refuse",)
            return
        for seat in range(1, self.seats + 1):
            if seat != state.seat + 1:
                for mine, theirs in product(self._owned(state, state.seat + 1), self._owned(state, seat)):
                    if mine != theirs:
                        yield ("offer", seat, mine, theirs)
        yield ("stop",)

    def _do_offer(self, state: Table, seat: int, mine: str, theirs: str) -> Table:
        return state._replace(
            pending=(self.agreed, seat, mine, theirs), asked=(seat - 1,), offers=state.offers - 1
        )

    def _do_refuse(self, state: Table) -> Table:
        state = state._replace(pending=(self.agreed,), asked=())
        return state if state.offers else self._do_keep(state)

    def _do_accept(self, state: Table) -> Table:
        if state.phase == "answer":
            return self._settled(state)
        _, seat, mine, theirs = state.pending
        for color, change in ((self.colors.index(str(mine)), -1), (self.colors.index(str(theirs)), 1)):
            state = self._moved(state, int(seat) - 1, state.seat, color, change)
        return self._do_refuse(state)

    def _do_stop(self, state: Table) -> Table:
        return self._do_keep(state._replace(pending=(self.agreed,)))

    # Trying a goal.

    def _in_try(self, state: Table) -> Iterator[Move]:
        """Return what can be tried, once in a turn (A7), a goal just played among them (A8), or nothing, as without dice (A17)."""
        return chain(*self._tries(state), [("pass",)])

    def _tries(self, state: Table) -> list[tuple[Move, ...]]:
        """Return the tries of each goal with some of the dice in colours that it counts (A4)."""
        words: Iterable[Move] = dict.fromkeys([("try", goal.card) for goal in state.middle])
        if state.raiding:  # R088: instead of one in the middle
            words = [
                ("raid", owner + 1, goal.card)
                for owner, pile in enumerate(state.piles)
                for goal in (dict.fromkeys(pile) if owner != state.seat else ())
            ]
        pool = list(enumerate(state.pools[state.seat]))
        counted = {
            kind: tuple([count if color in mix else 0 for color, count in pool])
            for kind, mix in self.mixes.items()
        }
        return [_with_dice(which, counted[self.goals[str(which[-1])][0]]) for which in words]

    def promising(self, state: Table) -> Sequence[Move]:
        """Return the moves, but of the tries of a goal only the one with all dice that count, which looks best."""
        if state.phase != "try":
            return self.moves(state)
        return (*[tries[0] for tries in self._tries(state) if tries], ("pass",))

    def _do_try(self, state: Table, goal: str, *dice: int) -> Table:
        return state._replace(pending=("try", goal, *dice), phase="try roll")

    def _do_raid(self, state: Table, owner: int, goal: str, *dice: int) -> Table:
        return state._replace(pending=("raid", owner, goal, *dice), phase="try roll")

    def _do_do_over(self, state: Table) -> Table:
        return self._spent(state, self.again, state.seat)._replace(phase="try roll", active=True)

    def points(self, state: Table, card: str) -> int:
        """Return what a roll counts for a goal: the smallest sum of its colours (A5, A24)."""
        return min(state.rolled[color] for color in self.mixes[self.goals[card][0]])

    def goal_tried(self, state: Table) -> Goal:
        """Return the goal that is tried in this state, as it lies there."""
        verb, *where = state.pending[: -len(self.colors)]
        goals = state.piles[int(where[0]) - 1] if verb == "raid" else state.middle
        return next(goal for goal in goals if goal.card == where[-1])

    def _settled(self, state: Table) -> Table:
        """Complete the goal if the roll is enough, else bank (A23)."""
        goal = self.goal_tried(state)
        points, target = self.points(state, goal.card), self.goals[goal.card][1]
        private = sum(count for seat, count in goal.private if seat == state.seat)  # A25
        if points + goal.banked + private >= target:
            piles = list(state.piles)
            if state.pending[0] == "raid":  # A18
                owner = int(state.pending[1]) - 1
                piles[owner] = without(piles[owner], goal)
            else:
                state = state._replace(
                    middle=without(state.middle, goal),
                    discards=with_cards(state.discards, *(self.agreed for _ in goal.private)),
                )
            piles[state.seat] = (*piles[state.seat], Goal(goal.card))
            state = state._replace(piles=tuple(piles), active=True)
            enough = self._value(piles[state.seat]) > self.win_over  # A2
            if enough and self._colors(piles[state.seat]) >= self.win_colors:  # A1
                return state._replace(phase="over", winner=state.seat, pending=())
            return self._next(state)
        chooses = state.pending[0] == "raid" or any(seat == state.seat for seat, _ in goal.private)
        if points and chooses:  # A6
            return state._replace(phase="bank")
        return self._banked(state, goal, points)

    def _in_bank(self, state: Table) -> Iterator[Move]:
        yield ("bank", "no") if state.pending[0] == "raid" else ("bank", "alone")
        yield ("bank", "open")

    def _do_bank(self, state: Table, where: str) -> Table:
        goal = self.goal_tried(state)
        points = self.points(state, goal.card)
        if where == "no":
            return self._next(state)
        if where == "open":
            return self._banked(state, goal, points)
        at = next(number for number, (seat, _) in enumerate(goal.private) if seat == state.seat)
        private = replaced(goal.private, at, (state.seat, goal.private[at][1] + points))
        middle = _changed(state.middle, goal, goal._replace(private=private))
        return self._next(state._replace(middle=middle, active=True))

    def _banked(self, state: Table, goal: Goal, points: int) -> Table:
        """Lower the target for everybody (A3), that of a raided goal since it was completed (A19)."""
        lower = goal._replace(banked=goal.banked + points)
        state = state._replace(active=state.active or points > 0)
        if state.pending[0] == "raid":
            owner = int(state.pending[1]) - 1
            pile = _changed(state.piles[owner], goal, lower)
            return self._next(state._replace(piles=replaced(state.piles, owner, pile)))
        return self._next(state._replace(middle=_changed(state.middle, goal, lower)))

    # The end of a turn, and of the game.

    def _next(self, state: Table) -> Table:
        for seat, color, count in state.borrowed:  # A13
            back = min(count, state.pools[state.seat][color])
            state = self._moved(state, state.seat, seat, color, back)
        state = state._replace(
            seat=(state.seat + 1) % self.seats,
            phase="turn",
            pending=(),
            asked=(),
            rolled=(0, 0, 0),
            borrowed=(),
            raiding=False,
            offers=0,
            idle=0 if state.active else state.idle + 1,
            active=False,
        )
        ended = state.idle >= self.seats or not (state.middle or self._goals_to_come(state))  # A16
        return state._replace(phase="over") if ended else state

    _do_pass = _next

    def _goals_to_come(self, state: Table) -> bool:
        cards = [card for card, _ in state.deck] + [card for hand in state.hands for card in hand]
        cards += state.discards if self.reshuffles or self.variable == "recycle" else ()
        return self.variable == "raid" or any(card in self.goals for card in cards)

    def scores(self, state: Table) -> tuple[float, ...]:
        """Return the points of each seat."""
        return tuple(self._value(pile) for pile in state.piles)

    def winners(self, state: Table) -> tuple[int, ...]:
        """Return who had enough first; of a game that ran out, the most points among those with enough colours (A16)."""
        if state.winner >= 0:
            return (state.winner,)
        points = self.scores(state)
        able = [seat for seat in range(self.seats) if self._colors(state.piles[seat]) >= self.win_colors]
        best = max(points[seat] for seat in able or range(self.seats))
        return tuple(seat for seat in able or range(self.seats) if points[seat] == best)

    def sample(self, state: Table, random: Random) -> Move:
        """Return a card that is drawn, a roll, or who begins."""
        if state.phase in ("try roll", "swap roll"):
            start = 1 if state.phase == "swap roll" else -len(self.colors)
            dice = [int(count) for count in state.pending[start:]]
            totals = [count + sum([random.randrange(self.sides) for _ in range(count)]) for count in dice]
            return ("roll", *totals) if state.phase == "try roll" else ("roll", sum(totals))
        if state.phase == "rover roll":
            pool = state.pools[int(state.pending[2]) - 1]
            return ("show", *(sum(random.randrange(self.sides) == 0 for _ in range(count)) for count in pool))
        return super().sample(state, random)

    def alike(self, state: Table, move: Move) -> Move:  # noqa: ARG002 - it looks the same anywhere
        """Return the move, without the dice that are to be swapped, as they are rolled first."""
        return move[:2] if move[0] == "play" and self.verb[move[1]] == "swap_dice" else move

    def estimate(self, state: Table, seat: int) -> float:
        """Return what the goals of the seat are worth, its colours, dice and cards, and the goal that it tries."""
        won = 1000 if state.winner == seat else 0
        colors = min(self.win_colors, self._colors(state.piles[seat]))
        dice = sum(state.pools[seat]) - sum(map(sum, state.pools)) / self.seats
        trying = 0.0
        if state.phase == "try roll" and state.seat == seat:
            goal = self.goal_tried(state)
            kind, target, value = self.goals[goal.card]
            count = [int(number) for number in state.pending[-len(self.colors) :]]
            mean = min(count[color] for color in self.mixes[kind]) * (self.sides + 1) / 2
            trying = value * min(1.0, mean / max(1, target - goal.banked)) + 0.01 * sum(count)
        cards = 0.5 * len(state.hands[seat])
        return won + self._value(state.piles[seat]) + 5 * colors + 2 * dice + cards + trying

    def details(self, state: Table, move: Move) -> Mapping[str, Value]:
        """Return the dice of a try, or what a roll comes to."""
        if move[0] == "try":
            return {"dice": self._by_color(move[2:], " ")}
        if state.phase != "try roll":
            return {}
        goal = self.goal_tried(state)
        points = self.points(state._replace(rolled=move[1:]), goal.card)
        return {"sums": self._by_color(move[1:]), "points": points, "goal": goal.card, "banked": goal.banked}

    def _by_color(self, counts: Sequence[int], link: str = " in ") -> tuple[str, ...]:
        return tuple(f"{n}{link}{color}" for n, color in zip(counts, self.colors, strict=True) if n)

    def uses(self, state: Table, move: Move) -> Iterator[Event]:
        """Yield the cards that are drawn and played."""
        verb = str(move[0])
        if verb == "card":
            yield from super().uses(state, move)
        elif verb in ("play", "do_over", "deny", "cancel"):
            answers = {"do_over": self.again, "deny": self.agreed}
            card = answers.get(verb) or (move[1] if verb == "play" else state.pending[0])
            yield Event("played", f"cards/{card}")
        if state.idle and self.to_move(self.apply(state, move)) == OVER:
            yield Event("ruling", "A16")


rules = Ryb


@lru_cache(4096)
def _with_dice(words: Move, pool: Dice) -> tuple[Move, ...]:
    return tuple((*words, *dice) for dice in choices(pool))


def _changed(goals: tuple[Goal, ...], goal: Goal, new: Goal) -> tuple[Goal, ...]:
    return replaced(goals, goals.index(goal), new)

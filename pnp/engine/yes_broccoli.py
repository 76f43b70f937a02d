"""Yes! Broccoli!, played: secret bids decide who takes which food first; powers change bids, foods and order.

Values and icons are those of the bid cards, points those of the foods, and what a power adds or takes away that of its card. Seat
1 is the oldest player, the last seat the youngest (B031, B047, B052). At each moment those who hold a power for it are asked, the
oldest first, until all pass (A1). The blank cards stay in the box (X5), and nines but for a head start, too (X1, A15).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import ClassVar, NamedTuple

from pnp.engine.decks_and_dice import (
    UNSEEN,
    Pool,
    dealt_unseen,
    fewer,
    more,
    plus,
    replaced,
    with_cards,
    without,
)
from pnp.engine.game_rules import Box, Event, GameRules, Move, State, called
from pnp.text import counted

BLANK = "blank"


class Bid(NamedTuple):
    """What lies before a seat: the card, whose it is, its value as powers have changed it, and its icons."""

    card: str
    owner: int
    value: int
    icons: int


NO_BID = Bid("", -1, 0, 0)

CHANGES: Mapping[str, Callable[[Bid, int], int]] = {
    "plus": lambda bid, number: bid.value + number,
    "minus": lambda bid, number: bid.value - number,
    "times": lambda bid, number: bid.value * number,
    "halve": lambda bid, _: bid.value // 2,  # A22
    "add_icons": lambda bid, _: bid.value + bid.icons,
}
"""The verbs that change a bid, with the number of the power."""


@dataclass(frozen=True)
class Table(State):
    """A state."""

    deck: Pool
    under: Pool  # Foods under the deck, which follow when it is empty (A7).
    top: tuple[str, ...]  # Foods on top of the deck that were put back (A16).
    powers_left: Pool
    middle: tuple[str, ...]
    piles: tuple[tuple[str, ...], ...]
    hands: tuple[tuple[str, ...], ...]
    powers: tuple[tuple[str, ...], ...]
    totals: tuple[int, ...]
    meal: int = 0
    round: int = 0
    phase: str = "deal"
    bids: tuple[Bid, ...] = ()
    played: tuple[int, ...] = ()  # How many powers each seat has played in this round (A17).
    lowest_first: bool = False
    taken: tuple[int, ...] = ()  # The seats that have taken a food in this round.
    moment: str = ""
    passed: int = 0  # How many in turn have passed at this moment.
    owed: int = 0  # Foods that are still to be turned up.
    back: tuple[tuple[int, str], ...] = ()  # Bid cards that go back unused when the round ends (A21).
    aside: tuple[Bid, ...] = ()  # Bids that another player had by a trade, and has replaced.
    spent_foods: tuple[str, ...] = ()  # Foods that were bid, which are discarded when the round ends.
    undo: "Table | None" = None  # The state that No Thanks brings back.
    drawn: str = ""  # The food that Second Look has turned up.


class YesBroccoli(GameRules[Table]):
    """The rules over the data of a box."""

    variants: ClassVar[Mapping[str, str]] = {
        "": "the basic game, one meal without powers",
        "advanced": "three meals with powers",
        "mixed": "bid cards of all colors are shuffled and dealt (X2)",
        "head_start": "the youngest plays the nine in place of the one",
        "head_start_powers": "the advanced game; the youngest is dealt a power more (A12)",
        "one_each": "with two players, one card of each food",
    }

    chances = ("deal", "serve", "show")
    choices: ClassVar[Mapping[str, Sequence[Move]]] = {
        "show": [("show",)],
        "undo": [("undo",), ("pass",)],
        "keep": [("keep", "old"), ("keep", "new")],
    }
    rulings: ClassVar[Mapping[str, str]] = {"pass": "A1", "play": "A23", "undo": "A16"}

    def __init__(self, box: Box, seats: int, variant: str = "") -> None:
        facts = box.facts
        self.seats, self.variant = seats, variant
        self.advanced = variant in ("advanced", "head_start_powers")
        self.rounds = facts.number("rounds")
        self.meals = facts.number("meals") if self.advanced else 1
        foods = [food for food in box.pieces("food") if food.id != BLANK]
        self.points = {food.id: food.number("value") for food in foods}
        one_each = variant == "one_each" and seats == min(box.players)
        self.foods: Pool = tuple((food.id, 1 if one_each else food.count) for food in foods)
        self.bids = {bid.id: (bid.number("value"), bid.number("icons")) for bid in box.pieces("bids")}
        self.colors = tuple(dict.fromkeys(bid.text("color") for bid in box.pieces("bids")))
        self.most_bid = facts.number("setup.bids")
        self.handicap = (facts.number("handicap.value"), facts.number("handicap.replaces"))
        dealt = facts.number("setup.powers") if self.advanced else 0
        more = facts.number("handicap.powers") if variant == "head_start_powers" else 0
        self.dealt_powers = tuple(dealt + more * (seat == seats - 1) for seat in range(seats))
        powers = {power.id: power for power in box.pieces("powers") if power.id != BLANK}
        self.powers: Pool = tuple((name, power.count) for name, power in powers.items())
        self.moment_of = {name: power.text("when") for name, power in powers.items()}
        self.table_trade = facts.number("table_trade")
        self.verb = {name: power.text("do") for name, power in powers.items()}
        self.number = {name: power.number(self.verb[name]) for name, power in powers.items()}
        self.undo = next((name for name, verb in self.verb.items() if verb == "undo"), "")
        self._asked_about: Table | None = None
        self._found_able: list[int] = []
        self.most_moves = 200 + self.meals * self.rounds * seats * (12 + 8 * max(self.dealt_powers) * seats)

    def start(self) -> Table:
        """Return the table before the first meal."""
        return self._new_meal((0,) * self.seats, 0)

    def _new_meal(self, totals: tuple[int, ...], meal: int) -> Table:
        nothing: tuple[tuple[str, ...], ...] = ((),) * self.seats
        state = Table(
            self.foods, (), (), self.powers, (), nothing, nothing, nothing, totals, meal, bids=(NO_BID,) * self.seats
        )  # fmt: skip
        if self.variant != "mixed":
            state = state._replace(hands=tuple(self._own_bids(seat) for seat in range(self.seats)))
        return self._dealt(state)

    def _own_bids(self, seat: int) -> tuple[str, ...]:
        nine, one = self.handicap
        started = self.variant == "head_start" and seat == self.seats - 1
        values = [value for value in range(1, self.most_bid + 1) if not (started and value == one)]
        color = self.colors[seat]
        return tuple(f"{color}-{value}" for value in (*values, *([nine] if started else [])))

    def chooser(self, state: Table) -> int:
        """Return the seat that is to bid, to play a power, or to take a food."""
        if state.phase == "bid":
            return state.bids.index(NO_BID)
        if state.phase == "undo":
            return next(seat for seat in range(self.seats) if self.undo in state.powers[seat])
        if state.phase == "power":
            return self._asked(state)
        if state.phase == "keep":
            return state.taken[-1]
        return self._takers(state)[0]

    # Dealing bids and powers, and turning up foods.

    def _dealt(self, state: Table) -> Table:
        return state._replace(phase="deal") if self._to_deal(state) else self._serve(state)

    def _to_deal(self, state: Table) -> tuple[int, str]:
        """Return who is dealt the next card, and of what; a false value when all have theirs."""
        if self.variant == "mixed":
            for seat in range(self.seats):
                if len(state.hands[seat]) < self.most_bid:
                    return seat, "bid"
        for seat in range(self.seats):
            if state.powers_left and len(state.powers[seat]) < self.dealt_powers[seat]:
                return seat, "power"
        return ()  # type: ignore[return-value]

    def _in_deal(self, state: Table) -> Iterator[Move]:
        seat, what = self._to_deal(state)
        if what == "power":
            return (("deal", seat + 1, power) for power, _ in state.powers_left)
        held = {card for hand in state.hands for card in hand}
        fit = (card for card, (value, _) in self.bids.items() if value <= self.most_bid)
        return (("deal", seat + 1, card) for card in fit if card not in held)

    def _do_deal(self, state: Table, seat: int, card: str) -> Table:
        if card in self.bids:
            hands = replaced(state.hands, seat - 1, with_cards(state.hands[seat - 1], card))
            return self._dealt(state._replace(hands=hands))
        powers = replaced(state.powers, seat - 1, with_cards(state.powers[seat - 1], card))
        return self._dealt(state._replace(powers=powers, powers_left=fewer(state.powers_left, card)))

    def _serve(self, state: Table) -> Table:
        return state._replace(
            phase="serve",
            owed=self.seats,
            bids=(NO_BID,) * self.seats,
            played=(0,) * self.seats,
            lowest_first=False,
            taken=(),
            back=(),
            aside=(),
            spent_foods=(),
            moment="",
        )

    def _in_serve(self, state: Table) -> Iterator[Move]:
        if state.top:
            return iter([("serve", state.top[0])])
        return (("serve", food) for food, _ in state.deck or state.under)

    def _do_serve(self, state: Table, food: str) -> Table:
        if state.top:
            state = state._replace(top=state.top[1:])
        elif state.deck:
            state = state._replace(deck=fewer(state.deck, food))
        else:  # A6
            state = state._replace(deck=fewer(state.under, food), under=())
        if state.moment == "after_own_pick":  # Second Look
            return state._replace(drawn=food, phase="keep", owed=0)
        state = state._replace(middle=(*state.middle, food), owed=state.owed - 1)
        if state.owed:
            return state
        return self._power_done(state) if state.moment else self._ask(state, "any")

    def weights(self, state: Table) -> Sequence[int] | None:
        """Return how many there are of each card that may come next."""
        if state.phase == "serve" and not state.top:
            return [count for _, count in state.deck or state.under]
        is_power = state.phase == "deal" and self._to_deal(state)[1] == "power"
        return [count for _, count in state.powers_left] if is_power else None

    def _in_bid(self, state: Table) -> Iterator[Move]:
        return (("bid", card) for card in state.hands[self.to_move(state)])

    def _do_bid(self, state: Table, card: str) -> Table:
        state = self._laid(state, self.to_move(state), card)
        return state if NO_BID in state.bids else state._replace(phase="show")

    def _laid(self, state: Table, seat: int, card: str) -> Table:
        hands = replaced(state.hands, seat, without(state.hands[seat], card))
        return self._bidding(state._replace(hands=hands), seat, Bid(card, seat, *self.bids[card]))

    def _bidding(self, state: Table, seat: int, bid: Bid) -> Table:
        """Put a bid before a seat; a card of another player that it replaces is still that player's to take back (A21)."""
        old = state.bids[seat]
        is_theirs = old.card in self.bids and old.owner != seat and (old.owner, old.card) not in state.back
        return state._replace(bids=replaced(state.bids, seat, bid), aside=(*state.aside, *[old] * is_theirs))

    def _do_show(self, state: Table) -> Table:
        return self._ask(state, "after_reveal")

    # Moments at which powers are played (A1).

    def _ask(self, state: Table, moment: str) -> Table:
        state = state._replace(moment=moment, passed=0)
        return state._replace(phase="power") if self._able(state) else self._after(state)

    def _able(self, state: Table) -> list[int]:
        """Return who could play a power now, the oldest first; kept, as a state is asked about again at once."""
        if self._asked_about is not state:
            able = [seat for seat in range(self.seats) if next(self._uses_of(state, seat), None) is not None]
            self._asked_about, self._found_able = state, able
        return self._found_able

    def _asked(self, state: Table) -> int:
        able = self._able(state)
        return able[state.passed % len(able)]

    def _after(self, state: Table) -> Table:
        """Return what follows a moment: the bids, the first food, the next food, or the end of the round."""
        if state.moment == "any":
            return state._replace(phase="bid", moment="")
        if state.moment in ("after_reveal", "after_own_pick"):
            if len(state.taken) == self.seats:
                return self._cleared(state)
            return self._ask(state, "before_pick")
        return state._replace(phase="take", moment="")

    def _in_power(self, state: Table) -> Iterator[Move]:
        yield from dict.fromkeys(self._uses_of(state, self._asked(state)))
        yield ("pass",)

    def _do_pass(self, state: Table) -> Table:
        if state.phase == "undo":
            return self._resumed(state)
        passed = state.passed + 1
        return self._after(state) if passed >= len(self._able(state)) else state._replace(passed=passed)

    def _uses_of(self, state: Table, seat: int) -> Iterator[Move]:
        for power in state.powers[seat]:
            when = self.moment_of[power]  # A19
            if when in (state.moment, "any") and (when != "after_own_pick" or state.taken[-1:] == (seat,)):
                verb = self.verb[power]
                if verb in CHANGES:
                    yield from (("play", power, other + 1) for other in range(self.seats))
                elif verb == "swap_bids":  # A20
                    pairs = combinations(range(1, self.seats + 1), 2)
                    yield from (("play", power, one, other) for one, other in pairs)
                elif verb == "rebid":  # A18
                    yield from (("play", power, card) for card in state.hands[seat])
                elif verb == "bid_food":  # A9
                    yield from (("play", power, food) for food in state.piles[seat])
                elif verb == "replace_one":
                    yield from (("play", power, food) for food in state.middle)
                elif verb == "trade_foods":
                    yield from (
                        ("play", power, mine, other + 1, theirs)
                        for other in range(self.seats)
                        for mine in state.piles[seat]
                        for theirs in (state.piles[other] if other != seat else ())
                        if abs(self.points[mine] - self.points[theirs]) <= self.table_trade
                    )
                else:
                    yield ("play", power)

    def _do_play(self, state: Table, power: str, *how: int | str) -> Table:
        seat = self._asked(state)
        before = state._replace(
            powers=replaced(state.powers, seat, without(state.powers[seat], power)),
            played=plus(state.played, seat, 1),
            passed=0,
            undo=None,
        )
        after: Table = (
            self._changed(before, power, int(how[0]) - 1)
            if self.verb[power] in CHANGES
            else getattr(self, f"_verb_{self.verb[power]}")(before, seat, *how)
        )
        after = after._replace(undo=before)
        return after if after.owed else self._power_done(after)

    def _power_done(self, state: Table) -> Table:
        if state.undo is not None and any(self.undo in powers for powers in state.powers):
            return state._replace(phase="undo")
        return self._resumed(state)

    def _resumed(self, state: Table) -> Table:
        return self._ask(state._replace(undo=None, drawn=""), state.moment)

    def _do_undo(self, state: Table) -> Table:
        """Bring back what was before the power; foods that it turned up lie on top of the deck again (A16, A17)."""
        seat, before = self.to_move(state), state.undo
        assert before is not None
        middle = Counter([*state.middle, *[state.drawn] * bool(state.drawn)])
        turned_up = tuple((middle - Counter(before.middle) - Counter(before.top)).elements())
        deck, under = before.deck, before.under
        for food in turned_up:
            if food in dict(deck):
                deck = fewer(deck, food)
            else:
                under = fewer(under, food)
        undone = before._replace(
            deck=deck,
            under=under,
            top=(*before.top, *turned_up),
            powers=replaced(before.powers, seat, without(before.powers[seat], self.undo)),
            played=plus(before.played, seat, 1),
        )
        return self._resumed(undone)

    def _changed(self, state: Table, power: str, seat: int) -> Table:
        """Change one bid, from what it is by now (A2), until the round ends (A5)."""
        bid = state.bids[seat]
        value = CHANGES[self.verb[power]](bid, self.number[power])
        return state._replace(bids=replaced(state.bids, seat, bid._replace(value=value)))

    def _verb_first(self, state: Table, _: int) -> Table:
        return state._replace(lowest_first=True)  # A3

    def _verb_swap_bids(self, state: Table, _: int, one: int, other: int) -> Table:
        """Trade two bids with all that powers have changed about them (A8)."""
        bids = list(state.bids)
        bids[one - 1], bids[other - 1] = bids[other - 1], bids[one - 1]
        return state._replace(bids=tuple(bids))

    def _taken_back(self, state: Table, seat: int) -> Table:
        """Take back the card that a seat laid down: at once, or when the round ends if another has it (A21)."""
        laid = (*state.bids, *state.aside)
        card = next((bid.card for bid in laid if bid.owner == seat and bid.card in self.bids), "")
        if card in [bid.card for other, bid in enumerate(state.bids) if other != seat]:
            return state._replace(back=(*state.back, (seat, card)))
        hand, aside = state.hands[seat], tuple(bid for bid in state.aside if bid.card != card)
        hands = replaced(state.hands, seat, with_cards(hand, *[card] * bool(card)))
        return state._replace(hands=hands, aside=aside)

    def _verb_rebid(self, state: Table, seat: int, card: str) -> Table:
        return self._laid(self._taken_back(state, seat), seat, card)

    def _verb_bid_food(self, state: Table, seat: int, food: str) -> Table:
        state = self._bidding(self._taken_back(state, seat), seat, Bid(food, seat, self.points[food], 0))
        return state._replace(
            piles=replaced(state.piles, seat, without(state.piles[seat], food)),
            spent_foods=(*state.spent_foods, food),
        )

    def _verb_replace_one(self, state: Table, _: int, food: str) -> Table:
        return self._turning_up(state, [food])

    def _verb_replace_all(self, state: Table, _: int) -> Table:
        return self._turning_up(state, state.middle)

    def _turning_up(self, state: Table, foods: Sequence[str]) -> Table:
        middle = state.middle
        for food in foods:
            middle = without(middle, food)
        return state._replace(middle=middle, under=more(state.under, foods), owed=len(foods), phase="serve")

    def _verb_look(self, state: Table, _: int) -> Table:
        return state._replace(owed=1, phase="serve")

    def _do_keep(self, state: Table, which: str) -> Table:
        seat = state.taken[-1]
        old, new = state.piles[seat][-1], state.drawn
        kept, gone = (old, new) if which == "old" else (new, old)
        piles = replaced(state.piles, seat, (*state.piles[seat][:-1], kept))
        return self._power_done(state._replace(piles=piles, under=more(state.under, [gone])))

    def _verb_trade_foods(self, state: Table, seat: int, mine: str, other: int, theirs: str) -> Table:
        piles = list(state.piles)
        piles[seat] = (*without(piles[seat], mine), theirs)
        piles[other - 1] = (*without(piles[other - 1], theirs), mine)
        return state._replace(piles=tuple(piles))

    # Foods are taken, the round is cleared away.

    def _takers(self, state: Table) -> list[int]:
        """Return who has still to take, in order: by value, icons (A4), powers played, and age (B051, B052)."""
        sign = 1 if state.lowest_first else -1
        ranks = [
            (sign * bid.value, -bid.icons, played, -seat)
            for seat, (bid, played) in enumerate(zip(state.bids, state.played, strict=True))
            if seat not in state.taken
        ]
        return [-rank[-1] for rank in sorted(ranks)]

    def _in_take(self, state: Table) -> Iterator[Move]:
        return (("take", food) for food in dict.fromkeys(state.middle))

    def _do_take(self, state: Table, food: str) -> Table:
        seat = self._takers(state)[0]
        state = state._replace(
            middle=without(state.middle, food),
            piles=replaced(state.piles, seat, (*state.piles[seat], food)),
            taken=(*state.taken, seat),
            drawn="",
        )
        return self._ask(state, "after_own_pick")

    def _cleared(self, state: Table) -> Table:
        """End the round: bid cards are spent, but for those that go back; foods that were bid go under the deck."""
        for seat, card in state.back:
            state = state._replace(hands=replaced(state.hands, seat, with_cards(state.hands[seat], card)))
        state = state._replace(
            under=more(state.under, state.spent_foods), round=state.round + 1, moment="", undo=None, drawn=""
        )
        if state.round < self.rounds:  # X4; a card may be left over then (A10)
            return self._serve(state)
        totals = tuple(map(int, self.scores(state)))
        if state.meal + 1 < self.meals:
            return self._new_meal(totals, state.meal + 1)  # A13
        return state._replace(totals=totals, phase="over")

    def scores(self, state: Table) -> tuple[float, ...]:
        """Return the points of all meals, and of the foods of this one."""
        return tuple([self._points(state, seat) for seat in range(self.seats)])

    def _points(self, state: Table, seat: int) -> int:
        pile = () if state.phase == "over" else state.piles[seat]
        return state.totals[seat] + sum([self.points[food] for food in pile])

    def standing(self, state: Table) -> Sequence[tuple[int, int]]:
        """Return the scores; of those who tie the youngest wins."""
        return tuple((total, seat) for seat, total in enumerate(state.totals))

    def view(self, state: Table, seat: int) -> Table:
        """Return the state without the powers of others, and without bids that are not shown."""
        others = [power for other, held in enumerate(state.powers) if other != seat for power in held]
        hidden = state._replace(
            powers=tuple(
                held if other == seat else (UNSEEN,) * len(held) for other, held in enumerate(state.powers)
            ),
            powers_left=more(state.powers_left, others),
            undo=self.view(state.undo, seat) if state.undo else None,
        )
        if state.phase not in ("bid", "show"):
            return hidden._replace(hands=self._spread(state.hands, seat, sorted))
        laid = [bid != NO_BID and other != seat for other, bid in enumerate(state.bids)]
        bids = tuple(Bid(UNSEEN, other, 0, 0) if laid[other] else bid for other, bid in enumerate(state.bids))
        hands = tuple(
            with_cards(hand, state.bids[other].card) if laid[other] else hand
            for other, hand in enumerate(state.hands)
        )
        return hidden._replace(bids=bids, hands=self._spread(hands, seat, sorted))

    def _spread(
        self, hands: Sequence[tuple[str, ...]], seat: int, order: Callable[[list[str]], list[str]]
    ) -> tuple[tuple[str, ...], ...]:
        """Return hands of bid cards; in the mixed game nobody knows who of the others holds which."""
        if self.variant != "mixed":
            return tuple(hands)
        cards = iter(order([card for other, hand in enumerate(hands) if other != seat for card in hand]))
        return tuple(
            hand if other == seat else tuple(sorted(next(cards) for _ in hand))
            for other, hand in enumerate(hands)
        )

    def guess(self, view: Table, seat: int, random: Random) -> Table:
        """Return a state that looks like this one: with other powers in the hands of others, and other hidden bids."""
        powers, left = dealt_unseen(view.powers, view.powers_left, random)
        undo = view.undo and view.undo._replace(powers=powers, powers_left=left)
        hands = self._spread(view.hands, seat, lambda cards: random.sample(cards, len(cards)))
        state = view._replace(powers=powers, powers_left=left, undo=undo, hands=hands)
        for other, bid in enumerate(view.bids):
            if bid.card == UNSEEN:
                state = self._laid(state, other, random.choice(state.hands[other]))
        return state

    def estimate(self, state: Table, seat: int) -> float:
        """Return points, what the seat would take now, and a little for bids and powers that it still has."""
        value: float = self._points(state, seat)
        if state.middle and state.phase not in ("bid", "show") and seat not in state.taken:
            foods = sorted([self.points[food] for food in state.middle], reverse=True)
            value += foods[min(self._takers(state).index(seat), len(foods) - 1)]
        elif state.middle and state.bids[seat] != NO_BID:
            foods = [self.points[food] for food in state.middle]
            value += (max(foods) - min(foods)) * state.bids[seat].value / 10
        bids = sum([self.bids[card][0] for card in state.hands[seat]])
        return value + 1.6 * bids + 2 * len(state.powers[seat])

    def show(self, state: Table, seat: int) -> Iterator[str]:
        """Yield the middle, the scores, the bids that are shown, and what the seat holds."""
        foods = (f"{food} ({self.points[food]})" for food in state.middle)
        yield f"Meal {state.meal + 1}, round {state.round + 1}. In the middle: {', '.join(foods) or 'nothing'}"
        shown = NO_BID not in state.bids and bool(state.bids)
        for other in range(self.seats):
            bid = state.bids[other] if shown else NO_BID
            points, powers = int(self.scores(state)[other]), len(state.powers[other])
            shows = f", bid {bid.value} ({counted(bid.icons, 'icon')})" if shown else ""
            yield f"{called(other, seat)}: {counted(points, 'point')}{shows}, {counted(powers, 'power')}"
        bids = (f"{card} ({counted(self.bids[card][1], 'icon')})" for card in state.hands[seat])
        yield f"Your bid cards: {', '.join(bids) or 'none'}"
        if state.powers[seat]:
            yield f"Your powers: {', '.join(state.powers[seat])}"
        if state.phase == "keep":
            yield f"You took {state.piles[seat][-1]}; the next food is {state.drawn}"

    def uses(self, state: Table, move: Move) -> Iterator[Event]:
        """Yield the cards that are turned up, dealt, bid, played and taken."""
        verb = move[0]
        if verb == "serve":
            yield Event("drawn", f"food/{move[1]}")
            if state.deck == ((move[1], 1),):
                yield Event("exhausted", "food")
        elif verb == "deal":
            yield Event("drawn", f"{'bids' if move[2] in self.bids else 'powers'}/{move[2]}")
        elif verb == "take":
            yield Event("played", f"food/{move[1]}")
        elif verb == "bid":
            yield Event("played", f"bids/{move[1]}")
        elif verb in ("play", "undo"):
            yield Event("played", f"powers/{self.undo if verb == 'undo' else move[1]}")


rules = YesBroccoli

"""Yoggity, played: cards buy tokens from the board, tokens fill orders.

Prices are those of the spaces of the board, orders and colours those of the cards. Four things are simpler than at a table:
nobody pays with a card that could be left out; there is one offer to trade in a turn, a token or a coin for a token that the
order wants; all agree after so many rounds that an order is stuck; and who begins is drawn. Promises are words only.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from operator import add, ge, gt, mul, sub
from typing import ClassVar

from pnp.claims.selections import Fields
from pnp.engine.decks_and_dice import DeckAndHands, Pool, amounts, plus, replaced, with_cards, without
from pnp.engine.game_rules import Box, Event, GameRules, Move, State, called
from pnp.model.game import Value
from pnp.text import counted

COIN, WILD, CANCEL = "coin", "wild", "cancel_order"
Counts = tuple[int, ...]


@dataclass(frozen=True)
class Table(State):
    """A state; tokens are counted by kind, cards of a hand are sorted, decks have no order."""

    deck: Pool
    discards: tuple[str, ...]
    orders: tuple[str, ...]
    colors: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    board: Counts
    tokens: tuple[Counts, ...]
    pile: int
    coins: Counts
    owned: tuple[tuple[str, ...], ...]  # The orders and colours of each seat, which score.
    seat: int
    phase: str
    order: str = ""
    color: str = ""
    age: int = 0  # Turns that have ended since the current order was turned up, or was to be.
    drawing: tuple[tuple[int, int], ...] = ()
    next_phase: str = ""
    offer: Move = ()


class Yoggity(DeckAndHands, GameRules[Table]):
    """The rules over the data of a box."""

    variants: ClassVar[Mapping[str, str]] = {"": "as printed"}
    drawn_from = "yoggity_cards"
    chances = ("begin", "take card", "turn up")
    choices: ClassVar[Mapping[str, Sequence[Move]]] = {
        "draw": [("draw",), ("no_card",)],  # A6
        "answer": [("accept",), ("refuse",)],
    }
    rulings: ClassVar[Mapping[str, str]] = {
        "no_card": "A6", "steal": "A11", "bribe": "A10", "earn": "A2", "accept": "A19"
    }  # fmt: skip

    def __init__(self, box: Box, seats: int, variant: str = "") -> None:
        del variant
        facts = box.facts
        self.seats = seats
        self.kinds = tuple(token.id for token in box.pieces("stickers"))
        self.limits = tuple(token.count for token in box.pieces("stickers"))
        prices = []
        for kind, limit in zip(self.kinds, self.limits, strict=True):
            row = [Fields(fields=space.fields) for space in box.spaces() if space.fields.get("row") == kind]
            by_place = {space.number("place"): space.number("price") for space in row}
            places = sorted(by_place)[-limit:]
            prices.append(
                (by_place[places[-1]], *(by_place[places[limit - left]] for left in range(1, limit + 1)))
            )
        self.prices = tuple(prices)
        cards = box.pieces("yoggity_cards")
        self.cards = {card.id: card.count for card in cards}
        self.symbol = {card.id: card.text("symbol") for card in cards}
        self.worth = {
            card.id: facts.number("double_symbols") if card.number("symbols") > 1 else card.number("symbols")
            for card in cards
        }
        orders, colors = box.pieces("orders"), box.pieces("colors")
        self.wants = {
            card.id: tuple((*card.words("parts"), *card.words("paints")).count(kind) for kind in self.kinds)
            for card in (*orders, *colors)
        }
        nothing = (0,) * len(self.kinds)
        self.wanted: dict[tuple[str, str], Counts] = {
            (order, color): tuple(map(add, self.wants.get(order, nothing), self.wants.get(color, nothing)))
            for order in ("", *[card.id for card in orders])
            for color in ("", *[card.id for card in colors])
        }
        """How many tokens of each kind are on an order and a colour together."""
        self.points = {card.id: card.number("points") for card in (*orders, *colors)}
        self.orders = tuple(card.id for card in box.dealt("orders"))
        self.colors = tuple(card.id for card in box.dealt("colors"))
        self.coins = len(box.dealt("coins"))
        self.start_coins, self.hand = facts.number("setup.coins"), facts.number("setup.hand")
        self.draws, self.hand_limit = facts.number("turn.draw"), facts.number("turn.hand_limit")
        self.coin_set, self.coin_cards = facts.number("coin_set"), facts.number("coin_cards")
        self.bribe = facts.number("shoddy_coins")
        self.patience = facts.number("turn.patience") * seats
        self.payments, self.matching = lru_cache(4096)(self._payments), lru_cache(4096)(self._matching)
        self.coin_sets = lru_cache(4096)(self._coin_sets)
        self.most_moves = 100 + (len(self.orders) + 1) * (self.patience + 1) * 14

    def start(self) -> Table:
        """Return the table before it is known who begins."""
        return Table(
            tuple(self.cards.items()),
            (),
            tuple(sorted(self.orders)),
            tuple(sorted(self.colors)),
            ((),) * self.seats,
            self.limits,
            ((0,) * len(self.kinds),) * self.seats,
            self.coins - self.start_coins * self.seats,
            (self.start_coins,) * self.seats,
            ((),) * self.seats,
            0,
            "begin",
        )

    def chooser(self, state: Table) -> int:
        """Return the seat, or the one that answers an offer."""
        return int(state.offer[1]) - 1 if state.phase == "answer" else state.seat

    # Setup, cards that are drawn, orders that are turned up.

    def _do_begin(self, state: Table, seat: int) -> Table:
        dealt: Table = self._dealt(state, seat - 1, "turn up")
        return dealt

    def _in_turn_up(self, state: Table) -> Iterator[Move]:
        cards = state.orders if not state.order else state.colors
        return (("turn_up", card) for card in dict.fromkeys(cards))

    def _do_turn_up(self, state: Table, card: str) -> Table:
        if not state.order:
            return state._replace(order=card, orders=without(state.orders, card))
        colors, phase = without(state.colors, card), state.next_phase or "draw"
        return state._replace(color=card, colors=colors, phase=phase, next_phase="")

    def weights(self, state: Table) -> Sequence[int] | None:
        """Return how many cards there are of each that may come next."""
        if state.phase != "turn up":
            return super().weights(state)
        return list(Counter(state.colors if state.order else state.orders).values())

    # A turn: draw, play, discard (X4).

    def _do_draw(self, state: Table) -> Table:
        drawn: Table = self._drawn(state._replace(drawing=((state.seat, self.draws),)), "trade")  # A13
        return drawn

    def _do_no_card(self, state: Table) -> Table:
        return state._replace(phase="trade")

    def _in_trade(self, state: Table) -> Sequence[Move]:
        missing = self._missing(state, state.seat)
        goods = self._goods(state, state.seat) if missing else []
        moves: list[Move] = [("no_trade",)]
        for seat, tokens in enumerate(state.tokens if goods else ()):
            if seat != state.seat:
                asked = [self.kinds[kind] for kind in missing if tokens[kind]]
                moves += [
                    ("offer", seat + 1, mine, theirs) for theirs in asked for mine in goods if mine != theirs
                ]
        return moves

    def _missing(self, state: Table, seat: int) -> list[int]:
        """Return the kinds, by number, of which the current order and colour want more than a seat has."""
        wanted = self.wanted[state.order, state.color]
        return [kind for kind, lacking in enumerate(map(gt, wanted, state.tokens[seat])) if lacking]

    def _goods(self, state: Table, seat: int) -> list[str]:
        """Return what a seat can trade, each kind once (A18, A19)."""
        tokens = [kind for kind, count in zip(self.kinds, state.tokens[seat], strict=True) if count]
        return tokens + [COIN] * bool(state.coins[seat])

    def _do_no_trade(self, state: Table) -> Table:
        return state._replace(phase="play")

    def _do_offer(self, state: Table, *offer: int | str) -> Table:
        return state._replace(offer=("offer", *offer), phase="answer")

    def _do_refuse(self, state: Table) -> Table:
        return state._replace(offer=(), phase="play")

    def _do_accept(self, state: Table) -> Table:
        _, seat, mine, theirs = state.offer
        for giver, taker, thing in ((state.seat, seat - 1, mine), (seat - 1, state.seat, theirs)):
            state = self._handed(self._handed(state, giver, thing, -1), taker, thing, 1)
        return self._do_refuse(state)

    def _handed(self, state: Table, seat: int, thing: str, count: int) -> Table:
        if thing == COIN:
            return state._replace(coins=plus(state.coins, seat, count))
        kind = self.kinds.index(thing)
        return state._replace(tokens=replaced(state.tokens, seat, plus(state.tokens[seat], kind, count)))

    def _in_play(self, state: Table) -> Sequence[Move]:
        seat, hand = state.seat, state.hands[state.seat]
        moves: list[Move] = [("no_play",)]
        matching = self.matching(hand)
        for number, (kind, left) in enumerate(zip(self.kinds, state.board, strict=True)):
            price = self.prices[number][left]
            payments = self.payments(matching[number], price, max(0, price - state.coins[seat]))
            if left:
                moves += [("take", kind, *payment) for payment in payments]
            elif payments:  # A11, A12
                owners = [other + 1 for other, owned in enumerate(state.tokens) if owned[number]]
                moves += [
                    ("steal", kind, owner, *pay) for owner in owners if owner != seat + 1 for pay in payments
                ]
        if state.pile:  # A5
            moves += self.coin_sets(matching)
        if CANCEL in hand:
            moves.append(("cancel",))
        if self._has(state, state.order):
            if self._has(state, state.color):
                moves.append(("fill",))  # A21
            elif state.coins[seat] >= self.bribe:  # A9, A17
                moves.append(("bribe",))
        return moves

    def _matching(self, hand: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        """Return the cards of a hand that can pay for each kind."""
        return tuple(tuple(card for card in hand if self.symbol[card] in (kind, WILD)) for kind in self.kinds)

    def _payments(self, cards: tuple[str, ...], price: int, least: int) -> Sequence[tuple[str, ...]]:
        """Return what pays a price, cards worth `least` and coins, of which none could be left out (X5, A1)."""
        usable = list(dict.fromkeys(cards))
        worth = [self.worth[card] for card in usable]
        found = []
        for counts in product(*[range(min(cards.count(card), price) + 1) for card in usable]):
            paid = sum(map(mul, counts, worth))
            if paid < least or sum(counts) < self.coin_cards:
                continue
            more = paid - price
            if more <= 0 or more < min(value for value, count in zip(worth, counts, strict=True) if count):
                paying = [card for card, count in zip(usable, counts, strict=True) for _ in range(count)]
                found.append((*paying, *[COIN] * -more))
        return found

    def _coin_sets(self, matching: Sequence[Sequence[str]]) -> Sequence[Move]:
        """Return plays of cards of one symbol, wild cards among them; a double is one card (A2, A3, A4, A7)."""
        sets = (cards for usable in matching for cards in combinations(usable, self.coin_set))
        return [("earn", *cards) for cards in dict.fromkeys(sets)]

    def _has(self, state: Table, card: str) -> bool:
        return all(map(ge, state.tokens[state.seat], self.wants[card]))

    def _paid(self, state: Table, payment: Sequence[str]) -> Table:
        coins = payment.count(COIN)
        cards = [card for card in payment if card != COIN]
        return state._replace(
            hands=replaced(state.hands, state.seat, without(state.hands[state.seat], *cards)),
            discards=with_cards(state.discards, *cards),
            coins=plus(state.coins, state.seat, -coins),
            pile=state.pile + coins,
        )

    def _do_no_play(self, state: Table) -> Table:
        return self._discarding(state)

    def _do_take(self, state: Table, kind: str, *payment: str) -> Table:
        board = plus(state.board, self.kinds.index(kind), -1)
        return self._discarding(
            self._handed(self._paid(state, payment), state.seat, kind, 1)._replace(board=board)
        )

    def _do_steal(self, state: Table, kind: str, seat: int, *payment: str) -> Table:
        robbed = self._handed(self._paid(state, payment), seat - 1, kind, -1)
        return self._discarding(self._handed(robbed, state.seat, kind, 1))

    def _do_earn(self, state: Table, *cards: str) -> Table:
        paid = self._paid(state, cards)
        return self._discarding(paid._replace(coins=plus(paid.coins, state.seat, 1), pile=paid.pile - 1))

    def _do_cancel(self, state: Table) -> Table:
        """Cancel an order, which is the play of a turn (A8)."""
        return self._new_order(self._paid(state, [CANCEL]))

    def _do_fill(self, state: Table) -> Table:
        owned = replaced(state.owned, state.seat, (*state.owned[state.seat], state.order, state.color))
        return self._new_order(self._given_back(state, (state.order, state.color))._replace(owned=owned))

    def _do_bribe(self, state: Table) -> Table:
        """Fill the order unpainted; the colour leaves the game (A10)."""
        owned = replaced(state.owned, state.seat, (*state.owned[state.seat], state.order))
        state = self._given_back(state, (state.order,))._replace(owned=owned)
        coins = plus(state.coins, state.seat, -self.bribe)
        return self._new_order(state._replace(coins=coins, pile=state.pile + self.bribe))

    def _given_back(self, state: Table, cards: Sequence[str]) -> Table:
        for card in cards:
            mine = tuple(map(sub, state.tokens[state.seat], self.wants[card]))
            state = state._replace(
                tokens=replaced(state.tokens, state.seat, mine),
                board=tuple(map(add, state.board, self.wants[card])),
            )
        return state

    def _new_order(self, state: Table) -> Table:
        return self._turned_up(self._discarding(state._replace(order="", color="", age=0)))

    def _turned_up(self, state: Table) -> Table:
        """Go on when the next order and colour lie there; the game is over when there is none (A15)."""
        if not state.orders:
            return state._replace(phase="over")
        return state._replace(next_phase=state.phase, phase="turn up")

    def _discarding(self, state: Table) -> Table:
        if len(state.hands[state.seat]) > self.hand_limit:  # A22
            return state._replace(phase="discard")
        state = state._replace(seat=(state.seat + 1) % self.seats, phase="draw", age=state.age + 1)
        if state.order and state.age >= self.patience:  # A20
            return self._turned_up(state._replace(order="", color="", age=0))
        return state

    def _in_discard(self, state: Table) -> Iterator[Move]:
        return (("discard", card) for card in dict.fromkeys(state.hands[state.seat]))

    def _do_discard(self, state: Table, card: str) -> Table:
        return self._discarding(self._paid(state, [card]))  # X3

    def scores(self, state: Table) -> tuple[float, ...]:
        """Return the points of the orders and colours that each seat owns."""
        return tuple(sum(self.points[card] for card in owned) for owned in state.owned)

    def standing(self, state: Table) -> Sequence[tuple[float, int]]:
        """Return points, and coins, which break ties."""
        return tuple(zip(self.scores(state), state.coins, strict=True))

    def promising(self, state: Table) -> Sequence[Move]:
        """Return the moves; a player who looks one move ahead makes no offers, as it cannot see that they are accepted."""
        return [("no_trade",)] if state.phase == "trade" else self.moves(state)

    def estimate(self, state: Table, seat: int) -> float:
        """Return points, tokens that the current order and colour want, coins, and cards that could buy the others."""
        mine = state.tokens[seat]
        useful = sum(map(min, mine, self.wanted[state.order, state.color]))
        buying = (WILD, *[self.kinds[kind] for kind in self._missing(state, seat)])
        cards = sum([0.5 if self.symbol[card] in buying else 0.2 for card in state.hands[seat]])
        cards += sum([0.4 * count for owner, count in state.drawing if owner == seat])
        points = sum([self.points[card] for card in state.owned[seat]])
        return 4 * points + 3 * useful + 0.6 * sum(mine) + state.coins[seat] + cards

    def show(self, state: Table, seat: int) -> Iterator[str]:
        """Yield what is wanted, what the board has, what everybody owns, and the hand of the seat."""
        for what, card in (("order", state.order), ("color", state.color)):
            if card:
                yield f"Current {what}: {card} ({amounts(self.wants[card], self.kinds)}), {counted(self.points[card], 'point')}"
        rows = (
            f"{count} {kind} for {prices[count]}"
            for kind, count, prices in zip(self.kinds, state.board, self.prices, strict=True)
        )
        yield f"On the board: {', '.join(rows)}; {counted(state.pile, 'coin')}; {counted(len(state.orders), 'order')} to come"
        for other in range(self.seats):
            tokens = amounts(state.tokens[other], self.kinds)
            yield (
                f"{called(other, seat)}: {counted(int(self.scores(state)[other]), 'point')}, {counted(state.coins[other], 'coin')}, "
                f"{counted(len(state.hands[other]), 'card')}, tokens: {tokens}"
            )
        yield f"Your hand: {', '.join(state.hands[seat]) or 'empty'}"

    def details(self, state: Table, move: Move) -> Mapping[str, Value]:
        """Return what a token costs that is taken or stolen, how many were left, and the coins that pay for it."""
        if move[0] not in ("take", "steal"):
            return {}
        kind = self.kinds.index(str(move[1]))
        left = state.board[kind]
        return {"left": left, "price": self.prices[kind][left], "coins": move.count(COIN)}

    def uses(self, state: Table, move: Move) -> Iterator[Event]:
        """Yield the cards that are drawn, played and filled."""
        verb = move[0]
        if verb == "card":
            yield from super().uses(state, move)
        elif verb == "turn_up":
            yield Event("drawn", f"{'colors' if state.order else 'orders'}/{move[1]}")
        elif verb == "cancel":
            yield Event("played", f"yoggity_cards/{CANCEL}")
        elif verb in ("take", "steal", "earn"):
            yield from (Event("played", f"yoggity_cards/{card}") for card in move[1:] if card in self.cards)
            yield from (Event("played", "coins/coin") for card in move[1:] if card == COIN)
        elif verb in ("fill", "bribe"):
            yield Event("played", f"orders/{state.order}")
            if verb == "fill":
                yield Event("played", f"colors/{state.color}")
        late = state.age + 1 >= self.patience and state.order and verb not in ("fill", "bribe", "cancel")
        if late and not self.apply(state, move).order:
            yield Event("ruling", "A20")


rules = Yoggity

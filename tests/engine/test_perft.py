"""Positions after whole turns from fixed deals, as many and the same as in a second implementation.

That was written from the printed rules alone by somebody who had not seen this engine. Where the two differed, the engine
was wrong (YOGIRE: ten times; RYB: a card that is discarded counted as played) or the rules did not say it (RYB: points that are
banked keep a game going). The numbers and digests are those of the second implementation, which plays the easier game of
YOGIRE; those of its seeds 1 and 2 and of its end are new.

In a deal the cards lie in a known order, and a pile that is shuffled is put in ascending order; all other chance is
followed. A line has the fields of a position, joined by |.
"""

import hashlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from boxes import Box

from pnp.engine.decks_and_dice import pool_of
from pnp.engine.game_rules import OVER, GameRules, rules_of
from pnp.engine.ingeniators import NONE
from pnp.engine.ingeniators import Table as Machine
from pnp.engine.ryb import Goal
from pnp.engine.ryb import Table as Ryb
from pnp.engine.yoggity import Table as Factory
from pnp.engine.yogire_table import Deck
from pnp.engine.yogire_table import Table as Network

Node = tuple[Any, tuple[tuple[str, ...], ...]]
"""A state, and the order of its decks."""


def fields(line: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for part in line.split("|"):
        if part[0] == "p" and part[1].isdecimal():
            player, *rest = part.split(" ")
            found |= {f"{player} {word.partition('=')[0]}": word.partition("=")[2] for word in rest}
        else:
            name, _, value = part.partition("=")
            found[name] = value
    return found


def words(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


class Game:
    """A game has `read` and `line`, which read and write a position, and `between`, whether a turn ends with a state."""

    def __init__(self, rules: GameRules[Any]) -> None:
        self.rules: Any = rules

    def followed(self, node: Node) -> Iterator[Node]:
        state, decks = node
        for move in self.rules.moves(state):
            yield self.rules.apply(state, move), decks

    def after(self, nodes: set[Node]) -> set[Node]:
        ended = {node for node in nodes if self.rules.to_move(node[0]) == OVER}
        waiting = list(nodes - ended)
        seen: set[Node] = set()
        while waiting:
            for reached in self.followed(waiting.pop()):
                if reached in seen:
                    continue
                seen.add(reached)
                if self.rules.to_move(reached[0]) == OVER or self.between(reached[0]):
                    ended.add(reached)
                else:
                    waiting.append(reached)
        return ended


class InOrder(Game):
    """Chance is the next card of decks: `drawn` returns the move that draws it, and the decks then; None for other moves."""

    def followed(self, node: Node) -> Iterator[Node]:
        state, decks = node
        drawn = self.drawn(state, decks)
        if drawn:
            yield self.rules.apply(state, drawn[0]), drawn[1]
        else:
            yield from super().followed(node)


class Broccoli(InOrder):
    def between(self, state: Any) -> bool:
        return bool(state.phase == "serve" and state.owed == self.rules.seats)

    def drawn(self, state: Any, decks: Any) -> Any:
        if state.phase != "serve":
            return None
        (deck,) = decks
        return ("serve", deck[0]), (deck[1:],)

    def read(self, line: str) -> Node:
        deck = words(fields(line)["deck"])
        return self.rules.start()._replace(deck=pool_of(deck)), (deck,)

    def line(self, node: Node) -> str:
        state, (deck,) = node
        shown = [f"round={state.round + 1}"]
        for seat, score in enumerate(self.rules.scores(state)):
            bids = "".join(str(self.rules.bids[card][0]) for card in sorted(state.hands[seat]))
            pile = ",".join(sorted(state.piles[seat]))
            shown.append(f"p{seat} bids={bids} pile={pile} score={score}")
        return "|".join((*shown, f"deck={','.join(deck)}"))


class Colors(InOrder):
    def between(self, state: Any) -> bool:
        return bool(state.phase == "turn")

    def drawn(self, state: Any, decks: Any) -> Any:
        if state.phase != "take card":
            return None
        (deck,) = decks
        return ("card", state.drawing[0][0] + 1, deck[0]), (deck[1:],)

    def read(self, line: str) -> Node:
        told = fields(line)
        deck, seats = words(told["deck"]), range(self.rules.seats)
        piles = tuple(tuple(Goal(card) for card in words(told[f"p{seat} pile"])) for seat in seats)
        middle = (goal.split(":") for goal in words(told["middle"]))
        return Ryb(
            pool_of(deck),
            words(told["discards"]),
            tuple(words(told[f"p{seat} hand"]) for seat in seats),
            tuple(tuple(map(int, told[f"p{seat} dice"].split("/"))) for seat in seats),
            tuple(Goal(card, int(banked)) for card, banked in middle),
            piles,
            int(told["to move"]),
            "turn",
        ), (deck,)

    def line(self, node: Node) -> str:
        state, (deck,) = node
        over = state.phase == "over"
        shown = [f"to move={state.seat}"]
        for seat, pile in enumerate(state.piles):
            dice = "/".join(map(str, state.pools[seat]))
            goals = ",".join(sorted(goal.card for goal in pile))
            score = self.rules.scores(state)[seat]
            shown.append(f"p{seat} hand={','.join(state.hands[seat])} dice={dice} pile={goals} score={score}")
        middle = ",".join(sorted(f"{goal.card}:{goal.banked}" for goal in state.middle))
        shown += [f"middle={middle}", f"deck={','.join(deck)}", f"discards={','.join(state.discards)}"]
        return "|".join((*shown, f"winners={self.rules.winners(state) if over else None}"))


class Machines(Game):
    letters = "RBY"

    def between(self, state: Any) -> bool:
        return bool(state.phase == "roll")

    def _type(self, edges: str) -> int:
        kinds = tuple(sorted(self.letters.index(letter) for letter in edges))
        return int(self.rules.edges.index(kinds))

    def _tile(self, edges: tuple[int, ...]) -> str:
        return "".join(self.letters[kind] for kind in edges)

    def read(self, line: str) -> Node:
        told = fields(line)
        rules = self.rules
        stock, lying = list(rules.copies), [NONE] * len(rules.letters)
        for space, edges in (each.split(":") for each in words(told["blueprint"])):
            kinds = tuple(self.letters.index(letter) for letter in edges)
            type_ = self._type(edges)
            lying[rules.letters.index(space)] = rules.ways.index((type_, kinds))
            stock[type_] -= 1 + (space in words(told["workshop"]))
        kept = tuple(() if edges == "-" else (self._type(edges),) for edges in words(told["kept"]))
        for (type_,) in filter(None, kept):
            stock[type_] -= 1
        copied = sum(1 << rules.letters.index(space) for space in words(told["workshop"]))
        dice = tuple(map(int, words(told["dice"])))
        valves = tuple(self.letters.index(letter) for letter in words(told["valves"]))
        state = Machine(
            tuple(stock), tuple(lying), copied, dice, rules.corners[:2], valves, kept, int(told["to move"]), "roll"
        )  # fmt: skip
        return state, ()

    def line(self, node: Node) -> str:
        state, rules = node[0], self.rules
        spaces = enumerate(rules.letters)
        lying = [
            f"{letter}:{self._tile(rules.ways[state.blueprint[number]][1])}"
            for number, letter in spaces
            if state.blueprint[number] != NONE
        ]
        copied = [letter for number, letter in enumerate(rules.letters) if state.workshop >> number & 1]
        kept = ["".join(sorted(self._tile(rules.edges[tile[0]]))) if tile else "-" for tile in state.kept]
        over = state.phase == "over"
        to_move = (state.seat + over) % rules.seats
        shown = {
            "to move": str(to_move),
            "valves": ",".join(self.letters[valve] for valve in state.valves),
            "dice": ",".join(map(str, state.dice)),
            "blueprint": ",".join(lying),
            "workshop": ",".join(copied),
            "kept": ",".join(kept),
            "over": str(over),
        }
        return "|".join(f"{name}={value}" for name, value in shown.items())


class Factories(InOrder):
    def between(self, state: Any) -> bool:
        return bool(state.phase == "draw")

    def drawn(self, state: Any, decks: Any) -> Any:
        deck, orders, colors = decks
        if state.phase == "take card":
            deck = deck or tuple(sorted(Counter(dict(state.deck)).elements()))
            return ("card", state.drawing[0][0] + 1, deck[0]), (deck[1:], orders, colors)
        if state.phase == "turn up" and not state.order:
            return ("turn_up", orders[0]), (deck, orders[1:], colors)
        if state.phase == "turn up":
            return ("turn_up", colors[0]), (deck, orders, colors[1:])
        return ("no_trade",), decks  # trades are left out

    def followed(self, node: Node) -> Iterator[Node]:
        if node[0].phase in ("take card", "turn up", "trade"):
            yield from super().followed(node)
        else:
            yield from Game.followed(self, node)

    def read(self, line: str) -> Node:
        told, rules = fields(line), self.rules
        seats = range(rules.seats)
        tokens = [dict(each.split(":") for each in words(told[f"p{seat} tokens"])) for seat in seats]
        owned = tuple(tuple(int(each.get(kind, 0)) for kind in rules.kinds) for each in tokens)
        board = tuple(limit - sum(each[kind] for each in owned) for kind, limit in enumerate(rules.limits))
        deck, orders, colors = (words(told[name]) for name in ("deck", "orders", "colors"))
        return Factory(
            pool_of(deck),
            words(told["discards"]),
            tuple(sorted(orders)),
            tuple(sorted(colors)),
            tuple(words(told[f"p{seat} hand"]) for seat in seats),
            board,
            owned,
            int(told["pile"]),
            tuple(int(told[f"p{seat} coins"]) for seat in seats),
            tuple(words(told[f"p{seat} own"]) for seat in seats),
            int(told["to move"]),
            "draw",
            told["order"],
            told["color"],
        ), (deck, orders, colors)

    def line(self, node: Node) -> str:
        state, decks = node
        rules, over = self.rules, state.phase == "over"
        undiscarded = over and len(state.hands[state.seat]) > rules.hand_limit
        shown = [f"to move={(state.seat + undiscarded) % rules.seats}"]
        for seat, score in enumerate(rules.scores(state)):
            tokens = ",".join(
                sorted(
                    f"{kind}:{count}"
                    for kind, count in zip(rules.kinds, state.tokens[seat], strict=True)
                    if count
                )
            )
            hand, own = ",".join(state.hands[seat]), ",".join(sorted(state.owned[seat]))
            shown.append(
                f"p{seat} hand={hand} coins={state.coins[seat]} tokens={tokens} own={own} score={score}"
            )
        deck, orders, colors = map(",".join, decks)
        shown += [f"pile={state.pile}", f"order={state.order or None}", f"color={state.color or None}"]
        shown += [
            f"orders={orders}",
            f"colors={colors}",
            f"deck={deck}",
            f"discards={','.join(state.discards)}",
            f"over={over}",
        ]
        return "|".join(shown)


class Networks(Game):
    def between(self, state: Any) -> bool:
        attacks = not state.hand and state.armed and state.active
        return bool(state.phase == "act" and not state.agenda and not attacks)

    def followed(self, node: Node) -> Iterator[Node]:
        state = node[0]
        moves = self.rules.moves(state)
        if state.phase == "chance" and state.agenda[0][0] != "hand_defected":
            moves = moves[:1]
        for move in moves:
            yield self.rules.apply(state, move), ()

    def read(self, line: str) -> Node:
        told = fields(line)
        rows = {
            name: words(told[name]) for name in ("deck", "hand", "disc", "edeck", "edisc", "active", "perms")
        }
        state = Network(
            Deck(top=rows["deck"]),
            Deck(top=rows["edeck"]),
            rows["disc"],
            rows["edisc"],
            rows["hand"],
            rows["perms"],
            rows["active"],
        )
        extra = self.rules.seen(state)
        return state._replace(visibility=int(told["visibility"]) - extra), ()

    def line(self, node: Node) -> str:
        state = node[0]
        rows = {
            "deck": state.mine.cards,
            "hand": sorted(state.hand),
            "disc": sorted(state.discard),
            "edeck": state.theirs.cards,
            "edisc": sorted(state.enemy_discard),
            "active": sorted(state.active),
            "perms": sorted(state.permanents),
        }
        result = ("won" if state.won else "lost") if state.phase == "over" else None
        rest = (
            f"visibility={self.rules.seen(state)}|attack={state.attack}|armed={state.armed}|result={result}"
        )
        return "|".join((*(f"{name}={','.join(cards)}" for name, cards in rows.items()), rest))


GAMES = {
    "yes_broccoli": Broccoli,
    "ryb": Colors,
    "ingeniators": Machines,
    "yoggity": Factories,
    "yogire": Networks,
}
LINES = Path(__file__).with_name("deals.txt").read_text(encoding="utf-8").splitlines()
DEALS = {tuple(line.split(";")[:2]): line.split(";")[2] for line in LINES[1:]}


@cache
def box(name):
    return Box(name)


REACHED = [
    line.split(";")
    for line in Path(__file__).with_name("reached.txt").read_text(encoding="utf-8").splitlines()
]
"""Near or far, the game, the deal, how many turns, how many positions, and their digest."""


@pytest.mark.parametrize(
    ("name", "deal", "turns", "number", "digest"),
    [pytest.param(*each, marks=pytest.mark.long if far == "far" else ()) for far, *each in REACHED],
)
def test_a_second_implementation_reaches_the_same_positions(name, deal, turns, number, digest):
    seats = {"yogire": 1}.get(name, 3 if deal == "three players" else 2)
    variant = {"yogire": "easier"}.get(name, "")
    game = GAMES[name](rules_of(box(name).game, seats, variant))
    nodes = {game.read(DEALS[name, deal])}
    for _ in range(int(turns)):
        nodes = game.after(nodes)
    lines = sorted({game.line(node) for node in nodes})
    assert len(lines) == int(number)
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12] == digest

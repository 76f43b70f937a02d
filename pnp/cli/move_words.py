"""Moves in words: what a move does, for a menu, and its result, from the states before and after it."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, takewhile
from typing import Any, NamedTuple

from pnp.engine.decks_and_dice import UNSEEN, amounts
from pnp.engine.game_rules import CHANCE, Move, Turn
from pnp.engine.yoggity import COIN
from pnp.files import read_package
from pnp.text import counted, listed

WORDS: Mapping[str, Mapping[str, str]] = json.loads(read_package("pnp.cli", "move_words.json"))
"""What a move is called, by its verb alone or with the phase, with its first word, or with what the card does that it plays.

{2:who} is its second word behind the verb, as `_WAYS` writes it; what follows a bar is left out where a move has no such word.
A word with * goes with who makes the move; a text without one is a sentence about nobody. A verb that is not here is told with
the cards behind it.
"""
DRAWS = {"card": 2, "deal": 2, "serve": 1, "draw": 1, "lose": 1}
"""Moves of chance that are told together where these first words are the same."""
_PAID = {"instead": ", discard*", "with": ", together with", "giving": ", discard*", "permanent": "for good"}


class MoveWords:
    """The words of one game; `people` are the seats at the terminal, `names` those of cards by their id."""

    def __init__(self, rules: Any, engine: str, names: Mapping[str, str], people: Sequence[int]) -> None:
        self.rules, self.engine, self.names, self.people = rules, engine, names, people

    def in_menu(self, turn: Turn) -> str:
        """Return what a move does, as an order to whoever makes it; for a game without words what its method says of itself."""
        method = None if self.engine in WORDS else getattr(self.rules, f"_do_{turn.move[0]}", None)
        meaning = (method.__doc__ or "").partition("\n")[0] if method else ""
        return self.written(turn).replace("*", "") + f": {meaning}" * bool(meaning)

    def sentences(self, turns: Sequence[Turn], after: Any) -> Iterator[str]:
        """Yield what happened in turns, as the people see them, and what has come of it in the state `after` them."""
        states = [*(turn.state for turn in turns[1:]), after]

        def alike(step: tuple[Turn, Any]) -> Any:
            width = DRAWS.get(step[0].move[0], 0) if step[0].seat == CHANCE else 0
            return step[0].move[:width] or id(step[0])

        for _, group in groupby(zip(turns, states, strict=True), alike):
            (turn, state), *others = group
            turn = turn._replace(move=(*turn.move, *(other.move[-1] for other, _ in others)))
            state = others[-1][1] if others else state
            for text in filter(None, (self._happened(turn), *self._came_of(turn, state))):
                yield f"{text[:1].upper()}{text[1:]}."

    def _happened(self, turn: Turn) -> str:
        text, actor = self.written(turn), turn.seat
        if "*" not in text:
            return text
        if actor == CHANCE:
            dealt = turn.move[0] in ("begin", "card", "deal")
            actor = turn.move[1] - 1 if dealt else getattr(turn.state, "seat", 0)
        return self._conjugated(actor, text)

    def _conjugated(self, seat: int, text: str) -> str:
        name = self.called(seat)
        spellings = {r"have\*": "has", r"([^aeiou])y\*": r"\1ies", r"(o|s|h)\*": r"\1es", r"\*": "s"}
        for verb, spelt in spellings.items() if name != "you" else [(r"\*", "")]:
            text = re.sub(verb, spelt, text)
        return f"{name} {text}"

    def called(self, seat: int) -> str:
        """Return how a player is called: you, if no other person plays here."""
        return "you" if [*self.people] == [seat] else f"seat {seat + 1}"

    def written(self, turn: Turn) -> str:
        """Return what a move does, with a mark behind its verbs."""
        verb, first, state = turn.move[0], str((*turn.move, "")[1]), turn.state
        use = getattr(self.rules, "verb", {}).get(first) if verb == "play" else first
        use = self.rules.variable if use == "agreed" else use
        templates = {"begin": "begin*", **WORDS.get(self.engine, {})}
        keys = (f"{verb} {getattr(state, 'phase', '')}", f"{verb} {use}", verb)
        alone = f"{verb}_".replace("_", "_" if turn.seat == CHANCE else "*_", 1).replace("_", " ").strip()
        template = next((templates[key] for key in keys if key in templates), f"{alone}| {{1:names}}")
        words = [_Word(self, turn, turn.move[place:]) for place in range(len(turn.move))]
        text, _, more = template.partition("|")
        text += more if more and int(more[more.rindex("{") + 1]) < len(words) else ""
        return text.format(*words, rules=self.rules, state=state)

    # What has come of a move.

    def _came_of(self, turn: Turn, after: Any) -> Iterator[str]:
        rules = self.rules
        yield from getattr(self, f"_in_{self.engine}", lambda *_: ())(turn.move, turn.state, after)
        unit = ("die", "dice") if self.engine == "ingeniators" else ("point", "points")
        for seat, (old, new) in enumerate(zip(rules.scores(turn.state), rules.scores(after), strict=True)):
            if old != new and self.engine != "yogire":
                yield self._conjugated(seat, f"now have* {counted(int(new), *unit)}")

    def _in_yoggity(self, move: Move, before: Any, after: Any) -> Iterator[str]:
        if before.order and after.order != before.order and move[0] not in ("fill", "bribe", "cancel"):
            yield "nobody has filled the order in time: it leaves the game"

    def _in_ryb(self, move: Move, before: Any, after: Any) -> Iterator[str]:
        tried, seat = ("try roll", "answer", "bank"), before.seat
        if before.phase in tried and after.phase not in tried and move[-1] not in ("no", "alone"):
            goal = self.rules.goal_tried(before)
            name, missing = self.names[goal.card], self.rules.goals[goal.card][1] - goal.banked
            rolled = before._replace(rolled=move[1:]) if before.phase == "try roll" else before
            points = self.rules.points(rolled, goal.card)
            if len(after.piles[seat]) > len(before.piles[seat]):
                yield self._conjugated(seat, f"complete* {name}")
            elif points:
                yield self._conjugated(seat, f"bank* {points} on {name}; it needs {missing - points} more")
            else:
                yield self._conjugated(seat, f"miss* {name}: nothing counts")
        if before.pools != after.pools and move[0] not in ("begin", "take"):
            for seat, pool in enumerate(after.pools):
                if pool != before.pools[seat]:
                    yield self._conjugated(seat, f"now have* dice: {amounts(pool, self.rules.colors)}")

    def _in_yes_broccoli(self, move: Move, before: Any, after: Any) -> Iterator[str]:
        if move[0] == "show" or (move[0] in ("play", "undo") and before.bids != after.bids):
            for seat, bid in enumerate(after.bids):
                yield self._conjugated(seat, f"now have* a bid of {bid.value} ({counted(bid.icons, 'icon')})")
        if after.lowest_first and not before.lowest_first:
            yield "the lowest bid takes first"

    def _in_yogire(self, move: Move, before: Any, after: Any) -> Iterator[str]:
        enemy = str(move[1]) if move[0] == "attack" else before.attacked
        struck = before.armed and not after.armed
        if struck and enemy in after.gone:
            yield f"you hit {enemy}: it is destroyed"
        elif struck:
            reacted = set(after.triggered) - set(before.triggered)
            attack = before.attack + self.rules.total("permanent", tuple(reacted), "boost")
            yield f"you miss: {attack} against strength {self.rules.strength(after, enemy)}"
        seen = self.rules.seen(before), self.rules.seen(after)
        for what, old, new in (("attack", before.attack, after.attack), ("visibility", *seen)):
            if old != new and not (struck and what == "attack"):
                yield f"your {what} is now {new}"


class _Word(NamedTuple):
    """A word of a move and those behind it; {2:who} of a template writes them by `_WAYS`."""

    words: MoveWords
    turn: Turn
    rest: Move

    def __format__(self, way: str) -> str:
        return _WAYS[way](self.words, self.turn, self.rest)


_WAYS: Mapping[str, Callable[[MoveWords, Turn, Move], str]] = {
    "": lambda _, __, rest: str(rest[0]).replace("_", " "),
    "words": lambda _, __, rest: listed(rest),
    "who": lambda words, _, rest: words.called(rest[0] - 1),
    "whose": lambda words, turn, rest: _whose(words.called(rest[0] - 1), mine=rest[0] - 1 == turn.seat),
    "name": lambda words, _, rest: _name(words, rest[0]),
    "names": lambda words, _, rest: listed([_name(words, *pair) for pair in Counter(rest).items()]),
    "again": lambda words, turn, rest: words.written(turn._replace(move=("play", *rest))),
    "dice": lambda words, _, rest: amounts(rest, words.rules.colors),
    "sides": lambda words, turn, _: _sides(**words.rules.details(turn.state, turn.move)),
    "odd": lambda words, _, rest: _odd_kind(words.rules, rest[0]),
    "thing": lambda _, __, rest: f"a {rest[0]}{' token' * (rest[0] != COIN)}",
    "points": lambda words, _, rest: counted(words.rules.points[rest[0]], "point"),
    "strength": lambda words, turn, rest: str(words.rules.strength(turn.state, rest[0])),
    "paid": lambda _, __, rest: _paid(rest),
}
"""How words of a move can be written."""


def _name(words: MoveWords, card: Any, count: int = 1) -> str:
    if card == UNSEEN:
        return counted(count, "card") if count > 1 else "a card"
    return f"{count} " * (count > 1) + words.names.get(str(card), str(card).replace("_", " "))


def _whose(name: str, *, mine: bool) -> str:
    return "your" if name == "you" else "its own" if mine else f"{name}'s"


def _odd_kind(rules: Any, tile: str) -> str:
    edges = rules.edges[rules.types.index(tile)]
    return str(next(rules.kinds[edge] for edge in edges if edges.count(edge) == 1))


def _sides(dice: Move, kind: str) -> str:
    return ", ".join(dice) + f"; a valve counts as {kind}" * ("valve" in dice)


def _paid(rest: Move) -> str:
    cards = list(takewhile(lambda word: word not in _PAID, rest))
    more = " ".join(str(_PAID.get(word, word)) for word in rest[len(cards) :])
    return (f", pay* with {listed(cards)}" if cards else "") + more.replace(" ,", ",")

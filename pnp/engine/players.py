"""Who plays: computer players, and a game of people against them."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from pnp.engine.decks_and_dice import UNSEEN
from pnp.engine.game_rules import CHANCE, OVER, GameRules, Move, Player, Turn, played

TRIALS = 12  # Games that the trying player plays out for each of its moves.


def at_random(rules: GameRules[Any], state: Any, random: Random) -> Move:
    """Choose any move, each as likely as the others."""
    return random.choice(rules.moves(state))


def greedy(rules: GameRules[Any], state: Any, random: Random) -> Move:
    """Choose the move after which the seat stands best; of several, any."""
    moves = rules.promising(state)
    if len(moves) == 1:
        return moves[0]
    seat = rules.to_move(state)
    kinds = [rules.alike(state, move) for move in moves]
    examples = dict(zip(kinds, moves, strict=True))
    values = {kind: rules.estimate(rules.apply(state, move), seat) for kind, move in examples.items()}
    best = max(values.values())
    return random.choice([move for kind, move in zip(kinds, moves, strict=True) if values[kind] == best])


def trying(rules: GameRules[Any], state: Any, random: Random) -> Move:
    """Choose the move that wins most of some games played out at random after it (flat Monte Carlo).

    It knows no more than its seat sees: what is hidden is guessed anew for each game.
    """
    moves = rules.moves(state)
    if len(moves) == 1:
        return moves[0]
    seat = rules.to_move(state)
    view, others = rules.view(state, seat), [at_random] * rules.seats

    def won(move: Move) -> float:
        wins = 0.0
        for _ in range(TRIALS):
            reached = rules.apply(rules.guess(view, seat, random), move)
            winners = played(rules, others, random, state=reached).winners
            wins += (seat in winners) / max(1, len(winners))
        return wins

    return max(moves, key=won)


PLAYERS: dict[str, Player] = {"random": at_random, "greedy": greedy, "search": trying}
# Moves that do nothing, made by themselves.
NOTHING = ("no_trade", "no_play", "pass", "skip", "stop", "stay")


class Session:
    """One game; `people` are the seats whose moves come from outside. Each step is kept, so that it can be taken back."""

    def __init__(self, rules: GameRules[Any], people: Sequence[int], others: Player, seed: int = 0) -> None:
        self.rules, self.people, self.others, self.seed = rules, tuple(people), others, seed
        self.turns: list[Turn] = []
        self.state: Any = rules.start()
        self.advance()

    @property
    def to_move(self) -> int:
        """The seat that is to move, one of the people, or OVER."""
        return self.rules.to_move(self.state)

    @property
    def moves(self) -> Sequence[Move]:
        return () if self.to_move == OVER else self.rules.moves(self.state)

    def choose(self, number: int) -> list[Turn]:
        """Make the move of that number, counted from 0; return it and what followed up to the next choice of a person."""
        before = len(self.turns)
        self._make(self.moves[number])
        self.advance()
        return self.turns[before:]

    def seen(self, turn: Turn) -> Turn:
        """Return a turn as the people see it: what looks the same to them whichever of several moves is made is hidden."""

        def views(state: Any) -> list[Any]:
            return [self.rules.view(state, seat) for seat in self.people]

        after = self.rules.apply(turn.state, turn.move)
        others = (self.rules.apply(turn.state, move) for move in islice(self.rules.listed(turn.state), 3))
        if turn.seat in self.people or not any(
            other != after and views(other) == views(after) for other in others
        ):
            return turn
        return turn._replace(move=(*turn.move[:-1], UNSEEN))

    def undo(self) -> bool:
        """Take back the last choice of a person and all that followed; False if there is none."""
        while self.turns:
            turn = self.turns.pop()
            self.state = turn.state
            if self._chooses(turn.seat):
                return True
        self.advance()
        return False

    def resume(self, turns: Sequence[Turn], state: Any) -> None:
        """Go on from a recorded game."""
        self.turns, self.state = list(turns), state
        self.advance()

    def advance(self) -> None:
        """Make the moves of chance and of the others up to the next choice of a person; after `undo` chance comes out the same."""
        while (seat := self.to_move) != OVER and not self._chooses(seat):
            rules, random = self.rules, Random(f"{self.seed} {len(self.turns)}")
            chance = seat == CHANCE
            self._make(rules.sample(self.state, random) if chance else self.others(rules, self.state, random))

    def _chooses(self, seat: int) -> bool:
        return seat in self.people and not (len(self.moves) == 1 and self.moves[0][0] in NOTHING)

    def _make(self, move: Move) -> None:
        self.turns.append(Turn(self.state, self.to_move, move))
        self.state = self.rules.apply(self.state, move)

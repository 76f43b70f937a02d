"""One game from start to end: players are asked, chance is drawn, and an endless game is ended and reported."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple

from pnp.engine.play.game_rules import CHANCE, OVER, GameRules, Move, Player


class Turn(NamedTuple):
    """A state, who moved in it, and the move."""

    state: Any
    seat: int
    move: Move


class Result(NamedTuple):
    """How a game ended: winners and scores by seat; `moves` are those of players; `endless` if it was stopped."""

    winners: tuple[int, ...]
    scores: tuple[float, ...]
    moves: int
    endless: bool


def played(
    rules: GameRules[Any],
    players: Sequence[Player],
    random: Random,
    watch: Callable[[Turn], None] | None = None,
    state: Any = None,
) -> Result:
    """Play a game to its end, from its start or from a `state`. `watch` is told of each move before it is made."""
    state, moves = rules.start() if state is None else state, 0
    for _ in range(rules.most_moves):
        seat = rules.to_move(state)
        if seat == OVER:
            return Result(rules.winners(state), rules.scores(state), moves, endless=False)
        if seat == CHANCE:
            move = rules.sample(state, random)
        else:
            move = players[seat](rules, state, random)
            moves += 1
        if watch is not None:
            watch(Turn(state, seat, move))
        state = rules.apply(state, move)
    return Result((), rules.scores(state), moves, endless=True)

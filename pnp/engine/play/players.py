"""Computer players: one plays at random, one looks a move ahead, one tries moves out."""

from random import Random
from typing import Any

from pnp.engine.play.game_rules import GameRules, Move, Player
from pnp.engine.play.referee import played

TRIALS = 12
"""Games that the trying player plays out for each of its moves."""


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

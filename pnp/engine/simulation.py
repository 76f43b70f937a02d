"""Many games between computer players: how long they are, who wins, which cards are drawn and played."""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from pnp.engine.game_rules import Event, GameRules, Turn, played, rules_of
from pnp.engine.players import PLAYERS
from pnp.model.game import Game
from pnp.workers.tasks import workers

SimulationRow = dict[str, Any]  # A tally as JSON has it.
CHUNK = 50  # Games that one worker plays at a time; each has a seed, so that the order never shows.


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """What is played: `games` for each number of `players`, all by one kind of `player`, on `workers` processes or `on` a cluster.

    The game number N is the same whatever the others are: its chance comes from `seed` + N.
    """

    players: tuple[int, ...]
    games: int = 1000
    player: str = "greedy"
    variant: str = ""
    seed: int = 0
    workers: int = 1
    on: str = ""
    trusted: Path | None = None  # A file with the rules of the game, which the user trusts.


@dataclass(slots=True)
class Tally:
    """What is counted over games with one number of players."""

    players: int
    games: int = 0
    endless: list[int] = field(default_factory=list)  # The seeds of games that were stopped.
    errors: list[str] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    winners: Counter[int] = field(default_factory=Counter)
    won: int = 0  # Games that somebody won.
    ties: int = 0
    margins: list[float] = field(default_factory=list)
    events: Counter[Event] = field(default_factory=Counter)  # How often each event happened.
    reached: Counter[Event] = field(default_factory=Counter)  # In how many games it happened.
    by_winners: Counter[Event] = field(default_factory=Counter)  # How often the winner of a game played it.

    def add(self, other: "Tally") -> None:
        """Count what another tally counted, too."""
        self.games += other.games
        self.won += other.won
        self.ties += other.ties
        for name in ("endless", "errors", "lengths", "margins"):
            getattr(self, name).extend(getattr(other, name))
        for name in ("winners", "events", "reached", "by_winners"):
            getattr(self, name).update(getattr(other, name))


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of a simulation: a tally for each number of players; `interrupted` if not all games were played."""

    game: Game
    options: SimulateOptions
    tallies: tuple[Tally, ...]
    interrupted: bool = False


def simulate(
    game: Game, options: SimulateOptions, progress: Callable[[str, int, int], object] = lambda *_: None
) -> Simulation:
    """Play games and return what is counted; `progress` is called with "play", the games played so far, and all.

    Ctrl-C ends it with what was played until then. Raises CannotUse as `rules_of` does.
    """
    for players in options.players:
        rules_of(game, players, options.variant, options.trusted)
    tallies = {players: Tally(players) for players in options.players}
    end = options.seed + options.games
    chunks = [range(start, min(start + CHUNK, end)) for start in range(options.seed, end, CHUNK)]
    tasks = [(players, seeds) for players in options.players for seeds in chunks]
    lock, total = threading.Lock(), options.games * len(options.players)

    def play(task: tuple[int, range]) -> None:
        players, seeds = task
        tally = shared.run(played_games, game, players, options, seeds)
        with lock:
            tallies[players].add(tally)
            progress("play", sum(tally.games for tally in tallies.values()), total)

    try:
        with workers(options.workers, options.on) as shared:
            shared.share_out(tasks, play)
    except KeyboardInterrupt:
        return Simulation(game, options, tuple(tallies.values()), interrupted=True)
    return Simulation(game, options, tuple(tallies.values()))


def played_games(game: Game, players: int, options: SimulateOptions, seeds: Sequence[int]) -> Tally:
    """Return what is counted over a game for each seed; a task for a worker."""
    rules = rules_of(game, players, options.variant, options.trusted)
    tally = Tally(players)
    for seed in seeds:
        _play_one(rules, options.player, seed, tally)
    return tally


def _play_one(rules: GameRules[Any], player: str, seed: int, tally: Tally) -> None:
    events: Counter[Event] = Counter()
    by_seat: Counter[tuple[int, Event]] = Counter()

    def watch(turn: Turn) -> None:
        for event in rules.events(turn.state, turn.move):
            events[event] += 1
            if event.kind == "played":
                by_seat[turn.seat, event] += 1

    tally.games += 1
    try:
        result = played(rules, [PLAYERS[player]] * rules.seats, Random(seed), watch)
    except Exception as error:  # noqa: BLE001 - a rule that fails is what a simulation is to find
        tally.errors.append(f"seed {seed}: {type(error).__name__}: {error}")
        return
    tally.events.update(events)
    tally.reached.update(dict.fromkeys(events, 1))
    tally.lengths.append(result.moves)
    if result.endless:
        tally.endless.append(seed)
        return
    tally.winners.update(result.winners)
    tally.won += bool(result.winners)
    tally.ties += len(result.winners) > 1
    best = sorted(result.scores, reverse=True)
    if len(best) > 1:
        tally.margins.append(best[0] - best[1])
    for (seat, event), count in by_seat.items():
        if seat in result.winners:
            tally.by_winners[event] += count


def simulation_row(game: Game, tally: Tally) -> SimulationRow:
    """Return a tally as `pnp simulate --format json` has it."""
    games = max(1, tally.games)
    lengths = tally.lengths or [0]
    cards: dict[str, dict[str, int]] = {
        f"{component.id}/{piece.id}": {"drawn": 0, "played": 0}
        for component, piece in game.pieces
        if not piece.extra and any(event.name.startswith(f"{component.id}/") for event in tally.events)
    }
    for event, count in tally.events.items():
        if event.kind in ("drawn", "played"):
            cards.setdefault(event.name, {"drawn": 0, "played": 0})[event.kind] += count
    return {
        "game": game.id,
        "players": tally.players,
        "games": tally.games,
        "endless": len(tally.endless),
        "endless_seeds": sorted(tally.endless)[:20],
        "errors": len(tally.errors),
        "error_messages": sorted(tally.errors)[:20],
        "length": {"mean": sum(lengths) / len(lengths), "min": min(lengths), "max": max(lengths)},
        "won": tally.won / games,
        "winners": [tally.winners[seat] / games for seat in range(tally.players)],
        "ties": tally.ties / games,
        "margin": sum(tally.margins) / len(tally.margins) if tally.margins else 0.0,
        "cards": cards,
        "played_by_winners": {event.name: count for event, count in sorted(tally.by_winners.items())},
        **{
            kinds: {event.name: count for event, count in sorted(tally.reached.items()) if event.kind == kind}
            for kinds, kind in (("rulings", "ruling"), ("exhausted", "exhausted"))
        },
    }

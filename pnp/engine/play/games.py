"""The games that can be played: which rules there are, for which players and variants."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

from pnp.engine.needs import Box
from pnp.engine.play.game_rules import GameRules
from pnp.model.errors import CannotUse
from pnp.model.game import Game, Value
from pnp.text import listed, suggest_argument

PLAYED = ("ingeniators", "ryb", "yes_broccoli", "yoggity", "yogire")
"""The engines, as `engine:` of game.yaml names them, whose module here has rules to play by."""


MOST = 300
"""No game has more of anything, dice or cards, points or rounds."""


def variants_of(game: Game) -> Mapping[str, str]:
    """Return the variants of a game, each with what it changes; "" is the game as it is. Raises CannotUse."""
    if game.engine not in PLAYED:
        raise CannotUse(
            f"{game.title} cannot be played: pnp knows no rules for it",
            f"it knows those of {listed(PLAYED)}",
        )
    return _class_of(game).variants


def player_counts(game: Game) -> tuple[int, ...]:
    """Return the numbers of players that the game is for."""
    return tuple(Box(game).players)


def rules_of(game: Game, players: int, variant: str = "") -> GameRules[Any]:
    """Return the rules of a game over its data. Raises CannotUse for a game, a number or a variant that there is not."""
    variants = variants_of(game)
    if variant not in variants:
        raise CannotUse(
            f'{game.title} has no variant "{variant}"',
            suggest_argument(variant, tuple(filter(None, variants)), "variants"),
        )
    box = Box(game)
    if players not in box.players:
        known = box.players
        way_out = (
            f"it is for {known[0]} to {known[-1]}" if known else "the fact players has no number of players"
        )
        raise CannotUse(f"{game.title} is not for {players} players", way_out)
    large = next(_too_large(game.facts), None)
    if large is not None:
        raise CannotUse(f"{game.title} cannot be played with {large:,} of anything", f"it can with {MOST:,}")
    try:
        rules = _class_of(game)(box, players, variant)
        rules.start()
    except Exception as error:  # data of another sort than the rules are for
        message = f"{game.title} cannot be played with these data ({type(error).__name__}: {error})"
        raise CannotUse(message, f"pnp check {game.id} says what play needs") from error
    return rules


def _too_large(value: Value) -> Iterator[float]:
    """Yield the numbers in facts that are so large that looking at all moves has no end."""
    if isinstance(value, Mapping | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _too_large(each)
    elif isinstance(value, int | float) and not abs(value) <= MOST:
        yield value


def _class_of(game: Game) -> type[GameRules[Any]]:
    rules: type[GameRules[Any]] = import_module(f"pnp.engine.play.{game.engine}").rules
    return rules

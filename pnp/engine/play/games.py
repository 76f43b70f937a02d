"""The games that can be played: their rules, numbers of players and variants."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any

from pnp.engine.box import ENGINES, PLAYED, Box
from pnp.engine.play.game_rules import GameRules
from pnp.model.errors import CannotUse
from pnp.model.game import Game, Value
from pnp.plugins import named
from pnp.text import listed, suggest_argument

MOST = 300
"""No game has more of anything, dice or cards, points or rounds."""


def variants_of(game: Game, trusted: Path | None = None) -> Mapping[str, str]:
    """Return the variants of a game, each with what it changes; "" is the game as it is. Raises CannotUse."""
    return _class_of(game, trusted).variants


def player_counts(game: Game) -> tuple[int, ...]:
    """Return the numbers of players that the game is for."""
    return tuple(Box(game).players)


def rules_of(game: Game, players: int, variant: str = "", trusted: Path | None = None) -> GameRules[Any]:
    """Return the rules of a game over its data: those of a file that the user trusts, or of its engine.

    Raises CannotUse for a game without rules, an unknown variant, a number of players that it is not for, and unfit data.
    """
    variants = variants_of(game, trusted)
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
        rules = _class_of(game, trusted)(box, players, variant)
        rules.start()
    except Exception as error:  # data of another sort than the rules are for
        message = f"{game.title} cannot be played with these data ({type(error).__name__}: {error})"
        raise CannotUse(message, f"pnp check {game.id} says what play needs") from error
    return rules


def _too_large(value: Value) -> Iterator[float]:
    """Yield the numbers in facts that are so large that looking at all moves has no end."""
    if isinstance(value, Mapping | tuple):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _too_large(item)
    elif isinstance(value, int | float) and not abs(value) <= MOST:
        yield value


def _class_of(game: Game, trusted: Path | None) -> type[GameRules[Any]]:
    """Return `rules` of a trusted file, of a module here, or of a package that is installed; raises CannotUse."""
    try:
        if trusted is not None:
            rules = run_path(str(trusted)).get("rules")
        elif game.engine in PLAYED:
            rules = import_module(f"pnp.engine.play.{game.engine}").rules
        else:
            rules = named(ENGINES, game.engine)
    except Exception as error:  # somebody else's program
        message = f"the rules of {game.title} cannot be loaded ({type(error).__name__}: {error})"
        raise CannotUse(message, str(trusted or game.engine)) from error
    if isinstance(rules, type) and issubclass(rules, GameRules):
        return rules
    hint = f"it knows those of {listed(PLAYED)}; --trust runs a play.py that lies in the folder of the game"
    raise CannotUse(f"{game.title} cannot be played: there are no rules for it", hint)

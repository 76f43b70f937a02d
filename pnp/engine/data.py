"""What the claims are tested on: the game, and the constants of its rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pnp.model.game import Game, Value, empty


@dataclass(frozen=True, slots=True)
class Data:
    """A game and the parameters of its rules.yaml."""

    game: Game
    params: Mapping[str, Value] = field(default_factory=empty)


class Unknown(Exception):
    """A claim cannot be tested, because what it speaks of is not in the data; str() says what."""


def fact(data: Data, path: str) -> Value:
    """Return the fact of the game at a dotted path, or the parameter of the rules; raises Unknown."""
    value: Value = data.game.facts
    for step in path.split("."):
        if not isinstance(value, Mapping) or step not in value:
            break
        value = value[step]
    else:
        return value
    if path in data.params:
        return data.params[path]
    raise Unknown(f"there is no fact {path}")

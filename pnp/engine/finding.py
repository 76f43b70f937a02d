"""What is wrong with a promise: a sentence, and the pieces it is about."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pnp.engine.selection import Item
from pnp.model.game import Value

SHOWN = 6
"""As many pieces as a line of a terminal holds."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as the claim says; `pieces` are ids."""

    says: str
    pieces: tuple[str, ...] = ()


def about(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the ids of the pieces, each once."""
    return tuple(dict.fromkeys(item.id for item in items))


def shown(value: Value) -> str:
    """Return a value as a message has it.

    >>> shown(2.0), shown(("red", "blue")), shown(None)
    ('2', 'red, blue', 'nothing')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"{value:g}" if abs(value) < 1e6 else f"{value}"
    if isinstance(value, tuple):
        return ", ".join(map(shown, value))
    if isinstance(value, str):
        return value
    return ", ".join(f"{key} {shown(each)}" for key, each in value.items())


def named(ids: Sequence[str]) -> str:
    """Return some ids as a sentence has them, a long list cut.

    >>> named(["a", "b"]), named(list("abcdefgh"))
    ('a and b', 'a, b, c, d, e, f and 2 more')
    """
    if len(ids) > SHOWN:
        return f"{', '.join(ids[:SHOWN])} and {len(ids) - SHOWN} more"
    return " and ".join(filter(None, (", ".join(ids[:-1]), *ids[-1:])))

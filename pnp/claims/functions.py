"""How functions of expressions are known: what they take, and what they give back."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from inspect import Parameter, Signature, signature
from typing import TypeVar, get_type_hints

from pnp.claims.pieces import Item, Pieces, QueryError, is_number, shown
from pnp.model.game import Value
from pnp.text import suggest


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is not as it should be; `pieces` are ids."""

    says: str
    pieces: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """What a question that is answered with yes or no found wrong; it is true when nothing is."""

    findings: tuple[Finding, ...]

    def __bool__(self) -> bool:
        return not self.findings


class Table(dict[str, Value]):
    """Values by name, and in `holders` the ids of the pieces behind each of them."""

    def __init__(self) -> None:
        super().__init__()
        self.holders: dict[str, list[str]] = {}


@dataclass(frozen=True, slots=True)
class Link:
    """A piece that a sentence names."""

    component: str
    piece: str


@dataclass(frozen=True, slots=True)
class Function:
    """A function of expressions, with what it takes, and an example of its use."""

    call: Callable[..., object]
    takes: Signature
    types: Mapping[str, object]
    example: str


FUNCTIONS: dict[str, Function] = {}
"""Every function by its name in expressions."""

F = TypeVar("F", bound=Callable[..., object])


def function(called: F) -> F:
    """Make a function known to expressions; a name that Python has otherwise ends in an underscore."""
    found = re.search(r"^ *> (.+?)(?:  +#|$)", called.__doc__ or "", re.MULTILINE)
    name = called.__name__.removesuffix("_")
    FUNCTIONS[name] = Function(
        called, signature(called), get_type_hints(called), found[1] if found else f"{name}()"
    )
    return called


_KINDS: Mapping[object, tuple[Callable[[object], bool], str]] = {
    Pieces: (lambda it: isinstance(it, Pieces), "pieces"),
    Item: (lambda it: isinstance(it, Item), "one piece, such as food.kale,"),
    str: (lambda it: isinstance(it, str), "a name in quotes"),
    float: (is_number, "a number"),
    int: (lambda it: type(it) is int, "a whole number"),
    tuple[object, ...]: (lambda it: isinstance(it, tuple), "a list"),
}
"""What a parameter of a type takes, and what to call it."""


def bound(name: str, given: Sequence[object], named: Mapping[str, object]) -> Mapping[str, object]:
    """Return what a call hands to a function by the names of its parameters; raises QueryError when it does not fit."""
    if name not in FUNCTIONS:
        hint = suggest(name, FUNCTIONS, what="functions")
        raise QueryError("syntax", f'there is no function "{name}"', hint, word=name)
    function, hint = FUNCTIONS[name], f"write {FUNCTIONS[name].example}"
    try:
        taken = function.takes.bind(*given, **named).arguments
    except TypeError as error:
        message = str(error).replace("'", '"')
        raise QueryError("syntax", f"{name}: {message}", hint, word=name) from None
    for key, held in taken.items():
        kind = _KINDS.get(function.types[key])
        several = function.takes.parameters[key].kind is Parameter.VAR_POSITIONAL
        if kind and not all(map(kind[0], held if several else (held,))):
            message = f"{name} takes {kind[1]} for {key}, not {shown(held)}"
            raise QueryError("syntax", message, hint, word=name)
    return taken


def about(items: Iterable[Item]) -> tuple[str, ...]:
    """Return the ids of the pieces, each once."""
    return tuple(dict.fromkeys(item.id for item in items))


SHOWN = 6
"""As many pieces as a line of a terminal holds."""


def named(ids: tuple[str, ...]) -> str:
    """Return some ids as a sentence has them, a long list cut.

    >>> named(("a", "b")), named(tuple("abcdefgh"))
    ('a and b', 'a, b, c, d, e, f and 2 more')
    """
    if len(ids) > SHOWN:
        return f"{', '.join(ids[:SHOWN])} and {len(ids) - SHOWN} more"
    return " and ".join(filter(None, (", ".join(ids[:-1]), *ids[-1:])))


def in_sentence(value: object) -> str:
    """Return a value as a sentence has it.

    >>> in_sentence(-2), in_sentence(2.50), in_sentence(("red", "blue", "green")), in_sentence(True)
    ('−2', '2.5', 'red, blue and green', 'yes')
    """
    if isinstance(value, tuple):
        words = [in_sentence(each) for each in value]
        return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        value = round(value, 4)
        return f"{int(value) if value.is_integer() else value}".replace("-", "−")
    if isinstance(value, int):
        return str(value).replace("-", "−")
    if isinstance(value, Link):
        return f"[[card {value.component}/{value.piece}]]"
    return value if isinstance(value, str) else ""

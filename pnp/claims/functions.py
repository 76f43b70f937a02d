"""Functions of expressions: their registry, and those that select, count and add.

A line of a docstring that begins with > is an example about the game of docs/claims.md; behind # stands what it finds.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, Signature, signature
from typing import TypeVar, get_type_hints

from pnp.claims.pieces import Condition, Item, Pieces, QueryError, is_number, same, shown, value_of, values_of
from pnp.model.game import Value
from pnp.model.locale import ENGLISH, Speech
from pnp.text import listed, suggest


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
    example = found[1] if found else f"{name}()"
    FUNCTIONS[name] = Function(called, signature(called), get_type_hints(called), example)
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
    return listed(ids if len(ids) <= SHOWN else (*ids[:SHOWN], f"{len(ids) - SHOWN} more"))


def in_sentence(value: object, speech: Speech = ENGLISH) -> str:
    """Return a value as a sentence of a language has it.

    >>> in_sentence(-2), in_sentence(2.50), in_sentence(("red", "blue", "green")), in_sentence(True)
    ('−2', '2.5', 'red, blue and green', 'yes')
    """
    if isinstance(value, tuple):
        return speech.listed([in_sentence(each, speech) for each in value])
    if isinstance(value, bool):
        return speech.said("yes" if value else "no")
    if isinstance(value, float):
        value = round(value, 4)
        said = f"{int(value) if value.is_integer() else value}"
        return said.replace("-", "−").replace(".", speech.decimal)
    if isinstance(value, int):
        return str(value).replace("-", "−")
    if isinstance(value, Link):
        return f"[[card {value.component}/{value.piece}]]"
    return value if isinstance(value, str) else ""


MOST = 10_000
"""The most combinations: the most pieces that a component can hold."""


# Which pieces: a selection again.


@function
def where(pieces: Pieces, field: str = "", wanted: object = None, /, **fields: object) -> Pieces:
    """Keep the pieces whose fields hold what is wanted; a field within a field is written with its name in quotes.

    > count(food|where(color='red')) == 4
    > count(spoons|where('box.price', 4)) == 4
    > count(food|where('needs.length', 2)) == 2       # count(food|where('needs.length', 2)) is 3, not 2
    """
    return pieces.where({field: wanted, **fields} if field else fields)


@function
def extras(pieces: Pieces) -> Pieces:
    """Count the pieces marked `extra: true` (reference cards, spares) too.

    > count(food|extras) == 7
    > count(food|extras) == 6                         # count(food|extras) is 7, not 6
    """
    return replace(pieces, with_extras=True)


@function
def distinct(pieces: Pieces) -> Pieces:
    """Count every piece once, however many copies there are.

    > count(food|distinct) == 3
    > count(food|distinct) == 6                       # count(food|distinct) is 3, not 6
    """
    return replace(pieces, chosen=tuple(replace(item, count=1) for item in pieces.chosen))


# What a field must hold.


@function
def between(low: float, high: float) -> Condition:
    """Meet numbers from `low` to `high`, both included.

    > count(food, value=between(1, 3)) == 5
    > count(food, value=between(2, 4)) == 5           # count(food, value=between(2, 4)) is 3, not 5
    """
    if low > high:
        raise QueryError("value", f"from {low:g} to {high:g} runs backwards", f"write {high:g}, {low:g}")
    whole = float(low).is_integer() and float(high).is_integer() and high - low < MOST
    numbers = tuple(range(int(low), int(high) + 1)) if whole else ()
    return Condition(f"{low:g} to {high:g}", lambda it: is_number(it) and low <= it <= high, numbers=numbers)


@function
def at_least(low: float) -> Condition:
    """Meet this number and all above it.

    > count(food, color='red', value=at_least(2)) == 1
    > tally(food, 'color') == dict(red=at_least(5), green=2)   # tally(food, 'color'): red is 4, not at least 5
    """
    return Condition(f"at least {low:g}", lambda it: is_number(it) and it >= low)


@function
def at_most(high: float) -> Condition:
    """Meet this number and all below it.

    > count(food, value=at_most(3)) == 5
    > tally(food, 'color') == dict(red=at_most(3), green=2)    # tally(food, 'color'): red is 4, not at most 3
    """
    return Condition(f"at most {high:g}", lambda it: is_number(it) and it <= high)


@function
def above(low: float) -> Condition:
    """Meet the numbers above this one.

    > count(food, value=above(1)) == 3
    > count(food, value=above(3)) == 3                # count(food, value=above(3)) is 1, not 3
    """
    return Condition(f"more than {low:g}", lambda it: is_number(it) and it > low)


@function
def below(high: float) -> Condition:
    """Meet the numbers below this one.

    > list(food, 'name', value=below(4)) == ['Leek', 'Carrot']
    > count(food, value=below(3)) == 5                # count(food, value=below(3)) is 3, not 5
    """
    return Condition(f"less than {high:g}", lambda it: is_number(it) and it < high)


@function
def other_than(*values: object) -> Condition:
    """Meet anything else, even nothing.

    > count(food, color=other_than('red')) == 2
    > count(food, value=other_than(between(1, 3))) == 2   # count(food, value=other_than(between(1, 3))) is 1, not 2
    """

    def holds(held: object) -> bool:
        each = held if isinstance(held, tuple) else (held,)
        return not any(same(value, wanted) for value in each for wanted in values)

    return Condition(f"not {' or '.join(map(shown, values))}", holds, whole=True)


@function
def exactly(*values: object) -> Condition:
    """Meet a list of just these, in any order.

    > count(food, needs=exactly('knife', 'pot')) == 3
    > count(food, needs=exactly('pot')) == 3          # count(food, needs=exactly('pot')) is 2, not 3
    """

    def holds(held: object) -> bool:
        each = held if isinstance(held, tuple) else (held,)
        return sorted(map(repr, each)) == sorted(map(repr, values))

    return Condition(f"exactly {', '.join(map(shown, values))}", holds, whole=True)


# Numbers and values.


@function
def count(pieces: Pieces, /, **fields: object) -> int:
    """Count the pieces, every copy.

    > count(food) == 6
    > 5 <= count(food + tools) <= 8
    > count(food) == 7                                # count(food) is 6, not 7
    > count(food) >= 7                                # count(food) is 6, not at least 7
    """
    return pieces.where(fields).count


@function
def sum_(pieces: Pieces, field: str, /, **fields: object) -> float:
    """Add up the numbers in a field, every copy.

    > sum(food, 'value') == 13
    > sum(food, 'value') == 2 * count(food)           # sum(food, 'value') is 13, not 12 (2 * count(food))
    """
    return sum(number * copies for number, copies in pieces.where(fields).numbers(field))


@function
def min_(pieces: Pieces, field: str, /, **fields: object) -> float:
    """Return the smallest number in a field.

    > min(food, 'value') == 1
    > min(food, 'value', color='red') == 4            # min(food, 'value', color='red') is 1, not 4
    """
    return min(number for number, _ in pieces.where(fields).numbers(field))


@function
def max_(pieces: Pieces, field: str, /, **fields: object) -> float:
    """Return the largest number in a field.

    > max(food, 'value') == facts.hand + min(food, 'value')
    > max(food, 'value') < 4                          # max(food, 'value') is 4, not less than 4
    """
    return max(number for number, _ in pieces.where(fields).numbers(field))


@function
def list_(pieces: Pieces, field: str, /, **fields: object) -> tuple[Value, ...]:
    """List what a field holds, each value once, the items of a list one by one.

    > list(food, 'color') == ['green', 'red']
    > list(food, 'needs') == ['pot']                  # list(food, 'needs') is pot, knife, not pot
    """
    chosen = pieces.where(fields, field)
    return tuple({repr(value): value for item in chosen for value in values_of(item, field)}.values())


@function
def kinds(pieces: Pieces, field: str, /, **fields: object) -> int:
    """Count the different values of a field.

    > kinds(food, 'color') == count(tools)
    > kinds(food, 'needs') == 3                       # kinds(food, 'needs') is 2, not 3
    """
    return len(list_(pieces, field, **fields))


@function
def length(value: object) -> int:
    """Return how many items a list has.

    > length(facts.meals) == 2
    > length(facts.meals) == 3                        # length(facts.meals) is 2, not 3
    """
    if isinstance(value, tuple | str | Mapping):
        return len(value)
    raise QueryError("value", f"{shown(value)} has no length", "use it with a list")


@function
def dict_(**values: object) -> Mapping[str, object]:
    """Make a table to compare with; names that are no plain words are written {'a name': 3}.

    > tally(food, 'color') == dict(red=4, green=2)
    > tally(food, 'color') == dict(red=4, green=3)    # tally(food, 'color'): green is 2, not 3
    """
    return values


@function
def tally(pieces: Pieces, field: str, /, **fields: object) -> Mapping[str, Value]:
    """Count how often each value of a field occurs, every copy, the items of a list one by one.

    > tally(food, 'needs') == dict(pot=5, knife=4)
    > tally(food, 'color') == dict(red=4)             # tally(food, 'color'): green is 2 and not listed
    """
    numbers: Counter[str] = Counter()
    table = Table()
    for item in pieces.where(fields, field):
        for value in values_of(item, field):
            numbers[shown(value)] += item.count
            table.holders.setdefault(shown(value), []).append(item.id)
    table.update(numbers)
    return table


@function
def values(pieces: Pieces, field: str, /, by: str = "id", **fields: object) -> Mapping[str, Value]:
    """Return what a field holds, piece by piece, pieces known by their id or by another field.

    > values(food, 'copies') == dict(leek=2, carrot=3, pepper=1)
    > values(food, 'value', by='name', color='green') == {'Leek': 3}
    > values(food, 'needs') == dict(leek=['pot'], carrot=['pot', 'knife'], pepper=['knife'])
    > values(food, 'value') == dict(leek=3, carrot=2, peper=4)   # values(food, 'value'): carrot is 1, not 2; pepper is 4 and not listed; there is no peper
    """
    table = Table()
    for item in pieces.where(fields, field, by):
        name = shown(value_of(item, by))
        if name in table:
            hint = "name pieces by a field that tells them apart"
            raise QueryError("value", f"{name} is there twice", hint)
        table[name] = value_of(item, field)
        table.holders[name] = [item.id]
    return table


# Words of sentences.


@function
def plural(number: float, one: str, many: str) -> str:
    """Return a number with the word for so many: "1 card", "2 cards".

    > plural(count(food), 'card', 'cards') == '6 cards'
    > plural(1, 'die', 'dice') == '1 dice'            # plural(1, 'die', 'dice') is 1 die, not 1 dice
    """
    return f"{in_sentence(number)} {one if number == 1 else many}"


@function
def card(piece: Item) -> Link:
    """Return a link to the piece; only sentences of rules.yaml have use for it."""
    return Link(piece.component, piece.id)

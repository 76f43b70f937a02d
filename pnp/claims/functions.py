"""Functions of expressions: their registry, and those that select, count and add.

A line of a docstring that begins with > is an example about the game of docs/claims.md; behind # stands what it finds.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, Signature, signature
from itertools import product
from math import prod
from typing import TypeVar, get_type_hints

from pnp.claims.selections import (
    ROUNDING,
    Condition,
    Item,
    Pieces,
    QueryError,
    is_number,
    same,
    shown,
    value_of,
    values_of,
)
from pnp.model.game import Value
from pnp.text import ENGLISH, Speech, listed, suggest


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


FUNCTIONS: dict[str, Function] = {}  # Every function by its name in expressions.
F = TypeVar("F", bound=Callable[..., object])


def function(called: F) -> F:
    """Make a function known to expressions; a name that Python has otherwise ends in an underscore."""
    match = re.search(r"^ *> (.+?)(?:  +#|$)", called.__doc__ or "", re.MULTILINE)
    name = called.__name__.removesuffix("_")
    example = match[1] if match else f"{name}()"
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


SHOWN = 6  # As many pieces as a line of a terminal holds.


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
        return speech.listed([in_sentence(item, speech) for item in value])
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


MOST = 10_000  # The most combinations: the most pieces that a component can hold.


# Which pieces: a selection again.


@function
def where(pieces: Pieces, field: str = "", wanted: object = None, /, **fields: object) -> Pieces:
    """Keep the pieces whose fields hold the given values; quote the name of a nested field.

    > count(food|where(color='red')) == 4
    > count(spoons|where('box.price', 4)) == 4
    > count(food|where('needs.length', 2)) == 2       # count(food|where('needs.length', 2)) is 3, not 2
    """
    return pieces.where({field: wanted, **fields} if field else fields)


@function
def extras(pieces: Pieces) -> Pieces:
    """Include the pieces marked `extra: true` (reference cards, spares).

    > count(food|extras) == 7
    > count(food|extras) == 6                         # count(food|extras) is 7, not 6
    """
    return replace(pieces, with_extras=True)


@function
def distinct(pieces: Pieces) -> Pieces:
    """Count every piece once, however many copies it has.

    > count(food|distinct) == 3
    > count(food|distinct) == 6                       # count(food|distinct) is 3, not 6
    """
    return replace(pieces, chosen=tuple(replace(item, count=1) for item in pieces.chosen))


# What a field must hold.


@function
def between(low: float, high: float) -> Condition:
    """Match numbers from `low` to `high`, both included.

    > count(food, value=between(1, 3)) == 5
    > count(food, value=between(2, 4)) == 5           # count(food, value=between(2, 4)) is 3, not 5
    """
    if low > high:
        raise QueryError("value", f"from {low:g} to {high:g} is reversed", f"write {high:g}, {low:g}")
    whole = float(low).is_integer() and float(high).is_integer() and high - low < MOST
    numbers = tuple(range(int(low), int(high) + 1)) if whole else ()
    return Condition(f"{low:g} to {high:g}", lambda it: is_number(it) and low <= it <= high, numbers=numbers)


@function
def at_least(low: float) -> Condition:
    """Match this number and all above it.

    > count(food, color='red', value=at_least(2)) == 1
    > tally(food, 'color') == dict(red=at_least(5), green=2)   # tally(food, 'color'): red is 4, not at least 5
    """
    return Condition(f"at least {low:g}", lambda it: is_number(it) and it >= low)


@function
def at_most(high: float) -> Condition:
    """Match this number and all below it.

    > count(food, value=at_most(3)) == 5
    > tally(food, 'color') == dict(red=at_most(3), green=2)    # tally(food, 'color'): red is 4, not at most 3
    """
    return Condition(f"at most {high:g}", lambda it: is_number(it) and it <= high)


@function
def above(low: float) -> Condition:
    """Match the numbers above this one.

    > count(food, value=above(1)) == 3
    > count(food, value=above(3)) == 3                # count(food, value=above(3)) is 1, not 3
    """
    return Condition(f"more than {low:g}", lambda it: is_number(it) and it > low)


@function
def below(high: float) -> Condition:
    """Match the numbers below this one.

    > list(food, 'name', value=below(4)) == ['Leek', 'Carrot']
    > count(food, value=below(3)) == 5                # count(food, value=below(3)) is 3, not 5
    """
    return Condition(f"less than {high:g}", lambda it: is_number(it) and it < high)


@function
def other_than(*values: object) -> Condition:
    """Match anything else, including a field that is missing or empty.

    > count(food, color=other_than('red')) == 2
    > count(food, value=other_than(between(1, 3))) == 2   # count(food, value=other_than(between(1, 3))) is 1, not 2
    """

    def holds(held: object) -> bool:
        items = held if isinstance(held, tuple) else (held,)
        return not any(same(value, wanted) for value in items for wanted in values)

    return Condition(f"not {' or '.join(map(shown, values))}", holds, whole=True)


@function
def exactly(*values: object) -> Condition:
    """Match a list of exactly these items, in any order.

    > count(food, needs=exactly('knife', 'pot')) == 3
    > count(food, needs=exactly('pot')) == 3          # count(food, needs=exactly('pot')) is 2, not 3
    """

    def holds(held: object) -> bool:
        items = held if isinstance(held, tuple) else (held,)
        return sorted(map(repr, items)) == sorted(map(repr, values))

    return Condition(f"exactly {', '.join(map(shown, values))}", holds, whole=True)


# Numbers and values.


@function
def count(pieces: Pieces, /, **fields: object) -> int:
    """Count the pieces, including copies.

    > count(food) == 6
    > 5 <= count(food + tools) <= 8
    > count(food) == 7                                # count(food) is 6, not 7
    > count(food) >= 7                                # count(food) is 6, not at least 7
    """
    return pieces.where(fields).count


@function
def sum_(pieces: Pieces, field: str, /, **fields: object) -> float:
    """Add up the numbers in a field, including copies.

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
    """List the values of a field, each once; the items of a list count one by one.

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
    """Make a table to compare with; write names that are not plain words as {'a name': 3}.

    > tally(food, 'color') == dict(red=4, green=2)
    > tally(food, 'color') == dict(red=4, green=3)    # tally(food, 'color'): green is 2, not 3
    """
    return values


@function
def tally(pieces: Pieces, field: str, /, **fields: object) -> Mapping[str, Value]:
    """Count how often each value of a field occurs, including copies; the items of a list count one by one.

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
    """Return the value of a field for each piece, by id or by another field.

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
            raise QueryError("value", f"{name} occurs twice", hint)
        table[name] = value_of(item, field)
        table.holders[name] = [item.id]
    return table


# Words of sentences.


@function
def plural(number: float, one: str, many: str) -> str:
    """Return a number with the singular or plural of a word: "1 card", "2 cards".

    > plural(count(food), 'card', 'cards') == '6 cards'
    > plural(1, 'die', 'dice') == '1 dice'            # plural(1, 'die', 'dice') is 1 die, not 1 dice
    """
    return f"{in_sentence(number)} {one if number == 1 else many}"


@function
def card(piece: Item) -> Link:
    """Return a link to the piece, for sentences of rules.yaml."""
    return Link(piece.component, piece.id)


# Functions that answer yes or no and say what is wrong.


@function
def within(
    pieces: Pieces, field: str, low: float | None = None, high: float | None = None, *, reached: bool = False
) -> Iterator[Finding]:
    """Check that every piece has a number from `low` to `high` in a field; with `reached` both ends must occur.

    > within(food, 'value', 1, 4, reached=true)
    > within(food, 'value', 1, 3)                     # value of pepper is 4, not 1 to 3
    > within(food, 'value', high=5, reached=true)     # no value is 5
    """
    pieces.require(field)
    span = at_most(high or 0) if low is None else at_least(low) if high is None else between(low, high)
    seen = set[Value]()
    for item in pieces:
        held = values_of(item, field)
        seen.update(value for value in held if is_number(value))
        if not held or not all(map(span.holds, held)):
            says = f"{field} of {item.id} is {shown(value_of(item, field))}, not {span}"
            yield Finding(says, (item.id,))
    ends = (end for end in (low, high) if reached and end is not None and end not in seen)
    yield from (Finding(f"no {field} is {shown(end)}") for end in ends)


@function
def unique(pieces: Pieces, *by: str) -> Iterator[Finding]:
    """Check that no two pieces have the same values in some fields.

    > unique(food, 'color', 'value')
    > unique(food, 'color')                           # carrot and pepper have the same color: red
    """
    groups: dict[str, list[Item]] = {}
    pieces.require(*by)
    for item in pieces:
        groups.setdefault(repr([value_of(item, field) for field in by]), []).append(item)
    for items in groups.values():
        if len(items) > 1:
            held = ", ".join(shown(value_of(items[0], field)) for field in by)
            says = f"{named(about(items))} have the same {named(by)}: {held}"
            yield Finding(says, about(items))


@function
def combinations(pieces: Pieces, each: int = 1, /, **fields: object) -> Iterator[Finding]:
    """Check that every combination of the values of some fields occurs once, or `each` times, and no other.

    > combinations(spoons, color=['red', 'green'], size=between(1, 2))
    > combinations(spoons|where(size=1), color=['red', 'green', 'blue'], size=1)     # there is no blue 1
    > combinations(spoons|where(color='red'), 2, color='red', size=between(1, 2))    # red 1 occurs once, not 2 times; red 2 occurs once, not 2 times
    > combinations(spoons|where(size=1), color='red', size=between(1, 2))            # there is no red 2; green-1 is green 1, none of the combinations
    """
    listed = [
        wanted.numbers
        if isinstance(wanted, Condition)
        else wanted
        if isinstance(wanted, tuple)
        else (wanted,)
        for wanted in fields.values()
    ]
    if not 0 < (number := prod(map(len, listed))) <= MOST:
        hint = "write color=['red', 'blue'], value=between(1, 9)"
        raise QueryError("limit", f"this makes {number:,} combinations; the limit is {MOST:,}", hint)
    pieces.require(*fields)
    wanted = {repr(combination): combination for combination in product(*listed)}
    present: dict[str, list[Item]] = {}
    for item in pieces:
        present.setdefault(repr(tuple(value_of(item, field) for field in fields)), []).append(item)
    for key, combination in wanted.items():
        number = sum(item.count for item in present.get(key, ()))
        if number != each:
            words = " ".join(map(shown, combination))
            counts = f"{words} occurs {_times(number)}, not {_times(each)}"
            yield Finding(counts if number else f"there is no {words}", about(present.get(key, ())))
    for item in pieces:
        held = tuple(value_of(item, field) for field in fields)
        if repr(held) not in wanted:
            says = f"{item.id} is {' '.join(map(shown, held))}, none of the combinations"
            yield Finding(says, (item.id,))


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


@function
def covers(pieces: Pieces, field: str, values: tuple[object, ...]) -> Iterator[Finding]:
    """Check that each of the given values occurs in a field.

    > covers(food, 'needs', ['pot', 'knife'])
    > covers(food, 'needs', ['pot', 'whisk'])         # no needs is whisk
    """
    pieces.require(field)
    held = [value for item in pieces if item.count for value in values_of(item, field)]
    lacking = (wanted for wanted in values if not any(same(value, wanted) for value in held))
    yield from (Finding(f"no {field} is {shown(wanted)}") for wanted in lacking)


def _strangers(pieces: Pieces, field: str, known: Iterable[object], nothing: str) -> Iterator[Finding]:
    pieces.require(field)
    allowed = tuple(known)
    words = {value for value in allowed if isinstance(value, str)}
    for item in pieces:
        held = values_of(item, field)
        if not held:
            yield Finding(f"{item.id} has no {field}", (item.id,))
        for value in held:
            is_word = isinstance(value, str) and value in words
            if not is_word and not any(same(value, option) for option in allowed):
                yield Finding(f"{field} of {item.id} is {shown(value)}, {nothing}", (item.id,))


@function
def subset(pieces: Pieces, field: str, values: tuple[object, ...]) -> Iterator[Finding]:
    """Check that every piece has the field, with one of the given values.

    > subset(food, 'color', ['red', 'green'])
    > subset(food, 'color', ['red', 'blue'])          # color of leek is green, none of red, blue
    """
    return _strangers(pieces, field, values, f"none of {shown(values)}")


@function
def refers_to(pieces: Pieces, field: str, others: Pieces, target: str = "id") -> Iterator[Finding]:
    """Check that the value of a field is the id, or the `target` field, of one of the other pieces.

    > refers_to(food, 'needs', tools)
    > refers_to(food, 'color', spoons, 'color')
    > refers_to(tools, 'id', food)                    # id of pot is pot, which is not the id of any food; id of knife is knife, which is not the id of any food
    """
    others.require(target)
    known = [value for item in replace(others, with_extras=True) for value in values_of(item, target)]
    return _strangers(pieces, field, known, f"which is not the {target} of any {others.name}")


@function
def follows(
    pieces: Pieces, field: str, source: str, *, times: float = 1, plus: float = 0
) -> Iterator[Finding]:
    """Check that one number of each piece equals another, multiplied by `times` and increased by `plus`; a list counts its items.

    > follows(food, 'price', 'value', times=2)
    > follows(food|where(id='leek'), 'value', 'needs', times=4, plus=-1)
    > follows(food|where(color='red'), 'price', 'value', plus=4)   # price of carrot is 2; value 1 makes 5
    """
    pieces.require(field, source)
    for item in pieces:
        value, held = value_of(item, field), value_of(item, source)
        base = len(held) if isinstance(held, tuple) else held
        wanted = base * times + plus if is_number(base) else None
        if wanted is None or not is_number(value) or abs(value - wanted) > ROUNDING:
            makes = f"{source} {shown(held)} makes {shown(wanted)}"
            yield Finding(f"{field} of {item.id} is {shown(value)}; {makes}", (item.id,))


@function
def back(pieces: Pieces, template: str | None) -> Iterator[Finding]:
    """Check that every piece has this template on its back; `none` means no back.

    > back(food, 'food-back.svg.j2')
    > back(tools, none)
    > back(tools|where(id='pot'), 'food-back.svg.j2')  # the back of pot is empty, not food-back.svg.j2
    """
    for item in pieces:
        file = value_of(item, "back")
        has = file.rpartition("/")[2] if isinstance(file, str) else None
        if has != template:
            says = f"the back of {item.id} is {has or 'empty'}, not {template or 'empty'}"
            yield Finding(says, (item.id,))

"""Functions of expressions that answer yes or no and say what is wrong.

A line of a docstring that begins with > is an example about the game of docs/claims.md; behind # stands what it finds.
"""

from collections.abc import Iterable
from dataclasses import replace
from itertools import product
from math import prod

from pnp.claims.functions import MOST, Check, Finding, about, at_least, at_most, between, function, named
from pnp.claims.pieces import (
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


def _check(findings: Iterable[Finding]) -> Check:
    return Check(tuple(findings))


@function
def within(
    pieces: Pieces, field: str, low: float | None = None, high: float | None = None, *, reached: bool = False
) -> Check:
    """Check that every piece has a number from `low` to `high` in a field; with `reached` both ends must occur.

    > within(food, 'value', 1, 4, reached=true)
    > within(food, 'value', 1, 3)                     # value of pepper is 4, not 1 to 3
    > within(food, 'value', high=5, reached=true)     # no value is 5
    """
    pieces.require(field)
    span = at_most(high or 0) if low is None else at_least(low) if high is None else between(low, high)
    wrong, seen = [], set[Value]()
    for item in pieces:
        held = values_of(item, field)
        seen.update(value for value in held if is_number(value))
        if not held or not all(map(span.holds, held)):
            says = f"{field} of {item.id} is {shown(value_of(item, field))}, not {span}"
            wrong.append(Finding(says, (item.id,)))
    ends = [end for end in (low, high) if reached and end is not None and end not in seen]
    return _check((*wrong, *(Finding(f"no {field} is {shown(end)}") for end in ends)))


@function
def unique(pieces: Pieces, *by: str) -> Check:
    """Check that no two pieces have the same values in some fields.

    > unique(food, 'color', 'value')
    > unique(food, 'color')                           # carrot and pepper have the same color: red
    """
    groups: dict[str, list[Item]] = {}
    pieces.require(*by)
    for item in pieces:
        groups.setdefault(repr([value_of(item, field) for field in by]), []).append(item)
    wrong = []
    for items in groups.values():
        if len(items) > 1:
            held = ", ".join(shown(value_of(items[0], field)) for field in by)
            says = f"{named(about(items))} have the same {named(by)}: {held}"
            wrong.append(Finding(says, about(items)))
    return _check(wrong)


@function
def combinations(pieces: Pieces, each: int = 1, /, **fields: object) -> Check:
    """Check that every combination of the values of some fields is there once, or `each` times, and no other.

    > combinations(spoons, color=['red', 'green'], size=between(1, 2))
    > combinations(spoons|where(size=1), color=['red', 'green', 'blue'], size=1)     # there is no blue 1
    > combinations(spoons|where(color='red'), 2, color='red', size=between(1, 2))    # red 1 is there once, not 2 times; red 2 is there once, not 2 times
    > combinations(spoons|where(size=1), color='red', size=between(1, 2))            # there is no red 2; green-1 is green 1, none of the combinations
    """
    listed = [_listed(wanted) for wanted in fields.values()]
    if not 0 < (number := prod(map(len, listed))) <= MOST:
        hint = "write color=['red', 'blue'], value=between(1, 9)"
        raise QueryError("limit", f"this makes {number:,} combinations; the limit is {MOST:,}", hint)
    pieces.require(*fields)
    wanted = {repr(combination): combination for combination in product(*listed)}
    there: dict[str, list[Item]] = {}
    for item in pieces:
        there.setdefault(repr(tuple(value_of(item, field) for field in fields)), []).append(item)
    wrong = []
    for key, combination in wanted.items():
        number = sum(item.count for item in there.get(key, ()))
        if number != each:
            said = " ".join(map(shown, combination))
            counts = f"{said} is there {_times(number)}, not {_times(each)}"
            wrong.append(Finding(counts if number else f"there is no {said}", about(there.get(key, ()))))
    for item in pieces:
        held = tuple(value_of(item, field) for field in fields)
        if repr(held) not in wanted:
            says = f"{item.id} is {' '.join(map(shown, held))}, none of the combinations"
            wrong.append(Finding(says, (item.id,)))
    return _check(wrong)


def _listed(wanted: object) -> tuple[object, ...]:
    if isinstance(wanted, Condition):
        return wanted.numbers
    return wanted if isinstance(wanted, tuple) else (wanted,)


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


@function
def covers(pieces: Pieces, field: str, values: tuple[object, ...]) -> Check:
    """Check that each of some values occurs in a field.

    > covers(food, 'needs', ['pot', 'knife'])
    > covers(food, 'needs', ['pot', 'whisk'])         # no needs is whisk
    """
    pieces.require(field)
    held = [value for item in pieces if item.count for value in values_of(item, field)]
    lacking = (wanted for wanted in values if not any(same(value, wanted) for value in held))
    return _check(Finding(f"no {field} is {shown(wanted)}") for wanted in lacking)


def _strangers(pieces: Pieces, field: str, known: Iterable[object], nothing: str) -> Check:
    """Find the pieces that hold something unknown in a field, or nothing."""
    pieces.require(field)
    allowed, wrong = tuple(known), []
    words = {value for value in allowed if isinstance(value, str)}
    for item in pieces:
        held = values_of(item, field)
        if not held:
            wrong.append(Finding(f"{item.id} has no {field}", (item.id,)))
        for value in held:
            is_word = isinstance(value, str) and value in words
            if not is_word and not any(same(value, each) for each in allowed):
                wrong += [Finding(f"{field} of {item.id} is {shown(value)}, {nothing}", (item.id,))]
    return _check(wrong)


@function
def subset(pieces: Pieces, field: str, values: tuple[object, ...]) -> Check:
    """Check that a field holds nothing but some values, and that every piece has it.

    > subset(food, 'color', ['red', 'green'])
    > subset(food, 'color', ['red', 'blue'])          # color of leek is green, none of red, blue
    """
    return _strangers(pieces, field, values, f"none of {shown(values)}")


@function
def refers_to(pieces: Pieces, field: str, others: Pieces, target: str = "id") -> Check:
    """Check that what a field holds is the id of one of the other pieces, or one of their values of `target`.

    > refers_to(food, 'needs', tools)
    > refers_to(food, 'color', spoons, 'color')
    > refers_to(tools, 'id', food)                    # id of pot is pot, which is no id of food; id of knife is knife, which is no id of food
    """
    others.require(target)
    known = [value for item in replace(others, with_extras=True) for value in values_of(item, target)]
    return _strangers(pieces, field, known, f"which is no {target} of {others.name}")


@function
def follows(pieces: Pieces, field: str, source: str, *, times: float = 1, plus: float = 0) -> Check:
    """Check that a number of each piece is another of its numbers, times and plus something; a list counts its items.

    > follows(food, 'price', 'value', times=2)
    > follows(food|where(id='leek'), 'value', 'needs', times=4, plus=-1)
    > follows(food|where(color='red'), 'price', 'value', plus=4)   # price of carrot is 2; value 1 makes 5
    """
    pieces.require(field, source)
    wrong = []
    for item in pieces:
        there, held = value_of(item, field), value_of(item, source)
        base = len(held) if isinstance(held, tuple) else held
        wanted = base * times + plus if is_number(base) else None
        if wanted is None or not is_number(there) or abs(there - wanted) > ROUNDING:
            makes = f"{source} {shown(held)} makes {shown(wanted)}"
            wrong.append(Finding(f"{field} of {item.id} is {shown(there)}; {makes}", (item.id,)))
    return _check(wrong)


@function
def back(pieces: Pieces, template: str | None) -> Check:
    """Check that every piece has this template on its back; `none` is for pieces without a back.

    > back(food, 'food-back.svg.j2')
    > back(tools, none)
    > back(tools|where(id='pot'), 'food-back.svg.j2')  # the back of pot is empty, not food-back.svg.j2
    """
    wrong = []
    for item in pieces:
        file = value_of(item, "back")
        has = file.rpartition("/")[2] if isinstance(file, str) else None
        if has != template:
            says = f"the back of {item.id} is {has or 'empty'}, not {template or 'empty'}"
            wrong.append(Finding(says, (item.id,)))
    return _check(wrong)

"""What a test looked at: every selection and number in it, with the pieces."""

from collections.abc import Iterator, Mapping

from pnp.engine.data import Data, Unknown, fact
from pnp.engine.finding import shown
from pnp.engine.quantity import amount
from pnp.engine.selection import select, value_of
from pnp.model.claims import All, Back, Condition, DerivedFrom, Equals, Quantity, Selection, Test, Unique
from pnp.model.game import Value


def looked_at(test: Test, data: Data) -> Iterator[str]:
    """Yield a line for each fact, selection and piece that the test reads."""
    try:
        yield from _read(test, data)
    except Unknown as unknown:
        yield str(unknown)


def _read(test: Test, data: Data) -> Iterator[str]:
    match test:
        case All():
            for each in test.tests:
                yield from looked_at(each, data)
        case Equals():
            yield f"{test.fact} is {shown(fact(data, test.fact))}"
        case DerivedFrom():
            for quantity in (test.this, *test.source):
                yield from _quantity(quantity, data)
        case _:
            yield from _selection(test.selection, _fields(test), data)


def _quantity(quantity: Quantity, data: Data) -> Iterator[str]:
    number = shown(amount(quantity, data))
    if quantity.selection is None:
        yield f"{quantity.fact} is {number}" if quantity.kind == "fact" else number
    else:
        yield f"{' '.join(filter(None, (quantity.kind, quantity.field)))} is {number}, of:"
        fields = (quantity.field,) if quantity.field else ()
        yield from _selection(quantity.selection, fields, data)


def _fields(test: Test) -> tuple[str, ...]:
    """Return the fields of a test that are shown beside each piece."""
    if isinstance(test, Unique):
        return test.by
    if isinstance(test, Back):
        return ("back",)
    named = [getattr(test, name, None) for name in ("field", "source")]
    by = getattr(test, "by", ())
    return tuple(name for name in (*((by,) if isinstance(by, str) else by), *named) if isinstance(name, str))


def _selection(selection: Selection, fields: tuple[str, ...], data: Data) -> Iterator[str]:
    items = select(selection, data)
    total = sum(item.count for item in items)
    where = "".join(f", {condition_in_words(each)}" for each in selection.where)
    yield f"{', '.join(selection.of)}{where}: {total} in {len(items)} different"
    groups: dict[str, list[str]] = {}
    for item in items:
        held = ", ".join(f"{name} {shown(value_of(item, name))}" for name in fields if name != "id")
        groups.setdefault(held, []).append(item.id if item.count == 1 else f"{item.count} × {item.id}")
    for held, pieces in groups.items():
        yield f"  {held}{': ' if held else ''}{', '.join(pieces)}"


def condition_in_words(condition: Condition) -> str:
    """Return a condition as a sentence has it.

    >>> condition_in_words(Condition("color", ("red", "blue"), negated=True))
    'color not red or blue'
    """
    if condition.exactly is not None:
        words = f"exactly {shown(condition.exactly)}"
    elif condition.span is not None:
        words = str(condition.span)
    else:
        words = " or ".join(shown(value) for value in condition.values)
    return f"{condition.field} {'not ' if condition.negated else ''}{words}"


def in_words(value: Value) -> str:
    """Return a test as its file has it, in one line.

    >>> in_words({"count": {"of": "food", "where": {"value": (1, 2)}, "is": 47}})
    'count: {of: food, where: {value: [1, 2]}, is: 47}'
    """
    written = _flow(value)
    return written[1:-1] if isinstance(value, Mapping) else written


def _flow(value: Value) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_flow, value)) + "]"
    return "none" if value is None else shown(value)

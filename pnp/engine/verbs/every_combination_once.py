"""`every_combination_once`: every combination of some values is there, no more and no less than once.

    test: {every_combination_once: {of: bids, by: {color: [red, blue], value: 1..9}}}

PASS: red 1 to 9 and blue 1 to 9. FAIL: "there is no red 4", "blue 4 is there 2 times, not once", "red 10 is none of
the combinations". With `each: 10` every combination is there ten times.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import product

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import Item, select, value_of
from pnp.model.claims import EveryCombinationOnce
from pnp.model.game import Value


def findings(test: EveryCombinationOnce, data: Data) -> Iterator[Finding]:
    """Yield every combination that is missing, there too often, or not wanted."""
    items = select(test.selection, data)
    numbers: Counter[str] = Counter()
    for item in items:
        numbers[_key(item, test)] += item.count
    wanted = {repr(values): values for values in product(*test.by.values())}
    for key, values in wanted.items():
        if numbers[key] != test.each:
            pieces = tuple(item.id for item in items if _key(item, test) == key)
            yield Finding(_wrong(values, numbers[key], test.each), pieces)
    for item in items:
        if _key(item, test) not in wanted:
            yield Finding(f"{item.id} is {_words(_values(item, test))}, none of the combinations", (item.id,))


def _values(item: Item, test: EveryCombinationOnce) -> tuple[Value, ...]:
    return tuple(value_of(item, field) for field in test.by)


def _key(item: Item, test: EveryCombinationOnce) -> str:
    return repr(_values(item, test))


def _words(values: tuple[Value, ...]) -> str:
    return " ".join(shown(value) for value in values)


def _wrong(values: tuple[Value, ...], number: int, each: int) -> str:
    if not number:
        return f"there is no {_words(values)}"
    return f"{_words(values)} is there {_times(number)}, not {_times(each)}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"

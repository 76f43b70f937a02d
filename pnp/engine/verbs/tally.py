"""`tally`: how often each value of a field occurs, every copy counted, the items of a list one by one.

    test: {tally: {of: orders, field: parts, is: {triangle: 15, stick: 15, square: 15, circle: 15}}}

PASS: each part is wanted 15 times. FAIL: "stick occurs 14 times, not 15", "star occurs, which is not listed".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, about, shown
from pnp.engine.selection import Item, select, values_of
from pnp.model.claims import Tally


def findings(test: Tally, data: Data) -> Iterator[Finding]:
    """Yield every value that occurs too often or too rarely, and every value that is not listed."""
    numbers = dict.fromkeys(test.wanted, 0)
    holders: dict[str, list[Item]] = {}
    for item in select(test.selection, data):
        for value in values_of(item, test.field):
            numbers[shown(value)] = numbers.get(shown(value), 0) + item.count
            holders.setdefault(shown(value), []).append(item)
    for value, number in numbers.items():
        wanted = test.wanted.get(value)
        if wanted is None:
            yield Finding(f"{value} occurs, which is not listed", about(holders[value]))
        elif number not in wanted:
            times = "time" if number == 1 else "times"
            yield Finding(f"{value} occurs {number} {times}, not {wanted}", about(holders.get(value, ())))

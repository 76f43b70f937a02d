"""`follows`: in each piece a number is reckoned from another one of its numbers.

    test: {follows: {of: cards, where: {color: black}, field: value, from: target, times: 2}}

PASS: target 6 and value 12. FAIL: target 6 and value 13, "value of black-6 is 13; target 6 makes 12".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import is_number, number_of, select, value_of
from pnp.model.claims import Follows
from pnp.model.game import Value

ROUNDING = 1e-6
"""As near as numbers with decimals come to each other."""


def findings(test: Follows, data: Data) -> Iterator[Finding]:
    """Yield every piece whose number is another one."""
    for item in select(test.selection, data):
        there, base = number_of(item, test.field), _base(value_of(item, test.source))
        wanted = None if base is None else base * test.times + test.plus
        if there is None or wanted is None or abs(there - wanted) > ROUNDING:
            has = f"{test.field} of {item.id} is {shown(value_of(item, test.field))}"
            makes = f"{test.source} {shown(value_of(item, test.source))} makes {shown(wanted)}"
            yield Finding(f"{has}; {makes}", (item.id,))


def _base(value: Value) -> float | None:
    """Return the number to reckon from; a list is as much as it has items."""
    if isinstance(value, tuple):
        return len(value)
    return value if is_number(value) else None

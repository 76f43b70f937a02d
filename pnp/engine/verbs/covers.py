"""`covers`: each of some values occurs in a field.

    test: {covers: {of: orders, field: parts, includes: [triangle, stick, square, circle]}}

PASS: some order wants each of the four. FAIL: no order wants a stick, "no parts is stick".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import same, select, values_of
from pnp.model.claims import Covers


def findings(test: Covers, data: Data) -> Iterator[Finding]:
    """Yield every value that does not occur."""
    held = [
        value for item in select(test.selection, data) if item.count for value in values_of(item, test.field)
    ]
    for wanted in test.includes:
        if not any(same(value, wanted) for value in held):
            yield Finding(f"no {test.field} is {shown(wanted)}")

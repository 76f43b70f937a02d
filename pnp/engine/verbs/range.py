"""`range`: the numbers of a field lie between two, and when `reached` both ends occur.

    test: {range: {of: bids, field: icons, from: 1, to: 5, reached: true}}

PASS: 1, 3, 5. FAIL: 1, 3, 6, "icons of red-6 is 6, not 1 to 5"; and 1, 3, 4, "no icons is 5".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import is_number, select, value_of, values_of
from pnp.model.claims import Range


def findings(test: Range, data: Data) -> Iterator[Finding]:
    """Yield every piece out of the range, and every end that is not reached."""
    seen: set[float] = set()
    for item in select(test.selection, data):
        held = values_of(item, test.field)
        seen.update(value for value in held if is_number(value))
        if not held or any(not is_number(value) or value not in test.span for value in held):
            says = f"{test.field} of {item.id} is {shown(value_of(item, test.field))}, not {test.span}"
            yield Finding(says, (item.id,))
    for end in (test.span.low, test.span.high):
        if test.reached and end is not None and end not in seen:
            yield Finding(f"no {test.field} is {shown(end)}")

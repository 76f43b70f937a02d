"""`sum`: the numbers of a field come to so much, every copy counted.

    test: {sum: {of: orders, field: points, is: 70}}

PASS: the points of all orders make 70. FAIL: one order has a point more, "points comes to 71, not 70".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, about, shown
from pnp.engine.quantity import total
from pnp.engine.selection import select
from pnp.model.claims import Sum


def findings(test: Sum, data: Data) -> Iterator[Finding]:
    """Yield what is wrong: the sum there is."""
    number = total(test.selection, test.field, data)
    if number not in test.wanted:
        items = select(test.selection, data)
        yield Finding(f"{test.field} comes to {shown(number)}, not {test.wanted}", about(items))

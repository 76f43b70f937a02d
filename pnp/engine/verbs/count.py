"""`count`: so many pieces are selected.

    test: {count: {of: food, is: 47}}

PASS: 18 foods of 2 or 3 copies and 2 blanks, 47 cards in all. FAIL: one kale less, "46 counted, not 47".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, about
from pnp.engine.selection import select
from pnp.model.claims import Count


def findings(test: Count, data: Data) -> Iterator[Finding]:
    """Yield what is wrong: too many, or too few."""
    items = select(test.selection, data)
    number = sum(item.count for item in items)
    if number not in test.wanted:
        yield Finding(f"{number} counted, not {test.wanted}", about(items))

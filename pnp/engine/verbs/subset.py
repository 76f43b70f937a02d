"""`subset`: a field holds nothing but some values, and every piece has it.

    test: {subset: {of: colors, field: paints, among: [red, yellow, blue]}}

PASS: red and blue. FAIL: pink, "paints of rose is pink, none of red, yellow, blue".
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import same, select, values_of
from pnp.model.claims import Subset


def findings(test: Subset, data: Data) -> Iterator[Finding]:
    """Yield every piece that holds something else, or nothing."""
    for item in select(test.selection, data):
        held = values_of(item, test.field)
        if not held:
            yield Finding(f"{item.id} has no {test.field}", (item.id,))
        for value in held:
            if not any(same(value, allowed) for allowed in test.among):
                says = f"{test.field} of {item.id} is {shown(value)}, none of {shown(test.among)}"
                yield Finding(says, (item.id,))

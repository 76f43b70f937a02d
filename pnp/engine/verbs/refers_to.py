"""`refers_to`: what a field holds is the id of a piece of another component.

    test: {refers_to: {of: stickers, field: symbol, component: board.spaces, target: row}}

PASS: every symbol is a row of the board. FAIL: "symbol of star is star, which is no row of board.spaces".
Without `target` the ids are compared.
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import same, select, values_of
from pnp.model.claims import RefersTo, Selection


def findings(test: RefersTo, data: Data) -> Iterator[Finding]:
    """Yield every piece that refers to nothing."""
    there = select(Selection((test.component,), extras=True), data)
    known = [value for item in there for value in values_of(item, test.target)]
    for item in select(test.selection, data):
        held = values_of(item, test.field)
        if not held:
            yield Finding(f"{item.id} has no {test.field}", (item.id,))
        for value in held:
            if not any(same(value, each) for each in known):
                nothing = f"which is no {test.target} of {test.component}"
                yield Finding(f"{test.field} of {item.id} is {shown(value)}, {nothing}", (item.id,))

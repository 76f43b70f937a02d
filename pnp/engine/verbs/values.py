"""`values`: what a field holds, piece by piece; no piece is missing and there is no other.

    test: {values: {of: food, by: name, field: value, are: {Broccoli: 18, Apple: 7, Soda: -8}}}

PASS: exactly these three foods with these values. FAIL: "value of Apple is 8, not 7", "there is no Soda",
"Kale is not listed". With `where: {name: [Broccoli, Apple, Soda]}` other pieces are left out of the test.
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import same, select, value_of
from pnp.model.claims import Values


def findings(test: Values, data: Data) -> Iterator[Finding]:
    """Yield every piece with another value, missing, there twice, or not listed."""
    seen: set[str] = set()
    for item in select(test.selection, data):
        name, value = shown(value_of(item, test.by)), value_of(item, test.field)
        if name not in test.wanted:
            yield Finding(f"{name} is not listed", (item.id,))
        elif name in seen:
            yield Finding(f"{name} is there twice", (item.id,))
        elif not same(value, test.wanted[name]):
            says = f"{test.field} of {name} is {shown(value)}, not {shown(test.wanted[name])}"
            yield Finding(says, (item.id,))
        seen.add(name)
    for name in test.wanted:
        if name not in seen:
            yield Finding(f"there is no {name}")

"""`equals`: a fact of game.yaml, or a parameter of rules.yaml, has a value.

    test: {equals: {fact: setup.hand, is: 4}}

PASS: `setup: {hand: 4}` among the facts. FAIL: `hand: 5`, "setup.hand is 5, not 4".
"""

from collections.abc import Iterator

from pnp.engine.data import Data, fact
from pnp.engine.finding import Finding, shown
from pnp.engine.selection import same
from pnp.model.claims import Equals


def findings(test: Equals, data: Data) -> Iterator[Finding]:
    """Yield what the fact is instead."""
    value = fact(data, test.fact)
    if not same(value, test.wanted):
        yield Finding(f"{test.fact} is {shown(value)}, not {shown(test.wanted)}")

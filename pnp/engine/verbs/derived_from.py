"""`derived_from`: a number of the game is reckoned from other numbers of the game.

    test: {derived_from: {this: {count: {of: dice}}, from: {fact: players.to}, times: 6}}

PASS: 5 players and 30 dice. FAIL: 29 dice, "it is 29; from 5 it must be 30". A list under `from` is added up.
"""

from collections.abc import Iterator

from pnp.engine.data import Data
from pnp.engine.finding import Finding, shown
from pnp.engine.quantity import amount
from pnp.model.claims import DerivedFrom

ROUNDING = 1e-6
"""As near as numbers with decimals come to each other."""


def findings(test: DerivedFrom, data: Data) -> Iterator[Finding]:
    """Yield what the number is and what it must be."""
    there = amount(test.this, data)
    parts = [amount(quantity, data) for quantity in test.source]
    wanted = sum(parts) * test.times + test.plus
    if abs(there - wanted) > ROUNDING:
        named = " + ".join(shown(part) for part in parts)
        yield Finding(f"it is {shown(there)}; from {named} it must be {shown(wanted)}")

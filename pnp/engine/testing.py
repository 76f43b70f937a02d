"""A test is tried: each verb in its own module, what cannot be tried is a finding too."""

from collections.abc import Iterator

from pnp.engine.data import Data, Unknown
from pnp.engine.finding import Finding
from pnp.engine.verbs import (
    back,
    count,
    covers,
    derived_from,
    equals,
    every_combination_once,
    follows,
    refers_to,
    subset,
    tally,
    unique,
    values,
)
from pnp.engine.verbs import range as within
from pnp.engine.verbs import sum as total
from pnp.model import claims
from pnp.model.claims import All, Test


def tried(test: Test, data: Data) -> tuple[Finding, ...]:
    """Return everything that is not as the test wants it; nothing when it passes."""
    if isinstance(test, All):
        return tuple(finding for each in test.tests for finding in tried(each, data))
    try:
        return tuple(_findings(test, data))
    except Unknown as unknown:
        return (Finding(str(unknown)),)


def _findings(test: Test, data: Data) -> Iterator[Finding]:  # noqa: C901, PLR0911, PLR0912 - a line for each verb
    match test:
        case claims.Count():
            return count.findings(test, data)
        case claims.Sum():
            return total.findings(test, data)
        case claims.Range():
            return within.findings(test, data)
        case claims.Unique():
            return unique.findings(test, data)
        case claims.EveryCombinationOnce():
            return every_combination_once.findings(test, data)
        case claims.Covers():
            return covers.findings(test, data)
        case claims.Subset():
            return subset.findings(test, data)
        case claims.Tally():
            return tally.findings(test, data)
        case claims.Values():
            return values.findings(test, data)
        case claims.Follows():
            return follows.findings(test, data)
        case claims.RefersTo():
            return refers_to.findings(test, data)
        case claims.Equals():
            return equals.findings(test, data)
        case claims.DerivedFrom():
            return derived_from.findings(test, data)
        case claims.Back():
            return back.findings(test, data)
        case All():
            return (finding for each in test.tests for finding in tried(each, data))

"""Whether a claim is kept: kept or broken by its tests, judged when nothing printed can break it, or dropped."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pnp.claims.evaluation import Read
from pnp.claims.expressions import Expressions
from pnp.claims.functions import Finding, named
from pnp.claims.load import Claim
from pnp.claims.pieces import Data
from pnp.claims.syntax import ExpressionError
from pnp.model.diagnostics import Diagnostic, Place

SAID = 4
"""As many findings of one claim as a message holds."""

NAMED = 12
"""Of more pieces than these no few are named: it is all of them that are counted."""

CODES: Mapping[str, str] = MappingProxyType(
    {
        "name": "PNP160",
        "field": "PNP161",
        "syntax": "PNP162",
        "context": "PNP162",
        "limit": "PNP117",
        "fact": "PNP163",
    }
)
"""The code of a mistake in a test, by its kind; a value that cannot be had breaks the claim instead."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a claim: what is wrong when it is broken, mistakes in its tests, and what they read."""

    claim: Claim
    state: Literal["kept", "broken", "unreadable", "judged", "dropped"]
    findings: tuple[Finding, ...] = ()
    mistakes: tuple[Diagnostic, ...] = ()
    read: tuple[Read, ...] = ()


def results(claims: Iterable[Claim], data: Data) -> tuple[Result, ...]:
    """Return what comes of every claim, in their order."""
    known = Expressions(data)
    return tuple(result(claim, known) for claim in claims)


def result(claim: Claim, known: Expressions) -> Result:
    """Return what comes of one claim."""
    if not claim.tests:
        return Result(claim, "judged" if claim.dropped is None else "dropped")
    findings: list[Finding] = []
    mistakes: list[Diagnostic] = []
    read: list[Read] = []
    for test in claim.tests:
        tested = known.test(test.text)
        read += tested.read
        findings += tested.findings
        findings += [Finding(str(error)) for error in tested.errors if error.kind not in CODES]
        mistakes += [_mistake(error, test.place_of(error)) for error in tested.errors if error.kind in CODES]
    state: Literal["kept", "broken", "unreadable"] = (
        "unreadable" if mistakes else "broken" if findings else "kept"
    )
    return Result(claim, state, tuple(findings), tuple(mistakes), tuple(read))


def _mistake(error: ExpressionError, place: Place) -> Diagnostic:
    return Diagnostic(CODES[error.kind], str(error), place, error.hint)


def broken_claims(found: Iterable[Result], game: str) -> tuple[Diagnostic, ...]:
    """Return an error for every broken claim, placed at the claim, with what was found and the pieces concerned."""
    return tuple(_broken(each, game) for each in found if each.state == "broken")


def _broken(each: Result, game: str) -> Diagnostic:
    says = [finding.says for finding in each.findings[:SAID]]
    if len(each.findings) > SAID:
        says.append(f"and {len(each.findings) - SAID} more")
    pieces = tuple(dict.fromkeys(piece for finding in each.findings for piece in finding.pieces))
    many = f" (in {len(pieces)} different pieces)"
    concerned = many if len(pieces) > NAMED else f" (pieces: {named(pieces)})" if pieces else ""
    promise = each.claim.says.rstrip(".")
    return Diagnostic(
        "PNP520",
        f"{each.claim.id} is broken, {promise}: {'; '.join(says)}{concerned}",
        each.claim.place,
        f"pnp check {game} --explain {each.claim.id} shows what was looked at",
        game=game,
        piece=pieces[0] if len(pieces) == 1 else None,
    )

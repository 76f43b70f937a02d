"""Whether a claim is kept: kept or broken by its test, judged when nothing printed can break it, or dropped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from pnp.engine.data import Data
from pnp.engine.finding import Finding, named
from pnp.engine.testing import tried
from pnp.model.claims import Claim
from pnp.model.diagnostics import Diagnostic

SAID = 4
"""As many findings of one claim as a message holds."""

NAMED = 12
"""Of more pieces than these no few are named: it is all of them that are counted."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of a claim; `findings` are there when it is broken."""

    claim: Claim
    state: Literal["kept", "broken", "judged", "dropped"]
    findings: tuple[Finding, ...] = ()


def verdict(claim: Claim, data: Data) -> Verdict:
    """Return what comes of one claim."""
    if claim.test is None:
        return Verdict(claim, "judged" if claim.dropped is None else "dropped")
    found = tried(claim.test, data)
    return Verdict(claim, "broken" if found else "kept", found)


def verdicts(claims: Iterable[Claim], data: Data) -> tuple[Verdict, ...]:
    """Return what comes of every claim, in their order."""
    return tuple(verdict(claim, data) for claim in claims)


def broken_promises(found: Sequence[Verdict], game: str) -> tuple[Diagnostic, ...]:
    """Return an error for every broken claim, placed at the claim, with what was found and the pieces concerned."""
    return tuple(_broken(each, game) for each in found if each.state == "broken")


def _broken(each: Verdict, game: str) -> Diagnostic:
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

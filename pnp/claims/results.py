"""The results of claims (kept, broken, judged, dropped) and their evidence."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pnp.claims.claims_file import Claim, Ruling
from pnp.claims.expressions import Expressions, Read
from pnp.claims.functions import Finding, named
from pnp.claims.selections import Data, shown, value_of
from pnp.model.diagnostics import Diagnostic

SAID = 4
"""As many findings of one claim as a message holds."""

NAMED = 12
"""Of more pieces than these no few are named: it is all of them that are counted."""

TEST_CODES: Mapping[str, str] = {
    "name": "PNP160",
    "field": "PNP161",
    "syntax": "PNP162",
    "context": "PNP162",
    "limit": "PNP117",
    "fact": "PNP163",
}
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
        for error in tested.errors:
            if code := TEST_CODES.get(error.kind):
                mistakes.append(Diagnostic(code, str(error), test.place_of(error), error.hint))
            else:
                findings.append(Finding(str(error)))
    found = (tuple(findings), tuple(mistakes), tuple(read))
    return Result(claim, "unreadable" if mistakes else "broken" if findings else "kept", *found)


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
        f"pnp check {game} --explain {each.claim.id} shows the data it looked at",
        game=game,
        piece=pieces[0] if len(pieces) == 1 else None,
    )


# What stands behind a claim or a ruling, in lines.


def explained_claim(result: Result, rulings: Sequence[Ruling]) -> Iterator[str]:
    """Yield what a claim says, where, and what its tests found and looked at."""
    claim = result.claim
    heading = f'rulebook, "{claim.where}"' if claim.where else "no heading"
    yield f"  promise   {claim.says}"
    yield f"  place     {heading} ({claim.source}); {claim.place.file}:{claim.place.line}"
    for state, why in (("judged", claim.judged), ("dropped", claim.dropped)):
        if why is not None:
            yield f"  {state:<9} {why}"
    for index, test in enumerate(claim.tests):
        yield f"  {'' if index else 'test':<9} {' '.join(test.text.split())}"
    if claim.reason:
        yield f"  reason    {claim.reason}"
    for finding in result.findings:
        yield f"  broken    {finding.says}"
    once = {read.text: read for read in result.read}
    for index, line in enumerate(line for read in once.values() for line in evidence_lines(read)):
        yield f"  {'' if index else 'data':<9} {line}"
    for ruling in rulings:
        if claim.id in ruling.about:
            yield f"  ruling    {ruling.id}: {ruling.ruling}"


def evidence_lines(read: Read) -> Iterator[str]:
    """Yield the lines for one fact, or for the pieces that a function looked at with their fields."""
    if read.pieces is None:
        yield f"{read.text} is {shown(read.value)}"
        return
    total, different = read.pieces.count, len(tuple(read.pieces))
    yield f"{read.text}: {total} in {different} different"
    groups: dict[str, list[str]] = {}
    for item in read.pieces:
        held = ", ".join(f"{name} {shown(value_of(item, name))}" for name in read.fields if name != "id")
        groups.setdefault(held, []).append(item.id if item.count == 1 else f"{item.count} × {item.id}")
    for held, pieces in groups.items():
        yield f"  {held}{': ' if held else ''}{', '.join(pieces)}"


def explained_ruling(ruling: Ruling, found: Sequence[Result]) -> Iterator[str]:
    """Yield what a ruling settles, and how."""
    says = {result.claim.id: result.claim.says for result in found}
    yield f"  conflict  {ruling.conflict}"
    for name in ruling.about:
        yield f"  about     {name}: {says.get(name, 'not kept')}"
    yield f"  ruling    {ruling.ruling}"
    if ruling.reason:
        yield f"  reason    {ruling.reason}"

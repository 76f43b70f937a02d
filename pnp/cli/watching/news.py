"""What to say about findings while somebody is at work: each one once, and when its file is mended."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pnp.cli.report import tally
from pnp.model.diagnostics import Diagnostic, Place

Reached = Literal["load", "render", "all"]
"""How far a game has come: a later stage has nothing to say when an earlier one found errors."""

_FIRST_UNKNOWN = {"load": "PNP3", "render": "PNP4", "all": "PNP9"}
"""The codes from which on nothing is known: 1xx and 2xx come from loading, 3xx from drawing, the rest after that."""


@dataclass(frozen=True, slots=True)
class News:
    """Findings that are new, and a line for each file that has fewer than before."""

    findings: tuple[Diagnostic, ...]
    lines: tuple[str, ...]


def in_force(before: Sequence[Diagnostic], now: Sequence[Diagnostic], reached: Reached) -> list[Diagnostic]:
    """Return what is wrong with a game: what was found now, and what was found before by stages not reached now."""
    unknown = _FIRST_UNKNOWN[reached]
    found = {_gist(each) for each in now}
    return [*now, *(each for each in before if each.code >= unknown and _gist(each) not in found)]


def news(before: Sequence[Diagnostic], now: Sequence[Diagnostic]) -> News:
    """Return what is new among the findings of a game. One that only moved to another line is not."""
    known = {_gist(each) for each in before}
    lines = []
    for about in dict.fromkeys(map(_about, before)):
        left = [each for each in now if _about(each) == about]
        if not left:
            lines.append(f"{about} is mended")
        elif {_gist(each) for each in left} < {_gist(each) for each in before if _about(each) == about}:
            lines.append(f"{about}: {tally(left)} left")
    return News(tuple(each for each in now if _gist(each) not in known), tuple(lines))


def _about(finding: Diagnostic) -> str:
    return finding.place.file if finding.place else finding.game or "the project"


def _gist(finding: Diagnostic) -> Diagnostic:
    """Return the finding without its line."""
    place = finding.place
    return finding if place is None else replace(finding, place=Place(place.file, 0, 0))

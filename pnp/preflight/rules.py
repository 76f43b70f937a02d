"""The demands of a press, and findings that name pages and pieces."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from pnp.model.diagnostics import Diagnostic, Severity
from pnp.text import counted

TOLD_PAGES = 3
"""So many pages are named of those that share a finding."""


@dataclass(frozen=True, slots=True)
class PreflightOptions:
    """What is asked for: mm of bleed, pixels to the inch, pt of lines, percent of ink.

    `icc` is the profile that RGB is reckoned into inks with, instead of the one that is in the file.
    """

    bleed: float = 3.0
    dpi: float = 300.0
    line: float = 0.25
    ink: float = 300.0
    icc: Path | None = None

    @property
    def least_dpi(self) -> float:
        """Below that pixels are seen at arm's length."""
        return self.dpi / 2


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, on whichever page."""

    code: str
    fact: str
    hint: str | None = None
    severity: Severity = "error"


@dataclass(frozen=True, slots=True)
class PageName:
    """A page, counted from 1, and its label: of files of pnp the piece and its side."""

    number: int
    label: str = ""

    def __str__(self) -> str:
        """Return 'page 3 (apple front)'."""
        return f"page {self.number} ({self.label})" if self.label else f"page {self.number}"


WHOLE_FILE = PageName(0)


def findings(file: str, faults: Iterable[tuple[PageName, Fault]]) -> tuple[Diagnostic, ...]:
    """Return the faults of a file as findings; what is wrong on several pages is told once."""
    pages: dict[Fault, list[PageName]] = {}
    for page, fault in faults:
        pages.setdefault(fault, []).append(page)
    return tuple(
        Diagnostic(
            fault.code,
            f"{file}: {_where(where)}{fault.fact}",
            hint=fault.hint,
            severity=fault.severity,
            piece=where[0].label or None,
        )
        for fault, where in pages.items()
    )


def _where(pages: list[PageName]) -> str:
    if pages[0] == WHOLE_FILE:
        return ""
    named = ", ".join(map(str, pages[:TOLD_PAGES]))
    more = len(pages) - TOLD_PAGES
    return f"{named} and {counted(more, 'more page')}: " if more > 0 else f"{named}: "

"""Diagnostics (what is wrong in a file, where, and what to write instead), and errors: requests that cannot be met.

Diagnostics are collected and shown together; errors are raised. Nothing here prints.
"""

import re
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple

from pnp.text import counted

Severity = Literal["error", "warning"]

# All codes, with their meaning in one line, are in codes.json. A code never changes its meaning.
WORKER_ENDED = frozenset({"PNP505", "PNP506", "PNP507"})  # Faces whose drawing took too much, or crashed.
MAY_PASS = WORKER_ENDED | {"PNP100", "PNP310", "PNP501", "PNP502"}
"""Codes of what may be gone at the next try, since the machine was busy, ended a process or could not read a file; no work with such a finding is kept."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in a file; `file` is relative to the project with forward slashes, line and column count from 1.

    `length` is how many characters the caret underlines. In a spreadsheet, `cell` is what it calls the place: "C7"; in a
    workbook, which has no lines, line and column are those of the cell.
    """

    file: str
    line: int
    column: int
    length: int = 1
    cell: str = ""

    def __reduce__(self) -> "tuple[type[Place], tuple[str, int, int, int, str]]":
        """Pickle quickly: a large game has a place for each value."""
        return Place, (self.file, self.line, self.column, self.length, self.cell)

    @property
    def spot(self) -> str:
        """The place within its file, in words: "on line 7", or "in cell C7"."""
        return f"in cell {self.cell}" if self.cell else f"on line {self.line}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `code` is PNP1xx data, 3xx templates and art, 4xx layout, 5xx rules and output.

    `others` are the pieces besides `piece` that it is true of, one for each face.
    """

    code: str
    message: str
    place: Place | None = None
    hint: str | None = None
    severity: Severity = "error"
    game: str | None = None
    piece: str | None = None
    others: tuple[str, ...] = ()

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "Diagnostic":
        """Return the finding that dataclasses.asdict made `fields` of."""
        place = fields["place"]
        others = tuple(fields["others"])
        return cls(**{**fields, "place": None if place is None else Place(**place), "others": others})

    @property
    def said(self) -> str:
        """The message without the piece that it begins with, and without the number of others that it ends with."""
        message = (self.message.partition(": ")[2] if self.piece else "") or self.message
        return re.sub(r" \(and on [^)]*\)$", "", message)

    @property
    def anywhere(self) -> "Diagnostic":
        """The finding as it is wherever it moves to in its file."""
        return replace(self, place=Place(self.place.file, 0, 0)) if self.place else self

    def about(self, *, game: str | None = None, piece: str | None = None) -> "Diagnostic":
        """Return the finding with the game and the piece it concerns, where it named none itself."""
        return replace(self, game=self.game or game, piece=self.piece or piece)


def as_json(finding: Diagnostic) -> dict[str, Any]:
    """Return the finding as the object that scripts rely on; `cell` and `others` are there where they say something."""
    place = finding.place
    more = {"cell": place.cell if place else "", "others": list(finding.others)}
    return {
        "code": finding.code,
        "severity": finding.severity,
        "message": finding.message,
        "hint": finding.hint,
        "file": place.file if place else None,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "game": finding.game,
        "piece": finding.piece,
        **{key: value for key, value in more.items() if value},
    }


def in_reading_order(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings without repeats, by file, line and column, those without a place last."""

    def order(finding: Diagnostic) -> tuple[bool, str, int, int, str, str]:
        place = finding.place or Place("", 0, 0)
        return (finding.place is None, place.file, place.line, place.column, finding.code, finding.message)

    return tuple(sorted(dict.fromkeys(findings), key=order))


@dataclass(frozen=True, slots=True)
class Repeated:
    """A finding, and those that say the same of other places."""

    finding: Diagnostic
    more: tuple[Diagnostic, ...] = ()


_VARIES = re.compile(r'"[^"]*"|\S+/\S+|\d+(?:\.\d+)?')


def repeated(findings: Iterable[Diagnostic], *, ignore_values: bool = False) -> tuple[Repeated, ...]:
    """Return findings in their order, those together that say the same of places in a file, or but for names and numbers."""
    groups: dict[Hashable, list[Diagnostic]] = {}
    for finding in findings:
        where = (finding.said, finding.hint, finding.place.file if finding.place else "", finding.game)
        alike = _VARIES.sub("#", finding.said) if ignore_values else where
        groups.setdefault((finding.code, finding.severity, alike), []).append(finding)
    return tuple(Repeated(group[0], tuple(group[1:])) for group in groups.values())


def has_errors(findings: Iterable[Diagnostic]) -> bool:
    """Say whether any finding is an error rather than a warning."""
    return any(finding.severity == "error" for finding in findings)


def tally(findings: Iterable[Diagnostic]) -> str:
    """Return "2 errors, 1 warning", or "no findings".

    >>> tally([])
    'no findings'
    """
    severities = [finding.severity for finding in findings]
    parts = [
        counted(count, word)
        for word, count in (("error", severities.count("error")), ("warning", severities.count("warning")))
        if count
    ]
    return ", ".join(parts) or "no findings"


class Fault(NamedTuple):
    """What is wrong with a drawing, a text or a page of a PDF; `words` are what to look for in a template, to say where."""

    code: str
    message: str
    hint: str
    severity: Severity = "error"
    words: str = ""


class HintedError(ValueError):
    """What cannot be used; `hint` says what to write or do instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class PnpError(Exception):
    """A request that cannot be met: catch this one. str() is the sentence for the user, `hint` says the way out."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        """Let an error of another process be raised here as it was there."""
        return (_remade, (type(self), str(self), self.__dict__))


class ProjectNotFound(PnpError):
    """No card_data/ here or in any folder above."""


class UnknownName(PnpError):
    """No such game, component, paper or theme."""


class CannotRender(PnpError):
    """The SVG renderer refused a face, or is not installed; `face` is the key of the refused face."""

    def __init__(self, message: str, hint: str | None = None, *, face: str | None = None) -> None:
        super().__init__(message, hint)
        self.face = face


class CannotWrite(PnpError):
    """The output folder cannot be written."""


class CannotUse(PnpError):
    """A file or folder is not what it should be: one named on the command line, or a link that leads elsewhere."""


class CannotEdit(PnpError):
    """A value that cannot be changed without changing something else, or a file that has changed meanwhile."""


class NothingBuilt(PnpError):
    """There is no output to read back yet."""


class WorkerLost(PnpError):
    """A process that had a part of the work is gone, or never came."""


def _remade(kind: type[PnpError], message: str, about: dict[str, object]) -> PnpError:
    error = kind(message)
    error.__dict__.update(about)
    return error

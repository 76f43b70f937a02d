"""Showing diagnostics: as text with the source line and a caret, as JSON, or as annotations for GitHub."""

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

import click

from pnp.model.diagnostics import Diagnostic, Place

FORMATS = ("text", "json", "github")


def show(findings: Sequence[Diagnostic], root: Path, *, form: str = "text") -> None:
    """Print the findings: JSON on standard output, everything else on standard error."""
    if form == "json":
        click.echo(json.dumps([as_json(each) for each in findings], indent=2, ensure_ascii=False))
        return
    for each in findings:
        click.echo(_github(each) if form == "github" else as_text(each, root), err=form == "text")


def as_json(finding: Diagnostic) -> dict[str, object]:
    """Return the finding as the object that scripts rely on."""
    place = finding.place
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
    }


def as_text(finding: Diagnostic, root: Path) -> str:
    """Return `file:line:column: error CODE: message`, the line with a caret, and the hint."""
    place = finding.place
    where = f"{place.file}:{place.line}:{place.column}: " if place else ""
    lines = [f"{where}{finding.severity} {finding.code}: {finding.message}"]
    if place is not None:
        lines.extend(_excerpt(place, root))
    if finding.hint:
        lines.append(f"  hint: {finding.hint}")
    return "\n".join(lines)


def _excerpt(place: Place, root: Path) -> Iterable[str]:
    source = _lines(root / place.file)
    if not 0 < place.line <= len(source):
        return
    line = source[place.line - 1].replace("\t", " ")
    start = max(0, min(place.column - 1, len(line)))
    shown, cut = _window(line, start)
    carets = "^" * max(1, min(place.length, len(shown) - (start - cut)))
    number = str(place.line)
    yield f"  {number} | {shown}"
    yield f"  {' ' * len(number)} | {' ' * (start - cut)}{carets}"


def _window(line: str, start: int, width: int = 110) -> tuple[str, int]:
    """Return the part of a long line around `start`, and how many characters were cut before it."""
    if len(line) <= width:
        return line, 0
    cut = max(0, min(start - width // 3, len(line) - width))
    return line[cut : cut + width], cut


@cache
def _lines(path: Path) -> tuple[str, ...]:
    try:
        return tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())
    except OSError:
        return ()


def _github(finding: Diagnostic) -> str:
    place = finding.place
    where = f" file={place.file},line={place.line},col={place.column}," if place else " "
    text = finding.message + (f" ({finding.hint})" if finding.hint else "")
    for sign, code in (("%", "%25"), ("\r", "%0D"), ("\n", "%0A")):
        text = text.replace(sign, code)
    return f"::{finding.severity}{where}title={finding.code}::{text}"


def tally(findings: Iterable[Diagnostic]) -> str:
    """Return "2 errors, 1 warning", or "no findings".

    >>> tally([])
    'no findings'
    """
    found = [each.severity for each in findings]
    parts = [
        f"{count} {word}{'s' if count > 1 else ''}"
        for word, count in (("error", found.count("error")), ("warning", found.count("warning")))
        if count
    ]
    return ", ".join(parts) or "no findings"

"""Output of commands: diagnostics as text with a caret, as JSON or as GitHub annotations; a progress bar; lines."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from itertools import chain
from pathlib import Path
from shutil import get_terminal_size
from time import perf_counter
from typing import TYPE_CHECKING, Protocol
from unicodedata import category, east_asian_width

import click

from pnp.escaping import in_a_line, json_text, no_command, visible, workflow_command
from pnp.files import real_path, write
from pnp.load.project import TEXTS, excerpt, source_lines
from pnp.model.diagnostics import (
    CannotWrite,
    Diagnostic,
    Place,
    PnpError,
    Repeated,
    as_json,
    has_errors,
    in_reading_order,
    repeated,
)

if TYPE_CHECKING:
    from pnp.build.result import Progress

FORMATS = ("text", "json", "github")
MOST_LINES = 40  # So many lines a command prints of what it found and made, unless --all is given.
LEAST_RESULTS = 12  # So many lines of results are shown, however many findings there are.
EVERY_LINE = "pnp.every_line"  # Where the context of a command keeps whether --all was given.


def show(
    findings: Sequence[Diagnostic],
    root: Path,
    *,
    form: str = "text",
    lines: Sequence[str] = (),
    last: Sequence[str] = (),
) -> None:
    """Print the findings: JSON on standard output, everything else on standard error.

    As text, errors come first, and one entry stands for all findings of one kind. The `lines` of the result and the
    `last` ones follow on standard output; all together they are no more than MOST_LINES unless --all was given.
    """
    if form == "json":
        echo_document(json_text([as_json(finding) for finding in findings], indent=2) + "\n")
        return
    if form == "github":
        for finding in findings:
            _write(_github(finding) + "\n")
        return
    context = click.get_current_context(silent=True)
    every = context is not None and context.meta.get(EVERY_LINE, False)
    ordered = sorted(findings, key=lambda finding: finding.severity != "error")
    kinds = [Repeated(finding) for finding in ordered] if every else repeated(ordered, ignore_values=True)
    read = cache(partial(source_lines, root=root))  # each file is read once, however many findings it has
    entries = [[*as_text(kind.finding, root, read).split("\n"), *_also(kind, every=every)] for kind in kinds]
    needed, most = sum(map(len, entries)), MOST_LINES - 1 - len(last)
    results = len(lines) if every else min(len(lines), max(LEAST_RESULTS, most - needed))
    for line in chain(*entries) if every else _fitting(entries, kinds, most - results):
        echo(line, err=True)
    more = [f"... {len(lines) - results + 1} more lines"]
    for line in (*(lines if results == len(lines) else (*lines[: results - 1], *more)), *last):
        echo(line)
    if not every and (needed + len(lines) > most or any(len(kind.more) > 1 for kind in kinds)):
        has_form = context is not None and any(param.name == "form" for param in context.command.params)
        echo(
            f"some lines are hidden: --all prints all{', --format json has each finding' if has_form else ''}",
            err=True,
        )


def _fitting(entries: Sequence[list[str]], kinds: Sequence[Repeated], most: int) -> Iterator[str]:
    room = most - len(entries)
    for entry, kind in zip(entries[: max(0, most)], kinds, strict=False):
        if len(entry) - 1 <= room:
            room -= len(entry) - 1
            yield from entry
        else:
            yield f"{entry[0]} (and {len(kind.more)} more)" if kind.more else entry[0]


MOST_NAMED = 6  # So many of the other pieces that a finding is about are named.


def _also(kind: Repeated, *, every: bool) -> Iterator[str]:
    """Yield the lines that say where else a finding holds: its other pieces, and the next of its kind."""
    first, others = kind.finding, tuple(dict.fromkeys(kind.finding.others))
    if others:
        named = others if every or len(others) <= MOST_NAMED else (*others[:MOST_NAMED], "...")
        yield f"  and {len(others)} more: {', '.join(named)}"
    if kind.more:
        second = kind.more[0]
        where = "".join(_where(second.place)) if second.place else ""
        words = second.piece if second.said == first.said and second.piece else second.message
        yield f"  and {len(kind.more)} more{':' if len(kind.more) == 1 else ', such as'} {where}{words}"


class Result(Protocol):
    """What came of a game: its diagnostics, and the lines that sum them up."""

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was found."""

    @property
    def summary(self) -> tuple[str, ...]:
        """What to say of it."""


def show_results(results: Sequence[Result], root: Path, *, form: str) -> int:
    """Print what was found in games, and sum it up unless it is for a program; return the exit status."""
    findings = in_reading_order(finding for result in results for finding in result.diagnostics)
    show(findings, root, form=form, lines=[line for result in results for line in result.summary])
    return 1 if has_errors(findings) else 0


def output_file(name: str) -> Path | None:
    """Return the file that --out names, None for "-", which is standard output. Raises CannotWrite for a folder."""
    if name == "-":
        return None
    path = real_path(Path(name))
    if path.is_dir():
        raise CannotWrite(f"{path} is a folder", "name a file with --out")
    return path


def as_text(finding: Diagnostic, root: Path, lines: "Callable[[Path], tuple[str, ...]] | None" = None) -> str:
    """Return `file:line:column: error CODE: message`, the line, which `lines` reads, with a caret, and the hint."""
    place = finding.place
    where, about = _where(place) if place else ("", "")
    shown = [in_a_line(f"{where}{finding.severity} {finding.code}: {about}{finding.message}")]
    if place is not None:
        shown.extend(_excerpt(place, (lines or partial(source_lines, root=root))(root / place.file)))
    if finding.hint:
        shown.append(f"  hint: {in_a_line(finding.hint)}")
    return "\n".join(shown)


def _where(place: Place) -> tuple[str, str]:
    if place.cell and Path(place.file).suffix.lower() not in TEXTS:
        return f"{place.file} cell {place.cell}: ", ""
    return f"{place.file}:{place.line}:{place.column}: ", f"cell {place.cell}: " if place.cell else ""


def _excerpt(place: Place, source: Sequence[str]) -> Iterable[str]:
    shown = excerpt(place, source)
    if shown is None:
        return
    number, before = str(place.line), shown.text[: shown.start]
    under = shown.text[shown.start : shown.start + shown.length]
    yield f"  {number} | {shown.text}"
    yield f"  {' ' * len(number)} | {' ' * _width(before)}{'^' * max(1, _width(under))}"


def _width(text: str) -> int:
    return sum(
        0 if category(letter) in ("Mn", "Me", "Cf") else 2 if east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def _github(finding: Diagnostic) -> str:
    place = finding.place
    where: dict[str, object] = {"file": place.file, "line": place.line, "col": place.column} if place else {}
    cell = f"cell {place.cell}: " if place and place.cell else ""
    text = cell + finding.message + (f" ({finding.hint})" if finding.hint else "")
    return workflow_command(finding.severity, {**where, "title": finding.code}, text)


def echo(line: str, *, err: bool = False) -> None:
    """Print a line that may hold anything, names with ends of lines too, on standard output or standard error."""
    _write(no_command(in_a_line(line)) + "\n", err=err)


def echo_document(text: str) -> None:
    """Print the lines of a document on standard output."""
    _write("\n".join(no_command(visible(line)) for line in text.split("\n")))


def write_document(path: Path | None, text: str, *, root: Path | None = None) -> None:
    """Write a document into a file and print its path; print the document itself where there is no path."""
    if path is None:
        echo_document(text)
    else:
        write(path, text.encode("utf-8", "replace"), root=root)
        echo(display_path(path))


def _write(text: str, *, err: bool = False) -> None:
    """Print a text as it is. Where errors cannot be told, the command has to end with 2 all the same."""
    try:
        click.echo(text, err=err, nl=False)
    except OSError as error:
        if err:
            raise PnpError(str(error)) from error
        raise


@contextmanager
def progress_bar(*, quiet: bool = False) -> "Iterator[Progress]":
    """Show a bar on standard error from the first step until the block ends."""
    if quiet or not sys.stderr.isatty():
        yield lambda *_: None
        return
    started, stream = perf_counter(), sys.stderr

    def progress(name: str, number: int, total: int) -> None:
        width = max(20, get_terminal_size().columns - 1)
        bar = "#" * round(_BAR * number / max(total, 1))
        line = f"[{bar:-<{_BAR}}] {number}/{total}  {perf_counter() - started:.0f} s  {in_a_line(name)}"
        stream.write(f"\r{line[:width]:{width}}")
        stream.flush()

    try:
        yield progress
    finally:  # the bar makes room for the result
        stream.write(f"\r{'':{get_terminal_size().columns - 1}}\r")
        stream.flush()


_BAR = 24  # So many letters the bar of a progress takes.


def display_path(path: Path) -> str:
    """Return the path as one would type it here."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)

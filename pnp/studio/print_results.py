"""The result of a print job: files to download, diagnostics, and how to print them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pnp.build.result import BuildResult
from pnp.build.rules_files import BOOKLET
from pnp.export.cut_files import found_cut_files
from pnp.files import is_file, leads_outside, read_text, walk
from pnp.model.diagnostics import Diagnostic, in_reading_order
from pnp.model.errors import CannotUse, UnknownName
from pnp.render.build_page import ID as GUIDE
from pnp.shops.exports import ExportResult
from pnp.studio.front_matter import ReadingPages
from pnp.studio.print_plan import PrintedItem

Part = Literal["everything", "sheets", "cut", "picture", "list"]
"""What a file is: all there is to print, a part of that, cut lines, a picture for a shop or a machine, a list."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A file of a job; `name` is its path below the output folder."""

    name: str
    path: Path
    part: Part
    bytes: int
    sheets: int = 0
    pages: int = 0


@dataclass(frozen=True, slots=True)
class MadeGame:
    """What was made of a game; `swap_list` says what to take out of a printed box and what to put in."""

    game: str
    files: tuple[MadeFile, ...] = ()
    notes: tuple[str, ...] = ()
    swap_list: str = ""


@dataclass(frozen=True, slots=True)
class Advice:
    """How to print a part of a file: its pages from `first` to `last`, what to load, and what to choose in the print window."""

    file: str
    title: str
    first: int
    last: int
    sheets: int
    how: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job; `advice` is how to print what it made, `lines` sum up a verification."""

    games: tuple[MadeGame, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    advice: tuple[Advice, ...] = ()
    lines: tuple[str, ...] = ()

    @property
    def files(self) -> tuple[MadeFile, ...]:
        """All files, by the numbers that they are asked for with."""
        return tuple(file for game in self.games for file in game.files)

    @property
    def wanted(self) -> tuple[MadeFile, ...]:
        """The files that somebody who prints wants: those that hold everything, or else all, and what goes with them."""
        whole = any(file.part == "everything" for file in self.files)
        return tuple(file for file in self.files if not (whole and file.part == "sheets"))


def built(results: Iterable[BuildResult], output: Path, items: Sequence[PrintedItem]) -> Outcome:
    """Return the outcome of a build or a reprint of these items, whose files lie below the folder `output`."""
    results = tuple(results)
    games = tuple(
        MadeGame(
            each.game,
            tuple(_files_of(each, output)),
            tuple(filter(None, (each.note, *each.savings))),
            read_text(each.swap_list, errors="replace") if each.swap_list else "",
        )
        for each in results
    )
    advice = tuple(line for each in results for line in _advice(each, items, output))
    found = in_reading_order(finding for each in results for finding in each.diagnostics)
    return Outcome(games, found, advice)


def _advice(result: BuildResult, items: Sequence[PrintedItem], output: Path) -> Iterator[Advice]:
    """Yield how to print the files of a game: part by part what holds everything, or else each file."""
    own = [each for each in items if each.game == result.game]
    whole = [file for file in result.files if file.everything]
    for file in whole:
        parts = [each for each in own if each.file.startswith(f"{file.path.parent.name}/")]
        name, page = _name(file.path, output), file.pages - sum(each.pages for each in parts)
        yield from _to_read(result, name, file.path.parent, page)
        for each in parts:
            yield Advice(name, each.title, page + 1, page + each.pages, each.sheets, each.advice)
            page += each.pages
    for file in () if whole else result.files:
        for each in own:
            if file.sheets and file.path.as_posix().endswith(f"/{each.file}"):
                name = _name(file.path, output)
                yield Advice(name, each.title, 1, each.pages, each.sheets, each.advice)


def _to_read(result: BuildResult, name: str, folder: Path, pages: int) -> Iterator[Advice]:
    """Yield how to print what comes first in a file: so many pages that say how to build the game, and its rules."""
    guide = sum(file.pages for file in result.files if file.path == folder / f"{GUIDE}.pdf")
    folded = any(file.path == folder / BOOKLET for file in result.files)
    first = ReadingPages(result.game, folder.name, min(guide, pages), max(0, pages - guide), folded)
    if first.guide:
        yield Advice(name, "How to print and build it", 1, first.guide, first.guide, first.guide_advice)
    if first.rules:
        yield Advice(name, "Rules", first.guide + 1, pages, first.rules_sheets, first.rules_advice)


def exported(results: Iterable[ExportResult], output: Path) -> Outcome:
    """Return the outcome of an export."""
    results = tuple(results)
    games = tuple(
        MadeGame(
            each.game,
            tuple(_in_folder(each.folder, output)) if each.folder else (),
            (*each.notes, *(f"left out: {line}" for line in each.left_out)),
        )
        for each in results
    )
    return Outcome(games, in_reading_order(finding for each in results for finding in each.diagnostics))


def _files_of(result: BuildResult, output: Path) -> Iterator[MadeFile]:
    """Yield the sheets, their cut files, the pictures for a machine and the swap list of a game."""
    filled = [file for file in result.files if file.sheets]
    for file in filled:
        part: Part = "everything" if file.everything else "sheets"
        yield MadeFile(_name(file.path, output), file.path, part, file.bytes, file.sheets, file.pages)
    for file in filled:
        for path in found_cut_files(file.path.parent, file.path.stem):
            yield _file(path, output, "cut")
    for pictures in result.pictures:
        yield from _in_folder(pictures.path, output)
    if result.swap_list is not None:
        yield _file(result.swap_list, output, "list")


def _in_folder(folder: Path, output: Path) -> Iterator[MadeFile]:
    for top, _, names in walk(folder):
        for name in sorted(names):
            yield _file(Path(top) / name, output, "picture")


def _file(path: Path, output: Path, part: Part) -> MadeFile:
    return MadeFile(_name(path, output), path, part, path.stat().st_size)


def _name(path: Path, output: Path) -> str:
    return path.relative_to(output).as_posix() if path.is_relative_to(output) else path.name


# Downloads.


def file_to_send(outcome: Outcome, number: int, output: Path) -> MadeFile:
    """Return the file of that number, which lies below the output folder. Raises UnknownName and CannotUse."""
    if not 0 <= number < len(outcome.files):
        raise UnknownName(f"this job made no file number {number}", "look at the list of its files again")
    file = outcome.files[number]
    _refuse_lost([file], output)
    return file


def files_to_send(outcome: Outcome, output: Path) -> tuple[MadeFile, ...]:
    """Return the files that go into a ZIP. Raises CannotUse when one is not there any more."""
    _refuse_lost(outcome.wanted, output)
    return outcome.wanted


def _refuse_lost(files: Iterable[MadeFile], output: Path) -> None:
    for file in files:
        if not is_file(file.path):
            raise CannotUse(f"{file.name} is not there any more", "print again")
        if outside := leads_outside(file.path, output, file.name):
            raise CannotUse(outside, "remove it, then print again")

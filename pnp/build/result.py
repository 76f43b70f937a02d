"""Progress of a build and its result, and the result of a check."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.model.diagnostics import Diagnostic
from pnp.text import counted, readable_size

if TYPE_CHECKING:
    from pnp.approval import Approvals, Present
    from pnp.build.claims_report import Promises
    from pnp.model.game import Game

PRINT = "print.pdf"  # The file that holds everything to print on a paper.

Progress = Callable[[str, int, int], None]
"""Told that a step begins: what it does, its number counted from 1, and how many steps there are."""

Step = Callable[[str], None]  # Says that one more step begins, and what it does.


def silent(*told: object) -> None:
    """Tell nobody: a Progress or a Step of work that nobody watches."""
    del told


def stepping(progress: Progress, total: int) -> Step:
    """Return a function that counts the steps for `progress`.

    >>> step = stepping(lambda *told: print(told), 2)
    >>> step("draw soup"), step("write soup")
    ('draw soup', 1, 2)
    ('write soup', 2, 2)
    (None, None)
    """
    number = count(1)
    return lambda name: progress(name, next(number), total)


def in_steps(games: "Sequence[Game]", doing: str, progress: Progress) -> "Iterator[Game]":
    """Yield the games, and tell `progress` as each begins: "compare soup"."""
    step = stepping(progress, len(games))
    for game in games:
        step(f"{doing} {game.id}")
        yield game


@dataclass(frozen=True, slots=True)
class BuildCount:
    """Distinct faces and how many of them were drawn; sheets of paper; PDFs, how many were written, their bytes."""

    faces: int = 0
    drawn: int = 0
    sheets: int = 0
    pdfs: int = 0
    written: int = 0
    bytes: int = 0

    def __add__(self, other: "BuildCount") -> "BuildCount":
        return BuildCount(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))

    def __str__(self) -> str:
        """Say it in a line.

        >>> print(BuildCount(faces=47, drawn=1, sheets=22, pdfs=8, written=2, bytes=1_234_567))
        47 faces (1 drawn, 46 reused), 22 sheets in 8 PDFs (2 written, 6 unchanged), 1.2 MB
        >>> print(BuildCount(faces=2, drawn=2, sheets=1, pdfs=1, written=1, bytes=22_000))
        2 faces, 1 sheet in 1 PDF, 22 kB
        """
        drawn = _parts(self.faces, self.drawn, "drawn", "reused")
        written = _parts(self.pdfs, self.written, "written", "unchanged")
        files = f"{counted(self.sheets, 'sheet')} in {counted(self.pdfs, 'PDF')}{written}"
        return f"{counted(self.faces, 'face')}{drawn}, {files}, {readable_size(self.bytes)}"


def _parts(whole: int, new: int, made: str, before: str) -> str:
    if new == whole:
        return ""
    return f" ({new} {made}, {whole - new} {before})" if new else f" (all {before})"


@dataclass(frozen=True, slots=True)
class SheetFile:
    """A PDF of sheets; not `written` when that very file was there already. `papers` says how many are of which paper."""

    path: Path
    sheets: int
    pages: int
    bytes: int
    written: bool
    papers: str = ""

    @property
    def everything(self) -> bool:
        """Whether it holds everything to print on a paper; what is in it is in other files as well."""
        return self.path.name == PRINT

    def __str__(self) -> str:
        as_before = "" if self.written else ", unchanged"
        papers = f" ({self.papers})" if self.papers else ""
        return f"{counted(self.sheets, 'sheet')}{papers}, {counted(self.pages, 'page')}{as_before}"


@dataclass(frozen=True, slots=True)
class PictureFolder:
    """A folder of pictures for a cutting machine, and the list in it of how large each must be."""

    path: Path
    list: str
    pictures: int
    pieces: int

    def __str__(self) -> str:
        """Say what is in it: "2 pictures of 9 pieces; pictures.csv says how large to make each"."""
        shown = f"{counted(self.pictures, 'picture')} of {counted(self.pieces, 'piece')}"
        return f"{shown}; {self.list} says how large to make each"


@dataclass(frozen=True, slots=True)
class BuildResult:
    """What a build made of a game and what was found; a game with errors has no files, and `note` says so.

    `savings` says what packing saved. Of a reprint, `swap_list` is the list that goes with it, and `removed` the folder of
    an earlier one that is no longer needed. `pictures` are for a cutting machine that prints them itself.
    """

    game: str
    files: tuple[SheetFile, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    note: str = ""
    savings: tuple[str, ...] = ()
    swap_list: Path | None = None
    removed: Path | None = None
    count: BuildCount = BuildCount()
    seconds: float = 0.0
    pictures: tuple[PictureFolder, ...] = ()

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "BuildResult":
        """Return the result of a whole build that dataclasses.asdict, and JSON, made `fields` of."""
        return cls(
            fields["game"],
            tuple(SheetFile(**{**field, "path": Path(field["path"])}) for field in fields["files"]),
            tuple(map(Diagnostic.from_fields, fields["diagnostics"])),
            fields["note"],
            tuple(fields["savings"]),
            count=BuildCount(**fields["count"]),
        )

    def unchanged(self) -> "BuildResult":
        """Return the result of the next build when nothing has changed."""
        return replace(
            self,
            files=tuple(replace(file, written=False) for file in self.files),
            count=replace(self.count, drawn=0, written=0),
        )


def not_built(game: str, title: str, findings: Iterable[Diagnostic], way_out: str = "") -> BuildResult:
    """Return the result of a game whose errors keep it from being built."""
    return BuildResult(game, (), tuple(findings), f"{title}: not built, see the errors above{way_out}")


def count_files(files: Iterable[SheetFile]) -> BuildCount:
    """Return how many sheets and files these are; what is in a print.pdf is counted there alone."""
    filled = [file for file in files if file.sheets]
    whole = [file for file in filled if file.everything]
    return BuildCount(
        sheets=sum(file.sheets for file in whole or filled),
        pdfs=len(filled),
        written=sum(file.written for file in filled),
        bytes=sum(file.bytes for file in filled),
    )


# Checks.


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How far a check goes: not `faces`, nothing is drawn; `legible`, the size and contrast of every text are looked at.

    `approving`, the result holds what can be approved. `theme` is the only look to draw, None for all. So many `workers`
    draw at a time. Without `cache` everything is drawn and checked anew.
    """

    faces: bool = True
    legible: bool = False
    cache: bool = True
    approving: bool = False
    theme: str | None = None
    workers: int = 1


@dataclass(frozen=True, slots=True)
class LanguageCheck:
    """What was found in a game in one language; `present` is what can be approved of it, `approvals` what was."""

    language: str
    diagnostics: tuple[Diagnostic, ...]
    present: "Present | None" = None
    approvals: "Approvals | None" = None


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What was found in a game, and a `summary` in lines. It has no `promises` when it cannot be read.

    `present` is what can be approved, None when something else is wrong or nobody asked; `approvals` is what was.
    `languages` is what was found in the languages that the game has, `diagnostics` has that too. Of a game that is as it was
    at an earlier check there are no promises and no approvals.
    """

    game: str
    diagnostics: tuple[Diagnostic, ...]
    promises: "Promises | None"
    present: "Present | None" = None
    approvals: "Approvals | None" = None
    languages: tuple[LanguageCheck, ...] = ()
    summary: tuple[str, ...] = ()

    @classmethod
    def from_fields(cls, fields: Mapping[str, Any]) -> "CheckResult":
        """Return the findings of a check that dataclasses.asdict, and JSON, made `fields` of."""
        languages = (
            LanguageCheck(field["language"], tuple(map(Diagnostic.from_fields, field["diagnostics"])))
            for field in fields["languages"]
        )
        found = tuple(map(Diagnostic.from_fields, fields["diagnostics"]))
        return cls(fields["game"], found, None, languages=tuple(languages), summary=tuple(fields["summary"]))

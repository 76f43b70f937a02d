"""Which pages of which file hold which pieces, as the last build left them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from pnp.build.options import BuildOptions, game_output, refuse_unknown
from pnp.build.print_files import parts_printed
from pnp.build.result import PRINT
from pnp.build.selection import chosen_numbers, copies_in_order, in_ranges
from pnp.export.manifest import NAME, read
from pnp.export.merged_pdf import page_count
from pnp.export.pdf_objects import UNREADABLE_PDF
from pnp.load.game import load_games
from pnp.load.project import Project
from pnp.model.errors import CannotUse, NothingBuilt
from pnp.model.game import Component, Game
from pnp.model.papers import Paper, found_papers


@dataclass(frozen=True, slots=True)
class PrintedCopy:
    """One copy of a piece, which has so many `copies`; `number` counts those of the whole component, as patterns do."""

    component: str
    piece: str
    copy: int
    copies: int
    number: int


@dataclass(frozen=True, slots=True)
class PrintedSheet:
    """The pages of a file that one sheet of paper is printed from, and the copies on it that were asked for."""

    file: Path
    first: int
    last: int
    copies: tuple[PrintedCopy, ...]

    def __str__(self) -> str:
        """Return it in words: "pages 7-8: food:1-3 (apple 1-2, bread 1)"."""
        pages = f"page {self.first}" if self.first == self.last else f"pages {self.first}-{self.last}"
        ordered = sorted(self.copies, key=lambda each: (each.component, each.number))
        by_component = groupby(ordered, key=lambda each: each.component)
        return f"{pages}: {'; '.join(_in_words(name, list(copies)) for name, copies in by_component)}"


def _in_words(component: str, copies: Sequence[PrintedCopy]) -> str:
    """Return the copies of one component, in the order of their numbers."""
    pieces = ", ".join(
        piece if total == 1 else f"{piece} {in_ranges(each.copy for each in same)}"
        for (piece, total), same in groupby(copies, key=lambda each: (each.piece, each.copies))
    )
    return f"{component}:{in_ranges(each.number for each in copies)} ({pieces})"


def printed_pages(
    project: Project, games: Sequence[str] = (), only: str = "*", out: Path | None = None
) -> tuple[PrintedSheet, ...]:
    """Return every sheet of the games that has a piece which `only` names, in the order of printing.

    Raises UnknownName, NothingBuilt for a game that was not built, and CannotUse for files that do not fit together.
    """
    loaded = load_games(project, games)
    refuse_unknown(BuildOptions(papers=(), only=only), loaded.games)
    found: list[PrintedSheet] = []
    for game in loaded.games:
        folder = game_output(project, out, game.id)
        again = f"run: pnp build {game.id}" + (f" --out {out}" if out else "")
        manifest = read(folder / NAME)
        papers = found_papers({sheet["paper"] for sheet in manifest.get("sheets", ())})
        if not papers:
            raise NothingBuilt(f"nothing of {game.id} is built in {folder}", again)
        try:
            for paper in papers:
                found += _on_paper(game, folder, paper, manifest, only)
        except UNREADABLE_PDF as error:
            raise CannotUse(f"{folder / NAME} and the files beside it do not fit together", again) from error
    return tuple(found)


def _on_paper(
    game: Game, folder: Path, paper: Paper, manifest: Mapping[str, Any], only: str
) -> Iterator[PrintedSheet]:
    """Yield the sheets of one paper with pieces that are wanted; the pages of a board in parts count as one sheet."""
    wanted = {
        each[:3]: PrintedCopy(*each) for component in game.components for each in _wanted(component, only)
    }
    for file, name, before in _files(game, folder, paper, manifest):
        mine = (
            each for each in manifest["sheets"] if (each["component"], each["paper"]) == (name, paper.name)
        )
        sheets = _sheets(sorted(mine, key=lambda entry: entry["page"]), name)
        for placed, same in groupby(sheets, key=lambda sheet: sheet[0]):
            copies = tuple(wanted[each] for each in placed if each in wanted)
            pages = [page for _, pages in same for page in pages]
            if copies:
                yield PrintedSheet(file, before + pages[0], before + pages[-1], copies)


def _wanted(component: Component, only: str) -> Iterator[tuple[str, str, int, int, int]]:
    """Yield what is known of each copy that is wanted."""
    copies = {piece.id: piece.copies for piece in component.pieces}
    numbers = chosen_numbers(only, component)
    for number, (piece, copy) in enumerate(copies_in_order(component), 1):
        if number in numbers:
            yield component.id, piece, copy, copies[piece], number


def _files(
    game: Game, folder: Path, paper: Paper, manifest: Mapping[str, Any]
) -> Iterator[tuple[Path, str, int]]:
    """Yield print.pdf for each part in it, its name, and how many pages come before; the parts alone where there is none."""
    whole = folder / paper.name / PRINT
    before = 0
    for part in parts_printed(folder, game, paper, manifest):
        if whole.is_file():
            yield whole, part.path.stem, before
            before += page_count(part)
        else:
            yield part.path, part.path.stem, 0


def _sheets(
    entries: Sequence[Mapping[str, Any]], name: str
) -> Iterator[tuple[tuple[tuple[str, str, int], ...], list[int]]]:
    """Yield what lies on each sheet of paper and its pages: a front and, when the sheet is turned over, its back."""
    sheets: list[list[Mapping[str, Any]]] = []
    for entry in entries:
        if sheets and entry["side"] == "back" and entry["flip"] in {"long-edge", "short-edge"}:
            sheets[-1].append(entry)
        else:
            sheets.append([entry])
    for sheet in sheets:
        placed = dict.fromkeys(_address(name, place) for entry in sheet for place in entry["placements"])
        yield tuple(placed), [entry["page"] for entry in sheet]


def _address(name: str, place: Mapping[str, Any]) -> tuple[str, str, int]:
    """Return whose copy lies in a place; on shared sheets the piece goes by "component/piece"."""
    component, slash, piece = place["piece"].partition("/")
    return (component, piece, place["copy"]) if slash else (name, component, place["copy"])

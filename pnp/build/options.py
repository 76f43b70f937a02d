"""The options of a build: which pieces, in what form, and the output folder."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from itertools import chain, groupby
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.export.cut_files import machine_among, refuse_cut_formats
from pnp.files import leads_outside, real_path
from pnp.load.project import Project
from pnp.model.diagnostics import CannotUse, CannotWrite, PnpError, UnknownName
from pnp.model.line_styles import MARKS, Marks
from pnp.model.papers import DEFAULT_PAPERS, PAPERS, Paper
from pnp.model.sheet import PRINTER_TYPES, TURNED, Backs, Finish, PrinterType
from pnp.text import counted, listed, suggest_argument

if TYPE_CHECKING:
    from pnp.load.cutting_machines import CuttingMachine
    from pnp.load.game_yaml import Override
    from pnp.model.calibration import Printer
    from pnp.model.game import Component, Game


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """Which part of the games to make, how, and where to; `only` names pieces: "apple, kale", "food/b*", "food:1-12,20".

    `copies` is the number of copies of each piece, None for that of the game; `skip_first` the number of labels that are
    gone from the first sheet. With any of these, the pieces are written into a folder of their own, and the sheets of the
    whole game stay as they are.
    `marks` says which marks are printed, `cut` names the kinds of cut files, "svg", "dxf" or "laser", or a machine, whose
    sheets have its registration marks, or whose pictures are made in place of sheets, in a folder of their own too.
    `overrides` take the place of what the files of the games say. `printer` is the printer whose faults the sheets make up for.
    `printer_type` says how it prints two sides; without one, as the printer is known to, or both by itself. One that prints
    a single side has backs folded behind the fronts. `finish` says what becomes of the cards, for the build pages.
    `margin` is what stays white at the edges of the papers, in mm; without one it is the printer's, or that of each paper.
    `workers` counts the processes that draw at a time. `on` is a Dask cluster that draws instead: "tcp://host:8786", or
    "local:N".
    `draft` prints a game with errors, its faulty faces marked; `proof` draws where each face is cut, in place of sheets.
    """

    papers: tuple[Paper, ...] = tuple(PAPERS[name] for name in DEFAULT_PAPERS)
    backs: Backs = "long-edge"
    marks: Marks = "outside"
    components: tuple[str, ...] = ()
    only: str | None = None
    theme: str = ""
    out: Path | None = None
    renderer: str = "typst"
    workers: int = 1
    on: str = ""
    svg: bool = True
    cut: tuple[str, ...] = ()
    pack: bool = True
    rules: bool = True
    overrides: "tuple[Override, ...]" = ()
    copies: int | None = None
    skip_first: int = 0
    printer: "Printer | None" = None
    printer_type: PrinterType | None = None
    finish: tuple[Finish, ...] = ()
    margin: float | None = None
    draft: bool = False
    proof: bool = False

    def __post_init__(self) -> None:
        """Give the papers their margin, and backs to a printer of one side.

        Raise UnknownName for marks, cut files or a printer of an unknown kind, CannotUse without the library of those.
        """
        if self.printer_type is None:
            object.__setattr__(self, "printer_type", (self.printer and self.printer.type) or "duplex")
        if self.printer_type not in PRINTER_TYPES:
            known = suggest_argument(str(self.printer_type), tuple(PRINTER_TYPES), "types of printers")
            raise UnknownName(f'there is no printer type "{self.printer_type}"', known)
        if self.printer_type == "single" and self.backs in TURNED:
            object.__setattr__(self, "backs", "none" if self.machine else "gutterfold")
        if self.marks not in MARKS:
            known = suggest_argument(self.marks, tuple(MARKS), "kinds of marks")
            raise UnknownName(f'there are no marks called "{self.marks}"', known)
        refuse_cut_formats(self.cut)
        if self.machine and self.backs == "gutterfold":
            fact = f"a folded sheet has no room for the marks of {self.machine.title}"
            raise CannotUse(fact, "print with --backs long-edge, or cut with --cut svg")
        _refuse_beside_pictures(self)
        of_printer = self.printer.margin if self.printer else None
        margin = of_printer if self.margin is None else self.margin
        if margin is not None:
            papers = tuple(replace(paper, unprintable=margin) for paper in self.papers)
            object.__setattr__(self, "papers", papers)

    @property
    def partial(self) -> bool:
        """Say whether only some of a game was asked for; pages about the whole game are left alone then."""
        return bool(self.components) or self.selects

    @property
    def machine(self) -> "CuttingMachine | None":
        return machine_among(self.cut)

    @property
    def own_folder(self) -> str:
        """The folder below the game's output that the sheets are written to, "" for that of the whole game."""
        if self.draft:
            return DRAFT
        return SELECTION if self.selects else self.machine.id if self.machine else ""

    @property
    def selects(self) -> bool:
        """Say whether pieces, a number of copies, or sheets with some labels gone were asked for."""
        return self.only is not None or self.copies is not None or self.skip_first > 0

    def components_of(self, game: "Game") -> "tuple[Component, ...]":
        """Return the components of the game that have something to print."""
        return tuple(
            component
            for component in game.components
            if not self.components or component.id in self.components
            if self.pieces_of(component) != frozenset()
        )

    def pieces_of(self, component: "Component") -> frozenset[str] | None:
        """Return the ids of the pieces asked for, None for all."""
        if self.only is None:
            return None
        return frozenset(chosen_copies(self.only, component))

    def asks_for(self, component: str, piece: str) -> bool:
        """Say whether a piece, which may be there no more, was asked for."""
        asked = not self.components or component in self.components
        return asked and (self.only is None or matches(self.only, component, piece))


def refuse_unknown(options: BuildOptions, games: "Sequence[Game]") -> None:
    """Raise UnknownName for a component or piece that none of the games has, or a theme that one does not have."""
    components = [component for game in games for component in game.components]
    known = sorted({component.id for component in components})
    for name in options.components:
        if name not in known:
            raise UnknownName(f'there is no component "{name}"', suggest_argument(name, known, "components"))
    if options.only is not None:
        refuse_numbers(options.only, games)
        asked_for = [
            component
            for component in components
            if not options.components or component.id in options.components
        ]
        pieces = sorted({piece.id for component in asked_for for piece in component.pieces})
        names = [options.only] if ":" in options.only else options.only.replace(",", " ").split()
        for each in names or [options.only]:
            if not any(chosen_copies(each, component) for component in asked_for):
                name = each.rpartition("/")[2].strip("*")
                raise UnknownName(f'no piece is called "{each}"', suggest_argument(name, pieces, "pieces"))
    asked = [component for game in games for component in options.components_of(game)]
    bought = any(paper.sheet is not None for paper in options.papers)
    has_labels = bought or any(component.kind.layout == "labels" for component in asked)
    if options.skip_first and not has_labels:
        hint = "name stickers with --component, or a sheet of labels or cards with --paper"
        raise CannotUse("this build has no labels to skip", hint)
    for game in games:
        refuse_unknown_theme(options.theme, game)


def _refuse_beside_pictures(options: BuildOptions) -> None:
    machine = options.machine
    if machine is None or machine.areas is None:
        return
    without = [paper.title for paper in options.papers if paper.name not in machine.areas]
    if without:
        known = f"write --paper {listed(tuple(machine.areas), 'or')}"
        raise CannotUse(f"{machine.title} does not print and cut on {listed(without)}", known)
    if any(name != machine.id for name in options.cut):
        raise CannotUse(f"{machine.title} uses pictures, which have no cut files", "build once for each")
    if options.printer or options.skip_first:
        name = "--printer" if options.printer else "--skip-first"
        raise CannotUse(f"{machine.title} decides itself where pictures go on the paper", f"leave out {name}")


def refuse_unknown_theme(theme: str, game: "Game") -> None:
    """Raise UnknownName when the game has no such theme; "" is the normal look."""
    if theme and theme not in game.themes:
        known = suggest_argument(theme, tuple(game.themes), "themes")
        raise UnknownName(f'{game.title} has no theme "{theme}"', known)


SELECTION, DRAFT, PROOF = "selection", "draft", "proof"
"""The folders of single pieces, of a game with errors, and of proofs, below the game's output folder."""


def output_folder(project: Project, out: Path | None, game: str, name: str) -> Path:
    """Return a folder below a game's output; raises CannotWrite as game_output does, and when a link leads out of it."""
    top = game_output(project, out, game)
    folder = top / name
    if outside := leads_outside(folder, top):
        raise CannotWrite(outside, "remove that link")
    return folder


def game_output(project: Project, out: Path | None, game: str) -> Path:
    """Return the folder a game is written to; in another language it is one of its own, such as yes_broccoli-fr.

    Raises CannotWrite when a link leads it elsewhere: out of the project, or out of the folder that was asked for.
    """
    # With --out, a link to that folder is the user's own; in a project it may have come with a downloaded game.
    top, root = (real_path(out), real_path(out)) if out is not None else (project.output, project.root)
    folder = top / (f"{game}-{project.language}" if project.language else game)
    if outside := leads_outside(folder, root):
        raise CannotWrite(outside, "remove that link, or choose the real folder with --out")
    return folder


# Pieces and copies by a pattern, such as "apple, kale", "food/b*" or "food:1-12,20".

_RANGE = re.compile(r"(\d{1,6})(?:-(\d{1,6}))?")


def matches(pattern: str, component: str, piece: str) -> bool:
    """Say whether one of the shell patterns on the id, or on component/id, names the piece.

    >>> matches("red-*", "bids", "red-1"), matches("food/b*", "food", "beans"), matches("food/b*", "bids", "b")
    (True, True, False)
    >>> matches("apple, kale", "food", "kale")
    True
    """
    names = pattern.replace(",", " ").split()
    return any(fnmatchcase(f"{component}/{piece}" if "/" in name else piece, name) for name in names)


def chosen_copies(pattern: str, component: "Component") -> Mapping[str, int]:
    """Return how many copies of which pieces of the component are meant. Raises PnpError as chosen_numbers does."""
    numbers = chosen_numbers(pattern, component)
    copies = enumerate(copies_in_order(component), 1)
    return Counter(piece for number, (piece, _) in copies if number in numbers)


def chosen_numbers(pattern: str, component: "Component") -> Collection[int]:
    """Return which copies are meant, counted from 1 in the order of printing; raises PnpError if unreadable."""
    if ":" in pattern:
        name, ranges = _parts(pattern)
        return set(chain.from_iterable(ranges)) if name == component.id else ()
    wanted = {piece.id for piece in component.pieces if matches(pattern, component.id, piece.id)}
    return {number for number, (piece, _) in enumerate(copies_in_order(component), 1) if piece in wanted}


def copies_in_order(component: "Component") -> Iterator[tuple[str, int]]:
    """Yield every copy of the component as it is printed: the id of the piece, and which of its copies, from 1."""
    for piece in component.pieces:
        for copy in range(1, piece.copies + 1):
            yield piece.id, copy


def refuse_numbers(pattern: str, games: "Sequence[Game]") -> None:
    """Raise UnknownName where a pattern has numbers that none of the games has."""
    if ":" not in pattern:
        return
    name, ranges = _parts(pattern)
    named = [component for game in games for component in game.components if component.id == name]
    highest = max(numbers.stop - 1 for numbers in ranges)
    most = max((component.copies for component in named), default=0)
    if named and highest > most:
        fact = f"{name} has {counted(most, 'piece')} to print, so there is no number {highest}"
        raise UnknownName(fact, f"write numbers from 1 to {most}; pnp pages shows the number of each piece")


def _parts(pattern: str) -> tuple[str, list[range]]:
    match = re.fullmatch(r"([^:/]+):(.*)", pattern)
    found = [_RANGE.fullmatch(part.strip()) for part in match[2].split(",")] if match else []
    ranges = [range(int(run[1]), int(run[2] or run[1]) + 1) for run in found if run]
    is_complete = len(ranges) == len(found) and all(numbers and numbers.start > 0 for numbers in ranges)
    if match is None or not is_complete:
        hint = "write a component and numbers, such as food:1-12,20"
        raise PnpError(f'"{pattern}" is not a list of numbered pieces', hint)
    return match[1], ranges


def in_ranges(numbers: Iterable[int]) -> str:
    """Return whole numbers as a list of ranges.

    >>> in_ranges([3, 1, 2, 7])
    '1-3,7'
    """
    runs = groupby(enumerate(sorted(set(numbers))), key=lambda pair: pair[1] - pair[0])
    ends = ([number for _, number in run] for _, run in runs)
    return ",".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in ends)


# The rules that go with the sheets of a game: rulebook, reference, and for each paper of twice its size the rulebook two by two.


RULES, REFERENCE, BOOKLET = "rules.pdf", "reference.pdf", "rules-booklet.pdf"
FOLDED: Mapping[str, str] = {"a5": "a4", "half-letter": "letter"}  # The paper of which each page is the half.
_HALF_OF = {paper: half for half, paper in FOLDED.items()}


@dataclass(frozen=True, slots=True)
class RulesFile:
    """A file of the rules below a game's output folder: of which pages, and the paper they are on two by two, "" for none.

    `turn` is how a printer turns that paper, "none" for one that prints one side only.
    """

    name: str
    pages: str
    folded: str = ""
    turn: Backs = "long-edge"


def has_rules(project: Project, game_id: str) -> bool:
    """Say whether a game has a file of rules."""
    folder = project.game_folder(game_id)
    return folder is not None and (folder / "rules.yaml").is_file()


def turn_of(options: BuildOptions) -> Backs:
    """Return how the printer turns what is read: like the cards, over the long edge if these have no backs, or not at all."""
    if options.printer_type == "single":
        return "none"
    return "short-edge" if options.backs == "short-edge" else "long-edge"


def rules_files(options: BuildOptions) -> tuple[RulesFile, ...]:
    """Return the files of the rules that a build makes, all of pages of one size: half of the first paper that is folded."""
    papers = [paper.name for paper in options.papers if paper.name in _HALF_OF]
    pages = _HALF_OF[papers[0]] if papers else "a5"
    booklets = (RulesFile(f"{paper}/{BOOKLET}", pages, paper, turn_of(options)) for paper in papers)
    return (RulesFile(RULES, pages), RulesFile(REFERENCE, pages), *booklets)


def edition_of(name: str) -> str:
    """Return which of the two documents a file of that name holds."""
    return "reference" if name == REFERENCE else "rulebook"

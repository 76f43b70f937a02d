"""What a choice comes to before anything is made: the sheets as they will be printed, counted by what they are printed on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from pnp.build.build_pages import entries_on, printed_on
from pnp.build.stages import DrawnGame, ImposedComponent, savings
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, Face
from pnp.model.papers import FULL_SIZE, Paper
from pnp.model.sheet import Axis, Backs, Sheet, turning_axis
from pnp.studio.sheet_drawing import PageDrawing, page_drawing
from pnp.text import counted, listed

SIDES: Mapping[str, str] = {
    "long-edge": "both sides, flip on long edge",
    "short-edge": "both sides, flip on short edge",
    "gutterfold": "one side, folded between fronts and backs",
    "glued": "one side, the backs on sheets of their own",
    "none": "one side",
}
"""What is chosen in the print window of a program for each way in which backs get behind fronts."""

ACTUAL_SIZE = "actual size (100 %)"


FaceAndFonts = tuple[Face, tuple[Path, ...]]
"""A face, and the files of the fonts that its component is set in."""


@dataclass(frozen=True, slots=True)
class PrintedItem:
    """What is printed one after the other on one stock: `sheets` of paper with so many `pages`, and the `advice` for it.

    `titled` is the game in words; `first` is the number, from 0, of its first sheet among all. `bought` is what to load into the printer.
    """

    game: str
    titled: str
    title: str
    file: str
    paper: str
    stock: str
    bought: str
    flip: Backs
    two_sided: bool
    sheets: int
    pages: int
    first: int
    advice: str


@dataclass(frozen=True, slots=True)
class PlannedSheet:
    """One sheet of paper; `axis` is how the line runs about which it is turned over, "" for one that is not."""

    item: int
    number: int
    count: int
    front: PageDrawing
    back: PageDrawing | None
    axis: Axis | str


@dataclass(frozen=True, slots=True)
class _SheetPages:
    item: int
    pages: tuple[Sheet, ...]
    deck: Deck


@dataclass(frozen=True, slots=True)
class StockCount:
    """How many sheets of what to have ready."""

    stock: str
    title: str
    paper: str
    sheets: int


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """All sheets of a choice in the order of printing, and what there is to know before they are made.

    `games` are what they are of, `faces` those on them, by key; `take_out` counts the pieces to throw away when only what changed is printed. `notes` say what comes besides, what is saved, and what is left out.
    """

    items: tuple[PrintedItem, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    faces: Mapping[str, FaceAndFonts] = field(default_factory=dict)
    of_sheets: tuple[_SheetPages, ...] = ()
    take_out: int = 0
    games: tuple[DrawnGame, ...] = ()

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return len(self.of_sheets)

    @property
    def pages(self) -> int:
        """How many sides of them are printed."""
        return sum(len(each.pages) for each in self.of_sheets)

    @property
    def stocks(self) -> tuple[StockCount, ...]:
        """The sheets by what they are printed on, in the order of printing."""
        found: dict[tuple[str, str, str], int] = {}
        for each in self.items:
            key = (each.stock, each.bought, each.paper)
            found[key] = found.get(key, 0) + each.sheets
        return tuple(StockCount(*key, count) for key, count in found.items())

    def drawn(self, start: int, count: int) -> tuple[PlannedSheet, ...]:
        """Return so many sheets from number `start` on, counted from 0."""
        return tuple(_drawn(each) for each in self.of_sheets[start : start + count])


def _drawn(sheet: _SheetPages) -> PlannedSheet:
    first = sheet.pages[0]
    front, *rest = (page_drawing(each, sheet.deck) for each in sheet.pages)
    turned = turning_axis(first.size, first.flip) if rest else ""
    return PlannedSheet(sheet.item, first.number, first.count, front, rest[0] if rest else None, turned)


def plan_of(games: Sequence[DrawnGame], papers: Sequence[Paper], *, notes: Iterable[str] = ()) -> PrintPlan:
    """Return the plan of games that are drawn and laid out on these papers."""
    items: list[PrintedItem] = []
    of_sheets: list[_SheetPages] = []
    faces: dict[str, FaceAndFonts] = {}
    for drawn in games:
        for each in drawn.components:
            faces |= {key: (face, each.rendered.fonts) for key, face in each.rendered.deck.faces.items()}
        for paper in papers:
            for item, whole in _items(drawn, paper, first=len(of_sheets)):
                of_sheets += (
                    _SheetPages(len(items), tuple(each), whole.rendered.deck)
                    for _, each in groupby(whole.sheets[paper.name], key=lambda sheet: sheet.number)
                )
                items.append(item)
    findings = tuple(finding for drawn in games for finding in drawn.findings)
    said = (*notes, *(line for drawn in games for line in (*_besides(drawn, papers), *savings(drawn))))
    said = tuple(dict.fromkeys(said))
    return PrintPlan(tuple(items), findings, said, faces, tuple(of_sheets), games=tuple(games))


def _items(drawn: DrawnGame, paper: Paper, *, first: int) -> Iterator[tuple[PrintedItem, ImposedComponent]]:
    """Yield what is printed of a game on a paper, with what its sheets show; `first` sheets come before."""
    entries = {entry.file: entry for entry in entries_on(drawn, paper)}
    for item, whole in printed_on(drawn, paper):
        one = entries[f"{item.name}.pdf"]
        bought = one.bought.rstrip(".")
        yield (
            PrintedItem(
                game=drawn.game.id,
                titled=drawn.game.title,
                title=item.title,
                file=f"{paper.name}/{one.file}",
                paper=paper.title,
                stock=item.stock,
                bought=bought,
                flip=one.flip,
                two_sided=one.two_sided,
                sheets=one.sheets,
                pages=one.pages,
                first=first,
                advice=f"{bought}; {SIDES[one.flip]}; {ACTUAL_SIZE}",
            ),
            whole,
        )
        first += one.sheets


def _besides(drawn: DrawnGame, papers: Sequence[Paper]) -> Iterator[str]:
    """Yield what else is made, and what has no room."""
    whole = [each.component.title for each in drawn.components if FULL_SIZE in each.sheets]
    if whole:
        yield f"{listed(whole)}: also made in one piece, for a print shop"
    for paper in papers:
        without = [each.component.title for each in drawn.left_out if each.paper.name == paper.name]
        if without:
            yield f"Not on {paper.title}: {listed(without)}"


def said_of(plan: PrintPlan) -> str:
    """Return the sum of a plan: "22 sheets, 40 pages"; "nothing to print"."""
    if not plan.sheets:
        return "nothing to print"
    return f"{counted(plan.sheets, 'sheet')}, {counted(plan.pages, 'page')}"

"""What the sheets say about themselves, from the fullest wording to the shortest."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from pnp.impose.furniture import Measure
from pnp.impose.grid import Layout
from pnp.model.face import Deck, Side
from pnp.model.game import Component, Game
from pnp.model.geometry import Size
from pnp.model.line_styles import Marks
from pnp.model.papers import Paper
from pnp.model.sheet import Backs, Sheet


@dataclass(frozen=True, slots=True)
class SheetContext:
    """What all sheets of one component on one paper have in common."""

    game: Game
    component: Component
    deck: Deck
    paper: Paper
    measure: Measure
    marks: Marks = "outside"

    def titled(self, pieces: Iterable[str]) -> "SheetContext":
        """Return what a sheet with these pieces says: of components that share sheets, it names those on it."""
        if not self.component.parts:
            return self
        titles = dict.fromkeys(titled(self.component.part_of(piece)) for piece in pieces)
        return replace(self, component=replace(self.component, title=", ".join(titles)))

    def sheet(self, page: Size, flip: Backs, *, count: int) -> Sheet:
        """Return the first of `count` sheets, with nothing on it."""
        name, paper = self.component.id, self.paper.name
        return Sheet(name, paper, page, "front", flip, 1, count, 1, ())


_BREAKS = re.compile(r"[ \t\r\n]+")  # a no-break space stays

SCALE = "print at 100 %"
"""The one sentence no sheet goes without: "fit to page" prints at 96 to 98 %."""

TURNS: dict[Backs, str] = {
    "long-edge": "turn over on the long edge",
    "short-edge": "turn over on the short edge",
    "gutterfold": "fold on the dashed line",
    "glued": "single-sided, to be glued on board",
    "none": "single-sided",
}


def headings(
    context: SheetContext,
    number: int,
    *,
    count: int,
    side: Side,
    flip: Backs,
    layout: Layout | None = None,
) -> tuple[tuple[str, ...], ...]:
    """Return the lines at the head of the furniture of a sheet of `count`, in each wording.

    Of a `layout`, they say which bought sheet to put into the printer, and which machine there are registration marks for.
    """
    shown = "front and back" if flip == "gutterfold" else side
    page = f"sheet {number} of {count} · {shown}"
    turn = TURNS[flip]
    if flip == "gutterfold" and context.component.kind.grey_board:
        turn = "fold round the edge of the board"
    elif flip == "gutterfold" and context.marks == "none":
        turn = "fold in the middle"
    order = f"{SCALE} · {turn}"
    label_sheet = layout.label_sheet if layout else ""
    if label_sheet:
        order = f"{SCALE} · label sheet {label_sheet}" if flip == "none" else f"{order} · on {label_sheet}"
    elif layout and layout.registration:
        order = f"{order} · cut by {layout.registration.machine}"
    return (
        *_titled(context, page, order),
        (page, order),
        (order,) if label_sheet else (page, SCALE),
        (SCALE,),
    )


def tile_headings(
    context: SheetContext, *, sheet: tuple[int, int], side: Side, cell: tuple[int, int], alone: bool
) -> tuple[tuple[str, ...], ...]:
    """Return the head of a page that shows a part of a board, in each wording; `cell` is (row, column) from 1.

    `alone` says that the part is the whole board.
    """
    part = f"row {cell[0]}, column {cell[1]} of the {side}"
    page = f"sheet {sheet[0]} of {sheet[1]} · {side if alone else part}"
    marked = not alone and context.marks != "none"
    how = "cut off the margin at each line, glue on the triangles of the same letter"
    how = how if marked else "cut off the margin, glue the pages together"
    order = f"{SCALE} · {'glue front and back together' if alone else how}"
    return (
        *_titled(context, page, order),
        (page, f"{SCALE} · cut at the lines, glue on the triangles" if marked else SCALE),
        (part, SCALE),
        (SCALE,),
    )


def _titled(context: SheetContext, page: str, order: str) -> tuple[tuple[str, str], tuple[str, str]]:
    game, component = titled(context.game), titled(context.component)
    return (_joined(game, component, page), order), (_joined(component, page), order)


def small_print(game: Game) -> tuple[str, ...]:
    """Return the credits, notice, licence and version on one line in each wording; the credits go first."""
    version = f"version\N{NO-BREAK SPACE}{game.version}" if game.version else ""
    said = [text if is_in_furniture(text) else "" for text in (game.credits, game.notice, game.licence)]
    choices = (
        _joined(*said, version),
        _joined(*said[1:], version),
        _joined(*said[2:], version),
        version,
    )
    return tuple(dict.fromkeys(choice for choice in choices if choice))


def titled(named: Game | Component) -> str:
    """Return what a game or a component is called beside the pieces: its id where that font lacks the letters of its title."""
    return named.title if is_in_furniture(named.title) else named.id


def is_in_furniture(text: str) -> bool:
    """Say whether the font of what stands beside the pieces has the letters of a text: Latin, Greek and Cyrillic ones."""
    return not any(
        letter > "\u052f" and letter.isalpha() and not "\u1e00" <= letter <= "\u1fff" for letter in text
    )


def _joined(*parts: str) -> str:
    """Join what is said with dots; a statement that ends with its own full stop needs none."""
    said = [_BREAKS.sub(" ", part.strip()) for part in parts if part.strip()]
    return " · ".join(said).replace(". · ", ". ")

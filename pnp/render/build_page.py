"""The page that says how to make the game: what to print on which paper, how many sheets, what to do with them.

It is a component like any other, made from what the build knows, so that it is drawn, checked and printed the same way.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.load.kinds.flat import SHEET
from pnp.model.face import Face
from pnp.model.game import Component, Game, Piece, Value
from pnp.model.papers import A4_OR_LETTER, PAPERS, Paper
from pnp.model.sheet import Backs
from pnp.render.template_values import path

ID = "build"
TEMPLATE = "base/build.svg.j2"
ROW_MM = 23.5
FIRST_ROWS_MM, NEXT_ROWS_MM = 84.0, 32.0
"""Where the rows begin on the first page and on the next ones."""

FOOT_MM = 20.0

SMALLEST = PAPERS[A4_OR_LETTER].size
"""The page has room for its words on this paper, and on larger ones."""

FOLDED = "Plain paper will do: folded and glued, it is twice as thick."
"""What is said of the paper where backs are folded behind their fronts."""

BOTH_SIDES_OF_BOARD = (
    "On board, print fronts and backs on sheets of their own: glue the fronts on, prick the ends of the cutting marks "
    "through with a pin, and glue the backs so that their marks lie on the holes."
)
"""What one does with two-sided sheets where both sides go onto board."""

_ROOT = re.compile(r"<svg\b[^>]*>")


@dataclass(frozen=True, slots=True)
class Entry:
    """One component on the page: a face to show, and the PDF with its sheets, which it may share with others.

    `sheets` and `pages` are those of the PDF, `on` the first and the last of its pages that the component is on.
    """

    component: Component
    face: Face
    file: str
    sheets: int
    pages: int
    on: tuple[int, int]
    flip: Backs
    labels: str | None = None


def has_room(paper: Paper) -> bool:
    """Say whether there is room on a paper for the page."""
    return paper.size.width >= SMALLEST.width and paper.size.height >= SMALLEST.height


def guide(
    game: Game,
    entries: Sequence[Entry],
    paper: Paper,
    *,
    printed: str = "",
    rules: str = "",
    rules_pages: int = 0,
    without: str = "",
) -> Component:
    """Return the page, or pages, for one paper, with the `entries` in the order of printing.

    `printed` is the file that holds all of them one after the other, behind this guide and the rules, whose own file is
    `rules`; "" for no such file. `without` is said of components that have no room on the paper.
    """
    pages = _pages(entries, paper)
    rules_end = len(pages) + (rules_pages if printed else 0)
    starts = _starts(entries, rules_end) if printed else {}
    common: dict[str, Value] = {
        "pages": len(pages),
        "paper": paper.title,
        "total": sum({entry.file: entry.sheets for entry in entries}.values()),
        "printed": printed,
        "rules": rules,
        "rules_pages": _range(len(pages) + 1, rules_end) if printed and rules else "",
        "step": ROW_MM,
        "without": without,
    }
    pieces = []
    for number, page in enumerate(pages, 1):
        top = FIRST_ROWS_MM if number == 1 else NEXT_ROWS_MM
        rows = tuple(_row(entry, printed or entry.file, starts.get(entry.file, 0)) for entry in page)
        fields = {**common, "page": number, "top": top, "rows": rows}
        pieces.append(
            Piece(id=f"{ID}-{number}", copies=1, fields=fields, front=TEMPLATE, back=None, place=game.place)
        )
    return Component(
        id=ID,
        kind=SHEET.kind,
        title="How to build it",
        size=paper.size,
        corner=0.0,
        bleed=0.0,
        safe=paper.unprintable,
        pieces=tuple(pieces),
        place=game.place,
    )


def _pages(entries: Sequence[Entry], paper: Paper) -> list[Sequence[Entry]]:
    first, others = (
        max(1, int((paper.size.height - start - FOOT_MM) / ROW_MM)) for start in (FIRST_ROWS_MM, NEXT_ROWS_MM)
    )
    pages = [entries[:first]]
    pages += [entries[start : start + others] for start in range(first, len(entries), others)]
    return pages


def _starts(entries: Sequence[Entry], before: int) -> dict[str, int]:
    """Return how many pages there are before each PDF of the entries, where so many are before all of them."""
    starts: dict[str, int] = {}
    for entry in entries:
        if entry.file not in starts:
            starts[entry.file] = before
            before += entry.pages
    return starts


def _range(first: int, last: int) -> str:
    """Return a range of pages in words.

    >>> _range(3, 3), _range(3, 8)
    ('page 3', 'pages 3 to 8')
    """
    return f"page {first}" if first == last else f"pages {first} to {last}"


def _assembly(entry: Entry) -> str:
    """Return how a component is cut, folded and glued."""
    component, kind = entry.component, entry.component.kind
    words = (not component.net and kind.flat_assembly) or kind.assembly.format(width=component.size.width)
    return f"{words} {BOTH_SIDES_OF_BOARD}" if kind.stock == "board" and entry.pages > entry.sheets else words


def _row(entry: Entry, file: str, before: int) -> Value:
    """Return what the template shows of a component; `before` are the pages of `file` before its own PDF begins."""
    face, component = entry.face, entry.component
    svg = face.svg
    root = _ROOT.search(svg)
    inner = "" if root is None else svg[root.end() :].rpartition("</svg>")[0]
    return {
        "kind": component.kind.name,
        "stock_text": FOLDED if entry.flip == "gutterfold" else component.kind.stock_text,
        "assembly": _assembly(entry),
        "title": component.title,
        "note": component.note or "",
        "count": component.copies - component.extras,
        "extras": component.extras,
        "where": f"{_range(before + entry.on[0], before + entry.on[1])} of {file}",
        "own_file": f"{component.id}.pdf",
        "sides": 2 if entry.pages > entry.sheets else 1,
        "flip": entry.flip,
        "labels": entry.labels or "",
        "width": component.size.width,
        "height": component.size.height,
        "outline": path(component.net.cut if component.net else component.cut.points),
        "drawing": inner,
    }

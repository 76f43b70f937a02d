"""The page that says how to make the game: what to print on which paper, how many sheets, what to do with them.

It is a component like any other, made from what the build knows, so that it is drawn, checked and printed the same way.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pnp.load.kinds.flat import SHEET
from pnp.model.diagnostics import Place
from pnp.model.face import Face
from pnp.model.game import Component, Game, Piece, Value
from pnp.model.papers import Paper
from pnp.model.sheet import Backs
from pnp.render.template_values import path

ID = "build"
TEMPLATE = "base/build.svg.j2"
ROW_MM = 23.5
FIRST_ROWS_MM, NEXT_ROWS_MM = 84.0, 26.0
"""Where the rows begin on the first page and on the next ones."""

FOOT_MM = 20.0

_ROOT = re.compile(r"<svg\b[^>]*>")


@dataclass(frozen=True, slots=True)
class Entry:
    """One component on the page: a face to show, and how many sheets it takes.

    `within` is the first and the last of the file's sheets that it is on, where other components share them.
    """

    component: Component
    face: Face
    file: str
    sheets: int
    pages: int
    flip: Backs
    labels: str | None = None
    within: tuple[int, int] | None = None


def guide(game: Game, entries: Sequence[Entry], paper: Paper, *, rules: str = "") -> Component:
    """Return the page, or pages, for one paper; `rules` is the file of the rules to print first."""
    pages = _pages(entries, paper)
    place = game.place
    total = sum({entry.file: entry.sheets for entry in entries}.values())
    pieces = tuple(
        _piece(number, page, place, pages=len(pages), paper=paper, total=total, rules=rules)
        for number, page in enumerate(pages, 1)
    )
    return Component(
        id=ID,
        kind=SHEET.kind,
        title="How to build it",
        size=paper.size,
        corner=0.0,
        bleed=0.0,
        safe=paper.unprintable,
        pieces=pieces,
        place=place,
    )


def _pages(entries: Sequence[Entry], paper: Paper) -> list[Sequence[Entry]]:
    first, others = (
        max(1, int((paper.size.height - start - FOOT_MM) / ROW_MM)) for start in (FIRST_ROWS_MM, NEXT_ROWS_MM)
    )
    pages = [entries[:first]]
    pages += [entries[start : start + others] for start in range(first, len(entries), others)]
    return pages


def _piece(
    number: int, page: Sequence[Entry], place: Place, *, pages: int, paper: Paper, total: int, rules: str
) -> Piece:
    fields: dict[str, Value] = {
        "page": number,
        "pages": pages,
        "paper": paper.title,
        "total": total,
        "rules": rules,
        "top": FIRST_ROWS_MM if number == 1 else NEXT_ROWS_MM,
        "step": ROW_MM,
        "rows": tuple(_row(entry) for entry in page),
    }
    return Piece(id=f"{ID}-{number}", copies=1, fields=fields, front=TEMPLATE, back=None, place=place)


def _row(entry: Entry) -> Value:
    face, component = entry.face, entry.component
    svg = face.svg
    root = _ROOT.search(svg)
    inner = "" if root is None else svg[root.end() :].rpartition("</svg>")[0]
    return {
        "kind": component.kind.name,
        "stock": component.kind.stock,
        "assembly": (not component.net and component.kind.flat_assembly) or component.kind.assembly,
        "title": component.title,
        "note": component.note or "",
        "count": component.copies - component.extras,
        "extras": component.extras,
        "file": entry.file,
        "sheets": entry.sheets,
        "within": _within(entry),
        "sides": 2 if entry.pages > entry.sheets else 1,
        "flip": entry.flip,
        "labels": entry.labels or "",
        "width": component.size.width,
        "height": component.size.height,
        "outline": path(component.net.cut if component.net else component.cut.points),
        "drawing": inner,
    }


def _within(entry: Entry) -> str:
    """Return which of the shared sheets: "sheets 7 to 9 of 13", or "" for a component that shares with nobody."""
    if entry.within is None:
        return ""
    first, last = entry.within
    return (
        f"sheet {first} of {entry.sheets}" if first == last else f"sheets {first} to {last} of {entry.sheets}"
    )

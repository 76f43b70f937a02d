"""What goes with the PDFs of a game: the page that says how to build it."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.cli.builds.count import Count, total
from pnp.cli.builds.order import Order
from pnp.cli.builds.packing import Packed, numbered
from pnp.cli.builds.sheetfiles import write_sheets
from pnp.cli.pipeline import Print
from pnp.cli.reuse import NOTHING, Reuse
from pnp.convert.engines import engine
from pnp.impose.pack import address
from pnp.model.game import Component, Game
from pnp.model.geometry import Rect
from pnp.model.sheet import Paper, Placement, Sheet
from pnp.render.faces import Rendered, render
from pnp.render.guide import ID, Entry, guide
from pnp.render.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Guide:
    """The build page of one paper, drawn."""

    paper: Paper
    component: Component
    rendered: Rendered


def drawn_guides(
    room: Workshop, prints: Sequence[Print], shared: Sequence[Packed], order: Order
) -> tuple[Guide, ...]:
    """Return the build page for every paper."""
    wholes = {part.id: pack.whole for pack in shared for part in pack.parts}
    guides = []
    for paper in order.papers:
        files = [(each, wholes.get(each.component.id, each)) for each in prints]
        entries = [
            _entry(each, file.component.id, sheets)
            for each, file in files
            if (sheets := file.sheets.get(paper.name))
        ]
        component = guide(room.game, entries, paper)
        guides.append(Guide(paper, component, render(component, room)))
    return tuple(guides)


def write_guides(
    folder: Path, game: Game, guides: Sequence[Guide], order: Order, reused: Reuse = NOTHING
) -> Count:
    """Write build.pdf for every paper; return how much of it was new. Raises CannotWrite."""
    counts = []
    for each in guides:
        rendered = each.rendered
        faces = tuple(rendered.deck.faces.values())
        pages = engine(order.renderer).convert(faces, rendered.fonts, kept=reused.kept)
        printed = Print(each.component, rendered, {each.paper.name: tuple(_sheets(rendered, each.paper))})
        counts.append(write_sheets(folder, game, printed, pages, each.paper, reused=reused))
    return total(counts)


def _entry(each: Print, file: str, sheets: Sequence[Sheet]) -> Entry:
    deck, component = each.rendered.deck, each.component
    first = sheets[0]
    labels = next((label for label in component.labels if label.paper == first.paper), None)
    return Entry(
        component=component,
        face=deck.faces[next(iter(deck.fronts.values()))],
        file=f"{file}.pdf",
        sheets=numbered(sheets),
        pages=len(sheets),
        flip=first.flip,
        labels=labels.title if labels else None,
        within=_within(component, sheets) if file != component.id else None,
    )


def _within(component: Component, sheets: Sequence[Sheet]) -> tuple[int, int]:
    """Return the first and the last of the shared sheets that a component is on."""
    start = address(component.id, "")
    on = [
        sheet.number
        for sheet in sheets
        if any(placement.piece.startswith(start) for placement in sheet.placements)
    ]
    return min(on), max(on)


def _sheets(rendered: Rendered, paper: Paper) -> list[Sheet]:
    page = Rect(0, 0, paper.size.width, paper.size.height)
    keys = rendered.deck.fronts
    return [
        Sheet(
            component=ID,
            paper=paper.name,
            size=paper.size,
            side="front",
            flip="none",
            number=number,
            count=len(keys),
            page=number,
            placements=(Placement(piece, 1, key, page, page),),
        )
        for number, (piece, key) in enumerate(keys.items(), 1)
    ]

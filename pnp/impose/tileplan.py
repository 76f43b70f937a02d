"""A board larger than the paper becomes pages to be glued together: all of the front, then all of the back."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.impose.furniture import ATTEMPTS, Furniture, Measure, furnish
from pnp.impose.joins import beside
from pnp.impose.margins import MARKS_AND_BAND
from pnp.impose.slots import free_slots
from pnp.impose.tiling import Tile, Tiling, one_page, tile
from pnp.impose.wholepage import whole_page
from pnp.impose.wording import small_print, tile_headings
from pnp.model.board import Space
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, Side
from pnp.model.game import Component, Game
from pnp.model.geometry import Rect
from pnp.model.sheet import Backs, Paper, Placement, Sheet, Stroke

TILED = ("board", "sheet")
"""The kinds that are tiled where they are larger than the paper."""

OVERLAP_MM = 10.0
"""Of what has no overlap of its own."""

Shown = tuple[Tile, Side, str, int, str]
"""A tile, the side of the board, the piece, which of its copies, and the face."""


def tiles_of(component: Component, paper: Paper) -> Tiling | None:
    """Return how the component is tiled over sheets of `paper`, or None when it never is or there is no room."""
    if component.kind not in TILED:
        return None
    if component.kind == "sheet" and whole_page(component.size, paper.size):
        return one_page(component.size)
    board = component.board
    return tile(
        component.size,
        paper,
        bleed=component.bleed,
        overlap=board.overlap if board else OVERLAP_MM,
        spaces=[_box(space) for space in board.spaces] if board else (),
    )


def tile_sheets(
    component: Component,
    deck: Deck,
    paper: Paper,
    *,
    tiling: Tiling,
    copies: Sequence[tuple[str, int]],
    backs: Backs,
    game: Game,
    first_page: int,
    measure: Measure,
) -> tuple[Sheet, ...]:
    """Return the sheets of these copies: for each the pages of its front and, unless `backs` is none, of its back.

    Nothing is printed on the other side of a page, which is glued; so the tiles of a back are not mirrored either.
    """
    sides: tuple[Side, ...] = ("front",) if backs == "none" else ("front", "back")
    pages = list(_pages(copies, sides, deck, tiling))
    page_of = _PageOf(component, game, paper, tiling, len(pages), measure)
    return tuple(
        page_of.sheet(shown, number=number, page=page)
        for page, (number, shown) in enumerate(enumerate(pages, start=1), start=first_page)
    )


def cuts_spaces(component: Component, paper: Paper, tiling: Tiling, *, game: Game) -> tuple[Diagnostic, ...]:
    """Return the warning that spaces come to lie on several pages, if any do."""
    count = len(tiling.cut)
    if component.board is None or not count:
        return ()
    first = component.board.spaces[tiling.cut[0]]
    named = f'space "{first.id}" is' if count == 1 else f'{count} spaces ("{first.id}" first) are'
    return (
        Diagnostic(
            "PNP408",
            f"{component.title} on {paper.title}: {named} cut in two where pages join",
            component.place,
            hint="leave a gap between spaces where pages join, or print on another paper",
            severity="warning",
            game=game.id,
        ),
    )


def _pages(
    copies: Sequence[tuple[str, int]], sides: Sequence[Side], deck: Deck, tiling: Tiling
) -> Iterator[Shown]:
    for piece, copy in copies:
        for side in sides:
            face = (deck.fronts if side == "front" else deck.backs).get(piece)
            if face is not None:
                yield from ((each, side, piece, copy, face) for each in tiling.tiles)


@dataclass(frozen=True, slots=True)
class _PageOf:
    """Makes the pages of one tiled component."""

    component: Component
    game: Game
    paper: Paper
    tiling: Tiling
    count: int
    measure: Measure

    def sheet(self, shown: Shown, *, number: int, page: int) -> Sheet:
        """Return one page with its part of the board and what stands beside it."""
        part, side, piece, copy, face = shown
        tiling, margin = self.tiling, self.paper.unprintable
        x, y = part.origin
        trim = Rect(x, y, tiling.board.width, tiling.board.height)
        around = beside(part, tiling, margin=margin)
        head = tile_headings(
            self.game,
            self.component,
            sheet=(number, self.count),
            side=side,
            cell=(part.row + 1, part.column + 1),
            joined=len(tiling.tiles) > 1,
        )
        slots_around = (*around.strokes, *around.taken)
        furniture = self._furniture(part.window, slots_around, head)
        return Sheet(
            component=self.component.id,
            paper=self.paper.name,
            size=tiling.page,
            side=side,
            flip="none",
            number=number,
            count=self.count,
            page=page,
            placements=(Placement(piece, copy, face, trim, part.window),),
            strokes=(*around.strokes, *(furniture.strokes if furniture else ())),
            captions=(
                *around.captions,
                *(furniture.captions_with(head[furniture.wording]) if furniture else ()),
            ),
        )

    def _furniture(
        self, window: Rect, strokes: Sequence[Stroke], head: Sequence[Sequence[str]]
    ) -> Furniture | None:
        small = small_print(self.game)
        for attempt in ATTEMPTS:
            for _, band in MARKS_AND_BAND:
                slots = free_slots(
                    self.tiling.page,
                    margin=self.paper.unprintable,
                    shown=window,
                    strokes=strokes,
                    band=band,
                )
                found = furnish(slots, [head], small, attempt=attempt, measure=self.measure)
                if found is not None:
                    return found
        return None


def _box(space: Space) -> Rect:
    xs, ys = zip(*space.points, strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

"""Stage 5: the pieces of a component and their faces become sheets of paper, at true size.

Arithmetic only: this stage knows no SVG, no PDF and no file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.impose.furniture import Measure, estimated_width
from pnp.impose.layout import ClipArea, Layout
from pnp.impose.layouts import lay_out
from pnp.impose.margins import Margins, share_margins
from pnp.impose.sheet_texts import headings, small_print
from pnp.impose.tile_pages import cuts_spaces, tile_sheets, tiling_of
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, Side
from pnp.model.game import Component, Game
from pnp.model.geometry import Rect, Size
from pnp.model.sheet import PAPERS, Paper, Placement, Sheet
from pnp.model.sides import Axis, Backs, behind, rotation_behind, turning_axis
from pnp.model.strokes import Contour

# The findings of imposition: a piece larger than the paper, and margins too narrow for marks or furniture.


def does_not_fit(component: Component, paper: Paper, *, game: Game, flip: Backs) -> Diagnostic:
    """Return PNP402, or PNP403 when only the fold is in the way."""
    size = component.size
    if flip == "gutterfold" and lay_out(component, paper) is not None:
        return Diagnostic(
            "PNP403",
            f"{component.title}: {_mm(size)} does not fit twice beside a fold on {paper.title} ({_mm(paper.size)})",
            component.place,
            hint=_way_out(component, folded=True, other="print with --backs long-edge"),
            game=game.id,
        )
    edge = 2 * paper.unprintable
    printable = Size(paper.size.width - edge, paper.size.height - edge)
    return Diagnostic(
        "PNP402",
        f"{component.title}: {_mm(size)} is larger than {paper.title} ({_mm(paper.size)}, "
        f"of which a printer reaches {_mm(printable)})",
        component.place,
        hint=_way_out(component, folded=flip == "gutterfold", other="write a smaller size"),
        game=game.id,
    )


def _way_out(component: Component, *, folded: bool, other: str) -> str:
    for paper in PAPERS.values():
        if lay_out(component, paper, folded=folded) is not None:
            return f"print with --paper {paper.name}, or {other}"
    return other


def lacks_room(
    component: Component, paper: Paper, layout: Layout, margins: Margins, *, game: Game
) -> tuple[Diagnostic, ...]:
    """Return the warnings about what the margins have no room for.

    On a bought sheet the ruler stands where it falls on no label, or not at all: that is no finding. Nor is it one
    that a piece as large as the paper leaves no margin.
    """
    if layout.bounds.size == layout.page:
        return ()
    found = []
    furniture = margins.furniture
    if furniture is None and layout.label_sheet:
        found.append(("PNP404", "there is no room for the footer", f"load label sheet {layout.label_sheet}"))
    elif furniture is None or not (furniture.strokes or layout.label_sheet):
        lost = "the ruler" if furniture else "the footer and the ruler"
        found.append(("PNP404", f"there is no room for {lost}", "check the size with a ruler after printing"))
    across, down = _marked(layout, margins)
    if not (across and down):
        lost = "at the sides" if across else "above and below" if down else "on any side"
        found.append(("PNP405", f"there is no room for crop marks {lost}", "cut where the bleed ends"))
    return tuple(
        Diagnostic(
            code,
            f"{component.title} on {paper.title}: {fact}",
            component.place,
            hint=f"{hint}, or print on another paper",
            severity="warning",
            game=game.id,
        )
        for code, fact, hint in found
    )


def _marked(layout: Layout, margins: Margins) -> tuple[bool, bool]:
    """Say whether the cuts down and across the sheet have the marks they need."""
    across, down = margins.marked
    return (
        across or not (layout.cut_xs or layout.slanted_cuts),
        down or not layout.cut_ys,
    )


def _mm(size: Size) -> str:
    return f"{size.width:.4g} × {size.height:.4g} mm"


Copy = tuple[str, int]
"""A piece's id and which of its copies, from 1."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The sheets of one component on one paper, in page order, and what there is to say about them."""

    sheets: tuple[Sheet, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def plan(
    component: Component,
    deck: Deck,
    paper: Paper,
    *,
    backs: Backs,
    game: Game,
    first_page: int = 1,
    only: frozenset[str] | None = None,
    measure: Measure = estimated_width,
) -> Plan:
    """Return the component's pieces on sheets of `paper`: front, back, front, back.

    `only` keeps the pieces of those ids; every one of them must have its faces in `deck`. `measure` gives the
    width in mm of a caption at a size in pt. A piece larger than the paper is a finding, and no sheet; a board is
    tiled then.
    """
    copies = tuple(_copies(component, only))
    flip: Backs = backs if any(piece in deck.backs for piece, _ in copies) else "none"
    layout = lay_out(component, paper, copies=len(copies), folded=flip == "gutterfold")
    if layout is None:
        return _tiled(
            component,
            deck,
            paper,
            copies=copies,
            backs=backs,
            flip=flip,
            game=game,
            first_page=first_page,
            measure=measure,
        )
    if not copies:
        return Plan()
    return _laid_out(
        component,
        deck,
        paper,
        layout=layout,
        copies=copies,
        flip=flip,
        game=game,
        first_page=first_page,
        measure=measure,
    )


def _tiled(
    component: Component,
    deck: Deck,
    paper: Paper,
    *,
    copies: Sequence[Copy],
    backs: Backs,
    flip: Backs,
    game: Game,
    first_page: int,
    measure: Measure,
) -> Plan:
    """Return these copies in parts to be glued together, or the finding that they do not fit."""
    tiling = tiling_of(component, paper)
    if tiling is None:
        return Plan((), (does_not_fit(component, paper, game=game, flip=flip),))
    sheets = tile_sheets(
        component,
        deck,
        paper,
        tiling=tiling,
        copies=copies,
        backs=backs,
        game=game,
        first_page=first_page,
        measure=measure,
    )
    return Plan(sheets, cuts_spaces(component, paper, tiling, game=game) if copies else ())


def _laid_out(
    component: Component,
    deck: Deck,
    paper: Paper,
    *,
    layout: Layout,
    copies: Sequence[Copy],
    flip: Backs,
    game: Game,
    first_page: int,
    measure: Measure,
) -> Plan:
    """Return the sheets of these copies in these places."""
    batches = _batches(copies, len(layout.positions))
    pages = _pages(batches, deck, flip)
    heads = [
        headings(
            game, component, sheet=(n, len(batches)), side=side, flip=flip, label_sheet=layout.label_sheet
        )
        for n, side in pages
    ]
    bleed = max(deck.faces[key].bleed for key in _faces(copies, deck))
    margins = share_margins(
        layout, heads, small_print(game), bleed=bleed, margin=paper.unprintable, measure=measure
    )
    blank = Sheet(
        component.id, paper.name, layout.page, "front", flip, 1, len(batches), 1, (), strokes=margins.strokes
    )
    room = _Room(layout, deck, margins.shown)
    sheets = tuple(
        replace(
            blank,
            side=side,
            number=n,
            page=page,
            placements=room.placements(batches[n - 1], side, flip),
            captions=margins.captions(head),
            contours=room.contours(batches[n - 1], side),
        )
        for page, ((n, side), head) in enumerate(zip(pages, heads, strict=True), start=first_page)
    )
    return Plan(sheets, lacks_room(component, paper, layout, margins, game=game))


def _copies(component: Component, only: frozenset[str] | None) -> Iterator[Copy]:
    for piece in component.pieces:
        if only is None or piece.id in only:
            yield from ((piece.id, copy) for copy in range(1, piece.copies + 1))


def _batches(copies: Sequence[Copy], places: int) -> list[Sequence[Copy]]:
    """Return what each physical sheet takes; the last may be half empty."""
    return [copies[start : start + places] for start in range(0, len(copies), places)]


def _pages(batches: Sequence[Sequence[Copy]], deck: Deck, flip: Backs) -> list[tuple[int, Side]]:
    """Return the sheet number and the side of every page.

    A sheet without a single back has no back page, except in front of another sheet when any sheet has one:
    a duplex printer would put the next front behind this one.
    """
    pages: list[tuple[int, Side]] = []
    for number, batch in enumerate(batches, start=1):
        pages.append((number, "front"))
        turned = flip in ("long-edge", "short-edge")
        if turned and (number < len(batches) or any(piece in deck.backs for piece, _ in batch)):
            pages.append((number, "back"))
    return pages


def _faces(copies: Sequence[Copy], deck: Deck) -> Iterator[str]:
    for side in (deck.fronts, deck.backs):
        yield from (side[piece] for piece, _ in copies if piece in side)


@dataclass(frozen=True, slots=True)
class _Room:
    """The places of a sheet, the faces to put there, and how far bleed may show around all."""

    layout: Layout
    deck: Deck
    shown: Rect

    def placements(self, batch: Sequence[Copy], side: Side, flip: Backs) -> tuple[Placement, ...]:
        """Return what one page shows: the fronts in their order, or behind each front its own back, or both."""
        if flip == "gutterfold":
            axis: Axis = "horizontal" if self.layout.fold == "horizontal" else "vertical"
            return (*self._fronts(batch), *self._backs(batch, axis))
        if side == "front":
            return tuple(self._fronts(batch))
        return tuple(self._backs(batch, turning_axis(self.layout.page, flip)))

    def contours(self, batch: Sequence[Copy], side: Side) -> tuple[Contour, ...]:
        """Return the lines to cut along around the fronts of one page: one cuts from the front."""
        numbers = range(len(batch)) if side == "front" else ()
        found = (self.layout.contour(number) for number in numbers)
        return tuple(contour for contour in found if contour is not None)

    def _fronts(self, batch: Sequence[Copy]) -> Iterator[Placement]:
        for number, ((piece, copy), position) in enumerate(zip(batch, self.layout.positions, strict=False)):
            face = self.deck.fronts[piece]
            window = self._window(number, face, self.shown)
            yield Placement(piece, copy, face, position.trim, window.clip, position.rotation, window.edge)

    def _backs(self, batch: Sequence[Copy], axis: Axis) -> Iterator[Placement]:
        page = self.layout.page
        for number, ((piece, copy), position) in enumerate(zip(batch, self.layout.positions, strict=False)):
            face = self.deck.backs.get(piece)
            if face is not None:
                trim, turn = behind(position.trim, page, axis), rotation_behind(axis, position.rotation)
                window = self._window(number, face, behind(self.shown, page, axis)).behind(page, axis)
                yield Placement(piece, copy, face, trim, window.clip, turn, window.edge)

    def _window(self, number: int, face: str, shown: Rect) -> ClipArea:
        return self.layout.window(number, bleed=self.deck.faces[face].bleed, shown=shown)

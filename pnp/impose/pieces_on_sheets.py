"""Stage 5: the pieces and faces of a component become sheets of paper, at actual size."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import count as counting
from itertools import product
from typing import Literal, NamedTuple

from pnp.impose import shared_sheets
from pnp.impose.footer_and_ruler import (
    RULED,
    UNRULED,
    SheetContext,
    free_areas,
    headings,
    small_print,
    tile_headings,
)
from pnp.impose.grid import ClipArea, Layout, printable_area
from pnp.impose.layouts import (
    arranged,
    bought_layout,
    far_from_the_fold,
    flip_on,
    lay_out,
    machine_layout,
    no_room_between_marks,
    papers_with_room,
    whole_page,
)
from pnp.impose.margins import MARKS_AND_BAND, Margins, first_furnished, share_margins
from pnp.impose.marks import contours_of
from pnp.impose.tiling import NO_TILE_MARKS, Tiling, one_page, order_on, tile, tile_marks
from pnp.load.cutting_machines import CuttingMachine
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, Side
from pnp.model.game import Component
from pnp.model.geometry import SLACK, Rect, Size
from pnp.model.line_styles import Stroke
from pnp.model.papers import BOUGHT_SHEETS, TILE_OVERLAP, BoughtSheet, Paper, find_paper
from pnp.model.sheet import Backs, Placement, Sheet, behind, rotation_behind, turning_axis
from pnp.model.svg_geometry import around_points
from pnp.text import listed

CROSS_ROOM = 5.0  # mm of margin for a cross with room around: both sides of a board are pinned there.
TWO_SIDED = ("long-edge", "short-edge", "glued")  # Ways in which backs are on pages behind the fronts.
Copy = tuple[str, int]  # A piece's id and which of its copies, from 1.


@dataclass(frozen=True, slots=True)
class Plan:
    """The sheets of one component on one paper, in page order, and what there is to say about them."""

    sheets: tuple[Sheet, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()


def plan(
    context: SheetContext, *, backs: Backs, skip: int = 0, machine: CuttingMachine | None = None
) -> Plan:
    """Return the component's pieces on sheets of the paper: front, back, front, back.

    Every piece must have its faces in the deck. The first `skip` places of the first sheet stay empty. A piece larger than
    the paper is an error, and no sheet; a board is tiled then, but not for a cutting `machine`.
    """
    component, deck, paper = context.component, context.deck, context.paper
    copies = _copies_of(component)
    flip = flip_on(component, paper, backs) if any(piece in deck.backs for piece, _ in copies) else "none"
    if machine is not None:
        layout = machine_layout(component, paper, machine, copies=len(copies))
        if layout is None:
            return Plan((), (_finding(context, "PNP416", *no_room_between_marks(component, paper, machine)),))
        return _laid_out(context, [_Run.filled(layout, copies)], flip) if copies else Plan()
    if component.parts:
        return _laid_out(context, _shared_runs(context, flip), flip)
    layout, flip = arranged(component, paper, flip, [piece in deck.backs for piece, _ in copies])
    if layout is not None and not (paper.sheet and not paper.sheet.cards and flip != "none"):
        if component.kind.name == "sheet" and flip == "none" and not skip:  # no marks for empty rows
            filled = layout.positions[: len(copies) or None]
            last = filled[-1].trim.bottom + SLACK
            layout = replace(layout, positions=filled, cut_ys=tuple(y for y in layout.cut_ys if y <= last))
        skip = skip % len(layout.positions) or far_from_the_fold(layout, len(copies))
        laid_out = _laid_out(context, [_Run.filled(layout, copies, skip)], flip, skip) if copies else Plan()
        lacks_crosses = flip == "glued" and context.marks != "none" and not laid_out.sheets[0].crosses
        return (lacks_crosses and _with_crosses(context, copies)) or laid_out
    tiling = _tiling_of(component, paper)
    if tiling is None:
        return Plan((), (_does_not_fit(context, flip),))
    sheets = _tile_sheets(context, tiling, copies, two_sided=backs != "none")
    return Plan(sheets, _cut_spaces(context, tiling) if copies else ())


def _copies_of(component: Component) -> tuple[Copy, ...]:
    return tuple((piece.id, copy) for piece in component.pieces for copy in range(1, piece.copies + 1))


def _with_crosses(context: SheetContext, copies: Sequence[Copy]) -> Plan | None:
    narrow = replace(context.paper, unprintable=context.paper.unprintable + CROSS_ROOM)
    layout = lay_out(context.component, narrow, copies=len(copies))
    laid_out = _laid_out(context, [_Run.filled(layout, copies)], "glued") if layout else Plan()
    return laid_out if laid_out.sheets and laid_out.sheets[0].crosses else None


@dataclass(frozen=True, slots=True)
class _Run:
    layout: Layout
    batches: tuple[Sequence[Copy], ...]

    @classmethod
    def filled(cls, layout: Layout, copies: Sequence[Copy], skip: int = 0) -> "_Run":
        places = len(layout.positions)
        starts = range(-skip, len(copies), places)
        return cls(layout, tuple(copies[max(start, 0) : start + places] for start in starts))


class _Page(NamedTuple):
    """One page: its number, its sheet and side, and the copies that lie on it, from place `first` on."""

    number: int
    sheet: int
    side: Side
    batch: Sequence[Copy]
    first: int = 0


def _laid_out(context: SheetContext, runs: Sequence[_Run], flip: Backs, skip: int = 0) -> Plan:
    pages_of_runs = _pages(runs, context.deck, flip, skip)
    count = max((page.sheet for pages in pages_of_runs for page in pages), default=0)
    sheets: list[Sheet] = []
    diagnostics: list[Diagnostic] = []
    for run, pages in zip(runs, pages_of_runs, strict=True):
        margins = _margins_of(context, run.layout, pages, flip, count=count)
        sheets += _sheets_of(context, run.layout, pages, margins, flip=flip, count=count)
        diagnostics += _lacks_room(context, run.layout, margins)
    return Plan(tuple(sheets), tuple(diagnostics))


def _pages(runs: Sequence[_Run], deck: Deck, flip: Backs, skip: int) -> list[list[_Page]]:
    """Return the pages of each run.

    A sheet without a single back has no back page, except in front of another sheet when any sheet has one:
    a duplex printer would put the next front behind this one. Backs that are glued are on sheets of their own.
    """
    total = sum(len(run.batches) for run in runs)
    sheet_numbers, page_numbers = counting(1), counting(1)
    pages_of_runs = []
    for run in runs:
        pages = []
        for batch in run.batches:
            sheet = next(sheet_numbers)
            duplex = flip in ("long-edge", "short-edge") and sheet < total
            has_back = flip in TWO_SIDED and (duplex or any(piece in deck.backs for piece, _ in batch))
            sides: tuple[Side, ...] = ("front", "back") if has_back else ("front",)
            for side in sides:
                number = next(page_numbers)
                pages.append(_Page(number, number if flip == "glued" else sheet, side, batch, skip))
            skip = 0
        pages_of_runs.append(pages)
    return pages_of_runs


def _heads(
    context: SheetContext, layout: Layout, pages: Sequence[_Page], flip: Backs, *, count: int
) -> Iterator[tuple[tuple[str, ...], ...]]:
    for page in pages:
        titled = context.titled(piece for piece, _ in page.batch)
        yield headings(titled, page.sheet, count=count, side=page.side, flip=flip, layout=layout)


def _margins_of(
    context: SheetContext, layout: Layout, pages: Sequence[_Page], flip: Backs, *, count: int
) -> Margins:
    deck = context.deck
    pieces = {piece for page in pages for piece, _ in page.batch}
    faces = {shown[piece] for shown in (deck.fronts, deck.backs) for piece in pieces if piece in shown}
    return share_margins(
        context,
        layout,
        list(_heads(context, layout, pages, flip, count=count)),  # thousands of them are not kept
        bleed=max(deck.faces[key].bleed for key in faces),
        turned=turning_axis(layout.page, flip) if flip in TWO_SIDED else None,
    )


def _sheets_of(
    context: SheetContext,
    layout: Layout,
    pages: Sequence[_Page],
    margins: Margins,
    *,
    flip: Backs,
    count: int,
) -> Iterator[Sheet]:
    blank = context.sheet(layout.page, flip, count=count)
    strokes: dict[Side, tuple[Stroke, ...]] = {"front": margins.strokes, "back": margins.strokes_behind}
    spots = _spots(layout, flip, margins.shown)
    contours = (
        shared_sheets.contours_of_blocks(layout, context.marks)
        if isinstance(layout, shared_sheets.MixedLayout)
        else contours_of(layout, context.component.cut, context.marks)
    )
    heads = _heads(context, layout, pages, flip, count=count)
    for page, head in zip(pages, heads, strict=True):
        is_front = page.side == "front"
        shown: tuple[Side, ...] = ("front", "back") if flip == "gutterfold" else (page.side,)
        yield replace(
            blank,
            side=page.side,
            number=page.sheet,
            page=page.number,
            placements=tuple(_placements(page, shown, context.deck, spots)),
            strokes=strokes[page.side],
            captions=margins.captions(head),
            contours=contours[page.first : page.first + len(page.batch)] if is_front else (),
            registration=margins.registration if is_front else (),
        )


def _shared_runs(context: SheetContext, flip: Backs) -> list[_Run]:
    apart: list[_Run] = []
    full: list[_Run] = []
    rest: list[Copy] = []
    shares: list[shared_sheets.Share] = []
    for parts in shared_sheets.forms(context.component.parts):
        group = shared_sheets.joined(parts, context.component.id)
        layout = lay_out(group, context.paper, copies=group.copies, folded=flip == "gutterfold")
        if layout is None:
            continue
        copies = _copies_of(group)
        apart.append(_Run.filled(layout, copies))
        end = len(copies) - shared_sheets.left_over(layout, len(copies))
        full += [_Run.filled(layout, copies[:end])] if end else []
        rest += copies[end:]
        shares += [shared_sheets.Share(parts[0], len(copies) - end)] if end < len(copies) else []
    for mixed in shared_sheets.mixed_layouts(shares, context.paper) if len(shares) > 1 else ():
        margins = _margins_of(context, mixed, [_Page(1, 1, "front", rest)], flip, count=1)
        if not _lacks_room(context, mixed, margins):
            runs = [*full, _Run(mixed, (rest,))]
            return sorted(
                runs,
                key=lambda run: context.deck.backs.keys().isdisjoint(
                    piece for batch in run.batches for piece, _ in batch
                ),
            )
    return apart


Spot = Callable[[int, float], tuple[Rect, ClipArea, int]]
"""Gives for the number of a position and the bleed of a face where it is cut, how far it shows, and how it is turned."""


def _spots(layout: Layout, flip: Backs, shown: Rect) -> dict[Side, Spot]:
    """Return what gives the places of fronts and of backs, each worked out once: most sheets have the same."""
    page = layout.page

    @cache
    def front(number: int, bleed: float) -> tuple[Rect, ClipArea, int]:
        position = layout.positions[number]
        return position.trim, layout.clip_area(number, bleed=bleed, shown=shown), position.rotation

    @cache
    def back(number: int, bleed: float) -> tuple[Rect, ClipArea, int]:
        axis = layout.fold or ("vertical" if flip == "gutterfold" else turning_axis(page, flip))
        position, seen = layout.positions[number], behind(shown, page, axis)
        area = layout.clip_area(number, bleed=bleed, shown=seen).behind(page, axis)
        return behind(position.trim, page, axis), area, rotation_behind(axis, position.rotation)

    return {"front": front, "back": back}


def _placements(
    page: _Page, sides: Sequence[Side], deck: Deck, spots: Mapping[Side, Spot]
) -> Iterator[Placement]:
    for side in sides:
        faces = deck.fronts if side == "front" else deck.backs
        for number, (piece, copy) in enumerate(page.batch, page.first):
            face = faces.get(piece)
            if face:
                trim, area, rotation = spots[side](number, deck.faces[face].bleed)
                yield Placement(piece, copy, face, trim, area.clip, rotation, area.edge)


# A board larger than the paper becomes pages to be glued together: all of the front, then all of the back.


def _tiling_of(component: Component, paper: Paper) -> Tiling | None:
    if not component.kind.tiled or paper.sheet is not None:
        return None
    if component.kind.layout == "page" and whole_page(component.size, paper.size):
        return one_page(component.size)
    board = component.board
    return tile(
        component.size,
        paper,
        bleed=component.bleed,
        overlap=board.overlap if board else TILE_OVERLAP,
        spaces=[around_points(space.points) for space in board.spaces] if board else (),
    )


def _tile_sheets(
    context: SheetContext, tiling: Tiling, copies: Sequence[Copy], *, two_sided: bool
) -> tuple[Sheet, ...]:
    """Return the sheets of these copies: for each the pages of its front and, if `two_sided`, of its back.

    Nothing is printed on the other side of a page, which is glued; so the tiles of a back are not mirrored either.
    """
    sides: list[tuple[Side, Mapping[str, str]]] = [("front", context.deck.fronts)]
    if two_sided:
        sides.append(("back", context.deck.backs))
    shown = [
        (side, piece, copy, faces[piece], part)
        for piece, copy in copies
        for side, faces in sides
        if piece in faces
        for part in tiling.tiles
    ]
    blank, margin = context.sheet(tiling.page, "none", count=len(shown)), context.paper.unprintable
    sheets = []
    for number, (side, piece, copy, face, part) in enumerate(shown, start=1):
        trim = Rect(*part.origin, tiling.board.width, tiling.board.height)
        marks = NO_TILE_MARKS if context.marks == "none" else tile_marks(part, tiling, margin=margin)
        cell, order = (part.row + 1, part.column + 1), order_on(part, tiling)
        head = tile_headings(context, sheet=(number, len(shown)), side=side, cell=cell, order=order)
        taken = (*marks.strokes, *marks.taken)
        areas = partial(free_areas, tiling.page, margin=margin, shown=part.window, strokes=taken)
        ways = [Margins(part.window, marks.strokes, areas(band=band)) for _, band in MARKS_AND_BAND]
        candidates = product((*RULED, *UNRULED), ways)
        margins = first_furnished(candidates, [head], small_print(context.game), context.measure) or ways[0]
        captions = (*marks.captions, *margins.captions(head))
        page = replace(blank, side=side, number=number, page=number, strokes=margins.strokes)
        placed = (Placement(piece, copy, face, trim, part.window),)
        sheets.append(replace(page, captions=captions, placements=placed))
    return tuple(sheets)


def _does_not_fit(context: SheetContext, flip: Backs) -> Diagnostic:
    """Return PNP402, or PNP403 when only the fold is in the way, or PNP409 for what is not made for a bought sheet."""
    component, paper = context.component, context.paper
    size, folded = component.size, flip == "gutterfold"
    if paper.sheet is not None:
        return _not_of_the_sheet(context, paper.sheet)
    if folded and lay_out(component, paper) is not None:
        fact = f"{_mm(size)} does not fit twice beside a fold on {paper.title} ({_mm(paper.size)})"
        return _finding(context, "PNP403", fact, _other_paper(context, True, "print with --backs long-edge"))
    printable = printable_area(paper.size, paper.unprintable).size
    fact = f"{_mm(size)} is larger than {paper.title} ({_mm(paper.size)}, of which a printer reaches {_mm(printable)})"
    return _finding(context, "PNP402", fact, _other_paper(context, folded, "write a smaller size"))


def _not_of_the_sheet(context: SheetContext, sheet: BoughtSheet) -> Diagnostic:
    component = context.component
    labels, round_piece = not sheet.cards, component.cut.kind == "circle"
    if bought_layout(component, context.paper.size, sheet) is not None:
        fact, hint = f"the cards of {sheet.title} are not to be folded", "print with --backs long-edge"
        if labels:
            fact = f"the labels of {sheet.title} have no back"
            hint = "print the fronts alone with --backs none"
        return _finding(context, "PNP409", fact, hint)
    size, place = _form(component.size, is_round=round_piece), _form(sheet.size, is_round=labels)
    fact = f"{size} does not fit the {'labels' if labels else 'cards'} of {sheet.title}, {place}"
    sizes = {name: find_paper(other.paper).size for name, other in BOUGHT_SHEETS.items()}
    fitting = [name for name, other in BOUGHT_SHEETS.items() if bought_layout(component, sizes[name], other)]
    return _finding(context, "PNP409", fact, f"print it with --paper {listed([*fitting, sheet.paper], 'or')}")


def _form(size: Size, *, is_round: bool) -> str:
    return f"a circle of {size.width:.4g} mm" if is_round else _mm(size)


def _other_paper(context: SheetContext, folded: bool, other: str) -> str:  # noqa: FBT001
    """Return the hint that names every paper with room for the component, the smallest first, and the `other` way out."""
    papers = papers_with_room(context.component, margin=context.paper.unprintable, folded=folded)
    named = listed([paper.name for paper in papers], "or")
    return f"print it with --paper {named}, or {other}" if papers else other


def _lacks_room(context: SheetContext, layout: Layout, margins: Margins) -> tuple[Diagnostic, ...]:
    """Return the warnings about what the margins have no room for.

    On a bought sheet the ruler stands where it falls on no label, or not at all: that is no finding. Nor is it one
    that a piece as large as the paper leaves no margin.
    """
    if layout.bounds.size == layout.page:
        return ()
    lacking = []
    furniture = margins.furniture
    if furniture is None and layout.label_sheet:
        hint = f"load label sheet {layout.label_sheet}"
        lacking.append(("PNP404", "there is no room for the footer", hint))
    elif furniture is None or not (furniture.strokes or layout.label_sheet):
        lost = "the ruler" if furniture else "the footer and the ruler"
        hint = "check the size with a ruler after printing"
        lacking.append(("PNP404", f"there is no room for {lost}", hint))
    upright_marks, level_marks = margins.marked
    sides = upright_marks or not (layout.cut_xs or layout.slanted_cuts)
    ends = level_marks or not layout.cut_ys
    if context.marks != "none" and not (sides and ends):
        lost = "at the sides" if sides else "above and below" if ends else "on any side"
        lacking.append(("PNP405", f"there is no room for crop marks {lost}", "cut where the bleed ends"))
    on = f"on {context.paper.title}"
    return tuple(
        _finding(context, code, fact, f"{hint}, or print on another paper", where=on, severity="warning")
        for code, fact, hint in lacking
    )


def _cut_spaces(context: SheetContext, tiling: Tiling) -> tuple[Diagnostic, ...]:
    count, board = len(tiling.cut), context.component.board
    if board is None or not count:
        return ()
    first = board.spaces[tiling.cut[0]].id
    named = f'space "{first}" is' if count == 1 else f'{count} spaces ("{first}" first) are'
    hint = "leave a gap between spaces where pages join, or print on another paper"
    fact, on = f"{named} cut in two where pages join", f"on {context.paper.title}"
    return (_finding(context, "PNP408", fact, hint, where=on, severity="warning"),)


def _finding(
    context: SheetContext,
    code: str,
    fact: str,
    hint: str,
    *,
    where: str = "",
    severity: Literal["error", "warning"] = "error",
) -> Diagnostic:
    component = context.component
    message = f"{component.title}{' ' if where else ''}{where}: {fact}"
    return Diagnostic(code, message, component.place, hint=hint, severity=severity, game=context.game.id)


def _mm(size: Size) -> str:
    return f"{size.width:.4g} × {size.height:.4g} mm"

"""The margins of sheets: how bleed, marks, footer and ruler share the space."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import chain, product
from typing import NamedTuple

from pnp.impose.footer_and_ruler import (
    BLEED_CLEAR,
    RULED,
    SMALLEST,
    UNRULED,
    Attempt,
    FreeArea,
    Furniture,
    Measure,
    SheetContext,
    box_of,
    free_areas,
    furnish,
    line_depth,
    small_print,
)
from pnp.impose.grid import Layout, printable_area
from pnp.impose.marks import WORTH_IT, bars, corner_marks, crop_marks, crosses, fold_lines, guides
from pnp.impose.shared_sheets import MixedLayout, lanes_within
from pnp.model.bleed import SHOWN_BLEED
from pnp.model.geometry import Rect
from pnp.model.line_styles import MARK_LENGTH, PARTING, Stroke
from pnp.model.sheet import Axis, Caption, stroke_behind

# How far marks reach into margins: left, above, right, below, in mm.
Reach = tuple[float, float, float, float]

MARKS_AND_BAND: tuple[tuple[Reach, float], ...] = (
    ((MARK_LENGTH,) * 4, 5.0),
    ((WORTH_IT,) * 4, line_depth(SMALLEST)),
)
"""How long the marks are, and how deep the margin beyond them must be to be used from end to end, in mm: two lines
beyond long marks, or else a single one beyond short marks."""

FAR = 1e4  # mm; beyond the edge of every paper
FOUR_CROSSES = 8  # strokes


def _short_at(*sides: int, longest: float = MARK_LENGTH) -> Reach:
    left, above, right, below = (longest if side in sides else FAR for side in range(4))
    return left, above, right, below


GUIDES_AND_BAND: tuple[tuple[Reach, float], ...] = (
    (_short_at(), 5.0),
    *((_short_at(side), 5.0) for side in (3, 1, 0, 2)),
    *((_short_at(side, longest=WORTH_IT), line_depth(SMALLEST)) for side in (3, 1, 0, 2)),
)
"""The same of guides: they reach to every margin, or leave one of them to the words: below, above, left, right."""

REDUCED_FOR = (5.5, 5.0)  # pt: the line that the room is made for


@dataclass(frozen=True, slots=True)
class Margins:
    """What bleed and marks take of the margins, the `areas` they leave, and the furniture that stands there, if any.

    `shown` are the pieces with as much bleed around them as may show. `marks_behind` are the marks of the backs where
    they are others than those of the fronts; `crosses` lie in the same places on both sides, `registration` marks and
    `bars` on fronts: what a printer moves would show on the edges of backs.
    """

    shown: Rect
    marks: tuple[Stroke, ...]
    areas: tuple[FreeArea, ...]
    furniture: Furniture | None = None
    marks_behind: tuple[Stroke, ...] = ()
    crosses: tuple[Stroke, ...] = ()
    registration: tuple[Stroke, ...] = ()
    bars: tuple[Stroke, ...] = ()

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The marks, the crosses, and the ruler where there is one."""
        return (*self.registration, *self.marks, *self.bars, *self.crosses, *self._ruler)

    @property
    def strokes_behind(self) -> tuple[Stroke, ...]:
        """The marks of a back, the crosses, and the ruler where there is one."""
        return (*(self.marks_behind or self.marks), *self.crosses, *self._ruler)

    @property
    def letters(self) -> int:
        """How many letters the small print has."""
        captions = self.furniture.captions if self.furniture else ()
        return sum(letter.isalnum() for caption in captions for letter in caption.text)

    @property
    def _ruler(self) -> tuple[Stroke, ...]:
        return self.furniture.strokes if self.furniture else ()

    def captions(self, head: Sequence[Sequence[str]]) -> tuple[Caption, ...]:
        """Return the words of one page, whose head in each wording is `head`."""
        if self.furniture is None:
            return ()
        lines = zip(self.furniture.head_places, head[self.furniture.wording], strict=True)
        return (*(replace(place, text=text) for place, text in lines), *self.furniture.captions)

    @property
    def marked(self) -> tuple[bool, bool]:
        """Whether cuts that run down the sheet, straight or slanting, have marks, and whether horizontal ones have."""
        marks = [mark for mark in self.marks if not mark.dashed]
        return any(mark.y1 != mark.y2 for mark in marks), any(mark.y1 == mark.y2 for mark in marks)


def first_furnished(
    candidates: Iterable[tuple[Attempt, Margins]],
    heads: Sequence[Sequence[Sequence[str]]],
    small: Sequence[str],
    measure: Measure,
) -> Margins | None:
    """Return the first of the candidates in which the furniture has room, with its furniture; None if none has."""
    for attempt, margins in candidates:
        furniture = furnish(margins.areas, heads, small, attempt=attempt, measure=measure)
        if furniture is not None:
            return replace(margins, furniture=furniture)
    return None


class _Setting(NamedTuple):
    """What bleed and marks may take: the box `shown`, how far marks reach, the band beyond them, and whether they lie over the bleed."""

    shown: Rect
    reach: Reach
    band: float
    over: bool = False


def share_margins(
    context: SheetContext,
    layout: Layout,
    heads: Sequence[Sequence[Sequence[str]]],
    *,
    bleed: float,
    turned: Axis | None = None,
) -> Margins:
    """Return who gets what of the margins of a sheet, which may be `turned` about an axis for its back.

    For want of room long marks give way first, then the outer bleed of one side, then words; then the marks go over
    the bleed, and the ruler is the last to go. Crosses stand near four corners if all words have room beside them, else
    where there is room left.
    """
    shown = tuple(_shown_bleeds(layout, min(bleed, layout.outer_bleed), context.paper.unprintable))
    beside = [_Setting(box, *lengths) for box, lengths in product(shown, MARKS_AND_BAND)]
    over = [_Setting(box, *lengths, over=True) for box, lengths in product(shown, MARKS_AND_BAND[1:])]
    long = [_Setting(box, *lengths) for box, lengths in product(shown, GUIDES_AND_BAND)]
    attempts = chain(
        product(RULED[:3], long if context.marks == "full" else ()),
        product(RULED, beside),
        product(RULED, over),
        product(UNRULED, (*beside, *over)),
    )
    margins_of = cache(partial(_margins, context, layout, turned))
    candidates = ((attempt, margins_of(setting)) for attempt, setting in attempts)
    small = small_print(context.game)
    margins = first_furnished(candidates, heads, small, context.measure) or margins_of(beside[0])
    if turned and not layout.label_sheet and (context.marks != "none" or layout.registration):
        crossed = (margins_of(each, crossed=True) for each in (long if context.marks == "full" else beside))
        roomy = product(RULED[:2], [each for each in crossed if len(each.crosses) == FOUR_CROSSES])
        spared = first_furnished(roomy, heads, small, context.measure)
        if spared is None or spared.letters < margins.letters:
            spared = replace(margins, crosses=_crosses(context, layout, margins, heads, turned))
        margins = spared
    inside = margins.shown.common(printable_area(layout.page, context.paper.unprintable))
    return replace(margins, bars=tuple(_bars(context, layout, inside)))


def _margins(
    context: SheetContext, layout: Layout, turned: Axis | None, setting: _Setting, *, crossed: bool = False
) -> Margins:
    marks = _marks(context, layout, setting.shown, setting.reach, over=setting.over)
    behind: tuple[Stroke, ...] = ()
    # Straight cuts lie alike on both sides; slanting ones do not where a row begins and ends in different ways.
    if turned and layout.asymmetric:
        behind = tuple(stroke_behind(mark, layout.page, turned) for mark in marks)
    machine = layout.registration
    reserved = (Stroke(box.x, box.y, box.right, box.bottom, 0) for box in (machine.clear if machine else ()))
    registration = machine.strokes if machine else ()
    margins = Margins(setting.shown, marks, (), marks_behind=behind, registration=registration)
    if crossed and turned:
        margins = replace(margins, crosses=_crosses(context, layout, margins, (), turned))
    areas = free_areas(
        layout.page,
        margin=context.paper.unprintable,
        shown=setting.shown,
        strokes=(*marks, *behind, *reserved, *margins.crosses),
        band=setting.band,
    )
    return replace(margins, areas=areas)


def _marks(
    context: SheetContext, layout: Layout, shown: Rect, reach: Reach, *, over: bool
) -> tuple[Stroke, ...]:
    if context.marks == "none" or layout.registration:
        return ()
    margin, component, within = context.paper.unprintable, context.component, shown.grown(*reach)
    if isinstance(layout, MixedLayout):
        of_blocks = (
            block.on_page(mark)
            for block in layout.blocks
            for mark in _marks(
                replace(context, component=block.component),
                block.layout,
                block.local(shown),
                reach,
                over=over,
            )
        )
        lanes = lanes_within(layout, printable_area(layout.page, margin))
        return (*of_blocks, *(Stroke(*start, *end, PARTING.width) for start, end in lanes))
    fold = fold_lines(layout, margin=margin, board=component.kind.grey_board or 0.0)
    if context.marks == "full":
        return (*guides(layout, component.cut, margin=margin, within=within), *fold)
    crops = crop_marks(layout, margin=margin, shown=shown, longest=reach[0], over=over)
    corners = corner_marks(layout, component.cut, margin=margin) if context.marks == "corner" else ()
    return (*crops, *corners, *fold)


def _bars(context: SheetContext, layout: Layout, shown: Rect) -> Iterator[Stroke]:
    if isinstance(layout, MixedLayout):
        for block in layout.blocks:
            of_block = _bars(replace(context, component=block.component), block.layout, block.local(shown))
            yield from map(block.on_page, of_block)
    elif context.marks == "outside" and not layout.registration:
        yield from bars(layout, context.component.cut, shown=shown)


def _crosses(
    context: SheetContext,
    layout: Layout,
    margins: Margins,
    heads: Sequence[Sequence[Sequence[str]]],
    axis: Axis,
) -> tuple[Stroke, ...]:
    machine = layout.registration
    clear = (*machine.clear, *machine.between) if machine else ()
    taken = [margins.shown, *clear, *(mark.box for mark in (*margins.strokes, *margins.strokes_behind))]
    if margins.furniture is not None:
        wording, places = margins.furniture.wording, margins.furniture.head_places
        for place, texts in zip(places, zip(*(head[wording] for head in heads), strict=True), strict=True):
            taken.append(box_of(place, max(context.measure(text, place.size) for text in texts)))
        taken += [
            box_of(caption, context.measure(caption.text, caption.size))
            for caption in margins.furniture.captions
        ]
    margin = context.paper.unprintable
    return crosses(layout, axis, margin=margin, shown=margins.shown, taken=tuple(dict.fromkeys(taken)))


def _shown_bleeds(layout: Layout, bleed: float, margin: float) -> Iterator[Rect]:
    bounds, page = layout.bounds, layout.page
    outer = (bounds.x, bounds.y, page.width - bounds.right, page.height - bounds.bottom)
    full = [min(bleed, room) for room in outer]
    yield bounds.grown(*full)
    for size in REDUCED_FOR:
        spare = [room - margin - line_depth(size) - BLEED_CLEAR for room in outer]
        less = [
            min(most, rest) if rest >= SHOWN_BLEED else most for most, rest in zip(full, spare, strict=True)
        ]
        for side in (3, 1, 0, 2):
            if less[side] < full[side]:
                yield bounds.grown(*(less[i] if i == side else full[i] for i in range(4)))
        yield bounds.grown(*less)

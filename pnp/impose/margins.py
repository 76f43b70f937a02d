"""What lies around the cards on every sheet of a plan: bleed, crop marks and furniture sharing the margins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from pnp.impose.furniture import (
    ATTEMPTS,
    SMALLEST,
    FreeArea,
    Furniture,
    Measure,
    free_areas,
    furnish,
    line_depth,
)
from pnp.impose.layouts import Layout
from pnp.impose.marks import WORTH_IT, crop_marks, fold_line
from pnp.model.geometry import Rect
from pnp.model.line_styles import MARK_LENGTH, Stroke
from pnp.model.sheet import Caption

MARKS_AND_BAND = ((MARK_LENGTH, 5.0), (WORTH_IT, line_depth(SMALLEST)))
"""How long the marks are, and how deep the margin beyond them must be to be used from end to end, in mm: two lines
beyond long marks, or else a single one beyond short marks."""

LEAST_BLEED = 0.5  # mm that stay shown where furniture takes room from the outer bleed
REDUCED_FOR = (5.5, 5.0)  # pt: the line that the room is made for


@dataclass(frozen=True, slots=True)
class Margins:
    """`shown` are the pieces with as much bleed around them as may show; `furniture` is None where there is no room."""

    shown: Rect
    marks: tuple[Stroke, ...]
    furniture: Furniture | None = None

    @property
    def strokes(self) -> tuple[Stroke, ...]:
        """The marks, and the ruler where there is one."""
        return (*self.marks, *(self.furniture.strokes if self.furniture else ()))

    def captions(self, head: Sequence[Sequence[str]]) -> tuple[Caption, ...]:
        """Return the words of one page, whose head in each wording is `head`."""
        return self.furniture.captions_with(head[self.furniture.wording]) if self.furniture else ()

    @property
    def marked(self) -> tuple[bool, bool]:
        """Whether cuts that run down the sheet, straight or slanting, have marks, and whether horizontal ones have."""
        marks = [mark for mark in self.marks if not mark.dashed]
        return any(mark.y1 != mark.y2 for mark in marks), any(mark.y1 == mark.y2 for mark in marks)


def share_margins(
    layout: Layout,
    heads: Sequence[Sequence[Sequence[str]]],
    small: Sequence[str],
    *,
    bleed: float,
    margin: float,
    measure: Measure,
) -> Margins:
    """Return who gets what of the margins.

    For want of room long marks give way first, then the outer bleed of one side, then words; then the marks go over
    the bleed, and the ruler is the last to go.
    """

    def first(shares: Sequence[_Share], *, ruled: bool) -> Margins | None:
        for attempt, (margins, areas) in product([each for each in ATTEMPTS if each[1] == ruled], shares):
            furniture = furnish(areas, heads, small, attempt=attempt, measure=measure)
            if furniture is not None:
                return replace(margins, furniture=furniture)
        return None

    bleed = min(bleed, layout.outer_bleed)
    beside = tuple(_shares(layout, bleed, margin, MARKS_AND_BAND, over=False))
    found = first(beside, ruled=True)
    if found is None:
        over = tuple(_shares(layout, bleed, margin, MARKS_AND_BAND[1:], over=True))
        found = first(over, ruled=True) or first((*beside, *over), ruled=False)
    return found or beside[0][0]


_Share = tuple[Margins, tuple[FreeArea, ...]]
"""What bleed and marks take of the margins, and what they leave."""


def _shares(
    layout: Layout, bleed: float, margin: float, settings: Sequence[tuple[float, float]], *, over: bool
) -> Iterator[_Share]:
    """Yield the ways to share the margins out, the most generous to bleed and marks first."""
    for shown, (longest, band) in product(_shown_bleeds(layout, bleed, margin), settings):
        crops = crop_marks(layout, margin=margin, shown=shown, longest=longest, over=over)
        marks = (*crops, *fold_line(layout, margin=margin))
        areas = free_areas(layout.page, margin=margin, shown=shown, strokes=marks, band=band)
        yield Margins(shown, marks), areas


def _shown_bleeds(layout: Layout, bleed: float, margin: float) -> Iterator[Rect]:
    """Yield the box around the pieces with its full bleed, then with less of it below, above, left, right, and all round."""
    bounds, page = layout.bounds, layout.page
    outer = (bounds.x, bounds.y, page.width - bounds.right, page.height - bounds.bottom)
    full = [min(bleed, room) for room in outer]
    yield bounds.grown(*full)
    for size in REDUCED_FOR:
        spare = [room - margin - line_depth(size) for room in outer]
        less = [
            min(most, rest) if rest >= LEAST_BLEED else most for most, rest in zip(full, spare, strict=True)
        ]
        for side in (3, 1, 0, 2):
            if less[side] < full[side]:
                yield bounds.grown(*(less[i] if i == side else full[i] for i in range(4)))
        yield bounds.grown(*less)

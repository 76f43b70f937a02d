"""What lies around the cards on every sheet of a plan: bleed, crop marks and furniture sharing the margins."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.impose.furniture import ATTEMPTS, Furniture, Measure, furnish, line_depth
from pnp.impose.grid import Grid
from pnp.impose.marks import crop_marks, fold_line
from pnp.impose.slots import free_slots
from pnp.model.geometry import Rect
from pnp.model.sheet import Stroke

LEAST_BLEED = 0.5  # mm that stay shown where furniture takes room from the outer bleed
REDUCED_FOR = (5.5, 5.0)  # pt: the line that the room is made for


@dataclass(frozen=True, slots=True)
class Margins:
    """`shown` is the grid with as much bleed around it as may show; `furniture` is None where there is no room."""

    shown: Rect
    marks: tuple[Stroke, ...]
    furniture: Furniture | None

    @property
    def marked(self) -> tuple[bool, bool]:
        """Whether the vertical trim lines have marks, and whether the horizontal ones have."""
        marks = [mark for mark in self.marks if not mark.dashed]
        return any(mark.x1 == mark.x2 for mark in marks), any(mark.y1 == mark.y2 for mark in marks)


def share_margins(
    grid: Grid,
    heads: Sequence[Sequence[Sequence[str]]],
    small: Sequence[str],
    *,
    bleed: float,
    margin: float,
    measure: Measure,
) -> Margins:
    """Return who gets what of the margins: shorter words give way last, after the outer bleed of one side."""
    settings = []
    for shown in _shown_bleeds(grid, bleed, margin):
        marks = (*crop_marks(grid, margin=margin, shown=shown), *fold_line(grid, margin=margin))
        settings.append((shown, marks, free_slots(grid.page, margin=margin, shown=shown, strokes=marks)))
    for attempt in ATTEMPTS:
        for shown, marks, slots in settings:
            furniture = furnish(slots, heads, small, attempt=attempt, measure=measure)
            if furniture is not None:
                return Margins(shown, marks, furniture)
    shown, marks, _ = settings[0]
    return Margins(shown, marks, None)


def _shown_bleeds(grid: Grid, bleed: float, margin: float) -> Iterator[Rect]:
    """Yield the grid with its full bleed, then with less of it below, above, left, right, and all round."""
    bounds, page = grid.bounds, grid.page
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

"""Hexagons with a flat top, every second column half a hexagon lower, with the same gap on all sides.

Arithmetic only: this module knows no face, no piece and no paper name.
"""

import math
from dataclasses import dataclass

from pnp.impose.grid import FOLD_BLEED, FOLD_GAP
from pnp.impose.layout import SLACK, Fold, Seat, centred, room, with_backs
from pnp.impose.spread import Spread
from pnp.model.geometry import Rect, Size
from pnp.model.outline import hexagon

STEEP = math.sqrt(3) / 2


@dataclass(frozen=True, slots=True)
class _Comb:
    """How many hexagons stand in the columns of each kind: those that begin at the top, and the lower ones between."""

    columns: int
    upper: int
    lower: int

    @property
    def count(self) -> int:
        return math.ceil(self.columns / 2) * self.upper + self.columns // 2 * self.lower


def honeycomb(
    side: float, paper: Size, *, margin: float, gap: float, copies: int, folded: bool = False
) -> Spread | None:
    """Return the hexagons that need the fewest sheets for so many copies, or None where not one fits.

    The page may lie either way; upright wins a tie.
    """
    folds: tuple[Fold | None, ...] = ("horizontal", "vertical") if folded else (None,)
    made = [_spread(side, page, margin, gap, fold) for page in (paper, paper.turned) for fold in folds]
    fitting = [each for each in made if each is not None]
    return min(fitting, key=lambda each: math.ceil(copies / len(each.seats)), default=None)


def _spread(side: float, page: Size, margin: float, gap: float, fold: Fold | None) -> Spread | None:
    fold_gap = max(FOLD_GAP, gap)
    pitch = side * 2 * STEEP + gap  # down a column; half of it from one column to the next
    apart = pitch * STEEP  # from column to column
    comb = _comb(room(page, margin=margin, fold=fold, gap=fold_gap), side, pitch, apart)
    if comb.count <= 0:
        return None
    lines = max(
        2 * comb.upper, 2 * comb.lower + 1 if comb.columns > 1 else 0
    )  # each half a pitch below the last
    size = Size(2 * side + (comb.columns - 1) * apart, lines * pitch / 2 - gap)
    block = centred(size, page, fold=fold, gap=fold_gap)
    seats = tuple(
        Seat(Rect(block.x + column * apart, block.y + line * pitch / 2, 2 * side, 2 * STEEP * side))
        for line in range(lines)
        for column in range(line % 2, comb.columns, 2)
        if line // 2 < (comb.lower if line % 2 else comb.upper)
    )
    most = gap / 2 if fold is None else min(gap / 2, FOLD_BLEED)
    return Spread(page, hexagon(side), seats, with_backs(block, page, fold), most, fold=fold)


def _comb(space: Size, side: float, pitch: float, apart: float) -> _Comb:
    """Return how many hexagons there is space for."""
    gap = pitch - 2 * STEEP * side
    columns = max(0, math.floor((space.width - 2 * side + SLACK) / apart) + 1)
    upper = math.floor((space.height + gap + SLACK) / pitch)
    lower = math.floor((space.height + gap - pitch / 2 + SLACK) / pitch)
    return _Comb(columns, max(0, upper), max(0, lower))

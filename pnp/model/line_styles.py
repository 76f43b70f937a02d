"""The lines printed around the pieces, and their styles. Lengths in mm. For cut files, see `pnp.export.cut_files`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.model.geometry import MM_PER_PT, Point, Rect

Marks = Literal["outside", "corner", "full", "none"]  # Which marks say where to cut; MARKS says what each is.

MARKS: Mapping[str, str] = {
    "outside": "crop marks in the margins, short bars in the waste between pieces",
    "corner": "also marks at the corners of every piece, arcs at round ones",
    "full": "guides across the whole sheet, but not over pieces",
    "none": "no marks, outlines, folds or crosses",
}
"""Every kind of marks; the first is what there is unless others are asked for."""


# Weight and colour of everything drawn around and between pieces.


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How wide a line is in mm, how grey (0 black, 1 white), and its dashes: one and the gap after it."""

    width: float
    grey: float = 0.0
    dashes: tuple[float, float] | None = None


# Crop marks, guides, rulers: the hairline printers use, 0.25 to 0.5 pt.
CUT_MARK = LineStyle(0.25 * MM_PER_PT)
PARTING = LineStyle(0.6)  # Between the blocks of a sheet: seven times a crop mark, as it is cut first.
BAR = LineStyle(0.3)  # Between pieces, where it falls off with the waste; on a white edge.
# Twice a crop mark, and dashed, as in packaging drawings.
FOLD = LineStyle(0.5 * MM_PER_PT, dashes=(2.0, 1.0))

OUTLINE = LineStyle(0.15, grey=0.5)
"""Around what is cut by hand, and at round corners: enough for scissors to follow, little enough to vanish on a piece that
is cut a hair too wide."""

NET_CUT = LineStyle(0.25)  # Around a net and its slits, over art: the finest line seen on dark art (0.7 pt).
NET_FOLD = LineStyle(0.2, grey=1 / 3, dashes=(1.6, 1.1))  # On a white NET_FOLD_UNDER; fine, as it stays.
NET_FOLD_UNDER = LineStyle(0.3, grey=1.0)
HALO_WIDTH = 0.25  # How far the white edge of a stroke reaches: the finest line seen on dark art.
MARK_LENGTH = 5.0  # Of a crop mark where there is room; shorter ones are better than none.


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight furniture line: a crop mark, a ruler tick. `halo` draws a white edge under it; `grey` is 0 for black."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = CUT_MARK.width
    halo: bool = False
    dashed: bool = False
    grey: float = 0.0

    @property
    def box(self) -> Rect:
        half = self.width / 2
        x, y = min(self.x1, self.x2), min(self.y1, self.y2)
        line = Rect(x, y, abs(self.x1 - self.x2), abs(self.y1 - self.y2))
        return line.grown(half, half, half, half)


@dataclass(frozen=True, slots=True)
class Contour:
    """A thin grey line to cut along: a polygon, the circle in `box`, or with a `radius` its round corners."""

    box: Rect
    points: tuple[Point, ...] = ()
    radius: float = 0.0

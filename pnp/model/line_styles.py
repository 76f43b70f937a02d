"""The lines printed around the pieces, and how each kind is drawn. Lengths in mm. `pnp.export.cut_files` has those of cut files."""

from dataclasses import dataclass

from pnp.model.geometry import Point, Rect
from pnp.units import MM_PER_PT

MARK_WIDTH = 0.25 * MM_PER_PT
"""Of crop marks, tile marks and rulers: the hairline printers use for cut guides, 0.25 to 0.5 pt."""

MARK_LENGTH = 5.0
"""Of a crop mark where there is room; shorter ones are better than none."""

FOLD_WIDTH = 0.5 * MM_PER_PT
DASHES = (2.0, 1.0)
"""A dash of a fold line and the gap after it."""

HALO_WIDTH = 0.25
"""How far the white edge of a stroke reaches beyond it; as wide as the finest line still seen on dark art (0.7 pt)."""

CONTOUR_WIDTH = 0.1
CONTOUR_GREY = 0.6
"""Enough for scissors to follow, little enough to vanish on a piece that is cut a hair too wide."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight furniture line: a crop mark, a ruler tick. `halo` draws a white edge under it."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float = MARK_WIDTH
    halo: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Contour:
    """A thin grey line around one piece, to cut along where no straight cut leads: a polygon, or the circle in `box`."""

    box: Rect
    points: tuple[Point, ...] = ()

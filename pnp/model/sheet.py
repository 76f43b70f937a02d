"""Paper, and what lies where on it. All lengths in mm from the top-left corner of the page."""

from dataclasses import dataclass
from typing import Literal

from pnp.model.face import Side
from pnp.model.geometry import Rect, Size
from pnp.model.outline import Point

Backs = Literal["long-edge", "short-edge", "gutterfold", "none"]
"""How the backs get behind the fronts: by turning the sheet over one of its edges, by folding, or not at all."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper a printer takes; `unprintable` is the margin no furniture may enter."""

    name: str
    title: str
    size: Size
    unprintable: float


@dataclass(frozen=True, slots=True)
class Placement:
    """One copy of one piece on a sheet.

    `trim` is where it is cut; `clip` is how far its bleed may show (its own bleed, or half the gutter).
    `rotation` turns the face clockwise by 0, 90, 180 or 270 degrees about the centre of the trim; `trim` is the
    place after turning. `copy` counts from 1. `edge` is the line that bounds what shows where that is no rectangle:
    a convex polygon on the page, within `clip`.
    """

    piece: str
    copy: int
    face: str
    trim: Rect
    clip: Rect
    rotation: int = 0
    edge: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Stroke:
    """A straight furniture line: a crop mark, a ruler tick. `width` in mm; `halo` draws a white edge under it."""

    x1: float
    y1: float
    x2: float
    y2: float
    width: float
    halo: bool = False
    dashed: bool = False


@dataclass(frozen=True, slots=True)
class Contour:
    """A thin grey line around one piece, to cut along where no straight cut leads: a polygon, or the circle in `box`."""

    box: Rect
    points: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True)
class Caption:
    """A line of furniture text: baseline start (x, y), size in pt, turned clockwise by `rotation` degrees."""

    text: str
    x: float
    y: float
    size: float
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """One side of one piece of paper.

    `number` of `count` counts the physical sheets of this component and paper, from 1; front and back of one
    sheet share it. `page` is its page in the PDF, from 1.
    """

    component: str
    paper: str
    size: Size
    side: Side
    flip: Backs
    number: int
    count: int
    page: int
    placements: tuple[Placement, ...]
    strokes: tuple[Stroke, ...] = ()
    captions: tuple[Caption, ...] = ()
    contours: tuple[Contour, ...] = ()

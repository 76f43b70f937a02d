"""A sheet: its placements and what lies behind them. Lengths in mm from the top-left corner."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from pnp.model.face import FRONT, Side
from pnp.model.geometry import Point, Rect, Size
from pnp.model.line_styles import Contour, Stroke

Backs = Literal["long-edge", "short-edge", "gutterfold", "glued", "none"]
"""How the backs get behind the fronts: by turning the sheet over one of its edges, by folding, as a sheet of their own that is
glued on the other side of a board, or not at all."""

BACKS: Mapping[str, str] = {
    "long-edge": "printed on both sides, the sheet turned over its long edge like the page of a book",
    "short-edge": "printed on both sides, the sheet turned over its short edge like that of a calendar",
    "gutterfold": "printed on one side, each back beside its front: fold between them and glue",
    "none": "fronts alone",
}
"""Every way that can be asked for, and what it means; the first is what there is unless another is asked for."""

Finish = Literal["sleeves", "laminate", "square"]
"""What becomes of cards once they are printed; it changes the paper and the steps that the build pages ask for."""

FINISHES: Mapping[Finish, str] = {
    "sleeves": "cards go into sleeves, on thinner paper and with their corners as they are",
    "laminate": "sheets are laminated before they are cut, so thinner paper will do",
    "square": "no corner punch",
}

PrinterType = Literal["duplex", "manual", "single"]  # How a printer prints the two sides of a sheet.

PRINTER_TYPES: Mapping[PrinterType, str] = {
    "duplex": "prints both sides by itself",
    "manual": "you put the stack in again for the other side",
    "single": "prints one side only; you fold the backs behind the fronts",
}
"""Every type that can be asked for, and what it means; the first is what there is unless another is asked for."""

TURNED = frozenset({"long-edge", "short-edge"})  # Ways in which the back is on the other side of the sheet.
Matrix = tuple[float, float, float, float, float, float]  # (x, y) goes to (a x + c y + e, b x + d y + f).


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
    sheet share it. `page` is its page in the PDF, from 1. `correction` is where all that lies on the page is put so that a
    certain printer prints it where it lies here.
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
    registration: tuple[Stroke, ...] = ()
    correction: Matrix | None = None

    @property
    def crosses(self) -> tuple[Point, ...]:
        """The points where two of its strokes cross in their middles: they lie behind those of the sheet's other side."""
        middles: tuple[dict[Point, None], dict[Point, None]] = ({}, {})
        for stroke in self.strokes:
            if stroke.x1 == stroke.x2 or stroke.y1 == stroke.y2:
                middle = round((stroke.x1 + stroke.x2) / 2, 3), round((stroke.y1 + stroke.y2) / 2, 3)
                middles[stroke.x1 == stroke.x2][middle] = None
        return tuple(point for point in middles[0] if point in middles[1])


def pages_of_one(
    component: str, paper: str, page: Size, placements: Sequence[Placement], sides: Sequence[Side] = ()
) -> tuple[Sheet, ...]:
    """Return a page for each placement, a front unless the `sides` say otherwise."""
    count = len(placements)
    shown = zip(range(1, count + 1), placements, sides or [FRONT] * count, strict=True)
    return tuple(
        Sheet(component, paper, page, side, "none", number, count, number, (placement,))
        for number, placement, side in shown
    )


@dataclass(frozen=True, slots=True)
class Position:
    """A place for one piece: the box it is cut from, in mm on the page, and by how many degrees it is turned clockwise."""

    trim: Rect
    rotation: int = 0


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """The places of a page, in the order in which they are filled."""

    page: Size
    places: tuple[Position, ...]


def digest_of_sheets(sheets: Iterable[Sheet]) -> str:
    """Return the SHA-256 of sheets, in hex; what thousands of them share, such as their marks, is written out once."""
    seen = hashlib.sha256()
    text = cache(repr)
    marks: dict[tuple[int, int], str] = {}
    for sheet in sheets:
        shared = (id(sheet.strokes), id(sheet.contours))
        if shared not in marks:
            marks[shared] = f"{sheet.strokes} {sheet.contours}"
        placements = "".join(
            f"{placement.piece} {placement.copy} {placement.face} {text(placement.trim)} {text(placement.clip)} {placement.rotation} {placement.edge}"
            for placement in sheet.placements
        )
        rest = replace(sheet, placements=(), strokes=(), contours=())
        seen.update(f"{rest} {marks[shared]} {placements}\n".encode("utf-8", "surrogatepass"))
    return seen.hexdigest()


# The two sides of a sheet: about which axis it turns, and what of the back lies behind what of the front.

Axis = Literal["vertical", "horizontal"]  # The line the paper turns about, or is folded along.


def turning_axis(page: Size, flip: Backs) -> Axis:
    """Return the axis a page turns about when flipped over its long or its short edge.

    The long edges of an upright page run vertically, those of a page on its side horizontally. A board is turned like the
    page of a book.

    >>> turning_axis(Size(210, 297), "long-edge"), turning_axis(Size(297, 210), "long-edge")
    ('vertical', 'horizontal')
    """
    if flip == "glued":
        return "vertical"
    return "vertical" if page.is_upright == (flip == "long-edge") else "horizontal"


def fold_at(page: Size, axis: Axis) -> float:
    """Return where the fold of a page runs, in mm from its left edge, or from its upper one."""
    return (page.width if axis == "vertical" else page.height) / 2


def behind(place: Rect, page: Size, axis: Axis) -> Rect:
    """Return the place on the back that lies behind `place`; its own inverse.

    >>> behind(Rect(10, 20, 63, 88), Size(210, 297), "vertical")
    Rect(x=137, y=20, width=63, height=88)
    >>> behind(Rect(10, 20, 63, 88), Size(210, 297), "horizontal")
    Rect(x=10, y=189, width=63, height=88)
    """
    if axis == "vertical":
        return Rect(page.width - place.right, place.y, place.width, place.height)
    return Rect(place.x, page.height - place.bottom, place.width, place.height)


def points_behind(points: Sequence[Point], page: Size, axis: Axis) -> tuple[Point, ...]:
    """Return the corners behind those of a polygon, clockwise again.

    >>> points_behind(((0, 0), (10, 0), (0, 10)), Size(210, 297), "vertical")
    ((210, 10), (200, 0), (210, 0))
    """
    if axis == "vertical":
        return tuple((page.width - x, y) for x, y in reversed(points))
    return tuple((x, page.height - y) for x, y in reversed(points))


def stroke_behind(stroke: Stroke, page: Size, axis: Axis) -> Stroke:
    """Return the stroke behind one of the front."""
    end, start = points_behind(((stroke.x1, stroke.y1), (stroke.x2, stroke.y2)), page, axis)
    return replace(stroke, x1=start[0], y1=start[1], x2=end[0], y2=end[1])


def rotation_behind(axis: Axis, rotation: int = 0) -> int:
    """Return by how many degrees a back is turned so that its top lies behind the top of a front so turned.

    >>> rotation_behind("vertical", 90), rotation_behind("horizontal"), rotation_behind("horizontal", 180)
    (270, 180, 0)
    """
    return (-rotation if axis == "vertical" else 180 - rotation) % 360

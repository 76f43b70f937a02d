"""Paper, what lies where on it, and what lies behind what. All lengths in mm from the top-left corner of the page."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from pnp.model.errors import UnknownName
from pnp.model.face import Side
from pnp.model.geometry import Point, Rect, Size
from pnp.model.line_styles import Contour, Stroke
from pnp.text import near_names

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


# The papers pnp prints on.

UNPRINTABLE = 6.35
"""A quarter inch, in mm: the margin that home printers of every make leave white or less (their own tables name
1.8 to 6.7 mm, the largest only along one edge)."""

TILE_OVERLAP = 10.0
"""mm that the pages of a tiled board share, where the board does not say it."""

SAME_PAPER_MM = 0.05
"""A sheet within so much of its paper is the page itself, and nothing is cut: inches and millimetres of a format differ."""

FULL_SIZE = "full-size"
"""The name of the paper of every board in one piece: as large as that board with its bleed and marks."""


def _paper(name: str, title: str, width: float, height: float) -> tuple[str, Paper]:
    return name, Paper(name, title, Size(width, height), UNPRINTABLE)


PAPERS: Mapping[str, Paper] = MappingProxyType(
    dict(
        (
            _paper("a5", "A5", 148, 210),  # A sizes: ISO 216
            _paper("a4", "A4", 210, 297),
            _paper("letter", "Letter", 215.9, 279.4),  # 8.5 × 11 in, ANSI/ASME Y14.1 A
            _paper("legal", "Legal", 215.9, 355.6),  # 8.5 × 14 in
            _paper("a3", "A3", 297, 420),
            _paper("tabloid", "Tabloid", 279.4, 431.8),  # 11 × 17 in, ANSI/ASME Y14.1 B
            _paper("arch_b", "Arch B", 304.8, 457.2),  # 12 × 18 in, ANSI/ASME Y14.1 architectural
            _paper("sra3", "SRA3", 320, 450),  # ISO 217
        )
    )
)
"""Every paper, upright, the smaller ones first; the key is what `--paper` takes."""


def find_paper(name: str) -> Paper:
    """Return the paper of that name; case, spaces, hyphens and underscores do not matter.

    Raises UnknownName with the near names.

    >>> find_paper("Arch-B").size
    Size(width=304.8, height=457.2)
    """
    by_key = {_key(paper): PAPERS[paper] for paper in PAPERS}
    paper = by_key.get(_key(name))
    if paper is None:
        near = [by_key[key].name for key in near_names(_key(name), by_key, most=2, cutoff=0.5)]
        known = f"the papers are {', '.join(PAPERS)}"
        raise UnknownName(
            f'no paper is called "{name}"', f"did you mean {' or '.join(near)}? {known}" if near else known
        )
    return paper


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter not in " -_")


# The two sides of a sheet: about which axis it turns, and what of the back lies behind what of the front.

Axis = Literal["vertical", "horizontal"]
"""How the line runs about which the paper turns, or along which it is folded."""


def turning_axis(page: Size, flip: Backs) -> Axis:
    """Return the axis a page turns about when flipped over its long or its short edge.

    The long edges of an upright page run vertically, those of a page on its side horizontally.

    >>> turning_axis(Size(210, 297), "long-edge"), turning_axis(Size(297, 210), "long-edge")
    ('vertical', 'horizontal')
    """
    return "vertical" if page.is_upright == (flip == "long-edge") else "horizontal"


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


def rotation_behind(axis: Axis, rotation: int = 0) -> int:
    """Return by how many degrees a back is turned so that its top lies behind the top of a front so turned.

    >>> rotation_behind("vertical", 90), rotation_behind("horizontal"), rotation_behind("horizontal", 180)
    (270, 180, 0)
    """
    return (-rotation if axis == "vertical" else 180 - rotation) % 360

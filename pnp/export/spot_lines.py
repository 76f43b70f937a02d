"""Cut lines and folds as spot colours, each on a layer of its own: what a die, a plotter or a creasing machine follows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pikepdf import Array, Dictionary, Name, Object, Pdf, String

from pnp.export.cut_lines import CutCircle, CutLine, CutLines, CutPath
from pnp.export.page_content import numbers, point
from pnp.model.geometry import Point, Size

ARTWORK = "Artwork"
"""The layer of what is printed."""

LINE_PT = 0.25
"""Width of the lines, which are not printed."""

ROUND = 0.5522847
"""How far the handles of a quarter of a circle reach, as a share of its radius."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A spot colour: its name, which is that of its layer too, and how a screen shows it, in CIE Lab."""

    name: str
    lab: tuple[int, int, int]
    resource: str


CUT = Spot("CutContour", (48, 74, -3), "Cut")
CREASE = Spot("Crease", (55, -37, -50), "Crease")
SPOTS = (CREASE, CUT)
"""In the order of work. Lab is that of magenta and cyan on coated paper (ISO 12647-2)."""


def spot_layers(lines: CutLines) -> dict[Spot, tuple[CutLine, ...]]:
    """Return what is drawn in each spot colour; those of which there is nothing are left out."""
    wanted = {CREASE: lines.folds, CUT: (*lines.slits, *lines.outlines)}
    return {spot: found for spot, found in wanted.items() if found}


def add_spot_layers(pdf: Pdf, spots: Sequence[Spot]) -> Dictionary:
    """Declare the layers and return the resources by whose names `spot_content` draws, and `artwork_content` the art."""
    names = {ARTWORK: ARTWORK, **{spot.resource: spot.name for spot in spots}}
    layers = {
        key: pdf.make_indirect(Dictionary(Type=Name.OCG, Name=String(name))) for key, name in names.items()
    }
    every = Array(list(layers.values()))
    pdf.Root.OCProperties = Dictionary(
        OCGs=every, D=Dictionary(Name=String("Artwork and cut lines"), BaseState=Name.ON, Order=every)
    )
    over = Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)
    return Dictionary(
        Properties=Dictionary({f"/{key}": layer for key, layer in layers.items()}),
        ColorSpace=Dictionary({f"/{spot.resource}": _separation(pdf, spot) for spot in spots}),
        ExtGState=Dictionary(Overprint=pdf.make_indirect(over)),
    )


def _separation(pdf: Pdf, spot: Spot) -> Object:
    white = Array([0.9642, 1, 0.8249])
    lab = Array([Name.Lab, Dictionary(WhitePoint=white, Range=Array([-128, 127, -128, 127]))])
    tint = Dictionary(
        FunctionType=2, Domain=Array([0, 1]), C0=Array([100, 0, 0]), C1=Array(list(spot.lab)), N=1
    )
    return pdf.make_indirect(Array([Name.Separation, Name(f"/{spot.name}"), lab, tint]))


def artwork_content(operators: bytes) -> bytes:
    """Return operators that draw art, on its layer."""
    return b"\n".join((f"/OC /{ARTWORK} BDC".encode(), operators, b"EMC"))


def spot_content(layers: dict[Spot, tuple[CutLine, ...]], page: Size) -> bytes:
    """Return the operators that draw the lines over what is printed, which they leave as it is."""
    shown = []
    for spot, lines in layers.items():
        shown.append(f"/OC /{spot.resource} BDC q /Overprint gs /{spot.resource} CS 1 SCN {LINE_PT} w")
        shown += [" ".join(_path(line, page)) + " S" for line in lines]
        shown.append("Q EMC")
    return "\n".join(shown).encode()


def _path(line: CutLine, page: Size) -> Iterator[str]:
    if isinstance(line, CutCircle):
        yield from _circle(line, page)
    else:
        yield from _sides(line, page)


def _sides(path: CutPath, page: Size) -> Iterator[str]:
    yield f"{_at(path.sides[0].start, page)} m"
    for side in path.sides[:-1] if path.closed and not path.sides[-1].radius else path.sides:
        if not side.radius:
            yield f"{_at(side.end, page)} l"
            continue
        (x1, y1), (x2, y2) = side.start, side.end
        flat_first = (x2 > x1) == (y2 > y1)  # clockwise: from top to right, and from bottom to left
        corner = (x2, y1) if flat_first else (x1, y2)
        yield f"{_curve(side.start, corner, side.end, page)} c"
    if path.closed:
        yield "h"


def _curve(start: Point, corner: Point, end: Point, page: Size) -> str:
    """Return the handles and the end of a quarter of a circle within a corner."""
    near, far = (
        (each[0] + (corner[0] - each[0]) * ROUND, each[1] + (corner[1] - each[1]) * ROUND)
        for each in (start, end)
    )
    return " ".join(_at(each, page) for each in (near, far, end))


def _circle(circle: CutCircle, page: Size) -> Iterator[str]:
    (x, y), r = circle.centre, circle.radius
    ends = ((x, y - r), (x + r, y), (x, y + r), (x - r, y), (x, y - r))
    corners = ((x + r, y - r), (x + r, y + r), (x - r, y + r), (x - r, y - r))
    yield f"{_at(ends[0], page)} m"
    for start, corner, end in zip(ends[:-1], corners, ends[1:], strict=True):
        yield f"{_curve(start, corner, end, page)} c"
    yield "h"


def _at(where: Point, page: Size) -> str:
    return numbers(point(*where, page))

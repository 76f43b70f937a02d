"""Cut files: the lines of a sheet for a cutting machine or a laser, as an SVG in mm of the same size as the page.

Three layers, by the colours that laser shops read: CUT in red (outlines), INNER in green (slits and notches, cut
first), SCORE in blue (folds). Lines are 0.1 mm wide and have no fill; nothing is drawn twice.
"""

import io
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import svgwrite
from svgwrite.container import Group

from pnp.files import write
from pnp.model.game import Component
from pnp.model.geometry import Outline, Point, edges_of, placed
from pnp.model.nets import Net
from pnp.model.sheet import Placement, Sheet

CUT_FILE_WIDTH = 0.1

CUT_FILE_COLOURS: Mapping[str, str] = MappingProxyType(
    {"INNER": "#00ff00", "SCORE": "#0000ff", "CUT": "#ff0000"}
)
"""By layer, in the order of cutting: slits and notches, folds, outlines; the colours are those that laser shops read."""

ARC_STEPS = 8
"""Straight lines for a quarter of a round corner: at 3 mm they are 0.015 mm off, less than any blade is wide."""


def write_cut_files(folder: Path, component: Component, sheets: Sequence[Sheet]) -> tuple[Path, ...]:
    """Write `<paper>/<component>.cut-<sheet>.svg` below `folder` for each front; return the files. Raises CannotWrite."""
    paths = []
    for sheet in (each for each in sheets if each.side == "front"):
        paths.append(folder / sheet.paper / f"{component.id}.cut-{sheet.number}.svg")
        write(paths[-1], cut_file(component, sheet).encode(), root=folder)
    return tuple(paths)


def cut_file(component: Component, sheet: Sheet) -> str:
    """Return the cut lines of one side of one sheet as SVG."""
    width, height = sheet.size.width, sheet.size.height
    drawing = svgwrite.Drawing(size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}")
    lines = _lines(component, sheet)
    for name, colour in CUT_FILE_COLOURS.items():
        layer = Group(id=name, fill="none", stroke=colour, stroke_width=CUT_FILE_WIDTH)
        for points, closed in dict.fromkeys(line for layer_name, line in lines if layer_name == name):
            shape = drawing.polygon if closed else drawing.polyline
            layer.add(shape(points=points))
        drawing.add(layer)
    out = io.StringIO()
    drawing.write(out)
    return out.getvalue() + "\n"


Line = tuple[tuple[Point, ...], bool]


def _lines(component: Component, sheet: Sheet) -> list[tuple[str, Line]]:
    """Return the lines of all pieces, by layer; edges that neighbours share are cut once."""
    found: list[tuple[str, Line]] = []
    seen: set[frozenset[Point]] = set()
    for placement in sheet.placements:
        if component.net is not None:
            found += [
                (layer, _line(points, component, placement, closed=closed))
                for layer, points, closed in _net(component.net)
            ]
            continue
        points, closed = _line(rounded(component.cut), component, placement, closed=True)
        edges = [frozenset(edge) for edge in edges_of(points)]
        if component.cut.kind == "polygon" or component.cut.radius == 0:
            found += [("CUT", (tuple(sorted(edge)), False)) for edge in edges if edge not in seen]
            seen.update(edges)
        else:
            found.append(("CUT", (points, closed)))
    return found


def _net(net: Net) -> Iterator[tuple[str, Sequence[Point], bool]]:
    yield from (("INNER", slit, False) for slit in net.slits)
    yield from (("SCORE", fold, False) for fold in net.folds)
    yield "CUT", net.cut, True


def _line(points: Iterable[Point], component: Component, placement: Placement, *, closed: bool) -> Line:
    """Return the points where the piece lies on the sheet, to 0.001 mm."""
    moved = placed(points, component.size, placement.trim, placement.rotation)
    return tuple((round(x, 3) + 0.0, round(y, 3) + 0.0) for x, y in moved), closed


def rounded(outline: Outline) -> tuple[Point, ...]:
    """Return the corners of an outline, with the round corners of a card as short lines.

    >>> from pnp.model.geometry import Size, rectangle
    >>> len(rounded(rectangle(Size(63, 88), radius=3))), len(rounded(rectangle(Size(63, 88))))
    (36, 4)
    """
    radius = outline.radius
    if outline.kind != "rectangle" or radius <= 0:
        return outline.points
    width, height = outline.size.width, outline.size.height
    centres = (
        (radius, radius, 180),
        (width - radius, radius, 270),
        (width - radius, height - radius, 0),
        (radius, height - radius, 90),
    )
    return tuple(
        (x + radius * math.cos(angle), y + radius * math.sin(angle))
        for x, y, start in centres
        for angle in (math.radians(start + 90 * step / ARC_STEPS) for step in range(ARC_STEPS + 1))
    )

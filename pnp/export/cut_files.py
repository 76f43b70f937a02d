"""Cut files: the lines of a sheet for a plotter or laser, in mm, as large as the page; no shape is filled.

`svg` has three layers: INNER in green (slits), SCORE in blue (folds), CUT in red (outlines), with lines that are seen on
a screen. `laser` has hairlines in the two colours that laser shops read: SCORE in blue, CUT in red, slits first. `dxf` needs
the library ezdxf (extra `dxf`) and has the same layers as `laser`, circles as CIRCLE, round corners as true arcs; its y runs
up from the bottom-left corner. Of a sheet with registration marks, REGMARKS in black shows where they are printed.
"""

import importlib.util
import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.files import remove, write
from pnp.load.cutting_machines import CUT_FORMATS, CuttingMachine, cutting_machine, machine_names
from pnp.model.diagnostics import CannotUse, UnknownName
from pnp.model.geometry import Outline, Point, Size, edges_of, placed, rectangle
from pnp.model.sheet import Placement, Sheet
from pnp.text import listed

if TYPE_CHECKING:  # the libraries are large, and few builds cut
    import svgwrite
    from ezdxf.layouts import Modelspace
    from svgwrite.base import BaseElement

    from pnp.model.game import Component

SAME_POINT = 0.005  # mm; corners of neighbours that lie closer are one point.


@dataclass(frozen=True, slots=True)
class CutSide:
    """A straight line, or with a radius a quarter of a circle that runs clockwise as seen on the page."""

    start: Point
    end: Point
    radius: float = 0.0


@dataclass(frozen=True, slots=True)
class CutPath:
    """Sides that follow each other; the last one of a closed path ends where the first begins."""

    sides: tuple[CutSide, ...]

    @property
    def closed(self) -> bool:
        return self.sides[0].start == self.sides[-1].end


@dataclass(frozen=True, slots=True)
class CutCircle:
    """The cut around a disc."""

    centre: Point
    radius: float
    closed = True

    @property
    def sides(self) -> tuple[CutSide, ...]:
        """Its quarters, clockwise from the top."""
        (x, y), r = self.centre, self.radius
        ends = ((x, y - r), (x + r, y), (x, y + r), (x - r, y))
        return tuple(CutSide(*edge, r) for edge in edges_of(ends))


CutLine = CutPath | CutCircle


@dataclass(frozen=True, slots=True)
class CutLines:
    """The lines of a sheet by purpose, in the order of work: what lies inside an outline comes before it.

    Nothing is cut along the `marks`, which show where the registration marks of the print are.
    """

    folds: tuple[CutLine, ...]
    slits: tuple[CutLine, ...]
    outlines: tuple[CutLine, ...]
    marks: tuple[CutLine, ...] = ()

    def __bool__(self) -> bool:
        """Say whether there is anything to do."""
        return bool(self.folds or self.slits or self.outlines)


def cut_lines(component: "Component", sheet: Sheet) -> CutLines:
    """Return the lines of one side of a sheet; of one that is folded and glued, the fold and the fronts' outlines."""
    seen = _Points()
    fronts = {(placement.piece, placement.copy): placement for placement in reversed(sheet.placements)}
    places = [place for place in sheet.placements if fronts[place.piece, place.copy] is place]
    dashed = (((stroke.x1, stroke.y1), (stroke.x2, stroke.y2)) for stroke in sheet.strokes if stroke.dashed)
    folds = [_path(seen, ends) for ends in dashed]
    slits: list[CutPath] = []
    outlines: list[CutPath] = []
    alone: list[CutLine] = []  # round pieces never share a side
    for placement in places:
        part = component.part_of(placement.piece)
        if part.cut.kind == "circle":
            alone.append(CutCircle(seen.at(placement.trim.middle), part.size.width / 2))
            continue
        if part.net is None and part.cut.kind == "curve":
            alone.append(_outline(seen, part, placement))
            continue
        folds += [_path(seen, _on_page(fold, part, placement)) for fold in part.folds]
        if part.net is not None:
            folds += [_path(seen, _on_page(fold, part, placement)) for fold in part.net.folds]
            slits += [_path(seen, _on_page(slit, part, placement)) for slit in part.net.slits]
        if (placement.trim.width, placement.trim.height) != (sheet.size.width, sheet.size.height):
            outlines.append(_outline(seen, part, placement))
    cuts: tuple[CutLine, ...] = (*_once(outlines), *alone)
    marks = []
    for mark in sheet.registration:
        half, length = mark.width / 2, math.dist((mark.x1, mark.y1), (mark.x2, mark.y2))
        x, y = (mark.y1 - mark.y2) / length * half, (mark.x2 - mark.x1) / length * half
        corners = (
            *((mark.x1 - x, mark.y1 - y), (mark.x2 - x, mark.y2 - y)),
            *((mark.x2 + x, mark.y2 + y), (mark.x1 + x, mark.y1 + y)),
        )
        marks.append(_path(seen, corners, closed=True))
    return CutLines(tuple(_once(folds)), tuple(_once(slits)), cuts, tuple(marks))


class _Points:
    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], Point] = {}

    def at(self, point: Point) -> Point:
        column, row = (math.floor(length / SAME_POINT) for length in point)
        beside = ((column + right, row + down) for right in (0, -1, 1) for down in (0, -1, 1))
        for cell in beside:
            known = self._cells.get(cell)
            if known and math.dist(known, point) <= SAME_POINT:
                return known
        new = (round(point[0], 3) + 0.0, round(point[1], 3) + 0.0)
        self._cells[column, row] = new
        return new


def _path(seen: _Points, points: Sequence[Point], *, closed: bool = False, radius: float = 0.0) -> CutPath:
    corners = [seen.at(point) for point in points]
    edges = edges_of(corners) if closed else tuple(pairwise(corners))
    sides = (CutSide(*edge, 0.0 if number % 2 else radius) for number, edge in enumerate(edges))
    return CutPath(tuple(side for side in sides if side.start != side.end))


def _on_page(points: Iterable[Point], component: "Component", placement: Placement) -> tuple[Point, ...]:
    return placed(points, component.size, placement.trim, placement.rotation)


def _outline(seen: _Points, component: "Component", placement: Placement) -> CutPath:
    if component.kind.tiled and not placement.clip.contains(placement.trim):
        part = placement.trim.common(placement.clip)
        points = placed(rectangle(part.size).points, part.size, part, 0)
        return _path(seen, points, closed=True)
    cut = component.cut
    points = _on_page(_ends_of_corners(cut) if cut.radius else cut.points, component, placement)
    return _path(seen, points, closed=True, radius=cut.radius)


def _ends_of_corners(outline: Outline) -> tuple[Point, ...]:
    width, height, radius = outline.size.width, outline.size.height, outline.radius
    left, top, right, bottom = radius, radius, width - radius, height - radius
    return (
        *((0, top), (left, 0)),
        *((right, 0), (width, top)),
        *((width, bottom), (right, height)),
        *((left, height), (0, bottom)),
    )


# Neighbours that touch are cut apart once.


def _once(paths: Sequence[CutPath]) -> Iterator[CutPath]:
    """Yield the paths in order without what one before has; what is left of one may be several."""
    corners = sorted({side.start for path in paths for side in path.sides})
    seen: set[tuple[frozenset[Point], float]] = set()
    for path in paths:
        sides = enumerate(path.sides)
        stretches = [(number, stretch) for number, side in sides for stretch in _stretches(side, corners)]
        keys = [(frozenset((stretch.start, stretch.end)), stretch.radius) for _, stretch in stretches]
        fresh = [key not in seen for key in keys]
        seen.update(keys)
        if all(fresh):
            yield path
            continue
        first = fresh.index(False)  # a run that goes on beyond the last side is one
        turned = [*zip(fresh, stretches, strict=True)]
        turned = turned[first:] + turned[:first]
        for is_fresh, run in groupby(turned, key=lambda stretch: stretch[0]):
            if is_fresh:
                joined = []
                for _, group in groupby([stretch for _, stretch in run], key=lambda stretch: stretch[0]):
                    between = [stretch for _, stretch in group]
                    joined.append(CutSide(between[0].start, between[-1].end, between[0].radius))
                yield CutPath(tuple(joined))


def _stretches(side: CutSide, corners: Sequence[Point]) -> tuple[CutSide, ...]:
    if side.radius:
        return (side,)
    (x1, y1), (x2, y2) = side.start, side.end
    length = math.dist(side.start, side.end)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    between = []
    for x, y in corners:
        along, aside = (x - x1) * ux + (y - y1) * uy, (x - x1) * uy - (y - y1) * ux
        if abs(aside) <= SAME_POINT < along < length - SAME_POINT:
            between.append((along, (x, y)))
    points = (side.start, *(point for _, point in sorted(between)), side.end)
    return tuple(CutSide(*ends) for ends in pairwise(points))


INSTALL = 'pip install "pnp-cards[dxf]"'


def found_cut_files(folder: Path, component: str) -> dict[Path, str]:
    """Return the cut files of a component's sheets that lie in a folder, and the kind of each."""
    endings = {ending: name for name, ending in CUT_FORMATS.items()}
    name_of_ours = re.compile(rf"{re.escape(component)}\.cut-\d+({'|'.join(map(re.escape, endings))})")
    paths = sorted(folder.glob(f"{component}.cut-*"))
    matches = ((path, name_of_ours.fullmatch(path.name)) for path in paths)
    return {path: endings[match[1]] for path, match in matches if match}


def can_write(name: str) -> bool:
    """Say whether the library is installed that a kind of cut files needs."""
    return name != "dxf" or importlib.util.find_spec("ezdxf") is not None


def machine_among(names: Iterable[str]) -> CuttingMachine | None:
    """Return the machine among some names, None where all are kinds of cut files."""
    return next((cutting_machine(name) for name in names if name in machine_names()), None)


def one_machine_each(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the names of each build that is needed: a sheet has the marks of one machine."""
    machines = [name for name in dict.fromkeys(names) if name in machine_names()]
    formats = [name for name in names if name not in machines]
    return [(machine, *formats) for machine in machines] or [tuple(formats)]


def cut_formats(names: Sequence[str]) -> tuple[str, ...]:
    """Return the kinds of cut files that are asked for: those named, and those a machine takes."""
    machine = machine_among(names)
    of_machine = machine.files if machine else ()
    return tuple(dict.fromkeys((*of_machine, *(name for name in names if name in CUT_FORMATS))))


def refuse_cut_formats(names: Sequence[str]) -> None:
    """Raise UnknownName for what sheets cannot be cut with, CannotUse for two machines or a library that is not installed."""
    for name in names:
        if name not in (*CUT_FORMATS, *machine_names()):
            known = f"write {listed(tuple(CUT_FORMATS), 'or')} for a kind of cut files, {listed(machine_names(), 'or')} for a machine"
            raise UnknownName(f'there is no "{name}" to cut with', f"{known}; name the game before --cut")
    machines = [name for name in dict.fromkeys(names) if name in machine_names()]
    if len(machines) > 1:
        fact = f"a sheet has the marks of one machine, not of {listed(machines)}"
        raise CannotUse(fact, "build once for each")
    if not all(map(can_write, cut_formats(names))):
        raise CannotUse("DXF needs the library ezdxf, which is not installed", INSTALL)


def cut_files(component: "Component", sheets: Sequence[Sheet], formats: Iterable[str]) -> dict[str, bytes]:
    """Return the cut files of sheets by name: `<component>.cut-<sheet>.svg`, `.dxf` and `.laser.svg`.

    Backs have none, as the front says where to cut; the two sides of a board do, which are glued on. Nor has a sheet
    without a cut.
    """
    cut = [sheet for sheet in sheets if sheet.side == "front" or sheet.flip == "none"]
    return {
        f"{component.id}.cut-{sheet.number}{CUT_FORMATS[name]}": cut_file(lines, sheet.size, name)
        for sheet, lines in ((sheet, cut_lines(component, sheet)) for sheet in cut)
        if lines
        for name in formats
    }


def write_cut_files(
    folder: Path, component: "Component", sheets: Sequence[Sheet], formats: Iterable[str]
) -> None:
    """Write the cut files of the sheets on one paper into its folder below `folder`. Raises CannotWrite.

    Those of earlier sheets do not stay: they are written anew, or removed where there is no such sheet any more.
    """
    of_paper = folder / sheets[0].paper
    earlier = found_cut_files(of_paper, component.id)
    kinds = dict.fromkeys((*formats, *filter(can_write, earlier.values())))
    files = {of_paper / name: content for name, content in cut_files(component, sheets, kinds).items()}
    for path in earlier.keys() - files.keys():
        remove(path, root=folder)
    for path, content in files.items():
        write(path, content, root=folder)


def cut_file(lines: CutLines, page: Size, name: str) -> bytes:
    """Return the lines of a page in a kind of file."""
    return _dxf(lines, page) if name == "dxf" else _svg(lines, page, name)


COLOURS = {
    "INNER": ("#00ff00", 3),
    "SCORE": ("#0000ff", 5),
    "CUT": ("#ff0000", 1),
    "REGMARKS": ("#000000", 7),
}
"""The colour of each layer in SVG, and its number in DXF."""


def _layers(lines: CutLines, *, slits_apart: bool) -> dict[str, Sequence[CutLine]]:
    """Return the lines by layer, in the order of work; slits are outlines like others unless they are `slits_apart`."""
    layers: dict[str, Sequence[CutLine]] = {"INNER": lines.slits} if slits_apart else {}
    layers["SCORE"] = lines.folds
    layers["CUT"] = lines.outlines if slits_apart else (*lines.slits, *lines.outlines)
    return layers | ({"REGMARKS": lines.marks} if lines.marks else {})


# SVG.

LINE_WIDTHS = {"svg": 0.1, "laser": 0.01}  # In mm; lasers cut along hairlines and engrave wider lines.


def _svg(lines: CutLines, page: Size, name: str) -> bytes:
    import svgwrite  # noqa: PLC0415

    drawing = svgwrite.Drawing(
        size=(f"{page.width:g}mm", f"{page.height:g}mm"), viewBox=f"0 0 {page.width:g} {page.height:g}"
    )
    for layer, paths in _layers(lines, slits_apart=name == "svg").items():
        group = drawing.g(id=layer, fill="none", stroke=COLOURS[layer][0], stroke_width=LINE_WIDTHS[name])
        for line in paths:
            group.add(_shape(drawing, line))
        drawing.add(group)
    out = io.StringIO()
    drawing.write(out)
    return f"{out.getvalue()}\n".encode()


def _shape(drawing: "svgwrite.Drawing", line: CutLine) -> "BaseElement":
    if isinstance(line, CutCircle):
        return drawing.circle(center=line.centre, r=line.radius)
    if not any(side.radius for side in line.sides):
        points = [side.start for side in line.sides]
        return drawing.polygon(points) if line.closed else drawing.polyline([*points, line.sides[-1].end])
    ends_straight = line.closed and not line.sides[-1].radius  # then Z draws the last side
    path = drawing.path(d=("M", *line.sides[0].start))
    for side in line.sides[:-1] if ends_straight else line.sides:
        path.push(*(("A", side.radius, side.radius, 0, "0,1") if side.radius else ("L",)), *side.end)
    if line.closed:
        path.push("Z")
    return path


# DXF.

DXF_VERSION = "R2000"  # The oldest with a unit and closed polylines; every machine's program reads it.
QUARTER_CIRCLE = math.tan(math.radians(90 / 4))  # DXF's bulge of a quarter circle; negative if clockwise.


def _dxf(lines: CutLines, page: Size) -> bytes:
    import ezdxf  # noqa: PLC0415
    from ezdxf.units import MM  # noqa: PLC0415

    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True  # no time of day, and no random numbers
    try:
        document = ezdxf.new(DXF_VERSION, units=MM)
        layers, space = _layers(lines, slits_apart=False), document.modelspace()
        for layer in layers:
            document.layers.add(layer, color=COLOURS[layer][1])
        for layer, paths in layers.items():
            for line in paths:
                _add_to_dxf(space, line, page, layer)
        space.reset_limits((0, 0), (page.width, page.height))
        out = io.StringIO()
        document.write(out)
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before
    return document.encode(out.getvalue())


def _add_to_dxf(space: "Modelspace", line: CutLine, page: Size, layer: str) -> None:
    attributes = {"layer": layer}
    if isinstance(line, CutCircle):
        x, y = line.centre
        space.add_circle((x, round(page.height - y, 3)), line.radius, dxfattribs=attributes)
        return
    ends = [(side.start, -QUARTER_CIRCLE if side.radius else 0.0) for side in line.sides]
    if not line.closed:
        ends.append((line.sides[-1].end, 0.0))
    points = [(x, round(page.height - y, 3), bulge) for (x, y), bulge in ends]
    space.add_lwpolyline(points, format="xyb", close=line.closed, dxfattribs=attributes)

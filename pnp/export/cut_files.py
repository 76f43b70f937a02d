"""Cut files: the lines of a sheet for a cutting machine or a laser, in mm, as large as the page; none is filled.

`svg` has three layers: INNER in green (slits), SCORE in blue (folds), CUT in red (outlines), with lines that are seen on
a screen. `laser` has hairlines in the two colours that laser shops read: SCORE in blue, CUT in red, slits first. Of a sheet
with registration marks, REGMARKS in black shows where they are printed.
"""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group

from pnp.export.cut_formats import can_write, cut_file_name, found_cut_files
from pnp.export.cut_lines import CutCircle, CutLine, CutLines, cut_lines
from pnp.files import remove, write
from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.sheet import Sheet

RED, GREEN, BLUE, BLACK = "#ff0000", "#00ff00", "#0000ff", "#000000"


@dataclass(frozen=True, slots=True)
class SvgStyle:
    """How wide the lines are, in mm, and the colours: of slits None when they are outlines like others."""

    width: float
    outlines: str = RED
    folds: str = BLUE
    slits: str | None = None


SVG_STYLES = {"svg": SvgStyle(0.1, slits=GREEN), "laser": SvgStyle(0.01)}
"""By the kind of file. Lasers cut along hairlines and engrave wider lines."""


def cut_files(component: Component, sheets: Sequence[Sheet], formats: Iterable[str]) -> dict[str, bytes]:
    """Return the cut files of sheets by name: `<component>.cut-<sheet>.svg`, `.dxf` and `.laser.svg`.

    Backs have none, as the front says where to cut; the two sides of a board do, which are glued on. Nor has a sheet
    without a cut.
    """
    cut = [sheet for sheet in sheets if sheet.side == "front" or sheet.flip == "none"]
    return {
        cut_file_name(component.id, sheet.number, name): cut_file(lines, sheet.size, name)
        for sheet, lines in ((sheet, cut_lines(component, sheet)) for sheet in cut)
        if lines
        for name in formats
    }


def write_cut_files(
    folder: Path, component: Component, sheets: Sequence[Sheet], formats: Iterable[str] = ("svg",)
) -> tuple[Path, ...]:
    """Write the cut files of the sheets on one paper into its folder below `folder`; return them. Raises CannotWrite.

    Those of earlier sheets do not stay: they are written anew, or removed where there is no such sheet any more.
    """
    own = folder / sheets[0].paper
    there = found_cut_files(own, component.id)
    kinds = dict.fromkeys((*formats, *filter(can_write, there.values())))
    files = {own / name: content for name, content in cut_files(component, sheets, kinds).items()}
    for path in there.keys() - files.keys():
        remove(path, root=folder)
    for path, content in files.items():
        write(path, content, root=folder)
    return tuple(files)


def cut_file(lines: CutLines, page: Size, name: str = "svg") -> bytes:
    """Return the lines of a page in a kind of file."""
    if name == "dxf":
        from pnp.export.cut_dxf import dxf_of  # noqa: PLC0415 - an extra

        return dxf_of(lines, page)
    return _svg(lines, page, SVG_STYLES[name])


def _svg(lines: CutLines, page: Size, style: SvgStyle) -> bytes:
    drawing = svgwrite.Drawing(
        size=(f"{page.width:g}mm", f"{page.height:g}mm"), viewBox=f"0 0 {page.width:g} {page.height:g}"
    )
    layers = [("SCORE", style.folds, lines.folds), ("CUT", style.outlines, (*lines.slits, *lines.outlines))]
    if style.slits is not None:
        layers = [("INNER", style.slits, lines.slits), layers[0], ("CUT", style.outlines, lines.outlines)]
    if lines.marks:
        layers.append(("REGMARKS", BLACK, lines.marks))
    for layer, colour, found in layers:
        group = Group(id=layer, fill="none", stroke=colour, stroke_width=style.width)
        for line in found:
            group.add(_shape(drawing, line))
        drawing.add(group)
    out = io.StringIO()
    drawing.write(out)
    return f"{out.getvalue()}\n".encode()


def _shape(drawing: svgwrite.Drawing, line: CutLine) -> BaseElement:
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

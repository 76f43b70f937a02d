"""Cut files: the lines of a sheet for a cutting machine or a laser, in mm, as large as the page; none is filled.

`svg` has three layers: INNER in green (slits), SCORE in blue (folds), CUT in red (outlines), with lines that are seen on
a screen. `laser` has hairlines in the two colours that laser shops read: SCORE in blue, CUT in red, slits first. `dxf` needs
the library ezdxf (extra `dxf`) and has the same layers as `laser`, circles as CIRCLE, round corners as true arcs; its y runs
up from the bottom-left corner. Of a sheet with registration marks, REGMARKS in black shows where they are printed.
"""

import importlib.util
import io
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from pnp.export.cut_lines import CutCircle, CutLine, CutLines, cut_lines
from pnp.files import remove, write
from pnp.load.machines import cutting_machine, machine_names
from pnp.model.errors import CannotUse, UnknownName
from pnp.model.game import Component
from pnp.model.geometry import Size
from pnp.model.machines import CuttingMachine
from pnp.model.sheet import Sheet
from pnp.text import listed

if TYPE_CHECKING:  # the libraries are large, and few builds cut
    import svgwrite
    from ezdxf.layouts import Modelspace
    from svgwrite.base import BaseElement

CUT_FORMATS: Mapping[str, str] = MappingProxyType({"svg": ".svg", "dxf": ".dxf", "laser": ".laser.svg"})
"""Name -> how the names of its files end; the first is the default."""

INSTALL = 'pip install "pnp-cards[dxf]"'


def cut_file_name(component: str, sheet: int, name: str) -> str:
    """Return what the file of a kind is called that has the lines of a sheet.

    >>> cut_file_name("cards", 2, "laser")
    'cards.cut-2.laser.svg'
    """
    return f"{component}.cut-{sheet}{CUT_FORMATS[name]}"


def found_cut_files(folder: Path, component: str) -> dict[Path, str]:
    """Return the cut files of a component's sheets that lie in a folder, and the kind of each."""
    endings = {ending: name for name, ending in CUT_FORMATS.items()}
    name_of_ours = re.compile(rf"{re.escape(component)}\.cut-\d+({'|'.join(map(re.escape, endings))})")
    matches = (
        (path, name_of_ours.fullmatch(path.name)) for path in sorted(folder.glob(f"{component}.cut-*"))
    )
    return {path: endings[match[1]] for path, match in matches if match}


def can_write(name: str) -> bool:
    """Say whether the library is installed that a kind of cut files needs."""
    return name != "dxf" or importlib.util.find_spec("ezdxf") is not None


def machine_among(names: Iterable[str]) -> CuttingMachine | None:
    """Return the machine among some names, None where all are kinds of cut files."""
    return next((cutting_machine(name) for name in names if name in machine_names()), None)


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
            raise UnknownName(f'there is no "{name}" to cut with', f"{known}; a game is named before --cut")
    machines = [name for name in dict.fromkeys(names) if name in machine_names()]
    if len(machines) > 1:
        raise CannotUse(
            f"a sheet has the marks of one machine, not of {listed(machines)}", "build once for each"
        )
    if not all(map(can_write, cut_formats(names))):
        raise CannotUse("DXF needs the library ezdxf, which is not installed", INSTALL)


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
    of_paper = folder / sheets[0].paper
    earlier = found_cut_files(of_paper, component.id)
    kinds = dict.fromkeys((*formats, *filter(can_write, earlier.values())))
    files = {of_paper / name: content for name, content in cut_files(component, sheets, kinds).items()}
    for path in earlier.keys() - files.keys():
        remove(path, root=folder)
    for path, content in files.items():
        write(path, content, root=folder)
    return tuple(files)


def cut_file(lines: CutLines, page: Size, name: str = "svg") -> bytes:
    """Return the lines of a page in a kind of file."""
    return _dxf(lines, page) if name == "dxf" else _svg(lines, page, SVG_STYLES[name])


# SVG.

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


def _svg(lines: CutLines, page: Size, style: SvgStyle) -> bytes:
    import svgwrite  # noqa: PLC0415

    drawing = svgwrite.Drawing(
        size=(f"{page.width:g}mm", f"{page.height:g}mm"), viewBox=f"0 0 {page.width:g} {page.height:g}"
    )
    layers = [("SCORE", style.folds, lines.folds), ("CUT", style.outlines, (*lines.slits, *lines.outlines))]
    if style.slits is not None:
        layers = [("INNER", style.slits, lines.slits), layers[0], ("CUT", style.outlines, lines.outlines)]
    if lines.marks:
        layers.append(("REGMARKS", BLACK, lines.marks))
    for layer, colour, paths in layers:
        group = drawing.g(id=layer, fill="none", stroke=colour, stroke_width=style.width)
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

DXF_VERSION = "R2000"
"""The oldest that states its unit and has closed polylines in one piece; every machine's program reads it."""

DXF_COLOURS = {"SCORE": 5, "CUT": 1}
"""Blue and red in the numbers of DXF, by layer, in the order of work."""

MARKS_LAYER, MARKS_COLOUR = "REGMARKS", 7
"""Where the registration marks are printed, black; nothing is cut there."""

QUARTER_CIRCLE = math.tan(math.radians(90 / 4))
"""What DXF calls the bulge of a quarter circle; negative for one that runs clockwise."""


def _dxf(lines: CutLines, page: Size) -> bytes:
    import ezdxf  # noqa: PLC0415
    from ezdxf.units import MM  # noqa: PLC0415

    with _without_dates():
        document = ezdxf.new(DXF_VERSION, units=MM)
        for layer, colour in DXF_COLOURS.items():
            document.layers.add(layer, color=colour)
        space = document.modelspace()
        for line in lines.folds:
            _add_to_dxf(space, line, page, "SCORE")
        for line in (*lines.slits, *lines.outlines):
            _add_to_dxf(space, line, page, "CUT")
        if lines.marks:
            document.layers.add(MARKS_LAYER, color=MARKS_COLOUR)
        for line in lines.marks:
            _add_to_dxf(space, line, page, MARKS_LAYER)
        space.reset_limits((0, 0), (page.width, page.height))
        out = io.StringIO()
        document.write(out)
    return document.encode(out.getvalue())


@contextmanager
def _without_dates() -> Iterator[None]:
    """Keep the time of day and random numbers out of what is written meanwhile."""
    import ezdxf  # noqa: PLC0415

    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


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

"""Cut files as DXF, with ezdxf (extra `dxf`): layers SCORE (folds, blue) and CUT (slits, then outlines, red), in mm.

The origin is the bottom-left corner of the page and y runs up, as DXF has it. Circles are CIRCLE and everything else
LWPOLYLINE, round corners as true arcs. The same lines give the same bytes.
"""

import io
import math
from collections.abc import Iterator
from contextlib import contextmanager

import ezdxf
from ezdxf.layouts import Modelspace
from ezdxf.units import MM

from pnp.export.cut_lines import CutCircle, CutLine, CutLines
from pnp.model.geometry import Size

DXF_VERSION = "R2000"
"""The oldest that states its unit and has closed polylines in one piece; every machine's program reads it."""

DXF_COLOURS = {"SCORE": 5, "CUT": 1}
"""Blue and red in the numbers of DXF, by layer, in the order of work."""

MARKS_LAYER, MARKS_COLOUR = "REGMARKS", 7
"""Where the registration marks are printed, black; nothing is cut there."""

QUARTER_CIRCLE = math.tan(math.radians(90 / 4))
"""What DXF calls the bulge of a quarter circle; negative for one that runs clockwise."""


def dxf_of(lines: CutLines, page: Size) -> bytes:
    """Return the lines of a page as a DXF file."""
    with _without_dates():
        document = ezdxf.new(DXF_VERSION, units=MM)
        for layer, colour in DXF_COLOURS.items():
            document.layers.add(layer, color=colour)
        space = document.modelspace()
        for line in lines.folds:
            _add(space, line, page, "SCORE")
        for line in (*lines.slits, *lines.outlines):
            _add(space, line, page, "CUT")
        if lines.marks:
            document.layers.add(MARKS_LAYER, color=MARKS_COLOUR)
        for line in lines.marks:
            _add(space, line, page, MARKS_LAYER)
        space.reset_limits((0, 0), (page.width, page.height))
        out = io.StringIO()
        document.write(out)
    return document.encode(out.getvalue())


@contextmanager
def _without_dates() -> Iterator[None]:
    """Keep the time of day and random numbers out of what is written meanwhile."""
    before = ezdxf.options.write_fixed_meta_data_for_testing
    ezdxf.options.write_fixed_meta_data_for_testing = True
    try:
        yield
    finally:
        ezdxf.options.write_fixed_meta_data_for_testing = before


def _add(space: Modelspace, line: CutLine, page: Size, layer: str) -> None:
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

"""The cut outline of a piece, from SVG path data or from a drawing with one line."""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

from defusedxml import DefusedXmlException

from pnp.load.header import Context
from pnp.load.keys import LengthKey, TextKey
from pnp.load.nodes import MapNode, Node, Problem, text_of
from pnp.load.project import find_inside, read
from pnp.load.sizes import LARGEST, SMALLEST
from pnp.model.curves import simplified
from pnp.model.geometry import Outline, Point, crosses_itself, signed_area
from pnp.model.svg_paths import Line, shape_lines
from pnp.model.transforms import Affine, transform
from pnp.units import MM_PER_UNIT, LengthError, parse_length
from pnp.xml_reader import read_xml

HEIGHT = LengthKey("height", "How high the outline is made; as wide as it is then.", most=LARGEST)
OUTLINE_KEYS = (
    TextKey(
        "outline",
        "The line every piece is cut along: a drawing such as meeple.svg, or an SVG path in mm.",
    ),
    HEIGHT,
)
"""What the kinds say whose pieces may have any outline."""

NAMES = ("outline", "cut", "cutline", "cut-line")
"""What the line is called in a drawing that has more than one: its id, or its name in Inkscape."""

MOST_POINTS = 2000
LEAST_AREA = 10.0  # mm²
STEPS = 64
"""Straight lines for a curve, before those that are not needed are left out."""

_SHAPES = ("path", "polygon", "polyline", "rect", "circle", "ellipse")
_UNSEEN = ("defs", "symbol", "clipPath", "mask", "marker", "pattern", "metadata")
_LABEL = "{http://www.inkscape.org/namespaces/inkscape}label"
_PATH = re.compile(r"\s*[Mm][\s\d.,+-]")
_MM_PER_PIXEL = MM_PER_UNIT["in"] / 96


def read_outline_line(section: MapNode, context: Context) -> Outline | None:
    """Return the outline that a component says under `outline`, as high as `height` says; None with findings."""
    findings = context.findings
    node = section.get("outline")
    outline = findings.attempt(_outline, node, context)
    if outline is None or "height" not in section:
        return outline
    high = outline.size.height
    wanted = HEIGHT.read(section, findings, high)
    return _scaled(outline, wanted / high) if wanted >= SMALLEST else outline


def _outline(node: Node, context: Context) -> Outline:
    text = text_of(node, "outline")
    if _PATH.match(text):
        return _closed(shape_lines("path", {"d": text}, steps=STEPS), node)
    path = find_inside(node, context.folder.path, "outline", what="drawing", suffixes=(".svg",))
    label = context.folder.label(path)
    data = read(path, label, context.findings)
    if data is None:
        raise Problem("PNP480", f"{path.name} cannot be read", node.place, "export it as plain SVG")
    try:
        root = read_xml(data)
    except (SyntaxError, ValueError, LookupError, DefusedXmlException) as error:
        raise Problem(
            "PNP480", f"{path.name} is no SVG drawing", node.place, "export it as plain SVG"
        ) from error
    return _closed(_only_shape(root, path.name, node).lines, node)


class _Shape(NamedTuple):
    """A line in a drawing: its names, and where it lies, in mm."""

    names: tuple[str, ...]
    lines: tuple[Line, ...]


def _only_shape(root: Element, file: str, node: Node) -> _Shape:
    """Return the shape that is called like an outline, or the only one there is."""
    shapes = [shape for shape in _shapes(root, _page(root)) if shape.lines]
    called = [shape for shape in shapes if any(name.casefold() in NAMES for name in shape.names)]
    if len(called) == 1 or len(shapes) == 1:
        return (called or shapes)[0]
    what = f"has {len(shapes)} shapes" if shapes else "has no shape"
    hint = 'name the line to cut along "outline" (in Inkscape: Object, Object Properties, ID)'
    raise Problem("PNP480", f"{file} {what}, and none of them is the outline", node.place, hint)


def _shapes(element: Element, here: Affine) -> Iterator[_Shape]:
    for child in element:
        name = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        there = here @ transform(child.get("transform", ""))
        if name in _SHAPES:
            lines = shape_lines(name, child.attrib, steps=STEPS)
            moved = (Line(tuple(there.apply(*point) for point in line.points), line.closed) for line in lines)
            yield _Shape((child.get("id", ""), child.get(_LABEL, "")), tuple(moved))
        elif name not in _UNSEEN:
            yield from _shapes(child, there)


def _page(root: Element) -> Affine:
    """Return what makes mm of the units of a drawing: its width over that of its view box, or pixels."""
    box = [float(each) for each in re.findall(r"[-+]?[\d.]+(?:[eE][-+]?\d+)?", root.get("viewBox", ""))]
    try:
        width = parse_length(root.get("width", ""))
    except LengthError:
        pixels = re.fullmatch(r"\s*([\d.]+)\s*(?:px)?\s*", root.get("width", ""))
        width = float(pixels[1]) * _MM_PER_PIXEL if pixels else 0.0
    scale = width / box[2] if len(box) == 4 and box[2] > 0 and width > 0 else _MM_PER_PIXEL
    return Affine(a=scale, d=scale)


def _closed(lines: tuple[Line, ...], node: Node) -> Outline:
    """Return the outline of the one closed line there is, its box at (0, 0)."""
    fault = _fault_of_lines(lines)
    if fault is not None:
        raise Problem("PNP480", fault[0], node.place, fault[1])
    points = list(lines[0].points)
    if points[-1] == points[0]:
        points.pop()
    line = simplified(points)
    line = line if signed_area(line) > 0 else line[::-1]
    left, top = min(x for x, _ in line), min(y for _, y in line)
    outline = Outline("curve", tuple((round(x - left, 6), round(y - top, 6)) for x, y in line))
    fault = _fault_of_outline(outline)
    if fault is not None:
        raise Problem("PNP480", fault[0], node.place, fault[1])
    return outline


def _fault_of_lines(lines: tuple[Line, ...]) -> tuple[str, str] | None:
    if not lines:
        return "the outline has no line", 'write a path such as "M0 0h20v30h-20z", in mm'
    if len(lines) > 1:
        hint = "unite them (in Inkscape: Path, Union); a hole cannot be cut"
        return f"the outline has {len(lines)} parts", hint
    if not lines[0].closed and lines[0].points[0] != lines[0].points[-1]:
        return "the outline is not closed", 'end the path with "z"'
    return None


def _fault_of_outline(outline: Outline) -> tuple[str, str] | None:
    points, size = outline.points, outline.size
    if len(points) > MOST_POINTS:
        return (
            f"the outline has {len(points)} corners",
            f"simplify it: {MOST_POINTS} are enough for any shape",
        )
    if len(points) < 3 or signed_area(points) < LEAST_AREA:
        return "the outline is too small to be cut", "write lengths in mm, or the height it should have"
    if crosses_itself(points):
        return "the outline crosses itself", "draw it without loops (in Inkscape: Path, Union)"
    if min(size.width, size.height) < SMALLEST or max(size.width, size.height) > LARGEST:
        limits = (
            f"the sides of its box are {SMALLEST:g} mm to {LARGEST:g} mm: write the height it should have"
        )
        return f"an outline of {size.width:.4g} x {size.height:.4g} mm cannot be cut", limits
    return None


def _scaled(outline: Outline, by: float) -> Outline:
    points: tuple[Point, ...] = tuple((x * by, y * by) for x, y in outline.points)
    return Outline(outline.kind, points)

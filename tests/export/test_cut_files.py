"""Cut files: the outlines of the print, every line once, inner lines before outer ones, as SVG and as DXF."""

import io
import math
import re
import sys
from dataclasses import replace
from itertools import pairwise
from xml.etree.ElementTree import fromstring

import ezdxf
import pytest
from ezdxf.path import make_path
from ezdxf.units import MM

from pnp.build.options import BuildOptions
from pnp.export.cut_files import cut_file, cut_lines, write_cut_files
from pnp.load.kinds import KINDS
from pnp.load.kinds.dice import die_net
from pnp.model.diagnostics import CannotUse, Place
from pnp.model.game import Component
from pnp.model.geometry import Rect, Size, circle, distance_to_edge, hexagon, placed, triangle
from pnp.model.line_styles import Stroke
from pnp.model.nets import Net, tuckbox
from pnp.model.sheet import Placement, Sheet

SVG = "{http://www.w3.org/2000/svg}"
PAGE = Size(210, 297)
HERE = Place("card_data/small/cards.yaml", 1, 1)
CARD = Component("cards", KINDS["cards"], "Cards", Size(20, 30), 0, 0, 0, (), HERE)
ROUND_CARD = replace(CARD, corner=3)
DISC = replace(CARD, kind=KINDS["discs"], outline=circle(22), size=Size(22, 22))
TRIANGLE = replace(CARD, kind=KINDS["tiles"], outline=triangle(40), size=triangle(40).size)
HEXAGON = replace(CARD, kind=KINDS["tiles"], outline=hexagon(20), size=hexagon(20).size)
DIE = replace(CARD, kind=KINDS["dice"], net=die_net("d6", 18), size=die_net("d6", 18).size)
BOX = replace(CARD, kind=KINDS["box"], net=tuckbox(65, 90, 18), size=tuckbox(65, 90, 18).size)
SLIT = Net(
    Size(20, 20), (), ((0, 0), (20, 0), (20, 20), (0, 20)), (((10, 0), (10, 20)),), slits=(((5, 5), (5, 15)),)
)
WITH_SLIT = replace(CARD, net=SLIT, size=SLIT.size)


def a_sheet(component, *places, rotations=(0,), strokes=()):
    size = component.size
    placements = []
    for n, (x, y) in enumerate(places):
        turned = rotations[n % len(rotations)]
        trim = Rect(x, y, *((size.height, size.width) if turned in (90, 270) else (size.width, size.height)))
        placements.append(Placement("one", n + 1, "key", trim, trim, turned))
    return Sheet(component.id, "a4", PAGE, "front", "none", 1, 1, 1, tuple(placements), strokes)


def svg_lines(component, sheet, name="svg"):
    """The lines of an SVG cut file in the order they are cut: layer and points, arcs in short steps."""
    root = fromstring(cut_file(cut_lines(component, sheet), sheet.size, name).decode())
    return [(group.get("id"), svg_points(shape)) for group in root.iter(f"{SVG}g") for shape in group]


def svg_points(shape):
    tag = shape.tag.removeprefix(SVG)
    if tag == "circle":
        x, y, radius = (float(shape.get(name)) for name in ("cx", "cy", "r"))
        angles = (math.radians(degree) for degree in range(0, 361, 3))
        return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
    if tag in ("polygon", "polyline"):
        points = [tuple(float(each) for each in pair.split(",")) for pair in shape.get("points").split()]
        return [*points, points[0]] if tag == "polygon" else points
    points = []
    for letter, numbers in re.findall(r"([MLAZ])([^MLAZ]*)", shape.get("d")):
        values = [float(each) for each in re.findall(r"[-\d.]+", numbers)]
        if letter == "A":
            assert values[2:5] == [0, 0, 1], "the short way, clockwise"
            points += quarter(points[-1], values[-2:], values[0])
        else:
            points.append(tuple(values) if values else points[0])
    return points


def quarter(start, end, radius):
    """Points of a clockwise quarter circle (y down): its middle is where one axis is the start's, one the end's."""
    (x1, y1), (x2, y2) = start, end
    x, y = (x2, y1) if (x2 - x1) * (y2 - y1) < 0 else (x1, y2)
    assert abs(math.dist((x, y), start) - radius) < 0.001
    first = math.atan2(y1 - y, x1 - x)
    angles = (first + math.radians(degree) for degree in range(3, 91, 3))
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]


def dxf_lines(component, sheet):
    """The lines of a DXF cut file in order, as ezdxf reads them, with y down as on the page."""
    document = read_dxf(cut_file(cut_lines(component, sheet), sheet.size, "dxf"))
    found = []
    for entity in document.modelspace():
        points = [(point.x, PAGE.height - point.y) for point in make_path(entity).flattening(0.0005)]
        found.append((entity.dxf.layer, points))
    return found


def read_dxf(content):
    document = ezdxf.read(io.StringIO(content.decode("ascii")))
    auditor = document.audit()
    assert not auditor.has_errors
    assert not auditor.fixes
    return document


READERS = [svg_lines, lambda component, sheet: svg_lines(component, sheet, "laser"), dxf_lines]


def trim_outline(component, placement):
    cut, (width, height) = component.cut, (component.size.width, component.size.height)
    if component.net is not None:
        points = component.net.cut
    elif cut.kind == "circle":
        around = (math.radians(degree) for degree in range(0, 360, 3))
        points = [(width / 2 + width / 2 * math.cos(a), width / 2 + width / 2 * math.sin(a)) for a in around]
    elif cut.radius:
        r = cut.radius
        middles = ((width - r, height - r), (r, height - r), (r, r), (width - r, r))
        points = [
            (x + r * math.cos(math.radians(degree)), y + r * math.sin(math.radians(degree)))
            for number, (x, y) in enumerate(middles)
            for degree in range(90 * number, 90 * number + 91, 3)
        ]
    else:
        points = cut.points
    found = placed(points, component.size, placement.trim, placement.rotation)
    return [*found, found[0]]


def away(point, line):
    return min(distance_to_edge(point, *segment) for segment in pairwise(line))


def length(line):
    return sum(math.dist(*segment) for segment in pairwise(line))


EVERY_KIND = {
    "cards": (CARD, ((10, 20), (32, 20)), (0,)),
    "cards on their side": (ROUND_CARD, ((10, 20), (10, 50)), (90, 270)),
    "cards with round corners": (ROUND_CARD, ((10, 20), (32, 20)), (0,)),
    "discs": (DISC, ((10, 10), (40, 10)), (0,)),
    "triangles": (TRIANGLE, ((10, 10), (33, 10)), (0, 180)),
    "hexagons": (HEXAGON, ((10, 10), (60, 10)), (0,)),
    "dice": (DIE, ((10, 10),), (0,)),
    "boxes": (BOX, ((10, 10),), (90,)),
}


@pytest.mark.parametrize("read", READERS, ids=["svg", "laser", "dxf"])
@pytest.mark.parametrize("kind", EVERY_KIND)
def test_the_cut_is_the_trim_to_a_hundredth_of_a_millimetre(kind, read):
    component, places, rotations = EVERY_KIND[kind]
    sheet = a_sheet(component, *places, rotations=rotations)
    cuts = [line for layer, line in read(component, sheet) if layer == "CUT"]
    for placement, line in zip(sheet.placements, cuts, strict=True):
        trim = trim_outline(component, placement)
        assert line[0] == pytest.approx(line[-1])
        assert max(away(point, trim) for point in line) < 0.01
        assert max(away(point, line) for point in trim) < 0.01
        assert length(line) == pytest.approx(length(trim), abs=0.03)


TOUCHING = {
    "cards": (CARD, ((10, 20), (30, 20), (10, 50)), (0,), 3 * 100 - 50),
    "cards a little off": (CARD, ((10, 20), (30.003, 19.998)), (0,), 2 * 100 - 30),
    "cards in steps": (CARD, ((10, 20), (30, 35)), (0,), 2 * 100 - 15),
    "round corners": (ROUND_CARD, ((10, 20), (30, 20)), (0,), 2 * (76 + 6 * math.pi) - 24),
    "triangles": (TRIANGLE, ((0, 0), (20, 0), (40, 0)), (0, 180), 7 * 40),
    "hexagons": (HEXAGON, ((10, 10), (40, 10 + 10 * math.sqrt(3))), (0,), 11 * 20),
}


@pytest.mark.parametrize("read", READERS, ids=["svg", "laser", "dxf"])
@pytest.mark.parametrize("kind", TOUCHING)
def test_what_neighbours_share_is_cut_once(kind, read):
    component, places, rotations, expected = TOUCHING[kind]
    lines = read(component, a_sheet(component, *places, rotations=rotations))
    assert sum(length(line) for _, line in lines) == pytest.approx(expected, abs=0.03)


@pytest.mark.parametrize(("box", "folds"), [(DIE, 12), (BOX, 12)])
@pytest.mark.parametrize("read", READERS, ids=["svg", "laser", "dxf"])
def test_a_net_is_scored_at_its_folds_before_it_is_cut(box, folds, read):
    layers = [layer for layer, _ in read(box, a_sheet(box, (5, 5)))]
    assert layers == ["SCORE"] * folds + ["CUT"]


@pytest.mark.parametrize(
    ("read", "layers"),
    [
        (READERS[0], ["INNER", "SCORE", "CUT"]),
        (READERS[1], ["SCORE", "CUT", "CUT"]),
        (READERS[2], ["SCORE", "CUT", "CUT"]),
    ],
    ids=["svg", "laser", "dxf"],
)
def test_what_is_inside_comes_before_what_is_around_it(read, layers):
    found = read(WITH_SLIT, a_sheet(WITH_SLIT, (10, 10)))
    assert [layer for layer, _ in found] == layers
    inner = [length(line) for layer, line in found if layer != "SCORE"]
    assert inner == pytest.approx([10, 80])


def test_a_sheet_to_fold_is_scored_there_and_only_its_fronts_are_cut():
    fold = Stroke(105, 6, 105, 291, dashed=True)
    sheet = a_sheet(CARD, (80, 20), (110, 20), strokes=(fold, Stroke(0, 0, 5, 0)))
    front, back = sheet.placements
    folded = replace(sheet, flip="gutterfold", placements=(front, replace(back, copy=1)))
    (score, crease), (cut, outline) = svg_lines(CARD, folded)
    assert (score, crease) == ("SCORE", [(105, 6), (105, 291)])
    assert (cut, max(x for x, _ in outline)) == ("CUT", 100)


@pytest.mark.parametrize(
    ("name", "colours", "width"),
    [("svg", ["#00ff00", "#0000ff", "#ff0000"], "0.1"), ("laser", ["#0000ff", "#ff0000"], "0.01")],
)
def test_an_svg_is_as_large_as_the_paper_and_has_the_colours_of_its_shop(name, colours, width):
    root = fromstring(cut_file(cut_lines(CARD, a_sheet(CARD, (10, 10))), PAGE, name).decode())
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("210mm", "297mm", "0 0 210 297")
    groups = list(root.iter(f"{SVG}g"))
    assert [group.get("stroke") for group in groups] == colours
    assert {(group.get("stroke-width"), group.get("fill")) for group in groups} == {(width, "none")}


def test_a_dxf_says_that_it_is_in_millimetres_and_is_the_same_every_time():
    lines = cut_lines(DISC, a_sheet(DISC, (10, 10)))
    content = cut_file(lines, PAGE, "dxf")
    document = read_dxf(content)
    assert document.units == MM
    assert [layer.dxf.name for layer in document.layers if layer.dxf.name.isupper()] == ["SCORE", "CUT"]
    (disc,) = document.modelspace()
    assert (disc.dxftype(), tuple(disc.dxf.center), disc.dxf.radius) == ("CIRCLE", (21, 276, 0), 11)
    assert cut_file(lines, PAGE, "dxf") == content


def test_fronts_get_a_file_of_each_kind_and_backs_none(tmp_path):
    front = replace(a_sheet(CARD, (10, 10)), flip="long-edge")
    sheets = (front, replace(front, side="back", page=2), replace(front, number=2, page=3))
    write_cut_files(tmp_path, CARD, sheets, ["svg", "dxf", "laser"])
    assert {path.relative_to(tmp_path).as_posix() for path in tmp_path.glob("*/*")} == {
        f"a4/cards.cut-{number}.{kind}" for number in (1, 2) for kind in ("svg", "dxf", "laser.svg")
    }


def test_without_ezdxf_a_dxf_is_refused_and_an_svg_is_not(monkeypatch):
    monkeypatch.setitem(sys.modules, "ezdxf", None)
    assert BuildOptions(cut=("svg", "laser")).cut == ("svg", "laser")
    with pytest.raises(CannotUse, match="ezdxf") as refused:
        BuildOptions(cut=("dxf",))
    assert "pnp-cards[dxf]" in refused.value.hint

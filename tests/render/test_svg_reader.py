"""Drawings as they are read."""

import base64
import gzip
import io
import re
from pathlib import Path

import pytest
import yaml
from pictures import a_photo
from PIL import Image
from workbench import SVG, a_piece, drawn_with

from pnp.model.geometry import Size
from pnp.model.svg_geometry import path_lines, shape_box, shape_lines
from pnp.svg.images import UnsafeDrawing
from pnp.svg.reader.styles import colour_of
from pnp.svg.sanitizer import SafeDrawing, read_drawing
from pnp.typesetting.fonts import font_book


def read(inner: str, *, root: str = SVG) -> SafeDrawing:
    return read_drawing(f"{root}{inner}</svg>".encode(), prefix="")


CASES = yaml.safe_load(Path(__file__).with_name("peculiar_drawings.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("what", CASES)
def test_a_peculiarity_becomes_plain(what):
    assert read(CASES[what]["written"]).inner == CASES[what]["printed"]


COLOURS = {
    "rebeccapurple": "#663399",
    "rgb(10 200 30)": "#0ac81e",
    "RGB(4%, 78%, 12%)": "#0ac71f",
    "rgba(10, 200, 30, 0.5)": "#0ac81e 0.5",
    "rgb(10 200 30 / 50%)": "#0ac81e 0.5",
    "#0ac81e80": "#0ac81e 0.50196",
    "hsl(120deg 50% 50%)": "#40bf40",
    "hsla(0.5turn, 100%, 25%, 25%)": "#008080 0.25",
    "hwb(0 20% 40%)": "#993333",
    "lab(50% 40 20)": "#b95857",
    "lch(60% 50 120)": "#769c3e",
    "oklab(0.6 0.1 0.1)": "#c3602e",
    "oklch(70% 0.1 200)": "#40b1b7",
    "color(srgb 1 0.5 0)": "#ff8000",
    "color(display-p3 0 0.5 0.25)": "#008238",
    "color(rec2020 0.5 0.5 0.5)": "none",
    "device-cmyk(0 1 1 0.2)": "#cc0000",
    "transparent": "#000000 0",
    "#ff8000 icc-color(#CMYK, 0, 0.5, 1, 0)": "#ff8000",
    "orangish": "none",
    "rgb(1,2)": "none",
}


def test_every_way_to_write_a_colour():
    found = {written: colour_of(written) for written in COLOURS}
    shown = {
        written: "none" if each is None else f"{each.code} {each.opacity:g}".removesuffix(" 1")
        for written, each in found.items()
    }
    assert shown == COLOURS


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b'<svg width="9" height="9"><g/></svg>', "the missing namespace of SVG was added"),
        (
            SVG.encode() + b'<g inkscape:label="a"/><use xlink:href="#a"/><g id="a"/></svg>',
            "missing namespaces were added",
        ),
    ],
)
def test_a_forgotten_namespace_is_added(data, what):
    assert [str(each) for each in read_drawing(data, prefix="").changes] == [what]


def test_the_entities_of_illustrator_are_put_in():
    data = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>'
        '<svg xmlns="&ns_svg;" viewBox="0 0 9 9"><g/></svg>'
    )
    assert read_drawing(data.encode(), prefix="").inner == "<g/>"


def test_a_packed_drawing_is_unpacked_as_far_as_a_drawing_may_be_large():
    assert read_drawing(gzip.compress(f"{SVG}<g/></svg>".encode()), prefix="").inner == "<g/>"
    for data, why in (
        (gzip.compress(b" " * 9_000_000), "the drawing has more than 8 MB"),
        (b"\x1f\x8bjunk", "it is a damaged"),
    ):
        with pytest.raises(UnsafeDrawing, match=why):
            read_drawing(data, prefix="")


@pytest.mark.parametrize(
    ("page", "view"),
    [
        ('width="200" height="100" viewBox="0 0 10 10"', (-5, 0, 20, 10)),
        ('width="200" height="100" viewBox="0 0 10 10" preserveAspectRatio="xMinYMid"', (0, 0, 20, 10)),
        ('width="200" height="100" viewBox="0 0 10 10" preserveAspectRatio="xMidYMax slice"', (0, 5, 10, 5)),
        ('width="200" height="100" viewBox="0 0 10 10" preserveAspectRatio="none"', (0, 0, 200, 100)),
        ('width="20.01mm" height="10mm" viewBox="0 0 20 10"', (0, 0, 20, 10)),
    ],
)
def test_a_page_of_another_shape_than_its_view_box_is_shown_whole(page, view):
    found = read("<g/>", root=f'<svg xmlns="http://www.w3.org/2000/svg" {page}>')
    assert (found.view.x, found.view.y, found.view.width, found.view.height) == view
    assert found.inner == ('<g transform="scale(20 10)"><g/></g>' if "none" in page else "<g/>")


def test_letters_are_set_in_the_projects_fonts(tmp_path):
    text = (
        '<text id="t" x="10" y="20" font-family="Arial" font-size="10" text-anchor="end" fill="red">I'
        '<tspan x="5" font-family="Lato" fill="#00f">I</tspan></text>'
    )
    found = read_drawing(f"{SVG}{text}</svg>".encode(), prefix="", fonts=font_book(tmp_path))
    assert re.findall('font-family="([^"]*)"', found.inner) == ["Source Sans Pro", "Lato"]
    assert {font.family for font in found.fonts} == {"Source Sans Pro", "Lato"}
    assert [(str(each), each.is_seen) for each in found.changes] == [
        ('its text is set in Source Sans Pro, as the project has no font Arial ("t")', True),
        ("its text is set in Lato", False),
    ]


def test_what_will_look_unlike_the_editor_is_told_once_at_the_file_and_the_template_not_blamed(tmp_path):
    drawing = (
        '<filter id="f"><feOffset/></filter><use href="#gone"/><path filter="url(#f)"/><text y="9">ink</text>'
    )
    front = '{% extends "base/card.svg.j2" %}{% block body %}<g vector-effect="x"/>{{ picture("a", (1, 1, 9, 9)) }}{% endblock %}'
    files = {"card_data/g/art/a.svg": f"{SVG}{drawing}</svg>"}
    found = drawn_with(tmp_path, front, a_piece("ant"), a_piece("bee"), files=files).diagnostics
    assert [(each.code, each.severity, each.place.file) for each in found] == [
        ("PNP440", "warning", "card_data/g/art/a.svg"),
        ("PNP305", "error", "templates/g/card.svg.j2"),
    ]
    assert 'a copy of "gone", which does not exist, was left out (and on 1 more face)' in found[0].message


def image(data: bytes, kind: str) -> str:
    return (
        f'<image width="50" height="50" href="data:image/{kind};base64,{base64.b64encode(data).decode()}"/>'
    )


def test_pictures_inside_are_treated_as_any_picture():
    out = io.BytesIO()
    Image.new("RGB", (20, 10)).save(out, "GIF")
    gif, photo = image(out.getvalue(), "gif"), image(a_photo(16, 8, turned=6), "jpeg")
    found = read(f'<g transform="scale(0.5)">{gif}</g>{photo}')
    assert [str(each) for each in found.changes] == [
        "a picture inside it: its GIF became a PNG",
        "a picture inside it: it was turned upright",
    ]
    assert found.raster == Size(32, 32)  # the photo has 16 px in half of the drawing
    assert b"Exif" not in base64.b64decode(re.findall(r"jpeg;base64,([^\"]+)", found.inner)[0])
    with pytest.raises(UnsafeDrawing, match="an image inside it cannot be used"):
        read(image(b"junk", "gif"))


def test_a_drawing_inside_a_drawing_becomes_part_of_it():
    inner = f'{SVG}<g id="a"/><use href="#a"/></svg>'.encode()
    assert read(image(inner, "svg+xml")).inner == (
        '<g><svg viewBox="0 0 100 100" width="50" height="50"><g id="in0-a"/><use href="#in0-a"/></svg></g>'
    )
    for _ in range(5):
        inner = f"{SVG}{image(inner, 'svg+xml')}</svg>".encode()
    with pytest.raises(UnsafeDrawing, match="a drawing inside it cannot be printed"):
        read(image(inner, "svg+xml"))


def test_all_that_cannot_be_printed_is_told_at_once_with_the_object():
    inkscape = SVG.replace("viewBox", 'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" viewBox')
    inner = (
        '<g id="g1" inkscape:label="Sky"><image href="cloud.png"/></g><script/><flowRoot id="f">a</flowRoot>'
        '<filter id="x"><feImage href="#g1"/></filter>'
    )
    with pytest.raises(UnsafeDrawing) as caught:
        read(inner, root=inkscape)
    assert [str(each) for each in caught.value.every] == [
        'its filter holds <feImage>, which cannot be drawn: object "x"',
        'it links to "cloud.png": in the object "g1" ("Sky")',
        "it holds a <script> element",
        'it holds a <flowRoot> element: object "f"',
    ]


def extent(data: str) -> tuple[float, ...]:
    box = shape_box("path", {"d": data})
    return tuple(round(value, 1) for value in (box.x, box.y, box.right, box.bottom))


@pytest.mark.parametrize(
    ("data", "end"),
    [
        ("M1 2 3 4 5 6", (5, 6)),
        ("m1 2 3 4", (4, 6)),
        ("M1 2h3v4", (4, 6)),
        ("M1 2H3V4", (3, 4)),
        ("M0 0C1 1 2 1 3 0s2-1 3 0", (6, 0)),
        ("M0 0Q1 1 2 0t2 0", (4, 0)),
        ("M0 0a1 1 0 012 0", (2, 0)),
        ("M0 0a1 1 0 0 1.5.5", (0.5, 0.5)),
        ("M-.5.5L1e1-2", (10, -2)),
    ],
)
def test_a_path_ends_where_its_commands_lead(data, end):
    (line,) = path_lines(data)
    assert line.points[-1] == pytest.approx(end, abs=0.0005)


def test_curves_reach_as_far_as_they_are_drawn():
    assert extent("M0 0C0 10 10 10 10 0") == (0, 0, 10, 7.5)
    assert extent("M0 5A5 5 0 0 1 10 5") == (0, 0, 10, 5)
    assert extent("M0 5A5 5 0 0 0 10 5") == (0, 5, 10, 10)
    assert extent("M5 0A5 5 0 1 1 4.99 0") == (0, 0, 10, 10)


@pytest.mark.parametrize(
    ("kind", "attributes", "corners"),
    [
        ("rect", {"width": "2", "height": "1"}, 4),
        ("line", {"x2": "3"}, 2),
        ("polygon", {"points": "0,0 1,0 1,1"}, 3),
        ("polyline", {"points": "0 0 1 0"}, 2),
        ("circle", {"r": "1"}, 32),
        ("ellipse", {"rx": "1", "ry": "2"}, 32),
    ],
)
def test_simple_shapes_are_lines_too(kind, attributes, corners):
    (line,) = shape_lines(kind, attributes)
    assert len(line.points) == corners

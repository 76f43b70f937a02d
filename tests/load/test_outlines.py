"""Outlines of pieces: from a path, or from a drawing as editors write it."""

import math

import pytest
from load_cases import load_text

DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" {size}>
<defs><path d="M0 0h9v9z"/></defs><g transform="translate(5 5)">{shapes}</g></svg>"""
SQUARE = '<path id="cut" transform="scale(2)" d="M0 0h10v20h-10z"/>'
HOUSE = "M0 10L10 0L20 10V30H0Z"


def outline_of(tmp_path, *, outline="figure.svg", height="", **drawing):
    text = f"kind: tiles\noutline: {outline}\n{height}\nfront: front.svg.j2\npieces: [{{id: one}}]\n"
    if drawing:
        folder = tmp_path / "p" / "card_data" / "fruit"
        folder.mkdir(parents=True)
        (folder / "figure.svg").write_text(DRAWN.format(**drawing), encoding="utf-8")
    loaded = load_text(tmp_path / "p", text)
    return loaded.game.components[0].cut if loaded.game else [each.message for each in loaded.diagnostics]


def test_the_corners_of_a_path_are_those_of_the_piece(tmp_path):
    cut = outline_of(tmp_path, outline=HOUSE)
    assert cut.kind == "curve"
    assert sorted(cut.points) == [(0, 10), (0, 30), (10, 0), (20, 10), (20, 30)]


@pytest.mark.parametrize(
    ("size", "wide"),
    [
        ('width="50mm" height="50mm" viewBox="0 0 50 50"', 20),
        ('width="100mm" height="100mm" viewBox="0 0 50 50"', 40),
        ('viewBox="0 0 50 50"', 20 * 25.4 / 96),
        ('width="100" height="100" viewBox="0 0 50 50"', 40 * 25.4 / 96),
    ],
)
def test_a_drawing_is_as_large_as_it_says(tmp_path, size, wide):
    size = outline_of(tmp_path, size=size, shapes=SQUARE).size
    assert (size.width, size.height) == pytest.approx((wide, 2 * wide), abs=1e-5)


def test_the_height_may_be_written(tmp_path):
    size = outline_of(tmp_path, outline=HOUSE, height="height: 45mm").size
    assert (size.width, size.height) == pytest.approx((30, 45))


def test_the_line_is_found_by_its_name(tmp_path):
    shapes = f'<circle r="9"/><g>{SQUARE.replace("id=", "inkscape:label=")}</g>'
    size = 'viewBox="0 0 50 50" width="50mm"'
    assert len(outline_of(tmp_path, size=size, shapes=shapes).points) == 4


def test_a_drawing_of_several_shapes_must_name_one(tmp_path):
    found = outline_of(tmp_path, size="", shapes='<circle r="9"/><rect width="9" height="9"/>')
    assert found == ["figure.svg has 2 shapes, and none of them is the outline"]


@pytest.mark.parametrize("shapes", ["<g>", "&x;"])
def test_what_is_no_drawing_is_told(tmp_path, shapes):
    assert outline_of(tmp_path, size="", shapes=shapes) == ["figure.svg is no SVG drawing"]


def test_a_curve_is_true_to_a_hundredth_of_a_millimetre_with_few_corners(tmp_path):
    cut = outline_of(tmp_path, outline="M20 0A20 20 0 1 1 20 40A20 20 0 1 1 20 0Z")
    away = [abs(math.dist(point, (20, 20)) - 20) for point in cut.points]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in cut.edges]
    away += [abs(math.dist(point, (20, 20)) - 20) for point in middles]
    assert max(away) < 0.012
    assert 60 < len(cut.points) < 150

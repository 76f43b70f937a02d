"""Tiles, discs, sheets and stickers as they come out of their files; mistakes in them stand in cases/shapes.yaml."""

import math

import pytest
from load_cases import load_text, sound

from pnp.load.kinds.stickers import find_label_sheet
from pnp.model.papers import BOUGHT_SHEETS, CARD_SHEETS, LABEL_SHEETS, PAPERS, free_margins


def component(root, text: str):
    return sound(root, text + "front: front.svg.j2\npieces: [{id: pear, copies: 9}]\n")


@pytest.mark.parametrize(
    ("text", "size", "corners"),
    [
        ("shape: triangle\nside: 44mm", (44, 38.105), 3),
        ("shape: hexagon\nside: 20mm", (40, 34.641), 6),
        ("shape: square\nside: 1in", (25.4, 25.4), 4),
        ("shape: polygon\npoints: [[10mm, 5mm], [50mm, 5mm], [30mm, 35mm]]", (40, 30), 3),
    ],
)
def test_a_tile_has_the_size_of_the_box_around_it(tmp_path, text, size, corners):
    found = component(tmp_path, f"kind: tiles\n{text}\n")
    assert (found.size.width, found.size.height) == pytest.approx(size, abs=1e-3)
    assert len(found.cut.points) == corners
    assert (found.kind.name, found.gap, found.bleed, found.safe) == ("tiles", None, 3, 3)


def test_the_edges_of_a_tile_are_a_field_for_its_template(tmp_path):
    text = (
        "kind: tiles\nshape: triangle\nside: 44mm\nedge_kinds: [belt, gear]\ngap: 2mm\nfront: front.svg.j2\n"
        "pieces: [{id: pear, edges: [belt, gear, belt]}, {id: plain}]\n"
    )
    found = sound(tmp_path, text)
    assert found.pieces[0].fields["edges"] == ("belt", "gear", "belt")
    assert "edges" not in found.pieces[1].fields
    assert found.gap == 2


def test_stickers_know_the_label_sheet_of_each_paper(tmp_path):
    found = component(tmp_path, 'kind: stickers\ndiameter: 19mm\nlabels: [ol 5275, "6500020X"]\n')
    assert found.labels == (LABEL_SHEETS["OL5275"], LABEL_SHEETS["6500020x"])
    assert [piece.back for piece in found.pieces] == [None]


# Outlines of pieces: from a path, or from a drawing as editors write it.

DRAWN = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" {size}>
<defs><path d="M0 0h9v9z"/></defs><g transform="translate(5 5)">{shapes}</g></svg>"""
SQUARE = '<path id="cut" transform="scale(2)" d="M0 0h10v20h-10z"/>'


def outline_of(tmp_path, *, outline="figure.svg", height="", **drawing):
    text = f"kind: tiles\noutline: {outline}\n{height}\nfront: front.svg.j2\npieces: [{{id: one}}]\n"
    if drawing:
        folder = tmp_path / "p" / "card_data" / "fruit"
        folder.mkdir(parents=True)
        (folder / "figure.svg").write_text(DRAWN.format(**drawing), encoding="utf-8")
    loaded = load_text(tmp_path / "p", text)
    return loaded.game.components[0].cut if loaded.game else [each.message for each in loaded.diagnostics]


def test_the_corners_of_a_path_are_those_of_the_piece(tmp_path):
    cut = outline_of(tmp_path, outline="M0 10L10 0L20 10V30H0Z")
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


@pytest.mark.parametrize("shapes", ["<g>", "&x;"])
def test_what_is_no_drawing_is_told(tmp_path, shapes):
    assert outline_of(tmp_path, size="", shapes=shapes) == ["figure.svg is not an SVG drawing"]


def test_a_curve_is_true_to_a_hundredth_of_a_millimetre_with_few_corners(tmp_path):
    cut = outline_of(tmp_path, outline="M20 0A20 20 0 1 1 20 40A20 20 0 1 1 20 0Z")
    away = [abs(math.dist(point, (20, 20)) - 20) for point in cut.points]
    middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in cut.edges]
    away += [abs(math.dist(point, (20, 20)) - 20) for point in middles]
    assert max(away) < 0.012
    assert 60 < len(cut.points) < 150


# Sheets of labels and cards that are sold, as their makers print it on the packet.


@pytest.mark.parametrize("name", BOUGHT_SHEETS)
def test_every_named_sheet_is_symmetric_to_the_micrometre_and_its_places_keep_apart(name):
    sheet = BOUGHT_SHEETS[name]
    paper = PAPERS[sheet.paper].size
    left, top, right, bottom = free_margins(sheet, paper.width, paper.height)
    assert (left, top) == pytest.approx((right, bottom), abs=1e-3)
    assert min(left, top) > 3
    apart = min(sheet.dx - sheet.size.width, sheet.dy - sheet.size.height)
    assert apart >= -1e-9 if name in CARD_SHEETS else apart > 0  # cards may share a perforation


def test_a_designer_s_own_sheet_comes_before_a_bought_one_of_that_name():
    own = LABEL_SHEETS["2525K"]
    assert find_label_sheet("ol5275", {"OL5275": own}) is own
    assert find_label_sheet("nonsense", {"OL5275": own}) is None

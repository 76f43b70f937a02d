"""Tiles, discs, sheets and stickers as they come out of their files; mistakes in them stand in cases/shapes.yaml."""

import pytest
from load_cases import load_text

from pnp.model.bought_sheets import LABEL_SHEETS
from pnp.model.geometry import Size

PIECES = "front: front.svg.j2\npieces: [{id: pear, copies: 9}]\n"


def component(root, text: str):
    loaded = load_text(root / "p", text + PIECES)
    assert loaded.diagnostics == ()
    (found,) = loaded.game.components
    return found


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


def test_a_triangle_points_up_and_its_edges_are_right_base_left(tmp_path):
    outline = component(tmp_path, "kind: tiles\nshape: triangle\nside: 44mm\n").cut
    right, base, left = ([tuple(map(round, corner)) for corner in edge] for edge in outline.edges)
    assert right == [(22, 0), (44, 38)]
    assert base == [(44, 38), (0, 38)]
    assert left == [(0, 38), (22, 0)]


def test_a_polygon_keeps_the_order_of_its_corners_and_moves_to_the_origin(tmp_path):
    found = component(
        tmp_path, "kind: tiles\nshape: polygon\npoints: [[10mm, 5mm], [50mm, 5mm], [30mm, 35mm]]\n"
    )
    assert found.cut.points == ((0, 0), (40, 0), (20, 30))


def test_the_edges_of_a_tile_are_a_field_for_its_template(tmp_path):
    text = (
        "kind: tiles\nshape: triangle\nside: 44mm\nedge_kinds: [belt, gear]\ngap: 2mm\nfront: front.svg.j2\n"
        "pieces: [{id: pear, edges: [belt, gear, belt]}, {id: plain}]\n"
    )
    loaded = load_text(tmp_path / "p", text)
    assert loaded.diagnostics == ()
    (found,) = loaded.game.components
    assert found.pieces[0].fields["edges"] == ("belt", "gear", "belt")
    assert "edges" not in found.pieces[1].fields
    assert found.gap == 2


def test_a_disc_is_as_wide_as_its_diameter_and_keeps_three_millimetres_apart(tmp_path):
    found = component(tmp_path, "kind: discs\ndiameter: 22mm\n")
    assert (found.size, found.corner, found.cut.kind) == (Size(22, 22), 11, "circle")
    assert (found.gap, found.bleed, found.safe, found.labels) == (3, 1.5, 1.5, ())


def test_a_sheet_has_straight_corners_and_keeps_clear_of_what_printers_leave_white(tmp_path):
    sheet = component(tmp_path / "a6", "kind: sheet\nsize: a6 landscape\n")
    assert (sheet.size, sheet.corner, sheet.bleed, sheet.safe) == (Size(148, 105), 0, 3, 4)
    assert component(tmp_path / "a4", "kind: sheet\nsize: a4\n").safe == 7


def test_stickers_know_the_label_sheet_of_each_paper(tmp_path):
    found = component(tmp_path, 'kind: stickers\ndiameter: 19mm\nlabels: [ol 5275, "6500020X"]\n')
    assert found.labels == (LABEL_SHEETS["OL5275"], LABEL_SHEETS["6500020x"])
    assert [piece.back for piece in found.pieces] == [None]


def test_a_measured_label_sheet_is_used_like_a_bought_one(tmp_path):
    mine = "{paper: A4, diameter: 20mm, columns: 8, rows: 12, x: 16.2mm, y: 14.8mm, dx: 22.5mm}"
    text = f"kind: stickers\ndiameter: 19mm\nlabels: Mine\nlabel_sheets:\n  mine: {mine}\n"
    (sheet,) = component(tmp_path, text).labels
    assert (sheet.title, sheet.paper, sheet.x, sheet.dy) == ("mine", "a4", 16.2, 22.5)


def test_labels_a_little_too_small_are_a_warning_and_no_error(tmp_path):
    loaded = load_text(tmp_path / "p", f"kind: stickers\ndiameter: 19.1mm\nlabels: OL5275\n{PIECES}")
    (finding,) = loaded.diagnostics
    assert (finding.code, finding.severity, finding.place.line) == ("PNP136", "warning", 3)
    assert loaded.game is not None

import math

import pytest
from maps import on_card, outline_on_page, pieces_of, planned, triangle_map

from pnp.impose.layouts import lay_out
from pnp.model.geometry import triangle
from pnp.model.papers import find_paper


def tiles(pieces: str, *, side: float = 44, bleed: float = 3, **more):
    return pieces_of("tiles", pieces, triangle(side), bleed=bleed, **more)


def sheets(pieces: str, paper: str = "a4", backs: str = "long-edge", **more):
    found = planned(on_card(tiles(pieces, **more)), paper, backs)
    assert found.diagnostics == ()
    return found.sheets


ALPHABET = " ".join("abcdefghijklmnopqrstuvwxyz")


def test_rows_point_up_and_down_in_turn_so_that_cuts_run_straight_through():
    (front,) = sheets(ALPHABET, backs="none")
    assert triangle_map(front) == "\n".join(
        [r"/a\b/c\d/e\f/g\ ".strip(), r"\h/i\j/k\l/m\n/", r"/o\p/q\r/s\t/u\ ".strip(), r"\v/w\x/y\z/"]
    )


def test_folded_sheets_have_the_backs_beyond_the_fold_upside_down():
    (sheet,) = sheets("a*21", backs="gutterfold")
    fronts = [p for p in sheet.placements if p.face.endswith("-front")]
    backs = [p for p in sheet.placements if p.face == "back"]
    fold = sheet.size.height / 2
    assert {(p.copy, p.rotation, round(fold - p.trim.bottom, 6)) for p in fronts} == {
        (p.copy, 180 - p.rotation, round(p.trim.y - fold, 6)) for p in backs
    }
    assert min(p.trim.y for p in backs) - max(p.trim.bottom for p in fronts) == pytest.approx(6)


# A gutter between triangles that differ: 1 mm, half of it each one's own bleed, where it costs no sheet.


def test_with_a_gutter_every_cut_runs_straight_through_and_along_triangles_on_one_side():
    made = tiles("a*45 b*45").component
    layout = lay_out(made, find_paper("a4"), copies=90)
    shapes = [
        outline_on_page(each, triangle(44)) for each in planned(tiles("a*49 b*41")).sheets[0].placements
    ]
    cuts = [*layout.slanted_cuts, *(((0.0, y), (210.0, y)) for y in layout.cut_ys)]
    edges = 0
    for (x1, y1), (x2, y2) in cuts:
        for shape in shapes:
            aside = [
                ((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)) / math.dist((x1, y1), (x2, y2))
                for x, y in shape
            ]
            assert max(aside) < 1e-6 or min(aside) > -1e-6  # no cut runs into a triangle
            edges += sum(abs(each) < 1e-6 for each in aside) == 2
    assert edges == 3 * 49

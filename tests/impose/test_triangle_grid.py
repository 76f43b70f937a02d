import math
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import covers, on_card, outline_on_page, pieces_of, planned, triangle_map

from pnp.impose.layouts import lay_out
from pnp.impose.triangle_grid import fullest_triangle_grid
from pnp.model.geometry import Rect, Size, depth, triangle
from pnp.model.papers import PAPERS, find_paper

A4, LETTER = Size(210, 297), Size(215.9, 279.4)
MARGIN = 6.35


def tiles(pieces: str, *, side: float = 44, bleed: float = 3, **more):
    return pieces_of("tiles", pieces, triangle(side), bleed=bleed, **more)


def sheets(pieces: str, paper: str = "a4", backs: str = "long-edge", **more):
    found = planned(on_card(tiles(pieces, **more)), paper, backs)
    assert found.diagnostics == ()
    return found.sheets


def triangles(side: float, paper: Size = A4, *, copies: int = 1, folded: bool = False):
    return fullest_triangle_grid(side, paper, margin=MARGIN, copies=copies, folded=folded)


ALPHABET = " ".join("abcdefghijklmnopqrstuvwxyz")


def test_rows_point_up_and_down_in_turn_so_that_cuts_run_straight_through():
    (front,) = sheets(ALPHABET, backs="none")
    assert triangle_map(front) == "\n".join(
        [
            r"/a\b/c\d/e\f/g\ ".strip(),
            r"\h/i\j/k\l/m\n/",
            r"/o\p/q\r/s\t/u\ ".strip(),
            r"\v/w\x/y\z/",
        ]
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


sides, papers = st.floats(30, 90), st.sampled_from([paper.name for paper in PAPERS.values()])
forty = st.sampled_from(["a*40", "a*20 b*20"])  # alike, they share their cuts; unlike, they have gutters


@settings(max_examples=12)
@given(forty, sides, papers, st.floats(0, 6), st.sampled_from(["long-edge", "gutterfold"]))
def test_no_two_windows_overlap_and_each_shows_its_whole_triangle(pieces, side, paper, bleed, backs):
    for sheet in planned(tiles(pieces, side=side, bleed=bleed), paper, backs).sheets:
        for one, other in combinations(sheet.placements, 2):
            if one.clip.overlaps(other.clip):
                assert depth(one.edge, other.edge) <= 1e-6
        for placement in sheet.placements:
            assert covers(placement.edge, outline_on_page(placement, triangle(side)), slack=1e-6)
            inside = Rect(0, 0, sheet.size.width, sheet.size.height).grown(*[-MARGIN] * 4)
            assert inside.contains(placement.trim)


@settings(max_examples=12)
@given(forty, sides, papers, st.sampled_from(["long-edge", "short-edge"]))
def test_turning_the_paper_lays_outline_on_outline_and_top_on_top(pieces, side, paper, edge):
    front, back = planned(on_card(tiles(pieces, side=side)), paper, edge).sheets[:2]
    behind = {(placement.piece, placement.copy): placement for placement in back.placements}
    upright = (front.size.height > front.size.width) == (edge == "long-edge")
    for placement in front.placements:
        corners = outline_on_page(placement, triangle(side))
        width, height = front.size.width, front.size.height
        seen = [(width - x, y) if upright else (x, height - y) for x, y in corners]
        top, right, left = outline_on_page(behind[placement.piece, placement.copy], triangle(side))
        # The back's own right corner is where the front's left one is.
        for ours, theirs in zip(seen, (top, left, right), strict=True):
            assert ours == pytest.approx(theirs, abs=1e-9)


@settings(max_examples=12)
@given(
    forty, sides, papers, st.floats(0, 6), st.sampled_from(["none", "gutterfold", "long-edge", "short-edge"])
)
def test_marks_touch_no_triangle_nor_the_unprintable_edge_and_bleed_only_on_a_halo(
    pieces, side, paper, bleed, backs
):
    for sheet in planned(tiles(pieces, side=side, bleed=bleed), paper, backs).sheets[:2]:
        shapes = [outline_on_page(placement, triangle(side)) for placement in sheet.placements]
        inside = Rect(0, 0, sheet.size.width, sheet.size.height).grown(*[-MARGIN + 1e-9] * 4)
        for mark in (mark for mark in sheet.strokes if abs(mark.y1 - mark.y2) > 1e-9 and mark.x1 != mark.x2):
            for point in ((mark.x1, mark.y1), (mark.x2, mark.y2)):
                assert inside.contains(Rect(*point, 0, 0))
                assert not any(covers(shape, [point], slack=-0.1) for shape in shapes)
                windows = () if mark.halo else (placement.edge for placement in sheet.placements)
                assert not any(covers(window, [point], slack=-0.05) for window in windows)


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

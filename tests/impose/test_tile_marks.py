"""The marks beside the tiles of a board, as one sees the pages: letters that meet, lines to cut, triangles to glue on."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import stroke_box

from pnp.impose.marks import REACH
from pnp.impose.tiling import tile, tile_marks
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS

MARGIN = 6.35


def tiled(width, height, paper="a4", overlap=10):
    return tile(Size(width, height), PAPERS[paper], bleed=3, overlap=overlap)


def signs(each, tiling):
    """The letters around one page, clockwise from the top: "|A" at a line to cut along, "vA" at a triangle."""
    around = tile_marks(each, tiling, margin=MARGIN)
    window = each.window
    found = {"above": [], "right": [], "below": [], "left": []}
    for caption in around.captions:
        near = [
            stroke
            for stroke in around.strokes
            if abs(stroke.x1 - caption.x) < 5 and abs(stroke.y1 - caption.y) < 5
        ]
        sign = "v" if any(one.x1 != one.x2 and one.y1 != one.y2 for one in near) else "|"
        if caption.y < window.y:
            found["above"].append(sign + caption.text)
        elif caption.x > window.right:
            found["right"].append(sign + caption.text)
        elif caption.x < window.x:
            found["left"].append(sign + caption.text)
        else:
            found["below"].append(sign + caption.text)
    return " ".join("/".join(words) or "-" for words in found.values())


def test_four_pages_meet_at_four_letters():
    tiling = tiled(420, 297)
    #          above  right below left      1 -A- 2
    #                                       |     |
    #                                       C     D
    #                                       |     |
    #                                       3 -B- 4
    assert [signs(each, tiling) for each in tiling.tiles] == [
        "vA vC vA vC",
        "|A vD |A vD",
        "vB |C vB |C",
        "|B |D |B |D",
    ]


def test_lines_stand_at_the_split_and_triangles_point_at_the_same_place():
    tiling = tiled(420, 210)
    (split, _) = tiling.across.splits
    first, second, _ = tiling.tiles
    line = next(one for one in tile_marks(second, tiling, margin=MARGIN).strokes if one.x1 == one.x2)
    assert line.x1 - second.origin[0] == pytest.approx(split)
    tip = max(
        (
            one
            for one in tile_marks(first, tiling, margin=MARGIN).strokes
            if one.x1 != one.x2 and one.y1 != one.y2
        ),
        key=lambda one: one.y1 if one.y1 < first.window.y else 0,
    )
    assert tip.x1 - first.origin[0] == pytest.approx(split)


@settings(deadline=None, max_examples=50)
@given(
    st.integers(220, 841),
    st.integers(220, 841),
    st.sampled_from(["a4", "letter", "a3"]),
    st.sampled_from([5, 10, 20]),
)
def test_nothing_beside_a_tile_touches_it_or_leaves_the_margins(width, height, paper, overlap):
    #      the margin |
    #          +------+-----        crop marks alone lie over the bleed, where there is no room beside it,
    #       -==|== +--------        and go on towards the edge of the paper; the board begins at the inner line
    tiling = tiled(width, height, paper, overlap)
    page = tiling.page
    printable = Rect(MARGIN, MARGIN, page.width - 2 * MARGIN, page.height - 2 * MARGIN)
    reached = Rect(REACH, REACH, page.width - 2 * REACH, page.height - 2 * REACH)
    for each in tiling.tiles:
        around = tile_marks(each, tiling, margin=MARGIN)
        board = Rect(*each.origin, width, height)
        boxes = [stroke_box(stroke) for stroke in around.strokes if stroke.width]
        letters = [stroke_box(stroke) for stroke in around.taken[:-1]]
        crops = [stroke_box(stroke) for stroke in around.strokes if stroke.halo]
        for box in (*boxes, *letters):
            assert not box.overlaps(board if box in crops else each.window)
            assert (reached if box in crops else printable).contains(box, slack=0.1)
        for one, other in combinations(around.taken, 2):
            assert not stroke_box(one).overlaps(stroke_box(other))

"""Boards on pages: which part each page shows, where it is split, and the marks and words around it."""

from dataclasses import replace
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import PLACE, planned, soup, stroke_box

from pnp.impose.footer_and_ruler import SheetContext
from pnp.impose.layouts import ROOM_MM, backs_on, full_size_paper
from pnp.impose.marks import REACH
from pnp.impose.pieces_on_sheets import plan
from pnp.impose.tiling import FOOT, GRAZE, part, tile, tile_marks
from pnp.load.kinds import KINDS
from pnp.model.game import Board, Space
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS, find_paper


def tiled(width, height, paper="a4", overlap=10, *, spaces=()):
    return tile(Size(width, height), PAPERS[paper], bleed=3, overlap=overlap, spaces=spaces)


def test_pages_lie_on_their_sides_where_that_takes_fewer():
    tiling = tiled(420, 300, overlap=30)
    assert tiling.page == Size(297, 210)
    assert [each.shown for each in tiling.tiles] == [
        Rect(-3, -3, 243, 183), Rect(210, -3, 213, 183), Rect(-3, 150, 243, 153), Rect(210, 150, 213, 153),
    ]  # fmt: skip


def test_the_spaces_that_must_be_cut_are_named():
    spaces = [Rect(10, 10, 80, 80), Rect(20, 100, 300, 80)]
    assert tiled(330, 240, overlap=30, spaces=spaces).cut == (1,)


SIDES = st.integers(60, 841)


@settings(deadline=None, max_examples=60)
@given(SIDES, SIDES, st.sampled_from(["a4", "letter", "a3"]), st.sampled_from([0, 5, 10, 15]))
def test_every_spot_is_on_a_page_and_every_page_within_its_margins(width, height, paper, overlap):
    tiling = tiled(width, height, paper, overlap=overlap)
    page, margin = tiling.page, PAPERS[paper].unprintable
    free = Rect(margin, margin, page.width - 2 * margin, page.height - 2 * margin - FOOT)
    for each in tiling.tiles:
        assert free.contains(each.window)
        assert each.window.size == each.shown.size
    xs = sorted({edge for each in tiling.tiles for edge in (each.shown.x, each.shown.right)})
    ys = sorted({edge for each in tiling.tiles for edge in (each.shown.y, each.shown.bottom)})
    assert (xs[0], ys[0]) <= (0, 0)
    assert xs[-1] >= width
    assert ys[-1] >= height
    head_places = [
        Rect((x1 + x2) / 2, (y1 + y2) / 2, 0, 0) for x1, x2 in pairwise(xs) for y1, y2 in pairwise(ys)
    ]
    assert all(any(each.shown.contains(place) for each in tiling.tiles) for place in head_places)


# Along one side of a board: where it is split, and what each part shows.


def test_a_split_runs_in_the_middle_of_a_narrow_gap():
    spaces = [(0, 150), (154, 300)]
    assert part(300, room=200, overlap=10, bleed=0, spaces=spaces).splits == (152,)


def test_a_space_too_long_for_any_page_is_cut_and_counted():
    parts = part(300, room=200, overlap=10, bleed=0, spaces=[(0, 250)])
    assert parts.runs_through((0, 250))
    assert len(parts.spans) == 2


def test_what_fits_on_one_page_has_no_split_and_shares_its_bleed():
    parts = part(100, room=104, overlap=10, bleed=3, spaces=[(0, 40)])
    assert (parts.splits, parts.spans) == ((), ((-2, 102),))


LINES = st.lists(st.tuples(st.integers(0, 280), st.integers(5, 80)), max_size=8)


@given(st.integers(210, 380), LINES)
def test_no_other_split_cuts_fewer_spaces(length, drawn):
    room, overlap = 200, 10
    spaces = [(at, at + long) for at, long in drawn]
    found = part(length, room=room, overlap=overlap, bleed=0, spaces=spaces)
    if len(found.splits) != 1:
        return

    def cuts(split):
        return sum(start + GRAZE < split < end - GRAZE for start, end in spaces)

    tried = [mm / 2 for mm in range(2 * (length - room), 2 * (room - overlap) + 1)]
    assert cuts(found.splits[0]) <= min(map(cuts, tried))


# The marks beside the tiles of a board, as one sees the pages: letters that meet, lines to cut, triangles to glue on.


MARGIN = 6.35


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
        beside = "right" if caption.x > window.right else "left" if caption.x < window.x else "below"
        found["above" if caption.y < window.y else beside].append(sign + caption.text)
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


# A board's sheets in order, with what their heads say, and the warnings about spaces that lie on two pages.


A3 = Size(420, 297)


def space(name, x, y, width, height):
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Space(name, corners, (x + width / 2, y + height / 2), False, (), PLACE)


def board(pieces="map", size=A3, spaces=(), overlap=10.0, kind="board"):
    made = soup(pieces, size=size)
    held = Board(size, tuple(spaces), overlap) if kind == "board" else None
    made.component = replace(made.component, kind=KINDS[kind], corner=0, board=held)
    return made


def order(found):
    """Which side, copy and part each page shows: "2 back map#1 300,-3"."""
    return [
        f"{sheet.number} {sheet.side} {one.piece}#{one.copy} "
        f"{one.clip.x - one.trim.x:.0f},{one.clip.y - one.trim.y:.0f}"
        for sheet in found.sheets
        for one in sheet.placements
    ]


def test_all_of_the_front_comes_before_all_of_the_back():
    found = planned(board())
    assert order(found) == [
        "1 front map#1 -3,-3",
        "2 front map#1 210,-3",
        "3 front map#1 -3,148",
        "4 front map#1 210,148",
        "5 back map#1 -3,-3",
        "6 back map#1 210,-3",
        "7 back map#1 -3,148",
        "8 back map#1 210,148",
    ]
    assert [sheet.page for sheet in found.sheets] == list(range(1, 9))
    assert {(sheet.count, sheet.flip) for sheet in found.sheets} == {(8, "none")}


def test_the_page_says_which_part_it_is_and_what_to_do():
    """The first page of a board is not cut: its margin holds the triangles up to which the next one is glued."""
    first, second = planned(board(size=Size(350, 200))).sheets[:2]
    said = [caption.text for caption in (*first.captions, *second.captions)]
    assert "Soup · Food · sheet 2 of 4 · row 1, column 2 of the front" in said
    assert "print at 100 % · leave it whole, glue the next page on, up to the triangles A" in said
    assert "print at 100 % · cut off the left margin at line A, then glue it onto the triangles" in said


def test_a_sheet_larger_than_the_paper_is_tiled_too():
    assert len(planned(board("pad/", Size(210, 297), kind="sheet"), "letter").sheets) == 2


def test_spaces_on_two_pages_are_counted():
    made = board(size=Size(350, 200), spaces=[space("river", 10, 10, 330, 50), space("hut", 10, 80, 30, 30)])
    (finding,) = planned(made).diagnostics
    assert (finding.code, finding.severity) == ("PNP408", "warning")
    assert finding.message == 'Food on A4: space "river" is cut in two where pages join'
    more = board(size=Size(350, 200), spaces=[space(at, 10, 60 * n, 330, 50) for n, at in enumerate("abc")])
    (finding,) = planned(more).diagnostics
    assert finding.message == 'Food on A4: 3 spaces ("a" first) are cut in two where pages join'


@pytest.mark.parametrize("overlap", [5.0, 10.0, 20.0])
def test_pages_share_the_overlap_that_the_board_asks_for(overlap):
    first, second = planned(board("map/", Size(350, 200), overlap=overlap)).sheets
    (one,), (other,) = first.placements, second.placements
    shared = (one.clip.right - one.trim.x) - (other.clip.x - other.trim.x)
    assert shared == pytest.approx(overlap)


def sheets(size, paper="a4", pieces="pad*2", **options):
    found = planned(board(pieces, size, kind="sheet"), paper, **options)
    assert found.diagnostics == ()
    return found.sheets


@pytest.mark.parametrize("size", [Size(210, 297), Size(297, 210)])
def test_the_face_is_the_page(size):
    front, back, *others = sheets(size)
    assert len(others) == 2
    assert front.size == size
    (one,) = front.placements
    assert one.trim == one.clip == Rect(0, 0, size.width, size.height)
    assert (front.strokes, front.captions, front.contours) == ((), (), ())
    assert (back.side, back.placements[0].trim) == ("back", one.trim)


def test_a_whole_page_is_not_folded_but_glued_back_to_back():
    front, back = sheets(Size(210, 297), pieces="pad", backs="gutterfold")
    assert (front.side, back.side, front.flip) == ("front", "back", "none")
    assert front.placements[0].clip == back.placements[0].clip == Rect(0, 0, 210, 297)
    assert front.strokes == ()


def whole(made, backs="long-edge"):
    paper = full_size_paper(made.component)
    return plan(SheetContext(made.game, made.component, made.deck, paper), backs=backs_on(paper, backs))


def test_the_page_is_the_board_with_bleed_and_room_for_marks():
    #  ┌ │          │ ┐
    #  ─  ▓▓▓▓▓▓▓▓▓▓  ─     ▓ bleed
    #     ▓ board  ▓
    #  ─  ▓▓▓▓▓▓▓▓▓▓  ─
    #  └ │  words   │ ┘
    found = whole(board(size=Size(400, 300)))
    front, back = found.sheets
    assert front.size == Size(400 + 2 * (3 + ROOM_MM), 300 + 2 * (3 + ROOM_MM))
    (one,) = front.placements
    assert one.trim.size == Size(400, 300)
    assert one.clip == one.trim.grown(3, 3, 3, 3)
    assert len(front.strokes) > 8
    assert (front.side, back.side) == ("front", "back")
    assert found.diagnostics == ()


def test_a_board_is_not_folded_in_one_piece():
    assert [sheet.side for sheet in whole(board(), "gutterfold").sheets] == ["front", "back"]
    assert [sheet.side for sheet in whole(board(), "none").sheets] == ["front"]
    assert backs_on(find_paper("a4"), "gutterfold") == "gutterfold"

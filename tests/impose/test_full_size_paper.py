"""The page for the print shop: the board, its bleed, its marks."""

from dataclasses import replace

import pytest
from maps import bounds, soup, stroke_box
from test_tile_pages import board

from pnp.impose.furniture import SheetContext
from pnp.impose.layouts import ROOM_MM, backs_on, full_size_paper
from pnp.impose.plan import plan
from pnp.load.kinds import KINDS
from pnp.model.geometry import Rect, Size
from pnp.model.papers import find_paper
from pnp.units import MM_PER_PT


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


def test_marks_stay_clear_of_the_bleed():
    front, _ = whole(board(size=Size(400, 300))).sheets
    page = Rect(0, 0, front.size.width, front.size.height)
    for stroke in front.strokes:
        assert not stroke_box(stroke).overlaps(front.placements[0].clip)
    assert page.contains(bounds(map(stroke_box, front.strokes)))


@pytest.mark.parametrize(("size", "turned"), [(Size(400, 300), "short-edge"), (Size(300, 400), "long-edge")])
def test_both_pages_are_upright(size, turned):
    front, back = whole(board(size=size)).sheets
    assert back.placements[0].rotation == 0
    assert back.placements[0].trim.x == pytest.approx(front.placements[0].trim.x)
    assert back.placements[0].trim.y == pytest.approx(front.placements[0].trim.y)
    assert front.flip == turned


def test_a_board_is_not_folded_in_one_piece():
    assert [sheet.side for sheet in whole(board(), "gutterfold").sheets] == ["front", "back"]
    assert [sheet.side for sheet in whole(board(), "none").sheets] == ["front"]
    assert backs_on(find_paper("a4"), "gutterfold") == "gutterfold"


def test_the_drawing_lies_on_whole_points():
    (one,) = whole(board()).sheets[0].placements
    assert one.clip.x / MM_PER_PT == pytest.approx(28)


def test_only_boards_are_made_in_one_piece():
    made = soup("leek")
    assert full_size_paper(made.component) is None
    assert full_size_paper(replace(made.component, kind=KINDS["board"])) is not None

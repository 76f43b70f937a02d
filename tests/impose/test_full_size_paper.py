"""The page for the print shop: the board, its bleed, its marks."""

from test_tile_pages import board

from pnp.impose.furniture import SheetContext
from pnp.impose.layouts import ROOM_MM, backs_on, full_size_paper
from pnp.impose.plan import plan
from pnp.model.geometry import Size
from pnp.model.papers import find_paper


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

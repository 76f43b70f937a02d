"""A board's sheets in order, with what their heads say, and the warnings about spaces that lie on two pages."""

from dataclasses import replace

import pytest
from maps import PLACE, planned, soup

from pnp.load.kinds import KINDS
from pnp.model.game import Board, Space
from pnp.model.geometry import Size

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
    sheet = planned(board(size=Size(350, 200))).sheets[1]
    said = [caption.text for caption in sheet.captions]
    assert "Soup · Food · sheet 2 of 4 · row 1, column 2 of the front" in said
    assert (
        "print at 100 % · cut off the margin at each line, glue on the triangles of the same letter" in said
    )


def test_a_sheet_larger_than_the_paper_is_tiled_too():
    assert len(planned(board("pad/", Size(210, 297), kind="sheet"), "letter").sheets) == 2


def test_spaces_on_two_pages_are_counted():
    made = board(size=Size(350, 200), spaces=[space("river", 10, 10, 330, 50), space("hut", 10, 80, 30, 30)])
    (finding,) = planned(made).diagnostics
    assert (finding.code, finding.severity) == ("PNP408", "warning")
    assert finding.message == 'Food on A4: space "river" is cut in two where pages join'
    more = board(
        size=Size(350, 200), spaces=[space(name, 10, 60 * n, 330, 50) for n, name in enumerate("abc")]
    )
    (finding,) = planned(more).diagnostics
    assert finding.message == 'Food on A4: 3 spaces ("a" first) are cut in two where pages join'


@pytest.mark.parametrize("overlap", [5.0, 10.0, 20.0])
def test_pages_share_the_overlap_that_the_board_asks_for(overlap):
    first, second = planned(board("map/", Size(350, 200), overlap=overlap)).sheets
    (one,), (other,) = first.placements, second.placements
    shared = (one.clip.right - one.trim.x) - (other.clip.x - other.trim.x)
    assert shared == pytest.approx(overlap)

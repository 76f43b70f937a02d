"""Boards on pages: a map of the board, with the number of the page that shows each square, "+" where several do."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.impose.tiling import FOOT, tile
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS

SQUARE = 30  # mm; the pages of the maps share as much


def tiled(width, height, paper="a4", spaces=(), *, bleed=3, overlap=SQUARE):
    return tile(Size(width, height), PAPERS[paper], bleed=bleed, overlap=overlap, spaces=spaces)


def board_map(tiling):
    lines = []
    for row in range(int(tiling.board.height / SQUARE)):
        line = ""
        for column in range(int(tiling.board.width / SQUARE)):
            place = Rect((column + 0.5) * SQUARE, (row + 0.5) * SQUARE, 0, 0)
            pages = [number for number, each in enumerate(tiling.tiles, 1) if each.shown.contains(place)]
            line += str(pages[0]) if len(pages) == 1 else "+" if pages else " "
        lines.append(line)
    return lines


def test_pages_lie_on_their_sides_where_that_takes_fewer():
    tiling = tiled(420, 300)
    assert tiling.page == Size(297, 210)
    assert board_map(tiling) == [
        "1111111+222222",
        "1111111+222222",
        "1111111+222222",
        "1111111+222222",
        "1111111+222222",
        "++++++++++++++",
        "3333333+444444",
        "3333333+444444",
        "3333333+444444",
        "3333333+444444",
    ]


def test_the_spaces_that_must_be_cut_are_named():
    spaces = [Rect(10, 10, 80, 80), Rect(20, 100, 300, 80)]
    assert tiled(330, 240, spaces=spaces).cut == (1,)


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

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.impose.grid import fullest_grid, has_foot
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS

MARGIN = 6.35
A4, LETTER = Size(210, 297), Size(215.9, 279.4)
lengths = st.floats(20, 300)
cells = st.builds(Size, lengths, lengths)
papers = st.sampled_from([paper.size for paper in PAPERS.values()])


def fit(cell: Size, paper: Size, *, folded: bool = False):
    return fullest_grid(cell, paper, margin=MARGIN, folded=folded)


@pytest.mark.parametrize(
    ("card", "paper", "count"),  # the table of cards to a sheet in any handbook: gutters cost no card
    [
        (Size(57.15, 88.9), LETTER, 9),
        (Size(44.45, 63.5), LETTER, 18),
        (Size(44, 68), A4, 16),
        (Size(59, 92), A4, 9),
        (Size(70, 120), LETTER, 4),
        (Size(70, 70), A4, 8),
    ],
)
def test_common_cards_come_so_many_to_a_sheet(card, paper, count):
    assert len(fit(card, paper).positions) == count


def test_bleed_shows_in_full_outside_and_half_of_the_gutter_inside():
    grid = fit(Size(63, 88), A4)
    shown = grid.bounds.grown(3, 3, 3, 3)
    assert grid.clip_area(0, bleed=3, shown=shown).clip == Rect(5.5, 11.5, 67, 92)
    assert grid.clip_area(4, bleed=3, shown=shown).clip == Rect(72.5, 103.5, 65, 90)
    assert grid.clip_area(8, bleed=0.5, shown=shown).clip == Rect(138, 194, 64, 89)


@pytest.mark.parametrize(
    ("card", "paper"), [(Size(63, 88), LETTER), (Size(44.45, 88), LETTER)], ids=["wide", "narrow"]
)
def test_a_cut_that_is_a_third_of_a_millimetre_off_shows_no_neighbour(card, paper):
    grid = fit(card, paper)
    clips = [grid.clip_area(n, bleed=3, shown=grid.bounds).clip for n in range(len(grid.positions))]
    gaps = {round(after - before, 2) for before, after in pairwise(grid.cut_ys)}
    assert min(gaps) >= 0.6
    assert not any(one.overlaps(other) for one in clips for other in clips if one is not other)


def test_a_narrow_gutter_does_not_take_the_room_of_the_footer():
    dominoes = fit(Size(23, 46), A4)
    assert has_foot(dominoes.bounds.size, A4, MARGIN)


@given(cells, papers, st.booleans())
def test_the_grid_is_centred_inside_the_margin(cell, paper, folded):
    grid = fit(cell, paper, folded=folded)
    if grid is not None:
        box = grid.bounds
        assert abs(box.x + box.right - grid.page.width) < 1e-9
        assert abs(box.y + box.bottom - grid.page.height) < 1e-9
        inside = Rect(0, 0, grid.page.width, grid.page.height).grown(*[-MARGIN] * 4)
        assert inside.contains(box)


@given(cells, papers)
def test_more_cards_never_fit(cell, paper):
    def fits(page: Size, columns: int, rows: int) -> bool:
        wide, high = columns * cell.width, rows * cell.height
        return wide <= page.width - 2 * MARGIN and high <= page.height - 2 * MARGIN

    tries = product((paper, paper.turned), range(1, 25), range(1, 25))
    most = max((columns * rows for page, columns, rows in tries if fits(page, columns, rows)), default=0)
    grid = fit(cell, paper)
    assert (len(grid.positions) if grid else 0) >= most

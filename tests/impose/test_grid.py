from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from maps import starts

from pnp.impose.grid import fullest_grid
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS

MARGIN = 6.35
A4, LETTER = Size(210, 297), Size(215.9, 279.4)
lengths = st.floats(20, 300)
cells = st.builds(Size, lengths, lengths)
papers = st.sampled_from([paper.size for paper in PAPERS.values()])


def begins(grid):
    """Where the columns and the rows begin, those beyond a fold too."""
    size = grid.positions[0].trim.size
    return starts(grid.cut_xs, size.width), starts(grid.cut_ys, size.height)


def fit(cell: Size, paper: Size, *, folded: bool = False):
    return fullest_grid(cell, paper, margin=MARGIN, folded=folded)


def test_nine_cards_lie_on_a4_with_gutters_both_ways():
    grid = fit(Size(63, 88), A4)
    assert grid.page == A4
    assert begins(grid) == ((8.5, 73.5, 138.5), (14.5, 104.5, 194.5))


def test_nine_cards_lie_on_letter_with_gutters_between_columns_only():
    grid = fit(Size(63, 88), LETTER)
    assert grid.page == LETTER
    lefts, tops = begins(grid)
    assert lefts == pytest.approx((11.45, 76.45, 141.45), abs=1e-9)
    assert tops == pytest.approx((7.7, 95.7, 183.7), abs=1e-9)


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


def test_a_card_larger_than_the_printable_part_has_no_grid():
    assert fit(Size(197.3, 284.3), A4) is not None
    assert fit(Size(197.4, 284.3), A4) is None


def test_bleed_shows_in_full_outside_and_half_of_the_gutter_inside():
    grid = fit(Size(63, 88), A4)
    shown = grid.bounds.grown(3, 3, 3, 3)
    assert grid.clip_area(0, bleed=3, shown=shown).clip == Rect(5.5, 11.5, 67, 92)
    assert grid.clip_area(4, bleed=3, shown=shown).clip == Rect(72.5, 103.5, 65, 90)
    assert grid.clip_area(8, bleed=0.5, shown=shown).clip == Rect(138, 194, 64, 89)


def test_rows_beside_a_fold_touch_where_a_gutter_would_reach_the_edge():
    grid = fit(Size(90, 64.5), LETTER, folded=True)  # 2 × 64.5 + 2 leave 0.35 mm of half a page
    assert grid.fold == "horizontal"
    assert len(begins(grid)[1]) == 4
    assert len(grid.cut_ys) == 6


def test_bleed_leaves_the_fold_line_white():
    grid = fit(Size(63, 88), LETTER, folded=True)
    clip = grid.clip_area(0, bleed=3, shown=grid.bounds.grown(3, 3, 3, 3)).clip
    assert clip.bottom == pytest.approx(215.9 / 2 - 1)


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


@given(cells, papers)
def test_a_gutter_is_two_or_nothing_and_leaves_a_millimetre(cell, paper):
    grid = fit(cell, paper)
    if grid is None:
        return
    lefts, tops = begins(grid)
    for along, size, length in (
        (lefts, cell.width, grid.page.width),
        (tops, cell.height, grid.page.height),
    ):
        gaps = [round(b - a - size, 6) for a, b in pairwise(along)]
        spare = along[0] - MARGIN
        room = length - 2 * MARGIN - len(along) * size - 2 * (len(along) - 1)
        assert set(gaps) <= {2.0, 0.0}
        assert len(set(gaps)) <= 1
        if 2.0 in gaps:
            assert spare >= 1 - 1e-6
        elif gaps:
            assert room < 2

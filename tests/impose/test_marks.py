from hypothesis import given
from hypothesis import strategies as st
from maps import stroke_box

from pnp.impose.grid import fullest_grid
from pnp.impose.marks import REACH, crop_marks, fold_lines
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS

MARGIN = 6.35


def marks_on(page: Size, card: Size, *, bleed: float = 3, folded: bool = False):
    grid = fullest_grid(card, page, margin=MARGIN, folded=folded)
    return grid, crop_marks(grid, margin=MARGIN, shown=grid.bounds.grown(*[bleed] * 4))


def test_the_fold_is_dashed_from_margin_to_margin_through_the_middle():
    grid, _ = marks_on(Size(215.9, 279.4), Size(63, 88), folded=True)
    (fold,) = fold_lines(grid, margin=MARGIN)
    assert (fold.x1, fold.y1, fold.x2, fold.y2) == (6.35, 107.95, 279.4 - 6.35, 107.95)
    assert fold.dashed


def test_the_edge_of_a_board_has_two_folds_as_far_apart_as_it_is_thick():
    for size, axis in ((Size(63, 88), "y1"), (Size(131, 65), "x1")):
        grid, _ = marks_on(Size(215.9, 279.4), size, folded=True)
        one, other = (getattr(each, axis) for each in fold_lines(grid, margin=MARGIN, board=1.5))
        middle = grid.page.height / 2 if axis == "y1" else grid.page.width / 2
        assert (middle - one, other - middle) == (0.75, 0.75)


@given(
    st.builds(Size, st.floats(20, 200), st.floats(20, 200)),
    st.sampled_from([paper.size for paper in PAPERS.values()]),
    st.floats(0, 10),
    st.booleans(),
)
def test_marks_never_touch_a_card_nor_the_edge_that_most_printers_reach(card, paper, bleed, folded):
    grid = fullest_grid(card, paper, margin=MARGIN, folded=folded)
    if grid is None:
        return
    shown = grid.bounds.grown(*[bleed] * 4)
    page = Rect(0, 0, grid.page.width, grid.page.height)
    width = 0.1
    inside = page.grown(*[-REACH] * 4).grown(*[width] * 4)  # a mark at the edge may be as wide as it is
    away = grid.bounds.grown(*[0.5 - 1e-9] * 4)
    for mark in crop_marks(grid, margin=MARGIN, shown=shown):
        assert inside.contains(stroke_box(mark))
        assert not away.overlaps(stroke_box(mark))
        assert mark.halo or not shown.overlaps(stroke_box(mark))
        assert abs(mark.x1 - mark.x2) + abs(mark.y1 - mark.y2) <= 5 + 1e-9


def test_three_rows_on_letter_have_marks_on_all_four_sides():
    grid, marks = marks_on(Size(215.9, 279.4), Size(63, 88))
    sides = [
        [mark for mark in marks if mark.x1 == mark.x2 and max(mark.y1, mark.y2) < grid.bounds.y],
        [mark for mark in marks if mark.x1 == mark.x2 and min(mark.y1, mark.y2) > grid.bounds.bottom],
        [mark for mark in marks if mark.y1 == mark.y2 and max(mark.x1, mark.x2) < grid.bounds.x],
        [mark for mark in marks if mark.y1 == mark.y2 and min(mark.x1, mark.x2) > grid.bounds.right],
    ]
    assert list(map(len, sides)) == [6, 6, 6, 6]

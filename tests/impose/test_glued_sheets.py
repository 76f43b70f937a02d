"""What is glued on both sides of a board: a sheet of fronts and a sheet of backs that lie behind each other."""

from dataclasses import replace

import pytest
from maps import planned, soup

from pnp.load.kinds import KINDS
from pnp.model.geometry import Size
from pnp.model.sheet import Sheet, behind

CHIP = Size(60, 60)


def chips(pieces: str, backs: str = "long-edge", *, size: Size = CHIP, paper: str = "a4"):
    made = soup(pieces, size=size)
    made.component = replace(made.component, kind=replace(KINDS["cards"], grey_board=1.5))
    found = planned(made, paper, backs)
    assert found.diagnostics == ()
    return found.sheets


def sides(sheets: tuple[Sheet, ...]) -> list[str]:
    return [f"{sheet.page}: {sheet.number} of {sheet.count} {sheet.side}, {sheet.flip}" for sheet in sheets]


@pytest.mark.parametrize(
    ("backs", "size"), [("long-edge", CHIP), ("short-edge", CHIP), ("long-edge", Size(200, 60))]
)
def test_the_board_is_turned_like_the_page_of_a_book_whatever_the_printer_does(backs, size):
    front, back = chips("a b c", backs, size=size)
    for one, other in zip(front.placements, back.placements, strict=True):
        assert other.trim == behind(one.trim, front.size, "vertical")
        assert (one.rotation, other.rotation) == (0, 0)


def test_both_sheets_have_crosses_behind_each_other_even_where_pieces_would_fill_the_margins():
    full = Size(63, 70)  # three of them leave 2 mm between the pieces and what a printer reaches
    front, back = chips("a*9 b", size=full)[:2]
    assert len(front.crosses) >= 2
    assert {(round(front.size.width - x, 3), y) for x, y in front.crosses} == set(back.crosses)

"""The board has room for its tokens and cards, and no part of it is cut through a space."""

from pathlib import Path

import pytest

from pnp.impose.tiling import tile
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Board
from pnp.model.geometry import Rect
from pnp.model.papers import PAPERS

ROOT = Path(__file__).parents[2]


def board() -> Board:
    game = load_game(find_project(ROOT), "yoggity").game
    assert game is not None
    (found,) = (component.board for component in game.components if component.id == "board")
    assert found is not None
    return found


def test_the_circles_have_room_for_a_token_of_25_mm() -> None:
    circles = [space for space in board().spaces if space.round]
    widths = {round(max(x for x, _ in each.points) - min(x for x, _ in each.points), 1) for each in circles}
    assert (len(circles), widths) == (4 * 4 + 3 * 3, {28.0})


def test_the_two_card_spots_have_room_for_a_card_of_63_by_88_mm() -> None:
    spots = {space.id: space for space in board().spaces if not space.round}
    assert sorted(spots) == ["color", "order"]
    for spot in spots.values():
        xs, ys = zip(*spot.points, strict=True)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (67, 92)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_board_is_two_pages_that_cut_no_space(paper: str) -> None:
    found = board()
    spaces = []
    for space in found.spaces:
        xs, ys = zip(*space.points, strict=True)
        spaces.append(Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)))
    tiling = tile(found.size, PAPERS[paper], bleed=3, overlap=found.overlap, spaces=spaces)
    assert tiling is not None
    assert (tiling.columns, tiling.rows, tiling.cut) == (2, 1, ())

"""The board tells the same prices as the rules, and its circles take the tokens."""

from pathlib import Path

import pytest

from pnp.impose.tiling import tile
from pnp.load.game import load_game
from pnp.load.project import find_project
from pnp.model.game import Board, Space
from pnp.model.geometry import Rect
from pnp.model.papers import PAPERS

ROOT = Path(__file__).parents[2]


def board() -> Board:
    game = load_game(find_project(ROOT), "yoggity").game
    assert game is not None
    (found,) = (component.board for component in game.components if component.id == "board")
    assert found is not None
    return found


def row(name: str) -> list[Space]:
    return sorted((s for s in board().spaces if s.fields.get("row") == name), key=lambda space: space.centre)


def prices(name: str) -> str:
    """Return a row as it is read, with * where an empty circle says Steal."""
    return " ".join(f"{space.fields['price']}{'*' if space.fields['steal'] else ''}" for space in row(name))


def test_a_row_gets_dearer_to_the_right_and_ends_in_a_theft() -> None:
    assert {name: prices(name) for name in ("triangle", "stick", "square", "circle")} == {
        "triangle": "1 2 2 3*",
        "stick": "1 2 2 3*",
        "square": "1 2 2 3*",
        "circle": "1 2 2 3*",
    }
    assert {name: prices(name) for name in ("red", "yellow", "blue")} == {
        "red": "1 2 3*",
        "yellow": "1 2 3*",
        "blue": "1 2 3*",
    }


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


def test_the_board_says_what_the_player_aids_say() -> None:
    game = load_game(find_project(ROOT), "yoggity").game
    assert game is not None
    cost: dict[str, list[dict[str, object]]] = game.facts["cost"]  # type: ignore[assignment]
    by_left = {
        (kind, left): rung["price"]
        for kind, rungs in cost.items()
        for rung in rungs
        for left in str(rung["left"]).split(" or ")
    }
    for kind, name in (("part", "stick"), ("paint", "blue")):
        circles = row(name)
        for taken, circle in enumerate(circles):
            assert circle.fields["price"] == by_left[kind, str(len(circles) - taken)]
        assert circles[-1].fields["price"] == by_left[kind, "0"]


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

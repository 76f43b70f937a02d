import pytest
from maps import soup

from pnp.impose.furniture import SheetContext, headings, small_print
from pnp.model.papers import PAPERS


def head(made, side="front", flip="long-edge", sheet=(2, 6)):
    context = SheetContext(made.game, made.component, made.deck, PAPERS["a4"])
    return headings(context, sheet[0], count=sheet[1], side=side, flip=flip)


def test_the_head_says_game_component_sheet_side_and_how_to_turn():
    assert head(soup("leek"))[0] == (
        "Soup · Food · sheet 2 of 6 · front",
        "print at 100 % · turn over on the long edge",
    )


@pytest.mark.parametrize(
    ("flip", "says"),
    [
        ("long-edge", "turn over on the long edge"),
        ("short-edge", "turn over on the short edge"),
        ("gutterfold", "fold on the dashed line"),
        ("none", "single-sided"),
    ],
)
def test_the_head_says_what_to_do_with_the_paper(flip, says):
    assert head(soup("leek"), flip=flip)[0][1] == f"print at 100 % · {says}"


def test_a_folded_sheet_is_front_and_back_at_once():
    assert head(soup("leek"), flip="gutterfold")[0][0] == "Soup · Food · sheet 2 of 6 · front and back"


def test_small_print_drops_the_credits_first():
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in small_print(soup("leek").game)] == [
        "drawn by Ann · unofficial · CC0 · version 1.2",
        "unofficial · CC0 · version 1.2",
        "CC0 · version 1.2",
        "version 1.2",
    ]

from dataclasses import replace

import pytest
from maps import PLACE, page_map, picture, planned, sheets, soup

from pnp.impose.layouts import lay_out
from pnp.load.kinds import KINDS
from pnp.model.bleed import FOLD_BLEED
from pnp.model.geometry import Rect, Size
from pnp.model.papers import find_paper
from pnp.model.sheet import Position, Sheet, SheetLayout, behind


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_fronts_fill_the_page_row_by_row_and_backs_mirror_them_left_to_right(paper):
    front, back = sheets("a b c d e f g h i", paper)
    assert page_map(front) == picture("""
        a b c
        d e f
        g h i
    """)
    assert page_map(back) == picture("""
        c b a
        f e d
        i h g
    """)


def test_pages_go_front_back_front_back():
    made = sheets("a*20")
    assert [(s.page, s.number, s.count, s.side) for s in made] == [
        (1, 1, 3, "front"),
        (2, 1, 3, "back"),
        (3, 2, 3, "front"),
        (4, 2, 3, "back"),
        (5, 3, 3, "front"),
        (6, 3, 3, "back"),
    ]


def test_an_earlier_sheet_without_backs_keeps_an_empty_back_page_so_that_the_next_front_is_not_printed_there():
    made = sheets("b*9/ a*9")
    assert [(s.number, s.side, len(s.placements)) for s in made] == [
        (1, "front", 9),
        (1, "back", 0),
        (2, "front", 9),
        (2, "back", 9),
    ]


def test_folded_sheets_hold_fronts_and_backs_head_to_head():
    first, second = sheets("a b c d/ e f", "letter", "gutterfold")
    assert (first.size, first.side, first.flip) == (Size(279.4, 215.9), "front", "gutterfold")
    assert page_map(first) == picture("""
        a  b  c  d
        a↓ b↓ c↓ .
    """)
    assert page_map(second) == "e f . .\ne↓ f↓ . ."
    assert [stroke.dashed for stroke in first.strokes].count(True) == 1
    ends = {round(each.clip.bottom, 6) for each in first.placements if not each.rotation}
    assert ends == {first.size.height / 2 - FOLD_BLEED}  # the line to fold along stays white


# What is glued on both sides of a board: a sheet of fronts and a sheet of backs that lie behind each other.


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


CARD = Size(40, 60)
TWO = (Position(Rect(20, 30, 40, 60)), Position(Rect(80, 30, 60, 40), 90))
"""One card upright, one on its side, left of the middle of the page and above it."""


def deck(pieces, places):
    made = soup(pieces, size=CARD)
    component = replace(made.component, layouts=(SheetLayout(Size(210, 297), places),))
    made.component, made.game = component, replace(made.game, components=(component,))
    return made


@pytest.mark.parametrize(("flip", "axis"), [("long-edge", "vertical"), ("short-edge", "horizontal")])
def test_backs_lie_behind_fronts_that_are_not_in_the_middle(flip, axis):
    plan = planned(deck("a/x b/x c/x", TWO), "a4", flip)
    assert plan.diagnostics == ()
    front, back, *_ = plan.sheets
    assert [each.trim for each in front.placements] == [place.trim for place in TWO]
    assert [each.trim for each in back.placements] == [
        behind(place.trim, Size(210, 297), axis) for place in TWO
    ]
    assert [each.rotation for each in front.placements] == [0, 90]
    assert {each.rotation for each in back.placements} == ({0, 270} if flip == "long-edge" else {180, 90})
    assert all(each.clip.contains(each.trim) for each in (*front.placements, *back.placements))
    assert len(plan.sheets) == 4


def test_pieces_that_no_straight_line_parts_have_lines_around_them():
    places = (*TWO, Position(Rect(30, 100, 40, 60)))
    layout = lay_out(deck("a/", places).component, find_paper("a4"))
    assert (layout.cut_xs, len(layout.contours)) == ((), 3)


def test_pieces_that_are_near_each_other_share_what_is_between_them():
    (sheet,) = planned(deck("a/ b/", [Position(Rect(x, 30, 40, 60)) for x in (20, 62)]), "a4", "none").sheets
    one, other = (each.clip for each in sheet.placements)
    assert (one.x, one.right, other.x) == pytest.approx((17, 61, 61))


def found(size: Size, paper: str = "a4", backs: str = "long-edge"):
    plan = planned(soup("leek", size=size), paper, backs)
    for finding in plan.diagnostics:
        assert finding.place == PLACE
        assert finding.game == "soup"
    return plan


def said(plan) -> list[tuple[str, str, str, str | None]]:
    return [(d.code, d.severity, d.message, d.hint) for d in plan.diagnostics]


def test_a_card_that_does_not_fit_twice_cannot_be_folded():
    plan = found(Size(150, 150), backs="gutterfold")
    assert plan.sheets == ()
    assert said(plan) == [
        (
            "PNP403",
            "error",
            "Food: 150 × 150 mm does not fit twice beside a fold on A4 (210 × 297 mm)",
            "print it with --paper legal, a3, tabloid, arch_b or sra3, or print with --backs long-edge",
        )
    ]


def test_a_card_that_fills_the_paper_says_what_is_missing():
    plan = found(Size(197, 284))
    assert len(plan.sheets) == 2
    assert [sheet.captions for sheet in plan.sheets] == [(), ()]
    assert said(plan) == [
        (
            "PNP404",
            "warning",
            "Food on A4: there is no room for the footer and the ruler",
            "check the size with a ruler after printing, or print on another paper",
        ),
        (
            "PNP405",
            "warning",
            "Food on A4: there is no room for crop marks on any side",
            "cut where the bleed ends, or print on another paper",
        ),
    ]

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import page_map, picture, planned, sheets, soup

from pnp.model.geometry import Rect, Size

NINE = "a b c d e f g h i"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_fronts_fill_the_page_row_by_row_and_backs_mirror_them_left_to_right(paper):
    front, back = sheets(NINE, paper)
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


cards = st.builds(Size, st.floats(25, 190), st.floats(25, 270))
decks = st.lists(st.tuples(st.integers(1, 7), st.sampled_from(["", "red", "blue"])), min_size=1, max_size=6)
ways = st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"])


def made_of(deck, size):
    return soup(" ".join(f"p{n}*{copies}/{back}" for n, (copies, back) in enumerate(deck)), size=size)


@settings(max_examples=40)
@given(decks, cards, st.sampled_from(["a4", "letter", "a3"]), ways)
def test_every_copy_lies_once_inside_the_margin_and_on_nobody_else(deck, size, paper, backs):
    plan = planned(made_of(deck, size), paper, backs)
    lying = []
    for sheet in plan.sheets:
        trims = [placement.trim for placement in sheet.placements]
        assert not any(a.overlaps(b) for n, a in enumerate(trims) for b in trims[:n])
        inside = Rect(0, 0, sheet.size.width, sheet.size.height).grown(*[-6.35] * 4)
        assert all(inside.contains(trim) for trim in trims)
        lying += [(p.piece, p.copy) for p in sheet.placements if p.face == f"{p.piece}-front"]
    if plan.sheets:
        assert lying == [
            (f"p{n}", copy) for n, (copies, _) in enumerate(deck) for copy in range(1, copies + 1)
        ]


def corners(placement) -> list[tuple[float, float]]:
    """The page points of a face's own top-left and top-right corner."""
    trim = placement.trim
    if placement.rotation == 0:
        return [(trim.x, trim.y), (trim.right, trim.y)]
    assert placement.rotation == 180
    return [(trim.right, trim.bottom), (trim.x, trim.bottom)]


@settings(max_examples=40)
@given(decks, cards, st.sampled_from(["a4", "letter", "a3"]), st.sampled_from(["long-edge", "short-edge"]))
def test_turning_the_paper_lays_each_back_behind_its_front_with_the_tops_together(deck, size, paper, backs):
    made = made_of(deck, size)
    by_page = {(sheet.number, sheet.side): sheet for sheet in planned(made, paper, backs).sheets}
    for (number, side), sheet in by_page.items():
        if side == "back":
            front = {(p.piece, p.copy): p for p in by_page[number, "front"].placements}
            wanted = {key for key, p in front.items() if p.piece in made.deck.backs}
            assert {(p.piece, p.copy) for p in sheet.placements} == wanted
            for back in sheet.placements:
                assert back.face == made.deck.backs[back.piece]
                left, right = corners(front[back.piece, back.copy])
                # Looking through the paper the back's top left corner is at the front's top right.
                assert [turned(point, sheet.size, backs) for point in (right, left)] == [
                    pytest.approx(point, abs=1e-9) for point in corners(back)
                ]


def turned(point: tuple[float, float], page: Size, edge: str) -> tuple[float, float]:
    """Where a point of the front shows on the back after the paper is turned over one of its edges."""
    x, y = point
    edges_run_down = (page.height > page.width) == (edge == "long-edge")
    return (page.width - x, y) if edges_run_down else (x, page.height - y)

import pytest
from maps import page_map, picture, sheets

from pnp.model.geometry import Size

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

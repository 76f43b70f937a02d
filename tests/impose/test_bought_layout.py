"""Cards on perforated sheets and discs on labels: maps of both sides, and what is said where sizes do not match."""

from itertools import groupby

import pytest
from maps import picture, pieces_of, planned, soup

from pnp.impose.footer_and_ruler import SheetContext
from pnp.impose.layouts import bought_layout
from pnp.impose.pieces_on_sheets import plan
from pnp.model.geometry import Size, circle
from pnp.model.papers import CARD_SHEETS, LABEL_SHEETS, find_paper
from pnp.model.sheet import behind

BUSINESS = Size(50.8, 88.9)
ARROWS = {0: "↑", 90: "→", 180: "↓", 270: "←"}


def page_map(sheet) -> str:
    placed = sorted(sheet.placements, key=lambda each: (round(each.trim.y, 6), each.trim.x))
    rows = groupby(placed, key=lambda each: round(each.trim.y, 6))
    return "\n".join(" ".join(f"{each.piece}{ARROWS[each.rotation]}" for each in row) for _, row in rows)


def test_upright_cards_lie_on_their_sides_and_their_backs_behind_them():
    front, back, *others = planned(soup("a b c d e f g h i j k l", size=BUSINESS), "5371").sheets
    assert page_map(front) == picture("""
        a→ b→
        c→ d→
        e→ f→
        g→ h→
        i→ j→""")
    assert page_map(back) == picture("""
        b← a←
        d← c←
        f← e←
        h← g←
        j← i←""")
    assert [page_map(sheet) for sheet in others] == ["k→ l→", "l← k←"]
    first = front.placements[0].trim
    assert (first.x, first.y, first.width, first.height) == pytest.approx((19.05, 12.7, 88.9, 50.8))
    for one, other in zip(front.placements, back.placements, strict=True):
        assert behind(one.trim, front.size, "vertical") == other.trim
        clip = behind(one.clip, front.size, "vertical")
        assert (clip.x, clip.right) == pytest.approx((other.clip.x, other.clip.right))


def test_bleed_ends_at_a_shared_perforation():
    (front,) = planned(soup("a b c", size=BUSINESS), "5371", "none").sheets
    one, other, below = (each.clip for each in front.placements)
    assert (one.right, one.bottom) == pytest.approx((other.x, below.y))


def test_the_first_cards_of_a_begun_sheet_are_left_out():
    (front,) = planned(soup("a b c", size=BUSINESS), "5371", "none", skip=5).sheets
    assert page_map(front) == picture("a→ \n b→ c→")
    assert front.placements[0].trim.x == pytest.approx(107.95)


def test_round_pieces_lie_on_labels_of_their_size():
    coins = pieces_of("discs", "a*3 b", circle(25.4))
    (front,) = planned(coins, "OL1025", "none").sheets
    assert page_map(front) == "a↑ a↑ a↑ b↑"


def refused(made, sheet, backs="none"):
    found = plan(SheetContext(made.game, made.component, made.deck, find_paper(sheet)), backs=backs)
    ((code, message, hint),) = ((each.code, each.message, each.hint) for each in found.diagnostics)
    assert (code, found.sheets) == ("PNP409", ())
    return message, hint


AVERY = "the cards of Avery 5371, 88.9 × 50.8 mm"
AVERY_A4 = "the cards of Avery C32011, 85 × 54 mm"
RAYFILM = "the labels of Rayfilm 2525K, a circle of 25 mm"


@pytest.mark.parametrize(
    ("made", "sheet", "piece", "places", "others"),
    [
        (soup("a"), "5371", "Food: 63 × 88 mm", AVERY, "letter"),
        (soup("a", size=Size(54, 85)), "5371", "Food: 54 × 85 mm", AVERY, "C32011, C32015 or letter"),
        # A business card is a little too high.
        (soup("a", size=Size(85, 55)), "C32011", "Food: 85 × 55 mm", AVERY_A4, "a4"),
        (pieces_of("discs", "a", circle(20)), "2525K", "Discs: a circle of 20 mm", RAYFILM, "6500020x or a4"),
    ],
)
def test_what_does_not_fit_is_said_with_what_would(made, sheet, piece, places, others):
    assert refused(made, sheet) == (f"{piece} does not fit {places}", f"print it with --paper {others}")


def test_labels_have_no_back_and_cards_are_not_folded():
    message, hint = refused(pieces_of("discs", "a", circle(25)), "2525K", "long-edge")
    assert message == "Discs: the labels of Rayfilm 2525K have no back"
    assert hint == "print the fronts alone with --backs none"
    message, hint = refused(soup("a", size=BUSINESS), "5371", "gutterfold")
    assert message == "Food: the cards of Avery 5371 are not to be folded"
    assert hint == "print with --backs long-edge"


@pytest.mark.parametrize("name", [*CARD_SHEETS, *LABEL_SHEETS])
def test_on_every_sheet_there_is_a_piece_in_every_place(name):
    sheet = {**CARD_SHEETS, **LABEL_SHEETS}[name]
    made = soup("a", size=sheet.size)
    if name in LABEL_SHEETS:
        made = pieces_of("stickers", "a", circle(sheet.diameter))
    paper = find_paper(name)
    layout = bought_layout(made.component, paper.size, sheet)
    assert len(layout.positions) == sheet.columns * sheet.rows
    first, last = layout.positions[0].trim, layout.positions[-1].trim
    assert (first.x, first.y) == pytest.approx((sheet.x, sheet.y))
    assert (last.right, last.bottom) == pytest.approx(
        (paper.size.width - sheet.x, paper.size.height - sheet.y)
    )

from itertools import combinations, pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import on_card, overlap, pieces_of, planned

from pnp.impose.grid import fullest_grid, has_foot, loose_grid, on_page
from pnp.impose.layouts import lay_out, nested_rows
from pnp.load.kinds.dice import DICE, die_net
from pnp.model.geometry import (
    Outline,
    Rect,
    Size,
    circle,
    hexagon,
    is_inside,
    moved_outwards,
    rectangle,
    triangle,
)
from pnp.model.nets import standee, tuckbox
from pnp.model.papers import LABEL_SHEETS, PAPERS, find_paper

MARGIN = 6.35
A4, LETTER = Size(210, 297), Size(215.9, 279.4)
lengths = st.floats(20, 300)
cells = st.builds(Size, lengths, lengths)
papers = st.sampled_from([paper.size for paper in PAPERS.values()])


def fit(cell: Size, paper: Size, *, folded: bool = False):
    return fullest_grid(cell, paper, margin=MARGIN, folded=folded)


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


def test_bleed_shows_in_full_outside_and_half_of_the_gutter_inside():
    grid = fit(Size(63, 88), A4)
    shown = grid.bounds.grown(*(grid.outer_bleed,) * 4)
    assert grid.clip_area(0, bleed=3, shown=shown).clip == Rect(5.5, 11.5, 66.5, 91.5)
    assert grid.clip_area(4, bleed=3, shown=shown).clip == Rect(72, 103, 66, 91)
    assert grid.clip_area(8, bleed=0.5, shown=shown).clip == Rect(139, 195, 64, 89)


@pytest.mark.parametrize(
    ("card", "paper"), [(Size(63, 88), LETTER), (Size(44.45, 88), LETTER)], ids=["wide", "narrow"]
)
def test_a_cut_that_is_a_third_of_a_millimetre_off_shows_no_neighbour(card, paper):
    grid = fit(card, paper)
    clips = [grid.clip_area(n, bleed=3, shown=grid.bounds).clip for n in range(len(grid.positions))]
    gaps = {round(after - before, 2) for before, after in pairwise(grid.cut_ys)}
    assert min(gaps) >= 0.6
    assert not any(one.overlaps(other) for one in clips for other in clips if one is not other)


def test_a_narrow_gutter_does_not_take_the_room_of_the_footer():
    dominoes = fit(Size(23, 46), A4)
    assert has_foot(dominoes.bounds.size, A4, MARGIN)


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


ENDISCH, TIGHT = LABEL_SHEETS["6500020x"], LABEL_SHEETS["1818K"]


def coins(pieces: str, *, diameter: float = 22, **more):
    return pieces_of("discs", pieces, circle(diameter), **more)


def stickers(pieces: str, *, diameter: float = 19, **more):
    words = " ".join(f"{word}/" if "*" not in word else word.replace("*", "/*") for word in pieces.split())
    return pieces_of("stickers", words, circle(diameter), **more)


def sheets(made, paper="a4", backs="long-edge"):
    found = planned(made, paper, backs)
    assert found.diagnostics == ()
    return found.sheets


def centres(sheet) -> list[tuple[float, float]]:
    return [(p.trim.x + p.trim.width / 2, p.trim.y + p.trim.height / 2) for p in sheet.placements]


def test_discs_lie_in_columns_and_rows_three_millimetres_apart():
    (front,) = sheets(coins("a*88"), backs="none")
    xs, ys = (sorted(set(each)) for each in zip(*centres(front), strict=True))
    assert (len(xs), len(ys)) == (8, 11)
    assert {round(b - a, 9) for a, b in pairwise(xs)} == {25}
    assert xs[0] == pytest.approx(210 - xs[-1])


def test_a_disc_shows_half_the_gap_of_its_bleed_as_a_circle():
    (front,) = sheets(coins("a", bleed=3), backs="none")
    (coin,) = front.placements
    assert coin.clip == Rect(*(pytest.approx(each) for each in (5, 11, 25, 25)))
    radii = {round(((x - 17.5) ** 2 + (y - 23.5) ** 2) ** 0.5, 6) for x, y in coin.edge}
    assert radii == {12.5}


def test_on_a_label_sheet_each_sticker_sits_in_the_middle_of_its_label():
    (front,) = sheets(stickers("a*96", labels=(ENDISCH,), bleed=3))
    middles = centres(front)
    assert front.placements[0].clip.width == pytest.approx(22)  # a millimetre beyond a label of 20
    assert middles[0] == (26.25, 24.75)  # half a label from the first one's corner at 16.25, 14.75
    assert middles[1] == (48.75, 24.75)
    assert middles[8] == (26.25, 47.25)
    assert middles[-1] == (183.75, 272.25)
    assert len(set(middles)) == 96
    assert front.contours == ()


def test_a_label_sheet_without_margins_has_no_words_and_says_so():
    (finding,) = planned(stickers("a", diameter=18, labels=(TIGHT,))).diagnostics
    assert (finding.code, finding.severity) == ("PNP404", "warning")
    assert finding.hint == "load label sheet Rayfilm 1818K, or print on another paper"


@settings(max_examples=30)
@given(st.floats(8, 60), st.floats(0, 8), st.sampled_from(["a4", "letter", "a3"]), st.booleans())
def test_hexagons_keep_the_gap_and_the_margin(side, gap, paper, folded):
    made = pieces_of("tiles", "a*30", hexagon(side), gap=gap, bleed=2)
    for sheet in planned(made, paper, "gutterfold" if folded else "none").sheets[:1]:
        inside = Rect(0, 0, sheet.size.width, sheet.size.height).grown(*[-6.35] * 4)
        middles = centres(sheet)
        for n, (x, y) in enumerate(middles):
            assert inside.contains(sheet.placements[n].trim)
            for other_x, other_y in middles[:n]:
                apart = ((x - other_x) ** 2 + (y - other_y) ** 2) ** 0.5
                assert apart >= side * 3**0.5 + min(gap, 4) - 1e-6


def test_labels_that_are_gone_are_skipped_on_the_first_sheet_alone():
    made = stickers("a*100", labels=(ENDISCH,))
    whole = sheets(made)
    first, second = planned(made, "a4", "long-edge", skip=3).sheets
    assert (len(first.placements), len(second.placements)) == (93, 7)
    assert centres(first) == centres(whole[0])[3:]
    assert centres(second) == centres(whole[0])[:7]
    (one,) = planned(stickers("a b"), "a4", "long-edge", skip=5).sheets
    assert [circle.box for circle in one.contours] == [placement.trim for placement in one.placements]


def test_rows_point_up_and_down_in_turn_so_that_cuts_run_straight_through():
    made = pieces_of("tiles", " ".join("abcdefghijklmnopqrstuvwxyz"), triangle(44), bleed=3)
    (front,) = sheets(on_card(made), backs="none")
    left, top = (min(getattr(each.trim, axis) for each in front.placements) for axis in "xy")
    for number, each in enumerate(front.placements):
        place = round((each.trim.x - left) / 22), round((each.trim.y - top) / 38.1)
        assert (each.piece, each.rotation) == (chr(ord("a") + number), 180 * (number % 2))
        assert place == (number % 7, number // 7)


# Nets in rows that reach into each other, drawn as they lie on the page.


A4_PAPER = find_paper("a4")


def drawn(layout, outline, cell=10):
    """The page in squares of so many mm: a letter for each piece, capital where it stands on its head."""
    shapes = [on_page(outline.points, each) for each in layout.positions]
    names = [chr(ord("A" if each.rotation else "a") + n) for n, each in enumerate(layout.positions)]
    lines = []
    for row in range(round(layout.page.height / cell)):
        middles = [
            ((column + 0.5) * cell, (row + 0.5) * cell) for column in range(round(layout.page.width / cell))
        ]
        found = (
            [name for name, shape in zip(names, shapes, strict=True) if is_inside(at, shape)]
            for at in middles
        )
        lines.append("".join("".join(each) or "." for each in found))
    return lines


@given(
    st.sampled_from(sorted(DICE)),
    st.integers(10, 24),
    st.sampled_from(["a4", "letter", "a3"]),
    st.integers(5, 50),
)
@settings(max_examples=10, deadline=None)
def test_nets_keep_their_gap_and_stay_within_the_margin(name, edge, paper, tenths):
    outline, page, gap = Outline("curve", die_net(name, edge).cut), find_paper(paper), tenths / 10
    layout = nested_rows(outline, page.size, margin=page.unprintable, gap=gap)
    if layout is None:
        return
    printable = Rect(0, 0, layout.page.width, layout.page.height).grown(*[-page.unprintable] * 4)
    assert all(printable.contains(each.trim, slack=1e-6) for each in layout.positions)
    shapes = [on_page(outline.points, each) for each in layout.positions]
    for (one, place), (other, its_place) in combinations(zip(shapes, layout.positions, strict=True), 2):
        if place.trim.grown(*[gap] * 4).overlaps(its_place.trim):
            assert not overlap(moved_outwards(one, gap), other, slack=0.01)


def test_dice_are_nested_where_that_saves_paper_and_lie_in_plain_rows_where_it_does_not():
    net = die_net("d6", 18)
    dice = pieces_of("dice", "red/", rectangle(net.size), net=net, gap=3.0).component
    plain = loose_grid(dice.cut, A4_PAPER.size, margin=A4_PAPER.unprintable, gap=3)
    few, many = (
        lay_out(dice, A4_PAPER, copies=copies) for copies in (len(plain.positions), len(plain.positions) + 1)
    )
    assert [each.trim for each in few.positions] == [each.trim for each in plain.positions]
    assert len(many.positions) > len(plain.positions)
    assert few.contours == many.contours == ()


def test_what_fills_its_box_is_not_nested():
    assert nested_rows(rectangle(Size(16, 68)), A4_PAPER.size, margin=6.35, gap=3) is None


# A net is cut along its own line: the sheet adds neither crop marks nor outlines, only what keeps nets apart.


NETS = {
    "dice": (die_net("d6", 18), "red*3/", 3.0),
    "markers": (standee(16, 24), "star/ moon/ bolt/", 3.0),
    "box": (tuckbox(65, 90, 18), "box/", 6.0),
}


def sheet_of(kind: str, backs: str = "none"):
    net, pieces, gap = NETS[kind]
    made = pieces_of(kind, pieces, rectangle(net.size), bleed=gap / 2, net=net, gap=gap)
    plan = planned(made, "a4", backs)
    assert plan.diagnostics == ()
    (sheet,) = plan.sheets
    return sheet


RULER = 12
"""Strokes of the ruler: its line, and ticks every 5 mm from 0 to 50."""


@pytest.mark.parametrize("kind", NETS)
def test_a_net_has_no_crop_marks_and_no_outline(kind):
    sheet = sheet_of(kind)
    assert (len(sheet.strokes), sheet.contours) == (RULER, ())


@pytest.mark.parametrize("kind", NETS)
def test_a_net_that_has_no_back_stays_on_one_side_of_the_paper(kind):
    for backs in ("long-edge", "gutterfold"):
        sheet = sheet_of(kind, backs)
        assert (sheet.flip, sheet.side) == ("none", "front")

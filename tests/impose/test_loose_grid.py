from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import caption_box, page_map, picture, pieces_of, planned, stroke_box

from pnp.impose.grid import loose_grid
from pnp.model.bought_sheets import LabelSheet
from pnp.model.geometry import Outline, Rect, Size, circle, hexagon, is_convex, is_inside

A4 = Size(210, 297)
ENDISCH = LabelSheet("6500020x", "Endisch 6500020x", "a4", 20, 8, 12, 16.25, 14.75, 22.5, 22.5)
TIGHT = LabelSheet("1818K", "Rayfilm 1818K", "a4", 18, 10, 15, 6, 6.5, 20, 19)


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


def test_backs_lie_exactly_behind_their_fronts():
    front, back = sheets(coins("a b c d e f g h i j k*38"))
    rest = "\n".join(["k k k k k k k k"] * 4)
    assert columns(front) == picture(f"a b c d e f g h\ni j k k k k k k\n{rest}")
    assert columns(back) == picture(f"h g f e d c b a\nk k k k k k j i\n{rest}")
    for ours, theirs in zip(centres(front), centres(back), strict=True):
        assert (210 - ours[0], ours[1]) == pytest.approx(theirs)


def test_few_discs_are_folded_round_the_board_the_nearer_rows_first():
    (sheet,) = sheets(coins("a b c d e f g h i j"))
    assert columns(sheet) == picture("a b c d e f g h\ni j\ni j\na b c d e f g h")
    assert [each.box for each in sheet.contours] == [each.trim for each in sheet.placements[:10]]
    folds = {stroke.y1 for stroke in sheet.strokes if stroke.dashed}
    assert folds == {297 / 2 - 0.75, 297 / 2 + 0.75}
    assert (sheet.flip, len(sheet.crosses)) == ("gutterfold", 0)
    assert any("fold round the edge of the board" in caption.text for caption in sheet.captions)


def test_discs_are_folded_only_where_that_takes_fewer_sheets():
    assert [len(sheets(coins(f"a*{count}"))) for count in (40, 41, 88, 89)] == [1, 2, 2, 3]
    assert [each.flip for each in sheets(coins("a*41"))] == ["glued", "glued"]
    assert [each.flip for each in sheets(coins("a b/*199"))] == ["glued"] * 4
    full = sheets(coins("a*12", diameter=20), "a6")  # there would be no room for words
    assert [each.flip for each in full] == ["glued"] * 2
    assert [each.flip for each in sheets(coins("a*89"))] == ["gutterfold"] * 3


def columns(sheet) -> str:
    """The pieces row by row, each row from left to right."""
    rows: dict[float, list] = {}
    for placement in sheet.placements:
        rows.setdefault(placement.trim.y, []).append(placement)
    return "\n".join(" ".join(p.piece for p in sorted(rows[y], key=lambda p: p.trim.x)) for y in sorted(rows))


def test_a_disc_shows_half_the_gap_of_its_bleed_as_a_circle():
    (front,) = sheets(coins("a", bleed=3), backs="none")
    (coin,) = front.placements
    assert coin.clip == Rect(*(pytest.approx(each) for each in (5, 11, 25, 25)))
    radii = {round(((x - 17.5) ** 2 + (y - 23.5) ** 2) ** 0.5, 6) for x, y in coin.edge}
    assert radii == {12.5}


def test_no_more_bleed_shows_than_half_the_gap_nor_than_the_margins_leave():
    grid = loose_grid(circle(22), A4, margin=6.35, gap=3)
    far = Rect(-50, -50, 400, 400)
    assert grid.clip_area(0, bleed=9, shown=far).clip.width == pytest.approx(25)
    tight = grid.bounds.grown(1.5, 1.5, 1.5, 0.5)
    assert grid.clip_area(0, bleed=9, shown=tight).clip.width == pytest.approx(23)


def test_round_cuts_are_drawn_on_fronts_alone_and_only_where_a_piece_lies():
    front, back = sheets(coins("a*50 b*20"))
    assert [contour.box for contour in front.contours] == [p.trim for p in front.placements]
    assert back.contours == ()
    assert not [stroke for stroke in front.strokes if stroke.halo]


def test_on_a_label_sheet_each_sticker_sits_in_the_middle_of_its_label():
    (front,) = sheets(stickers("a*96", labels=(ENDISCH,)))
    middles = centres(front)
    assert middles[0] == (26.25, 24.75)  # half a label from the first one's corner at 16.25, 14.75
    assert middles[1] == (48.75, 24.75)
    assert middles[8] == (26.25, 47.25)
    assert middles[-1] == (183.75, 272.25)
    assert len(set(middles)) == 96
    assert front.contours == ()


def test_a_sticker_bleeds_over_its_label_but_not_onto_the_next():
    (front,) = sheets(stickers("a", labels=(ENDISCH,), bleed=3))
    assert front.placements[0].clip.width == pytest.approx(22)  # the label is 20 mm, 1 mm more on each side
    tight = LabelSheet("t", "T", "a4", 19, 9, 9, 18, 61, 19.5, 19.5)
    (front,) = sheets(stickers("a", labels=(tight,), bleed=3))
    assert front.placements[0].clip.width == pytest.approx(19.5)


def test_a_label_sheet_without_margins_has_no_words_and_says_so():
    (finding,) = planned(stickers("a", diameter=18, labels=(TIGHT,))).diagnostics
    assert (finding.code, finding.severity) == ("PNP404", "warning")
    assert finding.hint == "load label sheet Rayfilm 1818K, or print on another paper"


label_sheets = st.builds(
    lambda d, columns, rows, gap: LabelSheet(
        "x",
        "X",
        "a4",
        d,
        columns,
        rows,
        (210 - columns * (d + gap) + gap) / 2,
        (297 - rows * (d + gap) + gap) / 2,
        d + gap,
        d + gap,
    ),
    st.floats(12, 30),
    st.integers(1, 5),
    st.integers(1, 7),
    st.floats(0, 5),
)


@settings(max_examples=40)
@given(label_sheets, st.floats(0.5, 1), st.floats(0, 4))
def test_nothing_is_printed_on_labels_but_the_stickers(sheet, share, bleed):
    found = planned(stickers("a*50", diameter=sheet.diameter * share, labels=(sheet,), bleed=bleed))
    for page in found.sheets:
        for column in range(sheet.columns):
            for row in range(sheet.rows):
                x, y = sheet.x + column * sheet.dx, sheet.y + row * sheet.dy
                label = Rect(x, y, sheet.diameter, sheet.diameter)
                assert not any(label.overlaps(caption_box(caption)) for caption in page.captions)
                assert not any(label.overlaps(stroke_box(stroke)) for stroke in page.strokes)
        clips = [placement.clip for placement in page.placements]
        assert not any(one.overlaps(other) for n, one in enumerate(clips) for other in clips[:n])


def test_the_bleed_of_an_outline_with_a_corner_inwards_follows_it():
    ell = Outline("polygon", ((0, 0), (40, 0), (40, 20), (20, 20), (20, 40), (0, 40)))
    assert not is_convex(ell.points)
    (front,) = sheets(pieces_of("tiles", "a b", ell), backs="none")
    trim, clip = front.placements[0].trim, front.placements[0].clip
    assert (clip.x, clip.right) == pytest.approx((trim.x - 1.5, trim.right + 1.5), abs=1e-4)
    assert not is_inside((trim.x + 22, trim.y + 22), front.placements[0].edge)
    assert is_inside((trim.x + 21, trim.y + 21), front.placements[0].edge)
    assert front.contours[0].points[3] == (
        front.placements[0].trim.x + 20,
        front.placements[0].trim.y + 20,
    )


def test_hexagons_stand_in_columns_of_which_every_second_is_lower():
    (front,) = sheets(pieces_of("tiles", "a b c d e f g h i j k", hexagon(20)), backs="none")
    assert columns(front) == picture("""
        a b c
         d e
        f g h
         i j
        k
    """)
    a, d, b = (next(p for p in front.placements if p.piece == name) for name in "adb")
    assert d.trim.y - a.trim.y == pytest.approx((20 * 3**0.5 + 3) / 2)
    assert b.trim.x - a.trim.x == pytest.approx(2 * (d.trim.x - a.trim.x))


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


def test_squares_share_their_cuts_like_cards():
    square = Outline("polygon", ((0, 0), (60, 0), (60, 60), (0, 60)))
    (front,) = sheets(pieces_of("tiles", "a b c d", square), backs="none")
    assert page_map(front) == "a b c\nd . .\n. . .\n. . ."
    assert front.contours == ()


def test_labels_that_are_gone_are_skipped_on_the_first_sheet_alone():
    made = stickers("a*100", labels=(ENDISCH,))
    whole = sheets(made)
    first, second = planned(made, "a4", "long-edge", skip=3).sheets
    assert (len(first.placements), len(second.placements)) == (93, 7)
    assert centres(first) == centres(whole[0])[3:]
    assert centres(second) == centres(whole[0])[:7]
    (one,) = planned(stickers("a b"), "a4", "long-edge", skip=5).sheets
    assert [circle.box for circle in one.contours] == [placement.trim for placement in one.placements]

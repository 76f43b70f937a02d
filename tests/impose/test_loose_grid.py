from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from maps import pieces_of, planned

from pnp.model.bought_sheets import LABEL_SHEETS
from pnp.model.geometry import Rect, circle, hexagon

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
    (front,) = sheets(stickers("a*96", labels=(ENDISCH,)))
    middles = centres(front)
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

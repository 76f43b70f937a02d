import math
from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from maps import bounds, caption_box, is_of_ruler, marks_map, pieces_of, planned, sheets, soup, stroke_box

from pnp.build.options import BuildOptions
from pnp.impose.footer_and_ruler import SheetContext, headings, small_print
from pnp.impose.grid import fullest_grid
from pnp.impose.marks import REACH, crop_marks, fold_lines
from pnp.impose.pieces_on_sheets import plan
from pnp.model.calibration import Printer
from pnp.model.geometry import Rect, Size, circle
from pnp.model.line_styles import BAR
from pnp.model.papers import PAPERS

MARGIN = 6.35


def marks_on(page: Size, card: Size, *, bleed: float = 3, folded: bool = False):
    grid = fullest_grid(card, page, margin=MARGIN, folded=folded)
    return grid, crop_marks(grid, margin=MARGIN, shown=grid.bounds.grown(*[bleed] * 4))


def test_the_fold_is_dashed_from_margin_to_margin_through_the_middle():
    grid, _ = marks_on(Size(215.9, 279.4), Size(63, 88), folded=True)
    (fold,) = fold_lines(grid, margin=MARGIN)
    assert (fold.x1, fold.y1, fold.x2, fold.y2) == (6.35, 107.95, 279.4 - 6.35, 107.95)
    assert fold.dashed


def test_the_edge_of_a_board_has_two_folds_as_far_apart_as_it_is_thick():
    for size, axis in ((Size(63, 88), "y1"), (Size(131, 65), "x1")):
        grid, _ = marks_on(Size(215.9, 279.4), size, folded=True)
        one, other = (getattr(each, axis) for each in fold_lines(grid, margin=MARGIN, board=1.5))
        middle = grid.page.height / 2 if axis == "y1" else grid.page.width / 2
        assert (middle - one, other - middle) == (0.75, 0.75)


@given(
    st.builds(Size, st.floats(20, 200), st.floats(20, 200)),
    st.sampled_from([paper.size for paper in PAPERS.values()]),
    st.floats(0, 10),
    st.booleans(),
)
def test_marks_never_touch_a_card_nor_the_edge_that_most_printers_reach(card, paper, bleed, folded):
    grid = fullest_grid(card, paper, margin=MARGIN, folded=folded)
    if grid is None:
        return
    shown = grid.bounds.grown(*[bleed] * 4)
    page = Rect(0, 0, grid.page.width, grid.page.height)
    width = 0.1
    inside = page.grown(*[-REACH] * 4).grown(*[width] * 4)  # a mark at the edge may be as wide as it is
    away = grid.bounds.grown(*[0.5 - 1e-9] * 4)
    for mark in crop_marks(grid, margin=MARGIN, shown=shown):
        assert inside.contains(stroke_box(mark))
        assert not away.overlaps(stroke_box(mark))
        assert mark.halo or not shown.overlaps(stroke_box(mark))
        assert abs(mark.x1 - mark.x2) + abs(mark.y1 - mark.y2) <= 5 + 1e-9


def test_three_rows_on_letter_have_marks_on_all_four_sides():
    grid, marks = marks_on(Size(215.9, 279.4), Size(63, 88))
    sides = [
        [mark for mark in marks if mark.x1 == mark.x2 and max(mark.y1, mark.y2) < grid.bounds.y],
        [mark for mark in marks if mark.x1 == mark.x2 and min(mark.y1, mark.y2) > grid.bounds.bottom],
        [mark for mark in marks if mark.y1 == mark.y2 and max(mark.x1, mark.x2) < grid.bounds.x],
        [mark for mark in marks if mark.y1 == mark.y2 and min(mark.x1, mark.x2) > grid.bounds.right],
    ]
    assert list(map(len, sides)) == [6, 6, 6, 6]


# Kinds of marks: what each prints and where, never over a piece, and crosses that lie behind each other.


SMALL = Size(26, 30)


def cards(marks, *, gap=6.0, paper="80x100mm", backs="none", size=SMALL):
    made = soup("leek*4", size=size)
    component = replace(made.component, gap=gap, corner=3)
    made.component, made.game = component, replace(made.game, components=(component,))
    return planned(made, paper, backs, marks=marks)


MAPS = {
    "corner": """
  |    ||    |
 -#####--#####-
  #####  #####
  #####  #####
  #####  #####
  #####  #####
  #####  #####
 -|    ++    |-
 -|    ++    |-
  #####  #####
  #####  #####
  #####  #####
  #####  #####
  #####  #####
 -#####--#####-
  |    ||    |
""",
    "full": """
  |    ||    |
  |    ||    |
 -+----++----+-
  |####||####|
  |####||####|
  |####||####|
  |####||####|
  |####||####|
 -+----++----+-
 -+----++----+-
  |####||####|
  |####||####|
  |####||####|
  |####||####|
  |####||####|
 -+----++----+-
  |    ||    |
""",
}


@pytest.mark.parametrize("marks", MAPS)
def test_a_page_shows_what_each_kind_prints(marks):
    assert marks_map(cards(marks).sheets[0]).strip("\n") == MAPS[marks].strip("\n")


@cache
def strokes_of(sheet):
    return [stroke for stroke in sheet.strokes if not is_of_ruler(stroke, sheet.strokes)]


def test_guides_run_from_margin_to_margin_along_the_cut():
    sheet = cards("full", paper="a5").sheets[0]
    left = cards("outside", paper="a5").sheets[0].placements[0].trim.x
    long = [s for s in strokes_of(sheet) if not s.grey and abs(s.x1 - s.x2) < 1e-6 and abs(s.x1 - left) < 0.1]
    (guide,) = long
    below = max(each.trim.bottom for each in sheet.placements)
    assert min(guide.y1, guide.y2) == pytest.approx(6.35)
    assert below + 5 <= max(guide.y1, guide.y2) < sheet.size.height - 6.35, "words stand below"
    assert left - guide.x1 == pytest.approx(guide.width / 2)


def test_corner_marks_have_arcs_along_round_corners_on_the_fronts():
    front, back = cards("corner", paper="a5", backs="long-edge").sheets
    assert [(one.box, one.radius) for one in front.contours] == [(one.trim, 3) for one in front.placements]
    assert back.contours == ()


@pytest.mark.parametrize(
    "made", [pieces_of("discs", "leek*3", circle(22)), soup("leek*4")], ids=["discs", "cards"]
)
@pytest.mark.parametrize("backs", ["long-edge", "gutterfold"])
def test_none_prints_no_mark_of_any_kind(made, backs):
    for sheet in planned(made, "a4", backs, marks="none").sheets:
        assert strokes_of(sheet) == []
        assert sheet.contours == ()
        assert not any("dashed" in caption.text for caption in sheet.captions)


def test_crosses_near_four_corners_keep_clear_of_all_that_is_printed():
    front, back = cards("outside", gap=0, paper="a4", backs="long-edge", size=Size(63, 88)).sheets
    middles = {s: ((s.x1 + s.x2) / 2, (s.y1 + s.y2) / 2) for s in strokes_of(front)}
    arms = [s for s in middles if any(math.dist(middles[s], m) < 1e-9 for m in front.crosses)]
    assert len(arms) == 8
    assert all(min(x, 210 - x) < 15 > min(y, 297 - y) for x, y in front.crosses)
    for sheet in (front, back):
        others = [stroke_box(s) for s in sheet.strokes if s not in arms] + [
            caption_box(c) for c in sheet.captions
        ]
        others += [each.clip for each in sheet.placements]
        assert not any(stroke_box(arm).overlaps(box) for arm in arms for box in others)


def test_a4_carries_its_words_below_the_cards():
    (front,) = planned(soup("leek"), backs="none").sheets
    words = [(c.text.replace("\N{NO-BREAK SPACE}", " "), c.size, c.rotation) for c in front.captions]
    assert words == [
        ("Soup · Food · sheet 1 of 1 · front", 6.25, 0),
        ("print at 100 % · single-sided", 6.25, 0),
        ("0", 6.25, 0),
        ("50 mm", 6.25, 0),
        ("drawn by Ann · unofficial · CC0 · version 1.2", 5.5, 0),
    ]
    assert all(caption.y > 285.5 for caption in front.captions)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_is_fifty_millimetres_with_a_tick_every_five(paper):
    (front,) = planned(soup("leek"), paper, "none").sheets
    usual = planned(soup("a"), paper).sheets[0].strokes[:-12]
    base, *marks = [each for each in front.strokes if each not in usual]
    assert abs(base.x1 - base.x2) + abs(base.y1 - base.y2) == pytest.approx(50, abs=1e-9)
    along = [abs(mark.x1 - base.x1) + abs(mark.y1 - base.y1) for mark in marks]
    assert along == pytest.approx([0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50], abs=1e-9)
    long, short = (
        {
            round(sum(stroke_box(m).size.__getattribute__(n) for n in ("width", "height")), 6)
            for m in marks[i::2]
        }
        for i in (0, 1)
    )
    assert len(long) == len(short) == 1
    assert min(long) > max(short)


def test_words_keep_clear_of_discs_and_of_the_ruler():
    found = planned(pieces_of("discs", " ".join("abcdefghij"), circle(20), gap=3.0))
    for sheet in found.sheets:
        ruler = [stroke_box(stroke) for stroke in sheet.strokes[-12:]]
        heads = [caption_box(each) for each in sheet.captions if each.rotation]  # up the side of the sheet
        discs = [placement.clip for placement in sheet.placements]
        assert heads
        assert not [1 for head in heads for tick in ruler if head.grown(*[0.7] * 4).overlaps(tick)]
        words = [caption_box(each) for each in sheet.captions]
        assert not [1 for box in words for disc in discs if box.grown(*[0.3] * 4).overlaps(disc)]


def head(made, side="front", flip="long-edge", sheet=(2, 6)):
    context = SheetContext(made.game, made.component, made.deck, PAPERS["a4"])
    return headings(context, sheet[0], count=sheet[1], side=side, flip=flip)


@pytest.mark.parametrize(
    ("flip", "side", "says"),
    [
        ("long-edge", "front", "turn over on the long edge"),
        ("short-edge", "front", "turn over on the short edge"),
        ("gutterfold", "front and back", "fold on the dashed line"),
        ("none", "front", "single-sided"),
    ],
)
def test_the_head_says_game_component_sheet_side_and_what_to_do_with_the_paper(flip, side, says):
    shown = (f"Soup · Food · sheet 2 of 6 · {side}", f"print at 100 % · {says}")
    assert head(soup("leek"), flip=flip)[0] == shown


def test_small_print_names_the_author_as_long_as_anybody():
    game = replace(soup("leek").game, credits="A game by Ann D. Lee. Drawn by Bo.", licence="Free to copy.")
    assert [line.replace("\N{NO-BREAK SPACE}", " ") for line in small_print(game)] == [
        "A game by Ann D. Lee. Drawn by Bo. Unofficial · Free to copy. Version 1.2",
        "A game by Ann D. Lee. Drawn by Bo. Unofficial · version 1.2",
        "A game by Ann D. Lee. Unofficial · version 1.2",
        "A game by Ann D. Lee. Version 1.2",
        "A game by Ann D. Lee",
        "version 1.2",
    ]


def test_a_sentence_of_the_small_print_is_not_broken_between_two_margins():
    about = {
        "credits": "Game by Mark O'Connor, © 2018 Gangway Games LLC. Cards redrawn for this print-and-play edition.",
        "notice": "Unofficial reconstruction, for personal use.",
        "licence": "Drawings and data under the MIT License.",
    }
    (front, _) = planned(
        soup("a b c d e f g h i", **about), measure=lambda text, size: 0.159 * len(text) * size
    ).sheets
    *_, small = front.captions
    last_of = {caption.x: caption.text for caption in front.captions if caption.size == small.size}
    assert len(last_of) > 1
    assert all(text.endswith((".", "1.2")) for text in last_of.values())


def test_full_bleed_shows_where_there_is_room_beside_it():
    (front,) = planned(soup("a b c d e f g h i"), backs="none").sheets
    assert bounds(p.clip for p in front.placements) == Rect(5.5, 11.5, 199, 274)


@given(
    st.builds(Size, st.floats(25, 200), st.floats(25, 280)),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"]),
    st.floats(0, 20),
    st.sampled_from(["", "Ann", "Ann and Bob " * 5, "Ann and Bob " * 40]),
)
def test_furniture_stands_on_white_paper_that_printers_reach(size, paper, backs, bleed, credits_):
    made = soup("a*5 b/ c*3", size=size, bleed=bleed, credits=credits_)
    for sheet in planned(made, paper, backs).sheets:
        captions = [caption_box(caption) for caption in sheet.captions]
        strokes = [stroke_box(stroke) for stroke in sheet.strokes]
        page = Rect(0, 0, sheet.size.width, sheet.size.height)
        assert all(page.grown(*[-6.35] * 4).contains(box) for box in captions)
        reached = page.grown(*[-REACH] * 4)  # by most printers: short marks go so far
        assert all(
            reached.contains(box, slack=0.1) for box in strokes
        )  # a hairline at the edge has its width
        for placement in sheet.placements:
            assert page.contains(placement.clip, slack=1e-6), "bleed never leaves the page"
            assert not any(placement.trim.overlaps(box) for box in (*captions, *strokes))
            assert not any(placement.clip.overlaps(box) for box in captions)
        for number, box in enumerate(captions):
            assert not any(box.overlaps(other) for other in captions[:number])
            assert not any(box.overlaps(stroke) for stroke in strokes)
        assert all(caption.size >= 5 for caption in sheet.captions)


def on_a4(made: SimpleNamespace, margin: float, backs: str = "none"):
    paper = replace(PAPERS["a4"], unprintable=margin)
    return plan(SheetContext(made.game, made.component, made.deck, paper), backs=backs)


def test_what_has_no_room_is_measured_with_the_margin():
    (finding,) = on_a4(soup("a", size=Size(190, 280)), 12).diagnostics
    assert "of which a printer reaches 186 × 273 mm" in finding.message
    assert finding.hint == "print it with --paper legal, a3, tabloid, arch_b or sra3, or write a smaller size"


@given(st.floats(0, 20), st.sampled_from(["long-edge", "gutterfold"]))
def test_marks_and_words_keep_within_every_margin(margin, backs):
    for sheet in on_a4(soup("a*9 b*7"), margin, backs).sheets:
        drawn = [stroke_box(stroke) for stroke in sheet.strokes if not stroke.halo]
        within = bounds([*drawn, *map(caption_box, sheet.captions), *(p.trim for p in sheet.placements)])
        assert within.x >= margin - 1e-6
        assert within.y >= margin - 1e-6
        assert within.right <= sheet.size.width - margin + 1e-6
        assert within.bottom <= sheet.size.height - margin + 1e-6


def test_the_margin_is_the_one_asked_for_or_the_printers_or_the_usual_one():
    def margins(**options) -> set[float]:
        return {paper.unprintable for paper in BuildOptions(**options).papers}

    office = Printer("office", margin=4.2)
    assert margins() == margins(printer=Printer("old")) == {6.35}
    assert margins(printer=office) == {4.2}
    assert margins(printer=office, margin=0) == {0}
    assert {
        paper.unprintable for paper in replace(BuildOptions(printer=office), papers=(PAPERS["a3"],)).papers
    } == {4.2}


def is_bar(stroke):
    return stroke.width == BAR.width


def test_bars_stay_on_every_strip_in_the_waste_of_fronts_alone():
    """Whoever cuts one way first still sees on each strip, also the middle one, where each card ends."""
    front, back = sheets("leek*9", backs="long-edge")
    bars = [stroke for stroke in front.strokes if is_bar(stroke)]
    for card in front.placements:
        trim = card.trim
        ends = [(stroke.x1, stroke.y1) for stroke in bars if abs(stroke.x1 - stroke.x2) < 1e-6]
        near = [y for x, y in ends if trim.x < x < trim.right and -0.2 < min(y - trim.y, trim.bottom - y) < 0]
        assert sorted(near) == pytest.approx([trim.y - 0.1] * 2 + [trim.bottom + 0.1] * 2)
        assert not any(stroke_box(stroke).overlaps(trim) for stroke in front.strokes)
    assert (len(bars), len({(round(bar.x2, 3), round(bar.y2, 3)) for bar in bars})) == (72, 48)  # meet
    assert not any(map(is_bar, back.strokes)), "a printer that moves backs would leave specks on them"
    (one,) = sheets("leek", backs="none", size=Size(150, 200))
    assert not any(map(is_bar, one.strokes))

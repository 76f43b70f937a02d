import pytest
from maps import caption_box, pieces_of, planned, soup, stroke_box

from pnp.impose.furniture import FreeArea, estimated_width, furnish
from pnp.model.geometry import circle
from pnp.units import MM_PER_PT

HEADS = [(("Soup · sheet 1 of 2", "print at 100 %"), ("print at 100 %",))]


def row(length: float, depth: float, x: float = 0) -> FreeArea:
    return FreeArea(x, 0, length, depth, 0, cards_above=True)


def furnished(*areas: FreeArea, small=(), wording=0, ruled=True):
    return furnish(areas, HEADS, small, attempt=(wording, ruled), measure=estimated_width)


def texts(sheet) -> list[tuple[str, float, int]]:
    return [(c.text.replace("\N{NO-BREAK SPACE}", " "), c.size, c.rotation) for c in sheet.captions]


def ticks(sheet) -> list:
    """The ruler: the strokes after the crop marks."""
    marks = planned(soup("a"), sheet.paper).sheets[0]
    return [s for s in sheet.strokes if s not in marks.strokes[: len(marks.strokes) - 12]]


def test_a4_carries_its_words_below_the_cards():
    (front,) = planned(soup("leek"), backs="none").sheets
    assert texts(front) == [
        ("Soup · Food · sheet 1 of 1 · front", 6.5, 0),
        ("print at 100 % · single-sided", 6.5, 0),
        ("0", 6.5, 0),
        ("50 mm", 6.5, 0),
        ("drawn by Ann · unofficial · CC0 · version 1.2", 5.5, 0),
    ]
    assert all(caption.y > 285.5 for caption in front.captions)


def test_letter_carries_its_words_up_the_left_side():
    (front,) = planned(soup("leek"), "letter", "none").sheets
    assert texts(front) == [
        ("Soup · Food · sheet 1 of 1 · front", 5.75, 270),
        ("print at 100 % · single-sided", 5.75, 270),
        ("0", 5.75, 270),
        ("50 mm", 5.75, 270),
        ("drawn by Ann · unofficial · CC0 · version 1.2", 5.5, 270),
    ]
    assert all(6.35 < caption.x < 8.45 for caption in front.captions)


def test_long_credits_flow_on_along_the_right_side_of_letter():
    (front,) = planned(soup("leek", credits="drawn by Ann " * 12), "letter", "none").sheets
    assert {caption.rotation for caption in front.captions} == {90, 270}
    small = " ".join(caption.text for caption in front.captions if caption.size == 5.5)
    assert small.count("drawn by Ann") == 12


def test_endless_credits_give_way_to_the_rest():
    (front,) = planned(soup("leek", credits="drawn by Ann " * 200), "letter", "none").sheets
    assert texts(front)[-1] == ("unofficial · CC0 · version 1.2", 5.5, 270)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_ruler_is_fifty_millimetres_with_a_tick_every_five(paper):
    (front,) = planned(soup("leek"), paper, "none").sheets
    base, *marks = ticks(front)
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


def test_the_ruler_is_labelled_at_its_ends():
    (front,) = planned(soup("leek"), "a4", "none").sheets
    base = ticks(front)[0]
    zero, fifty = (next(c for c in front.captions if c.text == text) for text in ("0", "50 mm"))
    assert zero.x + estimated_width("0", zero.size) + 0.8 == pytest.approx(base.x1)
    assert fifty.x == pytest.approx(base.x2 + 0.8)


def test_front_and_back_carry_the_head_at_the_same_spot():
    front, back = planned(soup("leek")).sheets
    assert [(c.x, c.y, c.size) for c in front.captions] == [(c.x, c.y, c.size) for c in back.captions]
    assert back.captions[0].text == "Soup · Food · sheet 1 of 1 · back"


@pytest.mark.parametrize("letters", [9, 11])
def test_no_line_of_small_print_begins_or_ends_with_a_dot(letters):
    small = ("aaaa bbbb · cccc dddd · eeee ffff",)
    narrow = row(letters * 0.56 * 5.5 * MM_PER_PT + 0.1, 9, x=200)
    found = furnished(row(25, 5), row(62, 2.4, x=100), narrow, small=small)
    assert [caption.text for caption in found.captions[2:]] == ["aaaa bbbb", "cccc dddd", "eeee ffff"]


def test_small_print_does_not_flow_through_scraps_of_margin():
    small = ("ten chars " * 8,)
    found = furnished(
        row(45, 5), row(62, 2.4, x=100), row(20, 2, x=200), row(50, 2, x=300), row(60, 2, x=400), small=small
    )
    assert {caption.x for caption in found.captions[2:]} == {300, 400}


def test_scraps_of_margin_are_better_than_no_credits():
    small = ("ten chars ten chars ten chars ten chars", "short")
    found = furnished(row(45, 5), row(62, 2.4, x=100), row(22, 2, x=200), row(22, 2, x=300), small=small)
    assert " ".join(caption.text for caption in found.captions[2:]) == small[0]


def test_the_head_is_as_large_as_the_longest_of_all_pages_allows():
    short, long = (("sheet 1", "print"),), (("sheet 1 and many more", "print"),)
    areas = [row(21 * 0.56 * 6 * MM_PER_PT + 0.1, 9)]
    found = furnish(areas, [short, long], (), attempt=(0, False), measure=estimated_width)
    assert found.head_places[0].size == 6.0


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

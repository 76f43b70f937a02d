import pytest
from maps import caption_box, pieces_of, planned, soup, stroke_box

from pnp.model.geometry import circle


def texts(sheet) -> list[tuple[str, float, int]]:
    return [(c.text.replace("\N{NO-BREAK SPACE}", " "), c.size, c.rotation) for c in sheet.captions]


def ticks(sheet) -> list:
    marks = planned(soup("a"), sheet.paper).sheets[0]
    return [s for s in sheet.strokes if s not in marks.strokes[: len(marks.strokes) - 12]]


def test_a4_carries_its_words_below_the_cards():
    (front,) = planned(soup("leek"), backs="none").sheets
    assert texts(front) == [
        ("Soup · Food · sheet 1 of 1 · front", 6.25, 0),
        ("print at 100 % · single-sided", 6.25, 0),
        ("0", 6.25, 0),
        ("50 mm", 6.25, 0),
        ("drawn by Ann · unofficial · CC0 · version 1.2", 5.5, 0),
    ]
    assert all(caption.y > 285.5 for caption in front.captions)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_words_keep_off_the_bleed(paper):
    sheets = planned(soup("a b c d e f g h i"), paper).sheets
    for sheet in sheets:
        boxes = [caption_box(caption).grown(*[0.29] * 4) for caption in sheet.captions]
        assert boxes
        assert not any(box.overlaps(placed.clip) for box in boxes for placed in sheet.placements)


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

from hypothesis import given
from hypothesis import strategies as st
from maps import bounds, caption_box, planned, soup, stroke_box

from pnp.impose.marks import REACH
from pnp.model.geometry import Rect, Size
from pnp.model.papers import PAPERS


def test_full_bleed_shows_where_there_is_room_beside_it():
    (front,) = planned(soup("a b c d e f g h i"), backs="none").sheets
    assert bounds(p.clip for p in front.placements) == Rect(5.5, 11.5, 199, 274)


def test_bleed_never_leaves_the_page():
    (front,) = planned(soup("a", size=Size(190, 280), bleed=20), backs="none").sheets
    assert Rect(0, 0, 210, 297).contains(front.placements[0].clip)


@given(
    st.builds(Size, st.floats(25, 200), st.floats(25, 280)),
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from(["long-edge", "short-edge", "gutterfold", "none"]),
    st.floats(0, 8),
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
            assert not any(placement.trim.overlaps(box) for box in (*captions, *strokes))
            assert not any(placement.clip.overlaps(box) for box in captions)
        for number, box in enumerate(captions):
            assert not any(box.overlaps(other) for other in captions[:number])
            assert not any(box.overlaps(stroke) for stroke in strokes)
        assert all(caption.size >= 5 for caption in sheet.captions)

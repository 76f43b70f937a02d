"""The two sides of a sheet; two sheets have one digest when they are equal, and only then."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Contour, Stroke
from pnp.model.sheet import Caption, Placement, Sheet, behind, digest_of_sheets, turning_axis

UPRIGHT, ON_ITS_SIDE, SQUARE = Size(210, 297), Size(297, 210), Size(200, 200)
axes = st.sampled_from(["vertical", "horizontal"])
spans = st.floats(0, 400)


@pytest.mark.parametrize(
    ("page", "flip", "axis"),
    [
        (UPRIGHT, "long-edge", "vertical"),  # like the page of a book
        (UPRIGHT, "short-edge", "horizontal"),  # like the sheet of a pad
        (ON_ITS_SIDE, "long-edge", "horizontal"),
        (ON_ITS_SIDE, "short-edge", "vertical"),
        (SQUARE, "long-edge", "vertical"),
    ],
)
def test_the_paper_turns_about_the_edge_that_is_named(page, flip, axis):
    assert turning_axis(page, flip) == axis


@given(st.builds(Rect, spans, spans, spans, spans), st.builds(Size, spans, spans), axes)
def test_behind_what_lies_behind_is_the_place_itself(place, page, axis):
    twice = behind(behind(place, page, axis), page, axis)
    assert (twice.x, twice.y) == pytest.approx((place.x, place.y), abs=1e-9)
    assert twice.size == place.size


# Two sheets have one digest when they are equal, and only then.

BOX = Rect(1, 2, 3, 4)
PLACED = Placement("apple", 1, "face", BOX, BOX)
SHEET = Sheet(
    "food",
    "a4",
    Size(210, 297),
    "front",
    "none",
    1,
    1,
    1,
    (PLACED,),
    (Stroke(1, 2, 3, 4),),
    (Caption("x", 1, 2, 6),),
)


@pytest.mark.parametrize(
    "changed",
    [
        {"component": "drinks"},
        {"number": 2},
        {"captions": (Caption("y", 1, 2, 6),)},
        {"strokes": (Stroke(1, 2, 3, 5),)},
        {"contours": (Contour(BOX),)},
        *(
            {"placements": (replace(PLACED, **change),)}
            for change in (
                {"piece": "pear"},
                {"copy": 2},
                {"face": "other"},
                {"trim": Rect(1, 2, 3, 5)},
                {"clip": Rect(1, 2, 3, 5)},
                {"rotation": 90},
                {"edge": ((1, 2), (3, 4))},
            )
        ),
    ],
    ids=str,
)
def test_any_change_gives_another_digest(changed):
    assert digest_of_sheets([replace(SHEET, **changed)]) != digest_of_sheets([SHEET])

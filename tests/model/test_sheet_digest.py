"""Two sheets have one digest when they are equal, and only then."""

from dataclasses import replace

import pytest

from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Contour, Stroke
from pnp.model.sheet import Caption, Placement, Sheet, digest_of_sheets

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


def test_equal_sheets_have_the_same_digest():
    again = replace(
        SHEET, strokes=(Stroke(1, 2, 3, 4),), placements=(replace(PLACED, trim=Rect(1, 2, 3, 4)),)
    )
    assert digest_of_sheets([again, SHEET]) == digest_of_sheets([SHEET, again])


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

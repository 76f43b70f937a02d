"""The two sides of a sheet; two sheets have one digest when they are equal, and only then."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.model.calibration import Calibration, Readings, fit_calibration, page_scales
from pnp.model.diagnostics import PnpError, UnknownName
from pnp.model.geometry import Rect, Size
from pnp.model.line_styles import Contour, Stroke
from pnp.model.papers import find_paper
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


@pytest.mark.parametrize("name", ["arch_b", "Arch B", "ARCH-B", "archb"])
def test_a_paper_is_found_however_its_name_is_written(name):
    assert find_paper(name).name == "arch_b"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("leter", "did you mean letter"),
        ("4x6", "did you mean 4x6in?"),
        ("200 x 300", "did you mean 200x300mm?"),
        ("55x55", "did you mean 55x55in or 55x55mm?"),
        *(
            (size, "write sides from 50 mm to 1500 mm, such as 200x300mm")
            for size in ("0x0mm", "20x300mm", "200x2000mm", "9999x9999in")
        ),
    ],
)
def test_a_paper_that_is_none_is_refused_with_the_near_ones_or_the_limits(name, hint):
    with pytest.raises(UnknownName, match=f'no paper (is called|has the size) "{name}"') as error:
        find_paper(name)
    assert error.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("written", "name", "size"),
    [
        ("200x300mm", "200x300mm", (200, 300)),
        ("300 x 200 MM", "200x300mm", (200, 300)),
        ("4x6in", "4x6in", (101.6, 152.4)),
        ("8.5x13in", "8.5x13in", (215.9, 330.2)),
    ],
)
def test_a_paper_of_any_size_is_named_by_its_sides_upright(written, name, size):
    found = find_paper(written)
    assert (found.name, found.size) == (name, Size(*size))
    assert find_paper(found.name) == found


SCALES = page_scales(Size(210, 297))


def readings(printer: Calibration, *, rulers: bool = True) -> Readings:
    """What somebody reads off the page of a printer that does this, angles as small as they are."""
    turn = math.radians(printer.turn)
    more_x, more_y = (printer.back[each] - printer.front[each] for each in (0, 1))
    corners = []
    for right, down in ((-1, -1), (1, -1), (-1, 1), (1, 1)):
        (x, y), (z, w) = SCALES.across, SCALES.down
        corners.append(
            (
                printer.right - turn * down * y + more_x * right * x,
                printer.down + turn * right * z + more_y * down * w,
            )
        )
    long = (SCALES.rulers.width, SCALES.rulers.height)
    front, back = (
        (side[0] * long[0], side[1] * long[1]) if rulers else None for side in (printer.front, printer.back)
    )
    return Readings(tuple(corners), front, back)


@pytest.mark.parametrize(
    "printer",
    [
        Calibration(),
        Calibration(right=0.6, down=-0.3),
        Calibration(turn=0.25),
        Calibration(front=(0.996, 1.002), back=(0.9945, 1.0035), right=-1.2, down=0.85, turn=-0.4),
    ],
    ids=["sound", "shifted", "turned", "everything"],
)
def test_exact_readings_give_the_very_printer(printer):
    assert fit_calibration(readings(printer), SCALES) == printer


def test_readings_that_contradict_each_other_are_shared_out():
    corners = ((0.5, 0.1), (0.7, 0.1), (0.5, -0.1), (0.7, -0.1))
    found = fit_calibration(Readings(corners, (180, 230), (180, 230)), SCALES)
    assert (found.right, found.down) == (0.6, 0)
    assert 1 < found.back[0] < 1.001
    assert found.back[0] + found.front[0] == pytest.approx(2)


@pytest.mark.parametrize(
    ("read", "said"),
    [
        (Readings(((0, 0), (0, 11), (0, 0), (0, 0))), "right-top: 0,11 is not a reading"),
        (Readings(((0, 0), (0, 0), (0, 0), (math.nan, 0))), "right-bottom: nan,0 is not a reading"),
        (Readings(((9, 0), (0.8, 0), (0.9, 0), (0.7, 0))), "left-top: 9 mm across does not .* about 1.0"),
        (Readings(((0, 0.2), (0, 0), (0, -4), (0, 0.1))), "left-bottom: -4 mm down does not .* about 0.3"),
        (Readings(((0, 0),) * 4, front=(170, 230)), "a ruler of 170 mm should have about 180 mm"),
        (Readings(((0, 0),) * 4, back=(180, math.nan)), "should have about 230 mm"),
    ],
)
def test_what_no_printer_does_is_refused(read, said):
    with pytest.raises(PnpError, match=said):
        fit_calibration(read, SCALES)

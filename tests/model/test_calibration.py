"""What a printer does is found in what was read, exactly where the readings are exact."""

import math

import pytest

from pnp.model.calibration import Calibration, Readings, fit_calibration, page_scales
from pnp.model.errors import PnpError
from pnp.model.geometry import Size

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

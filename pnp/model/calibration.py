"""How a printer shifts, rotates and stretches the two sides of a sheet: read from a calibration page, and corrected.

Lengths are in mm, x to the right and y down from the middle of an upright page, angles in degrees clockwise; all is seen
from the front, as somebody sees it who holds the sheet against a light.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from pnp.model.diagnostics import PnpError
from pnp.model.geometry import Point, Size
from pnp.model.sheet import PRINTER_TYPES, TURNED, Matrix, PrinterType, Sheet, turning_axis

CORNERS = ("left-top", "right-top", "left-bottom", "right-bottom")  # The corners in the order of reading.
_SIGNS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
MOST_MM = 10.0  # Off in a corner; more was printed on other paper, or turned over the other edge.
MOST_UNEVEN_MM = 1.5  # How far four corners may miss being one sheet: each is read to 0.2 mm.
MOST_STRETCH = 0.03  # A sheet that is 3 % too small was printed with "fit to page".
Sideways = Literal["left", "right"]
Factors = tuple[float, float]  # Printed length by length in the file, across and down.


@dataclass(frozen=True, slots=True)
class Calibration:
    """What a printer does: both sides come out longer by these factors; the back is then turned and moved.

    A point (x, y) of the front is printed at (front[0] x, front[1] y). One of the back is stretched likewise, turned about the
    middle of the page by `turn` degrees, and moved by `right` and `down` mm.
    """

    front: Factors = (1.0, 1.0)
    back: Factors = (1.0, 1.0)
    right: float = 0.0
    down: float = 0.0
    turn: float = 0.0

    def __str__(self) -> str:
        """Return it in words: "back 0.6 mm right, 0.2 mm up, turned 0.05 degrees; front 99.5 x 100 %, back 100 x 100 %"."""
        across, down = "right" if self.right >= 0 else "left", "down" if self.down >= 0 else "up"
        where = f"back {abs(self.right):g} mm {across}, {abs(self.down):g} mm {down}, turned {self.turn:g} degrees"
        front, back = (f"{100 * scale[0]:.5g} x {100 * scale[1]:.5g} %" for scale in (self.front, self.back))
        return f"{where}; front {front}, back {back}"


@dataclass(frozen=True, slots=True)
class Printer:
    """A printer by the name its owner gave it.

    `margin` is what it leaves white at the edges, in mm. `sideways` is where the top of an upright page lies on a page that is
    printed on its side, when one looks at its front; `type` is how it prints two sides. They are None when unknown.
    """

    name: str
    calibration: Calibration = Calibration()
    margin: float | None = None
    sideways: Sideways | None = None
    type: PrinterType | None = None

    def __str__(self) -> str:
        """Return it in words: "office: back 0.6 mm right, ...; margin 4.2 mm; sideways left"."""
        margin = "" if self.margin is None else f"; margin {self.margin:g} mm"
        sideways = "" if self.sideways is None else f"; sideways {self.sideways}"
        kind = "" if self.type is None else f"; {PRINTER_TYPES[self.type]}"
        return f"{self.name}: {self.calibration}{margin}{sideways}{kind}"


@dataclass(frozen=True, slots=True)
class PageScales:
    """Where on a calibration page the scales of the corners have their zero, and how long its rulers are.

    `across` is where the scales that read to the right have it in the corner at the bottom right, `down` those that read down;
    they lie alike in the other corners.
    """

    across: Point
    down: Point
    rulers: Size


@dataclass(frozen=True, slots=True)
class Readings:
    """What was read: in each corner, in the order of CORNERS, how far the back lies to the right and down.

    `front` and `back` are the rulers as they were measured, across and down; None for a side that was not.
    """

    corners: tuple[Point, Point, Point, Point]
    front: tuple[float, float] | None = None
    back: tuple[float, float] | None = None


ACROSS_MM = Size(34, 20)  # from the corner of the paper to the zero of a scale that reads to the right
DOWN_MM = Size(20, 58)
SMALLEST = Size(120, 170)  # The smallest page with room for the scales of four corners.


def page_scales(page: Size) -> PageScales:
    """Return where the scales lie on a page; raises PnpError for one without room for them.

    >>> page_scales(Size(210, 297))
    PageScales(across=(71.0, 128.5), down=(85.0, 90.5), rulers=Size(width=180, height=230))
    """
    if page.width < SMALLEST.width or page.height < SMALLEST.height:
        least = f"{SMALLEST.width:g} x {SMALLEST.height:g} mm"
        raise PnpError("the paper has no room for the scales", f"take one of at least {least}, such as a5")
    x, y = page.width / 2, page.height / 2
    rulers = Size((page.width - 30) // 10 * 10, (page.height - 64) // 10 * 10)
    return PageScales(
        (x - ACROSS_MM.width, y - ACROSS_MM.height), (x - DOWN_MM.width, y - DOWN_MM.height), rulers
    )


def fit_calibration(read: Readings, scales: PageScales) -> Calibration:
    """Return the calibration that leaves the smallest squares, in mm², between the readings and what it explains.

    A side whose rulers were not measured follows from the other and the corners; where neither was, the front counts as true.
    Raises PnpError for readings that no sound printer gives.

    >>> scales = page_scales(Size(210, 297))
    >>> fit_calibration(Readings(((0.6, -0.2),) * 4, front=(179.1, 230)), scales)
    Calibration(front=(0.995, 1.0), back=(0.995, 1.0), right=0.6, down=-0.2, turn=0.0)
    """
    _refuse_wild(read, scales)
    (ax, ay), (bx, by) = scales.across, scales.down
    across, down = ([corner[which] for corner in read.corners] for which in (0, 1))
    # The scales lie alike about the middle, so each unknown can be solved for by itself.
    lever = 4 * (ay * ay + bx * bx)
    turned = sum(_along(down, 0)) * bx - sum(_along(across, 1)) * ay
    fronts, backs = [], []
    for which, (readings, arm, ruler) in enumerate(
        ((across, ax, scales.rulers.width), (down, by, scales.rulers.height))
    ):
        more = sum(_along(readings, which)) / (4 * arm)
        front = None if read.front is None else read.front[which] / ruler
        back = None if read.back is None else read.back[which] / ruler
        one, other = _stretches(front, back, more, weight=4 * arm * arm, ruler=ruler)
        fronts.append(round(one, 6))
        backs.append(round(other, 6))
    return Calibration(
        (fronts[0], fronts[1]),
        (backs[0], backs[1]),
        right=round(math.fsum(across) / len(across), 4) + 0.0,
        down=round(math.fsum(down) / len(down), 4) + 0.0,
        turn=round(math.degrees(turned / lever), 5) + 0.0,
    )


def _along(readings: Sequence[float], which: int) -> list[float]:
    return [reading * signs[which] for reading, signs in zip(readings, _SIGNS, strict=True)]


def _stretches(
    front: float | None, back: float | None, more: float, *, weight: float, ruler: float
) -> Factors:
    """Return the factors of front and back from what rulers say, and by how much the corners say the back has more.

    `weight` is the sum of the squared distances of the corners from the middle, in mm².
    """
    if back is None:
        return (front or 1.0), (front or 1.0) + more
    if front is None:
        return back - more, back
    share = weight / (2 * weight + ruler * ruler) * (more - (back - front))
    return front - share, back + share


def _refuse_wild(read: Readings, scales: PageScales) -> None:
    for name, corner in zip(CORNERS, read.corners, strict=True):
        if not all(math.isfinite(number) and abs(number) <= MOST_MM for number in corner):
            raise PnpError(
                f"{name}: {corner[0]:g},{corner[1]:g} is not a reading of a scale, which ends at {MOST_MM:g} mm",
                "was the sheet turned over the right edge, and is it the right way up?",
            )
    for which, way in enumerate(("across", "down")):
        readings = [corner[which] for corner in read.corners]
        # However a sheet is moved, turned and stretched, opposite sides of it stay parallel.
        if abs(readings[0] - readings[1] - readings[2] + readings[3]) > MOST_UNEVEN_MM:
            middle = sum(sorted(readings)[1:3]) / 2
            odd = max(range(4), key=lambda corner: abs(readings[corner] - middle))
            due = sum(readings) - readings[odd] - 2 * readings[3 - odd]
            raise PnpError(
                f"{CORNERS[odd]}: {readings[odd]:g} mm {way} does not match the other corners, which suggest about {due:.1f}",
                "read that corner again",
            )
    rulers = (scales.rulers.width, scales.rulers.height)
    for side, lengths in (("front", read.front), ("back", read.back)):
        for length, ruler in zip(lengths or (), rulers, strict=False):
            if not abs(length / ruler - 1) <= MOST_STRETCH:
                raise PnpError(
                    f"{side}: a ruler of {length:g} mm should have about {ruler:g} mm",
                    'print the page at "actual size" or 100 %, and measure from line to line',
                )


# Undoing what the printer does: what a page shows is moved so that it is printed where it should be.


def corrected(sheets: Sequence[Sheet], printer: Printer) -> tuple[Sheet, ...]:
    """Return the sheets for this printer."""
    return tuple(replace(sheet, correction=correction(printer, sheet)) for sheet in sheets)


def correction(printer: Printer, sheet: Sheet) -> Matrix | None:
    """Return where to put what a page shows, so that it comes out right; None for where it is.

    Unless it is known how the printer turns a page on its side, the offset of such a page is left alone.
    """
    calibration, upright = printer.calibration, sheet.size.is_upright
    # Across and down as the page shows them.
    front, back = (each if upright else each[::-1] for each in (calibration.front, calibration.back))
    if sheet.side == "front" or sheet.flip not in TURNED:
        width, height = front
        linear, moved = (1 / width, 0.0, 0.0, 1 / height), (0.0, 0.0)
    else:
        right, down = calibration.right, calibration.down
        ways = {"top": (right, down), "right": (-down, right), "left": (down, -right)}
        offset = ways.get("top" if upright else printer.sideways or "", (0.0, 0.0))
        axis = turning_axis(sheet.size, sheet.flip)
        cosine, sine = math.cos(math.radians(calibration.turn)), math.sin(math.radians(calibration.turn))
        width, height = back
        a, b, c, d = cosine / width, -sine / height, sine / width, cosine / height
        x, y = -(a * offset[0] + c * offset[1]), -(b * offset[0] + d * offset[1])
        # This undoes the printer: moved back, turned back, shrunk. The back is the mirror of what is seen from the front.
        moved = (-x, y) if axis == "vertical" else (x, -y)
        linear, moved = (a, 0.0 - b, 0.0 - c, d), (moved[0] + 0.0, moved[1] + 0.0)
    if linear == (1, 0, 0, 1) and moved == (0, 0):
        return None
    a, b, c, d = linear
    x, y = sheet.size.width / 2, sheet.size.height / 2
    return (a, b, c, d, x - a * x - c * y + moved[0], y - b * x - d * y + moved[1])

"""From mm, y downwards, to PDF points, y upwards: boxes, matrices and how their numbers are printed."""

from collections.abc import Iterable

from pnp.model.geometry import Rect, Size
from pnp.model.length import MM_PER_PT
from pnp.model.sheet import Placement

_TURNS = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}  # cosine, sine


def number(value: float) -> str:
    """Return a number as PDF and manifest print it: at most four decimals (0.04 micrometre in points), no -0.

    >>> number(595.27559), number(-0.00001), number(12.0)
    ('595.2756', '0', '12')
    """
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def numbers(values: Iterable[float]) -> str:
    """Return several numbers with spaces between."""
    return " ".join(number(value) for value in values)


def box(rect: Rect, sheet: Size) -> tuple[float, float, float, float]:
    """Return (left, bottom, right, top) in points of a rectangle on a sheet.

    >>> numbers(box(Rect(0, 0, 210, 297), Size(210, 297)))
    '0 0 595.2756 841.8898'
    """
    return (
        rect.x / MM_PER_PT,
        (sheet.height - rect.bottom) / MM_PER_PT,
        rect.right / MM_PER_PT,
        (sheet.height - rect.y) / MM_PER_PT,
    )


def point(x: float, y: float, sheet: Size) -> tuple[float, float]:
    """Return a point of a sheet in points.

    >>> numbers(point(0, 0, Size(210, 297)))
    '0 841.8898'
    """
    return (x / MM_PER_PT, (sheet.height - y) / MM_PER_PT)


def matrix(placement: Placement, face: Size, sheet: Size) -> tuple[float, float, float, float, float, float]:
    """Return the PDF matrix that lays a face page of size `face` (bleed included) where `placement` says.

    The face turns clockwise about its centre, which comes to lie on the centre of the trim.
    """
    cosine, sine = _TURNS[placement.rotation]
    trim = placement.trim
    x, y = trim.x + trim.width / 2, sheet.height - trim.y - trim.height / 2
    dx, dy = face.width / 2, face.height / 2
    left, bottom = x - cosine * dx - sine * dy, y + sine * dx - cosine * dy
    return (cosine, -sine, sine, cosine, left / MM_PER_PT, bottom / MM_PER_PT)


def common(one: Rect, other: Rect) -> Rect:
    """Return what two rectangles that meet have in common.

    >>> common(Rect(-100, 0, 400, 300), Rect(10, 10, 190, 270))
    Rect(x=10, y=10, width=190, height=270)
    """
    x, y = max(one.x, other.x), max(one.y, other.y)
    return Rect(x, y, min(one.right, other.right) - x, min(one.bottom, other.bottom) - y)


def around(rects: Iterable[Rect], sheet: Size) -> Rect:
    """Return the smallest rectangle on the sheet that holds all of `rects`; the whole sheet when there are none."""
    found = tuple(rects)
    if not found:
        return Rect(0, 0, sheet.width, sheet.height)
    left, top = max(0, min(rect.x for rect in found)), max(0, min(rect.y for rect in found))
    right = min(sheet.width, max(rect.right for rect in found))
    bottom = min(sheet.height, max(rect.bottom for rect in found))
    return Rect(left, top, right - left, bottom - top)

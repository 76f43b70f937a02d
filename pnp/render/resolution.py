"""How fine a picture of pixels is in the box that shows it, and how well its shape fits; lengths in mm."""

from pnp.model.geometry import Size

FINE = 300
"""Dots per inch from which on nobody sees them at arm's length; what print shops ask for."""

COARSE = 150
"""Dots per inch below which a printed picture looks soft to everybody."""

NOTICED = 0.1
"""The share of a box left empty, or of a picture cut off, from which on it looks like a mistake."""

_MM_PER_INCH = 25.4


def dpi(pixels: Size, box: Size, fit: str) -> float:
    """Return how many pixels an inch of print gets; `fit` is "contain" or "cover". A box of no size has no dots.

    >>> round(dpi(Size(600, 400), Size(70, 46), "cover"))
    218
    """
    if min(box.width, box.height, pixels.width, pixels.height) <= 0:
        return float("inf")
    across, down = box.width / pixels.width, box.height / pixels.height
    return _MM_PER_INCH / (max(across, down) if fit == "cover" else min(across, down))


def is_finer(found: float, wanted: int) -> bool:
    """Say whether a resolution is as asked for, in whole dots: 299.8 dpi is what 827 px come to in 70 mm.

    >>> is_finer(299.8, 300), is_finer(299.2, 300)
    (True, False)
    """
    return round(min(found, 1e9)) >= wanted


def pixels_for(box: Size, resolution: int) -> tuple[int, int]:
    """Return the pixels that fill a box.

    >>> pixels_for(Size(70, 46), 300)
    (827, 543)
    """
    width, height = (max(1, round(side / _MM_PER_INCH * resolution)) for side in (box.width, box.height))
    return width, height


def lost(picture: Size, box: Size) -> float:
    """Return what a shape unlike its box costs: the share of the box left empty, or of the picture cut off.

    >>> round(lost(Size(100, 100), Size(60, 50)), 3), lost(Size(12, 10), Size(60, 50))
    (0.167, 0.0)
    """
    if min(box.width, box.height, picture.width, picture.height) <= 0:
        return 0.0
    ratio = (picture.width / picture.height) / (box.width / box.height)
    return 1 - min(ratio, 1 / ratio)


def in_words(pixels: Size, box: Size, fit: str) -> str:
    """Return the reckoning as people read it.

    >>> in_words(Size(600, 400), Size(70, 46), "cover")
    '600 x 400 px is 218 dpi in 70 x 46 mm'
    """
    return f"{pixels.width:g} x {pixels.height:g} px is {dpi(pixels, box, fit):.0f} dpi in {shown(box)}"


def advice(box: Size) -> str:
    """Return how many pixels to deliver.

    >>> advice(Size(70, 46))
    '827 x 543 px or more'
    """
    width, height = pixels_for(box, FINE)
    return f"{width} x {height} px or more"


def shown(box: Size) -> str:
    """Return a size as it is written everywhere.

    >>> shown(Size(70, 46.04))
    '70 x 46 mm'
    """
    return f"{round(box.width, 1):g} x {round(box.height, 1):g} mm"

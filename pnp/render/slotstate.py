"""What there is to say about the picture in an art slot: whose it is, and whether it is good enough for print."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pnp.model.geometry import Size
from pnp.render.art import KINDS, Gallery
from pnp.render.resolution import FINE, NOTICED, advice, dpi, in_words, is_finer, lost, shown
from pnp.render.slots import Showing, Slot
from pnp.render.unsafe import UnsafeDrawing

REPLACED = "replaced"
"""The folder inside art/ that holds the pictures which others have taken the place of."""

_UNREAD = (".gif", ".bmp", ".tif", ".tiff", ".heic", ".avif", ".eps")

Status = Literal["drawn", "supplied", "too small", "wrong shape", "placeholder", "unusable"]


@dataclass(frozen=True, slots=True)
class State:
    """`status` in two words, `remarks` in sentences; `dpi` of pixels where they are thinnest; `size` of the picture."""

    status: Status
    remarks: tuple[str, ...] = ()
    dpi: float | None = None
    size: Size | None = None


def state_of(slot: Slot, gallery: Gallery, art: Path) -> State:
    """Return what the file in a slot is worth; `art` is the folder of the user's own pictures."""
    if slot.path is None:
        return State("placeholder", (f"deliver {advice(slot.largest.size)}, or an SVG",))
    try:
        drawing = gallery.read(slot.path)
    except UnsafeDrawing as error:
        return State("unusable", (f"{error}; {error.hint}",))
    size = drawing.view.size
    sharpness: float | None = None
    remarks: tuple[str, ...] = ()
    if drawing.pixels:
        coarsest = thinnest(size, slot)
        sharpness = dpi(size, coarsest.size, coarsest.fit)
        remarks = tuple(filter(None, (coarseness_of(size, coarsest),)))
    if not slot.path.is_relative_to(art):
        return State("drawn", (), sharpness, size)
    status: Status = "too small" if remarks else "supplied"
    misfit = misfit_of(size, slot.home)
    if misfit:
        remarks = (*remarks, misfit)
        status = "wrong shape" if status == "supplied" else status
    return State(status, remarks, sharpness, size)


def thinnest(pixels: Size, slot: Slot) -> Showing:
    """Return the showing in which a picture of pixels has the fewest dots to the inch."""
    return min(slot.showings, key=lambda each: dpi(pixels, each.size, each.fit))


def coarseness_of(pixels: Size, showing: Showing) -> str:
    """Return the reckoning for a picture below 300 dpi, "" for a finer one.

    >>> corners = ((0, 0), (70, 0), (70, 46), (0, 46))
    >>> coarseness_of(Size(600, 400), Showing("food", "pea", "front", "", corners, Size(70, 46), "cover"))
    '600 x 400 px is 218 dpi in 70 x 46 mm; it needs 827 x 543 px or more'
    """
    if is_finer(dpi(pixels, showing.size, showing.fit), FINE):
        return ""
    return f"{in_words(pixels, showing.size, showing.fit)}; it needs {advice(showing.size)}"


def misfit_of(picture: Size, showing: Showing) -> str:
    """Return what an ill-matched shape costs, "" when nobody would notice.

    >>> corners = ((0, 0), (60, 0), (60, 50), (0, 50))
    >>> misfit_of(Size(100, 100), Showing("food", "pea", "front", "", corners, Size(60, 50), "contain"))
    'its shape leaves 17 % of the box of 60 x 50 mm empty'
    """
    share = lost(picture, showing.size)
    if share <= NOTICED:
        return ""
    if showing.fit == "cover":
        said = f"its shape is not that of the box of {shown(showing.size)}: {share:.0%} of it is cut off"
        return said.replace("%", " %")
    return f"its shape leaves {share:.0%} of the box of {shown(showing.size)} empty".replace("%", " %")


def unused_files(art: Path, slots: Iterable[Slot]) -> tuple[Path, ...]:
    """Return the pictures below the user's art folder that fill no slot; those laid aside are not among them."""
    if not art.resolve().is_relative_to(art.parent.resolve()):
        return ()  # a link that leads out: what lies there is none of our business
    shown = {slot.path for slot in slots}
    pictures = (path for path in sorted(art.rglob("*")) if path.suffix.lower() in (*KINDS, *_UNREAD))
    return tuple(
        path
        for path in pictures
        if path not in shown and path.is_file() and not _is_aside(path.relative_to(art))
    )


def _is_aside(path: Path) -> bool:
    return path.parts[0] == REPLACED or any(part.startswith(".") for part in path.parts)

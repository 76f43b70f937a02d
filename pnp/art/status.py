"""The art slots of a game and what is in them: the source of each picture, and whether it is good enough for print."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pnp.art.slots import GameArt, Slot, SlotUse, uses_in_words
from pnp.files import is_within, walk
from pnp.load.art_files import REPLACED, UNREAD
from pnp.load.pieces import PICTURES
from pnp.model.geometry import Size
from pnp.svg import images
from pnp.svg.images import UnsafeDrawing
from pnp.text import counted

Status = Literal["drawn", "supplied", "too small", "wrong shape", "placeholder", "unusable"]

HEAD = ("slot", "mm", "px at 300 dpi", "at 600 dpi", "picture", "shown on")


@dataclass(frozen=True, slots=True)
class SlotStatus:
    """The status in two words, remarks in sentences, and the dots to the inch of pixels where they are fewest."""

    status: Status
    remarks: tuple[str, ...] = ()
    dpi: float | None = None


def status_of(art: GameArt, slot: Slot) -> SlotStatus:
    """Return what the file in a slot is worth."""
    if slot.path is None and slot.drawn:
        return SlotStatus("drawn")
    if slot.path is None:
        return SlotStatus("placeholder", (f"deliver {images.advice(slot.largest.size)}, or an SVG",))
    try:
        drawing = art.context.gallery.read(slot.path)
    except UnsafeDrawing as error:
        return SlotStatus("unusable", tuple(f"{each}; {each.hint}" for each in error.every))
    size = drawing.view.size
    raster = drawing.raster
    use = coarsest(raster, slot) if raster else slot.main
    resolution = dpi_of(raster, use) if raster else None
    if not slot.path.is_relative_to(art.folder):
        return SlotStatus("drawn", (), resolution)
    coarse = coarse_remark(raster, use) if raster else ""
    misfit = shape_remark(size, slot.main)
    status: Status = "too small" if coarse else "wrong shape" if misfit else "supplied"
    return SlotStatus(status, tuple(filter(None, (coarse, misfit, *map(str, drawing.changes)))), resolution)


def coarsest(pixels: Size, slot: Slot) -> SlotUse:
    """Return the use in which a picture of pixels has the fewest dots to the inch."""
    return min(slot.uses, key=lambda us: dpi_of(pixels, us))


def dpi_of(pixels: Size, use: SlotUse) -> float:
    """Return how many dots to the inch a picture of pixels has where it is seen."""
    return images.dpi(pixels, use.size, use.fit, use.placement)


def coarse_remark(pixels: Size, use: SlotUse) -> str:
    """Return the reckoning for a picture below 300 dpi, "" for a finer one.

    >>> corners = ((0, 0), (70, 0), (70, 46), (0, 46))
    >>> coarse_remark(Size(600, 400), SlotUse("food", "pea", "front", "", corners, Size(70, 46), "cover"))
    '600 x 400 px is 218 dpi in 70 x 46 mm; it needs 827 x 543 px or more'
    """
    if images.is_finer(dpi_of(pixels, use), images.FINE):
        return ""
    whole = Size(round(pixels.width), round(pixels.height))
    how = use.size, use.fit, use.placement
    return f"{images.in_words(whole, *how)}; it needs {images.needed(whole, *how)}"


def shape_remark(picture: Size, use: SlotUse) -> str:
    """Return what an ill-matched shape costs, "" when nobody would notice.

    >>> corners = ((0, 0), (60, 0), (60, 50), (0, 50))
    >>> shape_remark(Size(100, 100), SlotUse("food", "pea", "front", "", corners, Size(60, 50), "contain"))
    'its shape leaves 17 % of the box of 60 x 50 mm empty'
    """
    if use.placement.moves:  # what is cut off was chosen
        share = use.placement.empty_share(picture, use.size, use.fit)
        empty = f"placed so, it leaves {share * 100:.0f} % of the box of {images.shown(use.size)} empty"
        return empty if share > images.NOTICED else ""
    share = images.lost(picture, use.size)
    if share <= images.NOTICED:
        return ""
    percent = f"{share * 100:.0f} %"
    if use.fit == "cover":
        return f"its shape is not that of the box of {images.shown(use.size)}: {percent} of it is cut off"
    return f"its shape leaves {percent} of the box of {images.shown(use.size)} empty"


def unused_files(art: GameArt) -> tuple[Path, ...]:
    """Return the pictures below the user's art folder that fill no slot.

    Replaced ones are not among them, nor what a picture that fills one was made of, such as apple.kra beside apple.png.
    """
    if not is_within(art.folder, art.folder.parent):
        return ()
    used = {slot.path for slot in art.slots}
    made = {path.with_suffix("") for path in used if path}
    aside = art.folder / REPLACED
    files = sorted(Path(top, name) for top, _, names in walk(art.folder) for name in names)
    return tuple(
        path
        for path in files
        if (
            path.suffix.lower() in PICTURES
            or (path.suffix.lower() in UNREAD and path.with_suffix("") not in made)
        )
        and path not in used
        and path.is_file()
        and aside not in path.parents
        and not any(part.startswith(".") for part in path.relative_to(art.folder).parts)
    )


def list_as_text(art: GameArt) -> Iterator[str]:
    """Yield the lines of the list of slots."""
    found = [status_of(art, slot) for slot in art.slots]
    tally = sorted(Counter(status.status for status in found).items())
    head = f"{art.game.title} ({art.game.id}): {counted(len(found), 'art slot')}"
    yield "; ".join(filter(None, (head, ", ".join(f"{count} {status}" for status, count in tally))))
    rows = [HEAD, *map(_row, art.slots, found)] if found else []
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[:-1]]
    for row, remarks in zip(rows, ((), *(status.remarks for status in found)), strict=False):
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        yield "  " + "  ".join((*cells, row[-1]))
        yield from (f"  {'':<{widths[0]}}  {remark}" for remark in remarks)
    for path in unused_files(art):
        yield f"  unused file: {art.shown(path)}"


def _row(slot: Slot, found: SlotStatus) -> tuple[str, ...]:
    size = slot.largest.size
    millimetres = f"{round(size.width, 1):g} x {round(size.height, 1):g}"
    pixels = ("{} x {}".format(*images.pixels_for(size, resolution)) for resolution in (300, 600))
    return slot.name, millimetres, *pixels, found.status, uses_in_words(slot.uses, slot.themes)


def list_as_json(art: GameArt) -> Iterator[dict[str, object]]:
    """Yield the slots as objects that scripts rely on."""
    for slot in art.slots:
        size, found = slot.largest.size, status_of(art, slot)
        yield {
            "game": art.game.id,
            "slot": slot.name,
            "title": art.title(slot),
            "status": found.status,
            "remarks": list(found.remarks),
            "file": None if slot.path is None else art.shown(slot.path),
            "dpi": None if found.dpi is None else round(min(found.dpi, 1e6)),
            **_millimetres(size),
            "px_300": list(images.pixels_for(size, 300)),
            "px_600": list(images.pixels_for(size, 600)),
            "fit": slot.main.fit,
            "themes": list(slot.themes),
            "shown_on": [
                {"component": use.component, "piece": use.piece, "side": use.side, **_millimetres(use.size)}
                for use in slot.uses
            ],
        }
    for path in unused_files(art):
        yield {"game": art.game.id, "slot": None, "status": "unused file", "file": art.shown(path)}


def _millimetres(size: Size) -> dict[str, float]:
    return {"width_mm": round(size.width, 2), "height_mm": round(size.height, 2)}

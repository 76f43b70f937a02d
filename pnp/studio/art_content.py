"""What the page is told about art: slots, what fills them, and files that were sent; plain values that go into JSON."""

from dataclasses import asdict

from pnp.art.add import files_of, ready_picture, reckoning, remarks
from pnp.art.image_import import ImportedPicture
from pnp.art.slots import GameArt, Slot, SlotUse
from pnp.art.status import SlotStatus, dpi_of, status_of
from pnp.model.errors import CannotUse
from pnp.model.geometry import Size
from pnp.model.placement import FITS, ROTATIONS, ZOOMS, Placement
from pnp.render.images import UnsafeDrawing, pixels_for
from pnp.studio.content import Json
from pnp.studio.uploads import Upload

LIMITS: Json = {"zoom": list(ZOOMS), "rotation": list(ROTATIONS), "fits": list(FITS)}


def slot_content(art: GameArt, slot: Slot) -> Json:
    """Return a slot of a piece as its panel shows it."""
    status = status_of(art, slot)
    use = slot.main
    credit = art.game.art_credits.get(slot.name)
    is_own = slot.path is not None and slot.path.is_relative_to(art.folder)
    across, down = pixels_for(use.size, 300)
    return {
        "name": slot.name,
        "title": art.title(slot),
        "status": status.status,
        "remarks": list(_remarks(art, slot, status)),
        "dpi": _rounded(status.dpi),
        "file": art.shown(slot.path) if slot.path else None,
        "own": is_own,
        "wanted": [across, down],
        "credit": {
            "credit": credit.credit if credit else "",
            "licence": credit.licence if credit else "",
            "source": credit.source if credit else "",
        },
        "side": use.side,
        "corners": [list(point) for point in use.corners],
        "width": use.size.width,
        "height": use.size.height,
        "asked": use.asked,
        "placement": placement_content(use.placement),
        "lies": lies_content(art, slot, use, use.placement),
    }


def _remarks(art: GameArt, slot: Slot, status: SlotStatus) -> tuple[str, ...]:
    """Return what to say of the file in a slot beside its size and its shape, which the page reckons as it moves."""
    if slot.path is None or status.status == "unusable":
        return status.remarks
    return tuple(map(str, art.context.gallery.read(slot.path).changes))


def placement_content(placement: Placement) -> Json:
    """Return a placement."""
    return asdict(placement) | {"focus": list(placement.focus)}


def lies_content(art: GameArt, slot: Slot, use: SlotUse, placement: Placement) -> Json | None:
    """Return how a picture lies with a placement, None without one that can be read.

    `scale` has the mm that the whole picture takes across and down, before it is turned.
    """
    if slot.path is None:
        return None
    try:
        drawing = art.context.gallery.read(slot.path)
    except UnsafeDrawing:
        return None
    size, fit = drawing.view.size, placement.fit_of(use.asked)
    scale = placement.scale(size, use.size, fit)
    seen = SlotUse(use.component, use.piece, use.side, use.theme, use.corners, use.size, use.asked, placement)
    return {
        "focus": list(placement.shown_focus(size, use.size, fit)),
        "scale": [scale * size.width, scale * size.height],
        "empty": placement.empty_share(size, use.size, fit),
        "dpi": _rounded(dpi_of(drawing.raster, seen) if drawing.raster else None),
    }


def _rounded(resolution: float | None) -> int | None:
    return None if resolution is None else round(min(resolution, 1e6))


def upload_content(upload: Upload, art: GameArt, slot: Slot | None) -> Json:
    """Return what is said of a file that was sent before it is put into a slot."""
    told: Json = {
        "id": upload.number,
        "name": upload.name,
        "slot": slot.name if slot else "",
        "bytes": upload.size,
    }
    if slot is None:
        return told
    told |= {"piece": f"{slot.main.component}/{slot.main.piece}", "title": art.title(slot)}
    told["replaces"] = [art.shown(path) for path in files_of(art, slot)]
    if not told["replaces"] and slot.names_file and slot.path and slot.path.is_relative_to(art.folder):
        told["replaces"] = [art.shown(slot.path)]
    try:
        picture = ready_picture(upload.data, upload.name, slot, art)
    except CannotUse as error:
        return told | {"refused": str(error), "hint": error.hint}
    return told | picture_content(picture, slot)


def picture_content(picture: ImportedPicture, slot: Slot) -> Json:
    """Return what is said of a picture that can be used."""
    size = Size(round(picture.size.width), round(picture.size.height))
    return {
        "size": [size.width, size.height] if picture.pixels else None,
        "said": reckoning(picture, slot),
        "done": list(picture.done),
        "warnings": list(remarks(picture, slot)),
    }

"""Faces before and after, as pictures that lie on each other: the cut edge of both at the same place."""

import io
from collections.abc import Callable
from dataclasses import dataclass

from PIL import Image

from pnp.export.difference import difference
from pnp.model.face import Face
from pnp.model.geometry import Size
from pnp.model.length import MM_PER_UNIT

DPI = 150
LONGEST = 1500
"""Pixels of the longer side at most: a board is shown no finer than a card."""

_COLOURS = 256
"""As many as the table of a small PNG file holds."""

Draw = Callable[[Face, float], Image.Image]
"""Returns the picture of a face, bleed included, at so many dpi."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG file and how large it is on paper, in mm."""

    png: bytes
    size: Size


@dataclass(frozen=True, slots=True)
class Pair:
    """A face before and after, None where there is or is known none; `marked` shows the `share` that differs."""

    old: Picture | None
    new: Picture | None
    marked: Picture | None = None
    share: float = 0.0


def pair(old: Face | None, new: Face | None, draw: Draw) -> Pair:
    """Return the pictures of a face before and after, cut at the trim unless they differ in the bleed only."""
    dpi = min([DPI, *(_finest(each.page) for each in (old, new) if each is not None)])
    before = draw(old, dpi) if old is not None else None
    after = draw(new, dpi) if new is not None else None
    cut_before = _trimmed(before, old, dpi) if before is not None and old is not None else None
    cut_after = _trimmed(after, new, dpi) if after is not None and new is not None else None
    if cut_before is None or cut_after is None or before is None or after is None:
        return Pair(_picture(cut_before, dpi), _picture(cut_after, dpi))
    found = difference(cut_before, cut_after)
    if not found.share:
        found = difference(before, after)
        cut_before, cut_after = before, after
    return Pair(
        _picture(cut_before, dpi), _picture(cut_after, dpi), _picture(found.picture, dpi), found.share
    )


def _finest(page: Size) -> float:
    return LONGEST / max(page.width, page.height) * MM_PER_UNIT["in"]


def _trimmed(picture: Image.Image, face: Face, dpi: float) -> Image.Image:
    scale = dpi / MM_PER_UNIT["in"]
    edge = round(face.bleed * scale)
    width = max(1, round(face.trim.width * scale))
    height = max(1, round(face.trim.height * scale))
    return picture.crop((edge, edge, edge + width, edge + height))


def _picture(picture: Image.Image | None, dpi: float) -> Picture | None:
    if picture is None:
        return None
    scale = MM_PER_UNIT["in"] / dpi
    out = io.BytesIO()
    _with_table(picture).save(out, "PNG", optimize=True)
    return Picture(out.getvalue(), Size(picture.width * scale, picture.height * scale))


def _with_table(picture: Image.Image) -> Image.Image:
    """Return the picture with a table of its colours, a third of the size, when it has few."""
    if picture.getcolors(_COLOURS) is None:
        return picture
    return picture.convert("P", palette=Image.Palette.ADAPTIVE, colors=_COLOURS)

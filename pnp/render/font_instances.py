"""Static fonts of one weight each, made from a variable font: renderers and PDF files take nothing else.

HarfBuzz makes them. They are kept in the folder of the cache, named by what they are made from.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import uharfbuzz as hb

from pnp.cache import FONTS, cache_folder
from pnp.files import lasting_folder, not_private, write
from pnp.model.errors import CannotWrite

WEIGHT = "wght"
LIGHTEST, HEAVIEST = 100, 1000
"""Hundreds that CSS takes as a weight (Fonts Module Level 4)."""


def weights(face: hb.Face) -> Iterator[int]:
    """Yield the weights in hundreds that a variable font can have; none when its weight does not vary."""
    for axis in face.axis_infos:
        if axis.tag == WEIGHT:
            lowest, highest = max(axis.min_value, LIGHTEST), min(axis.max_value, HEAVIEST)
            yield from range(-int(-lowest // 100) * 100, int(highest) + 1, 100)


def at_weight(face: hb.Face, weight: int) -> hb.Font:
    """Return the font to measure with at one weight."""
    font = hb.Font(face)
    font.set_variations({WEIGHT: weight})
    return font


def instance_file(face: hb.Face, weight: int, *, name: str, digest: str) -> Path:
    """Return the file of the font at one weight, made when it is not there yet."""
    path = Path(FONTS, digest[:16], name)
    place = cache_folder()
    if any(not_private(place)):
        place = _no_cache()
    if not (place / path).is_file():
        wanted = hb.SubsetInput()
        wanted.keep_everything()
        wanted.pin_all_axes_to_default(face)
        if weight in weights(face):
            wanted.pin_axis_location(face, WEIGHT, float(weight))
        content = bytes(hb.subset(face, wanted).blob.data)
        try:
            write(place / path, content, durable=False)
        except CannotWrite:  # no cache is no reason not to print
            place = _no_cache()
            write(place / path, content, durable=False)
    return place / path


@cache
def _no_cache() -> Path:
    return lasting_folder("fonts")

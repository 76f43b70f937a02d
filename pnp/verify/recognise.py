"""Which face is seen in a card's place, told by its picture and not by its name."""

from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2
from PIL import Image

from pnp.model.length import MM_PER_PT
from pnp.verify.found import Found, FoundSheet
from pnp.verify.raster import ASIDE, Faces, difference, distance, draw, window

TOLERANCE = 12
"""Grey steps (of 255) within which two pictures are the same; a black hairline of 0.1 mm makes 20."""

FOREIGN = 40
"""Mean grey steps beyond which a picture is like none of the faces."""

CANDIDATES = 4


@dataclass(frozen=True, slots=True)
class Seen:
    """A card and the face it is most like (None: like none); `whole` says that nothing else is to be seen there."""

    card: Found
    face: str | None
    whole: bool


def recognise(
    sheet: FoundSheet,
    page: pypdfium2.PdfPage,
    faces: Faces,
    known: Sequence[str],
) -> tuple[Seen, ...]:
    """Return what is seen in the place of each card of a sheet, among the faces `known`."""
    width, height = (round(length / MM_PER_PT) for length in (sheet.size.width, sheet.size.height))
    whole = draw(page, width, height, (1, 0, 0, 1, 0, 0))
    return tuple(_seen(card, whole, page, faces, known) for card in sheet.cards)


def _seen(
    card: Found,
    whole: Image.Image,
    page: pypdfium2.PdfPage,
    faces: Faces,
    known: Sequence[str],
) -> Seen:
    frame = window(card.trim)
    right, bottom = frame.left + frame.width, frame.top + frame.height
    found = whole.crop((frame.left, frame.top, right, bottom)).crop(frame.inside)
    if card.claim in known and _is(card.claim, card, found, page, faces):
        return Seen(card, card.claim, whole=True)
    nearest = _nearest(card, found, faces, known)
    if nearest is None:
        return Seen(card, None, whole=False)
    return Seen(card, nearest, _is(nearest, card, found, page, faces))


def _is(face: str, card: Found, found: Image.Image, page: pypdfium2.PdfPage, faces: Faces) -> bool:
    """Say whether a card's place shows `face` and nothing else: in the picture at hand, or in another one."""
    if difference(found, faces.picture(face, card)) <= TOLERANCE:
        return True
    frame = window(card.trim)
    for aside in ASIDE[1:]:
        moved = (1, 0, 0, 1, aside[0] - frame.left, aside[1] - frame.top)
        again = draw(page, frame.width, frame.height, moved).crop(frame.inside)
        if difference(again, faces.picture(face, card, aside)) <= TOLERANCE:
            return True
    return False


def _nearest(card: Found, found: Image.Image, faces: Faces, known: Sequence[str]) -> str | None:
    """Return the face most like what is seen: a few by thumbnail, one of them by the pixel."""
    small = (24, 32)
    thumbnail = found.resize(small, Image.Resampling.BOX)
    likely = sorted(
        known,
        key=lambda face: distance(thumbnail, faces.picture(face, card).resize(small, Image.Resampling.BOX)),
    )[:CANDIDATES]
    measured = [(distance(found, faces.picture(face, card)), face) for face in likely]
    nearest = min(measured, default=None)
    return None if nearest is None or nearest[0] > FOREIGN else nearest[1]

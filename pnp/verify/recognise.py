"""Which face is seen in a card's place, told by its picture and not by its name."""

from collections.abc import Sequence
from dataclasses import dataclass

import pypdfium2
from PIL import Image

from pnp.model.length import MM_PER_PT
from pnp.model.outline import Outline
from pnp.verify.found import Found, FoundSheet
from pnp.verify.raster import ASIDE, Faces, difference, distance, draw, window
from pnp.verify.shapes import mask

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


@dataclass(frozen=True, slots=True)
class _Place:
    """A card's place on its page, and what a face would look like there; both without what is not the card's own."""

    card: Found
    page: pypdfium2.PdfPage
    faces: Faces
    own: Image.Image | None

    def due(self, face: str, aside: tuple[float, float] = ASIDE[0]) -> Image.Image:
        """Return what is to be seen there if the card is `face`."""
        return self.cut_out(self.faces.picture(face, self.card, aside))

    def cut_out(self, picture: Image.Image) -> Image.Image:
        """Return the picture with white where other cards may lie."""
        return (
            picture
            if self.own is None
            else Image.composite(picture, Image.new("RGB", picture.size, "white"), self.own)
        )

    def is_face(self, face: str, found: Image.Image) -> bool:
        """Say whether the place shows `face` and nothing else: in the picture at hand, or in another one."""
        if difference(found, self.due(face)) <= TOLERANCE:
            return True
        frame = window(self.card.in_view)
        for aside in ASIDE[1:]:
            moved = (1, 0, 0, 1, aside[0] - frame.left, aside[1] - frame.top)
            again = draw(self.page, frame.width, frame.height, moved).crop(frame.inside)
            if difference(self.cut_out(again), self.due(face, aside)) <= TOLERANCE:
                return True
        return False

    def nearest(self, found: Image.Image, known: Sequence[str]) -> str | None:
        """Return the face most like what is seen: a few by thumbnail, one of them by the pixel."""
        small = (24, 32)
        thumbnail = found.resize(small, Image.Resampling.BOX)
        likely = sorted(
            known,
            key=lambda face: distance(thumbnail, self.due(face).resize(small, Image.Resampling.BOX)),
        )[:CANDIDATES]
        measured = [(distance(found, self.due(face)), face) for face in likely]
        nearest = min(measured, default=None)
        return None if nearest is None or nearest[0] > FOREIGN else nearest[1]


def recognise(
    sheet: FoundSheet, page: pypdfium2.PdfPage, faces: Faces, known: Sequence[str], *, cut: Outline
) -> tuple[Seen, ...]:
    """Return what is seen in the place of each card of a sheet, among the faces `known`; `cut` is a card's outline."""
    width, height = (round(length / MM_PER_PT) for length in (sheet.size.width, sheet.size.height))
    whole = draw(page, width, height, (1, 0, 0, 1, 0, 0))
    return tuple(_seen(_Place(card, page, faces, mask(card, cut)), whole, known) for card in sheet.cards)


def _seen(place: _Place, whole: Image.Image, known: Sequence[str]) -> Seen:
    card = place.card
    frame = window(card.in_view)
    right, bottom = frame.left + frame.width, frame.top + frame.height
    found = place.cut_out(whole.crop((frame.left, frame.top, right, bottom)).crop(frame.inside))
    if card.claim in known and place.is_face(card.claim, found):
        return Seen(card, card.claim, whole=True)
    nearest = place.nearest(found, known)
    if nearest is None:
        return Seen(card, None, whole=False)
    return Seen(card, nearest, place.is_face(nearest, found))

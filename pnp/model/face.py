"""One drawn side of a piece: an SVG in mm that knows its trim and its bleed."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from pnp.model.geometry import Size

Side = Literal["front", "back"]


@dataclass(frozen=True, slots=True)
class Face:
    """A finished drawing.

    The SVG's page is the trim plus `bleed` mm on every side; its user unit is 1 mm and its origin is the
    top-left corner of the trim, so that bleed lies at negative coordinates.

    Two pieces whose drawings are the same share a Face: `key` depends on the drawing alone.
    """

    key: str
    svg: str
    trim: Size
    bleed: float

    @property
    def page(self) -> Size:
        """The size of the drawing with its bleed."""
        return Size(self.trim.width + 2 * self.bleed, self.trim.height + 2 * self.bleed)


def face_key(svg: str) -> str:
    """Return the key of a drawing: the SHA-256 of its UTF-8 text, in hex."""
    return hashlib.sha256(svg.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Deck:
    """The faces of one component: which face each piece shows on each side.

    `fronts` and `backs` map piece ids to face keys; a piece without a back is absent from `backs`.
    `faces` holds each distinct face once, in order of first use.
    """

    component: str
    faces: Mapping[str, Face]
    fronts: Mapping[str, str]
    backs: Mapping[str, str]

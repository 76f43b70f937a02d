"""Drawn pieces, made by this process or by a worker."""

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face, Side
from pnp.templates.sources import ArtRequest
from pnp.typesetting.fonts import FontFile


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """One finished side, the font files that its letters are in, what was found on it, and whether it was drawn now."""

    face: Face
    fonts: frozenset[FontFile]
    found: tuple[Diagnostic, ...] = ()
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """The sides of a piece that could be drawn, what was found on them, and the pictures they `asked` for, if that is told."""

    sides: Mapping[Side, DrawnSide]
    found: tuple[Diagnostic, ...]
    asked: tuple[ArtRequest, ...] = ()

    def with_sides_of(self, other: "DrawnPiece") -> "DrawnPiece":
        """Return the piece with the sides that were drawn of it at another time."""
        sides = {**self.sides, **other.sides}
        in_order: tuple[Side, ...] = ("front", "back")
        return DrawnPiece(
            {side: sides[side] for side in in_order if side in sides},
            (*self.found, *other.found),
            other.asked,
        )

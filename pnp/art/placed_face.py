"""A face with a picture placed otherwise than its files say: what somebody sees while moving it, before it is kept."""

from dataclasses import dataclass

from pnp.model.diagnostics import Diagnostic
from pnp.model.errors import CannotUse
from pnp.model.face import Face, PieceSide, Side
from pnp.model.game import Component, Piece
from pnp.model.placement import Placement
from pnp.render.faces import PieceDrawer
from pnp.templates.context import RenderContext
from pnp.typesetting.fonts import FontFile


@dataclass(frozen=True, slots=True)
class PlacedFace:
    """A face with the fonts it needs, and what was found on it."""

    face: Face
    fonts: frozenset[FontFile]
    diagnostics: tuple[Diagnostic, ...]


def placed_face(
    context: RenderContext, component: Component, piece: Piece, side: Side, *, slot: str, placement: Placement
) -> PlacedFace:
    """Return one face with a picture placed so, to look at: its photographs have the pixels of a screen.

    Nothing is kept, and nothing of the game is read again.

    Raises CannotUse when the face cannot be drawn.
    """
    wanted = frozenset((PieceSide(component.id, piece.id, side),))
    (drawn,) = PieceDrawer(component, context.for_screen({slot: placement})).draw((piece,), sides=wanted)
    if side not in drawn.sides:
        raise CannotUse(f"the {side} of {component.id}/{piece.id} cannot be drawn", "pnp check says why")
    done = drawn.sides[side]
    return PlacedFace(done.face, done.fonts, drawn.found)

"""Looking at every text of a game: large enough, and set off from what lies behind it."""

from collections.abc import Iterator, Sequence

from pnp.build.stages import ImposedComponent
from pnp.convert.engines import engine
from pnp.export.png import face_pictures
from pnp.model.diagnostics import Diagnostic, in_reading_order
from pnp.model.face import Face
from pnp.render.context import RenderContext
from pnp.render.legibility import too_faint, too_small, without_text

DPI = 100
"""A letter of 7 pt is ten pixels high then: enough to see what it stands on."""


def illegible(context: RenderContext, prints: Sequence[ImposedComponent]) -> tuple[Diagnostic, ...]:
    """Return a finding for each text of the faces drawn in this context that is too small or too faint, each fault once."""
    found: dict[tuple[str, str], Diagnostic] = {}
    for each in prints:
        for finding in _of(each, context):
            found.setdefault((finding.code, finding.message.partition(": ")[2]), finding)
    return in_reading_order(found.values())


def _of(drawn: ImposedComponent, context: RenderContext) -> Iterator[Diagnostic]:
    component, rendered = drawn.component, drawn.rendered
    deck, fonts = rendered.deck, context.sources.fonts
    bare = [Face(key, without_text(face.svg), face.trim, face.bleed) for key, face in deck.faces.items()]
    pages = engine("typst").convert(bare, rendered.fonts)
    grounds = dict(zip(deck.faces, face_pictures(pages, deck.faces, dpi=DPI), strict=True))
    pieces = {piece.id: piece for piece in component.pieces}
    look = f" in the theme {context.theme}" if context.theme else ""
    seen: set[str] = set()
    for side, shown in (("front", deck.fronts), ("back", deck.backs)):
        for piece, key in shown.items():
            if key in seen:
                continue
            seen.add(key)
            face = deck.faces[key]
            for fault in (*too_small(face, fonts), *too_faint(face, grounds[key], fonts)):
                name = f"{component.id}/{piece}"
                message = f"{name}, {side}{look}: {fault.message}"
                place = pieces[piece].place
                yield Diagnostic(fault.code, message, place, fault.hint, game=context.game.id, piece=name)

"""Looking at every text of a game: large enough, and set off from what lies behind it."""

from collections.abc import Iterator
from dataclasses import replace

from pnp.convert.engines import engine
from pnp.export.png import face_picture
from pnp.model.diagnostics import Diagnostic, in_reading_order
from pnp.model.game import Component
from pnp.render.faces import Workshop, render
from pnp.render.legible import too_faint, too_small
from pnp.render.spots import without_text

DPI = 100
"""A letter of 7 pt is ten pixels high then: enough to see what it stands on."""


def illegible(room: Workshop) -> tuple[Diagnostic, ...]:
    """Return a finding for each text of the room's game and theme that is too small or too faint, once for each fault."""
    found: dict[tuple[str, str], Diagnostic] = {}
    for component in room.game.components:
        for finding in _of(component, room):
            found.setdefault((finding.code, finding.message.partition(": ")[2]), finding)
    return in_reading_order(found.values())


def _of(component: Component, room: Workshop) -> Iterator[Diagnostic]:
    rendered = render(component, room)
    deck, fonts = rendered.deck, room.sources.fonts
    bare = [replace(face, svg=without_text(face.svg)) for face in deck.faces.values()]
    pages = engine("typst").convert(bare, rendered.fonts)
    grounds = {key: face_picture(pages, key, dpi=DPI) for key in deck.faces}
    pieces = {piece.id: piece for piece in component.pieces}
    look = f" in the theme {room.theme}" if room.theme else ""
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
                yield Diagnostic(fault.code, message, place, fault.hint, game=room.game.id, piece=name)

"""The sides of one component that need no drawing: drawn before, or the same for every card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Face, Side
from pnp.model.game import Component, Piece
from pnp.render.memory import Kept, Memory
from pnp.render.record import Record, Watched, fields_of
from pnp.render.text.fonts import FontFile
from pnp.render.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Drawn:
    """One finished side, the font files that its letters are in, its warnings, and whether it was drawn now."""

    face: Face
    fonts: frozenset[FontFile]
    found: tuple[Diagnostic, ...] = ()
    anew: bool = True


@dataclass(frozen=True, slots=True)
class Wanted:
    """One side of a piece, to be made by a template out of the values it is given."""

    template: str
    side: Side
    piece: Piece
    given: Mapping[str, object]


class Recollection:
    """What is known of the sides of `component` before they are drawn."""

    def __init__(self, component: Component, workshop: Workshop) -> None:
        self._component = component
        self._workshop = workshop
        self._common: dict[tuple[str, Side], Drawn | None] = {}
        self._wishes: dict[tuple[str, Side], str] = {}
        fonts = workshop.sources.fonts
        self._fonts = fonts.by_digest if workshop.memory else {}

    def common(self, template: str, side: Side, piece: Piece) -> Drawn | None:
        """Return the drawing that has shown itself to be every card's; a card with art of its own may be an exception."""
        return None if "art" in piece.fields else self._common.get((template, side))

    def find(self, wanted: Wanted) -> Drawn | None:
        """Return what drawing this would make, if it was drawn before."""
        memory = self._workshop.memory
        if memory is None:
            return None
        every = self._every(memory, wanted)
        where = (wanted.template, wanted.side)
        if where not in self._common:
            self._common[where] = self._recalled(memory, every)
        own = _own(memory, every, wanted)
        return (
            self.common(wanted.template, wanted.side, wanted.piece)
            or self._recalled(memory, own)
            or self._recalled(memory, _warned(memory, own, wanted))
        )

    def keep(self, wanted: Wanted, drawn: Drawn, asked: Iterable[tuple[str, str]]) -> None:
        """Remember a side without errors; one that asked nothing of its card, and is flawless, is every card's."""
        fields = wanted.given["piece"]
        untouched = isinstance(fields, Watched) and not fields.asked and "art" not in wanted.piece.fields
        common = untouched and not drawn.found
        if common:
            self._common[wanted.template, wanted.side] = drawn
        memory = self._workshop.memory
        if memory is None:
            return
        every = self._every(memory, wanted)
        own = _own(memory, every, wanted)
        wish = _warned(memory, own, wanted) if drawn.found else every if common else own
        fonts = tuple(sorted(font.digest for font in drawn.fonts))
        kept = Kept(drawn.face.key, drawn.face.packed, fonts, drawn.found)
        memory.keep(wish, tuple(sorted(set(asked))), self._workshop.answer, kept)

    def _recalled(self, memory: Memory, wish: str) -> Drawn | None:
        kept = memory.recall(wish, self._workshop.answer)
        if kept is None or not self._fonts.keys() >= set(kept.fonts):
            return None
        size, bleed = self._component.size, self._component.bleed
        fonts = frozenset(self._fonts[each] for each in kept.fonts)
        return Drawn(Face.packed_as(kept.key, kept.packed, size, bleed), fonts, kept.found, anew=False)

    def _every(self, memory: Memory, wanted: Wanted) -> str:
        """Return the wish for a side as far as it is the same for all cards: all that is given but the card."""
        where = (wanted.template, wanted.side)
        if where not in self._wishes:
            game, fonts = self._workshop.game, self._workshop.sources.fonts
            values = {
                name: fields_of(value) if isinstance(value, Record) else value
                for name, value in wanted.given.items()
                if name != "piece" and not callable(value)
            }
            made_of = self._workshop.templates.digest(wanted.template)
            self._wishes[where] = memory.wish(
                wanted.template, made_of, values, fonts.digest, game.fonts, game.language
            )
        return self._wishes[where]


def _own(memory: Memory, every: str, wanted: Wanted) -> str:
    """Return the wish for the side of one card."""
    fields = wanted.given["piece"]
    assert isinstance(fields, Record)
    return memory.wish(every, fields_of(fields))


def _warned(memory: Memory, own: str, wanted: Wanted) -> str:
    """Return the wish for the side of one card with warnings: they name the lines of the data."""
    piece = wanted.piece
    return memory.wish(own, repr(piece.place), {name: repr(place) for name, place in piece.places.items()})

"""The sides of one component that need no drawing: drawn before, or the same for every card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pnp.model.face import Face, Side
from pnp.model.game import Component
from pnp.render.memory import Asked, Kept, Memory
from pnp.render.record import Record, Watched, fields_of
from pnp.render.text.fonts import FontFile
from pnp.render.workshop import Workshop


@dataclass(frozen=True, slots=True)
class Drawn:
    """One finished side, the font files that its letters are in, and whether it was drawn now."""

    face: Face
    fonts: frozenset[FontFile]
    anew: bool = True


class Recollection:
    """What is known of the sides of `component` before they are drawn."""

    def __init__(self, component: Component, workshop: Workshop) -> None:
        self._component = component
        self._workshop = workshop
        self._common: dict[tuple[str, Side], Drawn | None] = {}
        self._wishes: dict[tuple[str, Side], str] = {}
        fonts = workshop.sources.fonts
        self._fonts = fonts.by_digest if workshop.memory else {}

    def common(self, template: str, side: Side) -> Drawn | None:
        """Return the drawing that has shown itself to be every card's."""
        return self._common.get((template, side))

    def find(self, template: str, side: Side, given: Mapping[str, object]) -> Drawn | None:
        """Return what drawing the template with the values `given` would make, if it was drawn before."""
        memory = self._workshop.memory
        if memory is None:
            return None
        where = (template, side)
        wish = self._wish(memory, template, side, given)
        if where not in self._common:
            self._common[where] = self._recalled(memory, wish)
        return self._common[where] or self._recalled(memory, self._own(memory, wish, given))

    def keep(
        self,
        template: str,
        side: Side,
        given: Mapping[str, object],
        drawn: Drawn,
        asked: Iterable[tuple[str, str]],
    ) -> None:
        """Remember a side that nothing was found wrong with; one that asked nothing of its card is every card's."""
        piece = given["piece"]
        common = isinstance(piece, Watched) and not piece.asked and "art" not in fields_of(piece)
        if common:
            self._common[template, side] = drawn
        memory = self._workshop.memory
        if memory is None:
            return
        wish = self._wish(memory, template, side, given)
        kept = Kept(drawn.face.key, drawn.face.packed, tuple(sorted(font.digest for font in drawn.fonts)))
        names: Asked = tuple(sorted(set(asked)))
        memory.keep(wish if common else self._own(memory, wish, given), names, self._workshop.answer, kept)

    def _recalled(self, memory: Memory, wish: str) -> Drawn | None:
        kept = memory.recall(wish, self._workshop.answer)
        if kept is None or not self._fonts.keys() >= set(kept.fonts):
            return None
        size, bleed = self._component.size, self._component.bleed
        fonts = frozenset(self._fonts[each] for each in kept.fonts)
        return Drawn(Face.packed_as(kept.key, kept.packed, size, bleed), fonts, anew=False)

    def _wish(self, memory: Memory, template: str, side: Side, given: Mapping[str, object]) -> str:
        """Return the wish for a side as far as it is the same for all cards: all that is given but the card."""
        where = (template, side)
        if where not in self._wishes:
            game, sources = self._workshop.game, self._workshop.sources
            values = {
                name: fields_of(value) if isinstance(value, Record) else value
                for name, value in given.items()
                if name != "piece" and not callable(value)
            }
            closure = self._workshop.templates.digest(template)
            self._wishes[where] = memory.wish(
                template, closure, values, sources.fonts.digest, game.fonts, game.language
            )
        return self._wishes[where]

    def _own(self, memory: Memory, wish: str, given: Mapping[str, object]) -> str:
        piece = given["piece"]
        assert isinstance(piece, Record)
        return memory.wish(wish, fields_of(piece))

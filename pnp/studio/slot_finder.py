"""The art slots of a game in one look, found a piece at a time: what a card shows, and what the name of a file means."""

import re
from pathlib import PurePath

from pnp.art.slots import GameArt, Slot, piece_slots
from pnp.model.errors import UnknownName
from pnp.model.game import Component, Piece
from pnp.render.context import RenderContext
from pnp.text import suggest_argument

_ADDED = re.compile(r"[ _-]*(?:\(\d+\)|copy|final|new|v\d+)$", re.IGNORECASE)
"""What systems and people add to the name of a second file."""

_ODD = re.compile(r"[^a-z0-9]+")


class SlotFinder:
    """Finds slots; what was found is kept as long as the context is the same. One thread at a time."""

    def __init__(self, context: RenderContext) -> None:
        self.context = context
        self._found: dict[tuple[str, str], tuple[Slot, ...]] = {}

    def art(self, *slots: Slot) -> GameArt:
        """Return the game with these slots alone."""
        return GameArt((self.context,), slots, ())

    def of_piece(self, component: Component, piece: Piece) -> tuple[Slot, ...]:
        """Return the slots that a piece shows, its own before those that it has in common with others."""
        key = component.id, piece.id
        if key not in self._found:
            own = str(piece.fields.get("art") or piece.id)
            seen = piece_slots(self.context, component, piece)
            self._found[key] = tuple(
                sorted(seen, key=lambda slot: (slot.name != own, slot.main.side != "front"))
            )
        return self._found[key]

    def meant_by(self, file: str) -> Slot | None:
        """Return the slot that the name of a file means, None when it means none or several."""
        stem = PurePath(file).stem
        for name in dict.fromkeys((stem, _ADDED.sub("", stem))):
            found = self._called(name)
            if found:
                return found[0] if len({slot.name for slot in found}) == 1 else None
        return None

    def named(self, name: str) -> Slot:
        """Return the slot of that name, or the first of a piece or component/piece. Raises UnknownName."""
        for component, piece in self._pieces():
            if name in (piece.id, f"{component.id}/{piece.id}", piece.fields.get("art")):
                for slot in self.of_piece(component, piece):
                    return slot
        for slot in self._shared():
            if slot.name == name:
                return slot
        hint = suggest_argument(name.rpartition("/")[2], self.names(), "slots")
        raise UnknownName(f'no piece or art slot is called "{name}"', hint)

    def slot_of(self, component: Component, piece: Piece, name: str) -> Slot:
        """Return a slot of a piece. Raises UnknownName."""
        slots = self.of_piece(component, piece)
        for slot in slots:
            if slot.name == name:
                return slot
        hint = suggest_argument(name, [slot.name for slot in slots], "slots")
        raise UnknownName(f'{component.id}/{piece.id} shows no picture called "{name}"', hint)

    def names(self) -> list[str]:
        """Return what a picture may be said to be for: the pieces, and the slots that pieces have in common."""
        pieces = {piece.id for _, piece in self._pieces()}
        return sorted(pieces | {slot.name for slot in self._shared()})

    def _called(self, name: str) -> list[Slot]:
        """Return the slots that a name means, letters and signs taken loosely where it is none word for word."""
        wanted = _plain(name)
        pieces = self._pieces()
        exact = [each for each in pieces if name in (each[1].id, each[1].fields.get("art"))]
        loose = [each for each in pieces if wanted in (_plain(each[1].id), _plain(each[1].name))]
        for group in (exact, loose):
            found = [slots[0] for each in group if (slots := self.of_piece(*each))]
            if found:
                return found
        return [slot for slot in self._shared() if _plain(PurePath(slot.name).stem) == wanted]

    def _pieces(self) -> list[tuple[Component, Piece]]:
        return [(each, piece) for each in self.context.game.components for piece in each.pieces]

    def _shared(self) -> list[Slot]:
        """Return the slots that the first piece of each component shows, and those that were found before."""
        for component in self.context.game.components:
            self.of_piece(component, component.pieces[0])
        found = {slot.name: slot for slots in self._found.values() for slot in slots}
        return list(found.values())


def _plain(text: str) -> str:
    """Return a name as it is compared.

    >>> _plain("Red Apple"), _plain("red_apple")
    ('red-apple', 'red-apple')
    """
    return _ODD.sub("-", text.casefold()).strip("-")

"""What size, outline and bleed the pieces of a file have, told by the faces they show: components may share the file."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Self

from pnp.model.face import Deck
from pnp.model.game import Component
from pnp.model.geometry import Outline, mirrored
from pnp.verify.face_match import edge_covers
from pnp.verify.pdf_reader import PlacedCard


@dataclass(frozen=True, slots=True)
class PieceForms:
    """The component that each face is of; a face that is not known is taken for one of the `whole`.

    `fronts` and `backs` are the faces that are seen from either side.
    """

    whole: Component
    by_face: Mapping[str, Component]
    fronts: frozenset[str] = frozenset()
    backs: frozenset[str] = frozenset()

    @classmethod
    def read(cls, component: Component, deck: Deck) -> Self:
        """Return the forms of the pieces of a component, or of those that share its sheets.

        A face that two of them show goes with the one that is cut within the box of the other.
        """
        found: dict[str, Component] = {}
        if component.parts:
            for piece, face in chain(deck.fronts.items(), deck.backs.items()):
                part = component.part_of(piece)
                if face not in found or part.cut.kind != "rectangle":
                    found[face] = part
        return cls(component, found, frozenset(deck.fronts.values()), frozenset(deck.backs.values()))

    def of(self, card: PlacedCard) -> Component:
        """Return the component that a card names."""
        return self.by_face.get(card.named_face, self.whole)

    def cut_of(self, card: PlacedCard) -> Outline:
        """Return the line that a card is cut along, as it is seen from the side it shows."""
        cut, face = self.of(card).cut, card.named_face
        if face not in self.backs or cut.kind in ("rectangle", "circle"):
            return cut
        behind = mirrored(cut)
        return cut if face in self.fronts and edge_covers(card, cut) else behind

    def bleed(self, face: str) -> float:
        """Return how much bleed a face has on every side."""
        return self.by_face.get(face, self.whole).bleed

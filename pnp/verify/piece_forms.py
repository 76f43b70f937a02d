"""What size, outline and bleed the pieces of a file have, told by the faces they show: components may share the file."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from typing import Self

from pnp.model.face import Deck
from pnp.model.game import Component
from pnp.verify.pdf_reader import PlacedCard


@dataclass(frozen=True, slots=True)
class PieceForms:
    """The component that each face is of; a face that is not known is taken for one of the `whole`."""

    whole: Component
    by_face: Mapping[str, Component]

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
        return cls(component, found)

    def of(self, card: PlacedCard) -> Component:
        """Return the component that a card names."""
        return self.by_face.get(card.named_face, self.whole)

    def bleed(self, face: str) -> float:
        """Return how much bleed a face has on every side."""
        return self.by_face.get(face, self.whole).bleed

"""One PDF under check: what it should hold, what was read from it, and what findings call the things in it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Self

from pnp.export.pdf_metadata import PdfMetadata
from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck
from pnp.model.game import Component
from pnp.model.geometry import Outline, Rect, Size, mirrored
from pnp.model.papers import Paper
from pnp.model.sheet import Sheet
from pnp.verify.face_match import POSITION_MM, RecognisedCard, edge_covers
from pnp.verify.page_differences import PageDifference
from pnp.verify.pdf_reader import PdfPage, PdfSheets, PlacedCard


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


BUILD_AGAIN = "build again"

ReadPage = tuple[PdfPage, tuple[RecognisedCard, ...]]
"""A page and what is seen on it."""


@dataclass(frozen=True, slots=True)
class CheckedFile:
    """The PDF of one component on one paper; `name` is that of the file as the user sees it.

    `deck` is drawn afresh from the data. Where several components share a file, their pieces say themselves whose
    they are. A `parted` file shows its pieces in parts to be glued together. `words` are what the file should say of itself,
    `clean` the sheets as they are laid out afresh, None where nobody did that, and `differences` the pages, from 1, that look
    otherwise.
    """

    component: Component
    deck: Deck
    paper: Paper
    game: str
    name: str
    sheets: PdfSheets
    pages: tuple[ReadPage, ...] = ()
    parted: bool = False
    words: PdfMetadata | None = None
    clean: tuple[Sheet, ...] | None = None
    differences: Mapping[int, PageDifference] = field(default_factory=dict)

    @property
    def forms(self) -> PieceForms:
        """What size, outline and bleed its pieces have."""
        return PieceForms.read(self.component, self.deck)

    def piece(self, piece: str) -> str:
        """Return "food/apple"."""
        return piece if "/" in piece else f"{self.deck.component}/{piece}"

    def pieces(self, pieces: Iterable[str]) -> str:
        """Return the first of several pieces and how many there are besides: "food/apple (and 2 alike)"."""
        first, *others = sorted(pieces)
        return self.piece(first) + (f" (and {len(others)} alike)" if others else "")

    def face(self, face: str | None) -> str:
        """Return what a face shows: "food/apple", "the back of food/apple", or that it is nobody's."""
        fronts = [piece for piece, key in self.deck.fronts.items() if key == face]
        backs = [piece for piece, key in self.deck.backs.items() if key == face]
        if fronts:
            return self.pieces(fronts)
        return f"the back of {self.pieces(backs)}" if backs else f"no face of {self.deck.component}"

    def finding(
        self, code: str, fact: str, hint: str | None = BUILD_AGAIN, *, piece: str | None = None
    ) -> Diagnostic:
        """Return a finding about the file."""
        named = None if piece is None else self.piece(piece)
        return Diagnostic(code, f"{self.name}: {fact}", hint=hint, game=self.game, piece=named)


def in_mm(size: Size) -> str:
    """Return a size as findings tell it.

    >>> in_mm(Size(63, 88.005))
    '63.00 x 88.00 mm'
    """
    return f"{size.width:.2f} x {size.height:.2f} mm"


def same_rect(one: Rect, other: Rect, *, within: float = POSITION_MM) -> bool:
    """Say whether two rectangles agree on every edge."""
    ours, theirs = (one.x, one.y, one.right, one.bottom), (other.x, other.y, other.right, other.bottom)
    return all(abs(mine - its) <= within for mine, its in zip(ours, theirs, strict=True))

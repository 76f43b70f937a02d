"""What to call things in a finding: a piece by its component and id, a face by the pieces that show it."""

from collections.abc import Iterable
from dataclasses import dataclass

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck
from pnp.verify.recognise import Seen


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one component's pieces and faces, for the findings about one file (`file`, as the user sees it).

    Where several components share a file, their pieces say themselves whose they are.
    """

    deck: Deck
    game: str
    file: str

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

    def seen(self, seen: Seen) -> str:
        """Return the face seen in a card's place."""
        return self.face(seen.face)

    def finding(
        self, code: str, fact: str, hint: str | None = None, *, piece: str | None = None
    ) -> Diagnostic:
        """Return a finding about the file."""
        named = None if piece is None else self.piece(piece)
        return Diagnostic(code, f"{self.file}: {fact}", hint=hint, game=self.game, piece=named)

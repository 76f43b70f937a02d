"""Every piece is on the sheets as often as the data says."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck
from pnp.model.game import Component
from pnp.verify.names import Names
from pnp.verify.pairs import Pair

Looks = tuple[str | None, str | None]
"""A front and its back; pieces that look alike on both sides are interchangeable."""


def check_counts(
    pairs: Sequence[Pair], component: Component, deck: Deck, names: Names, *, two_sided: bool
) -> Iterator[Diagnostic]:
    """Yield the pieces of which there are more or fewer than there should be.

    Pieces alike in front are told apart by their backs only where backs are printed and every one is right.
    """
    by_back = two_sided and all(
        _fits(front.face, back.face if back else None, deck) for _, front, back in pairs
    )
    alike: dict[Looks, list[str]] = defaultdict(list)
    due: Counter[Looks] = Counter()
    for piece in component.pieces:
        looks = (deck.fronts.get(piece.id), deck.backs.get(piece.id) if by_back else None)
        alike[looks].append(piece.id)
        due[looks] += piece.copies
    there: Counter[Looks] = Counter(
        (front.face, back.face if by_back and back else None) for _, front, back in pairs if front.face
    )
    for looks, pieces in alike.items():
        if there[looks] != due[looks]:
            fact = f"{names.pieces(pieces)}: {_copies(there[looks])} on the sheets, {due[looks]} in the data"
            yield names.finding("PNP557", fact, "build again", piece=pieces[0])


def _fits(front: str | None, back: str | None, deck: Deck) -> bool:
    return any(key == front and deck.backs.get(piece) == back for piece, key in deck.fronts.items())


def _copies(count: int) -> str:
    """Return a count with its noun.

    >>> _copies(0), _copies(1), _copies(2)
    ('0 copies', '1 copy', '2 copies')
    """
    return f"{count} {'copy' if count == 1 else 'copies'}"

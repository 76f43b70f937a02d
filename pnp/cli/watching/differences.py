"""Which faces changed between two looks at a game, and how to say so in a few words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.cli.report import listed
from pnp.model.face import Deck, Side
from pnp.model.game import Component

FEW = 4
"""So many pieces of a component are named; more are counted."""


class Spot(NamedTuple):
    """One side of a piece."""

    component: str
    piece: str
    side: Side


Faces = Mapping[Spot, str]
"""Which face each side of each piece shows, as the key of its drawing."""


def faces_of(deck: Deck) -> dict[Spot, str]:
    """Return what the pieces of a deck show."""
    fronts = {Spot(deck.component, piece, "front"): key for piece, key in deck.fronts.items()}
    backs = {Spot(deck.component, piece, "back"): key for piece, key in deck.backs.items()}
    return fronts | backs


def changed(before: Faces, now: Faces) -> tuple[Spot, ...]:
    """Return which sides show something else than before, or are new, in their order."""
    return tuple(spot for spot, key in now.items() if before.get(spot) != key)


def in_words(spots: Iterable[Spot], components: Sequence[Component]) -> str:
    """Return "food/apple front, all 19 backs of food"; "" for none. What its component no longer has is gone."""
    known = {component.id: component for component in components}
    by_component: dict[str, dict[Spot, None]] = {}
    for spot in spots:
        by_component.setdefault(spot.component, {})[spot] = None
    said = (_of(name, tuple(found), known.get(name)) for name, found in by_component.items())
    return ", ".join(words for each in said for words in each)


def _of(name: str, spots: Sequence[Spot], component: Component | None) -> Iterator[str]:
    pieces = {piece.id for piece in component.pieces} if component else set()
    gone = list(dict.fromkeys(spot.piece for spot in spots if spot.piece not in pieces))
    if gone:
        yield f"{_few(name, gone)} gone"
    single: dict[str, list[str]] = {}
    sides: tuple[Side, ...] = ("front", "back")
    for side in sides:
        shown = [spot.piece for spot in spots if spot.side == side and spot.piece in pieces]
        if len(shown) == len(pieces) > 1:
            yield f"{'both' if len(shown) == 2 else f'all {len(shown)}'} {side}s of {name}"
        elif len(shown) > FEW:
            yield f"{len(shown)} {side}s of {name}"
        else:
            for piece in shown:
                single.setdefault(piece, []).append(side)
    for piece, found in single.items():
        yield f"{name}/{piece} {listed(found)}"


def _few(name: str, pieces: Sequence[str]) -> str:
    if len(pieces) > FEW:
        return f"{len(pieces)} pieces of {name}"
    return listed([f"{name}/{piece}" for piece in pieces])

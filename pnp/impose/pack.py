"""Components of one game that share their sheets: which may, and the one component they are laid out as.

A piece goes by "component/piece" there; no id has a slash of its own.
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from pnp.model.face import Deck, Face
from pnp.model.game import Component

PREFIX = "packed-"
"""How the name of every pack begins; no component's id has a hyphen."""


@dataclass(frozen=True, slots=True)
class Pack:
    """Components that share sheets, in the order they are laid out in; `name` is that of the file they share."""

    name: str
    parts: tuple[Component, ...]

    @property
    def component(self) -> Component:
        """All parts as one component."""
        pieces = tuple(
            replace(piece, id=address(part.id, piece.id)) for part in self.parts for piece in part.pieces
        )
        title = ", ".join(part.title for part in self.parts)
        return replace(self.parts[0], id=self.name, title=title, pieces=pieces, note=None)

    def deck(self, decks: Mapping[str, Deck]) -> Deck:
        """Return the decks of the parts, which are given by component, as one."""
        faces: dict[str, Face] = {}
        fronts: dict[str, str] = {}
        backs: dict[str, str] = {}
        for part in self.parts:
            deck = decks[part.id]
            faces |= deck.faces
            fronts |= {address(part.id, piece): face for piece, face in deck.fronts.items()}
            backs |= {address(part.id, piece): face for piece, face in deck.backs.items()}
        return Deck(self.name, faces, fronts, backs)


def address(component: str, piece: str) -> str:
    """Return what a piece is called among those of other components.

    >>> address("orders", "bench")
    'orders/bench'
    """
    return f"{component}/{piece}"


def packs(components: Sequence[Component], *, folded: bool) -> tuple[Pack, ...]:
    """Return who shares with whom: same kind and stock, same cut, bleed and gap; the component with most copies first.

    On `folded` sheets what has no back is kept from what has one: it needs no fold, and twice as many fit.
    """
    alike: dict[Hashable, list[Component]] = {}
    for component in sorted(components, key=lambda each: (-each.copies, each.id)):
        if component.kind.shares is not None and component.copies:
            alike.setdefault(_form(component, folded=folded), []).append(component)
    found: list[Pack] = []
    for parts in alike.values():
        if len(parts) > 1:
            kind = parts[0].kind
            number = 1 + sum(pack.parts[0].kind == kind for pack in found)
            name = f"{PREFIX}{kind.name}" + (f"-{number}" if number > 1 else "")
            found.append(Pack(name, tuple(parts)))
    return tuple(found)


def _form(component: Component, *, folded: bool) -> Hashable:
    """Return what must be the same for pieces to lie side by side."""
    return (
        component.kind,
        component.cut,
        component.net,
        component.bleed,
        component.gap,
        folded and any(piece.back is not None for piece in component.pieces),
    )

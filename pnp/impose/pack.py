"""Components of one game that share their sheets: which may, and the one component they are laid out as.

A piece goes by "component/piece" there; no id has a slash of its own.
"""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pnp.impose.grid import Layout
from pnp.impose.layouts import lay_out
from pnp.impose.mixed_sheet import Share, mixed_layouts
from pnp.model.face import Deck, Face
from pnp.model.game import Component
from pnp.model.papers import Paper

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
        return joined(self.parts, self.name)

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


def joined(parts: Sequence[Component], name: str) -> Component:
    """Return components as one, whose pieces say whose they are."""
    pieces = tuple(replace(piece, id=address(part.id, piece.id)) for part in parts for piece in part.pieces)
    title = ", ".join(part.title for part in parts)
    return replace(parts[0], id=name, title=title, pieces=pieces, note=None, parts=tuple(parts))


def address(component: str, piece: str) -> str:
    """Return what a piece is called among those of other components.

    >>> address("orders", "bench")
    'orders/bench'
    """
    return f"{component}/{piece}"


# Pieces of one form fill sheets one after the other; what is left over of each form may share a last sheet.


def forms(components: Sequence[Component]) -> list[tuple[Component, ...]]:
    """Return the components by what must be the same for their pieces to lie in the same places."""
    alike: dict[Hashable, list[Component]] = {}
    for component in components:
        alike.setdefault(
            (component.kind, component.cut, component.net, component.bleed, component.gap), []
        ).append(component)
    return [tuple(parts) for parts in alike.values()]


def common_weights(components: Iterable[Component]) -> range:
    """Return the papers in g/m² that suit all of these."""
    known = [component.kind.weights or (0, 0) for component in components]
    return range(max(low for low, _ in known), min(high for _, high in known) + 1)


@dataclass(slots=True)
class _Sheet:
    """A sheet that is not full: the components of each form whose last pieces are on it, and how many those are."""

    groups: list[tuple[Component, ...]]
    shares: list[Share] = field(default_factory=list)

    @property
    def parts(self) -> list[Component]:
        return [part for group in self.groups for part in group]

    def unlike(self, other: "_Sheet") -> tuple[bool, int, bool]:
        """Return what speaks against sharing with another sheet: other stock, a narrow choice of paper, other sides."""
        ours, theirs = (
            ({part.kind.stock for part in sheet.parts}, any(map(_has_backs, sheet.parts)))
            for sheet in (self, other)
        )
        return ours[0] != theirs[0], -len(common_weights([*self.parts, *other.parts])), ours[1] != theirs[1]


def packs(components: Sequence[Component], paper: Paper, *, folded: bool) -> tuple[Pack, ...]:
    """Return who shares with whom on a paper: those of one form, and others with which they share the last sheet.

    On `folded` sheets what has no back is kept from what has one: it needs no fold, and twice as many fit.
    """
    apart = [
        [component for component in components if _has_backs(component) == backs]
        for backs in ((True, False) if folded else ())
    ]
    packs_of_paper: list[Pack] = []
    for some in apart or [list(components)]:
        mixed = paper.sheet is None and not (folded and any(map(_has_backs, some)))
        for sheet in _last_sheets(some, paper, mixed=mixed):
            parts = sorted(sheet.parts, key=_area, reverse=True)
            if len(parts) > 1:
                kind = parts[0].kind
                number = 1 + sum(pack.parts[0].kind == kind for pack in packs_of_paper)
                name = f"{PREFIX}{kind.name}" + (f"-{number}" if number > 1 else "")
                packs_of_paper.append(Pack(name, tuple(parts)))
    return tuple(packs_of_paper)


def _last_sheets(components: Sequence[Component], paper: Paper, *, mixed: bool) -> list[_Sheet]:
    """Return the sheets that the forms end on, each form on one: the largest remainder first, each where it fits best."""
    sharing = sorted(
        (
            component
            for component in components
            if component.kind.weights is not None and component.copies and not component.layouts
        ),
        key=lambda component: (-component.copies, component.id),
    )
    alone = []
    for group in forms(sharing):
        rest = _left_over(group, paper) if mixed else 0
        alone.append(_Sheet([group], [Share(group[0], rest)] if rest else []))
    sheets: list[_Sheet] = []
    for sheet in sorted(
        alone, key=lambda sheet: -sum(share.copies * _box(share.component) for share in sheet.shares)
    ):
        fitting = (other for other in sorted(sheets, key=sheet.unlike) if _fits(sheet, other, paper))
        if (other := next(fitting, None)) is None:
            sheets.append(sheet)
        else:
            other.groups += sheet.groups
            other.shares += sheet.shares
    return sheets


def _fits(one: _Sheet, other: _Sheet, paper: Paper) -> bool:
    parts = [*one.parts, *other.parts]
    stocks = {part.kind.stock for part in parts}
    if not (one.shares and other.shares and common_weights(parts) and (len(stocks) == 1 or "card" in stocks)):
        return False
    return next(mixed_layouts([*other.shares, *one.shares], paper), None) is not None


def left_over(layout: Layout, copies: int) -> int:
    """Return how many of so many copies are on the last sheet, where that has room for others; 0 if it has none.

    A single piece leaves room unless it is the page itself.
    """
    places = len(layout.positions)
    if places == 1 and layout.bounds.size != layout.page:
        return 1
    return copies % places


def _left_over(group: Sequence[Component], paper: Paper) -> int:
    component = joined(group, "")
    layout = lay_out(component, paper, copies=component.copies)
    return left_over(layout, component.copies) if layout else 0


def _has_backs(component: Component) -> bool:
    return any(piece.back is not None for piece in component.pieces)


def _box(component: Component) -> float:
    return component.size.width * component.size.height


def _area(component: Component) -> float:
    return component.copies * _box(component)

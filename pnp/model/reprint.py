"""What brings a printed game up to date: the pieces to take out of its box, and those to print and put in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pnp.model.changes import Change, Changes, What
from pnp.model.edition import Address, Printed
from pnp.model.game import Component

_CHANGED: Mapping[What, str] = {"text": "words", "art": "picture", "layout": "layout", "face": "look"}


@dataclass(frozen=True, slots=True)
class Lot:
    """So many copies of a piece, and why they are taken out or put in."""

    piece: Printed
    copies: int
    why: str


@dataclass(frozen=True, slots=True)
class Reprint:
    """All that is put in and all that is taken out, each piece once on either side."""

    put_in: tuple[Lot, ...] = ()
    take_out: tuple[Lot, ...] = ()

    @property
    def copies(self) -> Mapping[Address, int]:
        """How many copies of which piece are printed."""
        return {lot.piece.address: lot.copies for lot in self.put_in}

    def __bool__(self) -> bool:
        """Say whether anything is to be done."""
        return bool(self.put_in or self.take_out)


def reprint(changes: Changes, wanted: Callable[[Printed], bool] = lambda _: True) -> Reprint:
    """Return what `changes` ask for, of the pieces `wanted`.

    All copies of a piece that looks different are replaced; where only their number differs, so are the odd ones.
    """
    put_in: list[Lot] = []
    take_out: list[Lot] = []
    for change in changes.changed:
        take_out.append(Lot(change.old, change.old.copies, why(change)))
        put_in.append(Lot(change.new, change.new.copies, why(change)))
    replaced = {change.new.address for change in changes.changed}
    for recount in (each for each in changes.copies if each.new.address not in replaced):
        more = recount.new.copies - recount.old.copies
        said = f"{recount.new.copies} in the box instead of {recount.old.copies}"
        if more > 0:
            put_in.append(Lot(recount.new, more, said))
        else:
            take_out.append(Lot(recount.old, -more, said))
    put_in += [Lot(piece, piece.copies, "new") for piece in changes.added]
    take_out += [Lot(piece, piece.copies, "no longer in the game") for piece in changes.removed]
    return Reprint(*(tuple(lot for lot in lots if wanted(lot.piece)) for lots in (put_in, take_out)))


def why(change: Change) -> str:
    """Return what is different about a piece: "words and picture changed", "layout of the back changed"."""
    words = [word for kind, word in _CHANGED.items() if kind in change.what] or [_CHANGED["face"]]
    said = " and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    backs_only = {each.side for each in change.sides} == {"back"}
    return f"{said}{' of the back' if backs_only else ''} changed"


def in_copies(component: Component, copies: Mapping[Address, int]) -> Component:
    """Return the component with as many copies of its pieces as are given, and none of the others."""
    pieces = tuple(
        replace(piece, copies=copies[component.id, piece.id])
        for piece in component.pieces
        if copies.get((component.id, piece.id))
    )
    return replace(component, pieces=pieces)

"""throw-away.txt: what to take out of the box of a printed game, and which new pieces to put in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.files import write
from pnp.history.compare import Address, Change, Changes, Edition, Printed, What, plain
from pnp.history.drawing import BREAK, read
from pnp.model.face import Face
from pnp.model.game import Component, Game
from pnp.text import counted, listed

# What brings a printed game up to date: the pieces to take out of its box, and those to print and put in.

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
    backs_only = {each.side for each in change.sides} == {"back"}
    return f"{listed(words)}{' of the back' if backs_only else ''} changed"


def in_copies(component: Component, copies: Mapping[Address, int]) -> Component:
    """Return the component with as many copies of its pieces as are given, and none of the others."""
    pieces = tuple(
        replace(piece, copies=copies[component.id, piece.id])
        for piece in component.pieces
        if copies.get((component.id, piece.id))
    )
    return replace(component, pieces=pieces)


NAME = "throw-away.txt"

WORDS = 6
"""As many words of an old card are quoted: enough to find it."""


def write_throw_away(
    folder: Path, game: Game, old: Edition, reprint: Reprint, files: Mapping[str, str]
) -> None:
    """Write the list to `folder`; `files` names the PDF that holds a component's pieces. Raises CannotWrite."""
    write(folder / NAME, throw_away(game, old, reprint, files).encode("utf-8", "replace"), root=folder)


def throw_away(game: Game, old: Edition, reprint: Reprint, files: Mapping[str, str]) -> str:
    """Return the list as text, in the order of the game's components; those that are gone come last."""
    lines = [f"{plain(game.title)}: {_span(plain(old.label), plain(old.version), plain(game.version))}", ""]
    lines += _part("Take out of the old box", reprint.take_out, game, {}, old.faces)
    lines += _part("Put in, from the sheets in this folder", reprint.put_in, game, files, {})
    return "\n".join(lines).rstrip() + "\n"


def _span(label: str, was: str, now: str) -> str:
    """Return from when to when; a version that stayed is said once.

    >>> _span("v1", "1.2", "1.3"), _span("v1", "1.2", "1.2")
    ('from v1 (version 1.2) to version 1.3', 'from v1 to now (version 1.2)')
    """
    if was == now or not was:
        return f"from {label} to now (version {now})"
    return f"from {label} (version {was}) to version {now}"


def _part(
    heading: str, lots: Sequence[Lot], game: Game, files: Mapping[str, str], faces: Mapping[str, Face]
) -> Iterator[str]:
    """Yield one half of the list; of pieces whose front is among `faces` it is said what one reads there."""
    said = f"{heading}: {count(lots)}"
    yield said
    yield "=" * len(said)
    titles = {component.id: component.title for component in game.components}
    every = [(component.id, piece.id) for component in game.components for piece in component.pieces]
    order = {address: number for number, address in enumerate(every)}
    components = [each for each in titles if any(lot.piece.component == each for lot in lots)]
    gone = dict.fromkeys(lot.piece.component for lot in lots if lot.piece.component not in titles)
    for component in (*components, *gone):
        own = [lot for lot in lots if lot.piece.component == component]
        own.sort(key=lambda lot: order.get(lot.piece.address, len(order)))
        where = f": {files[component]}" if component in files else ""
        yield f"{plain(titles.get(component, component))}{where}"
        width = max(len(_called(lot)) for lot in own)
        yield from (
            f"  {lot.copies:>3} x {_called(lot):<{width}}  {lot.why}{_reads(lot, faces)}" for lot in own
        )
    yield ""


def count(lots: Sequence[Lot]) -> str:
    """Return how many things these are: "nothing", "1 piece", "12 pieces"."""
    number = sum(lot.copies for lot in lots)
    return "nothing" if not number else counted(number, "piece")


def _called(lot: Lot) -> str:
    """Return the name of a piece, and its id where that is another word."""
    piece = lot.piece
    name = plain(piece.name)
    return name if piece.name == piece.id else f"{name} ({piece.id})"


def _reads(lot: Lot, faces: Mapping[str, Face]) -> str:
    """Return how to tell the old piece: by the first words on its front."""
    face = faces.get(lot.piece.front or "")
    drawing = read(face.svg) if face is not None else None
    if drawing is None or not drawing.words:
        return ""
    words = plain(" ".join(drawing.words[:WORDS]).replace(BREAK, ""))
    return f'; it reads "{words}{" ..." if len(drawing.words) > WORDS else ""}"'

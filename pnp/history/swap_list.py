"""throw-away.txt: what to take out of the box of a printed game, and which new pieces to put in."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pnp.history.compare import Address, Changes, Kind, PieceChange, PrintedPiece, Version, plain
from pnp.history.drawing import BREAK, face_content
from pnp.model.face import Face
from pnp.model.game import Game
from pnp.text import counted, listed

WORDS = 6
"""As many words of an old card are quoted: enough to find it."""

_CHANGED: Mapping[Kind, str] = {"text": "words", "art": "picture", "layout": "layout", "face": "look"}


@dataclass(frozen=True, slots=True)
class SwapItem:
    """So many copies of a piece, and why they are taken out or put in."""

    piece: PrintedPiece
    copies: int
    why: str


@dataclass(frozen=True, slots=True)
class SwapList:
    """All that is put in and all that is taken out, each piece once on either side."""

    put_in: tuple[SwapItem, ...] = ()
    take_out: tuple[SwapItem, ...] = ()

    @property
    def copies(self) -> Mapping[Address, int]:
        """How many copies of which piece are printed."""
        return {item.piece.address: item.copies for item in self.put_in}

    def __bool__(self) -> bool:
        """Say whether anything is to be done."""
        return bool(self.put_in or self.take_out)


def swap_list(changes: Changes, wanted: Callable[[PrintedPiece], bool]) -> SwapList:
    """Return what `changes` ask for, of the pieces `wanted`.

    All copies of a piece that looks different are replaced; where only their number differs, so are the odd ones.
    """
    put_in = [SwapItem(each.new, each.new.copies, _why(each)) for each in changes.changed]
    take_out = [SwapItem(each.old, each.old.copies, _why(each)) for each in changes.changed]
    replaced = {each.new.address for each in changes.changed}
    for each in changes.copies:
        if each.new.address not in replaced:
            more = each.new.copies - each.old.copies
            why = f"{each.new.copies} in the box instead of {each.old.copies}"
            (put_in if more > 0 else take_out).append(
                SwapItem(each.new if more > 0 else each.old, abs(more), why)
            )
    put_in += [SwapItem(piece, piece.copies, "new") for piece in changes.added]
    take_out += [SwapItem(piece, piece.copies, "no longer in the game") for piece in changes.removed]
    return SwapList(*(tuple(item for item in items if wanted(item.piece)) for items in (put_in, take_out)))


def _why(change: PieceChange) -> str:
    """Return what is different about a piece: "words and picture changed", "layout of the back changed"."""
    backs_only = {each.side for each in change.sides} == {"back"}
    words = listed([_CHANGED[kind] for kind in change.kinds])
    return f"{words}{' of the back' if backs_only else ''} changed"


def as_text(game: Game, old: Version, items: SwapList, files: Mapping[str, str]) -> str:
    """Return the list as text, in the order of the game's components; those that are gone come last.

    `files` names the PDF that holds a component's pieces.
    """
    lines = [f"{plain(game.title)}: {_span(plain(old.label), plain(old.version), plain(game.version))}", ""]
    lines += _part("Take out of the old box", items.take_out, game, {}, old.faces)
    lines += _part("Put in, from the sheets in this folder", items.put_in, game, files, {})
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
    heading: str, items: Sequence[SwapItem], game: Game, files: Mapping[str, str], faces: Mapping[str, Face]
) -> Iterator[str]:
    """Yield one half of the list; of pieces whose front is among `faces` it is said what one reads there."""
    said = f"{heading}: {count(items)}"
    yield said
    yield "=" * len(said)
    titles = {component.id: component.title for component in game.components}
    every = [(component.id, piece.id) for component in game.components for piece in component.pieces]
    order = {address: number for number, address in enumerate(every)}
    for component in dict.fromkeys((*titles, *(item.piece.component for item in items))):
        own = [item for item in items if item.piece.component == component]
        if not own:
            continue
        own.sort(key=lambda item: order.get(item.piece.address, len(order)))
        where = f": {files[component]}" if component in files else ""
        yield f"{plain(titles.get(component, component))}{where}"
        width = max(len(_called(item)) for item in own)
        yield from (
            f"  {item.copies:>3} x {_called(item):<{width}}  {item.why}{_reads(item, faces)}" for item in own
        )
    yield ""


def count(items: Sequence[SwapItem]) -> str:
    """Return how many things these are: "nothing", "1 piece", "12 pieces"."""
    number = sum(item.copies for item in items)
    return "nothing" if not number else counted(number, "piece")


def _called(item: SwapItem) -> str:
    """Return the name of a piece, and its id where that is another word."""
    piece = item.piece
    name = plain(piece.name)
    return name if piece.name == piece.id else f"{name} ({piece.id})"


def _reads(item: SwapItem, faces: Mapping[str, Face]) -> str:
    """Return how to tell the old piece: by the first words on its front."""
    face = faces.get(item.piece.front or "")
    content = face_content(face.svg) if face is not None else None
    if content is None or not content.words:
        return ""
    words = plain(" ".join(content.words[:WORDS]).replace(BREAK, ""))
    return f'; it reads "{words}{" ..." if len(content.words) > WORDS else ""}"'

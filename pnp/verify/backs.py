"""Behind every front lies the right back, edge on edge and top on top."""

from collections.abc import Iterator, Sequence

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck
from pnp.model.sides import Axis, Backs, behind, rotation_behind, turning_axis
from pnp.verify.checks import CardPair, Naming, same
from pnp.verify.face_match import RecognisedCard
from pnp.verify.pdf_reader import PdfPage

HINT = "build again"


def check_backs(
    pairs: Sequence[CardPair],
    alone: Sequence[tuple[PdfPage, RecognisedCard]],
    flip: Backs,
    deck: Deck,
    names: Naming,
) -> Iterator[Diagnostic]:
    """Yield the fronts whose back is missing, wrong, shifted or turned, and the backs without a front."""
    for sheet, front, back in pairs:
        where = f"{sheet.place(front.card)} shows {names.seen(front)}"
        due = {deck.backs.get(piece) for piece, key in deck.fronts.items() if key == front.face}
        if not due or (flip == "none" and back is None):
            continue
        if back is None and None not in due:
            yield names.finding("PNP558", f"{where}, and nothing lies behind it", HINT)
        elif back is not None:
            yield from _faults(where, sheet=sheet, front=front, back=back, due=due, flip=flip, names=names)
    for sheet, back in alone:
        fact = f"{sheet.place(back.card)} shows {names.seen(back)}, and no front lies there"
        yield names.finding("PNP558", fact, HINT)


def _faults(
    where: str,
    *,
    sheet: PdfPage,
    front: RecognisedCard,
    back: RecognisedCard,
    due: set[str | None],
    flip: Backs,
    names: Naming,
) -> Iterator[Diagnostic]:
    if back.face not in due:
        right = next((names.face(key) for key in sorted(filter(None, due))), "nothing")
        fact = f"{where}, behind it lies {names.seen(back)} instead of {right}"
        yield names.finding("PNP558", fact, HINT)
    axes: tuple[Axis, ...] = (
        ("vertical", "horizontal") if flip == "gutterfold" else (turning_axis(sheet.size, flip),)
    )
    places = {axis: behind(front.card.trim, sheet.size, axis) for axis in axes}
    nearest = min(axes, key=lambda axis: _apart(places[axis].x, places[axis].y, back))
    if not same(places[nearest], back.card.trim):
        dx, dy = back.card.trim.x - places[nearest].x, back.card.trim.y - places[nearest].y
        fact = f"{where}, its back lies {dx:+.2f} mm across and {dy:+.2f} mm down from where it should"
        yield names.finding("PNP558", fact, HINT)
    if back.card.rotation != rotation_behind(nearest, front.card.rotation):
        yield names.finding("PNP558", f"{where}, its back is the wrong way up", HINT)


def _apart(x: float, y: float, back: RecognisedCard) -> float:
    return abs(back.card.trim.x - x) + abs(back.card.trim.y - y)

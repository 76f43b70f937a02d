"""Behind every front lies the right back, edge on edge and top on top; every piece is there as often as it should be."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck
from pnp.model.geometry import Rect, Size
from pnp.model.sheet import Axis, Backs, behind, rotation_behind, turning_axis
from pnp.text import counted
from pnp.verify.checked_file import CheckedFile, ReadPage, same_rect
from pnp.verify.face_match import RecognisedCard
from pnp.verify.pdf_reader import PdfPage

SAME_PLACE_MM = 1.0
"""Two cards nearer than that are meant for the same place, exact or not."""


CardPair = tuple[PdfPage, RecognisedCard, RecognisedCard | None]
"""A front, the sheet it lies on, and what lies behind it."""


def flip_of(checked: CheckedFile) -> Backs:
    """Return how backs get behind the fronts: as the file asks; or folded, when one side of the paper has backs too.

    What is glued on board has its backs on sheets of their own.
    """
    deck, asked = checked.deck, checked.sheets.flip
    if asked == "none" and is_glued(checked):
        return "glued"
    faces = [each.face for _, seen in checked.pages for each in seen]
    only_backs = set(deck.backs.values()) - set(deck.fronts.values())
    more = bool(deck.backs) and len(faces) > checked.component.copies
    return "gutterfold" if asked == "none" and (more or not only_backs.isdisjoint(faces)) else asked


def is_glued(checked: CheckedFile) -> bool:
    """Say whether the backs of a file are on sheets of their own, to be glued on the other side of a board."""
    on_board = checked.component.kind.grey_board is not None
    return on_board and any(sheet.side == "back" for sheet, _ in checked.pages)


def check_backs(checked: CheckedFile, flip: Backs) -> Iterator[Diagnostic]:
    """Yield the fronts whose back is missing, wrong, shifted or turned, backs without a front, and wrong numbers."""
    pairs, alone = _pairs(checked.pages, flip, checked.deck)
    backs = _backs_of(checked.deck)
    for sheet, front, back in pairs:
        due = backs.get(front.face)
        if due and not (flip == "none" and back is None):
            for fault in _faults(checked, sheet.size, (front, back), due, flip):
                where = f"{sheet.place(front.card)} shows {checked.face(front.face)}"
                yield checked.finding("PNP558", f"{where}, {fault}")
    for sheet, back in alone:
        fact = f"{sheet.place(back.card)} shows {checked.face(back.face)}, and no front lies there"
        yield checked.finding("PNP558", fact)
    yield from _check_counts(checked, pairs, two_sided=flip != "none")


def _backs_of(deck: Deck) -> dict[str | None, set[str | None]]:
    """Return the backs that each front may have, None for no back."""
    found: dict[str | None, set[str | None]] = defaultdict(set)
    for piece, key in deck.fronts.items():
        found[key].add(deck.backs.get(piece))
    return found


def _faults(
    checked: CheckedFile,
    page: Size,
    pair: tuple[RecognisedCard, RecognisedCard | None],
    due: Collection[str | None],
    flip: Backs,
) -> Iterator[str]:
    """Yield what is wrong with what lies behind a front, for which the backs `due` are right."""
    front, back = pair
    if back is None:
        if None not in due:
            yield "and nothing lies behind it"
        return
    if back.face not in due:
        right = next((checked.face(key) for key in sorted(filter(None, due))), "nothing")
        yield f"behind it lies {checked.face(back.face)} instead of {right}"
    for fault in _misplaced(page, front, back, flip):
        yield f"its back {fault}"


def _misplaced(page: Size, front: RecognisedCard, back: RecognisedCard, flip: Backs) -> Iterator[str]:
    axes: tuple[Axis, ...] = (
        ("vertical", "horizontal") if flip == "gutterfold" else (turning_axis(page, flip),)
    )
    places = {axis: behind(front.card.trim, page, axis) for axis in axes}
    trim = back.card.trim
    nearest = min(axes, key=lambda axis: _distance(places[axis], trim))
    if not same_rect(places[nearest], trim):
        dx, dy = trim.x - places[nearest].x, trim.y - places[nearest].y
        yield f"lies {dx:+.2f} mm across and {dy:+.2f} mm down from where it should"
    if back.card.rotation != rotation_behind(nearest, front.card.rotation):
        yield "is the wrong way up"


def _distance(one: Rect, other: Rect) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


# Which back lies behind which front, once the sheet is turned or folded as it is meant to be.


def _pairs(
    pages: Sequence[ReadPage], flip: Backs, deck: Deck
) -> tuple[list[CardPair], list[tuple[PdfPage, RecognisedCard]]]:
    """Return every front with what lies behind it, and the backs that lie behind no front."""
    found: list[CardPair] = []
    alone: list[tuple[PdfPage, RecognisedCard]] = []
    for front, fronts, backs, back in _sides(pages, flip, deck):
        axis = _fold(front.size, fronts, backs) if flip == "gutterfold" else turning_axis(front.size, flip)
        left = list(backs)
        for each in fronts:
            place = behind(each.card.trim, front.size, axis)
            covered = [other for other in left if _covers(place, other)]
            nearest = min(covered, key=lambda other: _distance(place, other.card.trim), default=None)
            if nearest is not None:
                left.remove(nearest)
            found.append((front, each, nearest))
        alone += [(back, each) for each in left]
    return found, alone


def _covers(place: Rect, back: RecognisedCard) -> bool:
    """Say whether a back lies about there: near enough to be meant for that place, exact or not.

    Boxes of triangles overlap by half; a neighbour is not meant.
    """
    trim = back.card.trim
    across, down = trim.x + trim.width / 2 - place.x, trim.y + trim.height / 2 - place.y
    return 0.1 < across / place.width < 0.9 and 0.1 < down / place.height < 0.9


def _sides(
    pages: Sequence[ReadPage], flip: Backs, deck: Deck
) -> Iterator[tuple[PdfPage, list[RecognisedCard], list[RecognisedCard], PdfPage]]:
    """Yield each physical sheet: its front page, the fronts, the backs, and the page the backs are on."""
    if flip in ("none", "gutterfold"):
        for sheet, seen in pages:
            backs = _folded_backs(sheet.size, seen, deck) if flip == "gutterfold" else []
            yield sheet, [each for each in seen if each not in backs], backs, sheet
        return
    back_pages = {sheet.number: (sheet, list(seen)) for sheet, seen in pages if sheet.side == "back"}
    after = 1 if flip == "glued" else 0
    for sheet, seen in pages:
        if sheet.side == "front":
            back, backs = back_pages.pop(sheet.number + after, (sheet, []))
            yield sheet, list(seen), backs, back
    for back, backs in back_pages.values():
        yield back, [], backs, back


def _folded_backs(page: Size, seen: Sequence[RecognisedCard], deck: Deck) -> list[RecognisedCard]:
    """Return the backs among the cards of a page that is folded: fronts are drawn first.

    A face that is both somebody's front and somebody's back is a back where a front lies behind it.
    """
    axis = _fold(page, seen, seen)
    fronts, backs = set(deck.fronts.values()), set(deck.backs.values())
    found: list[RecognisedCard] = []
    places: list[Rect] = []
    for each in seen:
        covered = any(same_rect(place, each.card.trim, within=SAME_PLACE_MM) for place in places)
        if each.face in backs and (covered or each.face not in fronts):
            found.append(each)
        else:
            places.append(behind(each.card.trim, page, axis))
    return found


def _fold(page: Size, fronts: Sequence[RecognisedCard], backs: Sequence[RecognisedCard]) -> Axis:
    """Return the fold that brings more backs behind fronts."""

    def met(axis: Axis) -> int:
        places = [behind(each.card.trim, page, axis) for each in fronts]
        return sum(
            any(same_rect(place, back.card.trim, within=SAME_PLACE_MM) for place in places) for back in backs
        )

    return "horizontal" if met("horizontal") > met("vertical") else "vertical"


# Every piece is on the sheets as often as the data says.

FacePair = tuple[str | None, str | None]
"""A front and its back; pieces that look alike on both sides are interchangeable."""


def _check_counts(
    checked: CheckedFile, pairs: Sequence[CardPair], *, two_sided: bool
) -> Iterator[Diagnostic]:
    """Yield the pieces of which there are more or fewer than there should be.

    Pieces alike in front are told apart by their backs only where backs are printed and every one is right.
    """
    deck = checked.deck
    backs = _backs_of(deck)
    by_back = two_sided and all(
        (back.face if back else None) in backs.get(front.face, ()) for _, front, back in pairs
    )
    alike: dict[FacePair, list[str]] = defaultdict(list)
    due: Counter[FacePair] = Counter()
    for piece in checked.component.pieces:
        faces = (deck.fronts.get(piece.id), deck.backs.get(piece.id) if by_back else None)
        alike[faces].append(piece.id)
        due[faces] += piece.copies
    there: Counter[FacePair] = Counter(
        (front.face, back.face if by_back and back else None) for _, front, back in pairs if front.face
    )
    for faces, pieces in alike.items():
        if there[faces] != due[faces]:
            fact = f"{checked.pieces(pieces)}: {counted(there[faces], 'copy', 'copies')} on the sheets, {due[faces]} in the data"
            yield checked.finding("PNP557", fact, piece=pieces[0])

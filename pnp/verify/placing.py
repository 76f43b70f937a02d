"""Every card lies on the paper, apart from others, whole, at true size, straight and not mirrored."""

from collections.abc import Iterator
from itertools import combinations

from pnp.model.curves import overlap
from pnp.model.diagnostics import Diagnostic
from pnp.model.geometry import Outline, Rect, Size
from pnp.verify.checked_file import CheckedFile, in_mm
from pnp.verify.face_match import POSITION_MM, edge_covers, outline_of
from pnp.verify.pdf_reader import PdfPage, PlacedCard

TURN_DEGREES = 0.01


def check_placing(checked: CheckedFile) -> Iterator[Diagnostic]:
    """Yield what is wrong with where and how the cards lie; pages of one layout are looked at once if all is well."""
    sound: set[int | None] = set()
    for sheet in checked.sheets.pages:
        if sheet.layout not in sound:
            found = [checked.finding(code, fact) for code, fact in _misplaced(checked, sheet)]
            yield from found
            if not found and sheet.layout is not None:
                sound.add(sheet.layout)


def _misplaced(checked: CheckedFile, sheet: PdfPage) -> Iterator[tuple[str, str]]:
    forms = [checked.forms.of(card) for card in sheet.cards]
    cuts = [checked.forms.cut_of(card) for card in sheet.cards]
    for card, form, cut in zip(sheet.cards, forms, cuts, strict=True):
        where = sheet.place(card)
        for fault in faults(card, form.size, cut):
            yield "PNP554", f"{where} {fault}"
        if not is_on_paper(card, sheet):
            yield "PNP555", f"{where} hangs over the edge of the paper"
    for (one, cut), (other, its_cut) in combinations(zip(sheet.cards, cuts, strict=True), 2):
        if one.trim.overlaps(other.trim, slack=POSITION_MM) and (
            cut.kind == its_cut.kind == "rectangle"
            or overlap(outline_of(one, cut), outline_of(other, its_cut), slack=POSITION_MM)
        ):
            yield "PNP555", f"{sheet.place(one)} overlaps {sheet.place(other)}"


def is_on_paper(card: PlacedCard, sheet: PdfPage) -> bool:
    """Say whether all that is to be seen of a card lies on its page."""
    return Rect(0, 0, sheet.size.width, sheet.size.height).contains(card.in_view, slack=POSITION_MM)


def faults(card: PlacedCard, size: Size, cut: Outline) -> Iterator[str]:
    """Yield what is wrong with how a card of that size and outline is placed."""
    across, down = card.scale
    due = size if card.rotation % 180 == 0 else size.turned
    if down < 0:
        yield "is mirrored"
    if not card.trim.size.is_like(due, within=POSITION_MM):
        yield f"is {in_mm(card.trim.size)} ({min(across, abs(down)):.1%}), it should be {in_mm(due)}"
    if min(abs(card.turn - turn) for turn in (0, 90, 180, 270, 360)) > TURN_DEGREES:
        yield f"is turned by {card.turn:.2f} degrees"
    if not (card.part or _shows_whole(card, cut)):
        yield "is cut short: not all of it is shown"


def _shows_whole(card: PlacedCard, cut: Outline) -> bool:
    if not card.clip.contains(card.trim, slack=POSITION_MM):
        return False
    return not card.edge or edge_covers(card, cut)

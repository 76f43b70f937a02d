"""Cards lie at true size, straight, whole, apart from each other and on the paper."""

from collections.abc import Iterator
from itertools import combinations

from pnp.model.diagnostics import Diagnostic
from pnp.model.game import Component
from pnp.model.geometry import Rect
from pnp.model.outline import Outline
from pnp.verify.boxes import EXACT
from pnp.verify.found import Found, FoundSheet
from pnp.verify.names import Names
from pnp.verify.shapes import covers, outline_of, overlap

HINT = "build again"


def check_placing(sheet: FoundSheet, component: Component, names: Names) -> Iterator[Diagnostic]:
    """Yield what is wrong with where and how the cards of a sheet lie."""
    paper = Rect(0, 0, sheet.size.width, sheet.size.height)
    for card in sheet.cards:
        where = sheet.place(card)
        yield from (names.finding("PNP554", f"{where} {fact}", HINT) for fact in _faults(card, component))
        if not paper.contains(card.in_view, slack=EXACT):
            yield names.finding("PNP555", f"{where} hangs over the edge of the paper", HINT)
    for one, other in combinations(sheet.cards, 2):
        if one.trim.overlaps(other.trim, slack=EXACT) and _meet(one, other, component.cut):
            fact = f"{sheet.place(one)} overlaps {sheet.place(other)}"
            yield names.finding("PNP555", fact, HINT)


def _faults(card: Found, component: Component) -> Iterator[str]:
    across, down = card.scale
    quarter = min(abs(card.turn - turn) for turn in (0, 90, 180, 270, 360))
    due = component.size if card.rotation % 180 == 0 else component.size.turned
    if down < 0:
        yield "is mirrored"
    if abs(card.trim.width - due.width) > EXACT or abs(card.trim.height - due.height) > EXACT:
        yield (
            f"is {card.trim.width:.2f} x {card.trim.height:.2f} mm ({min(across, abs(down)):.1%}), "
            f"it should be {due.width:.2f} x {due.height:.2f} mm"
        )
    if quarter > 0.01:
        yield f"is turned by {card.turn:.2f} degrees"
    if card.part:
        return
    whole = card.clip.contains(card.trim, slack=EXACT)
    if not whole or (card.edge and not covers(card.edge, outline_of(card, component.cut), slack=EXACT)):
        yield "is cut short: not all of it is shown"


def _meet(one: Found, other: Found, cut: Outline) -> bool:
    """Say whether two cards whose boxes overlap do so themselves."""
    if cut.kind == "rectangle":
        return True
    return overlap(outline_of(one, cut), outline_of(other, cut), slack=EXACT)

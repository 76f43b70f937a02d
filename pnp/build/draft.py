"""A draft of a game with errors: what has none is printed, and a face that has some says so where it would be."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.face import BACK, FRONT, Deck, Face, PieceSide
from pnp.model.game import Component, Piece
from pnp.render.context import RenderContext
from pnp.render.faces import Rendered, render
from pnp.render.text_markup import without_marks

TEMPLATE = "base/draft.svg.j2"
DRAWN_ALL_THE_SAME = frozenset({"PNP306", "PNP307", "PNP308", "PNP401", "PNP460"})
"""What is wrong with a face that can be printed nevertheless: it is seen below the mark."""


class Draft:
    """Marks the faces that have errors and collects those errors; does nothing unless `wanted`."""

    def __init__(self, rendering: RenderContext, *, wanted: bool) -> None:
        self._rendering, self._wanted = rendering, wanted
        self.errors: list[Diagnostic] = []

    def without_errors(self, found: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Return the warnings, and collect the errors."""
        if not self._wanted:
            return list(found)
        kept: list[Diagnostic] = []
        for each in found:
            (self.errors if each.severity == "error" else kept).append(each)
        return kept

    def marked(self, rendered: Rendered, component: Component) -> Rendered:
        """Return the faces of a component with marks in place of those that have errors."""
        of_all = [each for each in self.errors if each.piece is None]
        if not self._wanted or not (of_all or has_errors(rendered.diagnostics)):
            return rendered
        faults = _faults(component, rendered.diagnostics)
        warnings = self.without_errors(rendered.diagnostics)
        deck = rendered.deck
        faces, fronts, backs = dict(deck.faces), dict(deck.fronts), dict(deck.backs)
        fonts = set(rendered.fonts)
        for piece in component.pieces:
            for side, _ in self._rendering.sides(piece):
                shown = fronts if side == FRONT else backs
                wrong = [*faults.get(PieceSide(component.id, piece.id, side), ()), *of_all]
                if wrong:
                    drawn = deck.faces.get(shown.get(piece.id, ""))
                    mark = self._mark(component, PieceSide(component.id, piece.id, side), wrong, drawn)
                    shown[piece.id] = next(iter(mark.deck.fronts.values()))
                    faces |= mark.deck.faces
                    fonts |= set(mark.fonts)
        used = {*fronts.values(), *backs.values()}
        ordered = {key: face for key, face in faces.items() if key in used}
        new = Deck(deck.component, ordered, _in_order(component, fronts), _in_order(component, backs))
        return replace(rendered, deck=new, diagnostics=tuple(warnings), fonts=tuple(sorted(fonts)))

    def _mark(
        self, component: Component, side: PieceSide, wrong: list[Diagnostic], drawn: Face | None
    ) -> Rendered:
        """Return the mark of one side, drawn as a piece of its own."""
        told = "\n".join(dict.fromkeys(f"{each.code}: {_plain(each)}" for each in wrong))
        is_seen = drawn is not None and all(each.code in DRAWN_ALL_THE_SAME for each in wrong)
        below = _inside(drawn) if drawn is not None and is_seen else ""
        fields = {"title": side.title, "faults": told, "below": below}
        piece = Piece("draft", 1, fields, TEMPLATE, None, component.place)
        alone = replace(component, pieces=(piece,))
        return render(alone, self._rendering.at_any_size())


def _plain(fault: Diagnostic) -> str:
    """Return what is wrong, without the name of the piece and without signs that mark up a text."""
    message = fault.message.partition(": ")[2] if fault.piece else fault.message
    message = re.sub(r" \(and on [^)]*\)$", "", message)
    return without_marks(message)


def _inside(face: Face) -> str:
    svg = face.svg
    return svg[svg.index(">", svg.index("<svg")) + 1 :].rpartition("</svg>")[0]


def _in_order(component: Component, shown: Mapping[str, str]) -> dict[str, str]:
    return {piece.id: shown[piece.id] for piece in component.pieces if piece.id in shown}


def _faults(component: Component, found: Iterable[Diagnostic]) -> dict[PieceSide, list[Diagnostic]]:
    """Return the errors on each side; a finding names the first, and the pieces that have it on the same side."""
    faults: dict[PieceSide, list[Diagnostic]] = {}
    for each in found:
        if each.severity != "error" or each.piece is None:
            continue
        side = BACK if f", {BACK}: " in each.message[: len(each.piece) + 8] else FRONT
        for name in (each.piece, *each.others):
            piece = name.rpartition("/")[2]
            faults.setdefault(PieceSide(component.id, piece, side), []).append(each)
    return faults

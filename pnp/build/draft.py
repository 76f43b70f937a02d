"""A draft of a game with errors: all faces are printed, those that have some with a mark in the corner."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.face import BACK, FRONT, Deck, Face, PieceSide, face_key
from pnp.model.game import Component, Piece
from pnp.model.geometry import Outline, rounded
from pnp.render.context import RenderContext
from pnp.render.faces import Rendered, render
from pnp.render.text_markup import without_marks

TEMPLATE = "base/draft.svg.j2"
NOT_TO_BE_CONVERTED = frozenset({"PNP305", "PNP476"})
"""What a drawing may not hold when it becomes a page of a PDF."""
CORNER_MM = 5.0
"""The short sides of the triangle that marks a face, at most."""


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
        """Return the faces of a component with marks on those that have errors."""
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
                    if drawn is not None and NOT_TO_BE_CONVERTED.isdisjoint(each.code for each in wrong):
                        face = _with_mark(drawn, component.cut)
                    else:
                        page = self._page(component, PieceSide(component.id, piece.id, side), wrong)
                        face = next(iter(page.deck.faces.values()))
                        fonts |= set(page.fonts)
                    shown[piece.id] = face.key
                    faces[face.key] = face
        used = {*fronts.values(), *backs.values()}
        ordered = {key: face for key, face in faces.items() if key in used}
        new = Deck(deck.component, ordered, _in_order(component, fronts), _in_order(component, backs))
        return replace(rendered, deck=new, diagnostics=tuple(warnings), fonts=tuple(sorted(fonts)))

    def _page(self, component: Component, side: PieceSide, wrong: list[Diagnostic]) -> Rendered:
        """Return what stands for a side of which nothing can be shown: its name and what is wrong."""
        told = "\n".join(dict.fromkeys(f"{each.code}: {_plain(each)}" for each in wrong))
        piece = Piece("draft", 1, {"title": side.title, "faults": told}, TEMPLATE, None, component.place)
        alone = replace(component, pieces=(piece,))
        return render(alone, self._rendering.at_any_size())


def _with_mark(face: Face, cut: Outline) -> Face:
    """Return the face with a small triangle and a "!" in the top right corner of its outline."""
    x, y = max(rounded(cut), key=lambda point: point[0] - point[1])
    scale = min(1.0, min(face.trim.width, face.trim.height) / 4 / CORNER_MM)
    mark = (
        f'<g transform="translate({x:.3f} {y:.3f}) scale({scale:.3f})">'
        f'<path d="M0 0H{-CORNER_MM}L0 {CORNER_MM}z" fill="#d9480f" stroke="#ffffff" stroke-width="0.2"/>'
        '<path d="M-1.8 0.6h0.7v1.6h-0.7zM-1.8 2.5h0.7v0.7h-0.7z" fill="#ffffff"/></g>'
    )
    svg = f"{face.svg.rpartition('</svg>')[0]}{mark}</svg>"
    return Face(face_key(svg), svg, face.trim, face.bleed)


def _plain(fault: Diagnostic) -> str:
    """Return what is wrong, without the name of the piece and without signs that mark up a text."""
    return without_marks(fault.said)


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

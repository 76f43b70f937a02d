"""A component's pieces as finished faces: each piece's template run with its values, every distinct drawing kept once."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.face import Deck, Face, Side, face_key
from pnp.model.game import Component, Piece
from pnp.render.lint import lint
from pnp.render.pen import Pen
from pnp.render.recollection import Drawn, Recollection, Wanted
from pnp.render.report import Reporter, grouped
from pnp.render.text.fonts import FontFile
from pnp.render.values import values
from pnp.render.workshop import Workshop

_ROOT = re.compile(r"(?:<!--.*?-->|<\?.*?\?>|\s)*<svg(?:\s[^>]*)?>", re.DOTALL)
_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_IDS = re.compile(r"""\sid\s*=\s*["']|url\(\s*["']?#|href\s*=\s*["']#""")


USUAL_FONTS = {"title": "Manrope", "body": "Source Sans Pro"}
"""The families of the two roles until a game names its own."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The faces of a component, what was found on the way, and the font files that converting them needs.

    `drawn` of the faces were drawn now; the others were remembered.
    """

    deck: Deck
    diagnostics: tuple[Diagnostic, ...]
    fonts: tuple[Path, ...]
    drawn: int = 0


def render(component: Component, workshop: Workshop, *, only: frozenset[str] | None = None) -> Rendered:
    """Return the faces of `component` (of the pieces in `only`, when given)."""
    faces: dict[str, Face] = {}
    fronts: dict[str, str] = {}
    backs: dict[str, str] = {}
    found: list[Diagnostic] = []
    fonts: set[FontFile] = set()
    known = Recollection(component, workshop)
    anew = 0
    for piece in component.pieces:
        if only is not None and piece.id not in only:
            continue
        for side, template, keys in _sides(piece, fronts, backs):
            line = workshop.templates.line_in_use
            report = Reporter(component.id, piece, side, workshop.sources, found, line)
            drawn = known.common(template, side, piece) or _drawn(
                template, component, workshop, report, known=known
            )
            if drawn is not None:
                face = drawn.face
                fonts |= drawn.fonts
                anew += drawn.anew and face.key not in faces
                faces.setdefault(face.key, face)
                keys[piece.id] = face.key
    findings = tuple(each.about(game=workshop.game.id) for each in grouped(found))
    deck = Deck(component.id, faces, fronts, backs)
    return Rendered(deck, findings, tuple(sorted(font.path for font in fonts)), anew)


def _sides(
    piece: Piece, fronts: dict[str, str], backs: dict[str, str]
) -> Iterator[tuple[Side, str, dict[str, str]]]:
    yield "front", piece.front, fronts
    if piece.back is not None:
        yield "back", piece.back, backs


def _drawn(
    template: str, component: Component, workshop: Workshop, report: Reporter, *, known: Recollection
) -> Drawn | None:
    """Return one side, drawn now unless it was before, or None after reporting why there is none."""
    game, side = workshop.game, report.side
    pen = _pen(workshop, report)
    given = values(report.piece, side, component=component, game=game, theme=workshop.theme, pen=pen)
    wanted = Wanted(template, side, report.piece, given)
    before = known.find(wanted)
    if before is not None:
        report.again(before.found)
        return before
    already = len(report.found)
    svg = _svg(template, given, workshop, report, pen)
    if svg is None:
        return None
    face = Face(face_key(svg), svg, component.size, component.bleed)
    drawn = Drawn(face, frozenset(pen.used), tuple(report.found[already:]))
    if not has_errors(drawn.found):
        known.keep(wanted, drawn, pen.asked)
    return drawn


def _svg(
    template: str, given: Mapping[str, object], workshop: Workshop, report: Reporter, pen: Pen
) -> str | None:
    """Return one side as SVG, or None after reporting why there is none; its fonts are with the pen."""
    drawn = workshop.templates.draw(template, given)
    if isinstance(drawn, Diagnostic):
        asked = report.piece.places.get(report.side, report.piece.place)
        report.add(drawn if drawn.place else replace(drawn, place=asked))
        return None
    # Half a letter out of a "\ud800" has no bytes.
    writable = drawn.strip().encode("utf-8", "replace").decode()
    svg = _with_symbols(writable, pen.symbols())
    pen.used |= _checked(svg, template, workshop, report)
    return None if "PNP304" in report.codes else _prefixed(svg)


def _pen(workshop: Workshop, report: Reporter) -> Pen:
    return Pen(
        fonts=workshop.sources.fonts,
        roles={**USUAL_FONTS, **workshop.game.fonts},
        icons=workshop.icons,
        gallery=workshop.gallery,
        language=workshop.game.language,
        report=report,
    )


def _checked(svg: str, template: str, workshop: Workshop, report: Reporter) -> frozenset[FontFile]:
    """Report what the renderer would get wrong; return the fonts that the letters are in."""
    checked = lint(svg, workshop.sources.fonts)
    for fault in checked.faults:
        if fault.code != "PNP307" or fault.code not in report.codes:  # the pen knows where a letter came from
            place = workshop.templates.find(template, fault.words)
            report.add(Diagnostic(fault.code, fault.message, place, fault.hint))
    return checked.fonts


def _with_symbols(svg: str, symbols: str) -> str:
    """Return the drawing with the icon definitions at its start; one that is no SVG stays as it is."""
    root = _ROOT.match(svg)
    if not symbols or root is None:
        return svg
    return f"{svg[: root.end()]}<defs>{symbols}</defs>{svg[root.end() :]}"


def _prefixed(svg: str) -> str:
    """Return the drawing with all ids made its own, so that faces can share a page.

    The prefix comes from the drawing, not from the card: two cards with the same back have the same bytes. Only
    tags are touched: a text may speak of url(#a) as it likes.
    """
    if _IDS.search(svg) is None:
        return svg
    prefix = "f" + hashlib.sha256(svg.encode()).hexdigest()[:8] + "-"

    def renamed(tag: re.Match[str]) -> str:
        text = tag[0]
        if "id" not in text and "url(" not in text and "href" not in text:  # most tags of a picture
            return text
        return _IDS.sub(lambda found: found[0] + prefix, text)

    return _TAG.sub(renamed, svg)

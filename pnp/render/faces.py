"""A component's pieces as finished faces: each piece's template run with its values, every distinct drawing kept once."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, Face, Side, face_key
from pnp.model.game import Component, Game, Piece
from pnp.render.art import Gallery
from pnp.render.icons import Icons
from pnp.render.lint import lint
from pnp.render.pen import Pen
from pnp.render.record import Watched
from pnp.render.report import Reporter, grouped
from pnp.render.sources import Sources
from pnp.render.template import Templates
from pnp.render.text.fonts import FontFile
from pnp.render.values import values

_ROOT = re.compile(r"(?:<!--.*?-->|<\?.*?\?>|\s)*<svg(?:\s[^>]*)?>", re.DOTALL)
_TAG = re.compile(r"<[a-zA-Z][^>]*>")
_IDS = re.compile(r"""\sid\s*=\s*["']|url\(\s*["']?#|href\s*=\s*["']#""")


USUAL_FONTS = {"title": "Manrope", "body": "Source Sans Pro"}
"""The families of the two roles until a game names its own."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The faces of a component, what was found on the way, and the font files that converting them needs."""

    deck: Deck
    diagnostics: tuple[Diagnostic, ...]
    fonts: tuple[Path, ...]


@dataclass(slots=True)
class Workshop:
    """What the faces of one game share: templates, icons, pictures, colours."""

    game: Game
    sources: Sources
    theme: str = ""
    templates: Templates = field(init=False)
    icons: Icons = field(init=False)
    gallery: Gallery = field(init=False)

    def __post_init__(self) -> None:
        """Open the shared rooms."""
        self.templates = Templates(self.sources)
        self.icons = Icons(self.sources, self.game.id)
        self.gallery = Gallery(self.sources, self.game.id)


def render(component: Component, workshop: Workshop, *, only: frozenset[str] | None = None) -> Rendered:
    """Return the faces of `component` (of the pieces in `only`, when given)."""
    faces: dict[str, Face] = {}
    fronts: dict[str, str] = {}
    backs: dict[str, str] = {}
    found: list[Diagnostic] = []
    fonts: set[FontFile] = set()
    common: dict[tuple[Side, str], str] = {}
    for piece in component.pieces:
        if only is not None and piece.id not in only:
            continue
        for side, template, keys in _sides(piece, fronts, backs):
            line = workshop.templates.line_in_use
            report = Reporter(component.id, piece, side, workshop.sources, found, line)
            svg = common.get((side, template)) or _draw(
                template, component, workshop, report, fonts=fonts, common=common
            )
            if svg is not None:
                key = face_key(svg)
                faces.setdefault(key, Face(key, svg, component.size, component.bleed))
                keys[piece.id] = key
    findings = tuple(each.about(game=workshop.game.id) for each in grouped(found))
    return Rendered(
        Deck(component.id, faces, fronts, backs), findings, tuple(sorted(font.path for font in fonts))
    )


def _sides(
    piece: Piece, fronts: dict[str, str], backs: dict[str, str]
) -> Iterator[tuple[Side, str, dict[str, str]]]:
    yield "front", piece.front, fronts
    if piece.back is not None:
        yield "back", piece.back, backs


def _draw(
    template: str,
    component: Component,
    workshop: Workshop,
    report: Reporter,
    *,
    fonts: set[FontFile],
    common: dict[tuple[Side, str], str],
) -> str | None:
    """Return one side as SVG, or None after reporting why there is none.

    A drawing that was found flawless and asked nothing of its piece is added to `common`: it is the same for all.
    """
    game = workshop.game
    pen = _pen(workshop, report)
    given = values(report.piece, report.side, component=component, game=game, theme=workshop.theme, pen=pen)
    drawn = workshop.templates.draw(template, given)
    if isinstance(drawn, Diagnostic):
        asked = report.piece.places.get(report.side, report.piece.place)
        report.add(drawn if drawn.place else replace(drawn, place=asked))
        return None
    # Half a letter out of a "\ud800" has no bytes.
    writable = drawn.strip().encode("utf-8", "replace").decode()
    svg = _with_symbols(writable, pen.symbols())
    fonts |= pen.used | _checked(svg, template, workshop, report)
    if "PNP304" in report.codes:
        return None
    finished = _prefixed(svg)
    piece = given["piece"]
    if (
        not report.codes
        and isinstance(piece, Watched)
        and not piece.asked
        and "art" not in report.piece.fields
    ):
        common[report.side, template] = finished
    return finished


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

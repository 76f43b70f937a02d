"""A component's pieces as finished faces: each piece's template run with its values, every distinct drawing kept once."""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pnp.model.diagnostics import Diagnostic
from pnp.model.face import Deck, Face, Side, face_key
from pnp.model.game import Component, Game, Piece
from pnp.render.art import Gallery
from pnp.render.icons import Icons
from pnp.render.lint import lint
from pnp.render.pen import Pen
from pnp.render.record import Record
from pnp.render.report import Reporter, grouped
from pnp.render.shapes import shape_values
from pnp.render.sources import Sources
from pnp.render.template import Templates
from pnp.render.text.fonts import FontFile

_IDS = re.compile(r'(\sid="|url\(#|\shref="#)')


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

    def palette(self) -> Mapping[str, str]:
        """Return the game's colours under the chosen theme."""
        chosen = self.game.themes.get(self.theme)
        return self.game.palette if chosen is None else {**self.game.palette, **chosen.palette}


def render(component: Component, workshop: Workshop, *, only: frozenset[str] | None = None) -> Rendered:
    """Return the faces of `component` (of the pieces in `only`, when given)."""
    faces: dict[str, Face] = {}
    fronts: dict[str, str] = {}
    backs: dict[str, str] = {}
    found: list[Diagnostic] = []
    fonts: set[FontFile] = set()
    for piece in component.pieces:
        if only is not None and piece.id not in only:
            continue
        for side, template, keys in _sides(piece, fronts, backs):
            line = workshop.templates.line_in_use
            report = Reporter(component.id, piece, side, workshop.sources, found, line)
            svg = _draw(template, component, workshop, report, fonts)
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
    template: str, component: Component, workshop: Workshop, report: Reporter, fonts: set[FontFile]
) -> str | None:
    """Return one side as SVG, or None after reporting why there is none."""
    pen = Pen(
        fonts=workshop.sources.fonts,
        roles=workshop.game.fonts,
        icons=workshop.icons,
        gallery=workshop.gallery,
        language=workshop.game.language,
        report=report,
    )
    drawn = workshop.templates.draw(template, _values(report.piece, report.side, component, workshop, pen))
    fonts |= pen.used
    if isinstance(drawn, Diagnostic):
        asked = report.piece.places.get(report.side, report.piece.place)
        report.add(drawn if drawn.place else replace(drawn, place=asked))
        return None
    svg = _with_symbols(drawn.strip(), pen.symbols())
    faults = lint(svg, workshop.sources.fonts)
    for fault in faults:
        if (fault.code, report.piece.id, report.side) not in pen_findings:
            report.add(
                Diagnostic(
                    fault.code, fault.message, workshop.templates.find(template, fault.words), fault.hint
                )
            )
    return None if any(fault.code == "PNP304" for fault in faults) else _prefixed(svg)


def _values(
    piece: Piece, side: Side, component: Component, workshop: Workshop, pen: Pen
) -> dict[str, object]:
    game = workshop.game
    width, height, bleed, safe = component.size.width, component.size.height, component.bleed, component.safe
    boxes = {
        "bleed_box": _box(-bleed, -bleed, width + 2 * bleed, height + 2 * bleed),
        "trim_box": _box(0, 0, width, height),
        "safe_box": _box(safe, safe, width - 2 * safe, height - 2 * safe),
    }
    face = {
        "side": side,
        "width": width,
        "height": height,
        "bleed": bleed,
        "safe": safe,
        "corner": component.corner,
    }
    art = piece.fields.get("art")

    def picture(slot: object, *args: object, **options: object) -> object:
        return pen.picture(art if art is not None and slot == piece.id else slot, *args, **options)  # type: ignore[arg-type]

    about = {"title": game.title, "credits": game.credits, "notice": game.notice, "version": game.version}
    return {
        "game": Record("game", {"id": game.id, **about, "facts": game.facts}),
        "component": Record("component", {"id": component.id, "title": component.title}),
        "piece": Record(
            "piece",
            {**piece.fields, "id": piece.id, "name": piece.name, "copies": piece.copies},
        ),
        "face": Record("face", {**face, **boxes, **shape_values(component)}),
        "palette": Record("the palette", workshop.palette()),
        "theme": workshop.theme,
        "fit": pen.fit,
        "line": pen.line,
        "icon": pen.icon,
        "picture": picture,
    }


def _box(x: float, y: float, width: float, height: float) -> Mapping[str, float]:
    return {"x": x, "y": y, "width": width, "height": height}


def _with_symbols(svg: str, symbols: str) -> str:
    """Return the drawing with the icon definitions at its start."""
    if not symbols:
        return svg
    end = svg.find(">", svg.find("<svg")) + 1
    return f"{svg[:end]}<defs>{symbols}</defs>{svg[end:]}"


def _prefixed(svg: str) -> str:
    """Return the drawing with all ids made its own, so that faces can share a page.

    The prefix comes from the drawing, not from the card: two cards with the same back have the same bytes.
    """
    if ' id="' not in svg:
        return svg
    prefix = "f" + hashlib.sha256(svg.encode()).hexdigest()[:8] + "-"
    return _IDS.sub(lambda match: match.group(1) + prefix, svg)

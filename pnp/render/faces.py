"""A component's pieces as finished faces: each piece's template run with its values, every distinct drawing kept once."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from pnp.model.diagnostics import Diagnostic, Place, Severity, has_errors, in_reading_order
from pnp.model.face import Deck, Face, Side, face_key
from pnp.model.game import Component, Piece
from pnp.render.context import RenderContext
from pnp.render.face_cache import CachedFace, FaceCache
from pnp.render.field_proxy import FieldProxy, RecordingProxy, fields_of
from pnp.render.fonts import FontFile
from pnp.render.sources import Sources
from pnp.render.svg_lint import lint
from pnp.render.template_api import TemplateApi
from pnp.render.template_values import values
from pnp.text import counted

# What a pen notices, as diagnostics that name the card and the line in the data or in the template.


@dataclass(slots=True)
class Reporter:
    """Collects the findings on one side of one piece; `template_line` says what is being drawn just now."""

    component: str
    piece: Piece
    side: Side
    sources: Sources
    found: list[Diagnostic]
    template_line: Callable[[], Place | None]
    codes: set[str] = field(default_factory=set)

    def __call__(
        self,
        code: str,
        message: str,
        hint: str,
        *,
        severity: Severity = "error",
        file: Path | None = None,
        line: int = 0,
        text: str | None = None,
    ) -> None:
        """Note one finding.

        Its place is `file` and `line` if given, else the field that `text` was written in, else the template.
        """
        if file is not None:
            place = Place(self.sources.shown(file), max(line, 1), 1)
        else:
            place = self._field_of(text or "") or self.template_line() or self.piece.place
        self.add(Diagnostic(code, message, place, hint, severity))

    def add(self, finding: Diagnostic) -> None:
        """Note a finding made elsewhere, naming the card and the side."""
        self.codes.add(finding.code)
        name = f"{self.component}/{self.piece.id}"
        self.found.append(replace(finding, message=f"{name}, {self.side}: {finding.message}", piece=name))

    def again(self, found: Iterable[Diagnostic]) -> None:
        """Note findings that were made when this side was drawn before."""
        for finding in found:
            self.codes.add(finding.code)
            self.found.append(finding)

    def _field_of(self, text: str) -> Place | None:
        """Return where a text was written: the field that makes up most of it, if any."""
        written = {"id": self.piece.id, **self.piece.fields}
        most, field = len(text.strip()) / 2, None
        for name, value in written.items():
            for letters in _texts(value):
                if len(letters) > most and letters in text:
                    most, field = len(letters), name
        return None if field is None else self.piece.places.get(field, self.piece.place)


def grouped(found: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return the findings in reading order, one for each fault: a template's mistake on 45 cards is one mistake."""
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for each in dict.fromkeys(found):
        _, _, what = each.message.partition(": ")
        groups.setdefault((each.code, what, each.place), []).append(each)
    return in_reading_order(
        replace(group[0], message=f"{group[0].message} (and on {counted(len(group) - 1, 'more face')})")
        if len(group) > 1
        else group[0]
        for group in groups.values()
    )


def _texts(value: object) -> Iterator[str]:
    """Yield the texts in a field, lists and mappings gone through."""
    if isinstance(value, str) and value.strip():
        yield value.strip()
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)


# The sides of one component that need no drawing: drawn before, or the same for every card.


@dataclass(frozen=True, slots=True)
class Drawn:
    """One finished side, the font files that its letters are in, its warnings, and whether it was drawn now."""

    face: Face
    fonts: frozenset[FontFile]
    found: tuple[Diagnostic, ...] = ()
    anew: bool = True


@dataclass(frozen=True, slots=True)
class Wanted:
    """One side of a piece, to be made by a template out of the values it is given."""

    template: str
    side: Side
    piece: Piece
    given: Mapping[str, object]


class Recollection:
    """What is known of the sides of `component` before they are drawn."""

    def __init__(self, component: Component, context: RenderContext) -> None:
        self._component = component
        self._context = context
        self._common: dict[tuple[str, Side], Drawn | None] = {}
        self._wishes: dict[tuple[str, Side], str] = {}
        fonts = context.sources.fonts
        self._fonts = fonts.by_digest if context.face_cache else {}

    def common(self, template: str, side: Side, piece: Piece) -> Drawn | None:
        """Return the drawing that has shown itself to be every card's; a card with art of its own may be an exception."""
        return None if "art" in piece.fields else self._common.get((template, side))

    def find(self, wanted: Wanted) -> Drawn | None:
        """Return what drawing this would make, if it was drawn before."""
        cache = self._context.face_cache
        if cache is None:
            return None
        every = self._every(cache, wanted)
        where = (wanted.template, wanted.side)
        if where not in self._common:
            self._common[where] = self._recalled(cache, every)
        own = _own(cache, every, wanted)
        return (
            self.common(wanted.template, wanted.side, wanted.piece)
            or self._recalled(cache, own)
            or self._recalled(cache, _warned(cache, own, wanted))
        )

    def keep(self, wanted: Wanted, drawn: Drawn, asked: Iterable[tuple[str, str]]) -> None:
        """Remember a side without errors; one that asked nothing of its card, and is flawless, is every card's."""
        fields = wanted.given["piece"]
        untouched = (
            isinstance(fields, RecordingProxy) and not fields.asked and "art" not in wanted.piece.fields
        )
        common = untouched and not drawn.found
        if common:
            self._common[wanted.template, wanted.side] = drawn
        cache = self._context.face_cache
        if cache is None:
            return
        every = self._every(cache, wanted)
        own = _own(cache, every, wanted)
        wish = _warned(cache, own, wanted) if drawn.found else every if common else own
        fonts = tuple(sorted(font.digest for font in drawn.fonts))
        kept = CachedFace(drawn.face.key, drawn.face.packed, fonts, drawn.found)
        cache.keep(wish, tuple(sorted(set(asked))), self._context.answer, kept)

    def _recalled(self, cache: FaceCache, wish: str) -> Drawn | None:
        kept = cache.recall(wish, self._context.answer)
        if kept is None or not self._fonts.keys() >= set(kept.fonts):
            return None
        size, bleed = self._component.size, self._component.bleed
        fonts = frozenset(self._fonts[each] for each in kept.fonts)
        return Drawn(Face.packed_as(kept.key, kept.packed, size, bleed), fonts, kept.found, anew=False)

    def _every(self, cache: FaceCache, wanted: Wanted) -> str:
        """Return the wish for a side as far as it is the same for all cards: all that is given but the card."""
        where = (wanted.template, wanted.side)
        if where not in self._wishes:
            game, fonts = self._context.game, self._context.sources.fonts
            values = {
                name: fields_of(value) if isinstance(value, FieldProxy) else value
                for name, value in wanted.given.items()
                if name != "piece" and not callable(value)
            }
            made_of = self._context.templates.digest(wanted.template)
            self._wishes[where] = cache.wish(
                wanted.template, made_of, values, fonts.digest, game.fonts, game.language
            )
        return self._wishes[where]


def _own(cache: FaceCache, every: str, wanted: Wanted) -> str:
    """Return the wish for the side of one card."""
    fields = wanted.given["piece"]
    assert isinstance(fields, FieldProxy)
    return cache.wish(every, fields_of(fields))


def _warned(cache: FaceCache, own: str, wanted: Wanted) -> str:
    """Return the wish for the side of one card with warnings: they name the lines of the data."""
    piece = wanted.piece
    return cache.wish(own, repr(piece.place), {name: repr(place) for name, place in piece.places.items()})


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


def render(component: Component, context: RenderContext, *, only: frozenset[str] | None = None) -> Rendered:
    """Return the faces of `component` (of the pieces in `only`, when given)."""
    faces: dict[str, Face] = {}
    fronts: dict[str, str] = {}
    backs: dict[str, str] = {}
    found: list[Diagnostic] = []
    fonts: set[FontFile] = set()
    known = Recollection(component, context)
    anew = 0
    for piece in component.pieces:
        if only is not None and piece.id not in only:
            continue
        for side, template, keys in _sides(piece, fronts, backs):
            line = context.templates.line_in_use
            report = Reporter(component.id, piece, side, context.sources, found, line)
            drawn = known.common(template, side, piece) or _drawn(
                template, component, context, report, known=known
            )
            if drawn is not None:
                face = drawn.face
                fonts |= drawn.fonts
                anew += drawn.anew and face.key not in faces
                faces.setdefault(face.key, face)
                keys[piece.id] = face.key
    findings = tuple(each.about(game=context.game.id) for each in grouped(found))
    deck = Deck(component.id, faces, fronts, backs)
    return Rendered(deck, findings, tuple(sorted(font.path for font in fonts)), anew)


def _sides(
    piece: Piece, fronts: dict[str, str], backs: dict[str, str]
) -> Iterator[tuple[Side, str, dict[str, str]]]:
    yield "front", piece.front, fronts
    if piece.back is not None:
        yield "back", piece.back, backs


def _drawn(
    template: str, component: Component, context: RenderContext, report: Reporter, *, known: Recollection
) -> Drawn | None:
    """Return one side, drawn now unless it was before, or None after reporting why there is none."""
    game, side = context.game, report.side
    pen = _pen(context, report)
    given = values(report.piece, side, component=component, game=game, theme=context.theme, pen=pen)
    wanted = Wanted(template, side, report.piece, given)
    before = known.find(wanted)
    if before is not None:
        report.again(before.found)
        return before
    already = len(report.found)
    svg = _svg(template, given, context, report, pen)
    if svg is None:
        return None
    face = Face(face_key(svg), svg, component.size, component.bleed)
    drawn = Drawn(face, frozenset(pen.used), tuple(report.found[already:]))
    if not has_errors(drawn.found):
        known.keep(wanted, drawn, pen.asked)
    return drawn


def _svg(
    template: str, given: Mapping[str, object], context: RenderContext, report: Reporter, pen: TemplateApi
) -> str | None:
    """Return one side as SVG, or None after reporting why there is none; its fonts are with the pen."""
    drawn = context.templates.draw(template, given)
    if isinstance(drawn, Diagnostic):
        asked = report.piece.places.get(report.side, report.piece.place)
        report.add(drawn if drawn.place else replace(drawn, place=asked))
        return None
    # Half a letter out of a "\ud800" has no bytes.
    writable = drawn.strip().encode("utf-8", "replace").decode()
    svg = _with_symbols(writable, pen.symbols())
    pen.used |= _checked(svg, template, context, report)
    return None if "PNP304" in report.codes else _prefixed(svg)


def _pen(context: RenderContext, report: Reporter) -> TemplateApi:
    return TemplateApi(
        fonts=context.sources.fonts,
        roles={**USUAL_FONTS, **context.game.fonts},
        icons=context.icons,
        gallery=context.gallery,
        language=context.game.language,
        report=report,
    )


def _checked(svg: str, template: str, context: RenderContext, report: Reporter) -> frozenset[FontFile]:
    """Report what the renderer would get wrong; return the fonts that the letters are in."""
    checked = lint(svg, context.sources.fonts)
    for fault in checked.faults:
        if fault.code != "PNP307" or fault.code not in report.codes:  # the pen knows where a letter came from
            place = context.templates.find(template, fault.words)
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

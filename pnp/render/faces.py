"""The pieces of a component as finished faces: their templates run with their values, each distinct drawing kept once."""

import hashlib
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache, partial, wraps
from itertools import chain
from pathlib import Path

from pnp.cache import digest
from pnp.checks.trim_and_overlap import art_faults
from pnp.claims.expressions import CODES
from pnp.files import BytesOnDisk
from pnp.load.project import is_drawing
from pnp.load.role_guesses import value_as_text
from pnp.model.diagnostics import MAY_PASS, WORKER_ENDED, Diagnostic, Fault, Place, Severity, in_reading_order
from pnp.model.face import Deck, Face, PieceSide, Side, face_key
from pnp.model.game import Component, Piece, Value
from pnp.model.geometry import MM_PER_UNIT, LengthError, Rect, Size, parse_length
from pnp.model.limits import DRAWINGS_HELD
from pnp.svg.reader.geometry import view_box
from pnp.svg.refused_features import lint
from pnp.svg.vocabulary import SVG
from pnp.templates.api import TemplateApi
from pnp.templates.context import DrawnPiece, DrawnSide, FaceCache, RenderContext, Reporter, grouped
from pnp.templates.design_deck import MOST_LETTERS, deck_of
from pnp.templates.design_values import DESIGNS_FOLDER, design_values, look_of, own_back
from pnp.templates.running import Templates
from pnp.templates.sources import ArtRequest
from pnp.templates.svg_template.filling import SvgTemplates
from pnp.templates.values import FUNCTIONS, FieldProxy, Values, colours, face_values, fields_of, was_read
from pnp.text import decimal
from pnp.typesetting.font_choice import boldest_weights
from pnp.workers.worker import begins

_ROOT = re.compile(r"(?:<!--.*?-->|<\?.*?\?>|\s)*<svg(?:\s[^>]*)?>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rendered:
    """Faces of a component, findings and needed font files; `drawn` were drawn now, the rest was in the cache."""

    deck: Deck
    diagnostics: tuple[Diagnostic, ...]
    fonts: tuple[Path, ...]
    drawn: int = 0


@dataclass(frozen=True, slots=True)
class SideRequest:
    """One side of a piece, to be made by a template out of the values it is given.

    `continues` says what a piece's own back shows; "" for one that is like those of other pieces, or of those in its `deck`.
    """

    template: str
    side: Side
    piece: Piece
    continues: str
    deck: str = ""
    given: Mapping[str, object] = field(default_factory=dict)

    @property
    def where(self) -> tuple[str, Side, str]:
        """What it has in common with the sides of other pieces."""
        return self.template, self.side, self.deck

    @property
    def fields(self) -> FieldProxy:
        """The fields of the card, as its template sees them."""
        fields = self.given["piece"]
        assert isinstance(fields, FieldProxy)
        return fields

    @property
    def was_read(self) -> bool:
        """Whether the template has asked anything of its card."""
        card = self.given["card"]
        return was_read(self.fields) or (isinstance(card, FieldProxy) and was_read(card))


MOST_FAULTS = 100  # Of misplaced things told of a side: whoever mends those sees the others.
PIECES_IN_A_RUN = 24  # Pieces that a worker draws at a time: some 0.1 s of work.
GOES_ON = "PNP422"  # Found on a front whose text goes on on the back.


def render(component: Component, context: RenderContext, *, only: frozenset[str] | None = None) -> Rendered:
    """Return the faces of `component` (of the pieces in `only`, when given), drawn by whom the context names."""
    drawer = PieceDrawer(component, context)
    wanted = [piece for piece in component.pieces if only is None or piece.id in only]
    drawn = drawer.finished(wanted, _on_disk() if len(wanted) > DRAWINGS_HELD else _held)
    rendered = _joined(component, context, drawn)
    if only is None and not any(finding.code in WORKER_ENDED for finding in rendered.diagnostics):
        # A template that a worker could not draw with is not read in this process either.
        told = (
            *rendered.diagnostics,
            *(finding.about(game=context.game.id) for finding in drawer.never_shown()),
        )
        return replace(rendered, diagnostics=in_reading_order(told))
    return rendered


def _held(drawn: DrawnPiece) -> DrawnPiece:
    return drawn


def _on_disk() -> Callable[[DrawnPiece], DrawnPiece]:
    """Return what moves the drawings of a piece to a temporary file, each distinct one once."""
    disk, faces = BytesOnDisk("drawings"), dict[str, Face]()

    def moved(face: Face) -> Face:
        if face.key not in faces:
            waiting = disk.keep(bytes(face.packed))
            faces[face.key] = Face.packed_as(face.key, waiting, face.trim, face.bleed)
        return faces[face.key]

    def kept(drawn: DrawnPiece) -> DrawnPiece:
        sides = {side: replace(done, face=moved(done.face)) for side, done in drawn.sides.items()}
        return replace(drawn, sides=sides)

    return kept


def render_each(
    component: Component, context: RenderContext, pieces: Sequence[Piece] | None = None
) -> Iterator[tuple[Piece, Rendered, tuple[ArtRequest, ...]]]:
    """Yield every piece, or some, drawn for itself, with the pictures that it asked for."""
    alone = copy(context)
    alone.asking, alone.face_cache = True, None
    pieces = component.pieces if pieces is None else pieces
    drawn = chain.from_iterable(PieceDrawer(component, alone).draw_runs(pieces))
    for piece, result in zip(pieces, drawn, strict=True):
        yield piece, _joined(component, context, {piece.id: result}), result.asked


def _joined(component: Component, context: RenderContext, drawn: Mapping[str, DrawnPiece]) -> Rendered:
    faces: dict[str, Face] = {}
    shown: dict[Side, dict[str, str]] = {"front": {}, "back": {}}
    digests: set[str] = set()
    drawn_now = 0
    for piece, result in drawn.items():
        for side, done in result.sides.items():
            digests |= done.fonts
            drawn_now += done.is_new and done.face.key not in faces
            faces.setdefault(done.face.key, done.face)
            shown[side][piece] = done.face.key
    found = grouped(each for one in drawn.values() for each in one.found if not context.is_told(each))
    findings = tuple(finding.about(game=context.game.id) for finding in found)
    deck = Deck(component.id, faces, shown["front"], shown["back"])
    fonts = context.sources.fonts.of_digests(digests)
    return Rendered(deck, findings, tuple(sorted(font.path for font in fonts)), drawn_now)


class PieceDrawer:
    """Draws pieces of one component, and knows those that were drawn before."""

    def __init__(self, component: Component, context: RenderContext) -> None:
        self._component = component
        self._context = context
        self._known = KnownSides(component, context)
        self._shared = cache(partial(shared_values, component, context))
        self._drawings = SvgTemplates(component, context)

    def finished(
        self, pieces: Sequence[Piece], kept: Callable[[DrawnPiece], DrawnPiece] = _held
    ) -> dict[str, DrawnPiece]:
        """Return the pieces by id: sides as they were drawn before, and the others drawn now; of each, what is `kept`."""
        drawn = {piece.id: kept(self._earlier(piece)) for piece in pieces}
        missing = {
            PieceSide(self._component.id, piece.id, side): piece
            for piece in pieces
            for side, _ in self._context.sides(piece)
            if side not in drawn[piece.id].sides
        }
        new = list({piece.id: piece for piece in missing.values()}.values())
        runs = self.draw_runs(new, sides=frozenset(missing))
        for piece, result in zip(new, chain.from_iterable(runs), strict=True):
            drawn[piece.id] = kept(drawn[piece.id].with_sides_of(result))
        return drawn

    def _earlier(self, piece: Piece) -> DrawnPiece:
        sides: dict[Side, DrawnSide] = {}
        found: list[Diagnostic] = []
        for wanted in self._wanted(piece, sides):
            before = self._known.common(wanted)
            if before is None and self._context.face_cache is not None:
                filled = _filled_fields(self._context, piece, list[Diagnostic]().append)
                before = self._known.find(self._with_values(wanted, {"piece": _own_fields(piece, filled)}))
                if before is not None:
                    found += before.found
            if before is not None:
                sides[wanted.side] = before
        return DrawnPiece(sides, tuple(found))

    def _wanted(self, piece: Piece, drawn: Mapping[Side, DrawnSide]) -> Iterator[SideRequest]:
        """Yield each side of a piece as it is wanted, after the one before it is `drawn`."""
        asked = own_back(self._component, piece)
        for side, template in self._context.sides(piece):
            back, front = asked, drawn.get("front")
            # A design may have put the whole text on the front: then the back is the common one.
            if side == "back" and back == "rest" and front and template.startswith(DESIGNS_FOLDER):
                back = "rest" if any(finding.code == GOES_ON for finding in front.found) else ""
            design = None if side == "front" or back else self._component.design
            backs = deck_of(design).backs if design and template.startswith(DESIGNS_FOLDER) else ()
            deck = value_as_text(piece.fields.get(backs[0])) if backs else ""
            yield SideRequest(template, side, piece, back, deck)

    def never_shown(self) -> Iterator[Diagnostic]:
        """Yield what is found of fields that nothing shows."""
        return self._drawings.never_shown()

    def draw_runs(
        self, pieces: Sequence[Piece], *, sides: Container[PieceSide] | None = None
    ) -> Iterable[list[DrawnPiece]]:
        """Return what `draw` does, in runs that are drawn at a time."""
        if self._context.drawn_by is None:
            return [self.draw(pieces, sides=sides)]
        runs = [pieces[start : start + PIECES_IN_A_RUN] for start in range(0, len(pieces), PIECES_IN_A_RUN)]
        return self._context.drawn_by(self._context, self._component, runs, sides=sides)

    def draw(self, pieces: Sequence[Piece], *, sides: Container[PieceSide] | None = None) -> list[DrawnPiece]:
        """Return the pieces drawn, but for those sides that were drawn before; or no more than some `sides` of them."""
        if self._context.drawn_by is not None:
            (drawn,) = self._context.drawn_by(self._context, self._component, [pieces], sides=sides)
            return drawn
        draw = self._asked if self._context.asking else self._drawn
        return [draw(piece, sides) for piece in pieces]

    def _asked(self, piece: Piece, wanted: Container[PieceSide] | None) -> DrawnPiece:
        asked: list[ArtRequest] = []
        self._context.gallery.on_request = asked.append
        self._known = KnownSides(self._component, self._context)
        return replace(self._drawn(piece, wanted), asked=tuple(asked))

    def _drawn(self, piece: Piece, some: Container[PieceSide] | None) -> DrawnPiece:
        sides: dict[Side, DrawnSide] = {}
        found: list[Diagnostic] = []
        for wanted in self._wanted(piece, sides):
            name = PieceSide(self._component.id, piece.id, wanted.side)
            if some is not None and name not in some:
                continue
            begins(str(name))
            drawn = self._known.common(wanted) or self._side(wanted, found)
            if drawn is not None:
                sides[wanted.side] = drawn
        return DrawnPiece(sides, tuple(found))

    def _with_values(self, wanted: SideRequest, own: Values) -> SideRequest:
        drawing = {"fields": tuple(sorted(self._drawings.fields))} if is_drawing(wanted.template) else {}
        return replace(wanted, given=self._shared(wanted.side, wanted.deck) | own | drawing)

    def _side(self, wanted: SideRequest, found: list[Diagnostic]) -> DrawnSide | None:
        context, component, already = self._context, self._component, len(found)
        template, piece, side = wanted.template, wanted.piece, wanted.side
        report = Reporter(component.id, piece, side, context.sources, found, context.templates.line_in_use)
        api = TemplateApi(context, report, lenient=template.startswith(DESIGNS_FOLDER) or context.any_size)
        request = self._with_values(wanted, own_values(component, context, api, wanted.continues))
        if (before := self._known.find(request)) is not None:
            found.extend(before.found)
            return before
        drawn = (
            self._drawings.draw(template, request.given, api)
            if is_drawing(template)
            else context.templates.draw(template, request.given)
        )
        if isinstance(drawn, Diagnostic):
            asked = piece.places.get(side, piece.place)
            api.report.add(drawn if drawn.place else replace(drawn, place=asked))
            return None
        # Half a letter out of a "\ud800" has no bytes.
        svg = _with_symbols(drawn.encode("utf-8", "replace").decode(), api.symbols())
        known, filters = frozenset(api.shown), is_drawing(template)
        checked = lint(svg, context.sources.fonts, known, filters=filters)
        for fault in checked.faults:
            # The API knows where a letter came from.
            if fault.code != "PNP307" or fault.code not in api.report.codes:
                place = context.templates.find(template, fault.words)
                # A design leaves letters out that no font has; marks on letters are seen here alone.
                severity: Severity = "warning" if api.lenient and fault.code == "PNP307" else "error"
                api.report.add(Diagnostic(fault.code, fault.message, place, fault.hint, severity))
        if "PNP304" in api.report.codes or not checked.svg:
            return None
        placed = on_its_page(checked.svg, component.size, component.bleed)
        if isinstance(placed, Fault):
            place = context.templates.find(template, placed.words)
            api.report.add(Diagnostic(placed.code, placed.message, place, placed.hint))
            return None
        if context.checks_art and not template.startswith(DESIGNS_FOLDER):  # tests look at the designs
            self._check_art(placed, request, api)
        face = _finished(context.in_look(placed), component.size, component.bleed)
        fonts = frozenset(font.digest for font in api.used | checked.fonts)
        done = DrawnSide(face, fonts, tuple(found[already:]))
        if MAY_PASS.isdisjoint(finding.code for finding in done.found):
            self._known.keep(request, done, api.asked)
        return done

    def _check_art(self, svg: str, request: SideRequest, api: TemplateApi) -> None:
        component, context = self._component, self._context
        cut = None if component.net else component.cut
        known, fonts = frozenset(api.shown), context.sources.fonts
        faults = art_faults(svg, fonts, cut, component.bleed, known, size=component.size)[:MOST_FAULTS]
        words = {fault.words: None for fault in faults if not fault.text}
        drew: Mapping[str, Place] = {}
        if words and not is_drawing(request.template):
            drew = lines_that_drew(words, request.template, request.given, context.templates)
        for fault in faults:
            file = context.gallery.find(api.placed[fault.picture]) if fault.picture in api.placed else None
            if fault.text or file is not None:
                api.report(
                    fault.code, fault.message, fault.hint, severity=fault.severity, file=file, text=fault.text
                )
            else:
                place = drew.get(fault.words) or context.templates.find(request.template, fault.words)
                api.report.add(Diagnostic(fault.code, fault.message, place, fault.hint, fault.severity))


def shared_values(component: Component, context: RenderContext, side: Side, deck: str = "") -> Values:
    """Return the names that have the same values on this side of all pieces, or of those in a deck with a back of its own."""
    game = context.game
    palette = colours(game, context.theme)
    several = sum(other.design is not None for other in game.components) > 1
    name = component.title if several else game.title if game.title_on_backs else ""
    look = look_of(game.title, palette, component.design, name, deck, pieces=component.pieces)
    about = {
        "look": FieldProxy("look", look),
        "title": game.title,
        "credits": game.credits,
        "notice": game.notice,
        "version": game.version,
    }
    return {
        "game": FieldProxy("game", {"id": game.id, **about, "fonts": game.fonts, "facts": game.facts}),
        "component": FieldProxy("component", {"id": component.id, "title": component.title}),
        "face": FieldProxy("face", {"side": side, **face_values(component)}),
        "palette": FieldProxy("palette", palette),
        "theme": context.theme,
        "language": game.language,
        "smallest": context.smallest_text,
        "boldest": FieldProxy("boldest", boldest_weights(game, context.sources.fonts)),
    }


def own_values(component: Component, context: RenderContext, api: TemplateApi, back: str) -> Values:
    """Return the names whose values are a piece's own, and the functions that draw for it; `back` is what its own shows."""
    piece = api.report.piece
    filled = _filled_fields(context, piece, api.report.add)
    palette = colours(context.game, context.theme)
    side = api.report.side if back == "texts" else None
    by_role = (
        design_values(component.design, piece.name, filled, palette, context.game.title, side=side)
        if component.design
        else {}
    )
    continued = context.game.speech.said("continued")
    subtitle = by_role.get("subtitle")
    line = f"{subtitle} · {continued}"
    fitting = line if len(line) <= MOST_LETTERS["line"] else continued
    gone = {"subtitle": subtitle and fitting, "epithet": "" if subtitle else continued}
    return {
        "piece": _own_fields(piece, filled),
        "card": FieldProxy("card", by_role),
        "behind": FieldProxy("card", by_role | gone | {"cost": "", "numbers": ()}),
        "continues": back,
        "_": context.game.speech.said,
        **{name: getattr(api, name) for name in FUNCTIONS},
    }


def _own_fields(piece: Piece, filled: Mapping[str, Value]) -> FieldProxy:
    return FieldProxy("piece", {**filled, "id": piece.id, "name": piece.name, "copies": piece.copies})


def _filled_fields(
    context: RenderContext, piece: Piece, add: Callable[[Diagnostic], object]
) -> Mapping[str, Value]:
    fields: dict[str, Value] = {}
    for name, value in piece.fields.items():
        fields[name], errors = context.expressions.filled(value)
        for error in errors:
            place = piece.places.get(name, piece.place)
            add(Diagnostic(CODES[error.kind], f"{name}: {error}", place, error.hint))
    return fields


def _with_symbols(svg: str, symbols: str) -> str:
    root = _ROOT.match(svg)
    if not symbols or root is None:
        return svg
    return f"{svg[: root.end()]}<defs>{symbols}</defs>{svg[root.end() :]}"


@lru_cache(maxsize=64)
def _finished(svg: str, trim: Size, bleed: float) -> Face:
    own = with_own_ids(svg)
    return Face(face_key(own), own, trim, bleed)


class KnownSides:
    """The sides of one component that need no drawing: drawn before, or the same for every card."""

    def __init__(self, component: Component, context: RenderContext) -> None:
        self._component = component
        self._context = context
        self._common: dict[tuple[str, Side, str], DrawnSide | None] = {}
        self._shared_requests: dict[tuple[str, Side, str], str] = {}
        self._latest: tuple[Piece | None, str] = (None, "")

    def common(self, wanted: SideRequest) -> DrawnSide | None:
        """Return the drawing that has shown itself to be every card's; one with art, or a back, of its own is an exception."""
        is_own = wanted.continues or "art" in wanted.piece.fields
        return None if is_own else self._common.get(wanted.where)

    def find(self, wanted: SideRequest) -> DrawnSide | None:
        """Return what drawing this would make, if it was drawn before."""
        cache = self._context.face_cache
        if cache is None:
            return None
        shared = self._shared_request(cache, wanted)
        if wanted.where not in self._common:
            self._common[wanted.where] = self._cached(cache, shared)
        own = cache.request(shared, self._digest_of_card(wanted))
        return (
            self.common(wanted)
            or self._cached(cache, own)
            or self._cached(cache, _with_places(cache, own, wanted.piece))
        )

    def keep(self, wanted: SideRequest, drawn: DrawnSide, asked: Iterable[tuple[str, str]]) -> None:
        """Keep a side with what was found on it; one that asked nothing of its card, and is flawless, is every card's."""
        common = not (wanted.was_read or "art" in wanted.piece.fields or wanted.continues or drawn.found)
        if common:
            self._common[wanted.where] = drawn
        cache = self._context.face_cache
        if cache is None:
            return
        request = self._shared_request(cache, wanted)
        if not common:
            request = cache.request(request, self._digest_of_card(wanted))
        if drawn.found:
            request = _with_places(cache, request, wanted.piece)
        cache.put(request, tuple(sorted(set(asked))), self._context.digest_of, drawn)

    def _cached(self, cache: FaceCache, request: str) -> DrawnSide | None:
        return cache.get(request, self._context.digest_of, self._component.size, self._component.bleed)

    def _digest_of_card(self, wanted: SideRequest) -> str:
        if self._latest[0] is not wanted.piece:
            self._latest = (wanted.piece, digest(fields_of(wanted.fields)))
        return self._latest[1]

    def _shared_request(self, cache: FaceCache, wanted: SideRequest) -> str:
        where = wanted.where
        if where not in self._shared_requests:
            game, fonts = self._context.game, self._context.sources.fonts
            given = {
                name: fields_of(value) if isinstance(value, FieldProxy) else value
                for name, value in wanted.given.items()
                if name not in ("piece", "card", "behind", "continues") and not callable(value)
            }
            look = self._context.look
            made_of = self._context.templates.digest(wanted.template), look.lighten, look.smallest_text
            self._shared_requests[where] = cache.request(
                wanted.template,
                wanted.deck,
                made_of,
                repr(self._component.design),
                self._context.greys,
                given,
                fonts.digest,
                game.fallback_fonts,
                repr(game.styles),
                repr(game.speech),
                repr(game.limits),
            )
        return self._shared_requests[where]


def _with_places(cache: FaceCache, request: str, piece: Piece) -> str:
    return cache.request(request, repr(piece.place), {name: repr(at) for name, at in piece.places.items()})


_TAG = re.compile(r"<[a-zA-Z]")
# Patterns that begin with a word each are found many times as fast as one of all three.
_IDS = tuple(map(re.compile, (r"""id(?<=\sid)\s*=\s*["']""", r"""url\(\s*["']?#""", r"""href\s*=\s*["']#""")))


def with_own_ids(svg: str) -> str:
    """Return the drawing with all ids made its own, so that faces can share a page.

    The prefix comes from the drawing, not from the card: two cards with the same back have the same bytes. Only
    tags are touched: a text may speak of url(#a) as it likes.
    """
    if not any(pattern.search(svg) for pattern in _IDS):
        return svg
    prefix = "f" + hashlib.sha256(svg.encode()).hexdigest()[:8] + "-"

    def renamed(found: re.Match[str]) -> str:
        text = found.string
        before = text.rfind(">", 0, found.start()) + 1
        is_in_tag = _TAG.search(text, before, found.start()) is not None and text.find(">", found.end()) > 0
        return found[0] + prefix if is_in_tag else found[0]

    for pattern in _IDS:
        svg = pattern.sub(renamed, svg)
    return svg


DRAWING = ("fit", "line", "picture", "icon")


def lines_that_drew(
    words: Iterable[str], template: str, given: Mapping[str, object], templates: Templates
) -> dict[str, Place]:
    """Return the line that called what drew each of the `words`, but for those that stand in the template itself."""
    found: dict[str, Place] = {}
    left = set(words)

    def watched(function: Callable[..., str]) -> Callable[..., str]:
        @wraps(function)
        def call(*values: object, **options: object) -> str:
            drawn = function(*values, **options)
            drew = [name for name in left if name in drawn]
            if drew and (place := templates.line_in_use()):
                found.update(dict.fromkeys(drew, place))
                left.difference_update(drew)
            return drawn

        return call

    again = {
        name: watched(value) if name in DRAWING and callable(value) else value
        for name, value in given.items()
    }
    templates.draw(template, again)
    return found


_ROOT_TAG = re.compile(r"""<svg\b((?:[^>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""([\w:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_NEAR_MM = 0.05  # A page that is off by no more prints as it should: drawing programs round.


def on_its_page(svg: str, trim: Size, bleed: float) -> str | Fault:
    """Return a well-formed drawing in millimetres from the corner of the trim, or what is wrong with its page.

    One of the right size in other units, or from another corner, as drawing programs save it, is moved there.
    """
    root = _ROOT_TAG.search(svg)
    attributes = root[1] if root else ""
    page = Size(trim.width + 2 * bleed, trim.height + 2 * bleed)
    width, height, start = decimal(page.width), decimal(page.height), decimal(-bleed)
    wanted = f'width="{width}mm" height="{height}mm" viewBox="{start} {start} {width} {height}"'
    if wanted in attributes or root is None:
        return svg
    written = {key: one or other for key, one, other in _ATTRIBUTE.findall(attributes)}
    size, view = _page(written)
    if view is not None and (size or view.size).is_like(page, within=_NEAR_MM):
        scale = page.width / view.width
        if abs(view.height * scale - page.height) <= _NEAR_MM:
            dx, dy = -bleed - view.x * scale, -bleed - view.y * scale
            if max(abs(dx), abs(dy), abs(scale - 1) * page.height) <= _NEAR_MM:
                return svg
            others = "".join(
                f' {key}="{value}"'
                for key, value in written.items()
                if key not in ("width", "height", "viewBox")
            )
            moved = f"translate({decimal(dx)} {decimal(dy)}) scale({scale:.7g})"
            inside = svg[root.end() :].rpartition("</svg>")[0]
            return f'{svg[: root.start()]}<svg{others} {wanted}><g transform="{moved}">{inside}</g></svg>'
    said = f"the page of the drawing is {_in_words(size, view)}, that of the face is {width} x {height} mm"
    hint = f'begin with {{% extends "base/card.svg.j2" %}}, or write <svg xmlns="{SVG}" {wanted}>'
    return Fault("PNP464", said, hint, words="<svg")


def _page(written: Mapping[str, str]) -> tuple[Size | None, Rect | None]:
    sides = [_millimetres(written.get(side, "")) for side in ("width", "height")]
    size = Size(sides[0], sides[1]) if sides[0] and sides[1] else None
    view = view_box(written.get("viewBox"))
    return size, view if view and min(view.width, view.height) > 0 else None


def _millimetres(text: str) -> float:
    """Return a length in mm, 0 for none; a plain number is in CSS pixels, 96 to the inch."""
    try:
        return float(text.removesuffix("px")) * MM_PER_UNIT["in"] / 96
    except ValueError:
        pass
    try:
        return parse_length(text)
    except LengthError:
        return 0.0


def _in_words(size: Size | None, view: Rect | None) -> str:
    parts = []
    if size is not None:
        parts.append(f"{_rounded(size.width)} x {_rounded(size.height)} mm")
    parts.append(f"{_rounded(view.width)} x {_rounded(view.height)} units" if view else "without a viewBox")
    return ", ".join(parts)


def _rounded(value: float) -> str:
    return decimal(round(value, 1))

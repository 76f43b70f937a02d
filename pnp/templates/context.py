"""The context for drawing the faces of a game: what they share, the cache of faces, and their diagnostics."""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Protocol

from markupsafe import Markup

from pnp.cache import Store, digest
from pnp.claims.expressions import Expressions
from pnp.claims.selections import Data
from pnp.files import read_bytes
from pnp.model.art_placement import Placement
from pnp.model.card_looks import TextStyle, text_styles
from pnp.model.diagnostics import Diagnostic, Place, Severity, in_reading_order
from pnp.model.face import Face, PieceSide, Side
from pnp.model.game import Component, Game, Piece, Theme
from pnp.model.geometry import Size
from pnp.model.limits import SMALLEST_TEXT_PT
from pnp.templates.palette import greys, without_colour
from pnp.templates.running import Templates
from pnp.templates.sources import ArtRequest, Gallery, Icons, Sources
from pnp.templates.values import colours
from pnp.text import counted
from pnp.typesetting.fonts import FontFile, Style

# Drawn pieces, made by this process or by a worker.


@dataclass(frozen=True, slots=True)
class DrawnSide:
    """One finished side, the digests of the fonts its letters are in, what was found on it, and whether it was drawn now."""

    face: Face
    fonts: frozenset[str]
    found: tuple[Diagnostic, ...] = ()
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class DrawnPiece:
    """The sides of a piece that could be drawn, what was found on them, and the pictures they `asked` for, if that is told."""

    sides: Mapping[Side, DrawnSide]
    found: tuple[Diagnostic, ...]
    asked: tuple[ArtRequest, ...] = ()

    def with_sides_of(self, other: "DrawnPiece") -> "DrawnPiece":
        """Return the piece with the sides that were drawn of it at another time."""
        sides = {**self.sides, **other.sides}
        in_order: tuple[Side, ...] = ("front", "back")
        return DrawnPiece(
            {side: sides[side] for side in in_order if side in sides},
            (*self.found, *other.found),
            other.asked,
        )


# Faces drawn before, kept with the names of what they were made from.
#
# A face is found again by two steps. The key of a request holds all that is known before drawing: the card's values,
# the template with all it includes, the fonts, the program. Drawing then asks for pictures and icons by name; which
# ones, is kept under that key. Only when all of those are what they were is the face the one that drawing would make.

MOST_ASKED = 8
"""So many different sets of pictures are kept for one request: a picture may decide which others are asked for."""

Asked = tuple[tuple[str, str], ...]
"""The pictures ("art") and icons ("icon") that a drawing asked for, as (kind, name), sorted."""

DigestNow = Callable[[str, str], str]  # Returns a digest of the file that a name of a kind leads to today.


@dataclass(frozen=True, slots=True)
class FaceCache:
    """Where faces are kept; `program` stands for what drew them."""

    store: Store
    program: str

    def request(self, *made_of: object) -> str:
        """Return the key of a request for what these values make."""
        return digest(self.program, *made_of)

    def get(self, request: str, now: DigestNow, size: Size, bleed: float) -> DrawnSide | None:
        """Return what drawing this would give, or None when it has to be drawn."""
        for asked in self._asked(request):
            content = self.store.get(_face_key(request, asked, now))
            if content is not None:
                head, _, packed = content.partition(b"\n")
                key, fonts, found = json.loads(head)
                face = Face.packed_as(key, packed, size, bleed)
                return DrawnSide(
                    face, frozenset(fonts), tuple(map(Diagnostic.from_fields, found)), is_new=False
                )
        return None

    def put(self, request: str, asked: Asked, now: DigestNow, drawn: DrawnSide) -> None:
        """Keep a drawing."""
        known = self._asked(request)
        if asked not in known:
            self.store.put(f"requests {request}", json.dumps([asked, *known][:MOST_ASKED]).encode())
        head = json.dumps([drawn.face.key, sorted(drawn.fonts), [asdict(finding) for finding in drawn.found]])
        self.store.put(_face_key(request, asked, now), head.encode() + b"\n" + bytes(drawn.face.packed))

    def _asked(self, request: str) -> list[Asked]:
        known = self.store.get(f"requests {request}")
        return [tuple((kind, name) for kind, name in pairs) for pairs in json.loads(known or b"[]")]


def _face_key(request: str, asked: Asked, now: DigestNow) -> str:
    return f"faces {digest(request, [(kind, name, now(kind, name)) for kind, name in asked])}"


# What the faces of one game share, and who reports on them.


class DrawnElsewhere(Protocol):
    """Has runs of pieces of a component drawn by other processes; of each, no more than some `sides` when they are given."""

    def __call__(
        self,
        rendering: "RenderContext",
        component: Component,
        runs: Sequence[Sequence[Piece]],
        *,
        sides: Container[PieceSide] | None = None,
    ) -> Iterable[list[DrawnPiece]]:
        """Return the runs drawn, in order. Raises WorkerLost."""
        ...


@dataclass(slots=True)
class RenderContext:
    """What the faces of one game share. Without a `face_cache` every face is drawn.

    `look` is what the theme says; `greys` is what becomes of the colours of the palette where it has no colour.
    `drawn_by` is who draws, this process when it is None. `any_size` and `on_screen` say what was left of the theme and of the pictures. `asking`, each
    piece is drawn for itself, and comes with the pictures that it asked for. `checks_art` says whether things that lie where
    they should not are looked for.
    """

    game: Game
    sources: Sources
    theme: str = ""
    face_cache: FaceCache | None = None
    drawn_by: DrawnElsewhere | None = None
    any_size: bool = False
    on_screen: bool = False
    asking: bool = False
    checks_art: bool = True
    templates: Templates = field(init=False)
    icons: Icons = field(init=False)
    gallery: Gallery = field(init=False)
    expressions: Expressions = field(init=False)
    look: Theme = field(init=False)
    text_styles: Mapping[str, TextStyle] = field(init=False)
    greys: Mapping[str, str] | None = field(init=False)
    texts_set: dict[object, tuple[Markup, frozenset[FontFile]]] = field(init=False, default_factory=dict)
    missing_families: tuple[str, ...] = field(init=False)
    _of_theme: Callable[[str], str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Look the shared files up once."""
        self.templates = Templates(self.sources, self.game.limits)
        self.icons = Icons(self.sources, self.game.id, self.game.limits)
        self.gallery = Gallery(self.sources, self.game.id, self.game.limits)
        self.expressions = Expressions(Data(self.game))

        named = (
            *self.game.fonts.values(),
            *(family for most in self.game.fallback_fonts.values() for family in most),
        )
        families = self.sources.fonts.families
        self.missing_families = tuple(dict.fromkeys(family for family in named if family not in families))
        self._of_theme = cache(self._find_of_theme)
        self.look = self.game.themes.get(self.theme, Theme("", {}))
        self.text_styles = text_styles(self.game.styles, colours(self.game, self.theme))
        self.greys = greys(self.game, self.look) if self.look.greyscale else None

    @property
    def smallest_text(self) -> float:
        """The smallest letters that the theme, or else any print, allows, in pt."""
        return self.look.smallest_text or SMALLEST_TEXT_PT

    def in_look(self, svg: str) -> str:
        """Return a drawing as it is printed: without colour where the theme has none."""
        return svg if self.greys is None else without_colour(svg, self.greys)

    def at_any_size(self) -> "RenderContext":
        """Return the same for pages that are no part of the game: texts of any size, and many of its drawings."""
        free = copy(self)
        free.look, free.any_size = replace(self.look, smallest_text=0.0), True
        return free

    def for_screen(self, placements: Mapping[str, Placement] | None = None) -> "RenderContext":
        """Return the same for looks that nobody keeps, with pictures placed so: without the cache of faces.

        Photographs have the pixels of a screen.
        """
        trial = copy(self)
        trial.game = replace(self.game, placements={**self.game.placements, **(placements or {})})
        trial.gallery = self.gallery.for_screen()
        trial.face_cache, trial.on_screen = None, True
        return trial

    def sides(self, piece: Piece) -> Iterator[tuple[Side, str]]:
        """Yield the sides of a piece that are drawn, with the template of each: that of the theme, if it has one."""
        written: tuple[tuple[Side, str | None], ...] = (("front", piece.front), ("back", piece.back))
        for side, template in written:
            if template is not None:
                yield side, self._of_theme(template)

    def _find_of_theme(self, template: str) -> str:
        """Return the template "game/theme/card.svg.j2" in place of "game/card.svg.j2", where there is such a file."""
        folder, _, name = template.rpartition("/")
        of_theme = f"{folder}/{self.theme}/{name}" if self.theme and folder else template
        try:
            return template if self.sources.find_template_file(of_theme) is None else of_theme
        except OSError:  # no folder can have so long a name
            return template

    def unusable_fonts(self) -> tuple[Diagnostic, ...]:
        """Return an error for each family that game.yaml names in vain, and a warning for each file that is no font."""
        fonts = self.sources.fonts
        game, findings = self.game, list[Diagnostic]()
        for family in self.missing_families:
            message, hint = fonts.explain(family, Style())
            findings.append(Diagnostic("PNP306", message, game.font_places.get(family, game.place), hint))
        for path, why in sorted(fonts.refused.items()):
            hint = "no text is set with it; replace it with a complete font, or remove it"
            place = Place(self.sources.shown(path), 1, 1)
            findings.append(Diagnostic("PNP314", f"{path.name} {why}", place, hint, "warning"))
        return tuple(
            finding.about(game=game.id) if finding.code == "PNP306" else finding for finding in findings
        )

    def is_told(self, finding: Diagnostic) -> bool:
        """Say whether a face suffers from nothing but a family that game.yaml names in vain, which is told there."""
        if finding.code != "PNP306":
            return False
        return any(f'there is no font "{family}"' in finding.message for family in self.missing_families)

    def digest_of(self, kind: str, name: str) -> str:
        """Return a digest of what a picture ("art") or an icon ("icon") of that name is drawn from today."""
        if kind != "art":
            return self.icons.digest(name)
        placement = self.game.placements.get(name)
        return f"{self.gallery.digest(name)} {placement}" if placement else self.gallery.digest(name)


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
        words: str = "",
    ) -> None:
        """Note a finding at `file` and `line`, at `words` of the field with `text`, or at the template."""
        if file is not None:
            place = Place(self.sources.shown(file), max(line, 1), 1)
        else:
            field = self._field_of(text or "")
            exact = self._of_words(words, field, text or "") if field and words else field
            place = exact or self.template_line() or self.piece.place
        self.add(Diagnostic(code, message, place, hint, severity))

    def add(self, finding: Diagnostic) -> None:
        """Note a finding made elsewhere, naming the card and the side."""
        self.codes.add(finding.code)
        name = f"{self.component}/{self.piece.id}"
        self.found.append(replace(finding, message=f"{name}, {self.side}: {finding.message}", piece=name))

    def _of_words(self, words: str, field: Place, text: str) -> Place:
        path = self.sources.root / field.file
        try:
            state = path.stat()
            lines = _lines_of(path, state.st_mtime_ns, state.st_size)
        except (OSError, UnicodeDecodeError):
            return field
        last = field.line + text.count("\n") + len(text) // LETTERS_IN_A_LINE + 1
        for number, line in enumerate(lines[field.line - 1 : last], field.line):
            at = line.find(words, field.column - 1 if number == field.line else 0)
            if at >= 0:
                return Place(field.file, number, at + 1, len(words))
        return field

    def _field_of(self, text: str) -> Place | None:
        written = {"id": self.piece.id, **self.piece.fields}
        most, field = len(text.strip()) / 2, None
        for name, value in written.items():
            for letters in _texts(value):
                if len(letters) > most and letters in text:
                    most, field = len(letters), name
        return None if field is None else self.piece.places.get(field, self.piece.place)


LETTERS_IN_A_LINE = 20  # A text takes at most one line of its file for so many letters.


@lru_cache(maxsize=4)
def _lines_of(path: Path, changed: int, size: int) -> list[str]:
    assert changed >= 0
    return read_bytes(path, limit=max(size, 1)).decode("utf-8-sig").splitlines()


def grouped(findings: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings in order, one for each fault of a template or missing picture, whatever the number of cards."""
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for finding in dict.fromkeys(findings):
        _, _, what = finding.message.partition(": ")
        groups.setdefault(
            (finding.code, what, None if finding.code == "PNP309" else finding.place), []
        ).append(finding)
    return in_reading_order(_as_one(group) for group in groups.values())


def _as_one(group: list[Diagnostic]) -> Diagnostic:
    first, *others = group
    if not others:
        return first
    message = f"{first.message} (and on {counted(len(others), 'more face')})"
    return replace(first, message=message, others=tuple(other.piece or "" for other in others))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str) and value.strip():
        yield value.strip()
    elif isinstance(value, tuple):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _texts(item)

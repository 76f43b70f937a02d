"""The art slots of a game, found by drawing every face and listening to what its template asks for."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring

from pnp.build.stages import fonts_of, render_context
from pnp.files import is_within, walk
from pnp.load.art_files import STRAY
from pnp.load.game import load_game
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, Place, in_reading_order
from pnp.model.face import Side
from pnp.model.game import Component, Game, Piece
from pnp.model.geometry import Point, Rect, Size
from pnp.render.affine import Affine, transform
from pnp.render.art import KINDS, ArtRequest, Gallery
from pnp.render.context import RenderContext
from pnp.render.faces import Rendered, render
from pnp.render.fonts import FontBook
from pnp.render.images import FINE, NOTICED, UnsafeDrawing, advice, dpi, in_words, is_finer, lost, shown
from pnp.text import decimal

_SVG = "{http://www.w3.org/2000/svg}"
_NOT_SEEN = (f"{_SVG}defs", f"{_SVG}symbol")
_SIDES = ("x", "y", "width", "height")

SEEN_IN_SLOTS = ("PNP309", "PNP313")
"""Findings that the slots tell themselves: a picture that is missing, or too coarse."""

Signature = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Showing:
    """One place where a slot is seen.

    `corners` of its box in mm on the face, from the picture's own top left clockwise; `size` is that of the box as
    printed. `theme` is the first in which it is seen.
    """

    component: str
    piece: str
    side: Side
    theme: str
    corners: tuple[Point, Point, Point, Point]
    size: Size
    fit: str


@dataclass(frozen=True, slots=True)
class Slot:
    """A name that templates ask for a picture by, where it is shown, and the file that fills it now, if any.

    `themes` are those that ask for it, "" for the normal look.
    """

    name: str
    showings: tuple[Showing, ...]
    path: Path | None
    themes: tuple[str, ...]

    @property
    def largest(self) -> Showing:
        """The showing that wants the most of the picture."""
        return max(self.showings, key=lambda each: each.size.width * each.size.height)

    @property
    def home(self) -> Showing:
        """The showing an artist draws for: on the piece of that name; failing that, the largest."""
        own = Path(self.name).stem if self.name.lower().endswith(KINDS) else self.name
        return next((each for each in self.showings if each.piece == own), self.largest)


@dataclass(frozen=True, slots=True)
class ArtSlots:
    """All slots by name, and what else was found while drawing."""

    slots: tuple[Slot, ...]
    diagnostics: tuple[Diagnostic, ...]


def art_slots(contexts: Sequence[RenderContext]) -> ArtSlots:
    """Return the slots of one game; there is one of `contexts` for each theme, none with a face cache.

    Every piece is drawn by itself: the shortcut for backs that are the same for all would hide who shows them.
    """
    showings: dict[str, dict[object, Showing]] = {}
    themes: dict[str, list[str]] = {}
    paths: dict[str, Path | None] = {}
    found: list[Diagnostic] = []
    for context in contexts:
        heard: list[ArtRequest] = []
        context.gallery.on_request = heard.append
        for component, piece in _pieces(context):
            heard.clear()
            rendered = render(component, context, only=frozenset((piece.id,)))
            found += (each for each in rendered.diagnostics if each.code not in SEEN_IN_SLOTS)
            for slot, showing in _showings(heard, rendered, component, piece, context.theme):
                showings.setdefault(slot, {}).setdefault(_spot(showing), showing)
                if context.theme not in themes.setdefault(slot, []):
                    themes[slot].append(context.theme)
                paths[slot] = context.gallery.find(slot)
    slots = (
        Slot(name, tuple(showings[name].values()), paths[name], tuple(themes[name]))
        for name in sorted(showings)
    )
    return ArtSlots(tuple(slots), in_reading_order(found))


def _pieces(context: RenderContext) -> Iterator[tuple[Component, Piece]]:
    for component in context.game.components:
        for piece in component.pieces:
            yield component, piece


def _spot(showing: Showing) -> object:
    """Return what makes a place where a slot is seen, whatever the theme."""
    return showing.component, showing.piece, showing.side, showing.corners


def _showings(
    heard: Iterable[ArtRequest], rendered: Rendered, component: Component, piece: Piece, theme: str
) -> Iterator[tuple[str, Showing]]:
    """Yield each request with where its picture came to lie; one that was not drawn, where it was asked for."""
    deck = rendered.deck
    keys: tuple[tuple[Side, str | None], ...] = (
        ("front", deck.fronts.get(piece.id)),
        ("back", deck.backs.get(piece.id)),
    )
    drawn = [
        (side, list(_placed(fromstring(deck.faces[key].svg), Affine())))
        for side, key in keys
        if key is not None
    ]
    for request in heard:
        side, matrix = _taken(_signature(request), drawn)
        box = request.box
        yield (
            request.slot,
            Showing(
                component.id,
                piece.id,
                side,
                theme,
                _corners(box, matrix),
                Size(
                    box.width * math.hypot(matrix.a, matrix.b),
                    box.height * math.hypot(matrix.c, matrix.d),
                ),
                request.fit,
            ),
        )


def _placed(element: Element, above: Affine) -> Iterator[tuple[Signature, Affine]]:
    """Yield the nested drawings in the order in which they are drawn, with the matrix that places them on the face."""
    for child in element:
        here = above @ transform(child.get("transform", ""))
        if child.tag == f"{_SVG}svg":
            fit = "cover" if child.get("preserveAspectRatio", "").endswith("slice") else "contain"
            yield (*(child.get(side, "") for side in _SIDES), fit), here
        elif child.tag not in _NOT_SEEN:
            yield from _placed(child, here)


def _signature(request: ArtRequest) -> Signature:
    box = request.box
    return (*(decimal(value) for value in (box.x, box.y, box.width, box.height)), request.fit)


def _taken(
    wanted: Signature, drawn: list[tuple[Side, list[tuple[Signature, Affine]]]]
) -> tuple[Side, Affine]:
    """Return where a picture came to lie and strike it off the list; the front is drawn before the back."""
    for side, places in drawn:
        for number, (signature, matrix) in enumerate(places):
            if signature == wanted:
                del places[number]
                return side, matrix
    return "front", Affine()


def _corners(box: Rect, matrix: Affine) -> tuple[Point, Point, Point, Point]:
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    around = ((left, top), (right, top), (right, bottom), (left, bottom))
    a, b, c, d = (tuple(round(value, 4) + 0.0 for value in matrix.apply(x, y)) for x, y in around)
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])


# What there is to say about the picture in an art slot: whose it is, and whether it is good enough for print.

REPLACED = "replaced"
"""The folder inside art/ that holds the pictures which others have taken the place of."""

_UNREAD = (".gif", ".bmp", ".tif", ".tiff", ".heic", ".avif", ".eps")

Status = Literal["drawn", "supplied", "too small", "wrong shape", "placeholder", "unusable"]


@dataclass(frozen=True, slots=True)
class State:
    """`status` in two words, `remarks` in sentences; `dpi` of pixels where they are thinnest; `size` of the picture."""

    status: Status
    remarks: tuple[str, ...] = ()
    dpi: float | None = None
    size: Size | None = None


def state_of(slot: Slot, gallery: Gallery, art: Path) -> State:
    """Return what the file in a slot is worth; `art` is the folder of the user's own pictures."""
    if slot.path is None:
        return State("placeholder", (f"deliver {advice(slot.largest.size)}, or an SVG",))
    try:
        drawing = gallery.read(slot.path)
    except UnsafeDrawing as error:
        return State("unusable", (f"{error}; {error.hint}",))
    size = drawing.view.size
    sharpness: float | None = None
    remarks: tuple[str, ...] = ()
    if drawing.pixels:
        coarsest = thinnest(size, slot)
        sharpness = dpi(size, coarsest.size, coarsest.fit)
        remarks = tuple(filter(None, (coarseness_of(size, coarsest),)))
    if not slot.path.is_relative_to(art):
        return State("drawn", (), sharpness, size)
    status: Status = "too small" if remarks else "supplied"
    misfit = misfit_of(size, slot.home)
    if misfit:
        remarks = (*remarks, misfit)
        status = "wrong shape" if status == "supplied" else status
    return State(status, remarks, sharpness, size)


def thinnest(pixels: Size, slot: Slot) -> Showing:
    """Return the showing in which a picture of pixels has the fewest dots to the inch."""
    return min(slot.showings, key=lambda each: dpi(pixels, each.size, each.fit))


def coarseness_of(pixels: Size, showing: Showing) -> str:
    """Return the reckoning for a picture below 300 dpi, "" for a finer one.

    >>> corners = ((0, 0), (70, 0), (70, 46), (0, 46))
    >>> coarseness_of(Size(600, 400), Showing("food", "pea", "front", "", corners, Size(70, 46), "cover"))
    '600 x 400 px is 218 dpi in 70 x 46 mm; it needs 827 x 543 px or more'
    """
    if is_finer(dpi(pixels, showing.size, showing.fit), FINE):
        return ""
    return f"{in_words(pixels, showing.size, showing.fit)}; it needs {advice(showing.size)}"


def misfit_of(picture: Size, showing: Showing) -> str:
    """Return what an ill-matched shape costs, "" when nobody would notice.

    >>> corners = ((0, 0), (60, 0), (60, 50), (0, 50))
    >>> misfit_of(Size(100, 100), Showing("food", "pea", "front", "", corners, Size(60, 50), "contain"))
    'its shape leaves 17 % of the box of 60 x 50 mm empty'
    """
    share = lost(picture, showing.size)
    if share <= NOTICED:
        return ""
    if showing.fit == "cover":
        said = f"its shape is not that of the box of {shown(showing.size)}: {share:.0%} of it is cut off"
        return said.replace("%", " %")
    return f"its shape leaves {share:.0%} of the box of {shown(showing.size)} empty".replace("%", " %")


def unused_files(art: Path, slots: Iterable[Slot]) -> tuple[Path, ...]:
    """Return the pictures below the user's art folder that fill no slot; those laid aside are not among them."""
    if not is_within(art, art.parent):
        return ()  # a link that leads out: what lies there is none of our business
    shown = {slot.path for slot in slots}
    pictures = (
        path
        for path in sorted(Path(top, name) for top, _, names in walk(art) for name in names)
        if path.suffix.lower() in (*KINDS, *_UNREAD)
    )
    return tuple(
        path
        for path in pictures
        if path not in shown and path.is_file() and not _is_aside(path.relative_to(art))
    )


def _is_aside(path: Path) -> bool:
    return path.parts[0] == REPLACED or any(part.startswith(".") for part in path.parts)


# The art slots of games of a project, found by drawing them in every theme.


@dataclass(frozen=True, slots=True)
class GameArt:
    """A game drawn in all its themes: its slots, and the context of the normal look."""

    game: Game
    context: RenderContext
    slots: tuple[Slot, ...]

    @property
    def folder(self) -> Path:
        """The folder of the user's own pictures; it need not exist."""
        return self.context.sources.art

    def piece(self, showing: Showing) -> tuple[Component, Piece]:
        """Return the component and the piece of a showing."""
        (component,) = (each for each in self.game.components if each.id == showing.component)
        (piece,) = (each for each in component.pieces if each.id == showing.piece)
        return component, piece

    def title(self, slot: Slot) -> str:
        """Return what to call a picture: the name of the piece it is for; else what the slot's own name says."""
        home = slot.home
        component, piece = self.piece(home)
        if home.side == "back":
            return f"{component.title}, back"
        pieces = {each.piece for each in slot.showings if each.component == component.id}
        if pieces == {piece.id} and (piece.id in slot.name or piece.fields.get("art") == slot.name):
            return piece.name
        words = slot.name.rpartition("/")[2].partition(".")[0].replace("_", " ")
        return words[:1].upper() + words[1:]


def art_of(project: Project, names: Iterable[str]) -> tuple[list[GameArt], list[Diagnostic]]:
    """Return the art of each game that can be read, and what was found beside stray files, which have a list of their own."""
    fonts = fonts_of(project)
    drawn: list[GameArt] = []
    found: list[Diagnostic] = []
    for name in names:
        loaded = load_game(project, name)
        found += loaded.diagnostics
        if loaded.game is not None:
            art, findings = drawn_art(project, loaded.game, fonts)
            drawn.append(art)
            found += findings
    return drawn, [each for each in found if each.code != STRAY]


def drawn_art(project: Project, game: Game, fonts: FontBook) -> tuple[GameArt, list[Diagnostic]]:
    """Return the slots of one game, and what was found while drawing it."""
    contexts = [render_context(project, game, fonts, theme=theme) for theme in ("", *game.themes)]
    slots = art_slots(contexts)
    return GameArt(game, contexts[0], slots.slots), [each.about(game=game.id) for each in slots.diagnostics]


def shown_on(showings: Sequence[Showing]) -> str:
    """Return who shows a slot, in a few words: "food/apple, box/box", "bids: 45 backs"."""
    groups: dict[tuple[str, str], dict[str, None]] = {}
    for each in showings:
        groups.setdefault((each.component, each.side), {})[each.piece] = None
    return ", ".join(_group(component, side, tuple(pieces)) for (component, side), pieces in groups.items())


def _group(component: str, side: str, pieces: Sequence[str]) -> str:
    if len(pieces) == 1:
        return f"{component}/{pieces[0]}" + (" (back)" if side == "back" else "")
    return f"{component}: {len(pieces)} {side}s"


def place_of(art: GameArt, slot: Slot) -> Place:
    """Return where the piece that a slot is for is written."""
    return art.piece(slot.home)[1].place

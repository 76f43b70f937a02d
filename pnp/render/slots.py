"""The art slots of a game, found by drawing every face and listening to what its template asks for."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import fromstring

from pnp.model.diagnostics import Diagnostic, in_reading_order
from pnp.model.face import Side
from pnp.model.game import Component, Piece
from pnp.model.geometry import Rect, Size
from pnp.model.outline import Point
from pnp.render.art import KINDS, Request
from pnp.render.faces import Rendered, render
from pnp.render.numbers import mm
from pnp.render.spots import IDENTITY, Matrix, apply, multiply, transform
from pnp.render.workshop import Workshop

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


def art_slots(rooms: Sequence[Workshop]) -> ArtSlots:
    """Return the slots of one game; `rooms` are its workshops, one for each theme, none with a memory of faces.

    Every piece is drawn by itself: the shortcut for backs that are the same for all would hide who shows them.
    """
    showings: dict[str, dict[object, Showing]] = {}
    themes: dict[str, list[str]] = {}
    paths: dict[str, Path | None] = {}
    found: list[Diagnostic] = []
    for room in rooms:
        heard: list[Request] = []
        room.gallery.note = heard.append
        for component, piece in _pieces(room):
            heard.clear()
            rendered = render(component, room, only=frozenset((piece.id,)))
            found += (each for each in rendered.diagnostics if each.code not in SEEN_IN_SLOTS)
            for slot, showing in _showings(heard, rendered, component, piece, room.theme):
                showings.setdefault(slot, {}).setdefault(_spot(showing), showing)
                if room.theme not in themes.setdefault(slot, []):
                    themes[slot].append(room.theme)
                paths[slot] = room.gallery.find(slot)
    slots = (
        Slot(name, tuple(showings[name].values()), paths[name], tuple(themes[name]))
        for name in sorted(showings)
    )
    return ArtSlots(tuple(slots), in_reading_order(found))


def _pieces(room: Workshop) -> Iterator[tuple[Component, Piece]]:
    for component in room.game.components:
        for piece in component.pieces:
            yield component, piece


def _spot(showing: Showing) -> object:
    """Return what makes a place where a slot is seen, whatever the theme."""
    return showing.component, showing.piece, showing.side, showing.corners


def _showings(
    heard: Iterable[Request], rendered: Rendered, component: Component, piece: Piece, theme: str
) -> Iterator[tuple[str, Showing]]:
    """Yield each request with where its picture came to lie; one that was not drawn, where it was asked for."""
    deck = rendered.deck
    keys: tuple[tuple[Side, str | None], ...] = (
        ("front", deck.fronts.get(piece.id)),
        ("back", deck.backs.get(piece.id)),
    )
    drawn = [
        (side, list(_placed(fromstring(deck.faces[key].svg), IDENTITY)))
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
                    box.width * math.hypot(matrix[0], matrix[1]),
                    box.height * math.hypot(matrix[2], matrix[3]),
                ),
                request.fit,
            ),
        )


def _placed(element: Element, above: Matrix) -> Iterator[tuple[Signature, Matrix]]:
    """Yield the nested drawings in the order in which they are drawn, with the matrix that places them on the face."""
    for child in element:
        here = multiply(above, _transform(child))
        if child.tag == f"{_SVG}svg":
            fit = "cover" if child.get("preserveAspectRatio", "").endswith("slice") else "contain"
            yield (*(child.get(side, "") for side in _SIDES), fit), here
        elif child.tag not in _NOT_SEEN:
            yield from _placed(child, here)


def _transform(element: Element) -> Matrix:
    try:
        return transform(element.get("transform", ""))
    except (ValueError, IndexError):  # the renderer passes over what it cannot read as well
        return IDENTITY


def _signature(request: Request) -> Signature:
    box = request.box
    return (*(mm(value) for value in (box.x, box.y, box.width, box.height)), request.fit)


def _taken(
    wanted: Signature, drawn: list[tuple[Side, list[tuple[Signature, Matrix]]]]
) -> tuple[Side, Matrix]:
    """Return where a picture came to lie and strike it off the list; the front is drawn before the back."""
    for side, places in drawn:
        for number, (signature, matrix) in enumerate(places):
            if signature == wanted:
                del places[number]
                return side, matrix
    return "front", IDENTITY


def _corners(box: Rect, matrix: Matrix) -> tuple[Point, Point, Point, Point]:
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    around = ((left, top), (right, top), (right, bottom), (left, bottom))
    a, b, c, d = (tuple(round(value, 4) + 0.0 for value in apply(matrix, x, y)) for x, y in around)
    return (a[0], a[1]), (b[0], b[1]), (c[0], c[1]), (d[0], d[1])

"""One game on the bench: its data, the room it is drawn in, and which face each piece showed when last looked at."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Literal, NamedTuple

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.options import BuildOptions, refuse_unknown_theme
from pnp.build.stages import render_context
from pnp.load.folder import TEMPLATE_SUFFIX
from pnp.load.game import load_game
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, Place, has_errors, tally
from pnp.model.face import Deck, Side
from pnp.model.game import Component, Game, Piece
from pnp.render.faces import Rendered, Workshop, render
from pnp.render.fonts import FontBook
from pnp.text import listed
from pnp.watch.file_changes import Changes

# Which pieces a save is most likely about; they are drawn first, because somebody is waiting to see them.

FEW_LIKELY = 4
"""So many pieces are drawn first when a template changed, which is about all of them."""


def likely(component: Component, before: Game | None, changes: Changes) -> frozenset[str]:
    """Return the pieces whose data differ from `before`, or whose picture was saved; a few when a template was."""
    names = {_stem(path.name) for path in changes.paths if not path.name.endswith(TEMPLATE_SUFFIX)}
    old = _pieces(before, component.id)
    found = [
        piece.id
        for piece in component.pieces
        if _stem(str(piece.fields.get("art", piece.id))) in names or _differ(piece, old.get(piece.id, piece))
    ]
    if not found and any(path.name.endswith(TEMPLATE_SUFFIX) for path in changes.paths):
        found = [piece.id for piece in component.pieces[:FEW_LIKELY]]
    return frozenset(found)


def _pieces(game: Game | None, component: str) -> Mapping[str, Piece]:
    every: Iterable[Component] = game.components if game else ()
    return {piece.id: piece for each in every if each.id == component for piece in each.pieces}


def _differ(piece: Piece, old: Piece) -> bool:
    return (piece.fields, piece.front, piece.back) != (old.fields, old.front, old.back)


def _stem(name: str) -> str:
    return PurePath(name).stem


# What to say about findings while somebody is at work: each one once, and when its file is mended.

Reached = Literal["load", "render", "all"]
"""How far a game has come: a later stage has nothing to say when an earlier one found errors."""

_FIRST_UNKNOWN = {"load": "PNP3", "render": "PNP4", "all": "PNP9"}
"""The codes from which on nothing is known: 1xx and 2xx come from loading, 3xx from drawing, the rest after that."""


@dataclass(frozen=True, slots=True)
class News:
    """Findings that are new, and a line for each file that has fewer than before."""

    findings: tuple[Diagnostic, ...]
    lines: tuple[str, ...]


def in_force(before: Sequence[Diagnostic], now: Sequence[Diagnostic], reached: Reached) -> list[Diagnostic]:
    """Return what is wrong with a game: what was found now, and what was found before by stages not reached now."""
    unknown = _FIRST_UNKNOWN[reached]
    found = {_gist(each) for each in now}
    return [*now, *(each for each in before if each.code >= unknown and _gist(each) not in found)]


def news(before: Sequence[Diagnostic], now: Sequence[Diagnostic]) -> News:
    """Return what is new among the findings of a game. One that only moved to another line is not."""
    known = {_gist(each) for each in before}
    lines = []
    for about in dict.fromkeys(map(_new_about, before)):
        left = [each for each in now if _new_about(each) == about]
        if not left:
            lines.append(f"{about} is mended")
        elif {_gist(each) for each in left} < {_gist(each) for each in before if _new_about(each) == about}:
            lines.append(f"{about}: {tally(left)} left")
    return News(tuple(each for each in now if _gist(each) not in known), tuple(lines))


def _new_about(finding: Diagnostic) -> str:
    return finding.place.file if finding.place else finding.game or "the project"


def _gist(finding: Diagnostic) -> Diagnostic:
    """Return the finding without its line."""
    place = finding.place
    return finding if place is None else replace(finding, place=Place(place.file, 0, 0))


# Which faces changed between two looks at a game, and how to say so in a few words.

FEW = 4
"""So many pieces of a component are named; more are counted."""


class Spot(NamedTuple):
    """One side of a piece."""

    component: str
    piece: str
    side: Side


Faces = Mapping[Spot, str]
"""Which face each side of each piece shows, as the key of its drawing."""


def faces_of(deck: Deck) -> dict[Spot, str]:
    """Return what the pieces of a deck show."""
    fronts = {Spot(deck.component, piece, "front"): key for piece, key in deck.fronts.items()}
    backs = {Spot(deck.component, piece, "back"): key for piece, key in deck.backs.items()}
    return fronts | backs


def changed(before: Faces, now: Faces) -> tuple[Spot, ...]:
    """Return which sides show something else than before, or are new, in their order."""
    return tuple(spot for spot, key in now.items() if before.get(spot) != key)


def in_words(spots: Iterable[Spot], components: Sequence[Component]) -> str:
    """Return "food/apple front, all 19 backs of food"; "" for none. What its component no longer has is gone."""
    known = {component.id: component for component in components}
    by_component: dict[str, dict[Spot, None]] = {}
    for spot in spots:
        by_component.setdefault(spot.component, {})[spot] = None
    said = (_of(name, tuple(found), known.get(name)) for name, found in by_component.items())
    return ", ".join(words for each in said for words in each)


def _of(name: str, spots: Sequence[Spot], component: Component | None) -> Iterator[str]:
    pieces = {piece.id for piece in component.pieces} if component else set()
    gone = list(dict.fromkeys(spot.piece for spot in spots if spot.piece not in pieces))
    if gone:
        yield f"{_few(name, gone)} gone"
    single: dict[str, list[str]] = {}
    sides: tuple[Side, ...] = ("front", "back")
    for side in sides:
        shown = [spot.piece for spot in spots if spot.side == side and spot.piece in pieces]
        if len(shown) == len(pieces) > 1:
            yield f"{'both' if len(shown) == 2 else f'all {len(shown)}'} {side}s of {name}"
        elif len(shown) > FEW:
            yield f"{len(shown)} {side}s of {name}"
        else:
            for piece in shown:
                single.setdefault(piece, []).append(side)
    for piece, found in single.items():
        yield f"{name}/{piece} {listed(found)}"


def _few(name: str, pieces: Sequence[str]) -> str:
    if len(pieces) > FEW:
        return f"{len(pieces)} pieces of {name}"
    return listed([f"{name}/{piece}" for piece in pieces])


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A component drawn again, or some of it, and which sides of which pieces differ from before.

    Sides of pieces that are gone are among them.
    """

    component: Component
    rendered: Rendered
    spots: tuple[Spot, ...]


@dataclass(slots=True)
class Bench:
    """A game between two saves.

    `faces` changes only by `seen`, so that what nobody was shown stays to be shown; it is `behind` while there may be
    such. `warm` is the room last drawn in, and `before` what was last drawn there. `read` was found in the data,
    `found` is that and all else.
    """

    project: Project
    id: str
    order: BuildOptions
    reused: BuildCache = NO_CACHE
    room: Workshop | None = None
    warm: Workshop | None = None
    before: Game | None = None
    faces: dict[Spot, str] = field(default_factory=dict)
    read: tuple[Diagnostic, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    reached: Reached = "load"
    behind: bool = False

    @property
    def game(self) -> Game | None:
        """The game as it was last read, None when it could not be."""
        return self.room.game if self.room else None

    @property
    def components(self) -> tuple[Component, ...]:
        """What is drawn of the game."""
        return self.order.components_of(self.room.game) if self.room else ()

    def open(self, fonts: FontBook, changes: Changes) -> bool:
        """Read again what `changes` touch; say whether the game can be drawn.

        Raises UnknownName when there is no such game any more, or when it has lost the theme asked for.
        """
        game = self.game if changes.only_drawings else None
        self._forget(changes)
        self.room, self.reached = None, "load"
        if game is None:
            loaded = load_game(self.project, self.id)
            self.read = self.found = loaded.diagnostics
            if loaded.game is None:
                return False
            game = loaded.game
            refuse_unknown_theme(self.order.theme, game)
        self.room = self._room(game, fonts)
        self.reached = "render"
        return True

    def redrawn(self, changes: Changes) -> Iterator[Redrawn]:
        """Yield each component as it is drawn now; before that, the pieces that somebody is waiting to see.

        A picture that cannot be used, which may be half saved, leaves its component as it was.
        """
        assert self.room is not None
        room, self.found = self.room, self.read
        files = {room.sources.shown(path) for path in changes.paths}
        awaited = {each.id: likely(each, self.before, changes) for each in self.components}
        passes = [(each, awaited[each.id]) for each in self.components if awaited[each.id]]
        passes.sort(key=lambda one: len(one[0].pieces) == 1)  # a board or a box takes as long as many cards
        for component, only in [*passes, *((each, None) for each in self.components)]:
            rendered = render(component, room, only=only)
            if only is None:
                self.found = (*self.found, *rendered.diagnostics)
            if not _about(rendered.diagnostics, files):
                yield Redrawn(component, rendered, self._differing(component, rendered))
        self.before = room.game
        self.reached = "render" if has_errors(self.found) else "all"

    def vanished(self) -> tuple[Spot, ...]:
        """Return the sides shown before whose whole component is no more."""
        known = {component.id for component in self.components}
        return tuple(spot for spot in self.faces if spot.component not in known) if self.room else ()

    def seen(self, spots: Sequence[Spot], now: Mapping[Spot, str]) -> None:
        """Note that these sides have been shown as they are `now`; those not in it are gone."""
        for spot in spots:
            if spot in now:
                self.faces[spot] = now[spot]
            else:
                self.faces.pop(spot, None)

    def _differing(self, component: Component, rendered: Rendered) -> tuple[Spot, ...]:
        """Return the sides that are drawn otherwise than before, or belong to a piece that is no more."""
        drawn = changed(self.faces, faces_of(rendered.deck))
        pieces = {piece.id: piece for piece in component.pieces}
        gone = (
            spot
            for spot in self.faces
            if spot.component == component.id
            and (spot.piece not in pieces or (spot.side == "back" and pieces[spot.piece].back is None))
        )
        return (*drawn, *gone)

    def _room(self, game: Game, fonts: FontBook) -> Workshop:
        """Return a room for the game, with the templates and pictures that are still as they were in the last one.

        To compile templates takes longer than to draw a card, and there may be hundreds of pictures.
        """
        room = render_context(self.project, game, fonts, theme=self.order.theme, reused=self.reused)
        if self.warm is not None:
            room.templates, room.gallery = self.warm.templates, self.warm.gallery
        self.warm = room
        return room

    def _forget(self, changes: Changes) -> None:
        if any(path.name.endswith(TEMPLATE_SUFFIX) for path in changes.paths):
            self.warm = None
        elif self.warm is not None:
            self.warm.gallery.forget(changes.paths)


def _about(findings: Sequence[Diagnostic], files: set[str]) -> bool:
    return any(each.severity == "error" and each.place and each.place.file in files for each in findings)

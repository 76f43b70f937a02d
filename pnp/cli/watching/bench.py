"""One game on the bench: its data, the room it is drawn in, and which face each piece showed when last looked at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.cli.builds.order import Order, refuse_unknown_theme
from pnp.cli.pipeline import workshop
from pnp.cli.reuse import NOTHING, Reuse
from pnp.cli.watching.differences import Spot, changed, faces_of
from pnp.cli.watching.likely import likely
from pnp.cli.watching.news import Reached
from pnp.cli.watching.trees import Changes
from pnp.load.folder import TEMPLATE_SUFFIX
from pnp.load.game import load_game
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Component, Game
from pnp.render.faces import Rendered, render
from pnp.render.text.fonts import FontBook
from pnp.render.workshop import Workshop


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
    order: Order
    reused: Reuse = NOTHING
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
        room = workshop(self.project, game, fonts, theme=self.order.theme, reused=self.reused)
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

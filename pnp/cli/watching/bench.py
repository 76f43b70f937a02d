"""One game on the bench: its data, the room it is drawn in, and which face each piece showed when last looked at."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from pnp.cli.order import Order, refuse_unknown_theme
from pnp.cli.pipeline import workshop
from pnp.cli.reuse import NOTHING, Reuse
from pnp.cli.watching.differences import Spot, changed, faces_of
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
    """A component drawn again, and which sides of which pieces differ from before; gone ones are among them."""

    component: Component
    rendered: Rendered
    spots: tuple[Spot, ...]


@dataclass(slots=True)
class Bench:
    """A game between two saves.

    `faces` changes only by `seen`, so that what nobody was shown stays to be shown;
    it is `behind` while there may be such. `read` was found in the data, `found` is that and all else.
    """

    project: Project
    id: str
    order: Order
    reused: Reuse = NOTHING
    room: Workshop | None = None
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

    def open(self, fonts: FontBook, changes: Changes | None = None) -> bool:
        """Read again what `changes` touch, everything by default; say whether the game can be drawn.

        Raises UnknownName when there is no such game any more, or when it has lost the theme asked for.
        """
        old = self.room
        if old is None or changes is None or not changes.only_drawings:
            self.room, self.reached = None, "load"
            loaded = load_game(self.project, self.id)
            self.read = self.found = loaded.diagnostics
            if loaded.game is None:
                return False
            refuse_unknown_theme(self.order.theme, loaded.game)
            self.room = self._room(loaded.game, fonts)
        else:
            self.room = self._room(old.game, fonts)
            # Templates that nobody touched stay as they were compiled: that takes longer than to draw a card.
            if not any(path.name.endswith(TEMPLATE_SUFFIX) for path in changes.paths):
                self.room.templates = old.templates
        self.reached = "render"
        return True

    def redrawn(self, changes: Changes | None = None) -> Iterator[Redrawn]:
        """Yield each component as it is drawn now, those first that have a piece with the name of a changed file.

        A picture that cannot be used, which may be half saved, leaves its component as it was.
        """
        assert self.room is not None
        names = {path.stem for path in changes.paths} if changes else set()
        files = {self.room.sources.shown(path) for path in changes.paths} if changes else set()
        self.found = self.read
        for component in _likely_first(self.components, names):
            rendered = render(component, self.room)
            self.found = (*self.found, *rendered.diagnostics)
            if not _about(rendered.diagnostics, files):
                yield Redrawn(component, rendered, self._differing(component, rendered))
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
        return workshop(self.project, game, fonts, theme=self.order.theme, reused=self.reused)


def _likely_first(components: Sequence[Component], names: set[str]) -> list[Component]:
    def is_unlikely(component: Component) -> bool:
        asked = {str(piece.fields.get("art", piece.id)).partition(".")[0] for piece in component.pieces}
        return not asked & names

    return sorted(components, key=is_unlikely)


def _about(findings: Sequence[Diagnostic], files: set[str]) -> bool:
    return any(each.severity == "error" and each.place and each.place.file in files for each in findings)

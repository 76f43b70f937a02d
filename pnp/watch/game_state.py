"""The state of one watched game between two saves: what to draw again, and which diagnostics are new."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath
from typing import Literal

from pnp.build.options import BuildOptions, refuse_unknown_theme
from pnp.build.pipeline import BuildContext
from pnp.load.game import load_game
from pnp.load.project import is_template_file
from pnp.model.diagnostics import Diagnostic, Place, has_errors, in_reading_order, tally
from pnp.model.face import PieceSide
from pnp.model.game import Component, Game
from pnp.render.faces import Rendered, render
from pnp.templates.context import RenderContext
from pnp.watch.file_events import Changes, only_drawings

FIRST_OF_TEMPLATE = 4
"""So many pieces are drawn first when a template changed, which is about all of them."""

Stage = Literal["load", "render", "all"]
"""How far a game has come: a later stage has nothing to say when an earlier one found errors."""

_FIRST_UNKNOWN: Mapping[Stage, str] = {"load": "PNP3", "render": "PNP4", "all": "PNP9"}
"""The codes from which on nothing is known: 1xx come from loading, 3xx from drawing, the rest after that."""


@dataclass(slots=True)
class GameState:
    """A game between two saves.

    `context` is what it is drawn with, None when it cannot be read; `warm` that of the last drawing, and `drawn` the
    game then. `shown` has the face that each side was last shown with: what nobody was shown stays to be shown, and
    the game is `behind` while there may be such. `loaded` was found in the data, `found` is that and all else, `told`
    what was said to be wrong, when the game was `present`.
    """

    id: str
    options: BuildOptions
    context: RenderContext | None = None
    warm: RenderContext | None = None
    drawn: Game | None = None
    shown: dict[PieceSide, str] = field(default_factory=dict)
    loaded: tuple[Diagnostic, ...] = ()
    found: tuple[Diagnostic, ...] = ()
    told: tuple[Diagnostic, ...] = ()
    reached: Stage = "load"
    behind: bool = False
    present: bool = False

    @property
    def game(self) -> Game | None:
        """The game as it was last read, None when it could not be."""
        return self.context.game if self.context else None

    @property
    def components(self) -> tuple[Component, ...]:
        """What is drawn of the game."""
        return self.options.components_of(self.context.game) if self.context else ()

    def open(self, build: BuildContext, changes: Changes) -> bool:
        """Read again what `changes` touch; say whether the game can be drawn.

        Raises UnknownName when there is no such game any more, or when it has lost the theme asked for.
        """
        game = self.game if only_drawings(changes) else None
        if any(is_template_file(path) for path in changes):
            self.warm = None
        elif self.warm is not None:
            self.warm.gallery.forget(changes)
        self.context, self.reached = None, "load"
        if game is None:
            loaded = load_game(build.project, self.id)
            self.loaded = self.found = loaded.diagnostics
            if loaded.game is None:
                return False
            game = loaded.game
            refuse_unknown_theme(self.options.theme, game)
        self.context = build.rendering(game)
        if self.warm is not None:  # compiling templates takes longer than drawing a card
            self.context.templates, self.context.gallery = self.warm.templates, self.warm.gallery
        self.warm, self.reached = self.context, "render"
        return True

    def close(self) -> None:
        """Forget a game that is gone."""
        self.context, self.found, self.reached = None, (), "all"

    def redrawn(self, changes: Changes) -> Iterator[tuple[Rendered, Sequence[PieceSide]]]:
        """Yield each component as it is drawn now, with the sides that differ; before that, the pieces most likely meant.

        A picture that cannot be used, which may be half saved, leaves its component as it was.
        """
        assert self.context is not None
        context, self.found = self.context, self.loaded
        files = {context.sources.shown(path) for path in changes}
        passes: list[tuple[Component, frozenset[str] | None]] = [
            (component, pieces)
            for component in self.components
            if (pieces := likely(component, self.drawn, changes))
        ]
        passes.sort(key=lambda one: len(one[0].pieces) == 1)  # a board or a box takes as long as many cards
        passes += ((component, None) for component in self.components)
        for component, only in passes:
            rendered = render(component, context, only=only)
            if only is None:
                self.found = (*self.found, *rendered.diagnostics)
            errors = (
                finding for finding in rendered.diagnostics if finding.severity == "error" and finding.place
            )
            if not any(error.place and error.place.file in files for error in errors):
                yield rendered, self._differing(component, rendered)
        self.drawn = context.game
        self.reached = "render" if has_errors(self.found) else "all"

    def vanished(self) -> list[PieceSide]:
        """Return the sides shown before whose whole component is no more."""
        known = {component.id for component in self.components}
        return [side for side in self.shown if side.component not in known]

    def note_shown(self, sides: Iterable[PieceSide], keys: Mapping[PieceSide, str]) -> None:
        """Note that these sides have been shown with the faces `keys`; those not in it are gone."""
        for side in sides:
            if side in keys:
                self.shown[side] = keys[side]
            else:
                self.shown.pop(side, None)

    def _differing(self, component: Component, rendered: Rendered) -> list[PieceSide]:
        """Return the sides that show another face than before, and those that are no more."""
        keys = rendered.deck.sides
        sides = {(piece.id, "front") for piece in component.pieces}
        sides |= {(piece.id, "back") for piece in component.pieces if piece.back is not None}
        gone = (each for each in self.shown if each.component == component.id and each[1:] not in sides)
        return [*(side for side, key in keys.items() if self.shown.get(side) != key), *gone]

    def tell(self, *, present: bool) -> tuple[tuple[Diagnostic, ...], list[str]]:
        """Return the diagnostics to show now, and lines: whether the game came or went, and what is mended."""
        moved = [] if present == self.present else [f"{self.id} is {'here' if present else 'gone'}"]
        told = in_force(self.told, self.found, self.reached)
        new, mended = new_diagnostics(self.told, told)
        self.told, self.present = told, present
        return new, [*moved, *mended]


def likely(component: Component, before: Game | None, changes: Changes) -> frozenset[str]:
    """Return the pieces whose data differ from `before`, or whose picture was saved; a few when a template was."""
    templates = [path for path in changes if is_template_file(path)]
    stems = {path.stem for path in changes if path not in templates}
    old = {
        piece.id: (piece.fields, piece.front, piece.back)
        for each in (before.components if before else ())
        if each.id == component.id
        for piece in each.pieces
    }
    found = [
        piece.id
        for piece in component.pieces
        if PurePath(str(piece.fields.get("art", piece.id))).stem in stems
        or (now := (piece.fields, piece.front, piece.back)) != old.get(piece.id, now)
    ]
    if templates and not found:
        found = [piece.id for piece in component.pieces[:FIRST_OF_TEMPLATE]]
    return frozenset(found)


def in_force(
    before: Sequence[Diagnostic], now: Sequence[Diagnostic], reached: Stage
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a game: what was found now, and what was found before by stages not reached now."""
    found = {_without_line(each) for each in now}
    left = (each for each in before if each.code >= _FIRST_UNKNOWN[reached])
    return (*in_reading_order(now), *(each for each in left if _without_line(each) not in found))


def new_diagnostics(
    before: Sequence[Diagnostic], now: Sequence[Diagnostic]
) -> tuple[tuple[Diagnostic, ...], list[str]]:
    """Return what is new among the diagnostics of a game, and a line for each file that has fewer than before.

    One that only moved to another line is not new.
    """
    known = {_without_line(each): _file(each) for each in before}
    lines = []
    for file in dict.fromkeys(known.values()):
        left = [each for each in now if _file(each) == file]
        if not left:
            lines.append(f"{file} is mended")
        elif {_without_line(each) for each in left} < {each for each in known if known[each] == file}:
            lines.append(f"{file}: {tally(left)} left")
    return tuple(each for each in now if _without_line(each) not in known), lines


def _file(finding: Diagnostic) -> str:
    return finding.place.file if finding.place else finding.game or "the project"


def _without_line(finding: Diagnostic) -> Diagnostic:
    return replace(finding, place=Place(finding.place.file, 0, 0)) if finding.place else finding

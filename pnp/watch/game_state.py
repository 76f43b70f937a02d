"""The state of one watched game between two saves: what to read and draw again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Literal

from pnp.build.options import BuildOptions, refuse_unknown_theme
from pnp.build.pipeline import BuildContext
from pnp.load.game import load_game
from pnp.load.project import is_template_file
from pnp.model.diagnostics import Diagnostic, Place, in_reading_order
from pnp.model.game import Component, Game
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

    `context` is what it is drawn with, None when it cannot be read; `warm` that of the last drawing. `loaded` was found in
    the data.
    """

    id: str
    options: BuildOptions
    context: RenderContext | None = None
    warm: RenderContext | None = None
    loaded: tuple[Diagnostic, ...] = ()

    def open(self, build: BuildContext, changes: Changes) -> bool:
        """Read again what `changes` touch; say whether the game can be drawn.

        Raises UnknownName when there is no such game any more, or when it has lost the theme asked for.
        """
        game = self.context.game if self.context and only_drawings(changes) else None
        if any(is_template_file(path) for path in changes):
            self.warm = None
        elif self.warm is not None:
            self.warm.gallery.forget(changes)
        self.context = None
        if game is None:
            loaded = load_game(build.project, self.id)
            self.loaded = loaded.diagnostics
            if loaded.game is None:
                return False
            game = loaded.game
            refuse_unknown_theme(self.options.theme, game)
        self.context = build.rendering(game)
        if self.warm is not None:  # compiling templates takes longer than drawing a card
            self.context.templates, self.context.gallery = self.warm.templates, self.warm.gallery
        self.warm = self.context
        return True


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


def _without_line(finding: Diagnostic) -> Diagnostic:
    return replace(finding, place=Place(finding.place.file, 0, 0)) if finding.place else finding

"""One game in one theme, kept up to date while its files change, with its faces as they were last seen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import PurePath

from watchfiles import Change

from pnp.build.options import refuse_unknown_theme
from pnp.build.pipeline import BuildContext
from pnp.load.game import Loaded, load_game
from pnp.load.project import TEMPLATE_SUFFIX, is_template_file
from pnp.model.diagnostics import CannotUse, Diagnostic, UnknownName
from pnp.model.face import Face, PieceSide, Side
from pnp.model.game import Component, Game, Piece
from pnp.render.faces import PieceDrawer
from pnp.templates.context import DrawnPiece, RenderContext, grouped
from pnp.typesetting.fonts import FontFile
from pnp.watch import Changes

PieceName = tuple[str, str]  # The ids of a component and of one of its pieces.


@dataclass(frozen=True, slots=True)
class ShownFace:
    """A face and the fonts it needs; not `current` when the piece cannot be drawn as it is now, and this is how it was."""

    face: Face
    fonts: frozenset[FontFile]
    current: bool = True


# Sides of a piece as drawn, and findings.
DrawnSides = tuple[Mapping[Side, ShownFace], tuple[Diagnostic, ...]]


DRAWINGS = (".svg", ".png", ".jpg", ".jpeg", ".webp", TEMPLATE_SUFFIX)
"""How pictures and templates end: where one was and still is, the data mean the same as before."""

FIRST_OF_TEMPLATE = 4  # So many pieces are drawn first when a template changed, which is about all of them.


@dataclass(slots=True)
class Look:
    """One game in one theme, "" for the usual look. Nothing here is safe for two threads at once.

    `game` is as it is, or as it was when it could last be read, None when it never could; `loaded` was found in its data.
    `shown` has the face that each side was last seen with, the one seen latest last; `found` what drawing a piece told;
    `in_view` the pieces that somebody looks at, which are drawn first; `under_way` those being drawn as they are now.
    """

    build: BuildContext
    name: str
    game: Game | None = None
    loaded: tuple[Diagnostic, ...] = ()
    shown: dict[PieceSide, ShownFace] = field(default_factory=dict)
    found: dict[PieceName, tuple[Diagnostic, ...]] = field(default_factory=dict)
    in_view: tuple[PieceName, ...] = ()
    under_way: set[PieceName] = field(default_factory=set)
    _context: RenderContext | None = None  # Of a game that can be read;
    _warm: RenderContext | None = None  # that of the last drawing.
    _drawers: dict[str, PieceDrawer] = field(default_factory=dict)
    _likely: list[PieceName] = field(default_factory=list)
    _pieces: Mapping[PieceName, tuple[Component, Piece]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Read the game. Raises UnknownName when there is no such game or theme."""
        self.read({})

    @property
    def theme(self) -> str:
        return self.build.options.theme

    @property
    def context(self) -> RenderContext:
        """What the game is drawn with. Raises CannotUse for one that cannot be read."""
        if self._context is None:
            hint = "fix its files first: the findings say how"
            raise CannotUse(f"{self.name} cannot be read as it is now", hint)
        return self._context

    @property
    def is_readable(self) -> bool:
        """Say whether the game can be read as its files are now."""
        return self._context is not None

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        drawn = grouped(finding for found in self.found.values() for finding in found)
        return (*self.loaded, *(finding.about(game=self.name) for finding in drawn))

    def read(self, changes: Changes, build: BuildContext | None = None, loaded: Loaded | None = None) -> None:
        """Read the game again after `changes`, or as `loaded`; an unreadable one stays. Raises UnknownName."""
        self.build, game = build or self.build, self.game
        if any(map(is_template_file, changes)):
            self._warm = None
        elif self._warm is not None:
            self._warm.gallery.forget(changes)
        same = self.is_readable and all(
            how == Change.modified and path.name.lower().endswith(DRAWINGS) for path, how in changes.items()
        )
        self._context = None
        if not same:
            loaded = loaded or load_game(self.build.project, self.name)
            game, self.loaded = loaded.game, loaded.diagnostics
        if game is not None:
            refuse_unknown_theme(self.theme, game)
            self._context = self._warm = self._rendering(game)
            before, self._pieces = (
                self._pieces,
                {(each.id, piece.id): (each, piece) for each, piece in game.pieces},
            )
            self._likely = [*self._changed(game, before, changes)] if self.game else []
            self.game = game
            self._drawers.clear()
            self.found.clear()
            self.under_way = set()

    def _rendering(self, game: Game) -> RenderContext:
        context = self.build.rendering(game, inherited=False)
        if self._warm is not None:  # compiling templates takes longer than drawing a card
            context.templates, context.gallery = self._warm.templates, self._warm.gallery
        return context

    def _changed(
        self, game: Game, before: Mapping[PieceName, tuple[Component, Piece]], changes: Changes
    ) -> Iterator[PieceName]:
        """Yield the pieces whose data differ, or whose picture was saved; a few of each component when a template was."""
        templates = {*filter(is_template_file, changes)}
        stems = {path.stem for path in changes if path not in templates}
        if templates:  # they are about all pieces: what is looked at comes first
            yield from self.in_view
        for component in game.components:
            some = [
                piece
                for piece in component.pieces
                if PurePath(str(piece.fields.get("art", piece.id))).stem in stems
                or _drawn_of(before.get((component.id, piece.id), (component, piece))[1]) != _drawn_of(piece)
            ]
            if templates and not some:
                some = [*component.pieces[:FIRST_OF_TEMPLATE]]
            yield from ((component.id, piece.id) for piece in some)

    def component(self, name: str) -> Component:
        """Return a component of the game. Raises UnknownName."""
        for component in self.game.components if self.game else ():
            if component.id == name:
                return component
        raise UnknownName(f'{self.name} has no component "{name}"')

    def piece(self, component: str, name: str) -> Piece:
        """Return a piece of a component. Raises UnknownName."""
        if self.component(component) and (component, name) in self._pieces:
            return self._pieces[component, name][1]
        raise UnknownName(f'{self.name} has no piece "{component}/{name}"')

    def face(self, side: PieceSide) -> ShownFace | None:
        """Return the face that a side was last seen with, None for none."""
        if (known := self.shown.pop(side, None)) is not None:
            self.shown[side] = known  # now the latest
        return known

    def drawer(self, component: str) -> PieceDrawer:
        """Return what draws the pieces of a component as they are now, in several threads. Raises UnknownName."""
        if component not in self._drawers:
            self._drawers[component] = PieceDrawer(self.component(component), self.context)
        return self._drawers[component]

    def keep(self, component: str, piece: Piece, drawn: DrawnPiece) -> list[PieceSide]:
        """Keep a piece as it was drawn now; return the sides that look different from when they were last seen.

        A side that cannot be drawn stays as it was seen, but is not current.
        """
        now, self.found[component, piece.id] = _shown(drawn, self.context)
        differing = []
        sides: tuple[tuple[Side, bool], ...] = (("front", True), ("back", piece.back is not None))
        for name, wanted in sides:
            side = PieceSide(component, piece.id, name)
            before, after = self.shown.get(side), now.get(name)
            if after is None and before is not None and wanted:
                after = replace(before, current=False)
            if after is not None:
                self.shown[side] = after
            elif before is not None:
                del self.shown[side]
            if before is not None and (
                after is None or (before.face.key, before.current) != (after.face.key, after.current)
            ):
                differing.append(side)
        return differing

    def drafted(self, game: Game, component: str, name: str) -> DrawnSides:
        """Draw a piece of a game that is not written yet; one that it does not have has no sides."""
        for each in game.components:
            for piece in each.pieces if each.id == component else ():
                if piece.id == name:
                    context = self._rendering(game)
                    return _shown(PieceDrawer(each, context).finished((piece,))[piece.id], context)
        return {}, ()

    def undrawn(self) -> Iterator[tuple[Component, Piece]]:
        """Yield the pieces that were not drawn since the game was read.

        Those that the save was about come first, above all the ones in view; then those in view, then those that were
        seen latest.
        """
        pieces = self._pieces
        in_view = frozenset(self.in_view)
        watched = (name for name in self._likely if name in in_view)
        seen = ((card.component, card.piece) for card in reversed(self.shown))
        yielded: set[PieceName] = set()
        for name in chain(watched, self._likely, self.in_view, seen, pieces):
            if name not in self.found and name in pieces and name not in yielded:
                yielded.add(name)
                yield pieces[name]

    def forget_gone(self) -> list[PieceSide]:
        """Forget the sides of pieces that the game has no more, and return them."""
        gone = [side for side in self.shown if (side.component, side.piece) not in self._pieces]
        for side in gone:
            del self.shown[side]
        return gone


def _drawn_of(piece: Piece) -> tuple[object, ...]:
    return piece.fields, piece.front, piece.back


def _shown(drawn: DrawnPiece, context: RenderContext) -> DrawnSides:
    findings = tuple(finding for finding in drawn.found if not context.is_told(finding))
    fonts = context.sources.fonts
    return {
        side: ShownFace(each.face, fonts.of_digests(each.fonts)) for side, each in drawn.sides.items()
    }, findings

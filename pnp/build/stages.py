"""The stages joined: a game drawn, laid out on paper and converted. Only this package and those above know them all."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Self

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.build.options import BuildOptions, game_output
from pnp.build.result import Step, silent
from pnp.build.sheets import (
    ImposedComponent,
    SharedSheets,
    impose,
    impose_packs,
    join_pages,
    packs_of,
    papers_of,
)
from pnp.convert.engines import engine
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotRender
from pnp.model.face import FacePages
from pnp.model.game import Component, Game
from pnp.render.context import RenderContext
from pnp.render.faces import Rendered, render
from pnp.render.fonts import FontBook, font_book
from pnp.render.sources import sources_of


@dataclass(frozen=True, slots=True)
class BuildContext:
    """What every stage of a build works with."""

    project: Project
    fonts: FontBook
    options: BuildOptions = field(default_factory=BuildOptions)
    cache: BuildCache = NO_CACHE
    step: Step = silent

    def rendering(self, game: Game) -> RenderContext:
        """Return what the faces of the game are drawn with."""
        return render_context(self.project, game, self.fonts, theme=self.options.theme, cache=self.cache)

    def output(self, game: str) -> Path:
        """Return the folder that the game is written to; raises CannotWrite as game_output does."""
        return game_output(self.project, self.options.out, game)


@dataclass(frozen=True, slots=True)
class DrawnGame:
    """A game drawn and laid out; `pages` are its converted faces by component, none where something is wrong.

    `build_pages` are the sheets that say how to make the game, with their faces.
    """

    game: Game
    rendering: RenderContext
    components: tuple[ImposedComponent, ...]
    shared: tuple[SharedSheets, ...]
    pages: Mapping[str, FacePages]
    diagnostics: tuple[Diagnostic, ...]
    build_pages: tuple[tuple[ImposedComponent, FacePages], ...] = ()

    def pages_of(self, parts: Sequence[Component]) -> FacePages:
        """Return the converted faces of these components as one set."""
        return join_pages([self.pages[part.id] for part in parts])


def fonts_of(project: Project) -> FontBook:
    """Return the fonts the project may use."""
    return font_book(project.fonts)


def render_context(
    project: Project, game: Game, fonts: FontBook, *, theme: str = "", cache: BuildCache = NO_CACHE
) -> RenderContext:
    """Return what the faces of the game are drawn with; `theme` must be one of the game's, or ""."""
    return RenderContext(game, sources_of(project, game.id, fonts), theme, cache.face_cache)


def draw_game(
    context: BuildContext, game: Game, *, convert: bool = True, copies: Game | None = None
) -> DrawnGame:
    """Draw and lay out what the options ask for, and convert it where there are no errors.

    `copies`, when given, is the game with nothing but the pieces and copies to print: they are drawn as parts of the
    whole, whose pieces a template may count. Raises CannotRender when the renderer cannot be used at all.
    """
    options, printed = context.options, copies or game
    packs = packs_of(printed, options)
    packed = {part.id for pack in packs for part in pack.parts}
    whole = {component.id: component for component in game.components}
    rendering = context.rendering(game)
    components: list[ImposedComponent] = []
    shared: list[SharedSheets] = []
    pages: list[FacePages] = []
    found = list(rendering.unusable_fonts())
    with (
        Conversion(options.renderer, options.jobs, context.cache) if convert else nullcontext() as conversion
    ):
        for component in options.components_of(printed):
            context.step(f"draw {game.id}/{component.id}")
            wanted = options.pieces_of(component)
            drawn = frozenset(piece.id for piece in component.pieces) if copies else wanted
            rendered = render(whole[component.id], rendering, only=drawn)
            found += rendered.diagnostics
            sheets = {}
            if not has_errors(rendered.diagnostics):
                if conversion:
                    conversion.start(rendered)
                for paper in () if component.id in packed else papers_of(component, options.papers):
                    sheets[paper.name], findings = impose(
                        game, component, rendered, paper, backs=options.backs, wanted=wanted
                    )
                    found += findings
            components.append(ImposedComponent(component, rendered, sheets))
        if not has_errors(found):
            shared, findings = impose_packs(printed, packs, components, options)
            found += findings
            if conversion:
                import_module("pnp.export.pdf")  # pikepdf is loaded while faces are being converted
                pages, findings = conversion.pages(
                    components, done=lambda: context.step(f"convert {game.id}")
                )
                found += findings
    converted = zip(
        (each.component.id for each in components), () if has_errors(found) else pages, strict=False
    )
    return DrawnGame(printed, rendering, tuple(components), tuple(shared), dict(converted), tuple(found))


class Conversion:
    """Faces becoming pages on other threads, `jobs` components at a time, while this one draws what comes next.

    Leaving the block gives up what has not begun.
    """

    def __init__(self, renderer: str, jobs: int, cache: BuildCache = NO_CACHE) -> None:
        self._convert = partial(engine(renderer).convert, page_cache=cache.page_cache)
        self._pool = ThreadPoolExecutor(jobs)
        self._running: list[Future[FacePages]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def start(self, rendered: Rendered) -> None:
        """Begin with the faces of one more component."""
        faces = tuple(rendered.deck.faces.values())
        self._running.append(self._pool.submit(self._convert, faces, rendered.fonts))

    def pages(
        self, components: Sequence[ImposedComponent], *, done: Callable[[], None] = lambda: None
    ) -> tuple[list[FacePages], list[Diagnostic]]:
        """Wait for the pages of all `components`, which are what was started, in that order.

        Returns also a finding for each component whose faces the renderer refuses; the pages are incomplete then.
        `done` is called after each component. Raises CannotRender when the renderer cannot be used at all.
        """
        pages: list[FacePages] = []
        found: list[Diagnostic] = []
        for each, future in zip(components, self._running, strict=True):
            try:
                pages.append(future.result())
            except CannotRender as error:
                found.append(_refused(each, error))
            done()
        return pages, found


def _refused(each: ImposedComponent, error: CannotRender) -> Diagnostic:
    """Return the finding that names the card whose face was refused; raises `error` when it names no face."""
    shown = (side for side, key in each.rendered.deck.sides.items() if key == error.face)
    refused = next(shown, None)
    if refused is None:
        raise error
    name = f"{refused.component}/{refused.piece}"
    place = next(piece.place for piece in each.component.pieces if piece.id == refused.piece)
    reason = str(error).replace(f"the drawing {error.face}", "it")
    message = f"the {refused.side} of {name} was refused: {reason}"
    return Diagnostic("PNP501", message, place, error.hint, piece=name)

"""The stages joined: one game from its files to its sheets and pages. Only this package knows all of them."""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Self

from pnp.build.build_cache import NO_CACHE, BuildCache
from pnp.convert.engines import engine
from pnp.impose.papers import backs_on, full_size_paper
from pnp.impose.plan import plan
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import CannotRender, CannotWrite
from pnp.model.face import FacePages
from pnp.model.game import Component, Game
from pnp.model.sheet import Paper, Sheet
from pnp.model.sides import Backs
from pnp.render.context import RenderContext
from pnp.render.faces import Rendered, render
from pnp.render.fonts import FontBook, font_book
from pnp.render.sources import Sources

Only = Callable[[Component], frozenset[str] | None]
"""The ids of the pieces wanted of a component, None for all."""


@dataclass(frozen=True, slots=True)
class ImposedComponent:
    """One component, ready to be converted: its faces, and its sheets by paper name."""

    component: Component
    rendered: Rendered
    sheets: Mapping[str, tuple[Sheet, ...]]


def fonts_of(project: Project) -> FontBook:
    """Return the fonts the project may use."""
    return font_book(project.fonts)


def render_context(
    project: Project, game: Game, fonts: FontBook, *, theme: str = "", reused: BuildCache = NO_CACHE
) -> RenderContext:
    """Return the context the game's faces are drawn in; `theme` must be one of the game's, or ""."""
    folder = project.game_folder(game.id) or project.root
    sources = Sources(project.root, project.templates, folder / "art", fonts)
    return RenderContext(game, sources, theme, reused.face_cache)


def everything(component: Component) -> None:
    """Want all pieces of every component."""
    del component


def prepare(
    context: RenderContext,
    components: Sequence[Component],
    papers: Sequence[Paper],
    *,
    backs: Backs,
    only: Only = everything,
    drawn: Callable[[Rendered], None] = lambda _: None,
) -> tuple[list[ImposedComponent], list[Diagnostic]]:
    """Render and impose; return what can be printed and everything that was found.

    `drawn` is called with the faces of each component that has no errors, before they are imposed. Of a component
    with fewer pieces than the game's own, those are drawn as parts of the whole: a template may count its pieces.
    """
    wholes = {each.id: each for each in context.game.components}
    prints: list[ImposedComponent] = []
    found = list(context.unusable_fonts())
    for component in components:
        wanted = only(component)
        whole = wholes.get(component.id, component)
        if wanted is None and len(component.pieces) < len(whole.pieces):
            wanted = frozenset(piece.id for piece in component.pieces)
        rendered = render(whole, context, only=wanted)
        found.extend(rendered.diagnostics)
        sheets = {}
        if not has_errors(rendered.diagnostics):
            drawn(rendered)
            for paper in papers_of(component, papers):
                sheets[paper.name], findings = imposed(
                    context.game, component, rendered, paper, backs=backs, wanted=wanted
                )
                found.extend(findings)
        prints.append(ImposedComponent(component, rendered, sheets))
    return prints, found


def papers_of(component: Component, papers: Sequence[Paper]) -> tuple[Paper, ...]:
    """Return the papers that a component is laid out on when `papers` are asked for: a board also in one piece."""
    whole = full_size_paper(component) if papers else None
    return (*papers, whole) if whole else tuple(papers)


def imposed(
    game: Game,
    component: Component,
    rendered: Rendered,
    paper: Paper,
    *,
    backs: Backs,
    wanted: frozenset[str] | None,
) -> tuple[tuple[Sheet, ...], list[Diagnostic]]:
    """Return the pieces `wanted` (None: all) on their sheets, and what was found."""
    from pnp.export.furniture import measure  # noqa: PLC0415 - a check of another theme needs no ReportLab

    turned = backs_on(paper, backs)
    planned = plan(component, rendered.deck, paper, backs=turned, game=game, only=wanted, measure=measure)
    return planned.sheets, [each.about(game=game.id) for each in planned.diagnostics]


# Where a game is written to.


def game_output(project: Project, out: Path | None, game: str) -> Path:
    """Return the folder a game is written to.

    Raises CannotWrite when a link leads it elsewhere: out of the project, or out of the folder that was asked for.
    """
    # With --out, a link to that folder is the user's own; in a project it may have come with a downloaded game.
    top, root = (out.resolve(), out.resolve()) if out is not None else (project.output, project.root)
    folder = top / game
    if not folder.resolve().is_relative_to(root.resolve()):
        raise CannotWrite(
            f"{folder} is a link that leads out to {folder.resolve()}",
            "remove that link, or choose the real folder with --out",
        )
    return folder


# Faces becoming pages on other threads, while this one draws and lays out what comes next.


class Conversion:
    """Converts the components it is given, `jobs` at a time; leaving the block gives up what has not begun."""

    def __init__(self, *, renderer: str, jobs: int, reused: BuildCache = NO_CACHE) -> None:
        self._convert = partial(engine(renderer).convert, page_cache=reused.page_cache)
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
        self, prints: Sequence[ImposedComponent], *, done: Callable[[], None] = lambda: None
    ) -> tuple[list[FacePages], list[Diagnostic]]:
        """Wait for the pages of all `prints`, which are what was started, in that order.

        Returns also a finding for each component whose faces the renderer refuses; the pages are incomplete then.
        `done` is called after each component. Raises CannotRender when the renderer cannot be used at all.
        """
        pages: list[FacePages] = []
        found: list[Diagnostic] = []
        for each, future in zip(prints, self._running, strict=True):
            try:
                pages.append(future.result())
            except CannotRender as error:
                found.append(_refused(each, error))
            done()
        return pages, found


def _refused(each: ImposedComponent, error: CannotRender) -> Diagnostic:
    """Return the finding that names the card whose face was refused; raises `error` when it names no face."""
    deck = each.rendered.deck
    for side, shown in (("front", deck.fronts), ("back", deck.backs)):
        for piece in each.component.pieces:
            if error.face is not None and shown.get(piece.id) == error.face:
                reason = str(error).replace(f"the drawing {error.face}", "it")
                name = f"{each.component.id}/{piece.id}"
                return Diagnostic(
                    "PNP501",
                    f"the {side} of {name} was refused: {reason}",
                    piece.place,
                    error.hint,
                    piece=name,
                )
    raise error

"""The stages joined: one game from its files to its sheets and pages. Only this package knows all of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pnp.cli.reuse import NOTHING, Reuse
from pnp.impose.fullsize import backs_on, full_size_paper
from pnp.impose.plan import plan
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Component, Game
from pnp.model.sheet import Backs, Paper, Sheet
from pnp.render.faces import Rendered, render
from pnp.render.sources import Sources
from pnp.render.text.fonts import FontBook, font_book
from pnp.render.workshop import Workshop

Only = Callable[[Component], frozenset[str] | None]
"""The ids of the pieces wanted of a component, None for all."""


@dataclass(frozen=True, slots=True)
class Print:
    """One component, ready to be converted: its faces, and its sheets by paper name."""

    component: Component
    rendered: Rendered
    sheets: Mapping[str, tuple[Sheet, ...]]


def fonts_of(project: Project) -> FontBook:
    """Return the fonts the project may use."""
    return font_book(project.fonts)


def workshop(
    project: Project, game: Game, fonts: FontBook, *, theme: str = "", reused: Reuse = NOTHING
) -> Workshop:
    """Return the room the game's faces are drawn in; `theme` must be one of the game's, or ""."""
    folder = project.game_folder(game.id) or project.root
    sources = Sources(project.root, project.templates, folder / "art", fonts)
    return Workshop(game, sources, theme, reused.memory)


def everything(component: Component) -> None:
    """Want all pieces of every component."""
    del component


def prepare(
    room: Workshop,
    components: Sequence[Component],
    papers: Sequence[Paper],
    *,
    backs: Backs,
    only: Only = everything,
    drawn: Callable[[Rendered], None] = lambda _: None,
) -> tuple[list[Print], list[Diagnostic]]:
    """Render and impose; return what can be printed and everything that was found.

    `drawn` is called with the faces of each component that has no errors, before they are imposed.
    """
    prints: list[Print] = []
    found: list[Diagnostic] = []
    for component in components:
        wanted = only(component)
        rendered = render(component, room, only=wanted)
        found.extend(rendered.diagnostics)
        sheets = {}
        if not has_errors(rendered.diagnostics):
            drawn(rendered)
            for paper in papers_of(component, papers):
                sheets[paper.name], findings = imposed(
                    room.game, component, rendered, paper, backs=backs, wanted=wanted
                )
                found.extend(findings)
        prints.append(Print(component, rendered, sheets))
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

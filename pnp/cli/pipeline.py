"""The stages joined: one game from its files to its sheets. Only this room knows all of them."""

from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from pnp.convert.engines import engine
from pnp.impose.plan import plan
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.errors import UnknownName
from pnp.model.game import Component, Game
from pnp.model.pages import FacePages
from pnp.model.sheet import Backs, Paper, Sheet
from pnp.render.faces import Rendered, Workshop, render
from pnp.render.sources import Sources
from pnp.render.text.fonts import FontBook, font_book

Only = Mapping[str, frozenset[str]] | None
"""The pieces asked for, by component id; None means all."""


@dataclass(frozen=True, slots=True)
class Print:
    """One component, ready to be written: its faces, and its sheets by paper name."""

    component: Component
    rendered: Rendered
    sheets: Mapping[str, tuple[Sheet, ...]]


def fonts_of(project: Project) -> FontBook:
    """Return the fonts the project may use."""
    return font_book(project.fonts)


def workshop(project: Project, game: Game, fonts: FontBook, *, theme: str = "") -> Workshop:
    """Return the room a game's faces are drawn in; raises UnknownName for a theme it does not have."""
    if theme and theme not in game.themes:
        known = ", ".join(game.themes) or "none"
        raise UnknownName(f'{game.title} has no theme "{theme}"', f"its themes are: {known}")
    folder = project.game_folder(game.id) or project.root
    return Workshop(game, Sources(project.root, project.templates, folder / "art", fonts), theme)


def prepare(
    room: Workshop,
    components: Sequence[Component],
    papers: Sequence[Paper],
    *,
    backs: Backs,
    only: Only = None,
) -> tuple[list[Print], list[Diagnostic]]:
    """Render and impose; return what can be printed and everything that was found."""
    from pnp.export.furniture import measure  # noqa: PLC0415 - a check that imposes nothing does not need ReportLab

    prints: list[Print] = []
    found: list[Diagnostic] = []
    for component in components:
        wanted = None if only is None else only[component.id]
        if wanted is not None and not wanted:
            continue
        rendered = render(component, room, only=wanted)
        found.extend(rendered.diagnostics)
        sheets: dict[str, tuple[Sheet, ...]] = {}
        if not has_errors(rendered.diagnostics):
            for paper in papers:
                planned = plan(
                    component,
                    rendered.deck,
                    paper,
                    backs=backs,
                    game=room.game,
                    only=wanted,
                    measure=measure,
                )
                found.extend(each.about(game=room.game.id) for each in planned.diagnostics)
                sheets[paper.name] = planned.sheets
        prints.append(Print(component, rendered, sheets))
    return prints, found


def converted(prints: Sequence[Print], pool: ThreadPoolExecutor, *, renderer: str) -> list[Future[FacePages]]:
    """Start converting the faces of each component; typst works while this process draws the next sheets."""
    convert = engine(renderer).convert
    return [
        pool.submit(convert, tuple(each.rendered.deck.faces.values()), each.rendered.fonts) for each in prints
    ]


def game_output(project: Project, out: Path | None, game: str) -> Path:
    """Return the folder a game is written to."""
    return (out.resolve() if out is not None else project.output) / game

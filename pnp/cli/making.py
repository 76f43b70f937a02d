"""One game made: drawn, converted, laid out and written, or found wanting and left as it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pnp.cli.order import Order
from pnp.cli.pipeline import Print, convert, game_output, prepare, workshop
from pnp.cli.progress import Step
from pnp.export.manifest import write_manifest
from pnp.export.metadata import meta_of
from pnp.export.pdf import write_pdf
from pnp.export.svg import write_svgs
from pnp.load.project import Project
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Game
from pnp.model.pages import FacePages
from pnp.model.sheet import Sheet
from pnp.render.text.fonts import FontBook

STEPS = 3
"""How many steps of a progress bar each component takes: draw, convert, write."""


@dataclass(frozen=True, slots=True)
class Made:
    """What to say about a game: a line for each file, and what was found."""

    lines: tuple[str, ...]
    findings: tuple[Diagnostic, ...]


def make(project: Project, game: Game, fonts: FontBook, order: Order, step: Step) -> Made:
    """Build one game. Nothing of a game with errors is written. Raises CannotRender and CannotWrite."""
    prints: list[Print] = []
    found: list[Diagnostic] = []
    pages: list[FacePages] = []
    room = workshop(project, game, fonts, theme=order.theme)
    for component in order.components_of(game):
        step(f"draw {game.id}/{component.id}")
        drawn, findings = prepare(room, (component,), order.papers, backs=order.backs, only=order.pieces_of)
        prints += drawn
        found += findings
    if not has_errors(found):
        pages, refused = convert(
            prints, renderer=order.renderer, jobs=order.jobs, done=lambda: step(f"convert {game.id}")
        )
        found += refused
    if has_errors(found):
        return Made((f"{game.title}: not built, see the errors above",), tuple(found))
    folder = game_output(project, order.out, game.id)
    return Made(_written(folder, game, prints, pages, order=order, step=step), tuple(found))


def _written(
    folder: Path,
    game: Game,
    prints: Sequence[Print],
    pages: Sequence[FacePages],
    *,
    order: Order,
    step: Step,
) -> tuple[str, ...]:
    """Write everything of one game; return a line for each PDF."""
    lines = []
    for each, drawn in zip(prints, pages, strict=True):
        step(f"write {game.id}/{each.component.id}")
        if order.svg:
            write_svgs(folder, each.rendered.deck, each.rendered.fonts)
        for paper in order.papers:
            path = folder / paper.name / f"{each.component.id}.pdf"
            sheets = each.sheets[paper.name]
            write_pdf(path, sheets, drawn, meta=meta_of(game, each.component, paper), root=folder)
            lines.append(f"{_shown(path)}: {_counted(sheets)}")
    every = [sheet for each in prints for sheets in each.sheets.values() for sheet in sheets]
    if prints:
        write_manifest(folder, game, {each.component.id: each.rendered.deck for each in prints}, every)
    return tuple(lines)


def _counted(sheets: Sequence[Sheet]) -> str:
    count = len({sheet.number for sheet in sheets})
    return f"{count} sheet{'' if count == 1 else 's'}, {len(sheets)} page{'' if len(sheets) == 1 else 's'}"


def _shown(path: Path) -> str:
    """Return the path as one would type it here."""
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)

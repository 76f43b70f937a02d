"""`pnp build`: from the data to PDFs, SVGs and the manifest."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from pnp.cli.choice import (
    chosen_components,
    chosen_games,
    chosen_pieces,
    open_project,
    refuse_unknown_components,
)
from pnp.cli.report import show, tally
from pnp.model.diagnostics import Diagnostic, has_errors
from pnp.model.game import Game
from pnp.model.sheet import Backs, Paper, Sheet

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pnp.cli.pipeline import Print
    from pnp.load.project import Project
    from pnp.model.pages import FacePages

PAPERS = ("a4", "letter")


@dataclass(frozen=True, slots=True)
class Order:
    """What the command line asked for."""

    papers: tuple[Paper, ...]
    backs: Backs
    components: tuple[str, ...]
    only: str | None
    theme: str
    out: Path | None
    renderer: str
    jobs: int
    svg: bool


@click.command("build")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option(
    "--paper", "papers", multiple=True, default=PAPERS, show_default=True, help="May be given several times."
)
@click.option(
    "--backs",
    type=click.Choice(["long-edge", "short-edge", "gutterfold", "none"]),
    default="long-edge",
    show_default=True,
    help="How the sheets are turned over when printing the backs.",
)
@click.option(
    "--component", "components", multiple=True, metavar="ID", help="Only this component; may be repeated."
)
@click.option("--only", metavar="PIECE-GLOB", help='Only these pieces, such as "apple" or "bids/red-*".')
@click.option("--theme", default="", metavar="NAME", help="Another look, such as low-ink.")
@click.option(
    "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Components converted at a time."
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), help="Write here instead of output/."
)
@click.option(
    "--renderer", default="typst", show_default=True, help="typst, or cairo (needs pnp-cards[cairo])."
)
@click.option("--svg/--no-svg", default=True, show_default=True, help="Also write each face as an SVG file.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what is wrong.")
def command(games: tuple[str, ...], papers: tuple[str, ...], *, quiet: bool, **options: object) -> int:
    """Make the PDFs, the SVGs and the manifest.

    Example: pnp build yes_broccoli --paper a4 --backs gutterfold
    """
    from pnp.impose.paper import find_paper  # noqa: PLC0415

    chosen = tuple(dict.fromkeys(find_paper(name) for name in papers))
    order = Order(papers=chosen, **options)  # type: ignore[arg-type]
    project = open_project(games)
    started = perf_counter()
    loaded, found = _loaded(project, chosen_games(project, games))
    refuse_unknown_components(loaded, order.components)
    written = [line for game in loaded for line in _build(project, game, order, found)]
    show(found, project.root)
    if not quiet:
        for line in written:
            click.echo(line)
        click.echo(f"{tally(found)}, {perf_counter() - started:.1f} s")
    return 1 if has_errors(found) else 0


def _loaded(project: "Project", names: Sequence[str]) -> tuple[list[Game], list[Diagnostic]]:
    from pnp.load.game import load_game  # noqa: PLC0415

    loaded = [load_game(project, name) for name in names]
    return [one.game for one in loaded if one.game is not None], [
        d for one in loaded for d in one.diagnostics
    ]


def _build(project: "Project", game: Game, order: Order, found: list[Diagnostic]) -> list[str]:
    """Build one game; return what to say about it. Nothing of a game with errors is written."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415

    from pnp.cli.pipeline import converted, fonts_of, game_output, prepare, workshop  # noqa: PLC0415

    components = chosen_components(game, order.components)
    room = workshop(project, game, fonts_of(project), theme=order.theme)
    only = chosen_pieces(components, order.only)
    prints, findings = prepare(room, components, order.papers, backs=order.backs, only=only)
    found.extend(findings)
    if has_errors(findings):
        return [f"{game.title}: not built, see the errors above"]
    with ThreadPoolExecutor(order.jobs) as pool:
        pages = converted(prints, pool, renderer=order.renderer)
        folder = game_output(project, order.out, game.id)
        return _write(folder, game, prints, pages, order)


def _write(folder: Path, game: Game, prints: "list[Print]", pages: "list[Future[FacePages]]", order: Order) -> list[str]:
    from pnp.export.manifest import write_manifest  # noqa: PLC0415
    from pnp.export.metadata import meta_of  # noqa: PLC0415
    from pnp.export.pdf import write_pdf  # noqa: PLC0415
    from pnp.export.svg import write_svgs  # noqa: PLC0415

    lines = []
    for each, future in zip(prints, pages, strict=True):
        if order.svg:
            write_svgs(folder, each.rendered.deck, each.rendered.fonts)
        converted = future.result()
        for paper in order.papers:
            path = folder / paper.name / f"{each.component.id}.pdf"
            sheets = each.sheets[paper.name]
            write_pdf(path, sheets, converted, meta=meta_of(game, each.component, paper), root=folder)
            lines.append(f"{_shown(path)}: {_sheets(sheets)}")
    every = [sheet for each in prints for sheets in each.sheets.values() for sheet in sheets]
    write_manifest(folder, game, {each.component.id: each.rendered.deck for each in prints}, every)
    return lines


def _sheets(sheets: Sequence[Sheet]) -> str:
    count = len({sheet.number for sheet in sheets})
    return f"{count} sheet{'' if count == 1 else 's'}, {len(sheets)} pages"


def _shown(path: Path) -> str:
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return str(path)

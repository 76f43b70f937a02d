"""`pnp build`: from the data to PDFs, SVGs and the manifest."""

from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import click

from pnp.cli.choice import chosen_games, open_project
from pnp.cli.order import PAPERS, Order, refuse_unknown
from pnp.cli.progress import progress
from pnp.cli.report import show, tally
from pnp.model.diagnostics import Diagnostic, has_errors, in_reading_order
from pnp.model.game import Game

if TYPE_CHECKING:
    from pnp.cli.making import Made
    from pnp.load.project import Project


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
@click.option("--cut", is_flag=True, help="Also write the cut lines of each sheet as SVG, for a machine.")
@click.option("--pack", is_flag=True, help="Let components of the same paper and size share their sheets.")
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what is wrong.")
def command(games: tuple[str, ...], papers: tuple[str, ...], *, quiet: bool, **options: object) -> int:
    """Make the PDFs, the SVGs and the manifest.

    Example: pnp build yes_broccoli --paper a4 --backs gutterfold
    """
    from pnp.impose.paper import find_paper  # noqa: PLC0415 - stages are imported when the command runs

    started = perf_counter()
    chosen = tuple(dict.fromkeys(find_paper(name) for name in papers))
    order = Order(papers=chosen, **options)  # type: ignore[arg-type]  # click has checked the types
    project = open_project(games)
    loaded, found = _loaded(project, chosen_games(project, games))
    if not has_errors(found):  # a game that cannot be read may be the one that has the component
        refuse_unknown(order, loaded)
    made = _made(project, loaded, order, quiet=quiet)
    findings = in_reading_order([*found, *(finding for each in made for finding in each.findings)])
    show(findings, project.root)
    if not quiet:
        for each in made:
            for line in each.lines:
                click.echo(line)
        for line in (saving for each in made for saving in each.savings):
            click.echo(line)
        click.echo(f"{tally(findings)}, {perf_counter() - started:.1f} s")
    return 1 if has_errors(findings) else 0


def _loaded(project: "Project", names: tuple[str, ...]) -> tuple[list[Game], list[Diagnostic]]:
    from pnp.load.game import load_game  # noqa: PLC0415

    loaded = [load_game(project, name) for name in names]
    found = [finding for one in loaded for finding in one.diagnostics]
    return [one.game for one in loaded if one.game is not None], found


def _made(project: "Project", games: list[Game], order: Order, *, quiet: bool) -> list["Made"]:
    """Return what came of each game; one with errors does not keep the others from being built."""
    if not games:
        return []
    from pnp.cli.making import STEPS, make  # noqa: PLC0415
    from pnp.cli.pipeline import fonts_of  # noqa: PLC0415

    fonts = fonts_of(project)
    steps = STEPS * sum(len(order.components_of(game)) for game in games)
    with progress(steps, quiet=quiet) as step:
        return [make(project, game, fonts, order, step) for game in games]

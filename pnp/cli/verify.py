"""`pnp verify`: the finished PDFs read back and held against the data."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import progress_bar, show_results


@click.command("verify")
@options.games
@options.folder("Where build wrote to.")
@click.option(
    "--theme",
    default="",
    metavar="NAME",
    help="Hold the PDFs against this look, not the one they were built with.",
)
@click.option("--explain", is_flag=True, help="Draw each page that differs beside what it should be.")
@options.language
@options.workers
@options.form
@options.every_line
def command(games: tuple[str, ...], *, form: str, language: str, **chosen: object) -> int:
    """Read the finished PDFs back and compare them with the data.

    Every piece is there the right number of times, in its place and at its size, with its own back behind it.
    A reprint of what changed (pnp build --changed-since) is read as well. With --explain, each page that differs is
    drawn beside what it should be, in output/GAME/verify/.

    Example: pnp build yogire && pnp verify yogire
    """
    project = pnp.open_project(games, language)
    with progress_bar() as progress:
        wanted = pnp.VerifyOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
        results = pnp.verify_games(project, games, wanted, progress=progress)
    return show_results(results, project.root, form=form)

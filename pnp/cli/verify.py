"""`pnp verify`: read the finished PDFs back and compare them with the data."""

import click

import pnp
from pnp.cli import options
from pnp.cli.report import progress_bar, show_results


@click.command("verify")
@options.games
@options.folder("The folder that pnp build wrote to.")
@click.option("--theme", default="", metavar="NAME", help="Compare with this theme instead of the one built.")
@click.option(
    "--explain",
    is_flag=True,
    help="Draw each page that differs beside the expected one, in output/GAME/verify/.",
)
@options.language
@options.workers
@options.form
@options.every_line
def command(games: tuple[str, ...], *, form: str, language: str, **chosen: object) -> int:
    """Compare the finished PDFs with the data.

    Checks that every piece occurs the right number of times, in its place, at its size and with its own back
    behind it. A reprint (pnp build --changed-since) is checked too.

    Example: pnp build yogire && pnp verify yogire
    """
    project = pnp.open_project(games, language)
    with progress_bar() as progress:
        wanted = pnp.VerifyOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
        results = pnp.verify_games(project, games, wanted, progress=progress)
    return show_results(results, project.root, form=form)

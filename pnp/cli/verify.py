"""`pnp verify`: the finished PDFs read back and held against the data."""

from pathlib import Path

import click

import pnp
from pnp.cli.options import form, language, workers
from pnp.cli.report import progress_bar, show_results


@click.command("verify")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="Where build wrote to.")
@click.option("--theme", default="", metavar="NAME", help="The look the PDFs were built with.")
@language
@workers
@form
def command(
    games: tuple[str, ...], out: Path | None, theme: str, workers: int, form: str, *, language: str
) -> int:
    """Read the finished PDFs back and compare them with the data.

    Every piece is there the right number of times, in its place and at its size, with its own back behind it.
    A reprint of what changed (pnp build --changed-since) is read as well.

    Example: pnp build yogire && pnp verify yogire
    """
    project = pnp.open_project(games, language)
    with progress_bar() as progress:
        results = pnp.verify_games(project, games, pnp.VerifyOptions(out, theme, workers), progress=progress)
    return show_results(results, project.root, form=form)

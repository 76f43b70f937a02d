"""`pnp pages`: the pages of the finished files on which pieces are printed."""

from itertools import groupby
from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo


@click.command("pages")
@options.games
@click.option(
    "--pieces",
    "--only",
    "only",
    default="*",
    metavar="PIECE-GLOB",
    help="Only these pieces, such as apple, bids/red-* or bids:1-12,20.",
)
@options.language
@options.out
def command(games: tuple[str, ...], only: str, language: str, out: Path | None) -> int:
    """Find the pages on which pieces are printed.

    After the pages come the numbers of the cards, as pnp build --pieces takes them, and the pieces and copies.

    Example: pnp pages yes_broccoli --pieces apple
    """
    printed = pnp.printed_pages(pnp.open_project(games, language), games, only, out)
    for file, sheets in groupby(printed, key=lambda sheet: sheet.file):
        echo(display_path(file))
        for sheet in sheets:
            echo(f"  {sheet}")
    return 0

"""`pnp import`: cards from a spreadsheet."""

from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, show


@click.command("import")
@click.argument("table", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--game", default="", metavar="NAME", help="The game it goes into, new or not.")
@click.option("--component", default="", metavar="NAME", help="What the cards are called: that of the file.")
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook; the first if left out.")
@options.every_line
def command(table: Path, game: str, component: str, sheet: str) -> int:
    """Make cards of a spreadsheet.

    FILE is CSV, XLSX, JSON, or YAML with a list of cards. It is copied into the game, and a component beside it says how it is read. Where there is no game, one is
    made. Nothing that is there is written over. With a mistake in the table nothing is written.

    Example: pnp import deck.xlsx
    """
    made = pnp.import_table(table, here=Path.cwd(), game=game, component=component, sheet=sheet)
    if pnp.has_errors(made.diagnostics):
        show(made.diagnostics, Path.cwd(), last=f"nothing is written: {pnp.tally(made.diagnostics)}")
        return 1
    lines = (*map(display_path, made.files), *(f"  {line}" for line in made.decided))
    next_step = f"now type: pnp build {made.game}, and open output/{made.game}/a4/print.pdf"
    show(made.diagnostics, Path.cwd(), lines=lines, last=next_step)
    return 0

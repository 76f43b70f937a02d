"""`pnp new`: a folder with a new game."""

from pathlib import Path

import click

import pnp
from pnp.cli.report import echo
from pnp.text import counted


@click.command(
    "new", epilog="Begin with: " + "; ".join(f"{name}, {what}" for name, what in pnp.STARTS.items()) + "."
)
@click.argument("name")
@click.option(
    "--from",
    "start",
    default="cards",
    metavar="PROJECT",
    help="The project to start from: " + ", ".join(pnp.STARTS) + ".",
)
def command(name: str, start: str) -> int:
    """Start a new game that builds at once.

    NAME is the folder to make, and the title of the game. Comments in the files tell you what to change.

    Example: pnp new "Tea Time" --from cards
    """
    made = pnp.new_project(name, start, parent=Path.cwd())
    folder = made.folder.relative_to(Path.cwd()) if made.folder.is_relative_to(Path.cwd()) else made.folder
    echo(f"{folder}: {counted(len(made.files), 'file')}; the game is card_data/{made.game}/")
    quoted = f'"{folder}"' if " " in str(folder) else folder
    echo(f"next: cd {quoted}, then pnp studio to continue in the browser,")
    echo(f"or pnp build, and open output/{made.game}/a4/print.pdf")
    return 0

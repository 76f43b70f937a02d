"""`pnp import`: cards from a spreadsheet."""

from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, show
from pnp.load.rows.imported_markup import NOTATIONS
from pnp.load.rows.text_tables import is_encoding
from pnp.model.card_designs import DESIGNS, USUAL_DESIGN


def _fields(_: click.Context, __: click.Parameter, text: str) -> dict[str, str]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all("=" in part for part in parts):
        raise click.BadParameter("write Heading=field, or Heading=none, with commas between")
    return {heading.strip(): field.strip() for heading, _, field in (part.rpartition("=") for part in parts)}


def _names(_: click.Context, __: click.Parameter, text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _markup(context: click.Context, option: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    """Return the notations that are named; () for "none", None where nothing is said."""
    if text is None:
        return None
    names = tuple(name for name in _names(context, option, text) if name != "none")
    if unknown := [name for name in names if name not in NOTATIONS]:
        raise click.BadParameter(f"{unknown[0]} is not one of {', '.join(NOTATIONS)}, none")
    return names


def _encoding(_: click.Context, __: click.Parameter, text: str) -> str:
    if text and not is_encoding(text):
        raise click.BadParameter(f"there is no encoding {text}: write windows-1252, utf-16, mac-roman ...")
    return text


@click.command("import")
@click.argument("table", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--game", default="", metavar="NAME", help="The game to add the cards to; may be new.")
@click.option(
    "--component", default="", metavar="NAME", help="The name of the deck (default: the file's name)."
)
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook, or the list in JSON.")
@click.option("--title", default="", metavar="HEADING", help="The column with the headlines.")
@click.option("--id", default="", metavar="HEADING", help="The column to make ids from.")
@click.option("--count", default="", metavar="HEADING", help="The column with the number of copies, or none.")
@click.option(
    "--columns",
    default="",
    callback=_fields,
    metavar="HEADING=FIELD,...",
    help="Fields for columns; none leaves a column out.",
)
@click.option(
    "--fields", default="", callback=_names, metavar="HEADING,...", help="Print only these columns."
)
@click.option(
    "--design",
    default=USUAL_DESIGN,
    show_default=True,
    type=click.Choice(DESIGNS),
    help="The design of the cards.",
)
@click.option(
    "--markup",
    callback=_markup,
    metavar="NAME,...",
    help=f"The markup in the texts: {', '.join(NOTATIONS)}, or none.",
)
@click.option(
    "--encoding", default="", callback=_encoding, metavar="NAME", help="The encoding of a text file."
)
@click.option(
    "--art-folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="The folder with the pictures that a column names.",
)
@options.every_line
def command(table: Path, **chosen: object) -> int:
    """Make cards from a spreadsheet.

    FILE is CSV, XLSX, ODS, JSON, or YAML with a list of cards. pnp copies it into the game (or a new one) and
    writes a component beside it that says how to read and print it. It works out whatever the options do not
    say. Import a newer file again to update the copy; the component stays as it is.

    Example: pnp import deck.xlsx
    """
    made = pnp.import_table(table, here=Path.cwd(), options=pnp.ImportOptions(**chosen))  # type: ignore[arg-type] # as click made them
    if pnp.has_errors(made.diagnostics):
        show(made.diagnostics, Path.cwd(), last=f"nothing was written: {pnp.tally(made.diagnostics)}")
        return 1
    lines = (*map(display_path, made.files), *(f"  {line}" for line in made.decided))
    next_step = f"now type: pnp build {made.game}, and open output/{made.game}/a4/print.pdf"
    show(made.diagnostics, Path.cwd(), lines=lines, last=next_step)
    return 0

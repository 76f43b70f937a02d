"""`pnp import`: cards from a spreadsheet."""

from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, show
from pnp.load.rows.imported_markup import NOTATIONS
from pnp.load.rows.text_tables import is_encoding
from pnp.model.card_designs import DESIGNS, USUAL_DESIGN


def _fields(context: click.Context, option: click.Parameter, text: str) -> dict[str, str]:
    """Return the fields by heading of 'Heading=field, Other=none'."""
    del context, option
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all("=" in part for part in parts):
        raise click.BadParameter("write Heading=field, or Heading=none, with commas between")
    return {heading.strip(): field.strip() for heading, _, field in (part.rpartition("=") for part in parts)}


def _names(context: click.Context, option: click.Parameter, text: str) -> tuple[str, ...]:
    del context, option
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _markup(context: click.Context, option: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    """Return the notations that are named; () for "none", None where nothing is said."""
    if text is None:
        return None
    names = tuple(name for name in _names(context, option, text) if name != "none")
    if unknown := [name for name in names if name not in NOTATIONS]:
        raise click.BadParameter(f"{unknown[0]} is none of {', '.join(NOTATIONS)}, none")
    return names


def _encoding(context: click.Context, option: click.Parameter, text: str) -> str:
    del context, option
    if text and not is_encoding(text):
        raise click.BadParameter(f"there is no encoding {text}: write windows-1252, utf-16, mac-roman ...")
    return text


@click.command("import")
@click.argument("table", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--game", default="", metavar="NAME", help="The game it goes into, new or not.")
@click.option("--component", default="", metavar="NAME", help="What the cards are called: that of the file.")
@click.option("--sheet", default="", metavar="NAME", help="The sheet of a workbook.")
@click.option("--title", default="", metavar="HEADING", help="The column of the headlines.")
@click.option("--id", default="", metavar="HEADING", help="The column that ids are made of.")
@click.option("--count", default="", metavar="HEADING", help="The column of the number of copies, or none.")
@click.option(
    "--columns",
    default="",
    callback=_fields,
    metavar="HEADING=FIELD,...",
    help="What fields columns are; none leaves one out.",
)
@click.option(
    "--fields",
    default="",
    callback=_names,
    metavar="HEADING,...",
    help="The columns that are printed, and no others.",
)
@click.option(
    "--design",
    default=USUAL_DESIGN,
    show_default=True,
    type=click.Choice(DESIGNS),
    help="How the cards look.",
)
@click.option(
    "--markup",
    callback=_markup,
    metavar="NAME,...",
    help=f"How the texts are marked: {', '.join(NOTATIONS)}, or none.",
)
@click.option(
    "--encoding", default="", callback=_encoding, metavar="NAME", help="How a text file is encoded."
)
@click.option(
    "--art-folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Where the pictures are that a column names.",
)
@options.every_line
def command(table: Path, **chosen: object) -> int:
    """Make cards of a spreadsheet.

    FILE is CSV, XLSX, ODS, JSON, or YAML with a list of cards. It is copied into the game, and a component beside it says how it is read and
    printed. What no option says is found in the table. Where there is no game, one is made. A second time, with a newer file, the copy is
    brought up to date, and the component stays as it is.

    Example: pnp import deck.xlsx
    """
    made = pnp.import_table(table, here=Path.cwd(), options=pnp.ImportOptions(**chosen))  # type: ignore[arg-type] # as click made them
    if pnp.has_errors(made.diagnostics):
        show(made.diagnostics, Path.cwd(), last=f"nothing is written: {pnp.tally(made.diagnostics)}")
        return 1
    lines = (*map(display_path, made.files), *(f"  {line}" for line in made.decided))
    next_step = f"now type: pnp build {made.game}, and open output/{made.game}/a4/print.pdf"
    show(made.diagnostics, Path.cwd(), lines=lines, last=next_step)
    return 0

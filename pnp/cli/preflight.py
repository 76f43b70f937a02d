"""`pnp preflight`: what a print shop would refuse in a PDF."""

from pathlib import Path

import click

import pnp
from pnp.cli.options import every_line, form
from pnp.cli.report import progress_bar, show_results
from pnp.units import MM_PER_PT, LengthError, parse_length


@click.command("preflight")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option(
    "--bleed",
    default="3mm",
    show_default=True,
    metavar="LENGTH",
    help="What has to be there beyond the trim.",
)
@click.option(
    "--dpi",
    type=click.FloatRange(1),
    default=300,
    show_default=True,
    help="Of pictures as they are placed; below half of it is an error.",
)
@click.option("--line", default="0.25pt", show_default=True, metavar="LENGTH", help="The thinnest line.")
@click.option("--text", default="5pt", show_default=True, metavar="LENGTH", help="The smallest text.")
@click.option(
    "--safe", default="2mm", show_default=True, metavar="LENGTH", help="From the trim to the nearest text."
)
@click.option(
    "--ink",
    type=click.FloatRange(1),
    default=300,
    show_default=True,
    metavar="PERCENT",
    help="The most ink on one place.",
)
@click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Reckon the ink of RGB with this CMYK profile.",
)
@form
@every_line
def command(files: tuple[Path, ...], *, form: str, **chosen: object) -> int:
    """Say what a print shop would refuse in a PDF.

    Each finding names the pages. Boxes and bleed, pictures as large as they are placed, thin lines, fonts, ink, scripts and notes, and whether a file
    that calls itself PDF/X is one. Any PDF will do; of files of pnp the pieces are named.

    Example: pnp preflight output/yogire/export/press/cards.pdf
    """
    for name, unit in (("bleed", 1.0), ("safe", 1.0), ("line", MM_PER_PT), ("text", MM_PER_PT)):
        chosen[name] = _length(name, str(chosen[name])) / unit
    wanted = pnp.PreflightOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
    with progress_bar() as progress:
        results = [pnp.preflight_file(file, wanted, progress=progress) for file in files]
    return show_results(results, Path.cwd(), form=form)


def _length(option: str, text: str) -> float:
    try:
        return parse_length(text)
    except LengthError as error:
        raise pnp.PnpError(f"--{option}: {error}", error.hint) from error

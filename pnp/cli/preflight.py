"""`pnp preflight`: what a print shop would refuse in a PDF."""

from pathlib import Path

import click

import pnp
from pnp.cli.options import every_line, form
from pnp.cli.report import progress_bar, show_results
from pnp.units import MM_PER_PT, LengthError, parse_length


@click.command("preflight")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--bleed", default="3mm", show_default=True, metavar="LENGTH", help="The least bleed.")
@click.option(
    "--dpi",
    type=click.FloatRange(1),
    default=300,
    show_default=True,
    help="The least resolution of pictures; less than half is an error.",
)
@click.option("--line", default="0.25pt", show_default=True, metavar="LENGTH", help="The thinnest line.")
@click.option("--text", default="5pt", show_default=True, metavar="LENGTH", help="The smallest text.")
@click.option(
    "--safe",
    default="2mm",
    show_default=True,
    metavar="LENGTH",
    help="The least distance from the trim to text.",
)
@click.option(
    "--ink",
    type=click.FloatRange(1),
    default=300,
    show_default=True,
    metavar="PERCENT",
    help="The most ink in one place.",
)
@click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Compute the ink of RGB colours with this CMYK profile.",
)
@form
@every_line
def command(files: tuple[Path, ...], *, form: str, **chosen: object) -> int:
    """Find what a print shop would refuse in a PDF.

    Checks boxes and bleed, the resolution of pictures, thin lines, fonts, ink, scripts and notes, and PDF/X.
    Works for any PDF. Findings name the pages and, in files of pnp, the pieces.

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

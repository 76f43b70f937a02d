"""The commands that share a game: export, preflight."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, echo, progress_bar, show, show_results
from pnp.model.geometry import MM_PER_PT, LengthError, parse_length
from pnp.text import counted, readable_size


@click.command("export")
@click.argument("target", required=False)
@options.games
@click.option("--list", "listing", is_flag=True, help="List the targets, or the products of TARGET.")
@click.option(
    "--dpi", type=int, default=0, metavar="N", help="Resolution of the pictures (default: the target's)."
)
@options.with_default("--bleed/--no-bleed", default=True, help="For png: include the bleed.")
@click.option("--url-base", default="", metavar="URL", help="For tts: the web address of the pictures.")
@click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False),
    help="For press and drivethrucards: the ICC profile that the print shop names.",
)
@click.option("--cmyk", is_flag=True, help="For press: convert all colours to that profile.")
@options.components
@options.only
@options.theme
@options.language
@options.workers
@options.on
@options.out
@options.cache
@options.every_line
@options.quiet
def export(
    target: str | None,
    games: tuple[str, ...],
    *,
    language: str,
    listing: bool,
    cache: bool,
    quiet: bool,
    **chosen: object,
) -> int:
    """Export pictures and files for print shops and online tables.

    Files go to output/<game>/export/<target>/, which is replaced completely.

    Example: pnp export png yes_broccoli --dpi 600
    """
    if listing:
        for line in _targets() if target is None else pnp.find_target(target).about:
            echo(line)
        return 0
    if target is None:
        names = ", ".join(target.name for target in pnp.export_targets())
        raise pnp.PnpError("no target is given", f"the targets are {names}")
    pnp.find_target(target)  # a slip in its name is told before one in a game's
    wanted = pnp.ExportOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
    project = pnp.open_project(games, language)
    with progress_bar(quiet=quiet) as progress:
        results = pnp.export_games(project, target, games, wanted, cache=cache, progress=progress)
    findings = pnp.in_reading_order(finding for result in results for finding in result.diagnostics)
    show(findings, project.root, lines=() if quiet else tuple(_report(results)))
    return 1 if pnp.has_errors(findings) or all(result.folder is None for result in results) else 0


def _targets() -> Iterator[str]:
    targets = pnp.export_targets()
    widest = max(len(target.name) for target in targets)
    for target in targets:
        yield f"{target.name:{widest}}  {target.title}: {target.about[0]}"


def _report(results: "Sequence[pnp.ExportResult]") -> Iterator[str]:
    printed: set[str] = set()
    for result in results:
        if result.folder is not None:
            made = f"{counted(result.files, 'file')}, {readable_size(result.bytes)}"
            yield f"{display_path(result.folder)}: {made}"
        elif not pnp.has_errors(result.diagnostics):
            yield f"{result.game}: nothing to export"
        yield from (f"  {line}" for line in result.notes if line not in printed)
        yield from (f"  left out: {line}" for line in result.left_out)
        printed.update(result.notes)


@click.command("preflight")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@options.with_default("--bleed", default="3mm", metavar="LENGTH", help="Minimum bleed.")
@options.with_default(
    "--dpi",
    type=click.FloatRange(1),
    default=300,
    help="The least resolution of pictures; less than half is an error.",
)
@options.with_default("--line", default="0.25pt", metavar="LENGTH", help="Minimum line width.")
@options.with_default("--text", default="5pt", metavar="LENGTH", help="The smallest text.")
@options.with_default(
    "--safe", default="2mm", metavar="LENGTH", help="The least distance from the trim to text."
)
@options.with_default(
    "--ink", type=click.FloatRange(1), default=300, metavar="PERCENT", help="Maximum ink coverage."
)
@click.option(
    "--icc",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Compute the ink of RGB colours with this CMYK profile.",
)
@options.with_default(
    "--seconds",
    type=click.FloatRange(1, 1_800),
    default=6,
    metavar="N",
    help="CPU seconds for all pages of a file; a larger file gets one second per MB.",
)
@options.form
@options.every_line
def preflight(files: tuple[Path, ...], *, form: str, **chosen: object) -> int:
    """Find what a print shop would refuse in a PDF.

    Checks boxes and bleed, the resolution of pictures, thin lines, fonts, ink, scripts and notes, and PDF/X.
    Works for any PDF. Findings name the pages and, in pnp's own files, the pieces.

    Example: pnp preflight output/yogire/export/press/cards.pdf
    """
    for name, unit in (("bleed", 1.0), ("safe", 1.0), ("line", MM_PER_PT), ("text", MM_PER_PT)):
        try:
            chosen[name] = parse_length(str(chosen[name])) / unit
        except LengthError as error:
            raise pnp.PnpError(f"--{name}: {error}", error.hint) from error
    wanted = pnp.PreflightOptions(**chosen)  # type: ignore[arg-type]  # click has checked the types
    with progress_bar() as progress:
        results = [pnp.preflight_file(file, wanted, progress=progress) for file in files]
    return show_results(results, Path.cwd(), form=form)

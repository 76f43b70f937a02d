"""`pnp build`: from the data to PDFs, SVGs and the manifest."""

from collections.abc import Iterator, Sequence
from time import perf_counter

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, progress_bar, show
from pnp.export.cut_files import one_machine_each


@click.command("build")
@options.games
@options.papers
@options.backs
@options.components
@click.option(
    "--only",
    "--pieces",
    "only",
    metavar="PIECE-GLOB",
    help="Only these pieces, such as apple, bids/red-* or bids:1-12,20, in the folder selection.",
)
@click.option(
    "--copies", type=click.IntRange(min=1), metavar="N", help="N copies of each piece, also in selection."
)
@click.option(
    "--skip-first",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Leave the first N labels of the first sheet empty; also in selection.",
)
@options.theme
@options.language
@options.workers
@options.on
@options.out
@click.option(
    "--renderer", default="typst", show_default=True, help="typst, or cairo (needs pnp-cards[cairo])."
)
@options.svg
@options.marks
@options.cut
@options.pack
@options.printer
@options.printer_type
@options.finish
@options.margin
@click.option(
    "--rules/--no-rules",
    default=True,
    show_default=True,
    help="Also write the rules, to read on screen and as a booklet.",
)
@click.option(
    "--changed-since",
    "since",
    metavar="NAME",
    help="Print only the pieces that look different since a release, a git revision or a manifest.json, in the folder reprint.",
)
@click.option(
    "--draft",
    is_flag=True,
    help="Print everything despite errors, with a mark on each face that has one, in the folder draft.",
)
@click.option(
    "--proof",
    is_flag=True,
    help="Instead of sheets, draw each face with its trim, safe and bleed lines and sizes, in the folder proof.",
)
@options.cache
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Also print the files of single components, the time for each game, and the cache folder.",
)
@options.every_line
@options.quiet
def command(
    games: tuple[str, ...],
    *,
    language: str,
    since: str | None,
    cache: bool,
    verbose: bool,
    quiet: bool,
    cut: tuple[str, ...],
    **chosen: object,
) -> int:
    """Make PDFs to print, pictures and a manifest.

    Example: pnp build yes_broccoli --paper a4 --backs gutterfold
    """
    started = perf_counter()
    each_wanted = [pnp.BuildOptions(cut=names, **chosen) for names in one_machine_each(cut)]  # type: ignore[arg-type]  # click has checked the types
    project = pnp.open_project(games, language)
    results: list[pnp.BuildResult] = []
    with progress_bar(quiet=quiet) as progress:
        for wanted in each_wanted:
            if since is None:
                results += pnp.build_games(project, games, wanted, cache=cache, progress=progress)
            else:
                results += pnp.reprint_games(project, since, games, wanted, cache=cache, progress=progress)
    every = dict.fromkeys(finding for result in results for finding in result.diagnostics)
    findings = pnp.in_reading_order(every)
    if quiet:
        show(findings, project.root)
    else:
        store = (f"the cache is in {pnp.cache_folder()}",) if verbose and cache else ()
        count = sum((result.count for result in results), pnp.BuildCount())
        counted = f"; {count}" if count.faces else ""
        last = f"{pnp.tally(findings)}{counted}; {perf_counter() - started:.1f} s"
        show(findings, project.root, lines=(*_report(results, verbose=verbose), *store), last=last)
    return 1 if pnp.has_errors(findings) else 0


def _report(results: Sequence[pnp.BuildResult], *, verbose: bool) -> Iterator[str]:
    for result in results:
        held = () if verbose else {file.path.parent for file in result.files if file.everything}
        for file in (file for file in result.files if file.everything or file.path.parent not in held):
            yield f"{display_path(file.path)}: {file}"
        for pictures in result.pictures:
            yield f"{display_path(pictures.path)}: {pictures}"
        if result.swap_list is not None:
            yield f"{result.note}; {display_path(result.swap_list)} names them"
        elif result.removed is not None:
            yield f"{result.note}; {display_path(result.removed)} is removed"
        elif result.note:
            yield result.note
        if verbose and result.game:
            yield f"{result.game}: {result.count}, {result.seconds:.2f} s"
    for result in results:
        yield from result.savings

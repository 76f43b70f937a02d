"""`pnp build`: from the data to PDFs, SVGs and the manifest."""

from collections.abc import Iterator, Sequence
from time import perf_counter

import click

from pnp.build.build_cache import open_cache
from pnp.build.games import build_games
from pnp.build.options import BuildOptions
from pnp.build.result import BuildResult, total
from pnp.cli import options
from pnp.cli.progress import progress_bar
from pnp.cli.report import show
from pnp.load.project import chosen_games, open_project
from pnp.model.diagnostics import has_errors, in_reading_order, tally


@click.command("build")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@options.papers
@options.backs
@options.components
@click.option("--only", metavar="PIECE-GLOB", help='Only these pieces, such as "apple" or "bids/red-*".')
@options.theme
@click.option(
    "--jobs", type=click.IntRange(1), default=2, show_default=True, help="Components converted at a time."
)
@options.out
@click.option(
    "--renderer", default="typst", show_default=True, help="typst, or cairo (needs pnp-cards[cairo])."
)
@click.option("--svg/--no-svg", default=True, show_default=True, help="Also write each face as an SVG file.")
@click.option("--cut", is_flag=True, help="Also write the cut lines of each sheet as SVG, for a machine.")
@click.option("--pack", is_flag=True, help="Let components of the same paper and size share their sheets.")
@click.option(
    "--changed-since",
    "since",
    metavar="NAME",
    help="Only what looks different since a release, a git revision or a manifest.json, on sheets of its own.",
)
@click.option("--cache/--no-cache", default=True, help="Reuse what earlier builds worked out (the default).")
@click.option(
    "-v", "--verbose", is_flag=True, help="Also say how long each game took, and where the cache is."
)
@click.option("-q", "--quiet", is_flag=True, help="Say nothing but what is wrong.")
def command(
    games: tuple[str, ...],
    papers: tuple[str, ...],
    *,
    since: str | None,
    cache: bool,
    verbose: bool,
    quiet: bool,
    **chosen: object,
) -> int:
    """Make the PDFs, the SVGs and the manifest.

    Example: pnp build yes_broccoli --paper a4 --backs gutterfold
    """
    from pnp.impose.papers import find_paper  # noqa: PLC0415 - stages are imported when the command runs

    started = perf_counter()
    sheets = tuple(dict.fromkeys(find_paper(name) for name in papers))
    order = BuildOptions(papers=sheets, **chosen)  # type: ignore[arg-type]  # click has checked the types
    project = open_project(games)
    with open_cache(wanted=cache) as reused, progress_bar(quiet=quiet) as progress:
        if since is not None:
            from pnp.history.reprint import build_reprint  # noqa: PLC0415 - it joins all stages

            made = build_reprint(project, games, since, order, reused=reused, progress=progress)
        else:
            made = build_games(project, chosen_games(project, games), order, reused, progress)
    findings = in_reading_order(finding for each in made for finding in each.findings)
    show(findings, project.root)
    if not quiet:
        for line in _report(made, verbose=verbose, cache=cache):
            click.echo(line)
        count = total(each.count for each in made)
        counted = f"; {count}" if count.faces else ""
        click.echo(f"{tally(findings)}{counted}; {perf_counter() - started:.1f} s")
    return 1 if has_errors(findings) else 0


def _report(made: Sequence[BuildResult], *, verbose: bool, cache: bool) -> Iterator[str]:
    """Yield a line for each file, and at the end what packing saved."""
    for each in made:
        yield from each.lines
        if verbose and each.game:
            yield f"{each.game}: {each.count}, {each.seconds:.2f} s"
    for each in made:
        yield from each.savings
    if verbose and cache:
        from pnp.cache import cache_folder  # noqa: PLC0415

        yield f"the cache is in {cache_folder()}"

"""`pnp batch`: a build for each row of a table of jobs."""

from pathlib import Path
from time import perf_counter

import click

import pnp
from pnp.cli import options
from pnp.cli.report import display_path, progress_bar, show


@click.command("batch")
@click.argument("table", metavar="JOBS.csv", type=click.Path(path_type=Path))
@options.papers
@options.backs
@options.theme
@options.folder("Write here instead of output/batch/.")
@options.svg
@options.marks
@options.cut
@options.pack
@options.printer
@options.margin
@click.option("--rules/--no-rules", default=True, show_default=True, help="Also write the rules.")
@options.workers
@options.on
@options.cache
@options.form
@options.every_line
@options.quiet
def command(
    table: Path, out: Path | None, workers: int, *, form: str, cache: bool, quiet: bool, **chosen: object
) -> int:
    """Build a game once for each row of a table.

    The column name names the folder of a row, and game its game; columns language, theme and paper are
    optional. A column COMPONENT.FIELD or COMPONENT/PIECE.FIELD sets a field of the cards, game.KEY a value of
    game.yaml. Unchanged rows are not built again.

    Example: pnp batch players.csv --paper a4
    """
    from pnp.batch import STATES  # noqa: PLC0415 - help needs none

    started = perf_counter()
    build = pnp.BuildOptions(workers=workers, **chosen)  # type: ignore[arg-type]  # click has checked the types
    wanted = pnp.BatchOptions(build, out, workers, cache)
    project = pnp.open_project(())
    with progress_bar(quiet=quiet) as progress:
        result = pnp.batch_games(project, table, wanted, progress=progress)
    findings = pnp.in_reading_order(result.diagnostics)
    if quiet:
        show(findings, project.root, form=form)
    else:
        lines = [
            f"{display_path(job.folder)}: {job.state}: {job.reason if job.state == 'failed' else job.count}"
            for job in result.jobs
            if job.state != "unchanged"
        ]
        sums = ", ".join(f"{result.number(state)} {state}" for state in STATES if result.number(state))
        outcome = f"{sums}; {display_path(result.report)}" if result.report else "nothing is built"
        last = f"{pnp.tally(findings)}; {outcome}; {perf_counter() - started:.1f} s"
        show(findings, project.root, form=form, lines=lines, last=last)
    return 1 if pnp.has_errors(findings) else 0
